"""Bilateral advancement: curves, brackets and answers, against vertices that are moved by hand."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import shapely

from geometry import Outcome, Pose, bilateral_advancement, conservative_advancement
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, PushBack, RootTried
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.time_of_impact.separation_function import AxisFrame, SeparationFunction
from geometry.trace import Grouped
from lessons.motion import bilateral_figure as figure
from lessons.motion.advancing import scene
from lessons.motion.bilateral_advancement import BilateralAdvancement
from lessons.motion.bilateral_scene import NO_FLOOR, Rooted, is_floor, is_query, last_of
from lessons.motion.sweeps import still, to
from lessons.stories.grouping import apart
from tests.lessons.second_edition import Told, moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment, panes_of
from viz.lesson.mark import Area, Arrow, Dot, Label, Stroke, Symbol, Unbounded
from viz.lesson.prediction import Place
from viz.lesson.scene import at
from viz.lesson.text import fixed, plain, runs

LESSON = BilateralAdvancement()
NAMES = list(LESSON.presets)
FIRST, OPEN, LATE, ALTERNATE, PAST, FLOOR = NAMES
each = pytest.mark.parametrize("name", NAMES)


def moments(name: str, compare: str = "") -> list[Moment[Rooted]]:
    return moments_of(LESSON, LESSON.presets[name].scene, compare)


def drawn(moment: Moment[Rooted], pane: str) -> Canvas:
    return Told.draw(next(p for p in LESSON.panes if p.name == pane), moment)


def lowest(moment: Moment[Rooted]) -> float:
    """Where the chart of g ends."""
    return float(figure.axes_of(moment).y[0])


def strokes(canvas: Canvas, ink: Ink, line: Line) -> list[np.ndarray]:
    return [np.array(m.points) for m in canvas.marks if isinstance(m, Stroke) and (m.ink, m.line) == (ink, line)]


def texts(canvas: Canvas) -> list[str]:
    return [plain(m.text) for m in canvas.marks if isinstance(m, Label)]


def polygon(body: Any, end: Any, t: float) -> np.ndarray:
    """Its vertices at a time, moved and turned by hand."""
    a = (1.0 - t) * body.pose.angle + t * end.pose.angle
    middle = (1.0 - t) * body.pose.position + t * end.pose.position
    turn = np.array(((math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))))
    return np.asarray(body.shape.points @ turn + middle)


def true_gap(s: Rooted, t: float) -> float:
    a, b = polygon(s.a, s.a_end, t), polygon(s.b, s.b_end, t)
    return float(shapely.Polygon(a).distance(shapely.Polygon(b)))


def along(s: Rooted, axis: AxisChosen, t: float) -> tuple[np.ndarray, float]:
    """The axis at a time, and the gap along it."""
    turn = {AxisFrame.WORLD: 0.0, AxisFrame.A: s.sweep_a.turn, AxisFrame.B: s.sweep_b.turn}[axis.frame]
    n = complex(*axis.state.normal) * np.exp(1j * turn * (t - axis.state.fraction))
    way = np.array((n.real, n.imag))
    a, b = polygon(s.a, s.a_end, t), polygon(s.b, s.b_end, t)
    return way, float((b @ way).min() - (a @ way).max())


@each
def test_each_axis_begins_at_the_true_gap_and_stays_below_it(name: str) -> None:
    s = LESSON.presets[name].scene
    rows = LESSON.table(moments(name)[-1])
    assert rows is not None
    is_hit = s.trace.result.outcome is Outcome.HIT
    assert len(rows.rows) == len(s.axes) + is_hit
    if is_hit:
        t = s.trace.result.fraction
        last = [plain(c) for c in rows.rows[-1][1].cells]
        assert last == [str(len(s.axes) + 1), f"{t:.3f}", f"{true_gap(s, t):.3f}", "—"]
    for axis, (_, row), (t1, t2) in zip(s.axes, rows.rows, s.jumps, strict=False):
        t = axis.state.fraction
        assert along(s, axis, t)[1] == pytest.approx(true_gap(s, t), abs=1e-7)
        for u in np.linspace(0.0, 1.0, 41):
            gap = true_gap(s, u)
            assert along(s, axis, u)[1] <= gap + 1e-9 or gap == 0.0
        assert [plain(c) for c in row.cells] == [
            str(axis.iteration),
            f"{t1:.3f}",
            f"{true_gap(s, t):.3f}",
            f"{t2:.3f}",
        ]
        for u in np.linspace(t1, t2, 41):
            assert true_gap(s, u) > 0.0, "nothing is passed over"
    assert [t2 for _, t2 in s.jumps[:-1]] == [t1 for t1, _ in s.jumps[1:]]


def turning(s: Rooted, axis: AxisChosen) -> str:
    """What an axis does, by the turns of the bodies."""
    if axis.frame is AxisFrame.WORLD:
        return "n̂ keeps its direction"
    name = axis.frame.value
    turns = s.b_end if name == "B" else s.a_end, s.b if name == "B" else s.a
    still_there = abs(turns[0].pose.angle - turns[1].pose.angle) < 1e-9
    return f"n̂ is its normal. {name} does not turn" if still_there else f"n̂ is its normal and turns with {name}"


def moves(s: Rooted, was: DeepestFound, last: DeepestFound) -> str:
    """Where t2 goes from one floor to another, and how."""
    steps = list(s.steps)
    inside = [x for x in steps[steps.index(was) : steps.index(last) + 1] if isinstance(x, DeepestFound)]
    if len(inside) == 2:
        return f"t_2 moves to the middle, {last.last.fraction:.3f}. "
    if len(inside) > 4:
        return f"In {len(inside) - 1} moves t_2 comes to {last.last.fraction:.3f}. "
    told = []
    for before, x in pairwise(inside):
        is_half = abs(before.first.fraction + before.last.fraction - 2.0 * x.last.fraction) < 1e-9
        told.append(f"{x.last.fraction:.3f} ({'halved' if is_half else 'root'})")
    return f"t_2: {', '.join(told)}. "


def evaluated(s: Rooted) -> int:
    """How often the gap along an axis is asked for in a run of the search."""
    asked: list[float] = []
    deepest, between = SeparationFunction.deepest, SeparationFunction.between
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(SeparationFunction, "deepest", lambda f, t: asked.append(t) or deepest(f, t))
        patched.setattr(SeparationFunction, "between", lambda f, t, i, j: asked.append(t) or between(f, t, i, j))
        bilateral_advancement(*s.sweeps, target=s.target, tolerance=s.target / 3.0)
    return len(asked)


@each
def test_sentences_tell_what_a_bracket_ends_at(name: str) -> None:
    s = LESSON.presets[name].scene
    for moment in moments(name):
        page, step = LESSON.page(moment), moment.step
        words = plain(page.sentence)
        first = step.first if isinstance(step, Grouped) else step
        if isinstance(first, AxisChosen) and not isinstance(step, Grouped):
            gap, start = true_gap(s, first.state.fraction), first.state.fraction
            told = f"At {f't_1 = {start:.3f}' if start else 't = 0'} the true gap is {gap:.3f}."
            assert words.startswith(told), "no t_1 before there is a bracket"
            assert turning(s, first) in words
            earlier = s.axes[first.iteration - 2] if first.iteration > 1 else None
            t = first.state.fraction
            kept = earlier is not None and along(s, earlier, t)[1] == pytest.approx(true_gap(s, t), rel=1e-6)
            assert kept == ("same features" in page.idea)
            assert page.stage == f"Query {first.iteration}", "queries, brackets and rows are counted alike"
        elif is_query(step):
            root, axis = step.last, s.axes[first.iteration - 1]
            assert page.stage == f"Query {first.iteration}"
            tried = sum(isinstance(x, RootTried) for x in step.part)
            told = f"In {tried} trial{'s' * (tried > 1)} t_2 moves back to the root {root.fraction:.3f}."
            assert words.endswith(f"{turning(s, first)}. {told}")
            assert "**root**" in LESSON.page(moments(name)[1]).idea, "what a root is was told before"
            assert abs(along(s, axis, root.fraction)[1] - s.target) <= s.target / 3.0 + 1e-9
            row = [plain(c) for c in LESSON.table(moment).rows[-1][1].cells]
            gap = true_gap(s, first.state.fraction)
            assert row[1:] == [f"{first.state.fraction:.3f}", f"{gap:.3f}", f"{root.fraction:.3f}"]
            assert moment.time == first.state.fraction, "when the axis is chosen"
        elif isinstance(first, DeepestFound):
            last = step.last if isinstance(step, Grouped) else step
            k, t2 = first.iteration, last.fraction if isinstance(last, RootTried) else last.last.fraction
            axis = s.axes[k - 1]
            assert LESSON.table(moment).rows[-1][1].cells[3] == f"{t2:.3f}", "t_2 of this step"
            if isinstance(last, RootTried):
                assert page.stage == f"Root {k}"
                tried = sum(isinstance(x, RootTried) for x in step.part)
                roots = sum(isinstance(x, RootTried) and x.found for x in step.part)
                told = f"{roots} roots in {tried} trials" if roots > 1 else f"Trial {tried} is near enough"
                assert words.startswith(f"{told}: the bracket now ends at t_2 = {t2:.3f}, where g = ")
                assert f"g = {along(s, axis, t2)[1]:.3f}" in words
                assert along(s, axis, 1.0)[1] < s.target, "said to be below the target at 1"
                assert page.formula == r"|\gap{g(t_2)}-s_0|\ \le\ \varepsilon=0.02", "the number of ε, once"
                assert abs(along(s, axis, t2)[1] - s.target) <= s.target / 3.0 + 1e-9
                assert "lower bound" not in page.idea, "one idea a step"
                continue
            least, is_low = fixed(last.floor, 3), last.decision is PushBack.HALVE
            was = last_of(moments(name)[moment.index - 1].step)
            is_first = last is next(
                x for x in s.steps if isinstance(x, DeepestFound) and x.decision is not PushBack.ROOT
            )
            if is_floor(was) and was.iteration == k:
                t1, is_half = was.first.fraction, abs(was.first.fraction + was.last.fraction - 2.0 * t2) < 1e-9
                assert (t2 - t1) / (was.last.fraction - t1) < 0.5 + 1e-9
                assert page.stage == f"{'Halved' if is_half else 'Shorter'} {k}"
                assert words.startswith(moves(s, was, last))
                assert ("only a quarter" in page.idea) == is_half
            else:
                assert page.stage == f"Bound {k}"
                assert not is_low or "nothing" in page.idea or "the most that it can curve" in page.idea
                assert first is last or LESSON.page(moments(name)[moment.index - 2]).stage in (
                    "Halved 1",
                    "Shorter 1",
                )
            relation = f"{'' if is_low else 'not '}below the limit"
            limits = [t for t in texts(drawn(moment, "g")) if t.startswith("limit")]
            assert [t.replace("s_0−ε = ", "") for t in limits] == [f"limit {s.target - s.target / 3.0:.2f}"]
            assert is_low or "s_0−ε" in limits[0], "its number stands at its line alone, with what it is made of"
            assert not re.search(r"0\.04|tolerance", words + plain(page.idea))
            if page.prediction is not None and name == ALTERNATE:
                assert words == "The least value of the lower bound is compared with the limit."
            elif (is_floor(was) and was.iteration == k) or first is not last:
                assert words.startswith(moves(s, was if is_floor(was) and was.iteration == k else first, last))
                assert words.endswith(f". The least value is now {least}: t_1 jumps to t_2.")
                assert not is_low
            else:
                assert words.startswith(f"The least value of the bound is {least}, {relation}: ")
                assert ("**limit**" in page.sentence) == is_first
            larger = "K is larger" in page.idea
            assert not larger or axis.curvature > s.axes[k - 2].curvature
        elif isinstance(step, Grouped):
            chosen = [x for x in step.part if isinstance(x, AxisChosen)]
            assert page.stage == ("More" if len(chosen) > 1 else f"Query {chosen[0].iteration}")
            assert words.startswith("Bracket 3 takes" if len(chosen) == 1 else f"Brackets 3 to {len(s.axes)} take")
            kept = along(s, s.axes[1], s.jumps[2][0])[1] == pytest.approx(true_gap(s, s.jumps[2][0]), rel=1e-6)
            assert ("same features" in page.idea) == (len(chosen) == 1 and kept)
            if "back to the root" in page.idea:
                (t1, _), end = s.jumps[2], s.jumps[2][1]
                assert along(s, s.axes[2], end)[1] == pytest.approx(s.target, abs=s.tolerance + 1e-9)
                assert lower_bound(s, 3, t1, end)[1].min() >= s.target - s.tolerance - 1e-9
                was = next(x for x in s.steps if isinstance(x, RootTried) and x.iteration == 2 and x.found)
                assert was.fraction == pytest.approx(end, abs=2e-3), "that of the bracket before"
            assert f"from {s.jumps[2][0]:.3f} to {s.jumps[-1][1]:.3f}" in words
        else:
            creeps = conservative_advancement(*s.sweeps, target=s.target, tolerance=s.target / 3.0).iterations
            asked = len(s.axes) + isinstance(step, Advanced)
            count = f"{evaluated(s)} values of g and {asked} quer{'y' if asked == 1 else 'ies'}"
            assert words.endswith(f"It took {count}; conservative advancement takes {creeps}.")
            hit = s.trace.result.outcome is Outcome.HIT
            assert page.stage == ("Hit" if hit else "Miss")
            if hit:
                assert f"t = {step.fraction:.3f}: s = {true_gap(s, step.fraction):.3f}." in words.replace(",", ":")
                assert true_gap(s, step.fraction) <= s.target * 4.0 / 3.0 + 1e-9


def single(moment: Moment[Rooted]) -> DeepestFound | None:
    """The only floor of a step."""
    step = moment.step
    if isinstance(step, Grouped) and len(step.part) == 1:
        step = step.first
    return step if isinstance(step, DeepestFound) else None


@each
def test_the_floor_is_a_parabola_below_the_curve(name: str) -> None:
    s = LESSON.presets[name].scene
    told = [m for m in (*moments(name), *nested(LESSON, moments(name))) if single(m) is not None]
    assert told
    for moment in told:
        step = single(moment)
        axis = s.axes[step.iteration - 1]
        canvas, low = drawn(moment, "g"), lowest(moment)
        named = [t for t in texts(canvas) if t.startswith("lower bound")]
        if step.decision is PushBack.ROOT:
            assert f"g(t_2) = {along(s, axis, step.last.fraction)[1]:.3f}".replace("-", "−") in plain(
                LESSON.page(moment).sentence
            )
            assert not named, "nothing is to be proved yet"
            continue
        too_low = " too low:" * (moment.parent is None and step.decision is PushBack.HALVE)
        assert named == [f"lower bound{too_low} {fixed(step.floor, 3)}"]
        assert not strokes(canvas, Ink.EXAMINED, Line.CURVE), "yellow is the bracket, and it alone"
        pieces = [p for p in strokes(canvas, Ink.GAP, Line.CURVE) if len(p) > 1]
        if step.floor < low:
            assert all(p[:, 1].min() >= low - 1e-9 for p in pieces)
            continue
        (points,) = pieces
        bend = np.diff(points[:, 1], 2) / (points[1, 0] - points[0, 0]) ** 2
        assert bend == pytest.approx(axis.curvature, rel=1e-4, abs=1e-5)
        for t, y in points[::5]:
            assert y <= along(s, axis, t)[1] + 1e-7
        for end in (points[0], points[-1]):
            assert end[1] == pytest.approx(along(s, axis, end[0])[1], abs=1e-7)
        words = plain(LESSON.page(moment).sentence)
        if step.decision is PushBack.HALVE:
            assert step.floor < s.target
            is_hidden = LESSON.page(moment).prediction is not None and name == ALTERNATE
            assert ("t_2 moves to the middle" in words) == (not is_hidden and moment.parent is None)


def test_a_trial_is_the_secant_or_the_middle() -> None:
    tried = [m for m in nested(LESSON, moments(FIRST)) if isinstance(m.step, RootTried)]
    for moment in tried:
        step, page = moment.step, LESSON.page(moment)
        assert page.stage == f"Trial {step.trial}"
        assert ("secant" in page.idea) == (step.trial % 2 == 1) == bool(page.formula)
        side = "near enough" if step.found else "above" if step.separation > moment.scene.target else "below"
        assert side in page.sentence
        assert f"t = {step.fraction:.4f}" in plain(page.sentence)
        dots = [m.at for m in drawn(moment, "g").marks if isinstance(m, Dot) and m.point is Point.RING]
        assert any(at == pytest.approx((step.fraction, step.separation)) for at in dots)
    assert len(tried) == 17


@each
def test_the_strip_is_the_gap_along_the_axis_at_the_time_shown(name: str) -> None:
    for moment in moments(name):
        first = next(apart((moment.step,)))
        newest = list(apart(moment.seen))[-1]
        is_known = isinstance(first, AxisChosen | DeepestFound)
        axis = moment.scene.axes[newest.iteration - 1 if is_known else -1]
        for t in (0.1, 0.6):
            canvas = drawn(replace(moment, time=t), "world")
            if isinstance(moment.step, Advanced) and moment.step.hit:
                assert not [m for m in canvas.marks if isinstance(m, Unbounded)], "the axis proves nothing here"
                gap = true_gap(moment.scene, t)
                assert [math.dist(*line) for line in strokes(canvas, Ink.GAP, Line.MEASURE)][:1] == (
                    [pytest.approx(gap, abs=1e-7)] if gap > 0.0 else []
                )
                assert (f"s = {gap:.3f}" in texts(canvas)) == (gap > 0.0), "as in the line below"
                continue
            n, g = along(moment.scene, axis, t)
            lines = [m for m in canvas.marks if isinstance(m, Unbounded)]
            low, high = sorted(float(np.dot(m.through, n)) for m in lines)
            assert high - low == pytest.approx(abs(g), abs=1e-7)
            ink = Ink.GAP if g > 0.0 else Ink.OVERLAP
            assert f"g = {g:.3f}".replace("-", "−") in texts(canvas)
            lengths = [math.dist(*line) for line in strokes(canvas, ink, Line.MEASURE)]
            assert lengths[0] == pytest.approx(abs(g), abs=1e-7)
            arrow = next(m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED)
            way = np.subtract(arrow.end, arrow.start)
            assert way / np.hypot(*way) == pytest.approx(n, abs=1e-6)


@each
def test_the_bracket_stands_at_both_ends(name: str) -> None:
    s = LESSON.presets[name].scene
    for moment in moments(name):
        newest = list(apart(moment.seen))[-1]
        k = getattr(newest, "iteration", len(s.axes))
        t1, t2 = s.jumps[min(k, len(s.axes)) - 1]
        t2 = 1.0 if isinstance(newest, AxisChosen) else t2
        if isinstance(newest, DeepestFound) and newest.decision is PushBack.HALVE:
            t2 = newest.last.fraction
        if isinstance(newest, RootTried):
            t2 = newest.fraction
        if isinstance(newest, Advanced):
            t1 = t2 = newest.fraction
        canvas = drawn(moment, "g")
        (line,) = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
        assert line[:, 0] == pytest.approx((t1, t2))
        for ink in (Ink.GAP, Ink.OVERLAP):
            for curve in strokes(canvas, ink, Line.CURVE):
                assert curve[:, 1].min() > line[0, 1] + 1e-6, "g does not run through its bracket"
        names = {m.latex: m.at[0] for m in canvas.marks if isinstance(m, Symbol)}
        assert names == pytest.approx({"t_1": t1, "t_2": t2} if t2 > t1 else {"t_1": t1})
        below = {m.latex: m.at[0] for m in drawn(moment, "s").marks if isinstance(m, Symbol)}
        assert below == pytest.approx({"t_1": t1}), "one symbol, one value"
        back = [m for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.DASHED]
        floors, later = figure.floors_of(moment), figure.last_of_later(moment)
        fills = later is not None or (floors is not None and figure.axes_of(moment).x[1] < t2 + 0.1 * (t2 - t1))
        assert bool(back) == (t1 < t2 < 0.9 and not fills), (
            "only t2 comes back; a bracket that fills the chart stands"
        )
        assert all(m.start[0] == (1.0 if floors is None else floors[0].last.fraction) for m in back)
        told = [t for t in texts(drawn(moment, "s")) if "quer" in t]
        assert told[0].startswith(f"conservative: {len(s.creeping)} quer")
        asked = len(s.axes) + isinstance(newest, Advanced)
        assert [t.split(" quer")[0] for t in told[1:]] == [f"bilateral: {asked}"] * moment.is_last
        arrows = [m for m in drawn(moment, "s").marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        passed = k - (isinstance(newest, AxisChosen | RootTried) or figure.is_too_low(moment))
        jumps = np.array(s.jumps[: min(passed, len(s.axes))])
        assert np.array([(m.start[0], m.end[0]) for m in arrows]) == pytest.approx(jumps)
        rings = [m.at[0] for m in drawn(moment, "s").marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
        assert rings == pytest.approx([*(m.start[0] for m in arrows), t1]), "t1 stands at its own ring"
        tangents = [
            p
            for p in strokes(drawn(moment, "s"), Ink.QUIET, Line.THIN)
            if len(p) == 2 and p[1, 0] > p[0, 0] and p[0, 1] != p[1, 1]
        ]
        for (start, end), creep in zip(tangents, s.creeping, strict=False):
            assert start == pytest.approx((creep.fraction, true_gap(s, creep.fraction)), abs=1e-6)
            assert end == pytest.approx((creep.fraction + (start[1] - s.target) / creep.bound, s.target), abs=1e-6)
        is_miss = figure.TimeOfImpact is type(moment.step)
        assert len(tangents) == (0 if is_miss else sum(c.step > 0.0 for c in s.creeping)), "there the bounds are seen"
        crept = [m.at for m in drawn(moment, "s").marks if isinstance(m, Dot) and m.ink is Ink.QUIET]
        assert crept == [pytest.approx((c.fraction, c.separation)) for c in s.creeping], "all can be counted"
    head = next(m for m in drawn(moments(FIRST)[-1], "s").marks if isinstance(m, Dot) and m.point is Point.ANSWER)
    t = LESSON.presets[FIRST].scene.trace.result.fraction
    assert head.at == pytest.approx((t, true_gap(LESSON.presets[FIRST].scene, t)), abs=1e-7)


def test_where_t2_stops_is_asked_on_the_curve() -> None:
    moment = moments(FIRST)[0]
    asked, s = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    (right,) = asked.right
    assert along(s, s.axes[0], right[0])[1] == pytest.approx(s.target, abs=s.target / 3.0)
    assert right[1] == s.target == asked.along[0][0][1] == asked.along[0][1][1], (
        "the ring tells nothing by its height"
    )
    assert asked.judge(asked.right).right
    impact = s.trace.result.fraction
    taken = asked.judge(((impact, s.target),))
    assert taken.head == "Not the strip"
    assert "this is the root of s, not of g" in plain(taken.because)
    for t, head in ((0.2, "Too early"), (0.7, "Too late")):
        g = along(s, s.axes[0], t)[1]
        verdict = asked.judge(((t, g),))
        assert (verdict.right, verdict.head) == (False, head)
        assert f"g = {g:.3f}".replace("-", "−") in plain(verdict.because)
        assert verdict.remarks[0].at == pytest.approx((t, g))
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "g")
        assert len(strokes(canvas, Ink.FAULTY, Line.DOTTED)) == 1
        verdict.draw(canvas, "world")
        assert len(canvas.marks) == 1
    assert asked.is_time, "the bodies follow the ring"
    (name,) = asked.names
    assert callable(name)
    assert plain(name((0.25, s.target))) == "t = 0.25"
    assert asked.start == ((0.0, s.target),), "where the bodies stand at first"
    assert "0.06" in asked.text
    hidden = drawn(replace(moment, is_open=True), "g")
    assert not [p for ink in (Ink.GAP, Ink.OVERLAP) for p in strokes(hidden, ink, Line.CURVE)], (
        "no change of ink at 0"
    )
    assert not strokes(hidden, Ink.EXAMINED, Line.CURVE)
    assert all(len(m.points) == 2 for m in hidden.marks if isinstance(m, Stroke)), "no curve of s either"
    (straight,) = strokes(hidden, Ink.QUIET, Line.DOTTED)
    assert straight.tolist() == [pytest.approx((t, along(s, s.axes[0], t)[1])) for t in (0.0, 1.0)]
    assert "if g were straight" in texts(hidden)
    start, end = straight
    meets = start[0] + (s.target - start[1]) / (end[1] - start[1]) * (end[0] - start[0])
    assert not asked.judge(((meets, s.target),)).right, "the line between both ends is no answer"
    ends = {m.at for m in hidden.marks if isinstance(m, Dot) and m.ink is not Ink.EXAMINED}
    assert sorted(ends) == [pytest.approx((t, along(s, s.axes[0], t)[1])) for t in (0.0, 1.0)]
    told = [f"g({t:.0f}) = {fixed(along(s, s.axes[0], t)[1], 3)}" for t in (0.0, 1.0)]
    assert not [m for m in hidden.marks if isinstance(m, Symbol)], "no bracket before the search"
    assert [t for t in texts(hidden) if t.startswith("g(")] == told
    assert not [t for t in texts(hidden) if "conservative" in t], "the rival comes with the answer"
    early = asked.judge(asked.start)
    assert (early.head, early.remarks[0].words) == ("Too early", "too early")
    assert early.remarks[0].at == asked.start[0], "at the ring: at the curve g(0) stands already"
    assert LESSON.page(moments(FIRST, NO_FLOOR)[0]).prediction is None
    for name in NAMES:
        asking = [m.index for m in moments(name) if LESSON.page(m).prediction is not None and is_query(m.step)]
        assert asking == ([0] if name in (FIRST, OPEN) else [])


def lower_bound(s: Rooted, k: int, t1: float, t2: float) -> tuple[np.ndarray, np.ndarray]:
    """The parabola below the gap along an axis between two times."""
    axis, times = s.axes[k - 1], np.linspace(t1, t2, 2001)
    chord = np.interp(times, (t1, t2), [along(s, axis, t)[1] for t in (t1, t2)])
    return times, chord - axis.curvature / 2.0 * (times - t1) * (t2 - times)


@each
def test_each_scene_asks_something_else_of_its_bounds(name: str) -> None:
    asked = [(LESSON.page(m).stage, type(q)) for m in moments(name) if (q := LESSON.page(m).prediction) is not None]
    wanted = {FIRST: ["Query 1", "Bound 2"], OPEN: ["Query 1"], ALTERNATE: ["Bound 2"]}.get(name, [])
    assert asked == [(stage, Place) for stage in wanted], "to place, never to choose"
    assert all(LESSON.page(m).prediction is None for m in moments(name, NO_FLOOR)), "a failing scene asks nothing"


def test_how_long_a_bracket_is_proved_is_asked() -> None:
    moment = next(m for m in moments(FIRST) if LESSON.page(m).stage == "Bound 2")
    asked, s, low = LESSON.page(moment).prediction, moment.scene, last_of(moment.step)
    assert isinstance(asked, Place)
    t1, t2, least = low.first.fraction, low.last.fraction, s.target - s.tolerance
    ((reach, height),) = asked.right
    assert height == pytest.approx(least)
    assert asked.start == ((t2, pytest.approx(least)),), "where the search has t2"
    assert lower_bound(s, 2, t1, reach)[1].min() >= least - 1e-6
    for later in np.linspace(reach + 2e-3, t2, 20):
        assert lower_bound(s, 2, t1, later)[1].min() < least, "it is the longest"
    assert abs(reach - (t1 + t2) / 2.0) > 0.05, "the middle, which the next step takes, is no answer"
    right = asked.judge(asked.right)
    assert right.right
    assert plain(right.because).startswith(f"A bracket up to t_2 = {fixed(reach, 3)} is proved.")
    assert "The search takes the middle" in plain(right.because)
    middle = last_of(moment.trace.steps[moment.index + 1])
    assert middle.last.fraction == pytest.approx((t1 + t2) / 2.0), "as it does"
    for t, head, ink in ((t2, "Too long", Ink.FAULTY), (0.5, "Too short", Ink.FAULTY), (reach, "", Ink.TEXT)):
        verdict, canvas = asked.judge(((t, least),)), Canvas(0.01)
        assert verdict.head == head
        times, bound = lower_bound(s, 2, t1, t)
        assert verdict.right or fixed(bound.min(), 3) in plain(verdict.because)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        assert not canvas.marks
        verdict.draw(canvas, "g")
        (drawn_bound,) = strokes(canvas, ink, Line.DASHED)
        assert drawn_bound[:, 1] == pytest.approx(np.interp(drawn_bound[:, 0], times, bound), abs=1e-4)
    start = asked.judge(((t1, least),))
    assert (start.right, start.head) == (False, "Too short"), "a bracket of no length"


def test_how_low_the_bound_lies_is_asked_before_it_is_drawn() -> None:
    moment = next(m for m in moments(ALTERNATE) if LESSON.page(m).stage == "Bound 2")
    page, s, low = LESSON.page(moment), moment.scene, last_of(moment.step)
    asked = page.prediction
    assert isinstance(asked, Place)
    times, bound = lower_bound(s, 2, low.first.fraction, low.last.fraction)
    ((t, lowest),) = asked.right
    assert lowest == pytest.approx(bound.min(), abs=1e-3)
    assert bound[np.abs(times - t).argmin()] == pytest.approx(bound.min(), abs=1e-3)
    ends = low.first, low.last
    chord = float(np.interp(t, [e.fraction for e in ends], [e.separation for e in ends]))
    assert asked.start == ((t, pytest.approx(chord)),)
    assert r"\tfrac{K}{2}" in page.formula
    assert f"{s.axes[1].curvature:.2f}" in plain(page.known), "all that is put into the formula is told"
    sag = s.axes[1].curvature / 2.0 * (t - low.first.fraction) * (low.last.fraction - t)
    right = asked.judge(asked.right)
    assert right.right
    assert f"= {sag:.2f}: the lower bound falls to {fixed(low.floor, 3)}, below the limit." in plain(right.because)
    for y, head in ((chord, "Not low enough"), (chord - 0.8 * sag, "Not low enough"), (chord - 1.3 * sag, "Too low")):
        verdict = asked.judge(((t, y),))
        assert (verdict.right, verdict.head) == (False, head)
        assert f"This is {chord - y:.2f} below the chord." in plain(verdict.because)
        assert ("is more." in plain(verdict.because)) == (y > lowest)
    (name,) = asked.names
    assert callable(name)
    assert name((t, chord - 0.5)) == "0.50 below"
    assert asked.along[0][1][1] < lowest, "the ring may lie too low, too"
    assert t == pytest.approx(float(times[bound.argmin()]), abs=5e-4), (
        "where the formula is least, not a sample of it"
    )
    hidden, shown = (drawn(replace(moment, is_open=is_open), "g") for is_open in (True, False))
    assert not strokes(hidden, Ink.GAP, Line.CURVE)
    assert len(strokes(hidden, Ink.QUIET, Line.DASHED)) == 1, "the chord alone"
    assert strokes(shown, Ink.GAP, Line.CURVE)
    least = fixed(low.floor, 3)
    assert least not in page.sentence + page.idea + page.known
    assert not any(least in told for told in texts(hidden))
    assert not [m for m in hidden.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP and min(m.points)[1] < -0.1]


def test_an_arrow_turns_as_b_does() -> None:
    moment = moments(OPEN)[0]
    s, centre = moment.scene, moment.scene.b.pose.position
    heads = [m for m in drawn(moment, "world").marks if isinstance(m, Arrow) and m.ink is Ink.B]
    (head,) = heads
    (x, y), (u, v) = np.subtract(head.start, centre), np.subtract(head.end, centre)
    assert math.copysign(1.0, x * v - y * u) == math.copysign(1.0, s.sweep_b.turn)


def test_open_at_both_ends_is_no_proof() -> None:
    moment = moments(OPEN)[0]
    asked, s = LESSON.page(moment).prediction, moment.scene
    assert isinstance(asked, Place)
    times = np.linspace(0.0, 1.0, 801)
    values = np.array([along(s, s.axes[0], t)[1] for t in times])
    least = float(times[values <= values.min() + 0.01].mean())
    assert values[0] > s.target < values[-1]
    assert values.min() < 0.0
    assert f"{values[0]:.3f} at t = 0 and {values[-1]:.3f} at t = 1" in plain(asked.text)
    assert least == pytest.approx(0.6, abs=1e-3), "both corners of the needle come as near: it lies across"
    assert abs(least - 0.5) > 0.05, "the middle of all times is no answer"
    assert asked.is_time
    assert asked.right == ((pytest.approx(least), s.target),)
    for by in (-1e-6, 1e-6):  # now one of the two corners comes nearer, by a hair
        hair = replace(s, b_end=s.b_end.turned(by))
        other = LESSON.page(Moment(hair, LESSON.run(hair), 0)).prediction
        assert isinstance(other, Place)
        assert other.right[0][0] == pytest.approx(least, abs=1e-6), "no decision on rounding"
    right = asked.judge(asked.right)
    assert right.right
    assert all(asked.judge(((least + by, s.target),)).right for by in (-0.03, 0.03))
    assert f"Near t = {least:.2f} g is least, {fixed(values.min(), 3)}." in plain(right.because)
    assert along(s, s.axes[0], least)[1] > values.min() + 0.002, "the needle lies across: there g is not the least"
    wrong = ((0.0, "grows"), (0.1, "grows"), (0.3, "falls"), (least - 0.08, "falls"), (least + 0.08, "grows"))
    for t, told in (*wrong, (1.0, "grows")):
        verdict, (_, g) = asked.judge(((t, s.target),)), along(s, s.axes[0], t)
        assert not verdict.right
        assert told in plain(verdict.because)
        assert verdict.head == ("It becomes less" if t < least else "It has been less")
        assert ("later an end of B comes nearer" in plain(verdict.because)) == (t < 0.15), "it grows only at first"
        assert f"g = {fixed(g, 3)}" in plain(verdict.because)
        assert fixed(least) not in plain(verdict.because), "the answer is not given away"
        canvas = Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        assert not canvas.marks
        verdict.draw(canvas, "g")
        (line,) = strokes(canvas, Ink.FAULTY, Line.DOTTED)
        assert line[0] == pytest.approx((t, g)), "the gap of the learner's own time"
    hidden = replace(moment, is_open=True)
    for pane in ("g", "s"):
        assert not strokes(drawn(hidden, pane), Ink.GAP, Line.CURVE)
        assert not strokes(drawn(hidden, pane), Ink.OVERLAP, Line.CURVE)
        assert len(strokes(drawn(hidden, pane), Ink.QUIET, Line.THIN)) == 1, "the axis of time alone"
        shown = strokes(drawn(moment, pane), Ink.QUIET, Line.THIN)
        assert len(shown) > 1


@pytest.mark.parametrize("name", [OPEN, LATE])
def test_beside_the_search_without_a_floor_the_panel_tells_that_rule(name: str) -> None:
    told = moments(name, NO_FLOOR)
    s, times = told[0].scene, told[0].faulty.times
    for moment in told:
        page, right = LESSON.page(moment), LESSON.page(replace(moment, compare="", faulty=None))
        stage = page.stage.split()[0]
        if stage in ("Query", "Root", "More"):
            assert page == right or page.sentence == right.sentence, "here both do the same, or several brackets"
            continue
        assert page.idea.startswith("**No lower bound**")
        assert r"\faulty" in page.formula
        words = plain(page.sentence)
        if stage in ("Bound", "Halved", "Shorter"):
            k = int(page.stage.split()[1])
            start, end = times[min(k, len(times) - 1) - 1 :][:2]
            if figure.is_too_low(moment):
                least = fixed(last_of(moment.step).floor, 3)
                assert words == (
                    f"t_1 jumps from {start:.3f} to {end:.3f}. But the least value of the lower bound is {least}: "
                    "nothing is proved."
                )
                continue
            assert words == (
                f"Without a lower bound t_1 jumps from {start:.3f} to {end:.3f}. "
                f"With it t_1 comes to {s.jumps[k - 1][1]:.3f}."
            )
            continue
        inside = [t for t in np.linspace(0.0, times[-1], 801) if true_gap(s, t) == 0.0]
        deepest = min(inside, key=lambda t: along_deepest(s, t))
        start, end = next((a, b) for a, b in pairwise(times) if a < deepest < b)
        told_deep = float(words.split("overlap of ")[1].rstrip("."))
        assert told_deep == pytest.approx(-along_deepest(s, deepest), abs=0.011)
        assert f"from {start:.3f} to {end:.3f}, where s = {true_gap(s, end):.3f}, over an" in words
        table = LESSON.table(moment)
        assert table is not None
        own = LESSON.table(replace(moment, compare="", faulty=None))
        assert table.rows[:-1] == own.rows, "the right search stays beside the wrong one"
        ended, t = table.rows[-1][1], times[-1]
        assert ended.cells == (str(len(times)), f"{t:.3f}", f"{true_gap(s, t):.3f}", "—")
        assert [row.faulty for _, row in table.rows] == [False] * len(own.rows) + [True]
        assert plain(LESSON.situation(moment)).startswith("No lower bound"), "one sentence there, of one ink"


def along_deepest(s: Rooted, t: float) -> float:
    """The separation of two polygons that overlap: the greatest gap along the normals of all edges."""
    a, b = polygon(s.a, s.a_end, t), polygon(s.b, s.b_end, t)
    gaps = []
    for p, q in ((a, b), (b, a)):
        for start, end in zip(p, np.roll(p, -1, axis=0), strict=True):
            n = np.array((end[1] - start[1], start[0] - end[0])) / math.dist(start, end)
            gaps.append(float((q @ n).min() - (p @ n).max()))
    return max(gaps)


@pytest.mark.parametrize("name", [OPEN, LATE])
def test_without_the_floor_an_impact_is_jumped_over(name: str) -> None:
    for moment in moments(name, NO_FLOOR):
        s, faulty = moment.scene, moment.faulty
        end, truth = faulty.times[-1], s.trace.result.fraction
        assert end == 1.0 > truth
        assert (faulty.outcome is Outcome.HIT) == (name == LATE)
        newest = list(apart(moment.seen))[-1]
        done = len(s.axes) if moment.is_last else newest.iteration - isinstance(newest, AxisChosen | RootTried)
        jumped = list(faulty.times[: 1 + done])  # no further than the step: its end is not told before
        ghost = strokes(drawn(moment, "world"), Ink.FAULTY, Line.DOTTED)
        assert len(ghost) == (done > 0)
        for shown in ghost:
            there = shapely.Polygon(polygon(s.b, s.b_end, jumped[-1]))
            assert shapely.Polygon(shown).equals_exact(there, 1e-9)
        own = strokes(drawn(moment, "world"), Ink.B, Line.END)
        assert bool(own) == (done == 0), "no more ghosts than needed"
        marks_of_s = drawn(moment, "s").marks
        arrows = [m for m in marks_of_s if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
        assert np.array([(m.start[0], m.end[0]) for m in arrows]) == pytest.approx(np.array(list(pairwise(jumped))))
        crosses = [m for m in marks_of_s if isinstance(m, Dot) and m.point is Point.CROSS]
        assert bool(crosses) == (jumped[-1] == 1.0)
        if jumped[-1] < 1.0:
            so_far = f"No lower bound: t_1 is at {jumped[-1]:.3f}." if done else "apart."
            assert plain(LESSON.situation(moment)).endswith(so_far)
            continue
        told = f"reports an impact at t = 1.000, {1.0 - truth:.3f} too late"
        if name == OPEN:
            told = f"reports no impact, and jumps over the one at {truth:.3f}"
        words = LESSON.situation(moment)
        assert plain(words).endswith(f"No lower bound: it {told}.")
        assert runs(words)[-1].ink is Ink.FAULTY
    assert LESSON.presets[LATE].compare == NO_FLOOR
    comparison = LESSON.comparison(NO_FLOOR)
    assert comparison is not None
    assert [n for n in NAMES if comparison.differs(moments(n, NO_FLOOR)[0])] == [OPEN, LATE]
    opens = LESSON.presets[LATE].opens_at(LESSON.presets[LATE].scene.trace)
    assert figure.is_too_low(moments(LATE)[opens]), "the first step at which both differ"
    assert not any(figure.is_too_low(m) for m in moments(LATE)[:opens])


def test_however_it_is_edited_a_scene_has_at_most_eight_steps() -> None:
    """Each idea has a step at its first bracket; and a bracket told whole has every part of it within."""
    random, longest = np.random.default_rng(5), 0
    for trial in range(150):
        s = LESSON.presets[NAMES[trial % len(NAMES)]].scene
        moved = {
            part: replace(
                body,
                pose=Pose(body.pose.position + random.normal(0.0, 0.7, 2), body.pose.angle + random.normal(0.0, 2.0)),
            )
            for part in ("a", "a_end", "b", "b_end")
            if random.random() < 0.6
            for body in (getattr(s, part),)
        }
        edited = replace(s, target=float(random.choice((0.02, 0.06, 0.2))), **moved)
        trace = LESSON.run(edited)
        assert len(trace) <= 8
        assert list(apart(trace.steps)) == list(edited.steps), "nothing is left out"
        stages = [LESSON.page(Moment(edited, trace, i)).stage for i in range(len(trace))]
        assert len(set(stages)) == len(stages)
        assert sum(stage.startswith("Root") for stage in stages) <= 1
        assert sum(stage.startswith(("Halved", "Shorter")) for stage in stages) <= 1
        longest = max(longest, len(trace))
    assert longest == 8


def test_a_single_axis_can_find_a_turning_impact() -> None:
    s = LESSON.presets[FIRST].scene
    five, bar = at(s.a.shape, -1.2, -0.4, 9), at(s.b.shape, 1.61, 1.86, 5)
    for degrees, reached in ((-87, True), (-84, False)):
        moved = scene(five, still(five), bar, to(bar, -3.18, 0.36, degrees))
        there = Rooted(moved.a, moved.a_end, moved.b, moved.b_end)
        challenge = LESSON.challenge(Moment(there, LESSON.run(there), 0))
        assert len(there.axes) == 1
        assert challenge.now == f"impact, 1 bracket, B turns by {5 - degrees}°"
        assert challenge.reached == reached
    assert LESSON.challenge(moments(FIRST)[0]).now == "impact, 3 brackets, B turns by 110°"


def test_where_nothing_is_hit_a_miss_is_to_be_proved() -> None:
    for name in NAMES:
        challenge = LESSON.challenge(moments(name)[0])
        assert ("misses" in challenge.text) == (name in (PAST, FLOOR))
        assert not challenge.reached
    s = LESSON.presets[FLOOR].scene
    assert LESSON.challenge(moments(FLOOR)[0]).now == "no impact, 1 bracket, B turns by 45°"
    tried = ((60, 0.0, "impact, 1 bracket"), (80, 0.3, "2 brackets"), (80, 0.6, ""), (80, 1.5, "0 brackets"))
    for degrees, higher, fails in tried:  # it hits; K is too large; it is proved; nothing has to be proved
        up = np.array((-math.sin(math.radians(75)), math.cos(math.radians(75)))) * higher
        b, end = (replace(x, pose=Pose(x.pose.position + up, x.pose.angle)) for x in (s.b, s.b_end))
        there = replace(s, b=b, b_end=end.turned(math.radians(degrees)))
        challenge = LESSON.challenge(Moment(there, LESSON.run(there), 0))
        assert challenge.now.endswith(f"B turns by {45 + degrees}°")
        assert fails in challenge.now
        assert challenge.reached == (not fails)


@each
def test_no_curve_is_cut_off(name: str) -> None:
    """The chart goes down to where the newest g is least; after an impact s goes on only to a new gap."""
    for moment in moments(name):
        s, axis = moment.scene, figure.axis_of(moment)
        if axis is None or figure.floors_of(moment) is not None or moment.is_last:
            continue
        t1, t2 = figure.bracket_of(moment)
        least = min(along(s, axis, t)[1] for t in np.linspace(t1, t2, 201))
        whole = min(0.0, *(along(s, axis, t)[1] for t in np.linspace(t1, 1.0, 201)))
        tall = figure.axes_of(moment).y[1] / 1.1
        assert lowest(moment) > whole - max(0.23 * tall, 0.43 * tall + whole), "not far below what is drawn in it"
        curves = [p for ink in (Ink.GAP, Ink.OVERLAP) for p in strokes(drawn(moment, "g"), ink, Line.CURVE)]
        assert min(p[:, 1].min() for p in curves) == pytest.approx(least, abs=0.02)
        assert max(p[-1, 0] for p in curves) == pytest.approx(t2, abs=1e-6)
    last = moments(name)[-1]
    s, canvas = last.scene, drawn(last, "s")
    after = strokes(canvas, Ink.OVERLAP, Line.DOTTED)
    overlaps = [along_deepest(s, t) for t in np.linspace(0.0, 1.0, 201)]
    is_shown = min(overlaps) < 0.0 < overlaps[-1]
    assert bool(after) == is_shown
    if after:
        assert min(p[:, 1].min() for p in after) == pytest.approx(min(overlaps), abs=0.02)


@pytest.mark.parametrize("name", [OPEN, LATE])
def test_the_overlap_that_is_jumped_over_stands_at_its_mark(name: str) -> None:
    last = moments(name, NO_FLOOR)[-1]
    deep = min(along_deepest(last.scene, t) for t in np.linspace(0.0, 1.0, 801))
    (mark,) = [m for m in drawn(last, "s").marks if isinstance(m, Dot) and m.ink is Ink.OVERLAP]
    assert mark.at[1] == pytest.approx(deep, abs=0.01)
    assert fixed(mark.at[1]) in texts(drawn(last, "s"))
    assert f"overlap of {fixed(-mark.at[1])}" in plain(LESSON.page(last).sentence)


def test_time_stops_at_the_impact_and_stands_at_the_search() -> None:
    for name in NAMES:
        s = LESSON.presets[name].scene
        result = s.trace.result
        for moment in moments(name):
            clock = LESSON.clock(moment)
            assert clock.impact == (result.fraction if result.outcome is Outcome.HIT else None)
            assert len(clock.ticks) == moment.index + 1, "later ones would give the answer away"
            newest = list(apart(moment.seen))[-1]
            if isinstance(newest, AxisChosen) or is_query(moment.step):
                assert moment.time == s.axes[newest.iteration - 1].state.fraction
            elif isinstance(newest, DeepestFound):
                is_low = newest.decision is PushBack.HALVE
                start, end = newest.first, newest.last
                times = np.linspace(start.fraction, end.fraction, 2001)
                bend = s.axes[newest.iteration - 1].curvature / 2.0
                chord = np.interp(times, (start.fraction, end.fraction), (start.separation, end.separation))
                low = times[(chord - bend * (times - start.fraction) * (end.fraction - times)).argmin()]
                inside = (end.fraction - start.fraction) / 40.0 + 1e-3
                there = pytest.approx(low, abs=inside) if is_low else s.jumps[newest.iteration - 1][1]
                assert moment.time == there, "time stands where nothing is proved, not at an end"
                assert not is_low or start.fraction < moment.time < end.fraction
            elif isinstance(newest, RootTried):
                assert moment.time == newest.fraction
            else:
                assert moment.time == result.fraction
            gap = true_gap(s, moment.time)
            there = f"At t = {moment.time:.3f}: A and B are {gap:.3f} apart."
            if not LESSON.page(moment).stage.startswith("Bound"):
                assert plain(LESSON.situation(moment)) == there


def test_contact_at_the_start_and_no_motion_have_pages() -> None:
    s = LESSON.presets[FIRST].scene
    deep = at(s.b.shape, -0.6, 0.1, 30)
    for b, end, stage in ((deep, to(deep, 2.0, 1.0, 90), "Contact"), (s.b, still(s.b), "Miss")):
        there = Rooted(s.a, s.a_end, b, end)
        (moment,) = moments_of(LESSON, there)
        page = LESSON.page(moment)
        assert page.stage == stage
        assert all(claim.holds for claim in page.claims)
        assert page.claims
        for pane in LESSON.panes:
            assert Told.draw(pane, moment).marks


@each
def test_claims_hold_and_the_curve_is_the_gap_along_the_axis(name: str) -> None:
    told = moments(name)
    for moment in (*told, *nested(LESSON, told)):
        assert all(claim.holds for claim in LESSON.page(moment).claims)
    for moment in told:
        newest = list(apart(moment.seen))[-1]
        s, axis = moment.scene, moment.scene.axes[min(getattr(newest, "iteration", 99), len(moment.scene.axes)) - 1]
        canvas = drawn(moment, "g")
        solid = [p for ink in (Ink.GAP, Ink.OVERLAP) for p in strokes(canvas, ink, Line.CURVE)]
        later = [p for ink in (Ink.GAP, Ink.OVERLAP) for p in strokes(canvas, ink, Line.DOTTED)]
        t1, t2 = s.jumps[axis.iteration - 1]
        reach = 1.0 if isinstance(newest, AxisChosen) else t2
        if figure.is_too_low(moment):
            reach = newest.last.fraction
        if isinstance(newest, RootTried):
            reach = newest.fraction
        assert min(p[0, 0] for p in solid) == pytest.approx(t1)
        assert max(p[-1, 0] for p in solid) <= reach + 1e-9
        is_bounded = is_floor(last_of(moment.step)) or (moment.is_last and not isinstance(moment.step, Advanced))
        if is_bounded:  # only both ends of the bracket have been looked at
            solid = later
        inside = [t for t in np.linspace(t1, reach, 9) if along(s, axis, t)[1] > lowest(moment) + 0.02]
        for t in inside[1:-1]:
            piece = next(p for p in solid if p[0, 0] - 1e-9 <= t <= p[-1, 0] + 1e-9)
            assert np.interp(t, *piece.T) == pytest.approx(along(s, axis, t)[1], abs=0.02)
        for piece in later:
            for t, g in piece[1:-1]:
                assert g == pytest.approx(along(s, axis, t)[1], abs=0.02)
        assert all(p[0, 0] >= t1 - 1e-9 for p in later), "nothing before the bracket"
        faint = [p for line in (Line.THIN, Line.DOTTED) for p in strokes(canvas, Ink.QUIET, line) if len(p) > 2]
        assert bool(faint) == is_query(moment.step), "where the true gap is spoken of"
        for t, gap in np.vstack(faint) if faint else ():
            assert max(gap, 0.0) == pytest.approx(true_gap(s, t), abs=1e-3)


@each
def test_what_moved_t2_is_drawn(name: str) -> None:
    """At a root that alone, its trials one by one inside it; else the floor; at a new axis the curve left."""
    s = LESSON.presets[name].scene
    for moment in nested(LESSON, moments(name)):
        if isinstance(moment.step, RootTried):
            tried, canvas, axes = moment.step, drawn(moment, "g"), figure.axes_of(moment)
            names = {m.latex: m.at[0] for m in canvas.marks if isinstance(m, Symbol)}
            assert names == {"t_l": tried.low, "t_h": tried.high}, "those of the formula, not t_1 and t_2"
            secants = strokes(canvas, Ink.EXAMINED, Line.THIN)
            assert len(secants) == (tried.method.value == "secant")
            for (t, g), (u, h) in secants:
                assert t + (s.target - g) / (h - g) * (u - t) == pytest.approx(tried.fraction, abs=1e-7)
                assert axes.y[0] - 1e-9 <= h < g <= axes.y[1] + 1e-9
            assert ("g_l" in texts(canvas)) == bool(secants)
    for moment in moments(name):
        canvas, step = drawn(moment, "g"), moment.step
        if isinstance(step, Grouped) and isinstance(step.last, RootTried):
            assert "root" in texts(canvas)
            assert not strokes(canvas, Ink.EXAMINED, Line.THIN), "the trials are inside this step"
            assert not [t for t in texts(canvas) if t.startswith("lower bound")], "one idea a step"
            assert not [t for t in texts(canvas) if t.startswith("conservative")], "the cost is told at the end"
            function = s.functions[step.last.iteration - 1]
            tried = [x for x in step.part if isinstance(x, RootTried)]
            tried = tried[1 + max((i for i, x in enumerate(tried[:-1]) if x.found), default=-1) : -1]
            seen = [x for x in tried if function.deepest(x.fraction).separation >= lowest(moment)]
            (bracket,) = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
            rings = [m.at for m in canvas.marks if isinstance(m, Dot) and m.point is Point.RING]
            ends = [t for t, y in rings if y == bracket[0, 1]]
            assert ends == sorted({x.high for x in (*tried, step.last)} & set(ends), reverse=True), (
                "where t2 has been"
            )
            rings = [at for at in rings if at[1] != bracket[0, 1]]
            where = [(x.fraction, along(s, s.axes[step.last.iteration - 1], x.fraction)[1]) for x in seen]
            assert rings == [pytest.approx(at) for at in where], "every trial, on the curve"
            numbers = [plain(m.text) for m in canvas.marks if isinstance(m, Label) and m.ink is Ink.EXAMINED]
            for method in ("secant", "bisection"):
                assert sum(method in t for t in numbers) == any(x.method.value == method for x in seen), "named once"
            numbers = [t.split()[0] for t in numbers if t[0].isdigit()]
            assert numbers == [str(x.trial) for x in seen if str(x.trial) in numbers]
            assert name != FIRST or numbers == ["1", "2", "3", "4"]
        elif figure.floors_of(moment) is not None:
            is_low = figure.is_too_low(moment)
            floor = figure.floors_of(moment)[1].floor
            assert (f"lower bound too low: {fixed(floor, 3)}" in texts(canvas)) == is_low
            assert (floor < s.target - s.target / 3.0) == is_low
        old = strokes(canvas, Ink.QUIET, Line.MEASURE)
        chosen = step.first if isinstance(step, Grouped) and is_query(step) else step
        is_new = isinstance(chosen, AxisChosen) and chosen.iteration > 1 and not s.numbered(chosen.iteration)[1]
        assert bool(old) == is_new
        for left in old:
            t = chosen.state.fraction
            assert left[:, 0] == pytest.approx((t, t))
            assert left[:, 1] == pytest.approx(
                (along(s, s.axes[chosen.iteration - 2], t)[1], true_gap(s, t)), abs=1e-6
            )


@each
def test_while_time_passes_t2_walks_from_trial_to_trial(name: str) -> None:
    """At rest all is done, also at the query, where the head stands at t1; words tell the end of the walk."""
    for moment in moments(name):
        if not (isinstance(moment.step, Grouped) and isinstance(moment.step.last, RootTried)):
            continue
        root, t1 = moment.step.last, figure.bracket_of(moment)[0]
        tried = [x for x in moment.step.part if isinstance(x, RootTried)][-root.trial :]
        walk = [*(x.high for x in tried), root.fraction]
        for part in (0.02, 0.5, 0.9, 1.0):
            done = part * len(tried)
            time = t1 + part * (root.fraction - t1)
            (line,) = strokes(drawn(replace(moment, time=time), "g"), Ink.EXAMINED, Line.FEATURE)
            assert line[1, 0] == pytest.approx(np.interp(done, range(len(walk)), walk), abs=1e-6)
            assert line[1, 0] >= root.fraction - 1e-9
        for time in (moment.time, 1.0):
            (line,) = strokes(drawn(replace(moment, time=time), "g"), Ink.EXAMINED, Line.FEATURE)
            assert line[1, 0] == root.fraction


@each
def test_at_the_end_both_searches_pass_with_time(name: str) -> None:
    last = moments(name)[-1]
    s, found = last.scene, last.scene.trace.result
    for time in (0.0, 0.3, 0.99 * found.fraction, last.time):
        canvas = drawn(replace(last, time=time), "s")
        is_over = time == last.time
        creeps = sum(c.fraction <= time or is_over for c in s.creeping)
        assert len([m for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.QUIET]) == creeps
        done = [end for _, end in s.jumps if end <= time or is_over]
        assert [m.end[0] for m in canvas.marks if isinstance(m, Arrow)] == pytest.approx(done)
        mine = min(len(done) + 1, len(s.axes) + isinstance(last.step, Advanced))
        told = [t for t in texts(canvas) if "quer" in t]
        assert [int(t.split(": ")[1].split()[0]) for t in told] == [creeps, mine], "as many as are drawn"


def test_another_root_of_the_same_curve_is_explained() -> None:
    for name in NAMES:
        for moment in moments(name):
            words, step = plain(LESSON.page(moment).sentence), moment.step
            assert ("as before" in words) == (name == FIRST and LESSON.page(moment).stage == "Query 3")
            if "as before" in words:
                now, before = (float(x) for x in re.findall(r"0\.\d+", words)[1:])
                s = moment.scene
                for t in (now, before):
                    assert abs(along(s, s.axes[step.first.iteration - 1], t)[1] - s.target) <= s.tolerance


@each
def test_the_bound_of_the_bend_adds_up(name: str) -> None:
    s = LESSON.presets[name].scene
    for k, axis in enumerate(s.axes, start=1):
        assert sum(s.bends(k)) == pytest.approx(axis.curvature)
    for moment in nested(LESSON, moments(name)):
        if isinstance(moment.step, DeepestFound) and moment.step.decision is not PushBack.ROOT:
            words, page = plain(LESSON.page(moment).sentence), LESSON.page(moment)
            assert f"= {s.axes[moment.step.iteration - 1].curvature:.2f}. The least value of" in words
            known = [fixed(x) for x in s.bent_by(moment.step.iteration).values()]
            world = texts(drawn(moment, "world"))
            assert all(any(t.endswith(x) for t in world) for x in known), "each length stands at its mark"
            for symbol in s.bent_by(moment.step.iteration):
                assert f"${symbol}$" in page.idea or symbol in ("r_A", "r_B"), "and is named"
            assert fixed(moment.step.floor, 3) in words
            assert page.formula.startswith("K=")


def test_the_width_of_the_strip_is_not_told_while_it_is_asked_for() -> None:
    moment = moments(FIRST)[0]
    told = f"g = {fixed(along(moment.scene, moment.scene.axes[0], 0.3)[1], 3)}"
    assert told in texts(drawn(replace(moment, time=0.3), "world"))
    assert told not in texts(drawn(replace(moment, time=0.3, is_open=True), "world"))


@each
def test_a_floor_hangs_below_its_chord_and_is_drawn_at_a_miss(name: str) -> None:
    for moment in moments(name):
        floors = [t for t in texts(drawn(moment, "g")) if t.startswith("lower bound")]
        if LESSON.story.stage(moment) == "Miss" and not isinstance(moment.step, Advanced):
            last = [x for x in moment.scene.steps if isinstance(x, DeepestFound)][-1]
            assert floors == [f"lower bound {fixed(last.floor, 3)}"]
            axes, (start, end) = figure.axes_of(moment), (last.first.fraction, last.last.fraction)
            assert axes.x[1] - axes.x[0] < 1.1 * (end - start), "the proof fills the chart"
            assert axes.x[0] < start < end < axes.x[1]
            (chord,) = (p for p in strokes(drawn(moment, "g"), Ink.QUIET, Line.DASHED))
            ends = [(x.fraction, x.separation) for x in (last.first, last.last)]
            assert chord.tolist() == [pytest.approx(end) for end in ends]
            assert last.floor <= min(g for _, g in ends)


@pytest.mark.parametrize("name", [FIRST, OPEN])
def test_a_floor_that_is_too_low_fills_the_chart(name: str) -> None:
    """Chord, floor and g are read at a glance, and what K is made of stands beside them."""
    s = LESSON.presets[name].scene
    told = [m for m in moments(name) if figure.floors_of(m) is not None][1 if name == FIRST else 0 :][:2]
    assert [figure.is_too_low(m) for m in told] == [True, False], "first the floor that fails, then the kept one"
    for moment in told:
        axes, canvas, is_low = figure.axes_of(moment), drawn(moment, "g"), figure.is_too_low(moment)
        low, own = figure.floors_of(moment)  # type: ignore[misc]
        assert (own is low) == is_low
        start, end = low.first.fraction, low.last.fraction
        if own.last.fraction - start < 0.35 * (end - start):
            end = own.last.fraction
        assert (end < low.last.fraction) == (name == OPEN and not is_low), "a narrow one alone"
        assert axes.x[1] - axes.x[0] < 1.1 * (end - start), "the bracket fills its width"
        assert axes.x[0] < start < end < axes.x[1]
        assert axes.y[0] < own.floor < axes.y[1]
        least = s.target - s.target / 3.0
        filled = [np.array(m.points) for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.OVERLAP
                  and max(y for _, y in m.points) > least - 1e-9]  # fmt: skip
        assert len(filled) == is_low
        for red in filled:
            assert red[:, 1].max() == pytest.approx(least), "from the least that a floor may be"
            assert red[:, 1].min() == pytest.approx(low.floor, abs=0.02 * (least - low.floor))
        for mark in canvas.marks:
            if isinstance(mark, Stroke):
                assert all(axes.x[0] - 1e-9 <= x <= axes.x[1] + 1e-9 for x, _ in mark.points)
        (loud,) = strokes(canvas, Ink.GAP, Line.CURVE)
        assert (loud[0, 0], loud[-1, 0]) == (own.first.fraction, own.last.fraction)
        (chord,) = strokes(canvas, Ink.QUIET, Line.DASHED)
        assert chord[:, 1] == pytest.approx((own.first.separation, own.last.separation))
        named = [t for t in texts(canvas) if t.startswith("lower bound")]
        assert named == [f"lower bound{' too low:' * is_low} {fixed(own.floor, 3)}"], "one floor a step"
        axis = s.axes[low.iteration - 1]
        sag = axis.curvature / 8.0 * (own.last.fraction - own.first.fraction) ** 2
        fine = Canvas(float(np.ptp(axes.x)) / 400.0, float(np.ptp(axes.y)) / 490.0)
        figure.draw_g(fine, moment)
        assert [t for t in texts(fine) if "sag" in t] == [f"sag {sag:.3f}"], "at its mark"
        (measured,) = [p for p in strokes(fine, Ink.TEXT, Line.THIN) if abs(p[0, 1] - p[1, 1]) > 0.9 * sag]
        times, bound = lower_bound(s, low.iteration, own.first.fraction, own.last.fraction)
        assert measured[0] == pytest.approx(chord.mean(axis=0))
        assert measured[1, 1] == pytest.approx(np.interp(measured[1, 0], times, bound), abs=1e-5)
        known = plain(LESSON.situation(moment))
        assert ("K" in known) == is_low
        if is_low:
            other = {AxisFrame.A: "B", AxisFrame.B: "A"}[axis.frame]
            parts = [x for x in s.bends(low.iteration) if x > 0.0]
            assert sum(parts) == pytest.approx(axis.curvature)
            assert sum(round(x, 2) for x in parts) == pytest.approx(round(axis.curvature, 2)), "closes as it is shown"
            with_it = ", and n̂ with B" * (axis.frame is AxisFrame.B)
            told_k = f"K = {fixed(axis.curvature)} is the most that g can curve, as B turns{with_it}."
            assert known == f"{told_k} Sag: K/8·(t_2−t_1)^2 = {sag:.3f}.", (
                "one number with its reason; its parts are a step down"
            )
            assert LESSON.page(moment).nested == "parts of K"
        assert not strokes(drawn(moment, "world"), Ink.EXAMINED, Line.THIN), "r, d and v are drawn with their formula"
        assert not re.search("[rdvω]_", LESSON.page(moment).formula + known)
        if not is_low:
            continue
        inside = [m for m in nested(LESSON, moments(name)) if isinstance(m.step, DeepestFound)]
        moment = next(m for m in inside if m.step.decision is not PushBack.ROOT)
        axis = s.axes[moment.step.iteration - 1]
        radius = {AxisFrame.A: s.b, AxisFrame.B: s.a}[axis.frame].shape.points
        names = {AxisFrame.A: ("A", "B"), AxisFrame.B: ("B", "A")}[axis.frame]
        world = drawn(moment, "world")
        lines = strokes(world, Ink.EXAMINED, Line.THIN)
        r = float(np.hypot(*radius.T).max())
        assert f"r_{names[1]} = {r:.2f}" in texts(world)
        centre = (1 - moment.time) * np.array((s.a, s.b)["AB".index(names[1])].pose.position)
        centre += moment.time * np.array((s.a_end, s.b_end)["AB".index(names[1])].pose.position)
        assert any(p[0] == pytest.approx(centre) and math.dist(*p) == pytest.approx(r) for p in lines)
        middles = [end.pose.position - start.pose.position for start, end in ((s.a, s.b), (s.a_end, s.b_end))]
        d, v = max(map(math.hypot, *zip(*middles, strict=True))), math.dist(*middles)
        is_turned = abs({"A": s.sweep_a.turn, "B": s.sweep_b.turn}[names[0]]) > 1e-9
        told_d = [t for t in texts(world) if t.startswith("d ")]
        assert told_d == [f"d ≤ {d:.2f}"] * is_turned, "the most of the whole motion, not that of this time"
        assert any(math.dist(*p) == pytest.approx(d) for p in lines) == is_turned
        told_v = [t for t in texts(world) if t.startswith("v ")]
        assert told_v == [f"v = {v:.2f}"] * is_turned
        thin = [m for m in world.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED and m.line is Line.THIN]
        assert [math.dist(m.start, m.end) for m in thin] == pytest.approx([v] * is_turned)
        assert "d =" not in known
        turns = {"A": s.sweep_a.turn, "B": s.sweep_b.turn}
        spin, other = turns[names[0]], turns[names[1]]
        bound = np.hypot(*radius.T).max() * (other - spin) ** 2 + d * spin**2 + 2.0 * v * abs(spin)
        assert axis.curvature == pytest.approx(bound)


@each
def test_only_from_above_is_the_bend_bounded(name: str) -> None:
    """g is a least of smooth curves: its second differences are never above K; below minus K they are at corners."""
    s = LESSON.presets[name].scene
    times = np.linspace(0.0, 1.0, 2001)
    for axis, function in zip(s.axes, s.functions, strict=True):
        bend = np.diff(function.over(times), 2) / (times[1] - times[0]) ** 2
        assert bend.max() <= axis.curvature + 1e-5
    for moment in (*moments(name), *nested(LESSON, moments(name))):
        assert "|\\gap{g''}|" not in LESSON.page(moment).idea
    function = LESSON.presets[FLOOR].scene.functions[0]
    assert (np.diff(function.over(times), 2) / (times[1] - times[0]) ** 2).min() < -10.0 * function.curvature


@each
def test_one_chart_carries_a_step(name: str) -> None:
    """Tangents and the true gap's chart come with the impact, or with the miss of several axes."""
    for moment in moments(name):
        shown = [pane.name for pane in panes_of(LESSON.layout_at(moment))]
        is_hit = isinstance(moment.step, Advanced) and moment.step.hit
        is_miss = moment.is_last and not is_hit and len(moment.scene.axes) > 1
        is_more = LESSON.page(moment).stage == "More"
        assert shown == ["world", "s" if is_hit or is_more or is_miss else "g"]
    for moment in moments(name, NO_FLOOR):
        assert len(list(panes_of(LESSON.layout_at(moment)))) == 2, "nor two small ones beside a wrong search"


