"""Broadphases that are wrong: what each reports, misses and compares, counted by hand and by another way."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest

from geometry import AabbTree, UniformGrid, all_pairs, circle
from geometry.broadphase.all_pairs import CountDoubled, RowCompared, TableHalved
from geometry.faulty.broadphase import (
    ancestors_not_refitted,
    called_exponential,
    cell_of_the_centre,
    not_made_unique,
    ordered_pairs,
    radius_forgotten,
    truncated,
    with_itself,
    without_rotations,
)
from geometry.trace import picked
from tests.geometry.crowds import aabb, crowd, eight_boxes

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
