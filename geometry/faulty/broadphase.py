"""Broadphases that are wrong, each by one idea that is often met: they miss pairs, or report one twice.

Source of the ideas: SAT explained (error 18 and the loops that it prints).
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from numpy.typing import ArrayLike

from geometry.broadphase.aabb_tree import AabbTree
from geometry.broadphase.all_pairs import all_pairs
from geometry.broadphase.boxes import Box, box_of, fattened, overlap
from geometry.broadphase.quadtree import Quadtree, quadtree
from geometry.broadphase.quadtree_cell import CellCompared, Keep, quarters_of
from geometry.broadphase.structure import FirstHit, Pair, pair_of
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
    return _in_cells(boxes, [centre_span(sides, c) for sides in sides_of(boxes)], is_unique=True)


def centre_span(sides: Box, c: float) -> Span:
    """The one cell that `cell_of_the_centre` enters a box in, as the cells that it covers."""
    left, bottom, right, top = sides
    i, j = math.floor((left + right) / 2.0 / c), math.floor((bottom + top) / 2.0 / c)
    return i, j, i, j


def not_made_unique(boxes: Sequence[Aabb], c: float) -> FaultyPairs:
    """Each pair compared, and reported, in every cell that both boxes cover."""
    return _in_cells(boxes, [span_of(box, c) for box in sides_of(boxes)], is_unique=False)


def truncated(boxes: Sequence[Aabb], c: float) -> FaultyPairs:
    """Places rounded towards zero: the cells on both sides of 0 melt into one of double width. Nothing is missed, and
    more pairs are compared."""
    return _in_cells(boxes, [truncated_span(sides, c) for sides in sides_of(boxes)], is_unique=True)


def truncated_span(sides: Box, c: float) -> Span:
    """The cells that `truncated` enters a box in."""
    left, bottom, right, top = (int(side / c) for side in sides)
    return left, bottom, right, top


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


# --- quadtrees; the arguments are those of `Quadtree`


@record
class SplitOn:
    """What a quadtree without a depth limit makes of the leaves that are too full at the limit."""

    split: tuple[Box, ...]  # the cells beyond the limit that were split, those at the limit first
    leaves: int  # leaves of the whole tree, after so many levels more
    full: int  # of those, the leaves that still hold more bodies than the capacity


def leaf_of_the_centre(boxes: Sequence[Aabb], area: Aabb, *, capacity: int = 4, depth: int = 6) -> FaultyPairs:
    """Each box only in the leaf of its centre: boxes that overlap across a border are never compared."""
    return _in_quarters(boxes, area, quarter_of_the_centre, capacity, depth)


def quarter_of_the_centre(box: Box, x: float, y: float) -> int:
    return int((box[0] + box[2]) / 2.0 >= x) + 2 * int((box[1] + box[3]) / 2.0 >= y)


def closed_on_both_sides(boxes: Sequence[Aabb], area: Aabb, *, capacity: int = 4, depth: int = 6) -> FaultyPairs:
    """A box that ends on a split line counts as left of it, one that begins there as right: if both touch there they
    lie in different quarters and are never compared."""
    return _in_quarters(boxes, area, closed_quarter, capacity, depth)


def closed_quarter(box: Box, x: float, y: float) -> int | None:
    column = 0 if box[2] <= x else 1 if box[0] >= x else None
    row = 0 if box[3] <= y else 2 if box[1] >= y else None
    return None if column is None or row is None else column + row


def not_reinserted(
    before: Sequence[Aabb],
    now: Sequence[Aabb],
    area: Aabb,
    *,
    capacity: int = 4,
    depth: int = 6,
    keep: Keep = Keep.CELL,
) -> FaultyPairs:
    """The bodies have moved, and their cells are those of an earlier frame: who came together since is missed."""
    sides, steps = sides_of(now), quadtree.trace(before, area, capacity=capacity, depth=depth, keep=keep)
    tested = [pair for step in steps if isinstance(step, CellCompared) for pair in step.compared]
    return judged_pairs(now, [(i, j) for i, j in tested if overlap(sides[i], sides[j])], len(tested))


def no_depth_limit(boxes: Sequence[Aabb], area: Aabb, *, capacity: int = 4, depth: int = 6, more: int = 2) -> SplitOn:
    """Splits go on for as long as a leaf holds more than `capacity` bodies; told of the next `more` levels only, as
    bodies that share a place make them endless."""
    sides, tree = sides_of(boxes), Quadtree(area, capacity=capacity, depth=depth, keep=Keep.LEAVES)
    for i, box in enumerate(boxes):
        tree.insert(i, box)
    leaves = [cell for cell in tree.cells() if not cell.quarters]
    done, now, split = len(leaves), [(cell, sorted(cell.ids)) for cell in leaves if cell.level >= depth], []
    done -= len(now)
    for _ in range(more):
        full = [cell for cell, ids in now if len(ids) > capacity]
        done += len(now) - len(full)
        split += [cell.box for cell in full]
        for cell in full:
            cell.split()
        now = [
            (quarter, [i for i in sorted(cell.ids) if quarter in cell.quarters_under(sides[i])])
            for cell in full
            for quarter in cell.quarters
        ]
        for quarter, ids in now:
            quarter.ids = set(ids)
    return SplitOn(tuple(split), done + len(now), sum(len(ids) > capacity for _, ids in now))


def _in_quarters(
    boxes: Sequence[Aabb],
    area: Aabb,
    quarter: Callable[[Box, float, float], int | None],
    capacity: int,
    depth: int,
) -> FaultyPairs:
    """All pairs of each cell's own bodies and of those kept above it, where `quarter` says who goes down."""
    sides, tested = sides_of(boxes), list[Pair]()
    for cell in cells_by(sides, box_of(area, "the area"), quarter, capacity, depth):
        tested += [*itertools.combinations(cell.own, 2), *(pair_of(a, b) for a in cell.own for b in cell.above)]
    return judged_pairs(boxes, [(i, j) for i, j in tested if overlap(sides[i], sides[j])], len(tested))


