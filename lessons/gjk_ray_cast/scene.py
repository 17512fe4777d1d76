"""Two shapes that slide, and what of the article is shown beside the cast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry import box, circle, convex, regular_polygon
from lessons.first_edition.sweeps import TwoSlides, still
from viz.lesson.scene import Body, at, choice

NOTHING, DISTANCE, NO_TEST = "nothing", "distance as the time", "no test for a miss"


@dataclass(frozen=True, eq=False)
class RayCast(TwoSlides):
    beside: str = choice("Beside it", (NOTHING, DISTANCE, NO_TEST), NOTHING)


def _by(start: Body, x: float, y: float) -> Body:
    """The end of the way of a body that moves by (x, y)."""
    return Body(start.shape, start.pose.moved((x, y)), counts_turns=True)


def presets() -> Mapping[str, RayCast]:
    five, slab, disc = regular_polygon(5, 0.9), box(1.4, 0.8), circle(0.7)
    wedge = convex(((-0.8, -0.6), (0.9, -0.5), (-0.2, 0.8)))
    a, b = at(five, -1.8, -0.6, 9), at(wedge, 1.6, -1.1, 34)
    block, beside = at(slab, -1.4, 0.0), at(slab, 0.9, 0.5, 20)
    above, below = at(five, -1.4, 1.3, 9), at(wedge, 1.6, -0.8, 20)
    deep, touching = at(wedge, -1.0, -0.1, 20), at(slab, 0.0, 0.3)
    left, right, high = at(disc, -1.8, -0.3), at(disc, 1.8, 0.5), at(disc, 1.8, 1.09)
    far = np.array((1e6, 1e6))
    far_a, far_b = a.moved(far), b.moved(far)
    leaves = RayCast(block, _by(block, -0.8, -0.4), beside, _by(beside, 0.9, 0.5), beside=NO_TEST)
    return {
        "Both move": RayCast(a, _by(a, 0.5, 0.3), b, _by(b, -2.7, -0.9)),
        "Distance as time: wrong": RayCast(
            block, _by(block, 1.2, 0.0), beside, _by(beside, -1.2, 0.0), beside=DISTANCE
        ),
        "Receding: back in time": leaves,
        "Passing beside": RayCast(above, _by(above, 2.4, 0.3), below, _by(below, -2.6, 0.4)),
        "Two circles": RayCast(left, _by(left, 1.4, 0.2), right, _by(right, -1.8, -0.6)),
        "Grazing": RayCast(left, still(left), high, _by(high, -4.2, 0.0)),
        "Starts overlapping": RayCast(a, _by(a, 1.6, 0.4), deep, _by(deep, 2.7, 0.7)),
        "Starts touching": RayCast(block, _by(block, 0.0, -1.2), touching, _by(touching, 1.6, 0.6)),
        "Far from the origin": RayCast(far_a, _by(far_a, 0.5, 0.3), far_b, _by(far_b, -2.7, -0.9)),
    }
