"""Uniform grid: words of single scenes, faults from the first step, cells that repeat pairs."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.uniform_grid import CellCompared, CellsEntered
from lessons.broadphase.grid_map import is_table_shown
from lessons.broadphase.grid_state import CENTRE, TRUNCATED, TWICE, Gridded, cell_feature, cell_name, costs_at
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.test_grid import FIRST, LESSON, grid_of, last, true_pairs
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Crowd, Dot, Label
from viz.lesson.prediction import Click, Place
from viz.lesson.text import plain


def test_words_of_boxes_that_just_touch_of_the_huge_box_and_of_the_heap() -> None:
    touching = moments(LESSON, "Touching on a line")
    for moment in touching:
        told = plain(LESSON.page(moment).sentence) + plain(LESSON.situation(moment))
        assert "overlap" not in told
    assert plain(LESSON.situation(touching[-1])) == "The only pair is compared: it touches, which counts as contact."
    assert "boxes that only touch on a line share a cell" in LESSON.page(touching[-1]).idea
    assert "No overlap is missed" in LESSON.page(last("Long boxes")).idea
    assert "Large cells: many pairs" in LESSON.page(last(FIRST)).idea
    huge = last("One huge box")
    held = grid_of(huge.scene)
    own, entries = sum(300 in ids for ids in held.values()), sum(map(len, held.values()))
    assert f"{own:,} of the {entries:,} entries" in LESSON.page(huge).idea
    heap = last("Heap")
    best, least = heap.scene.least
    assert int(costs_at(heap.scene.boxes, (best,)).total[0]) == least
    assert f"a cost of {least:,}: {len(true_pairs(heap.scene)):,} pairs" in plain(LESSON.page(heap).idea)


def test_the_last_table_has_the_sizes_beside_c_and_what_they_cost() -> None:
    for name in ("Eight boxes", "Even crowd of 300", "Heap"):
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
        assert len(strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)) == (8 if moment.is_last else 2)
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
            assert (f"k = {len(moment.step.ids)}" in labels(world)) == bool(moment.step.compared)
        assert {"i", "j"} <= set(labels(world))
        assert "c = 1.80" in labels(world)


def rows_of(moment: Moment[Gridded]) -> list[tuple[str, str]]:
    """The rows of the table, from the top: a cell's name, and the letters of its entries."""
    marks = [m for m in drawn(LESSON, "table", moment).marks if isinstance(m, Label)]
    heights = sorted({m.at[1] for m in marks}, reverse=True)
    rows = [[m.text for m in sorted(marks, key=lambda m: m.at[0]) if m.at[1] == y] for y in heights]
    return [(row[0], "".join(each for each in row[1:] if len(each) == 1)) for row in rows]


def test_the_table_has_a_row_for_each_cell_in_use_with_the_boxes_inserted_so_far() -> None:
    for moment in moments(LESSON, FIRST):
        done = moment.step.id + 1 if isinstance(moment.step, CellsEntered) else moment.scene.count
        held = {cell: [i for i in ids if i < done] for cell, ids in sorted(grid_of(moment.scene).items())}
        names = moment.scene.names
        assert rows_of(moment) == [(cell_name(c), "".join(names[i] for i in ids)) for c, ids in held.items() if ids]
        assert is_table_shown(moment) == (not moment.is_last)


def test_a_faulty_rule_has_a_table_of_its_own() -> None:
    corner, origin = last("Around a corner", CENTRE), last("Around the origin", TRUNCATED)
    assert is_table_shown(corner)
    assert rows_of(corner) == [("(0, 0)", "A"), ("(0, 1)", "D"), ("(1, 0)", "B"), ("(1, 1)", "C")]
    assert ("(0, 0)", "ABCD") in rows_of(origin)
    told = [m.text for m in drawn(LESSON, "table", origin).marks if isinstance(m, Label) and m.ink is Ink.FAULTY]
    assert sorted(told) == ["1 pair", "6 pairs"]
    boards = drawn(LESSON, "table", last("Long boxes", TWICE)).marks
    assert "again" in {m.text for m in boards if isinstance(m, Label) and m.ink is Ink.FAULTY}


