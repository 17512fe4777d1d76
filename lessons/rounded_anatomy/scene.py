"""A core and the thickness of its layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Convex, box, circle, convex, regular_polygon, segment
from viz.ink import Ink
from viz.scene import Body, Scene, at, body, slider, toggle


@dataclass(frozen=True, eq=False)
class Layered(Scene):
    a: Body = body(Ink.SHAPE_A, "A")
    radius: float = slider("Radius", 0.0, 1.5, 0.45)
    tips: bool = toggle("Forget the arcs", False)

    @property
    def shape(self) -> Convex:
        """The core of A with a layer as thick as the slider says."""
        return Convex(self.a.world.points, self.radius)


def presets() -> Mapping[str, Layered]:
    five = regular_polygon(5, 1.1)
    wedge = convex(((-1.4, -0.5), (1.3, -0.4), (0.2, 0.8)))
    sliver = convex(((-1.6, 0.0), (1.3, -0.3), (1.3, 0.3)))
    return {
        "Pentagon": Layered(at(five, 0.0, 0.0, 9), 0.3),
        "Tips instead of arcs": Layered(at(wedge, 0.0, 0.0, 8), 0.45, True),
        "A sharp corner": Layered(at(sliver, 0.0, 0.0, 5), 0.25, True),
        "No layer": Layered(at(box(2.2, 1.4), 0.0, 0.0, 12), 0.0),
        "A thick layer": Layered(at(box(1.0, 0.6), 0.0, 0.0, 12), 1.1),
        "Two points: a capsule": Layered(at(segment((-1.0, 0.0), (1.0, 0.4)), 0.0, 0.0), 0.6),
        "One point: a circle": Layered(at(circle(0.3), 0.0, 0.0), 1.0),
        "Many corners": Layered(at(regular_polygon(12, 1.2), 0.0, 0.0), 0.3),
        "Far from the origin": Layered(at(five, 1e6, 1e6, 9)),
    }
