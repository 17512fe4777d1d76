"""Uniform grid: cells, pairs, costs and answers against shapely and by counting cells one by one."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from shapely import box as rectangle

from geometry import box
from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.uniform_grid import CellCompared, CellsEntered, span_of
from geometry.faulty.broadphase import cell_of_the_centre
from lessons.broadphase.boxes import eight_boxes
from lessons.broadphase.grid import Grid
from lessons.broadphase.grid_figure import take_size
from lessons.broadphase.grid_state import CENTRE, SMALLEST, TRUNCATED, TWICE, Gridded, cell_feature, costs_at, in_vain
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.second_edition import moments_of
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, Field, Label
from viz.lesson.prediction import Click, Place
from viz.lesson.text import plain

LESSON = Grid()
FIRST, CROWD = "Eight boxes", "Even crowd of 300"
Cell = tuple[int, int]


def cells_of(sides: tuple[float, ...], c: float) -> set[Cell]:
    """The half open squares that meet a closed box, found one by one."""
    near = [range(math.floor(sides[k] / c) - 1, math.floor(sides[k + 2] / c) + 2) for k in (0, 1)]
    return {
        (i, j)
        for i, j in itertools.product(*near)
        if i * c <= sides[2] and sides[0] < (i + 1) * c and j * c <= sides[3] and sides[1] < (j + 1) * c
    }


def grid_of(scene: Gridded) -> dict[Cell, list[int]]:
    held = defaultdict(list)
    for k, sides in enumerate(scene.boxes):
        for cell in cells_of(sides, scene.c):
            held[cell].append(k)
    return held


def true_pairs(scene: Gridded) -> set[tuple[int, int]]:
    shapes = [rectangle(*each) for each in scene.boxes]
    return {(i, j) for i, j in itertools.combinations(range(len(shapes)), 2) if shapes[i].intersects(shapes[j])}


def last(name: str, compare: str = "") -> Moment[Gridded]:
    return moments(LESSON, name, compare)[-1]


@pytest.mark.parametrize("name", LESSON.presets)
def test_entries_pairs_and_cost_are_those_of_cells_counted_one_by_one(name: str) -> None:
    moment = last(name)
    held = grid_of(moment.scene)
    entries = sum(map(len, held.values()))
    pairs = {pair for ids in held.values() for pair in itertools.combinations(ids, 2)}
    assert moment.trace.result.tested == len(pairs)
    assert set(moment.trace.result.pairs) == true_pairs(moment.scene)
    told = plain(LESSON.page(moment).sentence)
    if not moment.scene.weighs_size:
        skipped = sum(math.comb(len(ids), 2) for ids in held.values()) - len(pairs)
        assert told.startswith(f"{entries} entries in {len(held)} cells. {len(pairs)} pair")
        assert (f" {skipped} duplicate" in told) == (skipped > 0)
        return
    cost = f"{len(pairs):,} {'pair' if len(pairs) == 1 else 'pairs'} cost {entries + len(pairs):,}"
    assert f"c = {moment.scene.c:.2f}: {entries:,} entries and {cost}" in told
    assert f"cost {entries + len(pairs):,}" in labels(drawn(LESSON, "cost", moment))


def test_the_cost_in_numbers_of_the_storyboard() -> None:
    few = Gridded(eight_boxes(), c=1.0).boxes
    found = costs_at(few, (0.5, 1.0, 2.0, 4.0, 8.0))
    assert found.entries.tolist() == [63, 28, 15, 9, 8]
    assert found.pairs.tolist() == [3, 3, 4, 7, 28]
    crowd = costs_at(LESSON.presets[CROWD].scene.boxes, (0.1, 0.2, 0.4, 0.5, 0.7, 1.0, 2.0, 10.0))
    assert crowd.total.tolist() == [7167, 2925, 1655, 1598, 1570, 1925, 3503, 45171]


@pytest.mark.parametrize("name", [FIRST, "Touching on a line", "Around a corner", "Long boxes"])
def test_each_insert_tells_and_outlines_the_cells_of_the_box(name: str) -> None:
    for moment in moments(LESSON, name):
        step, c = moment.step, moment.scene.c
        if not isinstance(step, CellsEntered):
            continue
        cells = cells_of(moment.scene.boxes[step.id], c)
        told = plain(LESSON.page(moment).sentence)
        assert f"= {len(cells)} cell" in told
        for word, k in (("column", 0), ("row", 1)):
            low, high = min(cell[k] for cell in cells), max(cell[k] for cell in cells)
            assert (f"{word} {low} " if low == high else f"{word}s {low} to {high} ") in told
        canvas = drawn(LESSON, "world", moment)
        (outline,) = strokes(canvas, Ink.EXAMINED, Line.MEASURE)
        corners = np.array(outline.points)
        assert (np.ptp(corners, axis=0) / c).prod() == pytest.approx(len(cells))
        words = [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.style is TextStyle.CAPTION]
        for side in moment.scene.boxes[step.id]:
            assert f"{side / c:.2f}" in words
        done = sum(len(cells_of(each, c)) for each in moment.scene.boxes[: step.id + 1])
        assert f"{done} entr" in plain(LESSON.situation(moment))


@pytest.mark.parametrize("name", LESSON.presets)
def test_each_cell_step_is_a_cell_and_its_first_pairs(name: str) -> None:
    held = grid_of(LESSON.presets[name].scene)
    for moment in moments(LESSON, name):
        step, scene = moment.step, moment.scene
        if not isinstance(step, CellCompared):
            continue
        assert sorted(held[step.cell]) == list(step.ids)
        for i, j in itertools.combinations(step.ids, 2):
            first = min(cells_of(scene.boxes[i], scene.c) & cells_of(scene.boxes[j], scene.c))
            assert ((i, j) in step.compared) == (first == step.cell)
        (square,) = strokes(drawn(LESSON, "world", moment), Ink.EXAMINED, Line.FEATURE)
        assert np.mean(square.points, axis=0) == pytest.approx((np.array(step.cell) + 0.5) * scene.c)
        row = LESSON.page(moment).rows[0].cells
        assert plain(row[2]) == f"{len(step.compared):,}"
        assert plain(row[3]) == f"{math.comb(len(step.ids), 2) - len(step.compared):,}"
        assert plain(row[4]) == f"{len(set(step.compared) & true_pairs(scene)):,}"
        is_shared = bool(step.elsewhere) and not scene.is_crowd
        assert LESSON.page(moment).stage == ("Shared cells" if is_shared else "Cells")


def test_cells_are_lit_by_the_pairs_they_hold() -> None:
    moment = last(CROWD)
    (field,) = (m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Field))
    amounts, c = np.array(field.amounts), moment.scene.c
    low = round(field.low[0] / c), round(field.low[1] / c)
    for (i, j), ids in grid_of(moment.scene).items():
        lit = amounts[j - low[1], i - low[0]]
        assert (lit > 0.0) == (len(ids) > 1)
    fullest = max(grid_of(moment.scene).values(), key=len)
    assert amounts.max() == pytest.approx(0.6)
    assert len(fullest) == 10  # 45 pairs: the storyboard's cell of 10 boxes


def test_the_corner_on_a_line_belongs_to_the_next_cell() -> None:
    moment = moments(LESSON, FIRST)[1]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    assert asked.right == {cell_feature((4, 3))}
    assert max(cells_of(moment.scene.boxes[4], 1.8)) == (4, 3)
    assert "on a line: 7.20/1.80 = 4.00, and column 4 begins there" in asked.judge(cell_feature((3, 3))).because
    wrong = asked.judge(cell_feature((0, 2)))
    assert "Cell (0, 2) ends at x = 1.80 and ends at y = 5.40. The corner is at (7.20, 6.80)" in wrong.because
    assert "Cell (4, 4) begins at y = 7.20. The" in asked.judge(cell_feature((4, 4))).because
    assert not wrong.right
    assert wrong.draw is not None
    canvas = drawn(LESSON, "world", moment)
    wrong.draw(canvas, "world")
    corner, square = strokes(canvas, Ink.EXAMINED)[-1], strokes(canvas, Ink.FAULTY)[-1]
    assert (7.2, 6.8) in corner.points
    assert np.mean(square.points, axis=0) == pytest.approx((0.5 * 1.8, 2.5 * 1.8))
    right = asked.judge(cell_feature((4, 3)))
    assert right.draw is not None
    right.draw(canvas, "world")
    assert np.mean(strokes(canvas, Ink.ANSWER)[-1].points, axis=0) == pytest.approx((4.5 * 1.8, 3.5 * 1.8))


@pytest.mark.parametrize("name", [CROWD])
def test_the_least_cost_is_asked_for_before_the_curve_is_drawn(name: str) -> None:
    moment = moments(LESSON, name)[-2]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert not strokes(drawn(LESSON, "cost", moment), Ink.ANSWER)
    assert strokes(drawn(LESSON, "cost", last(name)), Ink.ANSWER)
    c = 10.0 ** asked.right[0][0]
    all_costs = costs_at(moment.scene.boxes, np.geomspace(moment.scene.sizes[0], moment.scene.sizes[1], 72)).total
    assert int(costs_at(moment.scene.boxes, (c,)).total[0]) == all_costs.min()
    small, large = (asked.judge(((math.log10(size), 0.0),)) for size in moment.scene.sizes)
    assert not small.right
    assert "Too small" in small.because
    canvas = drawn(LESSON, "cost", moment)
    assert small.draw is not None
    small.draw(canvas, "cost")
    low = moment.scene.sizes[0]
    cost = sum(len(ids) for ids in grid_of(moment.scene.with_field("c", low)).values())
    cost += len(
        {p for ids in grid_of(moment.scene.with_field("c", low)).values() for p in itertools.combinations(ids, 2)}
    )
    assert strokes(canvas, Ink.FAULTY)[-1].points[1][1] == min(cost, 4.6 * moment.scene.least[1])
    assert f"cost {cost:,}" in small.because
    assert "Too large" in large.because


def test_the_chart_is_the_cost_and_a_drag_in_it_sets_c() -> None:
    moment = last(CROWD)
    scene, axes = moment.scene, next(p for p in LESSON.panes if p.name == "cost").axes
    assert axes is not None
    for stroke in strokes(drawn(LESSON, "cost", moment), Ink.ANSWER):
        for x, y in stroke.points:
            if y < axes(moment).y[1] - 1e-6:
                assert y == int(costs_at(scene.boxes, (10.0**x,)).total[0])
    follow = take_size(moment, np.array((0.0, 100.0)))
    assert follow is not None
    assert follow(scene, np.zeros(2), np.array((math.log10(0.25), 3.0))).c == pytest.approx(0.25)  # type: ignore[attr-defined]
    assert follow(scene, np.zeros(2), np.array((-9.0, 3.0))).c == 0.1  # type: ignore[attr-defined]
    assert take_size(moments(LESSON, CROWD)[0], np.zeros(2)) is None


def test_faulty_grids_miss_and_repeat() -> None:
    corner = last("Around a corner", CENTRE)
    centres = {tuple(np.floor((np.array(b[:2]) + b[2:]) / 2.0 / 2.0)) for b in corner.scene.boxes}
    assert len(centres) == 4
    assert plain(LESSON.situation(corner)) == "Cell of the centre: 6 of 6 overlapping pairs are missed."
    boards = last("Long boxes", TWICE)
    shared = cells_of(boards.scene.boxes[0], 1.4) & cells_of(boards.scene.boxes[1], 1.4)
    assert f"reported {len(shared)} times" in labels(drawn(LESSON, "world", boards), Ink.FAULTY)
    assert f"{len(shared)} reports of 1 overlap." in plain(LESSON.situation(boards))
    origin = last("Around the origin", TRUNCATED)
    c = origin.scene.c
    bands = [np.ptp(s.points, axis=0).min() for s in strokes(drawn(LESSON, "world", origin), Ink.FAULTY, Line.DOTTED)]
    assert bands[:2] == pytest.approx([2.0 * c, 2.0 * c])
    around = {frozenset(pair) for pair in itertools.combinations("ABCD", 2)}
    assert {frozenset(origin.scene.names[k] for k in pair) for pair in in_vain(origin.scene)} == around
    assert len(bands) == 2 + len(around)  # a thread for each pair that is compared in vain


def test_boxes_that_touch_on_a_line_share_the_cell_of_the_right_one() -> None:
    moment = last("Touching on a line")
    assert moment.trace.result.pairs == ((0, 1),)
    assert cells_of(moment.scene.boxes[0], 1.0) & cells_of(moment.scene.boxes[1], 1.0) == {(2, 1), (2, 2)}
    lines = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, Area) and m.ink is Ink.OVERLAP]
    assert not lines  # they share a line, no area


def test_the_challenge_can_be_met() -> None:
    scene = LESSON.presets[FIRST].scene.with_field("c", 2.0)
    scene = scene.with_box(0, (1.2, 0.2, 2.6, 0.8)).with_box(1, (1.4, 1.2, 2.8, 1.8))
    found = LESSON.challenge(moments_of(LESSON, scene)[-1])
    assert found is not None
    assert found.reached
    assert len(cells_of(scene.boxes[0], 2.0) & cells_of(scene.boxes[1], 2.0)) == 2


def test_the_rulers_are_bold_where_the_box_or_the_cell_is() -> None:
    for moment in moments(LESSON, FIRST):
        step, scene = moment.step, moment.scene
        if isinstance(step, CandidatePairs):
            continue
        cells = cells_of(scene.boxes[step.id], scene.c) if isinstance(step, CellsEntered) else {step.cell}
        bold = [
            (int(m.text), m.at)
            for m in drawn(LESSON, "world", moment).marks
            if isinstance(m, Label) and m.style is TextStyle.BOLD and m.ink is Ink.EXAMINED and m.text.isdigit()
        ]
        below = {k for k, (_, y) in bold if y < 0.0}
        beside = {k for k, (x, _) in bold if x < 0.0}
        assert below == {i for i, _ in cells}
        assert beside == {j for _, j in cells}
        for k, (x, y) in bold:
            assert (x if y < 0.0 else y) == pytest.approx((k + 0.5) * scene.c)


def test_the_bar_of_entries_stands_on_that_of_pairs() -> None:
    for moment in moments(LESSON, CROWD)[:-1]:
        step, scene = moment.step, moment.scene
        done = step.id + 1 if isinstance(step, CellsEntered) else scene.count
        entries = sum(len(cells_of(each, scene.c)) for each in scene.boxes[:done])
        pairs = 0 if isinstance(step, CellsEntered) else moment.trace.result.tested
        bars = {m.ink: m.points for m in drawn(LESSON, "cost", moment).marks if isinstance(m, Area)}
        assert (bars[Ink.A][0][1], bars[Ink.A][2][1]) == (pairs, pairs + entries)
        assert (Ink.EXAMINED in bars) == (pairs > 0)
        for points in bars.values():
            assert (points[0][0] + points[1][0]) / 2.0 == pytest.approx(math.log10(scene.c))
            assert points[1][0] > points[0][0]


def test_a_rule_that_gives_the_same_answer_does_not_differ() -> None:
    differs = {
        rule: [name for name in LESSON.presets if LESSON.comparison(rule).differs(last(name, rule))]  # type: ignore[union-attr]
        for rule in (CENTRE, TWICE, TRUNCATED)
    }
    assert {"Touching on a line", FIRST, CROWD, "Heap"} <= set(differs[CENTRE])
    assert "Long boxes" in differs[TWICE]
    assert not {FIRST, "Long boxes", "Touching on a line", "Around a corner"} & set(differs[TRUNCATED])
    assert "Around the origin" in differs[TRUNCATED]


def test_labels_of_repeated_and_missed_pairs_stand_over_what_they_name() -> None:
    boards = last("Long boxes", TWICE)
    (a, b), name = boards.scene.boxes[:2], "reported 5 times"
    x, y = labels(drawn(LESSON, "world", boards), Ink.FAULTY)[name]
    assert max(a[0], b[0]) < x < min(a[2], b[2])
    assert y == max(a[3], b[3])
    missed = last(FIRST, CENTRE)
    a, b = missed.scene.boxes[:2]
    x, y = labels(drawn(LESSON, "world", missed), Ink.FAULTY)["2 pairs missed"]
    assert max(a[0], b[0]) < x < min(a[2], b[2])
    assert y == max(a[3], b[3])


def test_words_of_the_steps() -> None:
    found = [plain(LESSON.page(moment).sentence) for moment in moments(LESSON, FIRST)]
    assert (
        found[0]
        == "Box B covers columns 0 to 1 (x/c 0.72 to 1.39) and rows 0 to 1 (y/c 0.67 to 1.22): 2 · 2 = 4 cells."
    )
    assert found[2] == "Box E covers columns 3 to 4 (x/c 3.44 to 4.00) and row 3 (y/c 3.22 to 3.78): 2 · 1 = 2 cells."
    assert found[4:9] == [
        "Cell (0, 0) holds A and B, k = 2: 1 pair. It overlaps.",
        "Cell (2, 0) holds C and D, k = 2: 1 pair. It overlaps.",
        "Cell (2, 1) holds D and H, k = 2: 1 pair. It does not overlap.",
        "Cell (3, 3) holds E and F, k = 2: 1 pair. It overlaps.",
        "Cell (4, 3) holds E and F. They share 2 cells and were compared in the first, (3, 3): skip them here.",
    ]
    assert plain(LESSON.situation(last(FIRST))) == "4 of 28 pairs are compared, 3 of them overlap."
    told = plain(LESSON.situation(moments(LESSON, FIRST)[6]))
    assert told == "3 pairs are compared so far, 2 of them overlap."


def test_the_point_to_drag_starts_within_the_chart_and_wrong() -> None:
    for name in (CROWD, "Heap"):
        asked = LESSON.page(moments(LESSON, name)[-2]).prediction
        assert isinstance(asked, Place)
        low, high = (math.log10(size) for size in LESSON.presets[name].scene.sizes)
        assert low <= asked.start[0][0] < high
        assert not asked.judge(asked.start).right
        assert asked.judge(asked.right).right


def test_the_presets() -> None:
    found = {name: (p.scene.count, p.scene.c, len(p.scene.overlapping)) for name, p in LESSON.presets.items()}
    assert found == {
        FIRST: (8, 1.8, 3),
        CROWD: (300, 0.7, 251),
        "Around a corner": (4, 2.0, 6),
        "Long boxes": (3, 1.4, 1),
        "Touching on a line": (2, 1.0, 1),
        "One huge box": (301, 0.5, 512),
        "Heap": (300, 0.5, 6553),
        "Around the origin": (6, 1.0, 1),
    }


def test_quotients_and_letters_have_the_ink_of_what_is_examined() -> None:
    canvas = drawn(LESSON, "world", moments(LESSON, FIRST)[2])
    inks = {m.text: m.ink for m in canvas.marks if isinstance(m, Label)}
    assert {inks[each] for each in ("3.44", "4.00", "3.22", "3.78", "E")} == {Ink.EXAMINED}


def test_each_pair_that_is_reported_again_is_outlined() -> None:
    moment = last(CROWD, TWICE)
    pink = {s.points for s in strokes(drawn(LESSON, "world", moment), Ink.FAULTY, Line.DOTTED)}
    boxes, c = moment.scene.boxes, moment.scene.c
    cells = [cells_of(each, c) for each in boxes]
    again = {k for i, j in true_pairs(moment.scene) if len(cells[i] & cells[j]) > 1 for k in (i, j)}
    assert pink == {((a, b), (x, b), (x, y), (a, y)) for a, b, x, y in (boxes[k] for k in again)}


def test_a_box_s_middle_is_clear_of_the_lines_where_the_cell_of_the_centre_is_compared() -> None:
    """With its middle on a line rounding would say which pairs are missed."""
    scene = LESSON.presets[FIRST].scene
    for left, low, right, high in scene.boxes:
        for middle in ((left + right) / 2.0, (low + high) / 2.0):
            assert abs(middle / scene.c - round(middle / scene.c)) > 0.01
    assert cell_of_the_centre(scene.aabbs, scene.c).missed == ((0, 1), (4, 5))


def test_no_size_that_the_slider_can_show_costs_less_than_the_least() -> None:
    scene = LESSON.presets[FIRST].scene
    best, least = scene.least
    for hundredths in range(20, 401):
        c = hundredths / 100.0
        spans = [span_of(each, c) for each in scene.boxes]
        entries = sum((r - x + 1) * (t - b + 1) for x, b, r, t in spans)
        pairs = sum(
            p[0] <= q[2] and q[0] <= p[2] and p[1] <= q[3] and q[1] <= p[3]
            for p, q in itertools.combinations(spans, 2)
        )
        low, high = scene.sizes
        if low <= c <= high:
            assert entries + pairs >= least
        if c == best:
            assert entries + pairs == least


def test_a_box_of_millions_of_cells_is_refused_in_a_sentence() -> None:
    """Its corner carried far away, which a learner may do by a slip of the hand: the scene stays as it was."""
    scene = LESSON.presets[FIRST].scene
    (name, _, body), *_ = scene.bodies()
    for body_there in (body.shaped(box(1e5, 1e5)), body.moved((1e4, -1e4))):
        with pytest.raises(ValueError, match="cells of size"):
            scene.with_field(name, body_there)


def test_every_scene_takes_the_smallest_cells() -> None:
    for preset in LESSON.presets.values():
        assert preset.scene.with_field("c", SMALLEST).c == SMALLEST
