"""The lesson on conservative advancement: its presets' numbers, the triangle under the curve, the world, the faulty
searches, and GJK stepped into."""

from __future__ import annotations

import itertools
import math
import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.ops import nearest_points

from geometry import Outcome, Pose, Sweep, box, separation
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced, SweepsMeasured
from geometry.trace import Grouped
from lessons.motion.advancing import Advancing, scene
from lessons.motion.conservative_advancement import NO_SIGN, NO_TURN, time_of
from lessons.motion.sweeps import still, to
from lessons.stories.advancement_gaps import contact_of, curve_of, gaps_of, kinks_of
from lessons.stories.gjk import GjkStory
from tests.lessons.edits import edited
from tests.lessons.figures import drawn, labels, lesson_of, moments, same, set_up, strokes, symbols
from tests.lessons.second_edition import moments_of, nested
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.mark import Area, Arrow, Dot, Inset, Label, Symbol
from viz.lesson.prediction import Choose, Place
from viz.lesson.scene import Body, at
from viz.lesson.text import plain, runs

LESSON = lesson_of("conservative-advancement")
FIRST, APART = "Turning bar", "Past, then apart"
NAMES = list(LESSON.presets)
each_preset = pytest.mark.parametrize("name", NAMES)
MOVING = [name for name in NAMES if "start" not in name and name != "No motion"]
each_moving = pytest.mark.parametrize("name", MOVING)


GHOSTS = (Line.START, Line.END, Line.DOTTED)


def curve(moment: Moment[Any]) -> Canvas:
    return drawn(LESSON, "curve", moment)


def world(moment: Moment[Any]) -> Canvas:
    return drawn(LESSON, "world", moment)


def bar_at(canvas: Canvas, axes: Axes) -> float:
    """Under the top of the axes, but clear of the play head's handle."""
    return max(axes.y[1] - 34.0 * canvas.pixel_y, 1.03 * axes.y[1] / 1.3 + 58.0 * canvas.pixel_y)


def lens_of(moment: Moment[Any]) -> Inset | None:
    """What the curve's pane shows enlarged."""
    return next((m for m in curve(moment).marks if isinstance(m, Inset)), None)


def axes_of(moment: Moment[Any]) -> Axes:
    axes = LESSON.panes[1].axes
    assert axes is not None
    found: Axes = axes(moment)
    return found


def state_of(moment: Moment[Any]) -> Any:
    """The iteration that is shown: at the start the first, of several the last."""
    step = moment.next if isinstance(moment.step, SweepsMeasured) else moment.step
    return step.last if isinstance(step, Grouped) else step


def column(name: str, index: int) -> list[str]:
    table = LESSON.table(moments(LESSON, name)[-1])
    assert table is not None
    return [plain(row.cells[index]) for _, row in table.rows]


def polygons(moment: Moment[Any], t: float) -> list[shapely.Polygon]:
    """By shapely, from the scene's own poses."""
    found = []
    for start, end in ((moment.scene.a, moment.scene.a_end), (moment.scene.b, moment.scene.b_end)):
        angle = (1.0 - t) * start.pose.angle + t * end.pose.angle
        c, s = math.cos(angle), math.sin(angle)
        turned = start.shape.points @ np.array(((c, s), (-s, c)))
        found.append(shapely.Polygon(turned + (1.0 - t) * start.pose.position + t * end.pose.position))
    return found


def true_gap(moment: Moment[Any], t: float) -> float:
    a, b = polygons(moment, t)
    return float(a.distance(b))


def true_depth(moment: Moment[Any], t: float) -> float:
    """How deep the bodies overlap at a time, 0 where they do not."""
    return max(0.0, -separation(*moment.scene.at(t)))


def radius_of(body: Any) -> float:
    return float(np.hypot(*body.shape.points.T).max())


def terms(moment: Moment[Any], normal: Any) -> list[float]:
    """The three terms of the bound, from the scene."""
    s = moment.scene
    v = s.a_end.pose.position - s.a.pose.position - (s.b_end.pose.position - s.b.pose.position)
    turns = s.a_end.pose.angle - s.a.pose.angle, s.b_end.pose.angle - s.b.pose.angle
    return [float(v @ normal), radius_of(s.a) * abs(turns[0]), radius_of(s.b) * abs(turns[1])]


def test_the_first_preset_takes_seven_iterations_at_these_times() -> None:
    assert column(FIRST, 0) == [str(i) for i in range(1, 8)]
    assert column(FIRST, 1) == ["0.000", "0.201", "0.359", "0.500", "0.574", "0.599", "0.607"]
    assert column(FIRST, 2)[:3] == ["1.832", "1.446", "1.304"]
    assert column(FIRST, 3)[:3] == ["8.810", "8.796", "8.801"]
    assert column(FIRST, 4)[0] == "0.201"
    assert column(FIRST, 4)[-1] == ""
    told = moments(LESSON, FIRST)
    assert [row.mark for m in told for row in LESSON.page(m).rows] == [""] * 6 + ["hit"]
    assert LESSON.stage_names(told[0]) == ["Start", *(f"Iteration {i}" for i in range(1, 7)), "Hit"]
    assert plain(LESSON.page(told[0]).sentence) == (
        "μ = 4.104 + 0.686 + 4.020 = 8.810 is the bound of the closing speed; "
        "r: from the centre to the farthest vertex."
    )
    assert plain(LESSON.page(told[3]).sentence) == "(1.304 − 0.060) / 8.801 = 0.141: safe until t = 0.500."
    assert (
        plain(LESSON.situation(told[3])) == "At t = 0.359 A and B are 1.304 apart. They cannot meet before t = 0.500."
    )
    assert plain(LESSON.page(told[-1]).sentence) == "0.078 ≤ 0.060 + 0.020: time of impact t = 0.607."
    assert plain(LESSON.situation(told[-1])) == (
        "At t = 0.607, the reported time of impact, A and B are 0.078 apart."
    )
    back = plain(LESSON.situation(replace(told[-1], time=0.25)))
    assert back.endswith("The time of impact is reported as t = 0.607, at a gap of 0.078.")


@each_preset
def test_the_numbers_of_a_row_give_its_step(name: str) -> None:
    target = LESSON.presets[name].scene.target
    for cells in zip(*(column(name, i) for i in range(1, 5)), strict=True):
        if cells[-1]:
            _, s, mu, step = map(float, cells)
            assert step == pytest.approx((s - target) / mu, abs=1.001e-3), "to one unit of the last digit"


def test_the_presets_end_as_they_are_named() -> None:
    found = {name: moments(LESSON, name)[-1].trace.result for name in NAMES}
    assert {name: result.iterations for name, result in found.items()} == {
        "Turning bar": 7,
        "Head-on": 2,
        "Glancing": 3,
        "Sweeping past": 20,
        APART: 4,
        "Slow convergence": 14,
        "Touching at the start": 1,
        "Overlap at the start": 1,
        "No motion": 1,
    }
    assert found["Sweeping past"].miss is Miss.TOO_FAR
    assert found[APART].miss is Miss.RECEDING
    assert found["No motion"].miss is Miss.NO_MOTION
    assert found["Slow convergence"].fraction == pytest.approx(0.872, abs=5e-4)
    for name in ("Touching at the start", "Overlap at the start"):
        assert found[name].outcome is Outcome.OVERLAPPED
    says = {name: plain(LESSON.page(moments(LESSON, name)[-1]).sentence) for name in NAMES}
    last = moments(LESSON, APART)[-1]
    t, s, mu = last.step.fraction, true_gap(last, last.step.fraction), sum(terms(last, last.step.normal))
    assert says[APART] == f"μ = −{-mu:.3f} at t = {t:.3f}: from now on the gap is at least {s:.3f}. No impact."
    assert says["No motion"] == "μ = 0.000 at t = 0.000: the gap stays 1.584. No impact."
    assert "time of impact t = 0.872" in says["Slow convergence"]
    assert says["Touching at the start"] == "GJK finds no gap at t = 0.000."
    assert says["Overlap at the start"] == "GJK finds no gap at t = 0.000."
    assert column("Touching at the start", 2) == ["0.000"]
    assert column("Overlap at the start", 2) == [""], "GJK measures no depth"
    assert plain(LESSON.situation(moments(LESSON, "Overlap at the start")[-1])) == (
        "At t = 0.000 A and B overlap by 0.579. The time of impact is t = 0.000."
    )
    left = [float(x) for x in re.findall(r"\d+\.\d+", says["Sweeping past"])]
    assert left[3] == pytest.approx(left[0] - (1.0 - left[1]) * left[2], abs=0.0011)
    assert (
        plain(LESSON.page(moments(LESSON, "Head-on")[0]).sentence)
        == "μ = 2.600 + 0.000 + 0.000 = 2.600 is the bound of the closing speed; nothing rotates."
    )
    for name in ("Sweeping past", APART, "No motion"):
        assert plain(LESSON.situation(moments(LESSON, name)[-1])).endswith("They do not meet before t = 1.")


@each_moving
def test_the_triangle_is_the_step(name: str) -> None:
    """Legs: the gap less the target, green, and the step, white, along the line of the target; the slope is −μ."""
    for moment in moments(LESSON, name)[1:]:
        state = state_of(moment)
        canvas, target, t = curve(moment), moment.scene.target, state.fraction
        s, mu, texts = true_gap(moment, t), sum(terms(moment, state.normal)), labels(curve(moment))
        slopes = strokes(canvas, Ink.EXAMINED, Line.FEATURE)
        if state.hit or mu <= 0.0:
            assert not slopes
            continue
        ((x0, y0), (x1, y1)) = slopes[0].points
        assert same((x0, y0), (t, s), 1e-7)
        assert (y1 - y0) / (x1 - x0) == pytest.approx(-mu)
        assert y1 == pytest.approx(0.0, abs=1e-9) or x1 == axes_of(moment).x[1]
        for x in np.linspace(t, min(x1, 1.0), 7):
            line = y0 + (x - x0) * (y1 - y0) / (x1 - x0)
            assert line <= true_gap(moment, float(x)) + 1e-7, "the gap cannot come below the line"
        newest = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.EXAMINED and m.opacity == 0.16]
        assert same(newest[0].points, ((t, 0.0), (x1, 0.0), (x1, y1), (t, s)), 1e-7)
        if state.step <= 0.0:
            assert (x1, y1) == (1.0, pytest.approx(state.least_at_end))
            assert texts[f"lower bound {s - (1.0 - t) * mu:.3f} at t = 1"] == (1.0, 0.0)
            continue
        gap = next(m for m in strokes(canvas, Ink.GAP, Line.MEASURE) if m.points[0][0] == m.points[1][0])
        assert same(gap.points, ((t, target), (t, s)), 1e-7)
        (step,) = strokes(canvas, Ink.ANSWER, Line.MEASURE)
        assert same(step.points, ((t, target), (t + (s - target) / mu, target)), 1e-7)
        (end,) = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.ANSWER]
        assert same(end, step.points[1])
        is_on_top = axes_of(moment).y[1] / 1.3 - s < 24.0 * canvas.pixel_y  # where the play head's handle is
        beside = t + 6.0 * canvas.pixel if is_on_top else t
        assert same(texts[f"iteration {state.iteration}"], (beside, s), 1e-7)
        step_words = f"step Δt = {state.step:.{3 if state.step >= 0.002 else 4}f}"
        assert (step_words in texts) == (isinstance(moment.step, Advanced) and not lens_of(moment))
        aside = max(t + 0.5 * state.step, t + 60.0 * canvas.pixel), 0.0
        assert same(texts.get(step_words, aside), aside, 1e-7)
        sides = {plain(m.text)[:4]: m.toward for m in canvas.marks if isinstance(m, Label)}
        assert sides.get("step", (0.0, -1.0)) == (0.0, -1.0)
        if texts.get("s−s_0", (t, 0.0))[0] < t:
            middle, number = t - 22.0 * canvas.pixel, f"{s - target:.3f}"
            high = min(true_gap(moment, float(u)) for u in np.linspace(t - 42.0 * canvas.pixel, t, 12))
            assert texts["s−s_0"] == pytest.approx((middle, high - 12.0 * canvas.pixel_y), abs=0.01)
            below = middle, texts["s−s_0"][1] - 19.0 * canvas.pixel_y
            assert texts.get(number, below) == pytest.approx(below)
            before = [m.points for m in strokes(canvas, Ink.EXAMINED, Line.DASHED)]
            for (u0, v0), (u1, v1) in before:
                for _, high in [texts[words] for words in ("s−s_0", number) if words in texts]:
                    line = u0 + (v0 - high + 9.0 * canvas.pixel_y) / (v0 - v1) * (u1 - u0)
                    assert not middle - 20.0 * canvas.pixel < line < t - 1e-9, "no older line crosses the words"
        elif "s−s_0" in texts:
            assert texts["s−s_0"][0] == t
            assert sides["s−s_"] == (1.0, 0.0)
            assert target < texts["s−s_0"][1] < 0.5 * (s + target)
        if "slope −μ" in texts:
            x, y = texts["slope −μ"]
            (leader,) = [m for m in strokes(canvas, Ink.EXAMINED, Line.THIN) if m.points[0][1] == y]
            u, v = leader.points[0]
            assert v == y == leader.points[1][1]
            assert u - 8.0 * canvas.pixel == pytest.approx(t + (s - y) / mu, abs=1e-7), "from the line of that slope"
            assert u < leader.points[1][0] < x
            assert end[0] < leader.points[1][0] or leader.points[1][0] - u == pytest.approx(18.0 * canvas.pixel)
            half = np.array((30.0 * canvas.pixel, 9.0 * canvas.pixel_y))
            words = shapely.box(*np.subtract((x, y), half), *np.add((x, y), half))
            for line in strokes(canvas, Ink.GAP, Line.DOTTED):
                assert not shapely.LineString(line.points).intersects(words)
        drop = strokes(canvas, Ink.CONSTRUCTION, Line.DASHED)[-1].points
        top = axes_of(moment).y[1] / 1.3
        assert same(drop, (end, (end[0], min(true_gap(moment, end[0]), top))), 1e-4)