def test_a_large_table_shows_the_rows_around_the_present_cells() -> None:
    for moment in moments(LESSON, "Even crowd of 300")[:2]:
        left, bottom, right, top = moment.scene.spans[moment.step.id]
        shown = {name for name, _ in rows_of(moment)}
        assert {cell_name((i, j)) for i in range(left, right + 1) for j in range(bottom, top + 1)} <= shown
        assert len(shown) <= 15
        left_out = sum(int(name.split()[1].replace(",", "")) for name in shown if name.startswith("…"))
        assert left_out + sum(name.startswith("(") for name in shown) == sum(
            min(ids) <= moment.step.id for ids in grid_of(moment.scene).values()
        )


def test_the_pair_compared_in_vain_and_the_cells_of_both_are_asked_for() -> None:
    moment = next(m for m in moments(LESSON, FIRST) if isinstance(m.next, CellCompared))
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    true = true_pairs(moment.scene)
    vain = {c for c, ids in grid_of(moment.scene).items() if set(itertools.combinations(ids, 2)) - true}
    assert asked.right == {cell_feature(c) for c in vain}
    assert "D ends on the line y = 1.80" in asked.judge(cell_feature((2, 1))).because
    assert "holds A and B, and they overlap" in asked.judge(cell_feature((0, 0))).because
    assert "one box makes no pair" in asked.judge(cell_feature((1, 2))).because
    assert "holds no box" in asked.judge(cell_feature((0, 4))).because
    first = moments(LESSON, "Touching on a line")[0]
    asked = LESSON.page(first).prediction
    assert isinstance(asked, Click)
    both = {c for c, ids in grid_of(first.scene).items() if len(ids) == 2}
    assert asked.right == {cell_feature(c) for c in both}
    assert "holds A alone: it ends at x = 2.00" in asked.judge(cell_feature((1, 1))).because


def test_the_entries_of_a_huge_box_and_the_pairs_of_a_heap_are_asked_for() -> None:
    huge = next(m for m in moments(LESSON, "One huge box") if LESSON.page(m).prediction is not None)
    asked = LESSON.page(huge).prediction
    assert isinstance(asked, Place)
    scene = huge.scene.with_field("c", huge.scene.c / 2.0)
    own = sum(300 in ids for ids in grid_of(scene).values())
    assert asked.right[0][1] == own
    x = asked.right[0][0]
    assert f"= {own:,} entries" in asked.judge(asked.right).because
    assert not asked.judge(((x, 2.0 * sum(300 in ids for ids in grid_of(huge.scene).values())),)).right
    heap = moments(LESSON, "Heap")[-2]
    asked = LESSON.page(heap).prediction
    assert isinstance(asked, Place)
    hits, (left, y) = len(true_pairs(heap.scene)), asked.right[0]
    assert y == costs_at(heap.scene.boxes, (10.0**left,)).pairs[0] > hits
    assert not asked.judge(((left, hits - 100.0),)).right
    assert f"{hits:,} pairs overlap" in asked.judge(((left, 0.0),)).because
    assert "few pairs are compared in vain" in asked.judge(asked.start).because


def test_each_rule_has_a_goal_that_can_be_met() -> None:
    corner = LESSON.presets["Around a corner"].scene
    near = (
        corner.with_box(0, (0.3, 0.5, 1.9, 1.9)).with_box(3, (0.2, 1.2, 1.8, 2.4)).with_box(2, (0.4, 0.9, 1.5, 2.3))
    )
    assert met(near.with_box(1, (1.4, 1.0, 3.0, 2.2)), CENTRE)
    long = LESSON.presets["Long boxes"].scene.with_box(0, (0.1, 0.2, 1.3, 1.2)).with_box(1, (0.5, 0.5, 1.2, 1.0))
    assert met(long.with_box(2, (0.2, 0.3, 0.7, 0.8)), TWICE)
    origin = LESSON.presets["Around the origin"].scene
    apart = origin.with_box(2, (-2.8, -2.8, -2.2, -2.2)).with_box(3, (2.2, 2.2, 2.8, 2.8))
    assert met(apart.with_box(4, (-4.8, 3.2, -4.2, 3.8)).with_box(5, (3.2, 3.2, 3.8, 3.8)), TRUNCATED)


def met(scene: Gridded, rule: str) -> bool:
    trace = LESSON.run(scene)
    found = LESSON.challenge(Moment(scene, trace, len(trace) - 1, compare=rule))
    assert found is not None
    return found.reached