class FaultyCell(NamedTuple):
    """A cell of a tree in which a faulty rule says who goes down."""

    box: Box
    level: int
    own: list[int]  # the bodies that it keeps
    above: list[int]  # those that cells above it keep
    is_split: bool


def cells_by(
    sides: Sequence[Box], root: Box, quarter: Callable[[Box, float, float], int | None], capacity: int, depth: int
) -> list[FaultyCell]:
    """All cells of such a tree, each before its quarters."""
    found: list[FaultyCell] = []
    cells: list[tuple[Box, int, list[int], list[int]]] = [(root, 0, [*range(len(sides))], [])]
    while cells:
        box, level, ids, above = cells.pop()
        own, is_split = ids, len(ids) > capacity and level < depth
        if is_split:
            x, y = (box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0
            places = {i: quarter(sides[i], x, y) for i in ids}
            own = [i for i in ids if places[i] is None]
            into = [[i for i in ids if places[i] == place] for place in range(4)]
            quarters = [*zip(quarters_of(box, (x, y)), into, strict=True)]
            cells += [(part, level + 1, inner, [*above, *own]) for part, inner in reversed(quarters)]
        found.append(FaultyCell(box, level, own, above, is_split))
    return found


# --- sweeps along an axis: 0 for x, 1 for y


def stopped_at_gap(boxes: Sequence[Aabb], axis: int) -> FaultyPairs:
    """`break` at the first active box that is apart on the other axis, where `continue` is right: the active boxes
    behind it are never looked at."""
    return _sweep(boxes, sides_of(boxes), axis, stops=True)


def touching_dropped(boxes: Sequence[Aabb], axis: int) -> FaultyPairs:
    """A box that ends exactly where the new one begins is no longer active: pairs that touch there are missed."""
    return _sweep(boxes, sides_of(boxes), axis, is_strict=True)


def last_frames_order(before: Sequence[Aabb], boxes: Sequence[Aabb], axis: int) -> FaultyPairs:
    """Swept in the order of the frame before, as nothing was sorted again: a box is dropped for good at a beginning
    behind its end, though one that begins before its end may come later."""
    return _sweep(boxes, sides_of(before), axis)


def _sweep(
    boxes: Sequence[Aabb], ordered: Sequence[Box], axis: int, *, stops: bool = False, is_strict: bool = False
) -> FaultyPairs:
    """The boxes in the order of the beginnings of others, each compared with those that have not ended."""
    begun = begun_by(sides_of(boxes), ordered, axis, stops=stops, is_strict=is_strict)
    found = [pair_of(i, j) for i, (_, _, hits) in begun.items() for j in hits]
    return judged_pairs(boxes, found, sum(len(compared) for _, compared, _ in begun.values()))


def begun_by(
    sides: Sequence[Box], ordered: Sequence[Box], axis: int, *, stops: bool = False, is_strict: bool = False
) -> dict[int, tuple[list[int], list[int], list[int]]]:
    """Of each box, in the order in which they begin: the active ones, those that it is compared with, and those of
    them that it touches or overlaps."""
    low, high, active = axis, axis + 2, list[int]()
    begun: dict[int, tuple[list[int], list[int], list[int]]] = {}
    for i in sorted(range(len(sides)), key=lambda i: (ordered[i][low], i)):
        begin = sides[i][low]
        active = [j for j in active if (sides[j][high] > begin if is_strict else sides[j][high] >= begin)]
        compared = active
        if stops:
            gap = next((place for place, j in enumerate(active) if not overlap(sides[i], sides[j])), len(active))
            compared = active[: gap + 1]
        begun[i] = active, compared, [j for j in compared if overlap(sides[i], sides[j])]
        active = [*active, i]
    return begun


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
