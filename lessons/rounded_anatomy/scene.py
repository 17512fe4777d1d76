"""A polygon, and the radius that it is rounded by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from geometry import Convex, box, capsule, convex, point, regular_polygon
from geometry.contact.rounded_parts import shrunk
from geometry.query.ray_cast import extended_outline
from geometry.vector import Points
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Scene, at, body, slider, toggle


@dataclass(frozen=True, eq=False)
class Rounding(Scene):
    a: Body = body(Ink.A, "A")
    radius: float = slider("Radius", 0.0, 1.0, 0.4)
    keep_size: bool = toggle("Shrink the polygon first, to keep the size", False)
    tips: bool = toggle("Beside it: edges extended until they meet", False)

    @cached_property
    def polygon(self) -> Convex:
        """As it was drawn, without a radius."""
        return Convex(self.a.world.points)

    @cached_property
    def smaller(self) -> Convex | None:
        """The polygon shrunk by the radius; None when that is not wanted, or leaves nothing."""
        wanted = self.keep_size and self.radius > 0.0 and len(self.polygon.points) > 2
        return shrunk(self.polygon, self.radius) if wanted else None

    @cached_property
    def rounded(self) -> Convex:
        """The shape that is taken apart."""
        core = self.polygon if self.smaller is None else self.smaller
        return Convex(core.points, self.radius)

    @cached_property
    def extended(self) -> Points | None:
        """The outer edges extended until they meet, if they are shown and differ."""
        return extended_outline(self.rounded) if self.tips and self.radius > 0.0 else None


def presets() -> Mapping[str, Rounding]:
    five = regular_polygon(5, 1.1)
    wedge = convex(((-1.7, -0.25), (1.7, -0.05), (-1.5, 0.6)))
    return {
        "A rounded pentagon": Rounding(at(five, 0.0, 0.0, 9)),
        "A box": Rounding(at(box(2.0, 1.2), 0.0, 0.0), 0.3),
        "Radius 0": Rounding(at(five, 0.0, 0.0, 9), 0.0),
        "A large radius": Rounding(at(convex(((-0.4, -0.3), (0.5, -0.2), (0.0, 0.5))), 0.0, 0.0), 1.0),
        "Same size, shrunk first": Rounding(at(box(2.4, 1.6), 0.0, 0.0, 10), 0.35, keep_size=True),
        "Tips that are too far out": Rounding(at(wedge, 0.0, 0.0), 0.3, tips=True),
        "A capsule": Rounding(at(capsule((-0.9, 0.0), (0.9, 0.0), 0.4), 0.0, 0.0, 15)),
        "A circle": Rounding(at(point((0.0, 0.0)), 0.0, 0.0), 0.8),
        "Far from the origin": Rounding(at(five, 1e6, 1e6, 9)),
    }
