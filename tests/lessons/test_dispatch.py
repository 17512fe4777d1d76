"""Which routine: the cells, counts and pairs that are said and drawn, counted another way; the pair's normal."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Pose, collide, epa, separation
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kind_table import KINDS, BodiesPaired, GenericCounted, KindAdded, StoredFirst, kind_of
from lessons.pairs.dispatch import ALONE, Dispatch
from lessons.pairs.dispatch_counts import name_of
from lessons.pairs.dispatch_faulty import CHANCE, KEPT
from lessons.pairs.dispatch_figure import is_cell_asked, shows_pair, square
from lessons.pairs.dispatch_pair import ARROW
from lessons.pairs.telling import N
from tests.lessons.figures import drawn, labels, moments, symbols
from tests.lessons.second_edition import moments_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Crowd, Dot, Label, Stroke
from viz.lesson.prediction import Challenge, Place
from viz.lesson.scene import Body
from viz.lesson.text import fixed, plain, tint
from viz.session.reshape import ShapeKind, with_kind

LESSON = Dispatch()
SCENES = LESSON.presets
each_scene = pytest.mark.parametrize("name", SCENES)
GENERIC = [name for name, preset in SCENES.items() if preset.scene.has_generic]
crowded = pytest.mark.parametrize("n", [10, 50])
COUNTED = "Circle and capsule"  # the scene whose table comes with its kinds
SWAPPED = ("Circle and capsule", "Circle and box")
NAMES = ("circle", "AABB", "OBB", "polygon", "capsule", "rounded")


def among(n: int) -> Moment[Any]:
    """The last step among so many bodies."""
    return moments_of(LESSON, replace(SCENES["Six kinds, fifty bodies"].scene, count=n))[-1]


def arrows_of(canvas: Canvas, ink: Ink) -> list[Arrow]:
    return [mark for mark in canvas.marks if isinstance(mark, Arrow) and mark.ink is ink]


def crowds(canvas: Canvas, ink: Ink) -> list[Crowd]:
    return [mark for mark in canvas.marks if isinstance(mark, Crowd) and mark.ink is ink]


@each_scene
def test_each_kind_adds_a_row(name: str) -> None:
    found = [m for m in moments(LESSON, name) if isinstance(m.step, KindAdded)]
    every = SCENES[name].scene.kinds
    counts = [3, every] if name == COUNTED else [every] if SCENES[name].scene.has_kinds else []
    assert [m.step.kinds for m in found] == counts, (
        "counted once, in two steps, and once more as a whole: elsewhere the pair is first"
    )
    for k, moment in zip(counts, found, strict=True):
        total = len(list(combinations_with_replacement(range(k), 2)))
        page, said = LESSON.page(moment), plain(LESSON.page(moment).sentence)
        summed = "1 + 2 + 3" if k == 3 else f"½ · {k} · {k + 1}"  # the rule is told once it has been asked for
        is_many = name == COUNTED and k == 6
        adds = "Kinds 4 to 6 add 4 + 5 + 6 routines." if is_many else f"kind k = {k}, adds {k} routines."
        assert said.endswith(f"{adds} In all: {summed} = {total}.")
        assert ("tfrac12" in page.formula) is bool(page.formula) is (k > 3), "of pair routines, as the sentence"
        assert ("meets every kind before it, and itself" in page.idea) is (k > 3), "why a whole row comes"
        rows = [
            (str(i), str(i + 1), str(sum(range(i + 1))))
            for i in (range(4, 7) if is_many else (2, 3) if k == 3 else (k,))
        ]
        assert [row.cells for row in page.rows] == rows
        told = f"{k} kinds: {total} pair routines, or {k} support functions and 1 generic routine."
        assert plain(LESSON.situation(moment)) == told
        canvas = drawn(LESSON, "table", moment)
        (lit,) = crowds(canvas, Ink.EXAMINED)
        assert len(lit.triangles) == 2 * k
        assert lit.triangles[:, 1::2].max() < 1 - k, "the new row"
        (old,) = crowds(canvas, Ink.QUIET)
        assert len(old.triangles) == 2 * (total - k)
        words = [m.at for m in canvas.marks if isinstance(m, Label) and m.text == "swap"]
        is_asked = (name, k) == ("Circle and capsule", 6)
        assert len(words) == is_asked, "not before it is asked for"
        assert all(x > -y for x, y in words)
        mirrored, empty = old.segments[4 * (total - k) :], len(list(combinations(range(k), 2)))
        assert len(mirrored) == 4 * empty + empty - is_asked, "each is struck out but the one with a word"
        middles = mirrored.reshape(-1, 2, 2).mean(axis=1)
        assert (middles[:, 0] > -middles[:, 1]).all(), "above the diagonal, as in contact info"
        told = labels(canvas)
        assert {f"+{i}" for i in range(1, k + 1)} <= set(told)
        assert f"+{k + 1}" not in told
        assert bool(arrows_of(canvas, Ink.ANSWER)) is is_asked, "from swap to the cell that was asked for"
        assert set(labels(canvas, Ink.EXAMINED)) == {NAMES[k - 1], f"+{k}"}


def test_a_table_that_is_counted_begins_with_three_kinds_where_it_has_them() -> None:
    for kinds, steps in ((2, [2]), (3, [3]), (4, [3, 4]), (6, [3, 6])):
        found = moments_of(LESSON, replace(SCENES[COUNTED].scene, kinds=kinds))
        assert [m.step.kinds for m in found if isinstance(m.step, KindAdded)] == steps
        rows = [row.cells for row in LESSON.page(found[0]).rows]
        assert rows == [("2", "3", "3"), ("3", "4", "6")][: steps[0] - 1]


@each_scene
def test_the_cells_of_new_kinds_come_one_by_one_along_their_rows(name: str) -> None:
    for moment in [m for m in moments(LESSON, name) if isinstance(m.step, KindAdded)]:
        most = moment.step.kinds
        clock = LESSON.clock(moment)
        assert clock is not None
        assert clock.plays_each_step
        rows = range(4, most + 1) if name == COUNTED and most > 3 else (most,)
        cells = [(k, count) for k in rows for count in range(1, k + 1)]
        for n, (k, count) in enumerate(cells, start=1):
            now = replace(moment, time=(n + 0.5) / len(cells) if n < len(cells) else 1.0, is_open=False)
            canvas, pair_routines = drawn(LESSON, "table", now), len(list(combinations_with_replacement(range(k), 2)))
            assert LESSON.situation(now).startswith(f"{k} kinds: {pair_routines} pair routines"), "of those shown"
            fed = [m for m in drawn(LESSON, "generic", now).marks if isinstance(m, Dot)]
            assert len(fed) == (0 if now.time == 1.0 and is_cell_asked(now) else k), "the funnel grows with the table"
            assert f"{pair_routines}" in labels(drawn(LESSON, "world", now), Ink.EXAMINED), "and so does the curve"
            assert now.time == 1.0 or not arrows_of(canvas, Ink.ANSWER), "no cell is looked up in half a table"
            (lit,) = crowds(canvas, Ink.EXAMINED)
            assert len(lit.triangles) == 2 * count
            assert lit.triangles[:, ::2].max() < count
            assert f"+{count}" in labels(canvas, Ink.EXAMINED)
            for ink in (Ink.A, Ink.B):
                ends = np.concatenate([each.segments for each in crowds(canvas, ink)]).reshape(-1, 2)
                assert count - 1 < ends[ends[:, 1] < 1 - k, 0].max() < count, "a picture in each, none further right"
            coming = [m for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.GHOST and m.closed]
            assert {square(k - 1, j) for j in range(count, k)} <= {m.points for m in coming}


@crowded
def test_bodies_come_one_by_one_and_their_pairs_climb_the_curve(n: int) -> None:
    moment = among(n)
    clock = LESSON.clock(moment)
    assert clock is not None
    assert clock.told is not None
    for part in (0.0, 0.5, 1.0):
        now = 2 + int(part * (n - 2))
        pairs = len(list(combinations(range(now), 2)))
        assert clock.told(part) == f"n = {now}"
        table, chart = (drawn(LESSON, pane, replace(moment, time=part)) for pane in ("table", "generic"))
        assert f"{now} bodies: {pairs:,} pair{'s' * (pairs > 1)}" in labels(table)
        assert len([m for m in table.marks if isinstance(m, Dot)]) == now
        assert len(crowds(table, Ink.EXAMINED)[0].segments) == pairs, "a thread for each"
        foot, top = (
            next(m.at for m in chart.marks if isinstance(m, Dot) and m.ink is ink)
            for ink in (Ink.EXAMINED, Ink.QUIET)
        )
        assert foot[0] / top[0] == pytest.approx(now / (2 * n))
        assert foot[1] / top[1] == pytest.approx(pairs / len(list(combinations(range(2 * n), 2))))
        assert {f"{pairs:,}", f"{now}"} <= set(labels(chart, Ink.EXAMINED))
        (solid,) = [m for m in chart.marks if isinstance(m, Stroke) and m.line is Line.CURVE]
        assert solid.points[-1] == pytest.approx(foot)
    said = plain(LESSON.page(moment).sentence)
    assert said.endswith(f"Twice as many bodies, {2 * n}, make {len(list(combinations(range(2 * n), 2))):,}.")
    assert LESSON.panes[2].head(moment)[0] == "Pairs to test"


@each_scene
def test_the_routines_for_each_pair_leave_the_generic_ones_behind(name: str) -> None:
    for moment in moments(LESSON, name):
        kinds = moment.step.kinds if isinstance(moment.step, KindAdded) else moment.scene.kinds
        chart = drawn(LESSON, "world", moment)
        shown = [m for m in chart.marks if isinstance(m, Dot)]
        is_pair = LESSON.page(moment).stage in ("The pair", "Generic")
        assert LESSON.panes[1].is_held(moment) is is_pair
        if is_pair:
            asked = moment.scene.asked if LESSON.page(moment).stage == "Generic" else ()
            once = [len({tuple(np.round(pair[which], 6)) for pair in asked}) for which in (0, 1)]
            assert len(shown) == (sum(once) or 1)
            continue
        routines = len(list(combinations_with_replacement(range(kinds), 2)))
        pair, generic = (m.at for m in shown)
        assert pair[0] == generic[0]
        assert pair[1] / generic[1] == pytest.approx(routines / (kinds + 1))
        curves = [m for m in chart.marks if isinstance(m, Stroke) and m.line in (Line.CURVE, Line.OUTLINE)]
        ends = [m.points[-1] for m in curves]
        assert np.allclose(ends, (generic, pair)), "solid as far as the newest kind"
        assert [m.ink for m in curves] == [Ink.QUIET, Ink.TEXT], "two that can be told apart, also where they cross"
        assert {f"{routines}", f"{kinds}"} <= set(labels(chart))
        assert kinds == 2 or f"{kinds + 1}" in labels(chart)


def test_while_bodies_come_the_words_follow() -> None:
    last = among(10)
    coming = replace(last, time=5.5 / 8)
    assert LESSON.situation(coming) == "7 bodies: 21 pairs to test."
    assert "7 bodies: 21 pairs" in labels(drawn(LESSON, "table", coming))
    shown = [pane.name for pane in panes_of(LESSON.layout_at(last))]
    assert shown == ["table", "generic"], "the bodies and the curve of their pairs alone"


def test_a_cell_shows_the_row_s_kind_as_a_and_the_column_s_as_b() -> None:
    (a,), (b,) = (crowds(drawn(LESSON, "table", moments(LESSON, "Box and circle")[0]), ink) for ink in (Ink.A, Ink.B))
    along = np.diff(b.segments[b.opacity < 1.0].reshape(-1, 2, 2), axis=1)[:, 0]
    assert len(along) > 6 * 4
    assert np.allclose(along.sum(axis=1), 0.0), "B is hatched at 45 degrees"
    ends = [each.segments.reshape(-1, 2, 2)[:, 0] for each in (a, b)]
    corner = [(p[:, 0] < 1.0) & (p[:, 1] < -2.0) for p in ends]  # the row of turned boxes, the column of circles
    assert [int(each.sum()) > 4 for each in corner] == [False, True]
    assert ends[0][corner[0]].mean(axis=0)[0] < ends[1][corner[1]].mean(axis=0)[0]


@each_scene
def test_the_pair_s_cell_and_normal(name: str) -> None:
    scene = SCENES[name].scene
    a, b = scene.a.world, scene.b.world
    s, k = separation(a, b), scene.kinds
    first, *more = (m for m in moments(LESSON, name) if LESSON.page(m).stage == "The pair")
    assert len(more) == (name in SWAPPED)
    said = plain(LESSON.page(first).sentence).replace("\u00a0", " ")
    assert ("so the call is swapped" in said) == (name in SWAPPED)
    of_one = kind_of(a) is kind_of(b)
    assert (
        said.startswith(f"A and B are of one kind, {name_of(kind_of(a))}: its own cell answers, no swap.") is of_one
    )
    assert ("generic" in said) == (name == "No cell of its own")
    answered = first.step.answered.normal
    n = -answered if name in SWAPPED else answered
    assert separation(a, b.moved(-s * n)) == pytest.approx(0.0, abs=1e-9)
    value = f"({fixed(answered[0])}, {fixed(answered[1])})"
    assert (value in said) is (name not in SWAPPED), "its opposite is asked for"
    order = r"(\B{B},\,\A{A})\ \to\ \hat{\mathbf n}_{BA}" if name in SWAPPED else r"(\A{A},\,\B{B})"
    assert order.replace(r"\hat{\mathbf n}", N) in LESSON.page(first).formula, "which shape the routine gets first"
    for moment in more:
        said = plain(LESSON.page(moment).sentence).replace("\u00a0", " ")
        assert f"= ({fixed(n[0])}, {fixed(n[1])}), from A to B." in said
        pair = drawn(LESSON, "world", replace(moment, time=1.0))
        at = first.step.answered.point
        assert np.allclose(symbols(pair)[r"\hat n_{AB}"], at + ARROW * n), "as in the formula"
        tips = [mark.end for mark in pair.marks if isinstance(mark, Arrow) and mark.ink is Ink.EXAMINED]
        assert np.allclose(tips, [at + ARROW * n])
    table = drawn(LESSON, "table", replace(first, time=1.0))
    lit = [mark.points for mark in table.marks if isinstance(mark, Area) and mark.ink is Ink.EXAMINED]
    cell = {
        "Circle and capsule": (4, 0),
        "Box and circle": (2, 0),
        "Circle and box": (2, 0),
        "Touching circles": (0, 0),
        "Six kinds, fifty bodies": (5, 5),
    }.get(name)
    swap = [square(*reversed(cell))] if cell is not None and name in SWAPPED else []
    assert lit == swap + ([] if cell is None else [square(*cell)])
    frames = [mark.points for mark in table.marks if isinstance(mark, Stroke) and mark.ink is Ink.EXAMINED]
    assert (square(*reversed(cell or (0, 0))) in frames) == (name in SWAPPED or cell in {(0, 0), (5, 5)})
    assert ("no cell for capsule and circle" in labels(table)) == (cell is None)
    assert k == (6 if name in ("Circle and capsule", "Six kinds, fifty bodies") else 3)


@pytest.mark.parametrize("name", SWAPPED)
def test_in_the_cell_of_a_swapped_call_b_is_first(name: str) -> None:
    stored = next(m for m in moments(LESSON, name) if isinstance(m.step, StoredFirst))
    i, j = KINDS.index(stored.step.first), KINDS.index(stored.step.second)
    later = [m for m in moments(LESSON, name) if m.index > stored.index]
    for moment in (replace(stored, time=0.5), replace(stored, time=1.0), *later):
        table, middles = drawn(LESSON, "table", moment), {}
        for ink in (Ink.A, Ink.B):
            ends = np.concatenate([crowd.segments for crowd in crowds(table, ink)]).reshape(-1, 2)
            inside = (np.floor(ends) == (j, -i - 1)).all(axis=1)
            middles[ink] = float(ends[inside, 0].mean())
        is_made = moment.time == 1.0 or moment.index > stored.index
        assert (middles[Ink.B] < middles[Ink.A]) is is_made, "the capsule is B, and has the routine's first place"


def test_the_frame_goes_from_the_mirrored_cell_while_the_clock_runs() -> None:
    moment = next(m for m in moments(LESSON, "Circle and capsule") if isinstance(m.step, StoredFirst))
    tips = []
    for time in (0.0, 0.5, 1.0):
        canvas = drawn(LESSON, "table", replace(moment, time=time))
        tips += [mark.end for mark in canvas.marks if isinstance(mark, Arrow) and mark.ink is Ink.EXAMINED]
        lit = [mark.points for mark in canvas.marks if isinstance(mark, Area)]
        assert lit == [square(0, 4), square(4, 0)][: 1 + (time == 1.0)]
    assert tips[0][0] > tips[1][0] > tips[2][0]
    assert tips[0][1] > tips[1][1] > tips[2][1]


@pytest.mark.parametrize("name", GENERIC)
def test_the_generic_routine_asks_for_support_points(name: str) -> None:
    generic = next(m for m in moments(LESSON, name) if isinstance(m.step, GenericCounted))
    idea = plain(LESSON.page(generic).idea)
    assert "GJK" not in idea, "a name of the next chapter stands in its box alone"
    assert "cores (the shapes without rounding)" in idea
    a, b, k = generic.scene.a.world, generic.scene.b.world, generic.scene.kinds
    found = epa(a, b)
    count = found.distance.supports + found.supports
    asked = generic.scene.asked
    assert len(asked) == count
    for each, shape in ((0, a), (1, b)):
        core = shapely.MultiPoint(shape.points).convex_hull
        assert all(core.distance(shapely.Point(p[each])) == pytest.approx(0.0, abs=1e-9) for p in asked)
    said = plain(LESSON.page(generic).sentence)
    sizes = len(a.points), len(b.points)
    asked_for = sum(len(shape.points) for _ in asked for shape in (a, b))
    told = f"Each core is asked {count} times: {count} · ({sizes[0]} + {sizes[1]}) = {asked_for} projections."
    assert said.startswith(told)
    rest = said.removeprefix(told)
    assert rest == " A pair routine needs 1 projection: of the circle's centre.", "on the axis of the capsule's core"
    assert all(claim.holds for claim in LESSON.page(generic).claims)
    dots = {tuple(np.round(m.at, 9)) for m in drawn(LESSON, "world", generic).marks if isinstance(m, Dot)}
    assert dots == {tuple(np.round(each, 9)) for pair in asked for each in pair}
    world = drawn(LESSON, "world", generic)
    told = [m for m in world.marks if isinstance(m, Label) and m.ink is Ink.EXAMINED]
    assert all(m.text.endswith("×") for m in told), "how often it got each point"
    assert sum(int(m.text[:-1]) for m in told) == 2 * count, "each time one point of either core"
    for label in told:
        got = [each for pair in asked for each in pair if np.hypot(*np.subtract(label.at, each)) < 1e-5]
        assert len(got) == int(label.text[:-1]), "beside the point that it got so often"
    for shape, ink in ((a, Ink.A), (b, Ink.B)):
        has_radius = shape.radius > 0.0
        assert ("core" in labels(world, ink)) is has_radius, "the word of the idea, at what it names"
        cores = [m.points for m in world.marks if isinstance(m, Stroke) and m.ink is ink and m.line is Line.FEATURE]
        assert [np.allclose(each, shape.points) for each in cores] == [True] * has_radius
    assert LESSON.panes[1].head(generic)[0] == "Support points of the cores of A and B"
    more = 1  # the capsule
    funnel = drawn(LESSON, "generic", generic)
    assert sum(isinstance(mark, Dot) for mark in funnel.marks) == k + more
    ran = "GJK, EPA"
    assert ran in labels(funnel), "GJK alone finds no depth of cores that overlap"
    assert ran not in labels(drawn(LESSON, "generic", moments(LESSON, name)[0])), "not told before"
    assert LESSON.panes[2].head(generic)[0] == f"{k + more} support functions + 1 routine = {k + more + 1}"
    counts = r"\text{projections}=\examined{m}\,(\A{v_A}+\B{v_B})"
    assert LESSON.page(generic).formula == counts, "what the sentence counts"
    assert "m times" in idea
    assert "all v_A + v_B vertices" in idea


def test_the_table_tells_which_cells_are_looked_up() -> None:
    for name in SCENES:
        for moment in moments(LESSON, name):
            table, stored = LESSON.table(moment), moment.latest(StoredFirst)
            assert table is not None
            if not shows_pair(moment):
                assert table.columns == ("kinds", "support functions + 1", "pair routines")
                last = table.rows[-1][1].cells
                k = int(last[0])
                assert last[1:] == (
                    f"{len(KINDS[:k]) + 1}",
                    f"{len(list(combinations_with_replacement(range(k), 2)))}",
                )
                continue
            rows = [row.cells for _, row in table.rows]
            kinds = {body: name_of(kind_of(getattr(moment.scene, body.lower()).world)) for body in "AB"}
            assert rows[0][0] == "A, B"
            for order, row, column, _ in rows:
                assert [row, column] == [kinds[body] for body in order.split(", ")]
            full = [i < moment.scene.kinds and j <= i for _, row, column, _ in rows
                    for i, j in [(NAMES.index(row), NAMES.index(column))]]  # fmt: skip
            assert [end == "called" for *_, end in rows] == full, "the first that is not empty ends the search"
            assert stored.in_table is full[-1]


def test_the_call_crosses_where_it_is_swapped_and_what_it_returns_is_reversed() -> None:
    for name in SCENES:
        for moment in [m for m in moments(LESSON, name) if isinstance(m.step, StoredFirst | TurnedRound)]:
            stored = moment.latest(StoredFirst)
            if not stored.in_table:
                assert LESSON.panes[2].head(moment)[0] == "Generic: a support function for each kind"
                continue
            assert LESSON.panes[2].head(moment)[0] == "The call"
            canvas = drawn(LESSON, "generic", moment)
            first, second = (moment.scene.b, moment.scene.a) if stored.swapped else (moment.scene.a, moment.scene.b)
            told = [
                f"{place}: {name_of(kind_of(each.world))}" for place, each in (("first", first), ("second", second))
            ]
            assert set(told) <= set(labels(canvas))
            ways = [m for ink in (Ink.A, Ink.B) for m in arrows_of(canvas, ink)]
            assert [way.start[1] * way.end[1] < 0.0 for way in ways] == [stored.swapped] * 2
            is_over = isinstance(moment.step, TurnedRound)
            assert ("reverse" in labels(canvas)) is is_over
            assert (r"\hat n_{BA}" in symbols(canvas)) is stored.swapped
            assert (r"\hat n_{AB}" in symbols(canvas)) is (is_over or not stored.swapped)


def test_the_routine_s_normal_waits_for_the_answer() -> None:
    moment, _ = place_of(COUNTED, StoredFirst)
    for is_open in (True, False):
        world = drawn(LESSON, "world", replace(moment, is_open=is_open))
        assert bool(arrows_of(world, Ink.QUIET)) is not is_open, "turning it would be enough"
        assert bool([m for m in world.marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP]) is not is_open


@crowded
def test_bodies(n: int) -> None:
    last = among(n)
    k = last.scene.kinds
    routines, pairs = len(list(combinations_with_replacement(range(k), 2))), len(list(combinations(range(n), 2)))
    said = plain(LESSON.page(last).sentence)
    assert said.startswith(f"Each body meets {n - 1} others: ½ · {n} · {n - 1} = {pairs:,} pairs. ")
    assert LESSON.situation(last) == f"{k} kinds: {routines} pair routines. {n} bodies: {pairs:,} pairs to test."
    canvas = drawn(LESSON, "table", last)
    assert len(crowds(canvas, Ink.EXAMINED)[0].segments) == pairs
    ring = np.array([mark.at for mark in canvas.marks if isinstance(mark, Dot)])
    assert len(ring) == n == len({tuple(np.round(p, 6)) for p in ring})
    assert f"{n} bodies: {pairs:,} pairs" in labels(canvas)


def test_the_pair_alone_has_no_bodies_to_count() -> None:
    for name, preset in SCENES.items():
        last = moments(LESSON, name)[-1]
        assert isinstance(last.step, BodiesPaired) == (preset.scene.count > ALONE)
        assert last.trace.result.pairs == preset.scene.count * (preset.scene.count - 1) // 2


def place_of(name: str, step: type, kinds: int = 0) -> tuple[Moment[Any], Place]:
    moment = next(
        m for m in moments(LESSON, name) if isinstance(m.step, step) and (kinds == 0 or m.step.kinds == kinds)
    )
    place = LESSON.page(moment).prediction
    assert isinstance(place, Place)
    return moment, place


def test_where_a_pair_in_the_other_order_is_looked_up_and_which_cell_answers_it() -> None:
    asked = [m for m in moments(LESSON, "Circle and capsule") if LESSON.page(m).prediction and not shows_pair(m)]
    assert [m.step.kinds for m in asked] == [3, 6]
    assert [m.index for m in asked] == [0, 1], "two steps count, then the first pair is looked up"
    _, place = place_of("Circle and capsule", KindAdded, 6)
    ours, stored = (0, 4), (4, 0)  # the circle's row, the capsule's column; the mirrored cell
    assert place.right == tuple((j + 0.5, -i - 0.5) for i, j in (ours, stored))
    for first, second in product(product(range(6), repeat=2), repeat=2):
        verdict = place.judge(tuple((j + 0.4, -i - 0.7) for i, j in (first, second)))
        assert verdict.right == (first == ours and second == stored), "the picture of both kinds is not enough"
        canvas = Canvas()
        assert verdict.draw
        verdict.draw(canvas, "table")
        assert [mark.points for mark in canvas.marks] == [square(*first)] * 2 + [square(*second)] * 2
        inks = [Ink.ANSWER if right else Ink.FAULTY for right in (first == ours, second == stored)]
        assert [mark.ink for mark in canvas.marks] == [ink for ink in inks for _ in range(2)]
        if first != ours:
            assert f"A is {NAMES[first[0]]} and B is {NAMES[first[1]]}." in verdict.because
        elif second != stored:
            assert ("is empty" in verdict.because) == (second[0] < second[1])
            assert "mirror" not in verdict.because, "which cell is left to find"
    assert not place.judge(place.start).right
    assert place.judge(place.start).head == "Not a cell"


def growth_reason(found: int, is_right: bool) -> str:
    """What the answer says of such a number of pairs, where three kinds have 6."""
    cells, more = (
        len(list(product(range(6), repeat=2))),
        found - len(list(combinations_with_replacement(range(3), 2))),
    )
    every = (
        (is_right, "6 so far. Each new kind meets every earlier kind and itself: 4 + 5 + 6 more."),
        (found > cells, "The whole table has only 6 · 6 = 36 cells"),
        (more > 4 + 5 + 6, "stored once: above the diagonal"),
        (more <= 0, "3 kinds have 6 pairs already, and kind 4 adds a row of 4 cells."),
        (more <= 4, f"together add {more} pair{'s' * (more > 1)}. But kind 4 alone adds a row of 4 cells."),
        (
            True,
            f"Then kinds 4 to 6 together add {more} pairs. But each row is one cell longer than the row before it.",
        ),
    )
    return next(words for is_so, words in every if is_so)


def test_how_many_routines_the_full_table_takes_is_asked_at_its_first_row() -> None:
    moment, place = place_of("Circle and capsule", KindAdded, 3)
    ((foot, top),) = place.along
    every = len(list(combinations_with_replacement(range(6), 2)))
    for n in range(29):
        verdict = place.judge(((foot[0], foot[1] + (top[1] - foot[1]) * n / 28.0),))
        assert verdict.right == (abs(n - every) <= 1)
        assert verdict.head == ("" if verdict.right else "Too many" if n > every else "Too few")
        assert growth_reason(n, verdict.right) in verdict.because
        assert (str(every) in verdict.because) == verdict.right, "the number is left to find"
        assert [each.words for each in verdict.remarks] == [] if verdict.right else [f"{n} pairs"], (
            "the learner's own"
        )
        canvas = Canvas()
        assert verdict.draw
        verdict.draw(canvas, "world")
        assert list(labels(canvas)) == ([str(every)] if verdict.right else []), "what was asked, at its place"
    assert not place.judge(place.start).right
    assert "\\tfrac12" not in LESSON.page(moment).formula, "no rule that tells the number"
    beyond = place.right[0]
    for is_open in (True, False):
        canvas = drawn(LESSON, "world", replace(moment, is_open=is_open))
        curves = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DOTTED and m.opacity > 0.0]
        hit = any(np.hypot(*(np.array(m.points) - beyond).T).min() < 0.1 for m in curves)
        assert hit is not is_open, "the curve tells it afterwards"
        assert "pair routines" in labels(canvas), "both lines have their names from the start"
        assert "6" in labels(canvas), "the number that is asked about stays below its line"
    assert LESSON.page(moments(LESSON, "Six kinds, fifty bodies")[0]).prediction is None, "asked once"


def test_which_way_the_normal_goes() -> None:
    moment, place = place_of("Circle and capsule", StoredFirst)
    a, b = moment.scene.a.world, moment.scene.b.world
    at, depth = moment.step.answered.point, -separation(a, b)
    for angle in (0.0, 14.0, 16.0, 90.0, 180.0, 344.0, 346.0):
        turn = np.radians(angle)
        way = np.subtract(place.right[0], at) @ ((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn)))
        verdict = place.judge((tuple(at + way),))
        assert verdict.right == (angle in (0.0, 14.0, 346.0))
        left = -separation(a, b.moved(depth * way / np.hypot(*way)))
        if not verdict.right:
            assert verdict.remarks[0].words == f"{fixed(left)} deep"
            assert f"it is {fixed(left)} deep" in verdict.because, "more than before, where it points into A"
            assert "MTV" not in verdict.because, "which way is left to find"
        assert ("routine's own normal, from its first shape" in verdict.because) == (angle == 180.0)
        canvas = Canvas()
        assert verdict.draw
        verdict.draw(canvas, "world")
        assert {mark.ink for mark in canvas.marks} == {Ink.ANSWER if verdict.right else Ink.FAULTY}
    assert all(np.isclose(np.hypot(*np.subtract(p, at)), ARROW) for p in place.along[0])
    aside = np.subtract(place.start[0], at) @ np.subtract(place.right[0], at) / ARROW**2
    assert aside == pytest.approx(-np.cos(np.radians(80.0)))
    (x, y), (u, v) = np.subtract(place.right[0], at), np.subtract(place.start[0], at)
    assert x * v - y * u < 0.0
    assert all(LESSON.page(m).prediction is None for name in SCENES for m in moments(LESSON, name, KEPT))


def test_a_normal_that_is_not_reversed_pushes_b_into_a() -> None:
    name = "Circle and box"
    scene, found = SCENES[name].scene, moments(LESSON, name, KEPT)
    s, n = separation(scene.a.world, scene.b.world), scene.contact.normal
    left = -separation(scene.a.world, scene.b.world.moved(s * n))
    for moment in found:
        shown = labels(drawn(LESSON, "world", moment), Ink.FAULTY)
        page, is_on = LESSON.page(moment), moment.index >= 1
        assert (f"not reversed: {fixed(left)} deep" in shown) is is_on, "from the step at which it is not reversed"
        assert (f"The overlap is then {fixed(left)}, not 0.00." in plain(LESSON.situation(moment))) is is_on
        table = drawn(LESSON, "table", moment)
        words = [m.ink for m in table.marks if isinstance(m, Label) and m.text == "swap"]
        assert set(words) <= {Ink.TEXT}, "the swap is right: only the normal is wrong then"
        assert not crowds(table, Ink.FAULTY), "no other cell is marked: none of them is told of"
        is_pair = page.stage != "Kinds"
        assert LESSON.panes[1].head(moment)[0] == ("The pair A, B" if is_pair else "Functions to write"), (
            "as its words"
        )
        assert plain(page.idea).startswith("Normal not reversed") is is_on
        assert ("\\faulty" in page.formula) is is_on
        if is_on:
            said = plain(page.sentence).replace("\u00a0", " ")
            depths = f"Before the push B is {fixed(-s)} deep in A, after it {fixed(left)}."
            assert said == f"n̂ = ({fixed(-n[0])}, {fixed(-n[1])}). {depths}"
            assert all(claim.holds for claim in page.claims)
        world = drawn(LESSON, "world", moment)
        lengths = [np.hypot(*np.subtract(m.end, m.start)) for m in arrows_of(world, Ink.FAULTY)]
        assert np.allclose(lengths, [ARROW] * is_on), "its normal is as long as the right one, and its only arrow"
        if is_on:
            assert list(symbols(world)) == list(symbols(world, Ink.FAULTY)) == [r"\hat n"], "its own, no other's name"
            assert "reversed" in labels(world, Ink.EXAMINED)
        dots = [m for m in world.marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
        assert bool(dots) is not is_pair, "the chart's, but no support points among the wrong push"
    assert SCENES[name].opens_at(found[0].trace) == 1
    assert not LESSON.compare[0].differs(moments(LESSON, "Box and circle", KEPT)[-1])


def mirrors(canvas: Canvas) -> list[Any]:
    """The line on which row and column are the same kind."""
    return [m.points for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.DASHED]


@pytest.mark.parametrize("name", SWAPPED)
def test_the_way_of_a_swapped_call_is_mirrored_in_the_diagonal(name: str) -> None:
    moment = next(m for m in moments(LESSON, name) if isinstance(m.step, StoredFirst))
    kinds, stored = moment.scene.kinds, KINDS.index(moment.step.first)
    for time in np.linspace(0.0, 1.0, 9).tolist():
        canvas = drawn(LESSON, "table", replace(moment, time=time))
        words = [m for m in canvas.marks if isinstance(m, Label) and m.text == "swap"]
        assert [m.at for m in words] == [(stored + 0.5, -0.5)], "the cell keeps its word"
        assert not mirrors(canvas), "it is known, and would run through the pictures"
        (arrow,) = [m for m in arrows_of(canvas, Ink.EXAMINED) if m.start[0] > 0.0]
        (x, y), (u, v) = arrow.start, arrow.end
        assert x - u == pytest.approx(y - v), "straight across the diagonal"
        assert shapely.Polygon(square(0, stored)).contains(shapely.Point(arrow.start))
        pictures = [i for i, m in enumerate(canvas.marks) if isinstance(m, Crowd) and m.ink in (Ink.A, Ink.B)]
        assert canvas.marks.index(arrow) < min(pictures), "behind the pictures"
    assert (u, v) == pytest.approx((-y, -x)), "the mirror image of where it starts"
    assert shapely.Polygon(square(stored, 0)).contains(shapely.Point(arrow.end)), "it arrives"
    first = next(m for m in moments(LESSON, name) if is_cell_asked(m)) if name == COUNTED else None
    if first is not None:
        assert mirrors(drawn(LESSON, "table", first)) == [((0.0, 0.0), (kinds, -kinds))], "where it is first told"


def test_while_the_normal_turns_it_has_no_name_yet() -> None:
    moment = next(m for m in moments(LESSON, "Circle and capsule") if isinstance(m.step, TurnedRound))
    for time in (0.0, 0.5, 1.0):
        named = symbols(drawn(LESSON, "world", replace(moment, time=time)), Ink.EXAMINED)
        assert (r"\hat n_{AB}" in named) is (time == 1.0), "the sentence tells the one at rest"


@pytest.mark.parametrize("name", SWAPPED)
def test_a_reversal_is_no_turn(name: str) -> None:
    moment = next(m for m in moments(LESSON, name) if isinstance(m.step, TurnedRound))
    n, lengths = moment.scene.contact.normal, []
    for time in (0.0, 0.25, 0.5, 0.75, 1.0):
        found = arrows_of(drawn(LESSON, "world", replace(moment, time=time)), Ink.EXAMINED)
        ways = [np.subtract(mark.end, mark.start) for mark in found]
        assert all(abs(way[0] * n[1] - way[1] * n[0]) < 1e-9 for way in ways), (
            "along the normal's own line all the time"
        )
        lengths.append(sum(float(way @ n) for way in ways))
    assert lengths == pytest.approx([-ARROW, -ARROW / 2.0, 0.0, ARROW / 2.0, ARROW])


@each_scene
def test_s_is_drawn_across_the_overlap(name: str) -> None:
    scene = SCENES[name].scene
    a, b = scene.a.world, scene.b.world
    s = separation(a, b)
    for moment in [m for m in moments(LESSON, name) if shows_pair(m)]:
        canvas = drawn(LESSON, "world", moment)
        told = [m.text for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.OVERLAP]
        bars = [m.points for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.OVERLAP]
        if abs(s) < 1e-6:
            assert (told, bars) == ([], []), "of 0 nothing"
            continue
        assert told == [f"$s$ = {fixed(s)}"]
        bar, *ticks = np.array(bars)
        assert len(ticks) == 2
        assert np.hypot(*(bar[1] - bar[0])) == pytest.approx(-s)
        n = (bar[0] - bar[1]) / -s
        assert separation(a, b.moved(-s * n)) == pytest.approx(0.0, abs=1e-9), "along the normal"
        assert bar @ n == pytest.approx(
            [float((a.points @ n).max()) + a.radius, float((b.points @ n).min()) - b.radius]
        )


def test_that_one_routine_serves_both_orders_is_told_before_its_cell_is_asked_for_and_the_cell_is_not() -> None:
    moment, _ = place_of(COUNTED, KindAdded, 6)
    idea = plain(LESSON.page(moment).idea)
    assert "It serves the other order too." in idea
    assert "mirrored" not in idea
    assert "swap" not in idea


@pytest.mark.parametrize("pixel", [0.02, 0.03, 0.05])
def test_the_box_of_the_routine_is_wider_than_its_name(pixel: float) -> None:
    canvas = Canvas(pixel)
    LESSON.panes[2].draw(canvas, moments(LESSON, COUNTED)[0])
    (box,) = [m for m in canvas.marks if isinstance(m, Stroke) and m.line is Line.OUTLINE]
    low, high = np.min(box.points, axis=0), np.max(box.points, axis=0)
    assert high[0] - low[0] > 85.0 * pixel, "its name takes some 60 pixels"
    (name,) = [m.at for m in canvas.marks if isinstance(m, Label) and m.text == "1 routine"]
    assert name[0] == pytest.approx((low[0] + high[0]) / 2.0)


def test_what_is_drawn_of_many_bodies_is_told_in_its_number() -> None:
    last = among(50)
    for bodies, told in ((3, "2 of one body"), (50, "49 of one body")):
        assert told in labels(drawn(LESSON, "table", replace(last, time=(bodies - 1.99) / 48.0)))
    assert not any("of one" in told for told in labels(drawn(LESSON, "table", replace(last, time=0.0)))), "1 of 1"


def test_the_routine_s_shapes_are_its_first_and_its_second() -> None:
    """The words of contact info: an "A" of the routine beside our A would be a second one."""
    for name in SCENES:
        for moment in moments(LESSON, name):
            page = LESSON.page(moment)
            told = " ".join((page.idea, page.sentence, page.prediction.text if page.prediction else ""))
            assert "our A" not in told.replace("of our A and B", "")
            assert "its A" not in told
            assert "routine's A" not in told
    first = next(m for m in moments(LESSON, "Circle and box") if isinstance(m.step, StoredFirst))
    assert {"circle: second", "OBB: first"} <= set(labels(drawn(LESSON, "world", first)))


def test_the_lines_of_one_of_many_bodies_are_bright() -> None:
    scene = SCENES["Six kinds, fifty bodies"].scene
    canvas = drawn(LESSON, "table", moments(LESSON, "Six kinds, fifty bodies")[-1])
    (every,) = crowds(canvas, Ink.EXAMINED)
    bright = every.segments[every.opacity > 0.5].reshape(-1, 2, 2)
    assert len(bright) == scene.count - 1
    assert (every.opacity < 0.1).sum() == len(list(combinations(range(scene.count), 2))) - len(bright), "all others"
    assert len(np.unique(bright[:, 0], axis=0)) == 1


def test_touching_by_chance() -> None:
    found = moments(LESSON, "Touching circles", CHANCE)
    opens = SCENES["Touching circles"].opens_at(found[0].trace)
    assert opens == 0
    for moment in found:
        table, is_on = drawn(LESSON, "table", moment), moment.index >= opens
        told = [m.text for m in table.marks if isinstance(m, Label) and m.text in ("<", "≤")]
        assert sorted(told) == (["<"] + 5 * ["≤"] if is_on else []), "not before its own step"
        situation, page = LESSON.situation(moment), LESSON.page(moment)
        assert (plain(situation) == "A and B just touch, but this rule says no contact.") is is_on
        assert (tint("no contact.", Ink.FAULTY) in situation) is is_on
        assert set(labels(table, Ink.FAULTY)) == ({"<"} if is_on else set())
        assert ("no contact" in labels(drawn(LESSON, "world", moment), Ink.FAULTY)) is is_on
        for pane in ("world", "generic"):
            canvas = drawn(LESSON, pane, moment)
            assert ("no contact" in labels(canvas, Ink.FAULTY)) is is_on
            assert any(N in symbol for symbol in symbols(canvas)) is not is_on, (
                "a rule that denies contact has no normal"
            )
        assert plain(page.idea).startswith("Circles with <") is is_on
        if is_on:
            scene = moment.scene
            square = float(np.square(np.subtract(scene.b.pose.position, scene.a.pose.position)).sum())
            assert plain(page.sentence).startswith(f"Both sides are {fixed(square)}: < is false, no contact.")
            assert "\\faulty" in page.formula
    for name in ("Box and circle", "Six kinds, fifty bodies"):
        assert not LESSON.compare[1].differs(moments(LESSON, name, CHANCE)[-1])


def test_what_is_told_first_says_what_is_wanted_and_names_both_ways() -> None:
    idea = plain(LESSON.page(moments(LESSON, "Circle and capsule")[0]).idea)
    assert "tests shapes of two given kinds" in idea, "the answer that is wanted"
    for term in ("pair routine", "generic routine", "support function"):
        assert term in idea, "the line below speaks of it"
    assert "it asks each shape's support function for the furthest point in a direction" in idea, (
        "what it is, where named"
    )
    assert all(len(each.split(" routine")) <= 2 for each in idea.split(". ")), "one design a sentence"


@pytest.mark.parametrize("name", [COUNTED])
def test_the_pair_that_is_asked_about_is_in_the_figure(name: str) -> None:
    moment = next(m for m in moments(LESSON, name) if is_cell_asked(m))
    scene, asked = moment.scene, LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    kinds = [name_of(kind_of(each.world)) for each in (scene.a, scene.b)]
    assert not any(kind in asked.text for kind in kinds), "they are to be seen, not read"
    funnel = drawn(LESSON, "generic", moments(LESSON, name)[0])
    for is_open in (True, False):
        canvas, title = (f(replace(moment, is_open=is_open)) for f in (shown, LESSON.panes[2].head))
        assert title[0] == "The pair A, B", "the answer speaks of it, too"
        table = drawn(LESSON, "table", replace(moment, is_open=is_open))
        a, b = KINDS.index(kind_of(scene.a.world)), KINDS.index(kind_of(scene.b.world))
        arrows = [(m.start, m.end) for m in arrows_of(table, Ink.ANSWER)]
        routine = shapely.Polygon(square(b, a))
        assert [routine.contains(shapely.Point(end)) for _, end in arrows] == ([] if is_open else [True])
        words = [m for m in table.marks if isinstance(m, Label) and m.text == "swap"]
        assert len(words) == (not is_open), "no word gives it away"
        for kind, ink, each in zip(kinds, (Ink.A, Ink.B), (scene.a.world, scene.b.world), strict=True):
            assert kind in labels(canvas, ink)
            outlines = [m for m in canvas.marks if isinstance(m, Stroke) and m.closed and m.ink is ink]
            assert len(outlines) == 1
            low, high = np.min(outlines[0].points, axis=0), np.max(outlines[0].points, axis=0)
            size = np.ptp(each.points, axis=0) + 2.0 * each.radius
            assert (high - low) / (high - low)[0] == pytest.approx(size / size[0], abs=0.01), "its own shape"
            frame = np.array([p for m in funnel.marks if isinstance(m, Stroke) for p in m.points])
            assert (low > frame.min(axis=0) - 0.4).all()
            assert (high < frame.max(axis=0) + 0.4).all()


@pytest.mark.parametrize("pixel", [0.01, 0.02])
def test_where_names_of_kinds_have_no_room_their_pictures_stand_for_them(pixel: float) -> None:
    canvas = Canvas(pixel)
    LESSON.panes[0].draw(canvas, moments(LESSON, "Circle and capsule")[0])
    for axis, side in ((1, 1.0), (0, -1.0)):  # over the columns, beside the rows: the same in both
        names = [m for m in canvas.marks if isinstance(m, Label) and m.text in NAMES and side * m.at[axis] > 0.0]
        pictures = [
            m for m in canvas.marks if isinstance(m, Stroke) and (side * np.array(m.points)[:, axis]).min() > 0.0
        ]
        assert (len(names), len(pictures)) == ((6, 0) if pixel < 0.015 else (0, 6))
    assert len({m.at[0] for m in canvas.marks if isinstance(m, Label) and m.text.startswith("+")}) == 1


def shown(moment: Moment[Any]) -> Canvas:
    return drawn(LESSON, "generic", moment)


@pytest.mark.parametrize("name", GENERIC)
def test_the_generic_routine_is_fed_by_the_kinds_of_the_pair_alone(name: str) -> None:
    moment = next(m for m in moments(LESSON, name) if isinstance(m.step, GenericCounted))
    canvas, scene = shown(moment), moment.scene
    pair = {kind_of(each.world) for each in (scene.a, scene.b)}
    lit = [
        m.points for m in canvas.marks if isinstance(m, Stroke) and m.ink is Ink.EXAMINED and m.line is Line.MEASURE
    ]
    every = [*KINDS[: scene.kinds], *(kind for kind in KINDS[scene.kinds :] if kind in pair)]
    assert len(lit) == len(pair) + 1, "and the line that all share, to the routine"
    rows = {round(-points[0][1]) for points in lit if len(points) > 2}
    assert rows == {every.index(kind) for kind in pair}


def test_each_comparison_has_a_goal_of_its_own() -> None:
    name = "Circle and box"
    scene = SCENES[name].scene
    found = [LESSON.challenge(m) for m in moments(LESSON, name, KEPT)]
    assert [each is not None for each in found] == [False, True], "not before the wrong push"
    for x, y, is_reached in ((0.7, 0.2, False), (-0.55, 0.0, True), (0.9, 0.2, False), (3.0, 0.0, False)):
        moved = replace(scene, b=Body(scene.b.shape, Pose(np.array((x, y)), scene.b.pose.angle)))
        last = moments_of(LESSON, moved, KEPT)[-1]
        goal = LESSON.challenge(last)
        assert goal is not None
        assert "doubles the overlap" in goal.text
        assert "until this push leaves less than double" in goal.text
        a, b = moved.a.world, moved.b.world
        contact = collide(a, b).contact
        left = -separation(a, b.moved(contact.separation * contact.normal))
        if contact.separation < 0.0:
            assert goal.now == f"now {fixed(-contact.separation)}, then {fixed(left)}"
            assert (left < -2.0 * contact.separation - 0.05) is is_reached
        assert goal.reached is is_reached
    scene = SCENES["Touching circles"].scene
    for x, y, is_reached in ((0.5, 0.5, False), (0.4, 0.5, False), (0.75, -0.25, True), (-0.5, 1.0, True)):
        moved = replace(scene, b=Body(scene.b.shape, Pose(np.array((x, y)), 0.0)))
        goal = LESSON.challenge(moments_of(LESSON, moved, CHANCE)[-1])
        assert goal is not None
        assert goal.now == f"centres {fixed(float(np.hypot(x + 0.5, y + 0.25)))} apart"
        assert goal.reached is is_reached, "straight beside or above, and just touching"


def test_no_goal_is_about_shapes_that_are_not_shown() -> None:
    for name in SCENES:
        for moment in moments_of(LESSON, replace(SCENES[name].scene, count=10)):
            found = LESSON.challenge(moment)
            if isinstance(moment.step, BodiesPaired):
                assert found is not None
                assert found.text.startswith("50 bodies make")
            elif found is not None:
                assert shows_pair(moment)
                assert "bodies" not in found.text


def challenge(name: str, **fields: object) -> Challenge | None:
    return LESSON.challenge(moments_of(LESSON, replace(SCENES[name].scene, **fields))[-1])


def test_each_goal_is_met_by_its_kind_of_scene_alone() -> None:
    for name in SCENES:
        found = challenge(name)
        assert (found is None) == (name in ("Circle and box", "Touching circles")), "theirs is about the rule"
        assert found is None or not found.reached
        first = moments_of(LESSON, SCENES[name].scene)[0]
        assert LESSON.challenge(first) is None or shows_pair(first), "not before the pair is told"
    assert [bool(g and g.reached) for k in (3, 4, 5, 6) if [g := challenge("No cell of its own", kinds=k)]] == [
        False, False, True, False,
    ]  # fmt: skip
    reached = [n for n in range(2, 51) if (g := challenge("Six kinds, fifty bodies", count=n)) and g.reached]
    assert reached == [25]
    slab = SCENES["Box and circle"].scene.a
    for degrees, is_reached in ((0.0, True), (90.0, True), (15.0, False)):
        found = challenge("Box and circle", a=Body(slab.shape, Pose(slab.pose.position, np.radians(degrees))))
        assert found is not None
        assert found.reached is is_reached
    scene = SCENES[COUNTED].scene
    for kind, other, under in product(ShapeKind, ShapeKind, (True, False)):
        a, b = (
            replace(with_kind(body, which), pose=body.pose) for body, which in ((scene.a, kind), (scene.b, other))
        )
        high = float((b.world.points[:, 1]).max()) + b.world.radius
        low = float((a.world.points[:, 1]).min()) - a.world.radius
        if under:  # the middles below each other, 0.1 deep along y
            b = replace(
                b,
                pose=Pose(
                    b.pose.position + (a.world.centroid[0] - b.world.centroid[0], low + 0.1 - high), b.pose.angle
                ),
            )
        found = challenge(COUNTED, a=a, b=b)
        assert found is not None
        i, j = (KINDS.index(kind_of(each.world)) for each in (a, b))
        contact = collide(a.world, b.world).contact
        is_down = contact.separation < -0.05 and np.degrees(np.arccos(-contact.normal[1])) < 10.0
        assert found.reached is bool(i > j and is_down), "below the diagonal, and B below A"
        assert ("off" in found.now) is (i > j and contact.separation < -0.05), "a swapped one's normal is asked for"
    lacking = challenge(COUNTED, kinds=4)
    assert lacking is not None
    assert not lacking.reached, "the table does not answer at all"
    assert list(scene.bodies()), "no field hides the scene's own verbs"
    assert tuple(map(name_of, KINDS)) == NAMES


def test_a_call_that_needs_no_swap_has_no_word_of_it() -> None:
    for moment in moments(LESSON, "Box and circle"):
        assert "swap" not in labels(drawn(LESSON, "table", moment))


def test_scenes_of_a_pair_begin_at_it_and_show_it_large() -> None:
    firsts = {name: moments(LESSON, name)[0] for name, preset in SCENES.items() if not preset.scene.has_kinds}
    assert list(firsts) == ["Box and circle", "Circle and box", "Touching circles", "No cell of its own"]
    assert len({LESSON.page(moment).sentence for moment in firsts.values()}) == 4, "no two begin alike"
    for moment in firsts.values():
        assert shows_pair(moment)
        assert LESSON.layout_at(moment) is not LESSON.layout
        (table, column), (whole, beside) = (each.parts for each in (LESSON.layout_at(moment), LESSON.layout))
        assert column.share * column.parts[0].share > 1.6 * beside.share * beside.parts[0].share
        assert table.share < whole.share
    shown = {name: LESSON.shows_controls(moment) for name, moment in firsts.items()}
    assert [name for name, is_shown in shown.items() if is_shown] == ["No cell of its own"], "its goal is the number"


def test_cores_on_each_other_are_asked_more_often_than_the_steps_tell() -> None:
    scene = SCENES["No cell of its own"].scene
    same = replace(scene, a=replace(scene.b))
    generic = next(m for m in moments_of(LESSON, same) if isinstance(m.step, GenericCounted))
    found = epa(same.a.world, same.b.world)
    count = found.distance.supports + found.supports
    assert len(same.asked) < count
    assert plain(LESSON.page(generic).sentence).startswith(f"Each core is asked {count} times: {count} · (1 + 1) = ")
    assert not any("×" in told for told in labels(drawn(LESSON, "world", generic))), "no count that is too low"


def test_beside_the_full_table_the_chart_goes_on_until_the_square_has_run_away() -> None:
    for kinds, last in ((3, 7), (6, 10)):
        moment = next(m for m in moments(LESSON, COUNTED) if isinstance(m.step, KindAdded) and m.step.kinds == kinds)
        chart = drawn(LESSON, "world", moment)
        assert str(last) in labels(chart)
        generic, pairs = (
            m for m in chart.marks if isinstance(m, Stroke) and m.line is Line.DOTTED and m.opacity > 0.0
        )
        ratio = pairs.points[-1][1] / generic.points[-1][1]
        assert ratio == pytest.approx(len(list(combinations_with_replacement(range(last), 2))) / (last + 1))