@each_moving
def test_the_curve_is_the_gap_solid_up_to_now(name: str) -> None:
    for moment in moments(LESSON, name):
        t, axes = time_of(moment.step), axes_of(moment)
        solid = [p for m in strokes(curve(moment), Ink.GAP, Line.CURVE) for p in m.points]
        dotted = [p for m in strokes(curve(moment), Ink.GAP, Line.DOTTED) for p in m.points]
        assert all(x <= t + 1e-9 for x, _ in solid)
        assert all(x >= t - 1e-9 for x, _ in dotted)
        for x, y in (*solid[::7], *dotted[::7]):
            near = [true_gap(moment, min(max(u, 0.0), 1.0)) for u in (x - 0.006, x, x + 0.006)]
            assert min(near) - 0.02 <= y <= max(near) + 0.02
            assert axes.x[0] - 1e-9 <= x <= axes.x[1]
        if t > axes.x[0]:
            assert solid[-1] == pytest.approx((t, true_gap(moment, t)), abs=5.1e-4), "a tenth of a pixel"
        heads = strokes(curve(moment), Ink.INTERFACE)
        assert heads[0].points[0][0] == heads[0].points[1][0] == t
        target = moment.scene.target
        (level,) = strokes(curve(moment), Ink.TEXT, Line.DASHED)
        assert same(level.points, ((axes.x[0], target), (axes.x[1], target)))
        assert labels(curve(moment), Ink.TEXT)["s_0"][1] == target


def test_while_it_is_asked_how_far_the_curve_is_hidden() -> None:
    moment = moments(LESSON, FIRST)[0]
    assert strokes(curve(moment), Ink.GAP, Line.DOTTED)
    assert "not known yet" in labels(curve(moment), Ink.QUIET)
    (line,) = strokes(curve(moment), Ink.EXAMINED, Line.FEATURE)
    s, mu = true_gap(moment, 0.0), sum(terms(moment, moment.next.normal))
    assert same(line.points, ((0.0, s), (s / mu, 0.0)), 1e-7)
    asked = curve(replace(moment, is_open=True))
    assert not strokes(asked, Ink.GAP)
    assert not strokes(asked, Ink.EXAMINED, Line.FEATURE)
    assert not strokes(asked, Ink.ANSWER)


@each_moving
def test_the_axes_are_the_same_at_every_step(name: str) -> None:
    """The whole time of the motion, and the gap up to the impact: no slope changes its angle from step to step."""
    told = moments(LESSON, name)
    last = told[-1].trace.result.fraction
    highest = max(true_gap(told[0], float(t)) for t in np.linspace(0.0, last, 200))
    for moment in told:
        axes = axes_of(moment)
        assert axes.x == (0.0, 1.0)
        assert axes.y == axes_of(told[0]).y == pytest.approx((-0.1 * highest, 1.3 * highest), rel=0.02)
        state = state_of(moment)
        parts = getattr(moment.step, "part", (state,))
        least = min(min(each.step, (each.separation - moment.scene.target) / highest) for each in parts)
        is_small = state.hit or (state.step > 0.0 and least < 0.06 and moment.index > 0)
        assert (lens_of(moment) is not None) == is_small
    faulty = [axes_of(each).x for each in moments(LESSON, name, NO_TURN)]
    assert set(faulty) == {(0.0, 1.0)}


@each_moving
def test_what_is_enlarged_stands_where_the_curve_leaves_room(name: str) -> None:
    """Under the bar, inside of the pane, above all of the curve that is shown there; and the play head ends below."""
    for moment in moments(LESSON, name):
        lens, canvas, axes = lens_of(moment), curve(moment), axes_of(moment)
        if lens is None:
            continue
        assert lens.corner == "top right"
        assert lens.at is not None
        (right, high), (wide, tall) = lens.at, lens.size
        left, low = right - wide * canvas.pixel, high - tall * canvas.pixel_y
        assert 0.0 < left < right <= axes.x[1] + 27.0 * canvas.pixel + 1e-9
        assert high < axes.y[1] - 45.0 * canvas.pixel_y
        known = moment.trace.result.fraction if not state_of(moment).hit else 1.0
        for t in np.linspace(left, min(right, known, 1.0), 60):
            assert true_gap(moment, float(t)) < low or t > known
        for line in strokes(canvas, Ink.GAP, Line.CURVE) + strokes(canvas, Ink.GAP, Line.DOTTED):
            assert not any(left < x < right and y > low for x, y in line.points)
        for t in (0.0, 0.5 * left, left, 0.5 * (left + right)):
            head = strokes(curve(replace(moment, time=t)), Ink.INTERFACE)[0].points[1][1]
            is_under = t > left - 12.0 * canvas.pixel
            assert head == pytest.approx(
                min(1.03 * axes.y[1] / 1.3, low - 12.0 * canvas.pixel_y if is_under else 9e9)
            )


def inside_of(moment: Moment[Any]) -> tuple[Canvas, float]:
    """What is enlarged, in pixels, and how many of them a unit of the gap is: by the level of the target."""
    lens, small = lens_of(moment), Canvas(1.0)
    assert lens is not None
    small.marks.extend(lens.marks)
    (level,) = strokes(small, Ink.TEXT, Line.DASHED)
    assert level.points[0][1] == level.points[1][1]
    return small, level.points[0][1] / moment.scene.target


def test_a_short_step_is_enlarged_to_scale() -> None:
    for moment in moments(LESSON, FIRST)[5:7]:
        small, unit = inside_of(moment)
        state, target = moment.step, moment.scene.target
        (step,) = strokes(small, Ink.ANSWER, Line.MEASURE)
        (x0, y0), (x1, y1) = step.points
        across = (x1 - x0) / state.step
        assert y0 == y1 == pytest.approx(unit * target)
        (slope,) = strokes(small, Ink.EXAMINED, Line.FEATURE)
        (u0, v0), (u1, v1) = slope.points
        assert (u0, v0) == pytest.approx((x0, unit * state.separation))
        assert (v1 - v0) / unit / ((u1 - u0) / across) == pytest.approx(-sum(terms(moment, state.normal)))
        (solid,) = [m.points for m in strokes(small, Ink.GAP, Line.CURVE)]
        assert solid[-1] == pytest.approx((u0, v0), abs=0.3)
        for x, y in solid:
            assert y == pytest.approx(unit * true_gap(moment, state.fraction - (x0 - x) / across), abs=0.5)
        texts = labels(small)
        assert {f"Δt = {state.step:.{3 if state.step >= 0.002 else 4}f}", "s−s_0", "s_0", "0"} <= set(texts)
        lens = lens_of(moment)
        assert lens is not None
        assert lens.title == f"Iteration {state.iteration}, enlarged"
        assert "slope −μ" not in labels(curve(moment))


def test_iterations_told_as_one_are_enlarged_together() -> None:
    for name, title, count in (
        ("Slow convergence", "Iterations 6 to 13", 8),
        ("Sweeping past", "Iterations 6 to 19", 14),
    ):
        moment = moments(LESSON, name)[6]
        lens = lens_of(moment)
        assert lens is not None
        assert lens.title == title
        small, _ = inside_of(moment)
        assert len([m for m in small.marks if isinstance(m, Dot) and m.ink is Ink.GAP]) == count


@each_moving
def test_the_bar_adds_up_the_bound(name: str) -> None:
    """Each term begins where the one before ended, from the tick of 0; the other tick stands at their sum."""
    units = set()
    for moment in moments(LESSON, name):
        state, canvas, axes = state_of(moment), curve(moment), axes_of(moment)
        bars = [m for m in canvas.marks if isinstance(m, Area) and m.opacity in (0.85, 0.6, 0.4)]
        values = [
            (v, s) for v, s in zip(terms(moment, state.normal), ("v·n̂", "r_A|ω_A|", "r_B|ω_B|"), strict=True) if v
        ]
        is_back = values[0][0] < 0.0
        if is_back:  # the turns first, to the right from 0, then back
            values = [*values[1:], values[0]]
            zero = strokes(canvas, Ink.EXAMINED, Line.MEASURE)[-2].points[0][0]
            assert labels(canvas, Ink.EXAMINED)["0"][0] == pytest.approx(zero - 8.0 * canvas.pixel)
        zero, last = (m.points[0][0] for m in strokes(canvas, Ink.EXAMINED, Line.MEASURE)[-2:])
        unit = (last - zero) / sum(v for v, _ in values)
        x, texts = zero, labels(canvas)
        assert len(bars) == len(values)
        for bar, (value, symbol) in zip(bars, values, strict=True):
            xs = sorted({round(x, 9) for x, _ in bar.points})
            assert same(xs, sorted((x, x + unit * value)), 1e-6)
            assert bar.ink is Ink.EXAMINED
            shown, low, high = f"{value:.3f}".replace("-", "−"), bar.points[0][1], bar.points[2][1]
            leads = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.TEXT and m.start[0] == x]
            lane = 0.5 * (bar.points[0][1] + bar.points[2][1])
            assert len(leads) == (is_back and abs(unit * value) > 30.0 * canvas.pixel)
            assert all(same((m.start, m.end), ((x, lane), (x + unit * value, lane)), 1e-6) for m in leads)
            if is_back:
                place = texts[f"{symbol} = {shown}"]
                if value < 0.0:
                    assert place == pytest.approx((max(xs) + 66.0 * canvas.pixel, 0.5 * (low + high)))
                else:
                    assert place[0] == pytest.approx(0.5 * sum(xs))
                    assert place[1] > high
            else:
                assert texts[shown][0] == texts[symbol][0] >= 0.5 * sum(xs) - 1e-9
                assert texts[shown][1] > high > low > texts[symbol][1]
            x += unit * value
            above = 11.0 * 0.005 + (0.0 if value > 0.0 else -22.0 * 0.005)
            assert max(y for _, y in bar.points) == pytest.approx(bar_at(canvas, axes) + above), "its lane"
        for mark in strokes(canvas, Ink.EXAMINED, Line.MEASURE)[-2:]:
            assert mark.points[0][1] < bar_at(canvas, axes) < mark.points[1][1]
        assert f"μ = {sum(v for v, _ in values):.3f}".replace("-", "−") in texts
        assert axes.x[0] < min(x for bar in bars for x, _ in bar.points)
        assert max(x for bar in bars for x, _ in bar.points) <= axes.x[1] + 1e-9
        units.add(round(unit / (axes.x[1] - axes.x[0]), 6))
    assert len(units) <= 1, "one scale in all iterations"