def test_the_last_chart_of_a_hit_is_filled() -> None:
    """Its height is the curve's but for a third; what is said of the tangents stands at their tops."""
    for name in (FIRST, OPEN):
        moment = moments(name)[-1]
        (low, high), gaps = figure.s_axes(moment).y, moment.scene.gaps
        if not moment.scene.opens_again:
            assert -low / (high - low) < 0.23
        canvas = drawn(moment, "s")
        (words,) = [m for m in canvas.marks if isinstance(m, Label) and plain(m.text).startswith("conservative")]
        half = figure.CREEPS * canvas.pixel
        near = gaps[np.abs(figure.TIMES - words.at[0]) < half]
        above = words.at[1] - float(near.max(initial=moment.scene.target))
        assert above <= figure.ABOVE * canvas.pixel_y + 1e-9
    assert figure.s_axes(moments(LATE, NO_FLOOR)[-1]).y[0] < figure.s_axes(moments(LATE)[-1]).y[0], "a second search"


def test_how_far_the_needle_turns_is_drawn() -> None:
    assert "200°" in texts(drawn(moments(OPEN)[0], "world"))
    assert not [t for t in texts(drawn(moments(FIRST)[0], "world")) if t.endswith("°")], "its end is seen"


@each
def test_words_of_the_tangents_are_clear_of_the_play_head(name: str) -> None:
    for moment in (*moments(name), *(replace(moments(name)[-1], time=t) for t in np.linspace(0.0, 1.0, 41))):
        canvas = drawn(moment, "s")
        told = [m for m in canvas.marks if isinstance(m, Label) and "quer" in m.text]
        assert len(told) == 1 + moment.is_last
        for words, wide in zip(told, (80.0, 58.0), strict=False):
            half = wide * canvas.pixel
            assert half < words.at[0] < 1.0 - half
            assert abs(words.at[0] - moment.time) > half, "wherever it passes"
        axes = figure.axes_of(moment)
        zoomed = Canvas(float(np.ptp(axes.x)) / 400.0, float(np.ptp(axes.y)) / 490.0)
        figure.draw_g(zoomed, moment)
        bound = [m for m in zoomed.marks if isinstance(m, Label) and m.text.startswith("lower bound too")]
        assert all(abs(m.at[0] - moment.time) > 90.0 * zoomed.pixel for m in bound)


