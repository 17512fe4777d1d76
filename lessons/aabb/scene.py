"""Two shapes that need upright boxes around them, and whether A keeps the box that it had before it was turned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Aabb, Pose, box, capsule, circle, convex, regular_polygon
from viz.lesson.scene import TwoShapes, at, toggle


@dataclass(frozen=True, eq=False)
class Enclosing(TwoShapes):
    kept: bool = toggle("Keep A's box from before the turn", False)

    def kept_box(self) -> Aabb:
        """The box around A as it was when its angle was 0, carried along with A."""
        return self.a.shape.at(Pose(self.a.pose.position)).bounds()


def presets() -> Mapping[str, Enclosing]:
    five, slab, disc = regular_polygon(5, 1.0), box(1.5, 1.0), circle(0.6)
    wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
    bar = capsule((-0.9, -0.75), (0.9, 0.75), 0.08)
    return {
        "Overlapping": Enclosing(at(five, -0.8, -0.1, 20), at(slab, 0.75, 0.45, 30)),
        "Apart on x": Enclosing(at(wedge, -1.1, 0.0, 10), at(slab, 1.1, 0.3, 20)),
        "Apart on y alone": Enclosing(at(slab, -0.2, -0.8, 12), at(disc, 0.4, 0.75)),
        "Boxes meet, shapes do not": Enclosing(at(bar, -0.35, 0.35), at(bar, 0.35, -0.35)),
        "A kept box is wrong": Enclosing(at(box(2.4, 0.6), -0.5, -0.2, 55), at(disc, 0.4, 1.0), True),
        "Touching": Enclosing(at(slab, -0.75, 0.0), at(box(1.0, 1.4), 0.5, 0.2)),
        "One inside the other": Enclosing(at(five, 0.0, 0.0, 5), at(box(0.6, 0.4), 0.1, 0.0, 25)),
        "Far from the origin": Enclosing(at(five, 1e6 - 0.8, 1e6, 20), at(slab, 1e6 + 0.75, 1e6 + 0.45, 30)),
    }