@each_moving
def test_the_world_shows_the_gap_its_normal_and_what_turns(name: str) -> None:
    for moment in moments(LESSON, name):
        state, canvas, t = state_of(moment), world(moment), moment.time
        a, b = polygons(moment, t)
        for ink, shape in ((Ink.A, a), (Ink.B, b)):
            (outline,) = strokes(canvas, ink, Line.OUTLINE)
            assert shapely.Polygon(outline.points).symmetric_difference(shape).area < 1e-9
        line = strokes(canvas, Ink.GAP, Line.MEASURE)[0]
        length = math.dist(*line.points)
        assert length == pytest.approx(a.distance(b), abs=1e-6)
        assert a.distance(shapely.Point(line.points[0])) < 1e-6
        insets = [m for m in canvas.marks if isinstance(m, Inset)]
        assert bool(insets) == (length < 30.0 * canvas.pixel)
        close = canvas
        if insets:
            close = Canvas(3.0 * length / 152.0)
            close.marks.extend(insets[0].marks)
            assert same(strokes(close, Ink.GAP, Line.MEASURE)[0].points, line.points)
            half = np.array((1.5 * length, 1.5 * length * 126.0 / 152.0))
            middle = np.mean(line.points, axis=0)
            box = shapely.box(*(middle - half), *(middle + half))
            for ink, shape in ((Ink.A, a), (Ink.B, b)):
                (part,) = [m for m in close.marks if isinstance(m, Area) and m.ink is ink]
                assert shapely.Polygon(part.points).symmetric_difference(shape & box).area < 1e-9
                for stroke in strokes(close, ink, Line.OUTLINE):
                    assert shape.exterior.distance(shapely.Point(np.mean(stroke.points, axis=0))) < 1e-9
            assert corner_is_free(moment, insets[0].corner)
        texts = labels(close, Ink.GAP)
        assert same(texts[f"s = {length:.3f}"], np.mean(line.points, axis=0))
        letter = next(m for m in close.marks if isinstance(m, Symbol) and m.latex == r"\hat n")
        arrows = [m for m in close.marks if isinstance(m, Arrow)]
        normal = next(m for m in arrows if same(np.mean((m.start, m.end), axis=0), letter.at))
        way = np.subtract(normal.end, normal.start)
        assert letter.toward is not None
        assert abs(float(way @ letter.toward)) < 1e-9, "beside its arrow: a leader from the tip reads as a minus"
        assert float(way @ np.subtract(line.points[1], line.points[0])) > 0.0, "from A to B"
        assert math.dist(normal.start, line.points[0]) == pytest.approx(20.0 * close.pixel)
        assert math.hypot(*way) <= max(0.5 * length, 28.0 * close.pixel) + 1e-9
        number = next(m for m in close.marks if isinstance(m, Label) and plain(m.text).startswith("s = "))
        assert number.toward is not None
        across = np.subtract(normal.start, line.points[0])
        assert float(np.dot(number.toward, across)) < 0.0, "number and normal stand on two sides of the gap"
        assert float(np.dot(letter.toward, across)) > 0.0, "and the normal's letter on its far side"
        check_velocity(moment, canvas)
        following = state.fraction + state.step
        ghosts = strokes(canvas, Ink.B, Line.DOTTED)
        if state.step > 0.0 and not isinstance(moment.step, SweepsMeasured):
            assert shapely.Polygon(ghosts[0].points).symmetric_difference(polygons(moment, following)[1]).area < 1e-9
            assert f"next: t = {following:.3f}" in labels(canvas, Ink.B)
        else:
            assert not ghosts


def check_velocity(moment: Moment[Any], canvas: Canvas) -> None:
    """From B's centre, that of B as seen from A; and its part along the normal where the two can be told apart. A
    relative velocity on A would be read as A's motion."""
    scene, state = moment.scene, state_of(moment)
    moves = [b.pose.position - a.pose.position for a, b in ((scene.a, scene.a_end), (scene.b, scene.b_end))]
    v, center = 0.16 * (moves[1] - moves[0]), scene.sweep_b.at(moment.time).position
    is_start = isinstance(moment.step, SweepsMeasured)  # it is defined there
    name = r"-\boldsymbol{v}" + (r"=\boldsymbol{v}_B-\boldsymbol{v}_A" if is_start else "")
    assert {name for name in symbols(canvas) if "boldsymbol" in name} == {name}
    assert not [m for m in canvas.marks if isinstance(m, Arrow) and m.ink in (Ink.A, Ink.B)]
    (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and same(m.start, center)]
    assert arrow.ink is Ink.EXAMINED
    assert same(arrow.end, center + v)
    assert same(symbols(canvas)[name], center + 0.6 * v)
    foot = center + float(v @ state.normal) * state.normal
    dashed = [m.points for m in strokes(canvas, Ink.EXAMINED, Line.DASHED) if same(m.points[0], center)]
    assert len(dashed) == (math.dist(foot, arrow.end) > 14.0 * canvas.pixel)
    if dashed:
        assert same(dashed[0][1], foot)
        (down,) = [m.points for m in strokes(canvas, Ink.CONSTRUCTION, Line.DASHED) if same(m.points[0], arrow.end)]
        assert same(down[1], foot)
        side = next(m.toward for m in canvas.marks if isinstance(m, Symbol) and m.latex == name)
        assert float(np.dot(side, np.subtract(foot, arrow.end))) < 0.0, "on the free side"
    part = [m for m in canvas.marks if isinstance(m, Label) and plain(m.text) == "v·n̂"]
    assert len(part) == (math.dist(foot, center) >= 14.0 * canvas.pixel)
    if part:  # as long as its line, which stands beside v where both look the same
        along, aside = np.subtract(foot, center), np.zeros(2) if dashed else np.subtract(part[0].at, center)
        aside = aside - along * float(aside @ along) / float(along @ along)
        assert math.hypot(*aside) == pytest.approx(0.0 if dashed else 12.0 * canvas.pixel, rel=0.01)
        lines = [m.points for m in strokes(canvas, Ink.EXAMINED, Line.DASHED if dashed else Line.THIN)]
        assert any(same(line, (center + aside, foot + aside), 0.02) for line in lines if len(line) == 2)
        assert same(part[0].at, center + 0.6 * along + aside, 0.01)


def corner_is_free(moment: Moment[Any], corner: str) -> bool:
    """Whether no vertex that is drawn is nearer to it than to the other free corners."""
    x0, y0, x1, y1 = shapely.union_all(polygons(moment, 0.0) + polygons(moment, 1.0)).bounds
    corners = {"bottom left": (x0, y0), "bottom right": (x1, y0), "top right": (x1, y1)}
    taken = [p for shape in polygons(moment, moment.time) for p in shape.exterior.coords]
    for ink, line in ((Ink.B, Line.START), (Ink.B, Line.DOTTED), (Ink.B, Line.END), (Ink.A, Line.END)):
        taken += [p for m in strokes(world(moment), ink, line) for p in m.points]
    far = {name: min(math.dist(p, place) for p in taken) for name, place in corners.items()}
    return far[corner] == pytest.approx(max(far.values()))


@each_moving
def test_a_turn_is_drawn_at_the_vertex_that_turns_fastest(name: str) -> None:
    for moment in moments(LESSON, name):
        canvas, s = world(moment), moment.scene
        dots = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED]
        for letter, body, sweep in (("A", s.a, s.sweep_a), ("B", s.b, s.sweep_b)):
            names = {f"r_{letter}", rf"\omega_{letter}"}
            assert names & set(symbols(canvas)) == (names if sweep.turn else set())
            if not sweep.turn:
                continue
            center = sweep.at(moment.time).position
            assert any(same(dot, center) for dot in dots)
            (arm,) = [m.points for m in strokes(canvas, Ink.EXAMINED, Line.THIN) if same(m.points[0], center)]
            assert math.dist(*arm) == pytest.approx(radius_of(body))
            letters = {m.text: m.at for m in canvas.marks if isinstance(m, Label)}
            aside = np.subtract(letters[letter], center)
            turning = (m for m in canvas.marks if isinstance(m, Arrow) and m.line is Line.MEASURE)
            arrows = [m for m in turning if same(m.start, center)]
            for own in arrows:  # in a thin bar the two stand closer than at 60°
                line = shapely.LineString((own.start, own.end))
                assert line.distance(shapely.Point(letters[letter])) > 11.0 * canvas.pixel
            way = np.subtract(arm[1], center)
            if arrows:
                assert shapely.LineString(arm).distance(shapely.Point(letters[letter])) > 11.0 * canvas.pixel
            else:
                assert float(aside @ way) < 0.5 * math.hypot(*aside) * math.hypot(*way), "60° aside, at least"
            if letter == "B" and not arrows:  # halfway to the other end of a bar
                far = sorted(
                    body.shape.at(sweep.at(moment.time)).points.tolist(), key=lambda p: -math.dist(p, arm[1])
                )
                assert same(aside, 0.5 * (np.mean(far[:2], axis=0) - center))
            stays = next(m.fixed for m in canvas.marks if isinstance(m, Label) and m.text == letter)
            outline = shapely.Polygon(body.shape.at(sweep.at(moment.time)).points)
            (x, y), (wide, high) = letters[letter], np.multiply(canvas.pixel, (11.0, 16.0))
            ghosts = [m for ink in (Ink.A, Ink.B) for m in strokes(canvas, ink) if m.line in GHOSTS]
            is_crossed = any(shapely.LinearRing(m.points).distance(shapely.Point(x, y)) < wide for m in ghosts)
            has_room = outline.contains(shapely.box(x - wide, y - high, x + wide, y + high))
            assert stays == (has_room and not is_crossed)
            other = (s.sweep_b if letter == "A" else s.sweep_a).at(moment.time).position
            opposite = 2.0 * np.array(center) - arm[1]
            assert math.dist(arm[1], other) >= math.dist(opposite, other) - 1e-9 or letter == "A"
            outside = radius_of(body) + 8.0 * canvas.pixel
            begin = center + np.subtract(arm[1], center) * outside / radius_of(body)
            arcs = [m.points for m in strokes(canvas, Ink.EXAMINED, Line.THIN) if same(m.points[0], begin, 1e-6)]
            assert same(np.hypot(*(np.array(arcs[0]) - center).T), outside)
            first, second = (np.subtract(p, center) for p in arcs[0][:2])
            assert (first[0] * second[1] - first[1] * second[0]) * sweep.turn > 0.0, f"the turn of {letter}"
            tip = next(m.end for m in canvas.marks if isinstance(m, Arrow) and same(m.start, arcs[0][-1], 0.1))
            assert same(symbols(canvas)[rf"\omega_{letter}"], tip, 1e-6)


