"""Uniform grid: words of single scenes, faults from the first step, cells that repeat pairs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.uniform_grid import CellCompared, CellsEntered
from lessons.broadphase.grid import CENTRE, TRUNCATED, TWICE
from lessons.broadphase.grid_state import costs_at
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.test_grid import FIRST, LESSON, grid_of, last, true_pairs
from viz.lesson.ink import Ink, Line
from viz.lesson.mark import Area
from viz.lesson.text import plain


def test_words_of_boxes_that_just_touch_of_the_huge_box_and_of_the_heap() -> None:
    touching = moments(LESSON, "Touching on a line")
    for moment in touching:
        told = plain(LESSON.page(moment).sentence) + plain(LESSON.situation(moment))
        assert "overlap" not in told
    assert plain(LESSON.situation(touching[-1])) == "1 of 1 pair is compared: it touches, which counts as contact."
    assert "each pair shares a cell at every size" in LESSON.page(touching[-1]).idea
    assert "each pair shares a cell at every size" in LESSON.page(last("Around a corner")).idea
    assert "Large cells: a cell has many pairs" in LESSON.page(last("Long boxes")).idea
    huge = last("One huge box")
    held = grid_of(huge.scene)
    own, entries = sum(300 in ids for ids in held.values()), sum(map(len, held.values()))
    assert f"{own:,} of the {entries:,} entries" in LESSON.page(huge).idea
    heap = last("Heap")
    best, least = heap.scene.least
    assert int(costs_at(heap.scene.boxes, (best,)).total[0]) == least
    assert f"still {least:,}, as {len(true_pairs(heap.scene)):,} pairs" in plain(LESSON.page(heap).idea)


def test_a_faulty_rule_is_seen_from_the_first_step() -> None:
    for moment in moments(LESSON, "Around a corner", CENTRE):
        if isinstance(moment.step, CellsEntered):
            left, low, right, high = moment.scene.boxes[moment.step.id]
            (cell,) = strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)
            wanted = math.floor((left + right) / 4.0) + 0.5, math.floor((low + high) / 4.0) + 0.5
            assert np.mean(cell.points, axis=0) / 2.0 == pytest.approx(wanted)
    cells = [m for m in moments(LESSON, "Long boxes", TWICE) if isinstance(m.step, CellCompared)]
    for count, moment in enumerate(cells, start=1):
        told = labels(drawn(LESSON, "world", moment), Ink.FAULTY)
        assert set(told) == ({f"reported {count} times"} if count > 1 else set())
    for moment in moments(LESSON, "Around the origin", TRUNCATED):
        assert len(strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)) == 2
    row = LESSON.page(last("Around a corner", CENTRE)).rows[-1]
    assert row.faulty
    assert [plain(each) for each in row.cells] == [CENTRE, "", "0", "0"]


def test_a_cell_that_only_repeats_pairs_is_hatched_once_it_is_passed() -> None:
    for moment in moments(LESSON, FIRST):
        world = drawn(LESSON, "world", moment)
        hatched = [np.mean(m.points, axis=0) for m in world.marks if isinstance(m, Area) and m.hatched]
        passed = isinstance(moment.step, CandidatePairs) or getattr(moment.step, "cell", (0, 0)) >= (4, 3)
        assert np.array(hatched) == pytest.approx(np.array([(4.5 * 1.8, 3.5 * 1.8)] if passed else []))
        if isinstance(moment.step, CellCompared):
            assert f"k = {len(moment.step.ids)}" in labels(world)
        assert {"i", "j"} <= set(labels(world))
        assert "c = 1.80" in labels(world)
