"""Broadphases that are wrong: what each reports, misses and compares, counted by hand and by another way."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from geometry import Aabb, AabbTree, UniformGrid, all_pairs, circle
from geometry.broadphase.all_pairs import CountDoubled, RowCompared, TableHalved
from geometry.broadphase.quadtree import quadtree, quadtree_frames
from geometry.broadphase.quadtree_cell import Keep
from geometry.broadphase.structure import CandidatePairs
from geometry.faulty import crowds
from geometry.faulty.broadphase import (
    ancestors_not_refitted,
    called_exponential,
    cell_of_the_centre,
    closed_on_both_sides,
    last_frames_order,
    leaf_of_the_centre,
    no_depth_limit,
    not_made_unique,
    not_reinserted,
    ordered_pairs,
    radius_forgotten,
    stopped_at_gap,
    touching_dropped,
    truncated,
    with_itself,
    without_rotations,
)
from geometry.trace import picked
from tests.geometry.crowds import UNIT, aabb, crowd, eight_boxes

HITS = ((0, 1), (2, 3), (4, 5))


@pytest.mark.parametrize("n", [0, 1, 2, 8, 60])
def test_the_table_is_halved_and_doubled(n: int) -> None:
    trace = all_pairs.trace(crowd("even", n))
    assert [type(step) for step in trace][:n] == [RowCompared] * n
    halved, doubled, answer = trace.steps[n:]
    assert isinstance(halved, TableHalved)
    assert isinstance(doubled, CountDoubled)
    assert (halved.n, halved.cells, halved.diagonal, halved.tested) == (n, n * n, n, math.comb(n, 2))
    assert (doubled.n, doubled.tested) == (2 * n, math.comb(2 * n, 2))
    assert answer.tested == math.comb(n, 2)


def test_ordered_pairs_report_each_pair_twice() -> None:
    found = ordered_pairs(eight_boxes())
    assert found.tested == 56
    assert Counter(tuple(sorted(pair)) for pair in found.reported) == dict.fromkeys(HITS, 2)
    assert (found.missed, found.surplus) == ((), 3)


def test_with_itself_each_box_overlaps_itself() -> None:
    found = with_itself(eight_boxes())
    assert found.tested == 36
    assert set(found.reported) == {*HITS, *((i, i) for i in range(8))}
    assert (found.missed, found.surplus) == ((), 8)


def test_exponential_passes_the_count_of_two_thousand_bodies_at_twenty_one() -> None:
    assert called_exponential(eight_boxes()) == 256
    assert called_exponential(crowd("even", 20)) < math.comb(2001, 2) < called_exponential(crowd("even", 21))


# The counts of the storyboard, made by independent code: compared, missed, reported too often.
@pytest.mark.parametrize(
    ("rule", "c", "counts"),
    [
        (cell_of_the_centre, 0.5, (113, 156, 0)),
        (cell_of_the_centre, 2.0, (1791, 35, 0)),
        (not_made_unique, 0.5, (993, 0, 474 - 251)),
        (truncated, 0.5, (654, 0, 0)),
    ],
)
def test_grids_that_are_wrong_on_the_even_crowd(rule, c: float, counts: tuple[int, int, int]) -> None:  # type: ignore[no-untyped-def]
    found = rule(crowd("even"), c)
    assert (found.tested, len(found.missed), found.surplus) == counts


def test_truncation_melts_the_cells_around_zero_into_one() -> None:
    shifted = [aabb(*(box.low - 5.0), *(box.high - 5.0)) for box in crowd("even")]
    found, grid = truncated(shifted, 0.5), UniformGrid(0.5)
    for i, box in enumerate(shifted):
        grid.insert(i, box)
    assert (grid.pairs().tested, found.tested, found.missed, found.surplus) == (654, 689, (), 0)


@pytest.mark.parametrize("c", [0.3, 0.9, 1.8])
def test_what_the_centre_misses_lies_in_two_cells(c: float) -> None:
    boxes = crowd("even", 120)
    middles = [tuple(math.floor(x / c) for x in ((box.low + box.high) / 2.0)) for box in boxes]
    missed = set(cell_of_the_centre(boxes, c).missed)
    for i, j in all_pairs(boxes).pairs:
        assert ((i, j) in missed) == (middles[i] != middles[j])


def test_a_pair_is_reported_once_a_shared_cell() -> None:
    boxes, c = crowd("even", 80), 0.35
    reported = Counter(not_made_unique(boxes, c).reported)

    def cells(i: int) -> set[tuple[int, int]]:
        low, high = (tuple(math.floor(x / c) for x in corner) for corner in (boxes[i].low, boxes[i].high))
        return set(itertools.product(range(low[0], high[0] + 1), range(low[1], high[1] + 1)))

    pairs = all_pairs(boxes).pairs
    assert reported == {(i, j): len(cells(i) & cells(j)) for i, j in pairs}


def swept(boxes: list[Aabb], begins: list[float], axis: int, *, strict: bool = False) -> set[tuple[int, int]]:
    """Pairs that overlap and of which the earlier one has not been dropped when the later one begins: it ends before
    the least beginning since it came that could drop it."""
    order = sorted(range(len(boxes)), key=lambda i: (begins[i], i))
    met = set()
    for place, j in enumerate(order):
        for later in range(place + 1, len(order)):
            i = order[later]
            furthest = max(boxes[each].low[axis] for each in order[place + 1 : later + 1])
            end = boxes[j].high[axis]
            if (end > furthest if strict else end >= furthest) and (min(i, j), max(i, j)) in all_pairs(boxes).pairs:
                met.add((min(i, j), max(i, j)))
    return met


@pytest.mark.parametrize("axis", [0, 1])
def test_last_frames_order_drops_boxes_for_good(axis: int) -> None:
    boxes = crowd("even", 40)
    moves = np.random.default_rng(1).uniform(-0.5, 0.5, (40, 2))
    later = [aabb(*(box.low + move), *(box.high + move)) for box, move in zip(boxes, moves, strict=True)]
    found = last_frames_order(boxes, later, axis)
    assert set(found.reported) == swept(later, [float(box.low[axis]) for box in boxes], axis)
    assert found.missed
    assert found.surplus == 0
    assert not last_frames_order(boxes, boxes, axis).missed


@pytest.mark.parametrize("axis", [0, 1])
def test_touching_dropped_misses_what_touches_along_the_axis(axis: int) -> None:
    boxes = [aabb(i, j, i + 1, j + 1) for i in range(3) for j in range(3)]
    found = touching_dropped(boxes, axis)
    touch = {(i, j) for i, j in all_pairs(boxes).pairs if boxes[i].low[axis] != boxes[j].low[axis]}
    assert set(found.missed) == touch
    assert not touching_dropped(crowd("even"), axis).missed


@pytest.mark.parametrize("axis", [0, 1])
def test_stopped_at_gap_finds_only_what_comes_before_a_gap(axis: int) -> None:
    boxes = crowd("even", 120)
    low, high = np.array([box.low for box in boxes]), np.array([box.high for box in boxes])
    true = set(all_pairs(boxes).pairs)
    right = set()
    for i in range(120):
        earlier = (low[:, axis] < low[i, axis]) & (high[:, axis] >= low[i, axis])
        for j in sorted(np.flatnonzero(earlier), key=lambda j: low[j, axis]):
            if (min(i, int(j)), max(i, int(j))) not in true:
                break
            right.add((min(i, int(j)), max(i, int(j))))
    found = stopped_at_gap(boxes, axis)
    assert set(found.reported) == right
    assert set(found.missed) == true - right
    assert found.missed


@pytest.mark.parametrize("kind", ["even", "heap", "column", "huge"])
@pytest.mark.parametrize("axis", [0, 1])
def test_the_twin_on_arrays_stops_at_the_same_gaps(kind: str, axis: int) -> None:
    boxes = crowd(kind, 150)
    twin = crowds.stopped_at_gap(np.array([(*box.low, *box.high) for box in boxes]).T, axis)
    alone = stopped_at_gap(boxes, axis)
    assert [*zip(twin.first.tolist(), twin.second.tolist(), strict=True)] == sorted(alone.reported)
    assert twin.tested == alone.tested


def test_without_rotations_a_sorted_row_is_a_chain() -> None:
    row = [aabb(i, i, i + 0.5, i + 0.5) for i in range(40)]
    chain, kept = without_rotations(row), AabbTree()
    for i, box in enumerate(row):
        kept.insert(i, box)
    assert chain.height > 3 * kept.height
    assert chain.pairs().pairs == kept.pairs().pairs == ()


def test_a_leaf_under_boxes_that_are_not_refitted_is_missed() -> None:
    boxes, target = eight_boxes(), aabb(3.9, 1.2, 4.9, 2.0)
    found = ancestors_not_refitted(boxes, 7, target, 0.2)
    moved = [*boxes[:7], target]
    assert found.missed == ((2, 7), (3, 7))
    assert set(found.reported) | set(found.missed) == set(all_pairs(moved).pairs)
    assert ancestors_not_refitted(boxes, 7, boxes[7], 0.2).missed == ()


def test_a_cast_that_forgets_its_radius_passes_what_the_disc_meets() -> None:
    wall = [aabb(3.0, 1.0, 4.0, 2.0)]
    tree = AabbTree()
    tree.insert(0, wall[0])
    assert tree.cast(circle(0.3, (0.0, 0.8)), (5.0, 0.0)).fraction == pytest.approx(2.7 / 5.0)
    assert radius_forgotten(wall, (0.0, 0.8), (5.0, 0.0)).id is None
    assert radius_forgotten(wall, (0.0, 1.5), (5.0, 0.0)).fraction == pytest.approx(3.0 / 5.0)


def test_picked_steps_keep_their_lines_and_the_answer() -> None:
    whole = all_pairs.trace(eight_boxes())
    few = picked(whole, [0, 3, len(whole) - 1])
    assert few.steps == (whole[0], whole[3], whole[-1])
    assert [few.line(i) for i in range(3)] == [whole.line(0), whole.line(3), whole.line(len(whole) - 1)]
    assert few.result is whole.result


def test_frames_of_a_quadtree_are_each_answered() -> None:
    frames = [crowd("even", 40, seed) for seed in (1, 2, 3)]
    trace = quadtree_frames.trace(frames, UNIT, capacity=2, keep=Keep.LEAVES)
    found = [step.pairs for step in trace if isinstance(step, CandidatePairs)]
    assert found == [all_pairs(boxes).pairs for boxes in frames]
    assert trace.result.pairs == found[-1]


def test_quadtrees_by_the_centre_miss_what_lies_across_a_border() -> None:
    boxes = [aabb(3.2, 1.0, 4.2, 2.0), aabb(3.9, 1.0, 4.9, 2.0)]
    area = aabb(0.0, 0.0, 8.0, 8.0)
    found = leaf_of_the_centre(boxes, area, capacity=1)
    assert (found.tested, found.missed) == (0, ((0, 1),))
    assert leaf_of_the_centre(boxes, area, capacity=2).missed == ()
    assert leaf_of_the_centre(crowd("even"), UNIT, capacity=300).tested == math.comb(300, 2)


def test_quadtrees_closed_on_both_sides_miss_only_what_touches_on_a_line() -> None:
    area = aabb(0.0, 0.0, 8.0, 8.0)
    touching = [aabb(2.0, 1.0, 4.0, 3.0), aabb(4.0, 1.0, 6.0, 3.0)]
    assert closed_on_both_sides(touching, area, capacity=1).missed == ((0, 1),)
    turned = [aabb(1.0, 2.0, 3.0, 4.0), aabb(1.0, 4.0, 3.0, 6.0)]
    assert closed_on_both_sides(turned, area, capacity=1).missed == ((0, 1),)
    inside = crowd("even")
    wide = aabb(-1.0, -1.0, 11.0, 11.0)
    found = closed_on_both_sides(inside, wide, capacity=4)
    assert found.missed == ()
    assert found.tested == quadtree(inside, wide).tested


def test_quadtrees_of_an_earlier_frame_miss_who_came_together() -> None:
    before, now = [aabb(0, 0, 1, 1), aabb(6, 6, 7, 7)], [aabb(0, 0, 1, 1), aabb(0.5, 0.5, 1.5, 1.5)]
    assert not_reinserted(before, now, UNIT, capacity=1).missed == ((0, 1),)
    assert not_reinserted(now, now, UNIT, capacity=1).missed == ()


def test_quadtrees_without_a_limit_split_on_boxes_at_one_place() -> None:
    same = [aabb(1.0, 1.0, 3.0, 3.0)] * 2
    found = no_depth_limit(same, aabb(0.0, 0.0, 8.0, 8.0), capacity=1, depth=1, more=2)
    assert len(found.split) == 1 + 4  # the lower left quarter, then its quarters: each still holds both
    assert (found.leaves, found.full) == (3 + 16, 9)
    assert no_depth_limit(same, aabb(0.0, 0.0, 8.0, 8.0), capacity=2, depth=1).split == ()