def test_the_ends_are_shown_at_the_start_and_earlier_poses_later() -> None:
    told = moments(LESSON, FIRST)
    ends = strokes(world(told[0]), Ink.B, Line.END)[0]
    assert shapely.Polygon(ends.points).equals_exact(polygons(told[0], 1.0)[1], 1e-9)
    assert {"t = 1"} <= set(labels(world(told[0]), Ink.A)) & set(labels(world(told[0]), Ink.B))
    assert ends.opacity < strokes(world(replace(told[-1], time=0.25)), Ink.B, Line.END)[0].opacity == 1.0
    ways = [[m for m in world(each).marks if isinstance(m, Arrow) and m.ink is Ink.B] for each in told]
    assert not any(m.line is Line.THIN for each in ways for m in each), (
        "v says which way; a path would go through A and all that is measured there"
    )
    (path,) = [m for m in world(replace(told[-1], time=0.25)).marks if isinstance(m, Arrow) and m.ink is Ink.B]
    assert same(path.start, told[0].scene.sweep_b.at(0.0).position)
    assert same(path.end, told[0].scene.sweep_b.at(1.0).position)
    assert not strokes(world(told[1]), Ink.B, Line.END)
    last = told[-1]
    times = [step.fraction for step in last.trace if isinstance(step, Advanced)]
    ghosts = [m.points for m in strokes(world(last), Ink.B, Line.START)]
    assert len(ghosts) == 4
    for ghost, t in zip(ghosts, times[4:0:-1], strict=True):
        assert shapely.Polygon(ghost).equals_exact(polygons(last, t)[1], 1e-9)
    assert not labels(world(last), Ink.QUIET)


@each_moving
def test_no_body_enters_the_strip_across_the_first_normal(name: str) -> None:
    """It is as wide as the gap, and neither A nor B is inside."""
    for moment in moments(LESSON, name):
        canvas = world(moment)
        strips = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.EXAMINED and m.opacity == 0.08]
        assert bool(strips) == (getattr(moment.step, "iteration", 0) == 1)
        if strips:
            assert moment.step.bound > 0.0
            strip = shapely.Polygon(strips[0].points)
            assert strip.area == pytest.approx(true_gap(moment, 0.0) * 184.0 * canvas.pixel, rel=1e-6)
            place = shapely.Point(labels(canvas, Ink.EXAMINED)["separation along n̂"])
            assert min(place.distance(shapely.Point(p)) for p in strips[0].points) < 1e-9
            assert place.distance(polygons(moment, 0.0)[1]) < place.distance(polygons(moment, 0.0)[0])
            for shape in polygons(moment, 0.0):
                assert strip.intersection(shape).area < 1e-9
                assert strip.distance(shape) < 1e-6


def width_of(moment: Moment[Any], state: Any, t: float) -> float:
    """The separation along an iteration's normal at a later time, by shapely's corners."""
    a, b = (np.array(shape.exterior.coords) @ state.normal for shape in polygons(moment, t))
    return float(b.min() - a.max())


@each_moving
def test_between_iterations_the_strip_of_the_last_one_is_narrower_than_the_gap(name: str) -> None:
    last = moments(LESSON, name)[-1]
    every = [each for step in last.trace for each in getattr(step, "part", (step,)) if isinstance(each, Advanced)]
    seen = []
    for state in [each for each in every if each.step > 0.0][:5]:
        for part in (0.3, 0.8, 1.0):
            t = state.fraction + part * state.step
            canvas = world(replace(last, time=t))
            strips = [m for m in canvas.marks if isinstance(m, Area) and m.ink is Ink.EXAMINED and m.opacity == 0.08]
            if part == 1.0:  # here the next iteration begins
                assert bool(strips) == (abs(t - last.step.fraction) > 1e-9 and every[state.iteration].bound > 0.0)
                continue
            strip, (a, b) = shapely.Polygon(strips[0].points), polygons(last, t)
            width = strip.area / (184.0 * canvas.pixel)
            assert width == pytest.approx(width_of(last, state, t))
            assert state.separation - state.bound * (t - state.fraction) - 1e-9 <= width <= true_gap(last, t) + 1e-9
            assert strip.intersection(a).area < 1e-9 > strip.intersection(b).area
            assert f"along n̂ = {width:.3f}" in labels(canvas, Ink.EXAMINED)
            seen.append(true_gap(last, t) - width)
    if name == FIRST:
        assert max(seen) > 0.3, "visibly not the gap"


@each_moving
def test_the_separation_along_the_normal_lies_between_the_line_and_the_curve(name: str) -> None:
    found = []
    for moment in moments(LESSON, name)[1:]:
        state, canvas = state_of(moment), curve(moment)
        lines = strokes(canvas, Ink.EXAMINED, Line.DOTTED)
        words = labels(canvas, Ink.EXAMINED).get("separation along n̂")
        assert words is None or lines
        if words is not None:
            half = np.array((54.0 * canvas.pixel, 8.0 * canvas.pixel_y))
            box = shapely.box(*np.subtract(words, half), *np.add(words, half))
            for line in strokes(canvas, Ink.GAP, Line.DOTTED):
                assert not shapely.LineString(line.points).intersects(box)
        for line in lines:
            for t, width in line.points:
                assert width == pytest.approx(width_of(moment, state, t), abs=1e-6)
                assert state.separation - state.bound * (t - state.fraction) - 1e-6 <= width
                assert width <= true_gap(moment, t) + 1e-6
            end = line.points[-1]
            assert any(same(m.at, end) for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.EXAMINED)
            assert words is None or words[1] == pytest.approx(end[1])
            found.append(state.iteration)
    if name == FIRST:
        assert 3 in found, "where the claim is made that no curve falls below the line"


def test_the_bar_of_the_bound_goes_with_the_play_head() -> None:
    last = moments(LESSON, FIRST)[-1]
    rows = [float(mu) for mu in column(FIRST, 3)]
    for state, mu in zip([each for each in last.trace if isinstance(each, Advanced)], rows, strict=True):
        for t in (state.fraction, state.fraction + 0.5 * state.step):
            assert f"μ = {mu:.3f}" in {w[:9] for w in labels(curve(replace(last, time=t)), Ink.EXAMINED)}


def test_the_rest_of_the_gap_has_its_number() -> None:
    for moment in moments(LESSON, FIRST)[2:4]:
        canvas = Canvas(1.0 / 366.0, 1.0 / 190.0)  # as in a window of 1280 × 720
        LESSON.panes[1].draw(canvas, moment)
        assert f"{moment.step.separation - 0.06:.3f}" in labels(canvas, Ink.GAP)


def test_a_long_search_says_how_fast_the_gap_has_closed() -> None:
    told = moments(LESSON, "Slow convergence")
    for moment in (told[3], told[-1]):
        state = moment.step
        every = [each for step in moment.trace for each in getattr(step, "part", (step,))]
        before = next(each for each in every if getattr(each, "iteration", 0) == state.iteration - 1)
        fall = true_gap(moment, before.fraction) - true_gap(moment, state.fraction)
        speed, mu = fall / (state.fraction - before.fraction), sum(terms(moment, before.normal))
        assert 0.0 < speed < mu
        words = plain(LESSON.page(moment).sentence)
        assert words.endswith(f" In the last step the gap closed at {speed:.2f}; μ was {mu:.2f}.")
    assert plain(LESSON.page(told[1]).sentence).endswith("safe until t = 0.261.")
    third = moments(LESSON, "Sweeping past")[3]
    assert true_gap(third, third.step.fraction) > true_gap(third, third.trace.steps[2].fraction)
    assert "the gap opened at" in plain(LESSON.page(third).sentence)
    assert "last step" not in plain(LESSON.page(moments(LESSON, FIRST)[3]).sentence)


def test_beyond_the_line_stands_what_it_means_clear_of_the_curve() -> None:
    seen = 0
    for name in MOVING:
        for moment in moments(LESSON, name)[1:]:
            canvas, texts = curve(moment), labels(curve(moment), Ink.EXAMINED)
            if "above this line" not in texts:
                continue
            seen += 1
            (x, y), (_, low), (_, middle) = (texts[w] for w in ("slope −μ", "above this line", "the gap stays"))
            assert low < middle < y
            px, py = canvas.pixel, canvas.pixel_y
            words = shapely.box(x - 32.0 * px, low - 8.0 * py, x + 66.0 * px, y + 9.0 * py)
            for line in (*strokes(canvas, Ink.GAP, Line.DOTTED), *strokes(canvas, Ink.GAP, Line.CURVE)):
                assert not shapely.LineString(line.points).intersects(words)
            if "separation along n̂" in texts:
                assert not low - 14.0 * py < texts["separation along n̂"][1] < y + 14.0 * py
    assert seen >= 5
    assert "above this line" in labels(curve(moments(LESSON, FIRST)[3]), Ink.EXAMINED)


def test_a_comparison_tells_its_own_rule_where_it_goes_wrong() -> None:
    for name, compare, idea, formula in (
        (FIRST, NO_TURN, "Without the rotation terms the line falls at v·n̂ only.", r"\faulty{\mu="),
        (APART, NO_SIGN, "Without the test of its sign, μ below 0 makes the step negative", r"\faulty{\Delta t="),
    ):
        *before, last = moments(LESSON, name, compare)
        page, right = LESSON.page(last), LESSON.page(moments(LESSON, name)[-1])
        assert plain(page.idea).startswith(idea)
        assert page.formula.startswith(formula)
        assert page.rows == right.rows
        assert [LESSON.page(m).idea for m in before] == [LESSON.page(m).idea for m in moments(LESSON, name)[:-1]]
    first, (late,) = moments(LESSON, FIRST, NO_TURN)[1].step, [moments(LESSON, FIRST, NO_TURN)[-1]]
    wrong = (first.separation - 0.06) / first.closing
    assert late.faulty.times[1] == pytest.approx(wrong)
    assert f"Its first step is (1.832 − 0.060) / {first.closing:.3f} = {wrong:.3f}." in plain(
        LESSON.page(late).sentence
    )
    assert true_gap(moments(LESSON, FIRST)[0], late.faulty.times[-1]) == 0.0, "and the curve is below its line"
    assert "from t = 0.767 back to t = 0.488" in plain(LESSON.page(moments(LESSON, APART, NO_SIGN)[-1]).sentence)
    several = moments(LESSON, "Slow convergence", NO_TURN)[6]
    inside = [m for m in nested(LESSON, [several]) if m.parent is several]
    assert inside[-1].is_last
    assert not any("faulty" in LESSON.page(m).formula for m in inside), "only at the end of the whole search"
    head_on = moments(LESSON, "Head-on", NO_TURN)[-1]
    assert LESSON.page(head_on).idea == LESSON.page(moments(LESSON, "Head-on")[-1]).idea, "it is right there"


def test_what_is_said_of_each_iteration() -> None:
    ideas = [plain(LESSON.page(moment).idea) for moment in moments(LESSON, FIRST)]
    assert "Conservative advancement" in ideas[1]
    assert ideas[2].startswith("Measure again")
    assert ideas[0].startswith("We want a time until which contact is impossible."), "the wish before the formula"
    assert ideas[3].startswith("The curve is never below the separation along n̂, and this separation is never below")
    assert ideas[4].startswith("At the kink an edge of A")
    assert ideas[4].endswith("above the line of iteration 3.")
    assert ideas[5].startswith("The steps get shorter")
    assert ideas[6].startswith("The target gap s_0 is not 0")
    steps = [m.step for m in moments(LESSON, FIRST)[1:7]]
    assert [each.step for each in steps] == sorted((each.step for each in steps), reverse=True)
    assert ideas[7].startswith("A gap within ε of s_0 is a hit.")
    assert "never after the first contact" in ideas[7]
    assert plain(LESSON.page(moments(LESSON, FIRST)[6]).sentence).endswith("= 0.007: safe until t = 0.607.")
    slow = [plain(LESSON.page(moment).idea) for moment in moments(LESSON, "Slow convergence")]
    assert slow[3].startswith("Δ t could be longer where")
    assert slow[5].startswith("At the kink an edge of A")
    assert not strokes(world(moments(LESSON, "No motion")[-1]), Ink.EXAMINED, Line.DASHED), "nothing shrinks"


