"""Two shapes, the order of their difference, and where the search starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry import box, capsule, circle, convex, gjk, regular_polygon, rounded
from lessons.first_edition.difference import Subtracted
from viz.lesson.scene import at, toggle

A_MOMENT_AGO = np.array((-0.1, 0.05))  # where B stood then, from where it stands now


@dataclass(frozen=True, eq=False)
class Searched(Subtracted):
    warm: bool = toggle("Start warm, from a moment ago", False)

    def pairs_before(self) -> tuple[tuple[int, int], ...]:
        """The last simplex of GJK when B was still a little further on."""
        before = self.with_field("b", self.b.moved(A_MOMENT_AGO))
        return gjk(*before.shapes).simplex.pairs


def presets() -> Mapping[str, Searched]:
    five, slab = regular_polygon(5, 1.0), box(1.5, 1.1)
    wedge = convex(((-1.1, -0.7), (1.2, -0.5), (-0.3, 1.0)))
    many = regular_polygon(40, 1.1)
    soft = rounded(box(1.1, 0.7), 0.35)
    return {
        "Apart": Searched(at(five, -1.3, 0.0, 9), at(wedge, 1.3, 0.5, 24)),
        "Overlapping": Searched(at(five, -0.5, 0.0, 9), at(slab, 0.6, 0.4, 24)),
        "Parallel edges": Searched(at(slab, -1.1, 0.2), at(box(1.2, 1.7), 1.0, 0.0)),
        "Touching": Searched(at(slab, -0.75, 0.0), at(slab, 0.75, 0.3)),
        "Cores apart, discs overlap": Searched(
            at(soft, -0.8, 0.0, 15), at(capsule((-0.7, 0), (0.5, 0), 0.4), 0.75, 0.5)
        ),
        "Two circles": Searched(at(circle(0.8), -1.1, 0.0), at(circle(0.6), 1.0, 0.4)),
        "Many vertices": Searched(at(many, -1.4, -0.1), at(many, 1.2, 0.6, 20)),
        "A warm start": Searched(at(many, -1.4, -0.1), at(many, 1.2, 0.6, 20), warm=True),
        "Far from the origin": Searched(at(five, 1e6 - 1.2, 1e6, 9), at(slab, 1e6 + 1.1, 1e6 + 0.4, 24)),
    }