def test_the_first_question_does_not_tell_where_the_strip_ends() -> None:
    page = LESSON.page(moments(FIRST)[0])
    assert page.prediction is not None
    assert "wide" not in page.prediction.text
    assert "strip" not in page.prediction.text
    assert "prove" in page.prediction.text
    assert "target gap" in plain(page.known), "s_0 is told before it is asked about"


@each
def test_a_proof_tells_the_rule_that_was_tested(name: str) -> None:
    """A floor proves from s0 − ε on, so no word and no formula claims s0 or only 0."""
    for moment in moments(name):
        page = LESSON.page(moment)
        assert "above s_0:" not in plain(page.sentence)
        if "lower" in page.formula:
            assert page.formula.endswith(rf"\ge\ \mathrm{{limit}}\quad(t_1\le t\le {1 if moment.is_last else 't_2'})")


@each
def test_the_normal_does_not_push_the_view(name: str) -> None:
    """It stands by the strip in a view of any scale: else a view that is fitted to it would grow and grow."""
    for moment in moments(name):
        pane, boxes = LESSON.panes[0], []
        for pixel in (0.01, 0.1):
            canvas = Canvas(pixel)
            pane.draw(canvas, moment)
            arrows = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
            boxes += [np.array(m.start) for m in arrows if m.line is not Line.THIN]
        assert not boxes or math.dist(*boxes) < 2.7