@each_moving
def test_a_kink_of_the_curve_is_where_two_edges_are_parallel(name: str) -> None:
    """Against the angles of all edges, which go evenly with time, and the slopes on both sides."""
    moment = moments(LESSON, name)[0]
    s = moment.scene
    for t, gap in kinks_of(s):
        ways = [body.shape.points - np.roll(body.shape.points, 1, axis=0) for body in (s.a, s.b)]
        at = [
            np.arctan2(w[:, 1], w[:, 0]) + sweep.at(t).angle
            for w, sweep in zip(ways, (s.sweep_a, s.sweep_b), strict=True)
        ]
        between = np.abs(np.sin(at[0][:, None] - at[1][None, :])).min()
        assert between < 0.025, "at the sample beside it"
        assert gap == pytest.approx(true_gap(moment, t), abs=1e-6)
        times, gaps = curve_of(moment)
        assert t in times or t > times[-1]
        assert np.interp(t, times, gaps) == pytest.approx(gap) or t > times[-1], "the curve goes through it"
        before, after = true_gap(moment, t - 0.01) - gap, true_gap(moment, t + 0.01) - gap
        assert after < -before - 0.015, "at once it falls faster"


@each_moving
def test_a_kink_is_found_once_after_any_edit(name: str) -> None:
    """Where a slope falls over two samples, both see it: the steeper one is the kink, and nothing beside it."""
    for seed in range(12):
        _, s = edited(LESSON.presets[name].scene, random.Random(seed))
        times, gaps = gaps_of(s)
        falls = -np.diff(gaps, 2) / times[1]
        found = [round(t * (len(times) - 1)) for t, _ in kinks_of(s)]
        assert all(j - i > 1 for i, j in itertools.pairwise(found)), seed
        for i in found:
            assert falls[max(i - 3, 0) : i + 2].max() > 0.5, "the slope falls at once"
            assert gaps[i + 1] > 0.0


def test_a_contact_between_two_samples_is_found() -> None:
    """A thin body past a thin one, so fast that all samples of the curve miss it."""
    needle, pin = box(0.05, 0.8), box(0.1, 0.1)
    for x in (-7.62, 1.12, 5.13):
        path = Sweep(Pose((-10.0, 0.0), 0.0), Pose((10.0, 0.0), 0.0))
        stays = Pose((x, 0.0), 0.0)
        fast = Advancing(Body(pin, path.start), Body(pin, path.end), Body(needle, stays), Body(needle, stays))
        assert (gaps_of(fast)[1] > 0.0).all()
        assert contact_of(fast) == pytest.approx((10.0 + x - 0.075) / 20.0, abs=1e-7)


def test_the_kinks_that_are_told() -> None:
    told = moments(LESSON, FIRST)
    named = ["kink" in labels(curve(moment)) for moment in told]
    assert named == [plain(LESSON.page(moment).idea).startswith("At the kink an edge of A") for moment in told]
    ((t, gap),) = kinks_of(told[4].scene)
    assert same(labels(curve(told[4]))["kink"], (t, gap))
    ways = {}
    for name, index in ((FIRST, 4), ("Sweeping past", 4)):
        kink = next(m for m in curve(moments(LESSON, name)[index]).marks if isinstance(m, Label) and m.text == "kink")
        ways[name] = kink.toward
    assert ways == {FIRST: (1.0, 0.0), "Sweeping past": (-0.4, 1.0)}, "not across the play head"
    assert [m.at for m in curve(told[4]).marks if isinstance(m, Dot) and m.ink is Ink.QUIET] == [(t, gap)]
    assert [t for t, _ in kinks_of(LESSON.presets[FIRST].scene)] == [0.3875]
    assert [t for t, _ in kinks_of(LESSON.presets["Sweeping past"].scene)] == pytest.approx([0.35])
    assert not kinks_of(LESSON.presets["Glancing"].scene), "from one edge to the next there is none"


def test_no_words_of_the_curve_stand_under_the_play_head() -> None:
    last = moments(LESSON, FIRST)[-1]
    named = {f"iteration {each.iteration}" for each in last.trace.steps[1:4]}
    assert named <= set(labels(curve(last), Ink.QUIET))
    for words, (x, _) in labels(curve(last), Ink.QUIET).items():
        if words.startswith("iteration"):
            assert not 1e-6 < last.time - x < 70.0 * curve(last).pixel


@each_moving
def test_iterations_that_are_named_stand_apart_after_any_edit(name: str) -> None:
    seen = 0
    for seed in range(8):
        _, s = edited(LESSON.presets[name].scene, random.Random(seed))
        for moment in moments_of(LESSON, s)[1:]:
            canvas = curve(moment)
            named = [at for words, at in labels(canvas).items() if words.startswith("iteration")]
            for (t, gap), (u, other) in itertools.combinations(named, 2):
                assert abs(t - u) / canvas.pixel + abs(gap - other) / canvas.pixel_y > 55.0
                seen += 1
    assert seen


def test_while_time_plays_no_words_come_or_go() -> None:
    """But for the number at the play head, which stays above the words below 0."""
    last = moments(LESSON, FIRST)[-1]
    told = set()
    for t in (0.0, 0.2, 0.33, 0.4, 0.5, 0.58, 0.67, 0.8, 1.0):
        canvas = curve(replace(last, time=t))
        told.add(frozenset(labels(canvas, Ink.QUIET) | labels(canvas, Ink.ANSWER)))
        if t < last.step.fraction:
            assert strokes(canvas, Ink.INTERFACE)[0].points[0][1] == 0.0
    (words,) = told
    assert f"time of impact {last.step.fraction:.3f}" in words
    assert not any(each.startswith("iteration") for each in words)


def test_what_is_not_known_is_named_only_where_it_can_be_told_from_the_bound() -> None:
    assert "not known yet" not in labels(curve(moments(LESSON, "Head-on")[0]))
    assert "not known yet" in labels(curve(moments(LESSON, "Slow convergence")[0]))


def test_the_gap_goes_with_the_clock() -> None:
    moment = replace(moments(LESSON, FIRST)[3], time=0.5)
    gap = true_gap(moment, 0.5)
    line = strokes(world(moment), Ink.GAP, Line.MEASURE)[0]
    assert math.dist(*line.points) == pytest.approx(gap)
    assert same(labels(world(moment), Ink.GAP)[f"s = {gap:.3f}"], np.mean(line.points, axis=0))
    assert not symbols(world(moment))
    assert plain(LESSON.situation(moment)).startswith(f"At t = 0.500 A and B are {gap:.3f} apart.")
    assert strokes(curve(moment), Ink.INTERFACE)[0].points[0][0] == 0.5
    assert same(labels(curve(moment), Ink.GAP)[f"s = {gap:.3f}"], (0.5, gap), 1e-6)
    assert len(strokes(curve(moment), Ink.EXAMINED, Line.FEATURE)) == 1
    late = replace(moment, time=1.0)
    assert not strokes(world(late), Ink.GAP)
    there = replace(moments(LESSON, FIRST)[-1], time=0.25)
    assert strokes(curve(there), Ink.INTERFACE)[0].points[0][0] == 0.25
    depth = polygons(late, 1.0)[0].intersection(polygons(late, 1.0)[1])
    line = strokes(world(late), Ink.OVERLAP, Line.MEASURE)[0]
    assert depth.area > 0.0
    assert f"overlap {math.dist(*line.points):.3f}" in labels(world(late), Ink.OVERLAP)
    assert math.dist(*line.points) == pytest.approx(-separation(*late.scene.at(1.0)))
    assert plain(LESSON.situation(late)).startswith("At t = 1.000 A and B overlap by")


@pytest.mark.parametrize("index", [3, 7])
def test_the_play_head_stays_in_the_graph_after_the_impact(index: int) -> None:
    """Its number beside it, and no name of an iteration near; an overlap deeper than the axis is an arrow."""
    told = moments(LESSON, FIRST)[index]
    for t in (0.0, 0.25, 0.33, 0.5, 0.67, 0.8, 0.85, 1.0):
        moment = replace(told, time=t)
        canvas, axes, s = curve(moment), axes_of(moment), separation(*moment.scene.at(t))
        head = strokes(canvas, Ink.INTERFACE)[0].points
        assert head[0][0] == head[1][0] == t
        dots = [m.at for m in canvas.marks if isinstance(m, Dot) and m.ink is Ink.INTERFACE]
        assert dots == ([pytest.approx((t, s))] if s >= axes.y[0] else [])
        words = f"overlap {-s:.3f}" if s < 0.0 else f"s = {s:.3f}"
        texts = labels(canvas, Ink.OVERLAP if s < 0.0 else Ink.GAP)
        if s < axes.y[0]:  # off the scale: an arrow from 0 to the end of the axis, and the words beside it
            (arrow,) = [m for m in canvas.marks if isinstance(m, Arrow) and m.ink is Ink.OVERLAP]
            assert arrow.start == head[0] == (t, 0.0)
            assert arrow.end == pytest.approx((t, axes.y[0] + 5.0 * canvas.pixel_y))
            (told_at,) = [m for m in canvas.marks if isinstance(m, Label) and plain(m.text) == words]
            assert told_at.fixed, "its place beside the arrow is the measure's own"
            x, y = texts[words]
            assert abs(x - t) == pytest.approx(50.0 * canvas.pixel)
            assert y == pytest.approx(0.5 * axes.y[0])
            assert (x > t) == (1.0 - t > 56.0 * canvas.pixel), "inside of the pane"
            for line in strokes(canvas, Ink.OVERLAP, Line.DOTTED):
                assert not shapely.LineString(line.points).intersects(
                    shapely.box(x - 44.0 * canvas.pixel, y - 0.05, x + 44.0 * canvas.pixel, y + 0.05)
                )
            continue
        beside = 6.0 * canvas.pixel if head[1][1] - s < 24.0 * canvas.pixel_y else 0.0  # the handle
        assert bool(beside) == (t == 0.0)
        assert texts[words] == pytest.approx((t + beside, s))
        number = next(m for m in canvas.marks if isinstance(m, Label) and plain(m.text) == words)
        assert number.toward is not None
        assert number.toward[0] == (1.0 if axes.x[1] - t > 98.0 * canvas.pixel else -1.0), "inside of the pane"
    after = [p for m in strokes(curve(told), Ink.OVERLAP, Line.DOTTED) for p in m.points]
    assert bool(after) == (index == 7), "the overlap that would follow, once the impact is found"
    assert all(y == pytest.approx(-true_depth(told, x), abs=0.02) for x, y in after)


@each_preset
def test_the_clock_ticks_at_the_iterations_so_far_and_stops_at_the_impact(name: str) -> None:
    told = moments(LESSON, name)
    for moment in told:
        clock = LESSON.clock(moment)
        assert clock is not None
        assert clock.ticks == tuple(time_of(step) for step in moment.trace.steps[: moment.index + 1])
        result = moment.trace.result
        assert clock.impact == (result.fraction if result.outcome is Outcome.HIT else None)
    assert list(clock.ticks) == sorted(clock.ticks)


def test_what_the_start_asks() -> None:
    moment = moments(LESSON, FIRST)[0]
    asked = LESSON.page(moment).prediction
    assert isinstance(asked, Place)
    s, mu = true_gap(moment, 0.0), sum(terms(moment, moment.next.normal))
    right = (s - 0.06) / mu
    assert plain(asked.text).startswith("How long is s certainly above the target gap s_0 = 0.06?")
    assert [each if isinstance(each, str) else plain(each((0.25, 0.06))) for each in asked.names] == ["t = 0.250"]
    assert "target gap s_0" in labels(curve(replace(moment, is_open=True)), Ink.TEXT)
    assert asked.right[0] == pytest.approx((right, 0.06), abs=1e-7)
    (path,) = asked.along
    assert [y for _, y in path] == [0.06, 0.06]
    for t, is_right in ((right + 0.009, True), (right - 0.009, True), (right + 0.011, False), (right - 0.011, False)):
        assert asked.judge(((t, 0.06),)).right is is_right
    assert plain(asked.judge(asked.right).because).startswith(f"({s:.3f} − 0.060) / {mu:.3f} = {right:.3f}:")
    beyond, careful = asked.judge(((0.5, 0.06),)), asked.judge(((0.1, 0.06),))
    for verdict, t, head in ((beyond, 0.5, "Too far"), (careful, 0.1, "Too careful")):
        numbers = [float(x) for x in re.findall(r"\d+\.\d+", plain(verdict.because))]
        assert numbers[0] == pytest.approx((s - 0.06) / t, abs=0.0051)
        assert numbers[1:] == [pytest.approx(x, abs=0.00051) for x in (mu, t, mu * t, s - 0.06)]
        assert numbers[3] == round(numbers[1] * numbers[2], 3), "who puts the numbers in gets the number"
        assert (verdict.head, verdict.remarks[0].at) == (head, (t, 0.06))
        assert f"{right:.2f}" not in plain(verdict.because), "the answer is not given away"


