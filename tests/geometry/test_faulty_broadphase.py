"""Broadphases that are wrong: what each reports, misses and compares, counted by hand and by another way."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from geometry import Aabb, UniformGrid, all_pairs
from geometry.broadphase.all_pairs import CountDoubled, RowCompared, TableHalved
from geometry.faulty.broadphase import (
    called_exponential,
    cell_of_the_centre,
    last_frames_order,
    not_made_unique,
    ordered_pairs,
    stopped_at_gap,
    touching_dropped,
    truncated,
    with_itself,
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


def test_picked_steps_keep_their_lines_and_the_answer() -> None:
    whole = all_pairs.trace(eight_boxes())
    few = picked(whole, [0, 3, len(whole) - 1])
    assert few.steps == (whole[0], whole[3], whole[-1])
    assert [few.line(i) for i in range(3)] == [whole.line(0), whole.line(3), whole.line(len(whole) - 1)]
    assert few.result is whole.result
