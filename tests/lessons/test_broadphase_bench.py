"""Broadphase bench: counts by brute force, what A is compared with, the curves, the questions, the faulty rules."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry import box
from geometry.batch.box_pairs import BoxPairs, all_box_pairs
from lessons.broadphase import bench_figure, bench_growth, bench_scene
from lessons.broadphase.bench_chart import draw_growth, growth_axes
from lessons.broadphase.bench_figure import HOME, asked
from lessons.broadphase.bench_growth import counted, last_two, points, slope_of
from lessons.broadphase.bench_scene import (
    CENTER,
    FIRST_GAP,
    KINDS,
    MOST_QUADTREE,
    TWO_SIZES,
    Bench,
    Structure,
    scene,
)
from lessons.broadphase.broadphase_bench import BroadphaseBench
from tests.lessons.figures import drawn
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Crowd, Dot, Label, Stroke
from viz.lesson.prediction import Place
from viz.lesson.text import plain

LESSON = BroadphaseBench()
STEPS = {structure: i for i, structure in enumerate(Structure)}
GROWTH = len(STEPS)
NAMES = (*(structure.value for structure in Structure), "boxes overlap")


def moment(bench: Bench, step: int, time: float = 0.0, compare: str = "") -> Moment[Bench]:
    return Moment(bench, LESSON.run(bench), step, time=time, compare=compare, faulty=object() if compare else None)


def every_pair(bounds: np.ndarray) -> set[tuple[int, int]]:
    """Brute force, one pair after the other."""
    found = set()
    for i, j in itertools.combinations(range(bounds.shape[1]), 2):
        a, b = bounds[:, i], bounds[:, j]
        if a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]:
            found.add((i, j))
    return found


def as_set(found: BoxPairs) -> set[tuple[int, int]]:
    return {*zip(found.first.tolist(), found.second.tolist(), strict=True)}


def test_all_pairs_is_run_as_it_is_told_and_not_timed_where_it_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counting(bounds: np.ndarray) -> BoxPairs:
        asked.append(bounds.shape[1])
        return all_box_pairs(bounds)

    monkeypatch.setattr(bench_scene, "all_box_pairs", counting)
    few, many = scene(n=400), scene(n=5000)
    assert few.ran(Structure.ALL_PAIRS, 0.1) is not None
    assert asked == [400]
    ran = many.ran(Structure.ALL_PAIRS, 0.1)
    assert ran is not None
    assert (ran.milliseconds, ran.pairs.tested, asked) == (None, 12_497_500, [400])
    assert " ms" not in plain(LESSON.situation(moment(many, STEPS[Structure.ALL_PAIRS], 0.1)))


@pytest.mark.parametrize("n", [100, 2001, 5000])
def test_a_hundred_to_five_thousand_shapes(n: int) -> None:
    bench = scene(n=n)
    grid, sweep, tree = (bench.ran(each, 0.2) for each in (Structure.GRID, Structure.SWEEP, Structure.TREE))
    assert grid is not None
    assert sweep is not None
    assert tree is not None
    assert as_set(grid.pairs) == as_set(sweep.pairs) == as_set(tree.pairs)
    assert bench.measured[-1] == (2000 if n <= 2000 else 4000)
    for step in range(GROWTH + 1):
        LESSON.page(moment(bench, step))
        axes, marks = growth_axes(moment(bench, step)), drawn(LESSON, "growth", moment(bench, step)).marks
        curves = np.concatenate(
            [mark.points for mark in marks if isinstance(mark, Stroke) and mark.line is Line.CURVE]
        )
        assert curves[:, 1].max() <= axes.y[1]
        assert math.log10(n * (n - 1) / 2) <= axes.y[1]
        names = [mark for mark in marks if isinstance(mark, Label) and mark.text.startswith(NAMES)]
        assert names
        assert all(mark.at[0] > math.log10(n) for mark in names)  # clear of the line that tells n
    (n1, _), (n2, _) = last_two(bench, Structure.SWEEP)
    assert n2 == 2 * n1  # as the words say
    with pytest.raises(ValueError, match="2 to 5000 shapes, not 5001"):
        scene(n=5001)


def test_a_typical_shape_is_found_as_by_definition() -> None:
    sides = np.array(bench_scene._drawn("heap", 300)).T
    cells = np.floor(sides / 0.5)
    in_cells = [
        sum(
            bool((cells[:2, i] <= cells[2:, j]).all() and (cells[:2, j] <= cells[2:, i]).all())
            for j in range(300)
            if j != i
        )
        for i in range(300)
    ]
    assert bench_scene._mates_in_cells(cells).tolist() == in_cells
    for axis in (0, 1):
        low, high = sides[axis], sides[axis + 2]
        on_axis = [int(((low <= high[i]) & (low[i] <= high)).sum()) - 1 for i in range(300)]
        assert bench_scene._mates_on(sides[axis::2]).tolist() == on_axis


@pytest.mark.parametrize("kind", KINDS)
def test_every_structure_finds_the_same_pairs_at_every_time(kind: str) -> None:
    bench = scene(kind, 80, c=0.4)
    for time in (0.0, 0.37, 1.0):
        wanted = every_pair(bench.bounds(time))
        for structure in Structure:
            ran = bench.ran(structure, time)
            assert ran is not None
            assert as_set(ran.pairs) == wanted, structure
        assert as_set(bench.overlapping(time)) == wanted


@pytest.mark.parametrize(
    ("kind", "pairs", "grid", "sweep"),
    [
        ("even", 251, 654, 3_306),
        ("heap", 6_553, 16_162, 17_939),
        ("column", 3_292, 5_378, 44_850),
        (TWO_SIZES, 900, 1_492, 5_423),
    ],
)
def test_the_counts_are_the_storyboard_s(kind: str, pairs: int, grid: int, sweep: int) -> None:
    bench = scene(kind)
    tested = {each: bench.ran(each, 0.0) for each in Structure}
    assert len(bench.overlapping(0.0).first) == pairs
    assert [tested[each].pairs.tested for each in (Structure.GRID, Structure.SWEEP)] == [grid, sweep]  # type: ignore[union-attr]
    assert tested[Structure.ALL_PAIRS].pairs.tested == 44_850  # type: ignore[union-attr]


def test_shapes_fill_their_boxes_and_stay_in_the_square() -> None:
    bench = scene(n=60)
    for time in (0.0, 0.5, 1.0):
        placed, bounds = bench.placed(time), bench.bounds(time)
        assert placed.bounds[:, 1:] == pytest.approx(bounds[:, 1:], abs=1e-9)
        middles = bench.middles(time)
        assert (middles >= 0.0).all()
        assert (middles <= bench.side).all()


def test_they_move_and_a_stays() -> None:
    bench = scene()
    gone = np.hypot(*(bench.middles(0.1) - bench.middles(0.0)))
    assert gone[0] == 0.0
    assert (gone[1:] > 0.0).all()
    near, far = bench.middles(0.5), bench.middles(0.5 + 1e-6)
    assert np.hypot(*(far - near)).max() < 1e-4  # without leaps
    assert scene("column").middles(0.7)[0, 1:] == pytest.approx(scene("column").side / 2.0)
    heap = scene("heap").middles(0.8)
    assert np.hypot(*(heap - scene("heap").middles(0.0))).max() <= 2.0 * 0.4 + 1e-9


def test_the_narrowphase_is_the_scalar_one() -> None:
    from geometry import separating_axis

    bench = scene(n=120)
    bench = bench.with_field("a", bench.a.turned(0.6))
    for time in (0.0, 0.4):
        placed, wanted = bench.placed(time), set()
        for i, j in every_pair(bench.bounds(time)):
            first = bench.a.world if i == 0 else placed.shape(i)
            if separating_axis(first, placed.shape(j), early_out=False).separation <= 1e-9:
                wanted.add((i, j))
        assert as_set(bench.touching(time)) == wanted


@pytest.mark.parametrize("structure", Structure)
def test_what_a_is_compared_with(structure: Structure) -> None:
    """Counted by taking A away: what it costs alone is what the structure saves without it."""
    bench = scene(n=90, c=0.6)
    bounds, found = bench.bounds(0.0), asked(bench, structure, 0.0)
    hits = {j for i, j in every_pair(bounds) if i == 0}
    assert hits <= set(found.others.tolist())
    assert 0 not in found.others
    own = bounds[:, 0]
    if structure is Structure.ALL_PAIRS:
        assert found.others.tolist() == list(range(1, 90))
    if structure is Structure.SWEEP:
        strip = [i for i in range(1, 90) if bounds[0, i] <= own[2] and bounds[2, i] >= own[0]]
        assert found.others.tolist() == strip
    if structure is Structure.GRID:
        cells = [
            {
                (x, y)
                for x in range(math.floor(b[0] / 0.6), math.floor(b[2] / 0.6) + 1)
                for y in range(math.floor(b[1] / 0.6), math.floor(b[3] / 0.6) + 1)
            }
            for b in bounds.T
        ]
        assert found.others.tolist() == [i for i in range(1, 90) if cells[i] & cells[0]]
    if structure is Structure.TREE:
        assert set(found.others.tolist()) >= hits
        assert found.nodes % 2 == 1, "the root, and then two children at a time, less the leaves"
    if structure is Structure.QUADTREE:
        tree = bench.quadtree(0.0)
        (home,) = (cell for cell in tree.cells() if 0 in cell.ids)
        for i in found.others.tolist():
            (cell,) = (cell for cell in tree.cells() if i in cell.ids)
            assert inside(cell.box, home.box) or inside(home.box, cell.box)


def inside(one: Any, other: Any) -> bool:
    return bool(one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3])


def test_threads_lead_from_a_to_what_it_is_compared_with() -> None:
    bench = scene(n=60)
    for structure, step in STEPS.items():
        canvas = drawn(LESSON, "world", moment(bench, step))
        at = bench.middles(0.0)
        threads = [m for m in canvas.marks if isinstance(m, Crowd) and m.ink is Ink.EXAMINED][-1].segments
        wanted = asked(bench, structure, 0.0).others
        if len(wanted):
            assert threads[:, :2] == pytest.approx(np.tile(at[:, 0], (len(wanted), 1)))
            assert threads[:, 2:] == pytest.approx(at.T[wanted])


def test_red_shapes_are_those_that_overlap() -> None:
    bench = scene(n=60)
    canvas = drawn(LESSON, "world", moment(bench, 1))
    hits = set(itertools.chain.from_iterable(as_set(bench.touching(0.0)))) - {0}
    red = next(m for m in canvas.marks if isinstance(m, Crowd) and m.ink is Ink.OVERLAP)
    at = bench.middles(0.0).T
    nearest = {int(np.hypot(*(at - corner).T).argmin()) for corner in red.triangles[:, :2]}
    assert nearest == hits


def test_the_brightest_cell_holds_the_most_pairs() -> None:
    from viz.lesson.mark import Field

    bench = scene(n=120, c=0.5)
    canvas = drawn(LESSON, "world", moment(bench, 1))
    (field,) = (m for m in canvas.marks if isinstance(m, Field))
    amounts = np.array(field.amounts)
    held = np.zeros(amounts.shape)
    ends = (np.floor(each / 0.5).astype(int) for each in np.split(bench.bounds(0.0), 2))
    low, high = (each.clip(0, len(held) - 1) for each in ends)
    for i, j, k, m in zip(*low, *high, strict=True):
        held[j : m + 1, i : k + 1] += 1
    pairs = held * (held - 1) / 2
    order = np.argsort(amounts, axis=None)
    assert (np.diff(pairs.ravel()[order]) >= 0.0).all()
    assert (amounts[pairs == 0.0] == 0.0).all()


def test_the_curve_is_measured_and_the_point_is_the_run_s() -> None:
    bench = scene(n=300, c=0.5)
    for structure, step in STEPS.items():
        canvas = drawn(LESSON, "growth", moment(bench, step))
        curve = next(m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED)
        wanted = [(math.log10(n), math.log10(p)) for n, p in points(bench, structure)]
        assert np.array(curve.points) == pytest.approx(np.array(wanted))
        (dot,) = (m for m in canvas.marks if isinstance(m, Dot))
        ran = bench.ran(structure, 0.0)
        assert ran is not None
        assert dot.at == pytest.approx((math.log10(300), math.log10(ran.pairs.tested)))
        labels = [plain(m.text) for m in canvas.marks if isinstance(m, Label)]
        assert [each.value in labels for each in Structure] == [i <= step for i in range(len(Structure))]


def test_slopes() -> None:
    bench = scene()
    assert slope_of(bench, Structure.ALL_PAIRS) == pytest.approx(2.0, abs=0.01)
    assert slope_of(bench, Structure.SWEEP) == pytest.approx(1.5, abs=0.1)
    assert slope_of(bench, Structure.GRID) == pytest.approx(1.05, abs=0.15)
    for structure in Structure:
        (n1, p1), (n2, p2) = last_two(bench, structure)
        assert (n2 / n1) ** slope_of(bench, structure) == pytest.approx(p2 / p1)
    assert counted(Structure.QUADTREE, "even", MOST_QUADTREE + 1, 0.5) is None
    said = plain(LESSON.page(moment(bench, GROWTH)).sentence)
    assert f"{slope_of(bench, Structure.SWEEP):.2f}" in said
    assert f"{slope_of(bench, Structure.GRID):.2f}" in said
    assert f"tree {slope_of(bench, Structure.TREE):.2f}" in said


def test_while_it_is_watched_one_crowd_is_measured_in_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[Any, int | None] = {}
    monkeypatch.setattr(bench_growth, "_counts", known)
    bench, rounds = scene(), 0
    at = moment(bench, GROWTH)
    draw_growth(Canvas(), replace(at, hurried=True))
    assert not known, "where the view is fitted nothing is measured"
    while True:
        live = Canvas()
        live.is_live = True
        draw_growth(live, at)
        rounds += 1
        assert len(known) == rounds
        if not live.is_unfinished:
            break
    assert rounds == (len(Structure) + 1) * len(bench.measured)
    at_once = Canvas()
    draw_growth(at_once, at)
    assert canvas_lines(live) == canvas_lines(at_once)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_counted_without_a_run_is_what_a_run_counts(kind: str) -> None:
    for n in (10, 60):
        run = all_box_pairs(scene(kind, n).bounds(0.0))
        assert counted(Structure.ALL_PAIRS, kind, n, 0.5) == run.tested
        assert counted(None, kind, n, 0.5) == len(run.first)


def canvas_lines(canvas: Canvas) -> list[str]:
    return [repr(mark) for mark in canvas.marks]


def test_the_words_follow_the_clock_and_so_does_no_millisecond_at_rest() -> None:
    bench = scene()
    at_rest, later = moment(bench, 1), moment(bench, 1, 0.3)
    assert LESSON.page(at_rest).sentence != LESSON.page(later).sentence
    assert " ms" not in LESSON.situation(at_rest)
    assert " ms" in LESSON.situation(later)
    ran = bench.ran(Structure.GRID, 0.3)
    assert ran is not None
    assert f"{ran.pairs.tested:,}" in plain(LESSON.page(later).sentence)
    assert f"{len(every_pair(bench.bounds(0.3))):,}" in plain(LESSON.page(later).sentence)


def test_the_share_in_the_formula_is_right() -> None:
    for n, tested in ((10, 45), (300, 44_850)):
        formula = LESSON.page(moment(scene(n=n), 0)).formula
        assert f"{tested:,}".replace(",", "{,}") in formula
        assert formula.endswith(r"=100.0\,\%")


def test_a_quadtree_that_would_be_too_slow_waits() -> None:
    bench = scene(n=MOST_QUADTREE + 1)
    page = LESSON.page(moment(bench, STEPS[Structure.QUADTREE]))
    assert bench.ran(Structure.QUADTREE, 0.0) is None
    assert f"{MOST_QUADTREE}" in page.sentence
    assert page.rows[0].cells[1:] == ("–", "–", "–")


@pytest.mark.parametrize("rule", [CENTER, FIRST_GAP])
@pytest.mark.parametrize("kind", ["even", "heap", TWO_SIZES])
def test_faulty_rules_miss_pairs_and_invent_none(rule: str, kind: str) -> None:
    bench = scene(kind, 150)
    true, found = every_pair(bench.bounds(0.0)), as_set(bench.faulty(rule, 0.0))
    assert found < true
    missed = {(int(i), int(j)) for i, j in bench.missed(rule, 0.0)}
    assert missed == true - found
    now = moment(bench, STEPS[HOME[rule]], compare=rule)
    pink = [m for m in drawn(LESSON, "world", now).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
    at = bench.middles(0.0)
    assert len(pink) == len(missed)
    for (i, j), mark in zip(sorted(missed), pink, strict=True):
        assert np.array(mark.points) == pytest.approx(np.array((at[:, i], at[:, j])))
    assert f"{len(missed):,}" in plain(LESSON.situation(now))
    row = LESSON.page(now).rows[-1]
    assert row.faulty
    assert row.cells[-1] == f"{len(missed):,}"


def test_a_pair_in_one_cell_is_found_by_the_cell_of_the_centre() -> None:
    from geometry.faulty.crowds import cell_of_the_centre, stopped_at_gap

    boxes = np.array([(0.1, 0.1, 0.4, 0.4), (0.2, 0.2, 0.6, 0.6), (0.9, 0.1, 1.3, 0.4), (0.35, 0.0, 1.0, 0.3)]).T
    assert as_set(cell_of_the_centre(boxes, 1.0)) == {(0, 1), (0, 3), (1, 3)}  # the third one's middle: next cell
    assert as_set(stopped_at_gap(boxes)) == {(0, 1), (0, 3), (1, 3), (2, 3)}
    gap = np.array([(0.0, 5.0, 9.0, 6.0), (1.0, 0.0, 5.0, 1.0), (3.0, 0.0, 4.0, 1.0)]).T
    assert as_set(stopped_at_gap(gap)) == set()  # the third stops at the first, which is apart in y
    for bad in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="cell size"):
            cell_of_the_centre(boxes, bad)
    with pytest.raises(ValueError, match="box 0"):
        stopped_at_gap(np.array([[math.nan], [0.0], [1.0], [1.0]]))
    assert as_set(cell_of_the_centre(np.empty((4, 0)), 1.0)) == set()
    assert as_set(stopped_at_gap(np.empty((4, 0)))) == set()


def test_the_grid_s_point() -> None:
    bench = scene()
    prediction = LESSON.page(moment(bench, 0)).prediction
    assert isinstance(prediction, Place)
    ran = bench.ran(Structure.GRID, 0.0)
    assert ran is not None
    x, tested = math.log10(300), ran.pairs.tested
    assert prediction.right == ((x, pytest.approx(math.log10(tested))),)
    for factor, right in ((1.0, True), (1.6, True), (0.65, True), (1.8, False), (0.55, False), (60.0, False)):
        verdict = prediction.judge(((x, math.log10(factor * tested)),))
        assert verdict.right is right
        if not right:
            assert verdict.head == ("Too many" if factor > 1.0 else "Too few")


def test_the_sweep_of_twice_as_many() -> None:
    bench = scene()
    prediction = LESSON.page(moment(bench, STEPS[Structure.TREE])).prediction
    assert isinstance(prediction, Place)
    (n1, p1), (n2, p2) = last_two(bench, Structure.SWEEP)
    x = math.log10(n2)
    for count, right in ((p2, True), (2 * p1, False), (4 * p1, False)):
        verdict = prediction.judge(((x, math.log10(count)),))
        assert verdict.right is right
    assert "Slope 1.0" in prediction.judge(((x, math.log10(2 * p1)),)).because
    assert "Slope 2.0" in prediction.judge(((x, math.log10(4 * p1)),)).because
    assert n2 == 2 * n1


def test_the_goal_is_met_by_a_small_heap_and_not_by_large_cells() -> None:
    for bench, reached in (
        (scene(), False),
        (scene("heap", 60), True),
        (scene("heap", 300), False),
        (scene("heap", 10), False),  # too few
        (replace(scene("heap", 60), c=0.6), False),
        (replace(scene(), c=5.0), False),
    ):
        challenge = LESSON.challenge(moment(bench, 0))
        assert challenge is not None
        assert challenge.reached is reached
    assert "13,230" in challenge.now


@pytest.mark.parametrize("kind", KINDS)
def test_to_count_each_pair_twice_is_too_many(kind: str) -> None:
    """What the words of the question lead to is right, and twice as much is not, in every scene that asks it."""
    for bench in [each for each in LESSON.presets.values() if each.scene.kind == kind]:
        prediction = LESSON.page(moment(bench.scene, 0)).prediction
        if bench.scene.n < 20:
            assert prediction is None
            continue
        assert isinstance(prediction, Place)
        x, n = math.log10(bench.scene.n), bench.scene.n
        shared = [int(each) for each in re.findall(r"(?:with|about) (\d+)", prediction.text)]
        mean = sum(shared) / len(shared)
        assert prediction.judge(((x, math.log10(n * mean / 2)),)).right
        assert prediction.judge(((x, math.log10(n * mean)),)).head == "Too many"
        assert not prediction.judge(prediction.start).right


def test_the_boxes_drawn_are_those_of_a_and_of_what_it_is_compared_with() -> None:
    bench = scene(n=60)
    for structure, step in STEPS.items():
        marks = drawn(LESSON, "world", moment(bench, step)).marks
        *_, boxes, _ = [m for m in marks if isinstance(m, Crowd) and m.ink is Ink.EXAMINED]
        wanted = bench.bounds(0.0).T[asked(bench, structure, 0.0).others]
        lines = boxes.segments.reshape(-1, 2)
        assert sorted({*map(tuple, lines.tolist())}) == sorted(
            {(x, y) for left, low, right, high in wanted.tolist() for x in (left, right) for y in (low, high)}
        )


def test_what_a_faulty_rule_misses_is_in_the_formula() -> None:
    now = moment(scene(), STEPS[Structure.GRID], compare=CENTER)
    page = LESSON.page(now)
    lost, pairs = len(now.scene.missed(CENTER, 0.0)), 251
    assert rf"\faulty{{{lost}}}}}{{{pairs}}}={100.0 * lost / pairs:.1f}" in page.formula
    assert f"find {pairs - lost} of {pairs} pairs" in plain(page.sentence)


def test_the_slope_of_n_log_n() -> None:
    said = plain(LESSON.page(moment(scene(), GROWTH)).sentence)
    told = math.log2(2000 * math.log(2000) / (1000 * math.log(1000)))
    assert f": {told:.2f})" in said


def test_what_is_refused() -> None:
    for field, value in (("n", 1), ("n", 5001), ("c", 0.0), ("c", math.nan)):
        with pytest.raises(ValueError, match="crowd has" if field == "n" else "cell size"):
            replace(scene(), **{field: value})
    large = replace(scene(), c=5.0)
    for size in (1.5e3, 1.6e3):  # in 300 or 320 rows of as many cells
        held = large.a.shaped(box(size, size)).moved((1e4, 0.0))
        if size < 1.55e3:
            assert replace(large, a=held).ran(Structure.GRID, 0.0) is not None
        else:
            with pytest.raises(ValueError, match="more than 100000 cells"):
                replace(large, a=held)


def test_a_fault_is_shown_where_it_belongs_and_at_the_end() -> None:
    for rule, home in HOME.items():
        for step in range(GROWTH + 1):
            now = moment(scene(n=60), step, compare=rule)
            is_told = plain(LESSON.page(now).idea).lower().startswith(rule)
            pink = [m for m in drawn(LESSON, "world", now).marks if isinstance(m, Stroke) and m.ink is Ink.FAULTY]
            assert is_told == bool(pink) == (step in (STEPS[home], GROWTH))


@pytest.mark.parametrize("kind", KINDS)
def test_a_is_a_typical_shape(kind: str) -> None:
    """What it shares its cells with, counted for all: A's number times n / 2 is about the grid's comparisons."""
    bench = scene(kind)
    ran = bench.ran(Structure.GRID, 0.0)
    assert ran is not None
    mine = len(asked(bench, Structure.GRID, 0.0).others) * bench.n / 2.0
    assert 0.6 * ran.pairs.tested < mine < 1.6 * ran.pairs.tested


@pytest.mark.parametrize("kind", KINDS)
def test_the_twin_of_the_cell_of_the_centre_is_the_rule(kind: str) -> None:
    from geometry.broadphase.boxes import aabb_of
    from geometry.faulty import broadphase, crowds

    bounds = scene(kind, 120).bounds(0.3)
    rule = broadphase.cell_of_the_centre([aabb_of(*sides) for sides in bounds.T.tolist()], 0.5)
    twin = crowds.cell_of_the_centre(bounds, 0.5)
    assert as_set(twin) == {(min(pair), max(pair)) for pair in rule.reported}
    assert twin.tested == rule.tested


def test_the_grid_s_entries_are_its_cells_counted_one_by_one() -> None:
    bench = scene(n=90, c=0.6)
    cells = 0
    for left, low, right, high in bench.bounds(0.2).T.tolist():
        columns = range(math.floor(left / 0.6), math.floor(right / 0.6) + 1)
        cells += len(columns) * len(range(math.floor(low / 0.6), math.floor(high / 0.6) + 1))
    assert bench.entries(0.2) == cells
    assert LESSON.page(moment(bench, STEPS[Structure.GRID], 0.2)).rows[-1].cells[1] == f"{cells:,} entries"


def test_what_overlaps_is_filled_more_than_what_is_free() -> None:
    marks = drawn(LESSON, "world", moment(scene(n=60), 1)).marks
    fills = {m.ink: m.fill for m in marks if isinstance(m, Crowd) and len(m.triangles)}
    assert fills[Ink.OVERLAP] > 2.0 * fills[Ink.A] > 0.0


def test_a_guess_of_the_sweep_is_told_why_it_is_too_low_or_too_high() -> None:
    bench = scene()
    prediction = LESSON.page(moment(bench, STEPS[Structure.TREE])).prediction
    assert isinstance(prediction, Place)
    (_, p1), (n2, _) = last_two(bench, Structure.SWEEP)
    low, high = (prediction.judge(((math.log10(n2), math.log10(times * p1)),)) for times in (2, 4))
    assert (low.head, high.head) == ("Too few", "Too many")
    assert "the strip is longer now" in low.because
    assert "all pairs have slope 2" in high.because


def test_above_a_thousand_shapes_outlines_have_few_sides_and_fill_their_boxes() -> None:
    for n, sides in ((1000, 33), (1001, 23)):  # of five shapes, one of each kind
        bench = scene(n=n)
        outlines, owner = bench_figure._outlines(bench, bench.middles(0.0))
        assert np.bincount(owner)[:5].sum() == sides
        corners, bounds = outlines.reshape(-1, 2, 2), bench.bounds(0.0).T
        low, high = bounds[owner, None, :2], bounds[owner, None, 2:]
        assert (corners >= low - 1e-9).all()
        assert (corners <= high + 1e-9).all()
