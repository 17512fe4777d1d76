"""Broadphases that are wrong, each by one idea that is often met: they miss pairs, or report one twice.

Source of the ideas: SAT explained (error 18 and the loops that it prints).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from geometry.broadphase.all_pairs import all_pairs
from geometry.broadphase.boxes import Box, box_of, overlap
from geometry.broadphase.structure import Pair
from geometry.record import record
from geometry.shape import Aabb


@record
class FaultyPairs:
    """What a faulty broadphase reports."""

    reported: tuple[Pair, ...]  # as found: a pair may come twice, or of a body with itself
    tested: int  # comparisons of two boxes that it took
    missed: tuple[Pair, ...]  # pairs that touch or overlap and are not reported
    surplus: int  # reports too many: repeated pairs, and those of a body with itself


def ordered_pairs(boxes: Sequence[Aabb]) -> FaultyPairs:
    """Each body with each other one: (i, j) and (j, i), so that every pair is reported, and pushed, twice."""
    n = len(boxes)
    return _judged(boxes, [(i, j) for i in range(n) for j in range(n) if i != j])


def with_itself(boxes: Sequence[Aabb]) -> FaultyPairs:
    """Each body with itself and every later one: each overlaps itself by all of its own width."""
    n = len(boxes)
    return _judged(boxes, [(i, j) for i in range(n) for j in range(i, n)])


def called_exponential(boxes: Sequence[Aabb]) -> int:
    """How many comparisons all pairs would take if their number doubled with each body, as "exponential" says."""
    return int(2 ** len(boxes))


def _judged(boxes: Sequence[Aabb], tested: Sequence[Pair]) -> FaultyPairs:
    sides = sides_of(boxes)
    return judged_pairs(boxes, [(i, j) for i, j in tested if overlap(sides[i], sides[j])], len(tested))


def sides_of(boxes: Sequence[Aabb]) -> list[Box]:
    """The boxes as plain numbers. Raises ValueError as the structures do."""
    return [box_of(box, f"the box of body {i}") for i, box in enumerate(boxes)]


def judged_pairs(boxes: Sequence[Aabb], reported: Iterable[Pair], tested: int) -> FaultyPairs:
    """What a faulty rule reports, held against all pairs."""
    found = tuple(reported)
    known = {(min(pair), max(pair)) for pair in found}
    true = all_pairs(boxes).pairs
    missed = tuple(pair for pair in true if pair not in known)
    return FaultyPairs(found, tested, missed, len(found) - (len(true) - len(missed)))