def test_a_single_bracket_has_no_earlier_ones() -> None:
    for name, told in ((PAST, True), (FLOOR, False)):
        assert ("earlier brackets" in LESSON.page(moments(name)[-1]).idea) is told


def test_in_the_last_picture_of_a_hit_the_world_has_the_answer_alone() -> None:
    canvas = drawn(moments(FIRST)[-1], "world")
    assert not [m for m in canvas.marks if isinstance(m, Unbounded | Symbol)], "no strip, no axis"
    assert [t for t in texts(canvas) if "0.708" in t] == ["impact, t = 0.708"]
    assert not [t for t in texts(canvas) if t.startswith(("g =", "s ="))]


def test_a_bracket_that_goes_back_to_a_root_says_that_the_root_is_no_proof() -> None:
    told = [m for m in nested(LESSON, moments(FIRST)) if isinstance(m.step, DeepestFound)]
    for moment in told:
        if moment.step.decision is PushBack.ROOT:
            assert "lower bound" not in LESSON.page(moment).idea, "it comes with the check"
    root, bound = (plain(LESSON.page(m).idea) for m in moments(FIRST)[1:3])
    assert "lower bound" not in root
    assert "K is the most that it can curve" in bound
    assert "a lower bound" in bound
    assert "open" not in root + bound, "a gap is not open: A and B are apart"


