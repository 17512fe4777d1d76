"""A box, however turned, the upright box around it, and a circle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Convex, box, circle
from viz.lesson.scene import TwoShapes, at, toggle


@dataclass(frozen=True, eq=False)
class BoxAndCircle(TwoShapes):
    side_normal: bool = toggle("Take the side's normal at a corner", False)

    def __post_init__(self) -> None:
        if len(self.b.shape.points) > 1:
            raise ValueError("B is the circle of this lesson")

    def around(self) -> Convex:
        """The axis-aligned box around A, however A is turned."""
        bounds = self.a.world.bounds()
        return box(float(bounds.extent[0]), float(bounds.extent[1]), bounds.center)


def presets() -> Mapping[str, BoxAndCircle]:
    slab, disc = box(2.2, 1.4), circle(0.6)
    return {
        "At a corner": BoxAndCircle(at(slab, -0.5, 0.0), at(disc, 1.0, 1.05)),
        "At a face": BoxAndCircle(at(slab, -0.5, 0.0), at(disc, 1.0, 0.2)),
        "Apart": BoxAndCircle(at(slab, -0.7, 0.0), at(disc, 1.3, 0.9)),
        "A side's normal": BoxAndCircle(at(slab, -0.7, 0.0), at(disc, 0.87, 1.15), side_normal=True),
        "Clamping fails inside": BoxAndCircle(at(slab, 0.0, 0.0), at(disc, 0.6, 0.2)),
        "Centre on the boundary": BoxAndCircle(at(slab, 0.0, 0.0), at(disc, 1.1, 0.2)),
        "Centre in the middle": BoxAndCircle(at(box(1.6, 1.6), 0.0, 0.0), at(disc, 0.0, 0.0)),
        "A turned box grows": BoxAndCircle(at(slab, -0.4, 0.0, 35), at(disc, 1.1, 1.0)),
    }