@each_preset
def test_the_ring_to_be_placed_starts_on_its_line_and_wrong(name: str) -> None:
    """It is asked where a body rotates and the first step does not go to the end at once, and no other question
    comes."""
    moment = moments(LESSON, name)[0]
    asked = LESSON.page(moment).prediction
    assert (asked is None) == (not 3 < moment.trace.result.iterations <= 8 or name == APART)
    if isinstance(asked, Place):
        ((low, _), (high, _)) = asked.along[0]
        assert low < asked.start[0][0] < high == axes_of(moment).x[1]
        assert asked.start[0][1] == moment.scene.target
        assert not asked.judge(asked.start).right


@pytest.mark.parametrize(("name", "right"), [("Head-on", "exactly s₀"), ("Glancing", "more")])
def test_what_gap_a_step_without_rotation_ends_with(name: str, right: str) -> None:
    told = moments(LESSON, name)
    asked = LESSON.page(told[1]).prediction
    assert isinstance(asked, Choose)
    end = told[1].step.fraction + told[1].step.step
    gap = true_gap(told[1], end)
    assert (gap - 0.06 > 1e-3) == (right == "more")
    assert f"t = {end:.3f} end with" in plain(asked.text)
    assert asked.right == {right}
    verdicts = {option: asked.judge(option) for option in asked.options}
    assert [option for option, verdict in verdicts.items() if verdict.right] == [right]
    assert f"{gap:.3f}" in plain(verdicts[right].because)
    assert not [option for option in asked.options if option != right and f"{gap:.3f}" in verdicts[option].because]
    directions = [step.normal for step in told[1].trace.steps[1:3]]
    assert same(*directions, 1e-6) == (right != "more"), "the reason: the normal changes, or it does not"
    for moment in (told[0], replace(told[1], is_open=True)):  # nothing shows the answer
        assert not strokes(curve(moment), Ink.GAP, Line.DOTTED)
        assert not strokes(curve(moment), Ink.CONSTRUCTION, Line.DASHED)
        assert not strokes(world(moment), Ink.B, Line.DOTTED)
        assert LESSON.challenge(moment).now == ""  # type: ignore[union-attr]
    assert strokes(curve(told[1]), Ink.GAP, Line.DOTTED)
    assert strokes(world(told[1]), Ink.B, Line.DOTTED)
    assert LESSON.page(moments(LESSON, FIRST)[1]).prediction is None, "its bodies rotate"
    assert LESSON.page(told[2]).prediction is None


def test_a_step_of_bodies_that_translate_can_leave_much_of_the_gap() -> None:
    near = LESSON.presets["Glancing"].scene
    told = moments(LESSON, "Glancing")
    assert [LESSON.challenge(m).now for m in told[1:3]] == ["", "gap 0.30"]  # type: ignore[union-attr]
    a, b = at(near.a.shape, -1.2, -0.4, 9), at(near.b.shape, 2.2, 1.35)
    for high, reached in ((2.5, False), (3.0, True)):
        passing = scene(a, still(a), b, to(b, -2.6, high), 62)
        trace = LESSON.run(passing)
        challenge = LESSON.challenge(Moment(passing, trace, 2))
        assert challenge is not None
        assert challenge.reached is reached is (trace.steps[2].separation > 1.0)
        assert challenge.now == f"gap {trace.steps[2].separation:.2f}"
    for name in ("Head-on", "Glancing", "No motion"):
        assert not LESSON.challenge(moments(LESSON, name)[-1]).reached  # type: ignore[union-attr]


def test_a_wrong_answer_draws_its_own_line() -> None:
    moment = moments(LESSON, FIRST)[0]
    asked, s = LESSON.page(moment).prediction, true_gap(moment, 0.0)
    assert isinstance(asked, Place)
    for t in (0.5, 0.1):
        verdict, canvas = asked.judge(((t, 0.06),)), Canvas(0.01)
        assert verdict.draw is not None
        verdict.draw(canvas, "world")
        assert not canvas.marks
        verdict.draw(canvas, "curve")
        (line,) = strokes(canvas, Ink.FAULTY, Line.DOTTED)
        assert same(line.points, ((0.0, s), (t, 0.06)), 1e-7)
        ((words, place),) = labels(canvas).items()
        assert words == f"slope −{(s - 0.06) / t:.2f}"
        assert same(place, np.mean(line.points, axis=0))
    assert asked.judge(asked.right).draw is None


def test_what_a_negative_bound_means() -> None:
    told = moments(LESSON, APART)
    asked = LESSON.page(told[-2]).prediction
    assert isinstance(asked, Choose)
    assert f"{sum(terms(told[-1], told[-1].step.normal)):.2f}".replace("-", "−") in plain(asked.text)
    assert asked.right == {"stop: no impact"}
    verdicts = {option: asked.judge(option) for option in asked.options}
    assert "earlier time" in verdicts["go back in time"].because
    assert [option for option, verdict in verdicts.items() if verdict.right] == ["stop: no impact"]
    assert LESSON.page(moments(LESSON, "Slow convergence")[-2]).prediction is None


@pytest.mark.parametrize("name", ["Slow convergence", "Sweeping past"])
def test_what_makes_a_bound_too_large(name: str) -> None:
    """Along the normal the centres close at v·n̂ exactly; the whole excess over the true speed is the turns'."""
    moment = next(m for m in moments(LESSON, name) if isinstance(m.next, Grouped))
    asked, first = LESSON.page(moment).prediction, moment.next.first
    assert isinstance(asked, Choose)
    bound = terms(moment, first.normal)
    assert f"At iteration {first.iteration} μ is {sum(bound):.2f}, above" in plain(asked.text)
    verdicts = {option: asked.judge(option) for option in asked.options}
    assert [option for option, verdict in verdicts.items() if verdict.right] == ["r |ω|"] == [*asked.right]
    true = (true_gap(moment, first.fraction) - true_gap(moment, first.fraction + 1e-6)) / 1e-6
    assert bound[0] < sum(bound)
    assert true < sum(bound) - 0.1
    assert plain(verdicts["both"].because).startswith("At one instant the centres close at exactly v·n̂.")
    assert "at one instant" in plain(asked.text), "later the normal may have changed, as when nothing rotates"


def test_more_than_seven_iterations_are_told_as_one() -> None:
    told = moments(LESSON, "Slow convergence")
    assert LESSON.stage_names(told[0])[-2:] == ["6 to 13", "Hit"]
    assert len(told) == 8
    later = told[6]
    assert isinstance(later.step, Grouped)
    assert [step.iteration for step in later.step.part] == list(range(6, 14))
    page, (first, last) = LESSON.page(later), (later.step.first, later.step.last)
    end = last.fraction + last.step
    speed = (true_gap(later, first.fraction) - true_gap(later, end)) / (end - first.fraction)
    assert plain(page.sentence) == (
        f"Safe until t = 0.872. The gap closes at {speed:.2f} on average; the last μ is "
        f"{sum(terms(later, last.normal)):.2f}, to which rotation adds {sum(terms(later, last.normal)[1:]):.2f}."
    )
    assert "opens at" in plain(LESSON.page(moments(LESSON, "Sweeping past")[6]).sentence)
    assert [row.cells[0] for row in page.rows] == [str(i) for i in range(6, 14)]
    ((field, part),) = later.trace.children(6)
    inner = Moment(later.scene, part, 2, later, field, part.steps[2].fraction)
    assert plain(LESSON.page(inner).stage) == "Iteration 8"
    assert LESSON.page(inner).prediction is None
    assert LESSON.clock(inner).ticks == tuple(step.fraction for step in part.steps[:3])  # type: ignore[union-attr]
    rings = [m.at[0] for m in curve(inner).marks if isinstance(m, Dot) and m.ink is Ink.GAP]
    assert rings[0] == part.steps[2].fraction or rings[-1] == part.steps[2].fraction
    assert {part.steps[0].fraction, part.steps[1].fraction} & set(rings)


@each_preset
def test_gjk_of_every_iteration_is_told_by_its_own_story(name: str) -> None:
    for above in moments(LESSON, name):
        for field, trace in above.trace.children(above.index):
            if isinstance(above.step, Grouped):
                continue
            for index in (0, len(trace) - 1):
                inner = Moment(above.scene, trace, index, above, field, above.time)
                assert isinstance(LESSON.story_of(inner), GjkStory)
                assert LESSON.page(inner).prediction is None
                a, b = above.scene.at(time_of(above.step))
                for ink, shape in ((Ink.A, a), (Ink.B, b)):
                    (outline,) = strokes(world(inner), ink, Line.OUTLINE)
                    assert same(outline.points, shape.points)
                (inset,) = [m for m in curve(inner).marks if isinstance(m, Inset)]
                assert any(isinstance(m, Label) and m.text == "origin" for m in inset.marks)
                assert plain(LESSON.situation(inner)).startswith(f"At t = {above.time:.3f}")
                assert LESSON.clock(inner).ticks == (above.time,) * (index + 1)  # type: ignore[union-attr]


def check_faulty_path(moment: Moment[Any], times: list[float], bounds: list[float]) -> None:
    """From the gap at each time a line of slope −bound down to the target gap, and from there to the gap."""
    (path,) = (m for m in strokes(curve(moment), Ink.FAULTY, Line.DOTTED) if not m.closed)
    target = moment.scene.target
    assert [x for x, _ in path.points] == pytest.approx([times[0], *np.repeat(times[1:], 2)])
    assert [y for _, y in path.points[1::2]] == [target] * (len(times) - 1)
    for (t, s), (t2, _), bound in zip(path.points[::2], path.points[1::2], bounds, strict=False):
        assert s == pytest.approx(separation(*moment.scene.at(t)))
        assert (target - s) / (t2 - t) == pytest.approx(-bound, rel=1e-4)
    axes = axes_of(moment)
    assert all(axes.x[0] <= x <= axes.x[1] and axes.y[0] <= y <= axes.y[1] for x, y in path.points)


def bound_at(moment: Moment[Any], t: float, *, turning: bool) -> float:
    a, b = polygons(moment, t)
    p, q = (np.array(point.coords[0]) for point in nearest_points(a, b))
    parts = terms(moment, (q - p) / np.hypot(*(q - p)))
    return sum(parts) if turning else parts[0]


