"""Two shapes, the order of their difference, and whether the second is turned round as it must be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import Sum, Vector, box, capsule, circle, convex, minkowski_sum, regular_polygon
from geometry.query.nearest import NearestBoundary, nearest_to_origin
from geometry.tolerance import rounding
from geometry.vector import readonly
from lessons.first_edition.difference import A_MINUS_B, Subtracted
from viz.lesson.scene import at, toggle


@dataclass(frozen=True, eq=False)
class Compared(Subtracted):
    unturned: bool = toggle("Forget to turn it round", False)

    @property
    def name(self) -> str:
        """The difference as it is called: "A − B"."""
        first, second = self.letters
        return f"{first} − {second}"

    @property
    def slack(self) -> float:
        """The separation that cannot be told from 0."""
        return rounding(*self.shapes)

    def nearest(self, figure: Sum) -> NearestBoundary:
        return nearest_to_origin(figure, self.slack)

    def move_of_b(self, nearest: NearestBoundary) -> Vector:
        """What leaves the two just touching, while they overlap: A − B moves against B, and B − A with it."""
        return readonly(nearest.point if self.order == A_MINUS_B else -nearest.point)

    def without_turning(self) -> Sum:
        """What a routine compares the origin with that grows the first shape by the second as it stands, shrunk to
        its centre: a sum, not a difference."""
        first, second = self.shapes
        return minkowski_sum(first, second.moved(-2.0 * second.centroid))


def presets() -> Mapping[str, Compared]:
    wedge = convex(((-1.0, -0.8), (1.2, -0.6), (-0.2, 1.0)))
    slab, five = box(1.4, 0.9), regular_polygon(5, 0.9)
    dart = convex(((-0.7, -0.9), (0.9, 0.0), (-0.7, 0.9)))
    return {
        "Overlapping": Compared(at(wedge, -0.4, 0.0), at(slab, 0.5, 0.5, 24)),
        "Apart": Compared(at(wedge, -0.8, -0.1), at(slab, 1.0, 0.7, 24)),
        "Touching": Compared(at(slab, -0.7, 0.0), at(box(1.0, 1.2), 0.5, 0.25)),
        "Parallel edges join": Compared(at(slab, -0.5, 0.0, 10), at(box(1.0, 1.1), 0.45, 0.4, 10)),
        "Not turned round": Compared(at(dart, -0.5, -0.4), at(dart, 0.5, 0.5), unturned=True),
        "Contained": Compared(at(regular_polygon(6, 1.2), 0.0, 0.0, 5), at(box(0.6, 0.4), 0.3, 0.1, 20)),
        "Round corners": Compared(at(wedge, -0.6, 0.0), at(capsule((-0.4, -0.1), (0.4, 0.2), 0.3), 0.5, 0.35)),
        "Two circles": Compared(at(circle(0.9), -0.5, 0.0), at(circle(0.6), 0.6, 0.4)),
        "Far from the origin": Compared(at(five, 1e6 - 0.4, 1e6, 9), at(slab, 1e6 + 0.5, 1e6 + 0.4, 24)),
    }
