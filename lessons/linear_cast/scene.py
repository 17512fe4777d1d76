"""Two shapes that slide, and which way round the ray is taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry import box, convex, regular_polygon, rounded
from geometry.vector import length
from lessons.first_edition.sweeps import TwoSlides, still, to
from viz.lesson.scene import Body, at, toggle

LEVEL = 1e-9  # of the ray's length: an approach below it is none


@dataclass(frozen=True, eq=False)
class Cast(TwoSlides):
    reversed_ray: bool = toggle("Show the ray the other way round", False)

    def is_level(self, approach: float) -> bool:
        """Whether a ray with this part along a face's normal runs along the face, up to rounding."""
        return abs(approach) <= LEVEL * length(self.ray)


def _by(start: Body, x: float, y: float) -> Body:
    """The end of the way of a body that moves by (x, y)."""
    return Body(start.shape, start.pose.moved((x, y)), counts_turns=True)


def presets() -> Mapping[str, Cast]:
    five, slab = regular_polygon(5, 0.9), box(1.4, 0.8)
    wedge = convex(((-0.8, -0.6), (0.9, -0.5), (-0.2, 0.8)))
    soft = rounded(box(0.8, 0.5), 0.25)
    a, b = at(five, -1.8, -0.4, 9), at(wedge, 1.6, 0.6, 20)
    block, beside = at(slab, -1.6, 0.0), at(slab, 1.4, 0.3)
    above, near = at(slab, -1.2, 1.2), at(wedge, -0.6, 0.3, 20)
    touching, level = at(slab, -0.2, 0.3), at(slab, 1.4, 0.8)
    round_a, round_b = at(soft, -1.6, -0.3, 20), at(soft, 1.5, 0.5, -15)
    far = np.array((1e6, 1e6))
    far_a, far_b = a.moved(far), b.moved(far)
    return {
        "Both move": Cast(a, to(a, 0.6, 0.4, 9), b, to(b, -1.4, -0.6, 20)),
        "The ray reversed: wrong": Cast(block, to(block, 1.6, 0.0), beside, still(beside), reversed_ray=True),
        "Passing by": Cast(above, to(above, 1.8, 1.2), beside, to(beside, -1.4, 0.1)),
        "Along a face": Cast(block, to(block, -0.6, 0.0), level, to(level, -0.5, 0.8)),
        "Too short a way": Cast(a, to(a, -1.2, -0.3, 9), b, to(b, 1.1, 0.4, 20)),
        "Round corners": Cast(round_a, to(round_a, 0.6, -0.1, 20), round_b, to(round_b, -0.8, 0.6, -15)),
        "Starts overlapping": Cast(a, to(a, 0.6, 0.4, 9), at(wedge, -1.0, 0.1, 20), to(near, 0.6, 1.4, 20)),
        "Starts touching": Cast(block, to(block, -1.6, -1.4), touching, to(touching, 1.4, 0.8)),
        "Far from the origin": Cast(
            far_a, to(far_a, 1e6 + 0.6, 1e6 + 0.4, 9), far_b, to(far_b, 1e6 - 1.4, 1e6 - 0.6, 20)
        ),
    }