@each
def test_the_letters_of_the_formula_stand_at_their_vertices(name: str) -> None:
    """At the vertices that give the greatest n · a and the least n · b; there the bar of g hangs."""
    for moment in moments(name):
        canvas = drawn(moment, "world")
        if not [m for m in canvas.marks if isinstance(m, Unbounded)]:
            assert not [m for m in canvas.marks if isinstance(m, Symbol)]
            continue
        s, axis = moment.scene, figure.axis_of(moment)
        assert axis is not None
        n, g = along(s, axis, moment.time)
        a, b = polygon(s.a, s.a_end, moment.time), polygon(s.b, s.b_end, moment.time)
        letters = {m.latex: np.array(m.at) for m in canvas.marks if isinstance(m, Symbol)}
        p, q = letters[r"\boldsymbol{a}"], letters[r"\boldsymbol{b}"]
        assert p @ n == pytest.approx((a @ n).max(), abs=1e-6)
        assert q @ n == pytest.approx((b @ n).min(), abs=1e-6)
        for letter, points in ((p, a), (q, b)):
            assert np.hypot(*(points - letter).T).min() < 1e-9, "a vertex"
        bar = strokes(canvas, Ink.GAP if g > 0.0 else Ink.OVERLAP, Line.MEASURE)[0]
        assert min(math.dist(end, q if axis.frame is not AxisFrame.B else p) for end in bar) < 1e-9
        (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
        for place in (np.array(arrow.start) + far * canvas.pixel * n for far in (10.0, 48.0, 66.0)):
            for points in (a, b):
                assert not shapely.Polygon(points).contains(shapely.Point(place)), "not on a hatch"


def test_a_clock_tells_what_the_situation_tells() -> None:
    for name in NAMES:
        for moment in moments(name):
            told = LESSON.clock(moment).told(moment.time)
            known = plain(LESSON.situation(moment))
            assert not known.startswith("At t") or known.startswith(f"At {told}:")


@each
def test_a_step_has_few_symbols(name: str) -> None:
    """Two in what is said of it, four in each view, and one word for the target gap less the tolerance."""
    known = ("n̂", "s_0", "t_1", "t_2", "ε", "K", "g", "s")
    for moment in moments(name):
        page = LESSON.page(moment)
        for told in (page.idea, page.sentence):
            found = {x for x in known if re.search(rf"(?<![\ŵ]){x}(?![\ŵ_])", plain(told))}
            assert len(found) <= 2, (page.stage, plain(told))
        limits = plain(page.idea + page.sentence)
        assert "limit" not in limits or not {"s_0", "ε"} & {x for x in known if x in limits}
        for pane in panes_of(LESSON.layout_at(moment)):
            marks = drawn(moment, pane.name).marks
            seen = {m.latex for m in marks if isinstance(m, Symbol)}
            seen |= {
                run[1] for m in marks if isinstance(m, Label) for run in [re.search(r"\$([^$]*)\$", m.text)] if run
            }
            assert len({x.split("(")[0] for x in seen} - {"t"}) <= 4, (page.stage, seen)