def test_without_a_test_of_the_sign_there_is_no_end() -> None:
    """Its last loop, and at the iteration that proves the miss only its step back, with the leg of every step."""
    *before, last = moments(LESSON, APART, NO_SIGN)
    faulty = last.faulty
    assert faulty.outcome is Outcome.FAILED
    low, high = sorted(faulty.times[-2:])
    assert high - low > 0.3
    loop = [*faulty.times[-2:], faulty.times[-2]]
    step = (last.step.separation - last.scene.target) / sum(terms(last, last.step.normal))
    assert step < 0.0
    back = [last.step.fraction, last.step.fraction + step]
    words = f"the search has no end, t oscillates between {low:.3f} and {high:.3f}."
    for moment, times, ends, said in (
        *((each, loop, (low, high), words) for each in before),
        (last, back, back[1:], f"t goes back to {back[1]:.3f}. The search never ends."),
    ):
        ghosts = strokes(world(moment), Ink.FAULTY, Line.DOTTED)
        assert len(ghosts) == len(ends)
        for t in ends:
            assert any(shapely.Polygon(g.points).equals_exact(polygons(moment, t)[1], 1e-5) for g in ghosts)
        named = {f"t = {t:.3f}" for t in ends}
        assert set(labels(world(moment), Ink.FAULTY)) == named
        assert set(labels(curve(moment), Ink.FAULTY)) - {f"step Δt = −{-step:.3f}"} == named
        rings = [m.at for m in curve(moment).marks if isinstance(m, Dot) and m.ink is Ink.FAULTY]
        assert len(rings) == len(ends)
        assert all(y == pytest.approx(true_gap(moment, x), abs=1e-6) for x, y in rings), "all on the curve"
        check_faulty_path(moment, times, [bound_at(moment, t, turning=True) for t in times[: len(ends)]])
        assert plain(LESSON.situation(moment)).endswith(f" apart. No sign test: {said}")
        assert runs(LESSON.situation(moment))[-1].ink is Ink.FAULTY
        arrows = [(m.start, m.end) for m in curve(moment).marks if isinstance(m, Arrow) and m.ink is Ink.FAULTY]
        assert len(arrows) == (moment is last)
        assert any(name.startswith(r"-\boldsymbol{v}") for name in symbols(world(moment))), "the bar names it"
    target = last.scene.target
    assert same(arrows[0], ((back[0], target), (back[1], target)), 1e-6)
    assert f"step Δt = −{-step:.3f}" in labels(curve(last), Ink.FAULTY)
    assert bound_at(last, high, turning=True) < 0.0
    for name in MOVING:
        comparison = LESSON.comparison(NO_SIGN)
        assert comparison is not None
        assert comparison.differs(moments(LESSON, name, NO_SIGN)[0]) == (name == APART)


@pytest.mark.parametrize(("name", "count", "answer"), [("Slow convergence", 2, 0.985), (FIRST, 3, 0.680)])
def test_without_turning_the_impact_is_late(name: str, count: int, answer: float) -> None:
    told = moments(LESSON, name, NO_TURN)
    faulty = told[0].faulty
    assert len(faulty.times) == count
    assert faulty.fraction == pytest.approx(answer, abs=5e-4)
    depth = -separation(*told[0].scene.at(faulty.fraction))
    for moment in told:
        assert set(labels(world(moment), Ink.FAULTY)) == {f"t = {answer:.3f}"}
        deep = {f"overlap {depth:.3f}"} if depth > 1e-9 else set()
        assert set(labels(curve(moment), Ink.FAULTY)) == {f"t = {answer:.3f}", "left out"} | deep
        both = polygons(moment, faulty.times[-1])
        ghosts = [shapely.Polygon(m.points) for m in strokes(world(moment), Ink.FAULTY, Line.DOTTED)]
        assert ghosts[0].equals_exact(both[1], 1e-9)
        assert [ghost.equals_exact(both[0], 1e-9) for ghost in ghosts[1:]] == [True] * len(deep)
        spans = [math.dist(*m.points) for m in strokes(world(moment), Ink.FAULTY, Line.MEASURE)]
        assert bool(spans) == bool(deep)
        assert not spans or max(spans) == pytest.approx(depth)
        struck = strokes(curve(moment), Ink.FAULTY, Line.FEATURE)
        bars = [m for m in curve(moment).marks if isinstance(m, Area) and m.opacity in (0.6, 0.4)]
        assert [[x for x, _ in m.points] for m in struck] == [[x for x, _ in bar.points[:2]] for bar in bars]
        bounds = [bound_at(moment, t, turning=False) for t in faulty.times[:-1]]
        check_faulty_path(moment, list(faulty.times), bounds)
        where = f"overlap {depth:.3f}" if depth > 0.0 else "A and B touched before"
        words = f"No rotation term: t = {answer:.3f} is too late: {where}."
        assert plain(LESSON.situation(moment)).endswith(f" apart. {words}")
    head_on = moments(LESSON, "Head-on", NO_TURN)[0]
    assert not LESSON.comparison(NO_TURN).differs(head_on)  # type: ignore[union-attr]
    assert not strokes(world(head_on), Ink.FAULTY)
    assert not strokes(curve(moments(LESSON, APART, NO_TURN)[-1]), Ink.FAULTY)
    assert plain(LESSON.situation(head_on)).endswith("apart.")


def test_other_faults_are_named() -> None:
    moment = moments(LESSON, FIRST, NO_TURN)[-1]
    passed = replace(moment, faulty=replace(moment.faulty, outcome=Outcome.SEPARATED))
    assert plain(LESSON.situation(passed)).endswith("No rotation term: its steps pass over the impact.")
    missing = moments(LESSON, APART, NO_TURN)[-1]
    invented = replace(missing, faulty=replace(missing.faulty, outcome=Outcome.HIT))
    assert plain(LESSON.situation(invented)).endswith("No rotation term: it reports an impact that is none.")


def test_a_gap_below_the_target_can_be_safe() -> None:
    """Where bodies are in contact at the start: the sign of the bound is tested before the gap."""
    block, slab = at(lesson_shape("Touching at the start"), -0.6, 0.0), lesson_shape("Touching at the start", "b")
    found = []
    for x, end in ((0.59, 2.0), (0.63, 2.0), (0.63, -0.5), (0.9, 2.0)):
        other = at(slab, x, 0.3)
        each = scene(block, still(block), other, to(other, end, 1.0, 30))
        challenge = LESSON.challenge(Moment(each, LESSON.run(each), 0))
        assert challenge is not None
        found.append((challenge.text.startswith("Start with a gap below $s_0$"), challenge.reached, challenge.now))
    assert [each[:2] for each in found] == [(True, False), (True, True), (True, False), (False, False)]
    assert found[0][2] == "no gap"
    assert found[1][2].startswith("s = 0.030, μ = −")


def test_a_first_iteration_can_prove_a_miss() -> None:
    five, bar = at(lesson_shape("Head-on"), -1.2, -0.4, 9), at(lesson_shape("Sweeping past", "b"), 3.1, 1.7, 20)
    far = scene(five, still(five), bar, to(bar, 3.1, 1.6, 120))
    trace = LESSON.run(far)
    challenge = LESSON.challenge(Moment(far, trace, 0))
    assert challenge is not None
    assert challenge.reached
    assert challenge.now == "s = 2.82, μ = 1.84, B rotates by 100°"
    away = at(bar.shape, 3.6, 1.9, 20)
    farther = scene(five, still(five), away, to(away, 3.4, 1.7, 120))
    too_easy = LESSON.challenge(Moment(farther, LESSON.run(farther), 0))
    assert too_easy is not None
    assert LESSON.run(farther).steps[1].miss is Miss.TOO_FAR
    assert (too_easy.reached, too_easy.now) == (False, "s = 3.35, μ = 2.06, B rotates by 100°"), "a gap above 3"
    slower = scene(five, still(five), bar, to(bar, 3.1, 1.6, 100))
    assert not LESSON.challenge(Moment(slower, LESSON.run(slower), 0)).reached  # type: ignore[union-attr]
    late = LESSON.challenge(moments(LESSON, "Sweeping past")[-1])
    assert late is not None
    assert not late.reached, "it is a later iteration that proves the miss"
    assert late.now == "s = 1.69, μ = 9.79, B rotates by 360°"
    inside = at(lesson_shape("Head-on"), 3.6, 1.9)
    touching = scene(inside, still(inside), bar, to(bar, 3.4, 1.7, 120))
    assert not LESSON.challenge(Moment(touching, LESSON.run(touching), 0)).reached  # type: ignore[union-attr]
    turned = scene(five, still(five), bar, to(bar, 3.4, 1.7, 120), 37.0)
    assert LESSON.run(turned).steps[1].separation == pytest.approx(trace.steps[1].separation)
    assert not same(turned.b.pose.position, far.b.pose.position, 0.5)


def lesson_shape(name: str, body: str = "a") -> Any:
    return getattr(LESSON.presets[name].scene, body).shape


def test_contact_at_the_start_is_marked() -> None:
    start, deep = moments(LESSON, "Overlap at the start")
    assert not strokes(world(start), Ink.OVERLAP)
    line = strokes(world(deep), Ink.OVERLAP, Line.MEASURE)[0]
    depth = -separation(*deep.scene.at(0.0))
    assert math.dist(*line.points) == pytest.approx(depth, abs=1e-9)
    assert same(labels(world(deep), Ink.OVERLAP)[f"overlap {depth:.3f}"], np.mean(line.points, axis=0))
    touching = moments(LESSON, "Touching at the start")[-1]
    (place,) = [m.at for m in world(touching).marks if isinstance(m, Dot) and m.point is Point.ANSWER]
    for shape in polygons(touching, 0.0):
        assert shape.exterior.distance(shapely.Point(place)) < 1e-9
    assert not strokes(world(touching), Ink.OVERLAP)
    for last in (deep, touching):
        (answer,) = [m.at for m in curve(last).marks if isinstance(m, Dot) and m.point is Point.ANSWER]
        assert answer == pytest.approx((0.0, -depth if last is deep else 0.0)), "on the curve"
        canvas = curve(last)
        (x, y), half = labels(canvas, Ink.ANSWER)["time of impact 0.000"], (66.0 * canvas.pixel, 8.0 * canvas.pixel_y)
        words = shapely.box(x - half[0], y - half[1], x + half[0], y + half[1])
        for line in strokes(canvas, Ink.GAP, Line.DOTTED) + strokes(canvas, Ink.OVERLAP, Line.DOTTED):
            assert not shapely.LineString(line.points).intersects(words)
    assert not labels(curve(start), Ink.ANSWER)


def test_the_impact_is_white_within_the_tolerance() -> None:
    for name in (FIRST, "Head-on", "Glancing", "Slow convergence"):
        last = moments(LESSON, name)[-1]
        t, s, target = last.step.fraction, true_gap(last, last.step.fraction), last.scene.target
        dots = [m for m in curve(last).marks if isinstance(m, Dot)]
        (answer,) = [m.at for m in dots if m.point is Point.ANSWER]
        assert answer == pytest.approx((t, s))
        assert labels(curve(last), Ink.ANSWER)[f"time of impact {t:.3f}"] == pytest.approx(
            (t - 76.0 * curve(last).pixel, -17.0 * curve(last).pixel_y)
        )
        check_close_up(last, t, s)
        bands = [m for m in curve(last).marks if isinstance(m, Area) and m.ink is Ink.GAP and m.opacity == 0.16]
        assert sorted({y for _, y in bands[0].points}) == pytest.approx([target, target * 4.0 / 3.0])
        assert target - 1e-7 <= s <= target * 4.0 / 3.0
        earlier = [m.at[0] for m in dots if m.ink is Ink.GAP]
        times = [step.fraction for step in last.trace if isinstance(step, Advanced)]
        assert set(earlier) <= {
            *times,
            *(each.fraction for g in last.trace if isinstance(g, Grouped) for each in g.part),
        }


