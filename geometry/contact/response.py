"""Pushing two overlapping shapes apart.

Source: SAT explained, whose 0.51 for each moves 2 % too far at every push; half for each is exact.
"""

from __future__ import annotations

import numpy as np

from geometry.record import record
from geometry.sat.minimum_translation import minimum_translation
from geometry.shape import Convex
from geometry.summary import summary
from geometry.vector import Vector, number, readonly


@record
class Push:
    """World displacements that leave the shapes touching (or overlapping by the slop)."""

    move_a: Vector
    move_b: Vector

    __repr__ = summary


def push_apart(a: Convex, b: Convex, *, share_of_a: float = 0.5, slop: float = 0.0) -> Push:
    """Share the minimum translation out between a and b.

    `share_of_a` in [0, 1]: 0 when A is static, 1 when B is. `slop` >= 0: the overlap that is left standing, so
    that a resting contact is found again in the next frame. Separated shapes are not moved. Raises
    ValueError for a share outside [0, 1] or a negative slop.
    """
    share_of_a, slop = number(share_of_a, "share_of_a"), number(slop, "slop")
    if not 0.0 <= share_of_a <= 1.0:
        raise ValueError(f"share_of_a must lie in [0, 1], not {share_of_a:g}")
    if slop < 0.0:
        raise ValueError(f"slop must be >= 0, not {slop:g}")
    answer = minimum_translation(a, b)
    if answer.translation is None:
        return Push(readonly(np.zeros(2)), readonly(np.zeros(2)))
    distance = max(0.0, -answer.found.separation - slop)
    translation = distance * answer.found.normal
    return Push(readonly(-share_of_a * translation), readonly((1.0 - share_of_a) * translation))
