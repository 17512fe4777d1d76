"""Pushing several overlapping shapes apart, pair by pair, round after round.

Source: SAT explained (its response demo), put right: half of the depth for each of two free shapes instead of 0.51,
all of it for a free one against a fixed one, and a slop that is left standing. Parting one pair may push a shape
into another, so rounds are repeated; the shapes are taken to be without mass and friction.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from geometry.guards import listed, require_cap, require_convex
from geometry.record import record
from geometry.sat.minimum_translation import minimum_translation
from geometry.sat.separating_axis import separation
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Vector, number, readonly

MOST_ROUNDS = 50


@record
class PairPushed:
    """One pair looked at in one round."""

    round: int  # from 1
    first: int  # index of a shape
    second: int  # index of the other, greater
    depth: float  # of their overlap; 0 when they do not touch
    move_first: Vector  # the displacements that this push gives
    move_second: Vector
    moved: tuple[Vector, ...]  # how far every shape has been moved so far


@record
class PileSettled:
    """The end: no pair was pushed in the last round, or the rounds ran out."""

    rounds: int
    settled: bool  # False when the rounds ran out first
    deepest: float  # the greatest overlap left
    moved: tuple[Vector, ...]

    __repr__ = summary


PileStep = PairPushed | PileSettled


@steppable
def resolve_overlaps(
    shapes: Sequence[Convex], fixed: Sequence[bool], *, share: float = 0.5, slop: float = 0.0, rounds: int = 10
) -> Steps[PileStep, PileSettled]:
    """Push every overlapping pair apart, in order of index, for at most `rounds` rounds.

    `share` of the depth goes to each of two free shapes (0.5 is exact); a fixed one takes nothing and leaves all of
    it to the other; two fixed ones stay. `slop` >= 0 is left standing. Raises ValueError for no shape, other
    lengths, a share outside (0, 1], a negative slop, or rounds outside [1, MOST_ROUNDS].
    """
    share, slop = number(share, "share"), number(slop, "slop")
    shapes, fixed = listed("resolve_overlaps", "shapes", shapes), listed("resolve_overlaps", "fixed", fixed)
    for i, shape in enumerate(shapes):
        require_convex("resolve_overlaps", "a sequence of Convex", shape, f"shape {i}")
    for i, each in enumerate(fixed):
        if not isinstance(each, bool | np.bool_):
            raise ValueError(f"fixed must say True or False of each shape, not {each!r} of shape {i}")
    _check(len(shapes), len(fixed), share, slop, rounds)
    moved = [np.zeros(2) for _ in shapes]
    done, count = False, 0
    while not done and count < rounds:
        count += 1
        done = True
        for i, j in combinations(range(len(shapes)), 2):
            answer = minimum_translation(shapes[i].moved(moved[i]), shapes[j].moved(moved[j]))
            depth = 0.0 if answer.translation is None else max(0.0, -answer.found.separation)
            # What is left of the slop after a push differs from it by rounding, and is not worth another.
            part = depth - slop if depth - slop > answer.found.best.tolerance else 0.0
            one, other = _shares(fixed[i], fixed[j], share)
            move_i = readonly(-one * part * answer.found.normal)
            move_j = readonly(other * part * answer.found.normal)
            if part > 0.0 and one + other > 0.0:
                moved[i], moved[j] = moved[i] + move_i, moved[j] + move_j
                done = False
            yield PairPushed(count, i, j, depth, move_i, move_j, tuple(readonly(m.copy()) for m in moved))
    end = PileSettled(count, done, _deepest(shapes, moved), tuple(readonly(m.copy()) for m in moved))
    yield end
    return end


def _shares(first_fixed: bool, second_fixed: bool, share: float) -> tuple[float, float]:
    if first_fixed or second_fixed:
        return float(second_fixed and not first_fixed), float(first_fixed and not second_fixed)
    return share, share


def _deepest(shapes: Sequence[Convex], moved: Sequence[Vector]) -> float:
    placed = [shape.moved(by) for shape, by in zip(shapes, moved, strict=True)]
    return max((0.0, *(-separation(a, b) for a, b in combinations(placed, 2))))


def _check(shapes: int, fixed: int, share: float, slop: float, rounds: int) -> None:
    if shapes == 0:
        raise ValueError("a pile needs at least one shape")
    if shapes != fixed:
        raise ValueError(f"there are {shapes} shapes, but {fixed} entries say which are fixed")
    if not 0.0 < share <= 1.0:
        raise ValueError(f"share must lie in (0, 1], not {share:g}")
    if slop < 0.0:
        raise ValueError(f"slop must be >= 0, not {slop:g}")
    require_cap(rounds, "number of rounds")
    if rounds > MOST_ROUNDS:
        raise ValueError(f"rounds must lie in [1, {MOST_ROUNDS}], not {rounds}")