def check_close_up(last: Moment[Any], t: float, s: float) -> None:
    """To scale: heights are gaps, and the curve goes on to the first contact, which is no earlier."""
    small, unit = inside_of(last)
    target = last.scene.target
    band = next(m for m in small.marks if isinstance(m, Area) and m.ink is Ink.GAP and m.opacity == 0.16)
    assert sorted({y for _, y in band.points}) == pytest.approx([unit * target, unit * target * 4.0 / 3.0])
    (answer,) = [m.at for m in small.marks if isinstance(m, Dot) and m.point is Point.ANSWER]
    (contact,) = [m.at for m in small.marks if isinstance(m, Dot) and m.ink is Ink.TEXT]
    assert not labels(small, Ink.OVERLAP), "red is an overlap, never a time"
    assert answer[1] == pytest.approx(unit * s)
    assert contact[1] == 0.0
    touch = first_contact(last)
    across = (contact[0] - answer[0]) / (touch - t)
    solid, dotted = ([m.points for m in strokes(small, Ink.GAP, line)] for line in (Line.CURVE, Line.DOTTED))
    assert solid[0][-1] == pytest.approx(answer, abs=0.2) == dotted[0][0]
    assert dotted[-1][-1] == pytest.approx(contact, abs=0.2)
    for x, y in (*solid[0], *dotted[0]):
        assert y == pytest.approx(unit * true_gap(last, t + (x - answer[0]) / across), abs=0.5)
    texts = labels(small)
    assert {f"{t:.3f}", f"contact {touch:.3f}", "s_0", "s_0+ε", "0"} == set(texts)
    assert t < touch
    assert texts[f"{t:.3f}"][0] <= answer[0] + 1e-9
    assert texts[f"contact {touch:.3f}"][0] - texts[f"{t:.3f}"][0] > 75.0, "the numbers stand apart"
    assert texts["s_0"][1] < unit * target < unit * target * 4.0 / 3.0 < texts["s_0+ε"][1]


def first_contact(moment: Moment[Any]) -> float:
    """By halving, with shapely's own shapes, from the first of many times at which they meet."""
    t = moment.step.fraction
    high = next(float(u) for u in np.linspace(t, 1.0, 2001) if true_gap(moment, float(u)) == 0.0)
    low = high - (1.0 - t) / 2000
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if true_gap(moment, middle) == 0.0 else (middle, high)
    return high


def test_a_close_pass_has_no_contact_to_mark() -> None:
    block = at(lesson_shape("Touching at the start"), -0.6, 0.0)
    other = at(lesson_shape("Touching at the start", "b"), 2.0, 1.07)
    passing = scene(block, still(block), other, to(other, -2.0, 1.07))
    trace = LESSON.run(passing)
    assert trace.result.outcome is Outcome.HIT
    moment = Moment(passing, trace, len(trace) - 1, time=trace.result.fraction)
    texts = labels(inside_of(moment)[0])
    assert f"{trace.result.fraction:.3f}" in texts
    assert not any(words.startswith("contact") for words in texts)


def test_a_larger_target_steps_less_far() -> None:
    small = LESSON.presets[FIRST].scene
    large = small.with_field("target", 0.2)
    first, second = (LESSON.run(each).steps[1] for each in (small, large))
    assert first.step - second.step == pytest.approx(0.14 / first.bound)
    assert isinstance(large, Advancing)
    assert LESSON.run(large).result.separation <= 0.2 * (1.0 + 1.0 / 3.0)


def test_a_vertex_is_reshaped_at_both_ends() -> None:
    before = LESSON.presets[FIRST].scene
    local = before.b.shape.points.copy()
    changed = before.with_field("b", before.b.with_vertex(0, before.b.pose.place(local[0] * 1.2)))
    assert same(changed.b.shape.points, changed.b_end.shape.points)
    moved = changed.b_end.world.points[2] - before.b_end.world.points[2]
    assert same(moved, (0.0, 0.0))


def test_every_body_is_held_in_its_own_ink() -> None:
    held = [(name, control.ink) for name, control, _ in LESSON.presets[FIRST].scene.bodies()]
    assert held == [("a", Ink.A), ("a_end", Ink.A), ("b", Ink.B), ("b_end", Ink.B)]


def test_where_only_a_moves_it_is_a_that_is_followed() -> None:
    s = LESSON.presets["Glancing"].scene
    swapped = Advancing(s.b, s.b_end, s.a, still(s.a))
    moment = Moment(swapped, LESSON.run(swapped), 1, time=0.0)
    canvas = world(moment)
    assert strokes(canvas, Ink.A, Line.DOTTED)
    assert not strokes(canvas, Ink.B, Line.DOTTED)
    tip = symbols(canvas)[r"-\boldsymbol{v}"]
    center = swapped.sweep_b.at(0.0).position
    assert float(np.subtract(tip, center) @ swapped.sweep_a.motion) < 0.0


@each_moving
def test_numbers_in_sentences_have_the_ink_of_what_they_measure(name: str) -> None:
    """Gaps green, bounds yellow; what is computed from both in no ink."""
    for moment in moments(LESSON, name):
        page = LESSON.page(moment)
        inks = {run.ink for run in runs(page.sentence) if re.search(r"\d", run.text)}
        assert inks <= {None, Ink.GAP, Ink.EXAMINED}
        if page.stage == "Start":
            assert Ink.EXAMINED in inks
        if page.stage in ("Hit", "Miss"):
            assert Ink.GAP in inks
        for row in page.rows:
            found = [next((run.ink for run in runs(cell)), None) for cell in row.cells]
            assert found == [None, None, Ink.GAP, Ink.EXAMINED, None]
        for run in runs(LESSON.situation(moment)):
            assert run.ink in (None, Ink.GAP)


def test_difference_space_beside_an_iteration_is_drawn_to_its_own_scale() -> None:
    above = moments(LESSON, FIRST)[1]
    ((field, trace),) = above.trace.children(1)
    inner = Moment(above.scene, trace, 1, above, field, above.time)
    (inset,) = [m for m in curve(inner).marks if isinstance(m, Inset)]
    (arrow,) = [m for m in inset.marks if isinstance(m, Arrow) and m.ink is Ink.EXAMINED]
    whole = sum(shape.size for shape in above.scene.at(above.time))
    assert math.dist(arrow.start, arrow.end) == pytest.approx(48.0 * whole / inset.size[0])


LOOK = {  # how each kind of words looks: its ink and how loud it is
    r"iteration \d+ at the curve, now": (Ink.GAP, TextStyle.BOLD),
    r"iteration \d+ before|not known yet|kink": (Ink.QUIET, TextStyle.CAPTION),
    r"s|s−s_0( = .*)?|.* above the target": (Ink.GAP, TextStyle.LABEL),
    r"step Δt = .*|(target gap )?s_0|s_0\+ε": (Ink.TEXT, TextStyle.LABEL),
    r"slope −μ|μ = .*": (Ink.EXAMINED, TextStyle.LABEL),
    r"lower bound .* at t = 1": (Ink.GAP, TextStyle.LABEL),
    r"separation along n̂|the gap stays|above this line": (Ink.EXAMINED, TextStyle.CAPTION),
    r"0 term": (Ink.EXAMINED, TextStyle.CAPTION),
    r"(v·n̂|r_.\|ω_.\|)( = −?\d\.\d\d\d)?|\d\.\d\d\d": (Ink.EXAMINED, TextStyle.LABEL),
    r"s = \d\.\d\d\d at the curve": (Ink.GAP, TextStyle.BOLD),
    r"s = \d\.\d\d\d": (Ink.GAP, TextStyle.PILL),
    r"time of impact .*": (Ink.ANSWER, TextStyle.BOLD),
    r"next: t = .*": (Ink.B, TextStyle.CAPTION),
    r"overlap .*": (Ink.OVERLAP, TextStyle.PILL),
    r"contact": (Ink.ANSWER, TextStyle.BOLD),
    r"A": (Ink.A, TextStyle.LETTER),
    r"B": (Ink.B, TextStyle.LETTER),
    r"−?\d\.\d+ tick|time t": (Ink.QUIET, TextStyle.CAPTION),
}


@each_preset
def test_words_in_the_figure_look_like_what_they_mean(name: str) -> None:
    for moment in moments(LESSON, name):
        now = getattr(state_of(moment), "iteration", 0)
        for pane, canvas in (("world", world(moment)), ("curve", curve(moment))):
            for mark in canvas.marks:
                if not isinstance(mark, Label):
                    continue
                text = plain(mark.text)
                if text == "t = 1":
                    assert mark.ink in (Ink.A, Ink.B)
                    continue
                if text.startswith("iteration"):
                    text += " at the curve, now" if pane == "curve" and text == f"iteration {now}" else " before"
                elif text.startswith("s = ") and pane == "curve":
                    text += " at the curve"
                elif re.fullmatch(r"\d\.\d\d\d", text) and mark.ink is Ink.GAP:
                    text += " above the target"
                elif text == "0" and mark.ink is Ink.EXAMINED:
                    text += " term"
                elif re.fullmatch(r"t = \d\.\d\d\d", text) and mark.ink is Ink.ANSWER:
                    assert text == f"t = {moments(LESSON, name)[1].step.step:.3f}"
                    assert (moment.index, pane) == (0, "curve"), "how far time may go, once that is answered"
                    continue
                elif mark.ink is Ink.QUIET and not re.fullmatch(r"time t|not known yet|kink", text):
                    text += " tick"
                looks = [look for pattern, look in LOOK.items() if re.fullmatch(pattern, text)]
                assert looks, text
                assert (mark.ink, mark.style) in looks, text


SET_UP = {  # perimeter, radius, x, y and degrees of each body
    "Turning bar": (
        "a 7.767 0 0 0 27; "
        "a_end 7.767 0 0.266 0.248 0.08; "
        "b 6.48 0 2.27 3.663 134.849; "
        "b_end 6.48 0 0.787 0.186 -41.837; "
        "target 0.06"
    ),
    "Head-on": (
        "a 5.878 0 -0.254 -1.239 69; "
        "a_end 5.878 0 -0.254 -1.239 69; "
        "b 4.4 0 1.346 1.532 60; "
        "b_end 4.4 0 0.046 -0.72 60; "
        "target 0.06"
    ),
    "Glancing": (
        "a 5.878 0 -0.21 -1.247 71; "
        "a_end 5.878 0 -0.21 -1.247 71; "
        "b 4.4 0 -0.159 2.576 62; "
        "b_end 4.4 0 -2.015 -1.873 62; "
        "target 0.06"
    ),
    "Sweeping past": (
        "a 5.878 0 -0.145 -1.257 74; "
        "a_end 5.878 0 -0.145 -1.257 74; "
        "b 4.9 0 -0.155 2.389 75; "
        "b_end 4.9 0 -2.821 -1.553 435; "
        "target 0.06"
    ),
    "Past, then apart": (
        "a 5.878 0 0.763 0.104 2.1; "
        "a_end 5.878 0 0.763 0.104 2.1; "
        "b 4.9 0 -1.073 -2.685 11.1; "
        "b_end 4.9 0 -1.47 2.652 44.3; "
        "target 0.06"
    ),
    "Slow convergence": (
        "a 5.878 0 -0.754 -1.016 44; "
        "a_end 5.878 0 -0.754 -1.016 44; "
        "b 4.9 0 0.467 2.646 135; "
        "b_end 4.9 0 -0.68 0.623 495; "
        "target 0.06"
    ),
    "Touching at the start": (
        "a 4.4 0 0 -0.6 90; a_end 4.4 0 0 -0.6 90; b 4.4 0 -0.3 0.6 90; b_end 4.4 0 -1 2 150; target 0.06"
    ),
    "Overlap at the start": (
        "a 4.4 0 -0.424 -0.424 45; "
        "a_end 4.4 0 -0.424 -0.424 45; "
        "b 4.9 0 0.071 0.495 75; "
        "b_end 4.9 0 0.707 2.121 135; "
        "target 0.06"
    ),
    "No motion": (
        "a 5.878 0 -0.839 -0.946 39; "
        "a_end 5.878 0 -0.839 -0.946 39; "
        "b 4.9 0 0.722 2.149 50; "
        "b_end 4.9 0 0.722 2.149 50; "
        "target 0.06"
    ),
}


@pytest.mark.parametrize("name", SET_UP)
def test_a_scene_is_set_up_as_it_was_chosen(name: str) -> None:
    """A second entry of the numbers that make the scene: what it shows hangs on each."""
    assert set_up(LESSON, name) == SET_UP[name]


def test_every_scene_is_entered_twice() -> None:
    assert list(SET_UP) == list(LESSON.presets)
