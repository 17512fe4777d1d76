"""Uniform grid: words of single scenes, faults from the first step, cells that repeat pairs."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.uniform_grid import CellCompared, CellsEntered
from lessons.broadphase.grid import CENTRE, TRUNCATED, TWICE
from lessons.broadphase.grid_state import costs_at
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.test_grid import FIRST, LESSON, grid_of, last, true_pairs
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.mark import Area, Crowd, Dot
from viz.lesson.text import plain


def test_words_of_boxes_that_just_touch_of_the_huge_box_and_of_the_heap() -> None:
    touching = moments(LESSON, "Touching on a line")
    for moment in touching:
        told = plain(LESSON.page(moment).sentence) + plain(LESSON.situation(moment))
        assert "overlap" not in told
    assert plain(LESSON.situation(touching[-1])) == "The only pair is compared: it touches, which counts as contact."
    assert "each pair shares a cell at every size" in LESSON.page(touching[-1]).idea
    assert "each pair shares a cell at every size" in LESSON.page(last("Around a corner")).idea
    assert "Large cells: many pairs" in LESSON.page(last("Long boxes")).idea
    huge = last("One huge box")
    held = grid_of(huge.scene)
    own, entries = sum(300 in ids for ids in held.values()), sum(map(len, held.values()))
    assert f"{own:,} of the {entries:,} entries" in LESSON.page(huge).idea
    heap = last("Heap")
    best, least = heap.scene.least
    assert int(costs_at(heap.scene.boxes, (best,)).total[0]) == least
    assert f"a cost of {least:,}: {len(true_pairs(heap.scene)):,} pairs" in plain(LESSON.page(heap).idea)
    for name, rises in (("Touching on a line", False), ("Around a corner", True)):
        scene = last(name).scene
        sizes = np.arange(scene.sizes[0], scene.sizes[1], 0.01)
        counted = [sum(map(len, grid_of(scene.with_field("c", c)).values())) for c in sizes]
        assert any(b > a for a, b in itertools.pairwise(counted)) is rises
        assert ("costs some again" in LESSON.page(last(name)).idea) is rises


def test_the_last_table_has_the_sizes_beside_c_and_what_they_cost() -> None:
    for name in ("Eight boxes", "Even crowd of 300", "Touching on a line"):
        moment = last(name)
        scene, table = moment.scene, LESSON.table(moment)
        assert table is not None
        assert table.columns == ("$c$", "entries", "pairs", "cost")
        assert sorted(table.rows, key=lambda row: float(row[1].cells[0])) == list(table.rows)
        for k, (_, row) in enumerate(table.rows):
            told, *counts = (float(each.replace(",", "")) for each in row.cells)
            assert (k in table.current) == (told == scene.c)
            (c,) = (
                each
                for each in (scene.c, scene.c / 2.0, 2.0 * scene.c, scene.least[0])
                if f"{each:.2f}" == row.cells[0]
            )
            held = grid_of(scene.with_field("c", c)).values()
            entries, pairs = sum(map(len, held)), {p for ids in held for p in itertools.combinations(ids, 2)}
            assert counts == [entries, len(pairs), entries + len(pairs)]
        assert LESSON.table(moments(LESSON, name)[-2]).columns[0] == "cell"  # type: ignore[union-attr]


def test_the_chart_marks_the_least_cost_and_a_typical_box() -> None:
    moment = last("Eight boxes")
    chart, (best, least) = drawn(LESSON, "cost", moment), moment.scene.least
    (ring,) = (m.at for m in chart.marks if isinstance(m, Dot) and m.point is Point.RING)
    assert ring == pytest.approx((math.log10(best), least))
    assert {f"least {least}", "typical box"} <= set(labels(chart))
    (tick,) = strokes(chart, Ink.A, Line.MEASURE)
    sides = [length for a, b, c, d in moment.scene.boxes for length in (c - a, d - b)]
    assert tick.points[0] == pytest.approx((math.log10(np.median(sides)), 0.0))
    (area,) = (m for m in chart.marks if isinstance(m, Crowd))
    x1, y1, x2, y2, x3, y3 = area.triangles.T
    covered = 0.5 * ((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1))
    costs, top = moment.scene.costs, 4.6 * least
    between = np.minimum(costs.total, top) - np.minimum(costs.pairs, top)
    assert (covered >= 0.0).all()
    assert covered.sum() == pytest.approx(np.trapezoid(between, np.log10(costs.sizes)))


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
    assert [plain(each) for each in row.cells] == [CENTRE, "", "0", "", "0"]


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
