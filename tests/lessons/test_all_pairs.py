"""All pairs: cells, threads, counts and answers against shapely and by counting."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from shapely import LineString, Point, Polygon
from shapely import box as rectangle

from geometry.broadphase.all_pairs import CountDoubled, RowCompared, TableHalved
from geometry.broadphase.structure import CandidatePairs
from lessons.broadphase.all_pairs import EXPONENTIAL, ITSELF, ORDERED, AllPairsLesson
from lessons.broadphase.boxes import Boxes, Crowd, corners, eight_boxes, things
from lessons.broadphase.boxes_figure import mist
from lessons.broadphase.pair_table import PairTable
from tests.geometry.crowds import crowd as crowd_of_structures
from tests.lessons.figures import drawn, labels, moments, strokes
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Area, FeatureMark, Field, Label
from viz.lesson.mark import Crowd as CrowdMark
from viz.lesson.prediction import Choose, Click, Place
from viz.lesson.text import plain

LESSON = AllPairsLesson()
FIRST = "Eight boxes"


def true_pairs(scene: Boxes) -> set[tuple[int, int]]:
    shapes = [rectangle(*each) for each in scene.boxes]
    return {(i, j) for i, j in itertools.combinations(range(len(shapes)), 2) if shapes[i].intersects(shapes[j])}


def at(name: str, kind: type, compare: str = "") -> Moment[Boxes]:
    return next(m for m in moments(LESSON, name, compare) if isinstance(m.step, kind))


def cell_of(mark: Area) -> tuple[int, int]:
    x, y = np.mean(mark.points, axis=0)
    return math.floor(-y), math.floor(x)


@pytest.mark.parametrize("name", LESSON.presets)
def test_what_overlaps_is_what_shapely_finds(name: str) -> None:
    scene = LESSON.presets[name].scene
    assert set(scene.overlapping) == true_pairs(scene)
    told = plain(LESSON.situation(at(name, CandidatePairs)))
    n = scene.count
    if n == 2:
        assert told == "The only pair of boxes overlaps."
        return
    assert told == f"{len(true_pairs(scene)):,} of {math.comb(n, 2):,} pairs of boxes overlap."


def test_the_presets_have_the_pairs_of_the_storyboard() -> None:
    counts = {name: (p.scene.count, len(p.scene.overlapping)) for name, p in LESSON.presets.items()}
    assert counts[FIRST] == (8, 3)
    assert counts["Even crowd of 300"] == (300, 251)
    assert counts["Twelve in a ring"] == (12, 12)
    assert counts["One heap"] == (12, 66)
    assert counts["Two boxes"] == (2, 1)
    assert counts["One thousand"] == (1000, 844)


@pytest.mark.parametrize("kind", list(Crowd))
def test_crowds_are_those_that_the_structures_are_tested_on(kind: Crowd) -> None:
    names = {Crowd.EVEN: "even", Crowd.HEAP: "heap", Crowd.COLUMN: "column", Crowd.ONE_HUGE: "huge"}
    mine = np.array(Boxes(kind=kind, n=50).boxes)
    theirs = np.array([(*each.low, *each.high) for each in crowd_of_structures(names[kind], 50)])
    assert mine == pytest.approx(theirs)
    moved = np.array(Boxes(kind=kind, n=50, shift=(-5.0, 2.0)).boxes)
    assert moved == pytest.approx(mine + (-5.0, 2.0, -5.0, 2.0))


def test_each_row_fills_its_cells_and_draws_a_thread_to_each_box_apart() -> None:
    scene = LESSON.presets[FIRST].scene
    for moment in moments(LESSON, FIRST):
        row = moment.step
        if not isinstance(row, RowCompared):
            continue
        table = drawn(LESSON, "table", moment)
        cells = {cell_of(mark): mark.ink for mark in table.marks if isinstance(mark, Area)}
        filled = {(i, j) for i, j in itertools.combinations(range(8), 2) if i <= row.id}
        assert set(cells) == filled
        assert {pair for pair, ink in cells.items() if ink is Ink.OVERLAP} == true_pairs(scene) & filled
        apart = [(i, j) for i, j in filled - true_pairs(scene) if i == row.id]
        assert {pair for pair, ink in cells.items() if ink is Ink.EXAMINED} == set(apart)
        found = strokes(drawn(LESSON, "world", moment), Ink.EXAMINED, Line.THIN)
        assert len(found) == len(apart)
        for stroke, (i, j) in zip(found, sorted(apart), strict=True):
            for end, k in zip(stroke.points, (i, j), strict=True):
                left, bottom, right, top = scene.boxes[k]
                on_side = min(abs(end[0] - left), abs(end[0] - right), abs(end[1] - bottom), abs(end[1] - top))
                assert on_side < 1e-9
        assert f"{len(filled)} so far" in plain(LESSON.page(moment).sentence)
        assert LESSON.page(moment).rows[0].cells[1] == str(7 - row.id)


def test_a_crowd_s_table_has_a_dot_for_each_overlap() -> None:
    moment = at("Even crowd of 300", CandidatePairs)
    fields = {m.ink: np.array(m.amounts) for m in drawn(LESSON, "table", moment).marks if isinstance(m, Field)}
    half = {(j // 2, i // 2) for i, j in true_pairs(moment.scene)}  # two boxes to a place
    assert {(int(x), 149 - int(y)) for y, x in np.argwhere(fields[Ink.OVERLAP] > 0.0)} == half
    assert Ink.TEXT not in fields


@pytest.mark.parametrize("name", LESSON.presets)
def test_words_of_what_is_left_out_and_of_twice_as_many(name: str) -> None:
    n = LESSON.presets[name].scene.count
    halved = plain(LESSON.page(at(name, TableHalved)).sentence)
    pairs = math.comb(n, 2)
    assert halved.startswith(
        f"{n} · {n} = {n * n:,} cells, {n} on the diagonal. Half of the other {n * n - n:,}: {pairs:,}"
    )
    doubled = plain(LESSON.page(at(name, CountDoubled)).sentence)
    twice = math.comb(2 * n, 2)
    assert f"{2 * n} boxes: {pairs:,} + {pairs:,} + {n * n:,} = {twice:,}, {twice / pairs:.2f} times" in doubled


def test_the_doubled_table_has_the_right_areas() -> None:
    moment = at(FIRST, CountDoubled)
    areas = [mark for mark in drawn(LESSON, "table", moment).marks if isinstance(mark, Area)]
    sizes = []
    for mark in areas:
        x, y = np.array(mark.points).T
        sizes.append(abs(0.5 * float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())))
    assert sizes == [28.0, 28.0, 64.0]
    assert {"28", "8 · 8 = 64"} <= set(labels(drawn(LESSON, "table", moment)))
    bars = [mark for mark in drawn(LESSON, "growth", moment).marks if isinstance(mark, Area)]
    assert [(mark.points[0][1], mark.points[2][1]) for mark in bars] == [(0, 28), (0, 28), (28, 56), (56, 120)]


def test_the_lower_half_folds_over_the_upper() -> None:
    moment = at(FIRST, TableHalved)
    first, last = (
        drawn(LESSON, "table", Moment(moment.scene, moment.trace, moment.index, time=t)) for t in (0.0, 1.0)
    )
    low, high = ([m for m in c.marks if isinstance(m, Area)][-1].points for c in (first, last))
    assert all(x + y <= 1e-9 for x, y in low)
    assert all(x + y >= -1e-9 for x, y in high)
    assert np.array(low)[:, ::-1] * -1.0 == pytest.approx(np.array(high))


def test_the_cell_of_the_last_comparison_is_asked_for() -> None:
    moment = moments(LESSON, FIRST)[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Click)
    table = PairTable(moment.scene)
    last = max(itertools.combinations(range(8), 2))
    assert asked.right == {table.feature(*last)}
    told = {pair: asked.judge(table.feature(*pair)).because for pair in ((7, 7), (7, 6), (1, 4), (6, 7))}
    assert "H with H is no pair" in told[7, 7]
    assert "H with G is the same pair as G with H" in told[7, 6]
    assert "B with E is compared, but row C comes after row B" in told[1, 4]
    assert "Row H is empty" in told[6, 7]
    assert table.pair(table.feature(3, 4)) == (3, 4)
    for pair, ink in (((1, 0), Ink.FAULTY), ((6, 7), Ink.ANSWER)):
        verdict = asked.judge(table.feature(*pair))
        assert verdict.draw is not None
        canvas = Canvas()
        verdict.draw(canvas, "table")
        (cell,) = (mark for mark in canvas.marks if isinstance(mark, Area))
        assert (cell_of(cell), cell.ink) == (pair, ink)
        world = Canvas()
        verdict.draw(world, "world")
        (thread,) = strokes(world, ink)
        middles = [((b[0] + b[2]) / 2.0, (b[1] + b[3]) / 2.0) for b in moment.scene.boxes]
        assert thread.points == (middles[pair[0]], middles[pair[1]])
        chart = Canvas()
        verdict.draw(chart, "growth")
        assert not chart.marks
    world = drawn(LESSON, "world", replace(moment, is_open=True))
    assert not any(isinstance(mark, FeatureMark) for mark in world.marks)  # a box is no answer


def test_twice_the_pairs_is_too_few() -> None:
    moment = at(FIRST, TableHalved)
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    assert asked.right == ((16.0, 120.0),)
    assert not asked.judge(((16.0, 56.0),)).right
    assert "each new box also meets each of the 8 old ones" in asked.judge(((16.0, 56.0),)).because
    assert not asked.judge(((16.0, 136.0),)).right
    assert asked.judge(((16.0, 112.0),)).right
    chart = drawn(LESSON, "growth", moment)
    assert not strokes(chart, Ink.ANSWER)  # the curve would tell


def test_of_a_heap_no_pair_may_be_left_out() -> None:
    asked = LESSON.page(at("One heap", CountDoubled)).prediction
    assert isinstance(asked, Choose)
    assert asked.right == {"none"}
    assert LESSON.page(at(FIRST, CountDoubled)).prediction is None


def test_faulty_loops_fill_cells_that_are_none() -> None:
    for rule, cells, told in (
        (ORDERED, {(i, j) for i in range(8) for j in range(i)}, "56 comparisons for 28 pairs, and 3 reports"),
        (ITSELF, {(i, i) for i in range(8)}, "36 comparisons for 28 pairs, and 8 reports"),
    ):
        moment = at(FIRST, TableHalved, rule)
        wrong = [m for m in drawn(LESSON, "table", moment).marks if isinstance(m, Area) and m.ink is Ink.FAULTY]
        assert {cell_of(mark) for mark in wrong} == cells
        assert told in plain(LESSON.situation(moment))
        last = drawn(LESSON, "table", at(FIRST, CandidatePairs, rule))
        again = {cell_of(m) for m in last.marks if isinstance(m, Area) and m.ink is Ink.FAULTY}
        assert again == {(i, j) for i, j in cells if i == j or (j, i) in true_pairs(moment.scene)}
    (line,) = strokes(drawn(LESSON, "growth", at("Twenty boxes", CountDoubled, EXPONENTIAL)), Ink.FAULTY)
    for x, y in line.points:
        assert y == pytest.approx(2.0**x)
    assert "1,048,576" in LESSON.situation(at("Twenty boxes", CountDoubled, EXPONENTIAL))
    digits = plain(LESSON.situation(at("Even crowd of 300", CountDoubled, EXPONENTIAL)))
    assert re.search(rf"a number of {len(str(2**300))} digits", digits)


def test_the_challenge_can_be_met_and_not_by_a_heap_of_all() -> None:
    scene = Boxes(eight_boxes())
    for i in range(6):
        scene = scene.with_box(i, (0.1 * i, 0.0, 1.0 + 0.1 * i, 1.0))
    last = moments_of(LESSON, scene)[-1]
    challenge = LESSON.challenge(last)
    assert len(true_pairs(scene)) == 15
    assert challenge is not None
    assert challenge.reached
    all_of_them = LESSON.challenge(moments_of(LESSON, LESSON.presets["One heap"].scene)[-1])
    assert all_of_them is not None
    assert not all_of_them.reached


def test_boxes_are_fields_that_can_be_dragged() -> None:
    scene = Boxes(things(((0, 0), (1, 1)), ((3, 0), (4, 1))))
    assert [name for name, _, _ in scene.controls()] == ["box_a", "box_b"]
    moved = scene.with_field("box_b", scene.box_b.moved((-2.5, 0.0)))
    assert moved.boxes == ((0.0, 0.0, 1.0, 1.0), (0.5, 0.0, 1.5, 1.0))
    assert moved.overlapping == ((0, 1),)
    turned = scene.with_field("box_a", scene.box_a.turned(math.pi / 4.0))
    assert turned.boxes[0] == pytest.approx(
        (0.5 - math.sqrt(0.5), 0.5 - math.sqrt(0.5), 0.5 + math.sqrt(0.5), 0.5 + math.sqrt(0.5))
    )
    assert scene.index(scene.feature(1)) == 1
    assert [name for name, _, _ in Boxes(n=40).controls()] == ["n"]
    with pytest.raises(AttributeError):
        _ = scene.box_c
    with pytest.raises(ValueError, match="2 to 1000"):
        Boxes(n=1)


def test_done_boxes_are_grey_and_the_row_s_own_is_in_use() -> None:
    for moment in moments(LESSON, FIRST):
        if not isinstance(moment.step, RowCompared):
            continue
        scene, canvas = moment.scene, drawn(LESSON, "world", moment)
        boxes = {s.points: s.ink for s in strokes(canvas, Ink.GHOST) + strokes(canvas, Ink.A)}
        boxes |= {s.points: s.ink for s in strokes(canvas, Ink.EXAMINED, Line.FEATURE)}
        inks = [boxes[corners(each)] for each in scene.boxes]
        row = moment.step.id
        assert inks == [Ink.GHOST] * row + [Ink.EXAMINED] + [Ink.A] * (7 - row)


def test_shared_parts_are_red_and_exactly_the_shared_parts() -> None:
    moment = at(FIRST, CandidatePairs)
    reds = [
        mark for mark in drawn(LESSON, "world", moment).marks if isinstance(mark, Area) and mark.ink is Ink.OVERLAP
    ]
    wanted = [
        rectangle(*moment.scene.boxes[i]) & rectangle(*moment.scene.boxes[j]) for i, j in ((0, 1), (2, 3), (4, 5))
    ]
    assert [Polygon(mark.points).symmetric_difference(w).area for mark, w in zip(reds, wanted, strict=True)] == [
        0,
        0,
        0,
    ]


def test_every_cell_can_be_clicked_in_its_own_place() -> None:
    moment = moments(LESSON, FIRST)[0]
    table = PairTable(moment.scene)
    found = {
        mark.feature: mark.points for mark in drawn(LESSON, "table", moment).marks if isinstance(mark, FeatureMark)
    }
    assert len(found) == 64
    for i, j in itertools.product(range(8), repeat=2):
        for x, y in found[table.feature(i, j)]:
            assert j < x < j + 1
            assert i < -y < i + 1


def test_labels_of_the_doubled_table_stand_in_their_parts() -> None:
    moment = at(FIRST, CountDoubled)
    marks = [m for m in drawn(LESSON, "table", moment).marks if isinstance(m, Area | Label)]
    for area, label in itertools.pairwise(marks):
        if isinstance(area, Area) and isinstance(label, Label):
            assert Polygon(area.points).buffer(-0.5).contains(Point(label.at))
    assert [type(mark) for mark in marks[:6]] == [Area, Label] * 3


def test_the_mist_lies_on_the_threads() -> None:
    scene, canvas = Boxes(n=2, seed=3), Canvas()
    mist(canvas, scene, [(0, 1)])
    (field,) = (m for m in canvas.marks if isinstance(m, Field))
    (left, bottom), (right, top) = field.low, field.high
    amounts = np.array(field.amounts)
    rows, columns = amounts.shape
    ends = [((b[0] + b[2]) / 2.0, (b[1] + b[3]) / 2.0) for b in scene.boxes]
    lit = np.argwhere(amounts > 0.0)
    assert len(lit) > 10
    for y, x in lit:
        middle = Point(left + (x + 0.5) / columns * (right - left), bottom + (y + 0.5) / rows * (top - bottom))
        assert LineString(ends).distance(middle) < (right - left) / columns + (top - bottom) / rows


def test_faulty_loops_are_told_in_full() -> None:
    told = {rule: plain(LESSON.situation(at(FIRST, CandidatePairs, rule))) for rule in (ORDERED, ITSELF, EXPONENTIAL)}
    assert told[ORDERED] == "Ordered pairs: 56 comparisons for 28 pairs, and 3 reports too many."
    assert told[ITSELF] == "With itself: 36 comparisons for 28 pairs, and 8 reports too many."
    assert told[EXPONENTIAL].endswith("is 256. The table has 28 pairs, one box more adds 8.")
    for rule in told:
        assert LESSON.page(at(FIRST, TableHalved, rule)).prediction is None
        assert rule.split()[0] in plain(LESSON.page(at(FIRST, TableHalved, rule)).idea).lower()


def test_words_of_each_row() -> None:
    row = moments(LESSON, FIRST)[4]
    assert plain(LESSON.page(row).sentence) == "Box E is compared with 3 others: 25 so far."
    assert plain(LESSON.situation(row)) == "25 of 28 pairs are compared, 3 of them overlap."
    assert plain(LESSON.situation(moments(LESSON, FIRST)[0])) == "7 of 28 pairs are compared, 1 of them overlaps."
    assert plain(LESSON.situation(moments(LESSON, "Two boxes")[0])) == "The only pair of boxes overlaps."
    few = LESSON.page(at("Even crowd of 300", CandidatePairs)).sentence
    assert plain(few) == "The shortest list has K = 251 pairs instead of 44,850: about 179 times fewer."


def test_letters_of_the_table_are_those_of_the_boxes() -> None:
    canvas = drawn(LESSON, "table", moments(LESSON, FIRST)[2])
    quiet, bold = (
        [m.text for m in canvas.marks if isinstance(m, Label) and m.style is style]
        for style in (TextStyle.CAPTION, TextStyle.BOLD)
    )
    assert bold == ["C"]
    assert sorted(quiet) == sorted("ABCDEFGH" + "ABDEFGH")
    assert all(m.ink in (Ink.A, Ink.EXAMINED) for m in canvas.marks if isinstance(m, Label))


def test_a_crowd_s_boxes_are_drawn_where_they_are() -> None:
    """One mark an ink: its lines are the four sides of each of its boxes, its triangles cover them."""
    moment = next(m for m in moments(LESSON, "Even crowd of 300") if m.index == 2)
    scene, row = moment.scene, moment.step.id
    crowds = [m for m in drawn(LESSON, "world", moment).marks if isinstance(m, CrowdMark) and len(m.triangles)]
    seen: dict[int, Ink] = {}
    for mark in crowds:
        area = 0.0
        for x1, y1, x2, y2, x3, y3 in mark.triangles.tolist():
            area += 0.5 * ((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1))
        ends = mark.segments.reshape(4, -1, 4)
        wanted = 0.0
        for k in range(ends.shape[1]):
            xs, ys = ends[:, k, 0::2], ends[:, k, 1::2]
            sides = (xs.min(), ys.min(), xs.max(), ys.max())
            (i,) = (i for i, each in enumerate(scene.boxes) if each == sides)
            seen[i] = mark.ink
            wanted += (sides[2] - sides[0]) * (sides[3] - sides[1])
            corners = [tuple(each) for each in ends[:, k, :2].tolist()]
            assert corners[1:] + corners[:1] == [tuple(each) for each in ends[:, k, 2:].tolist()], "all around"
        assert area == pytest.approx(wanted), "counter-clockwise, and all of the inside"
    assert sorted(seen) == list(range(300))
    assert [i for i, ink in seen.items() if ink is Ink.EXAMINED] == [row]
    assert {i for i, ink in seen.items() if ink is Ink.GHOST} == set(range(row))
    assert crowds[-1].ink is Ink.EXAMINED, "in front"


def test_the_small_picture_of_a_crowd_shows_some_of_its_boxes() -> None:
    scene = LESSON.presets["Even crowd of 300"].scene
    shown = scene.sketched()
    assert len(shown) == 50
    for i, (_, outline) in zip(range(0, 300, 6), shown, strict=True):
        assert (*outline.min(axis=0), *outline.max(axis=0)) == scene.boxes[i]
    assert not LESSON.presets["Eight boxes"].scene.sketched()
