"""Broadphases that are wrong, each by one idea that is often met: they miss pairs, or report one twice.

Source of the ideas: SAT explained (error 18 and the loops that it prints).
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from numpy.typing import ArrayLike

from geometry.broadphase.aabb_tree import AabbTree
from geometry.broadphase.all_pairs import all_pairs
from geometry.broadphase.boxes import Box, box_of, fattened, overlap
from geometry.broadphase.structure import FirstHit, Pair
from geometry.broadphase.uniform_grid import Cell, Span, cells_of, first_shared_cell, span_of
from geometry.record import record
from geometry.shape import Aabb, point


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


# --- uniform grids, of cells of size c (> 0, world units); those of boxes of a reasonable number of cells


def cell_of_the_centre(boxes: Sequence[Aabb], c: float) -> FaultyPairs:
    """Each box in the one cell that its centre lies in: boxes that overlap across a line of the grid are missed."""
    spans = [
        (math.floor((left + right) / 2.0 / c), math.floor((bottom + top) / 2.0 / c)) * 2
        for left, bottom, right, top in sides_of(boxes)
    ]
    return _in_cells(boxes, spans, is_unique=True)


def not_made_unique(boxes: Sequence[Aabb], c: float) -> FaultyPairs:
    """Each pair compared, and reported, in every cell that both boxes cover."""
    return _in_cells(boxes, [span_of(box, c) for box in sides_of(boxes)], is_unique=False)


def truncated(boxes: Sequence[Aabb], c: float) -> FaultyPairs:
    """Places rounded towards zero: the cells on both sides of 0 melt into one of double width. Nothing is missed, and
    more pairs are compared."""
    spans = [
        (int(left / c), int(bottom / c), int(right / c), int(top / c)) for left, bottom, right, top in sides_of(boxes)
    ]
    return _in_cells(boxes, spans, is_unique=True)


def _in_cells(boxes: Sequence[Aabb], spans: Sequence[Span], *, is_unique: bool) -> FaultyPairs:
    """All pairs within each cell, with or without those that share an earlier one."""
    sides, cells = sides_of(boxes), defaultdict[Cell, list[int]](list)
    for i, span in enumerate(spans):
        for cell in cells_of(span):
            cells[cell].append(i)
    tested = [
        (i, j)
        for cell in sorted(cells)
        for i, j in itertools.combinations(cells[cell], 2)
        if not is_unique or first_shared_cell(spans[i], spans[j]) == cell
    ]
    return judged_pairs(boxes, [(i, j) for i, j in tested if overlap(sides[i], sides[j])], len(tested))


# --- trees of boxes


def without_rotations(boxes: Sequence[Aabb]) -> AabbTree:
    """A tree in which only the order of insertion decides who stands below whom: sorted boxes make a chain."""
    return _tree_of(boxes, 0.0, rotations=False)


def ancestors_not_refitted(boxes: Sequence[Aabb], body: int, box: Aabb, margin: float) -> FaultyPairs:
    """A leaf follows its body, and the boxes above it stay as they were: queries go by the leaf."""
    tree = _tree_of(boxes, margin)
    tree.boxes[body] = box_of(box, f"the box of body {body}")
    tree.leaves[body].box = fattened(tree.boxes[body], margin)
    found = tree.pairs()
    return judged_pairs([*boxes[:body], box, *boxes[body + 1 :]], found.pairs, found.tested)


def radius_forgotten(boxes: Sequence[Aabb], start: ArrayLike, translation: ArrayLike) -> FirstHit:
    """A disc cast as its centre alone, against boxes that have not grown: it passes what its rim meets."""
    return _tree_of(boxes, 0.0).cast(point(start), translation)


def _tree_of(boxes: Sequence[Aabb], margin: float, *, rotations: bool = True) -> AabbTree:
    tree = AabbTree(margin, rotations=rotations)
    for i, box in enumerate(boxes):
        tree.insert(i, box)
    return tree
