"""Bilateral advancement drawn: the gap along a turning axis, its curve with the bracket, the tangents that creep."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from geometry import Outcome
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, PushBack, RootTried
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.motion.bilateral_floor import (
    been_at,
    clear_of,
    draw_bound,
    draw_floor,
    draw_passed_over,
    floor_points,
    floors_of,
    is_too_low,
    last_floor,
    last_of_later,
    zoomed,
)
from lessons.motion.bilateral_scene import SAG, TIMES, Rooted, is_floor, is_query, is_root
from lessons.motion.bilateral_trials import BRACKET, HEAD, done_at, draw_trial, draw_trials, draw_walk, walked_to
from lessons.stories.grouping import steps_so_far
from viz.lesson import charts, marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import counted, fixed

FOOT = 0.42  # of the greatest gap: below 0
UNDER, DEEPEST = 0.22, 2.0  # of the greatest gap: below the curve of g, and the most below 0
ALONE = 0.31  # of the greatest gap: below 0, where this chart has the whole height and no second search below it
ROOM = 0.08  # of the greatest gap: below the curve of s
CLEAR = 1.3  # of that: so far above the chart's end the curve of g is left off
CREEPS, CREEPS_AT = 84.0, 0.46  # pixels to each side of what is said of the tangents, and where it stands
COUNTED = 62.0  # pixels to each side of what is said below the jumps of t1
ABOVE = 26.0  # pixels: so far above the curve it stands
BESIDE = 0.7  # of the whole time: up to here there is room for the name of a jump beside it
NARROW = 0.4  # of a chart: in a bracket that is narrower g is not named
CROWDED = 10.0  # pixels: queries that are nearer to each other are small dots, which can be counted
SECOND = 1.9  # of how far the jumps of t1 are below 0: those of the search without a lower bound
JUMP = 0.17  # of a chart: so high above its foot a jump that is not proved lies
NAME = 90.0  # pixels: as wide as a number with its name
ZOOMED = 161  # of the curve of g in a bracket


def axis_of(moment: Moment[Any]) -> AxisChosen | None:
    """The newest axis; None before there is one."""
    return next((step for step in reversed(steps_so_far(moment)) if isinstance(step, AxisChosen)), None)


def bracket_of(moment: Moment[Any]) -> tuple[float, float]:
    """t1 and t2, as far as the search has come."""
    newest = steps_so_far(moment)[-1]
    if isinstance(newest, DeepestFound):
        return newest.first.fraction, newest.last.fraction
    axis = axis_of(moment)
    if isinstance(newest, RootTried) and axis is not None:
        return (newest.low, newest.high) if moment.parent else (axis.state.fraction, newest.fraction)
    if isinstance(newest, Advanced) and newest.hit:
        return newest.fraction, newest.fraction
    if axis is None:
        return 0.0, 1.0
    return (axis.state.fraction, 1.0) if newest is axis else moment.scene.jumps[axis.iteration - 1]


def axes_of(moment: Moment[Rooted]) -> Axes:
    """Down to where the newest curve of g is least, unless that is very deep; where a floor decides, the bracket."""
    if (floors := floors_of(moment)) is not None:
        return zoomed(moment.scene, *floors)
    if (later := last_of_later(moment)) is not None:
        return zoomed(moment.scene, later, later)
    if isinstance(moment.step, TimeOfImpact) and (last := last_floor(moment.scene)) is not None:
        return zoomed(moment.scene, last, last)
    scene, axis = moment.scene, axis_of(moment)
    high, least = _highest(scene), 0.0
    if axis is not None:
        least = float(scene.along(axis.iteration)[axis.state.fraction <= TIMES].min(initial=0.0))
    low = max(min(UNDER - least / high, DEEPEST), FOOT)
    return Axes((0.0, 1.0), (-low * high, HEAD * high), "time t")


def s_axes(moment: Moment[Rooted]) -> Axes:
    high = _highest(moment.scene)
    least = -float(moment.scene.gaps.min()) / high if moment.scene.opens_again else 0.0
    is_alone = isinstance(moment.step, Advanced) and moment.step.hit and moment.faulty is None
    return Axes((0.0, 1.0), (-max(ALONE if is_alone else FOOT, least + ROOM) * high, HEAD * high), "time t")


def _highest(scene: Rooted) -> float:
    return max(float(scene.gaps.max()), 4.0 * scene.target)


def draw_g(canvas: Canvas, moment: Moment[Rooted]) -> None:
    """The gap along the newest axis, with the bracket below it; of a bracket that is decided its floor."""
    scene, axes, axis = moment.scene, axes_of(moment), axis_of(moment)
    _chart(canvas, moment, axes)
    hides, floors, later = asks_curve(moment), floors_of(moment), last_of_later(moment)
    if later is not None:
        floors = later, later
    if not hides and moment.parent is None and is_query(moment.step):
        _true_gap(canvas, scene, axes, bracket_of(moment)[0])
    if axis is None:
        return
    t1, t2 = bracket_of(moment) if not isinstance(moment.step, Advanced) else scene.jumps[-1]
    function = scene.functions[axis.iteration - 1]
    if not hides:
        is_bounded = floors is not None or is_floor(steps_so_far(moment)[-1]) or isinstance(moment.step, TimeOfImpact)
        _curve_of_g(canvas, moment, axis, (t1, t2), axes, is_known=not is_bounded)
        if is_query(moment.step):
            _earlier(canvas, scene, axis, axes)
    newest = steps_so_far(moment)[-1]
    ends = [(t, function.deepest(t).separation) for t in (t1, t2)]
    for at in ends:
        if at[1] >= axes.y[0]:
            canvas.dot(at, separation_ink(at[1]), Point.FILLED)
    if hides:
        _asked_ends(canvas, ends, axes)
    now = moment.time, function.deepest(moment.time).separation
    is_in = axes.x[0] <= now[0] <= axes.x[1] and now[1] >= axes.y[0]
    if is_in and not hides and min(abs(now[0] - t) for t in (t1, t2)) > 1e-9:
        canvas.dot(now, separation_ink(now[1]), Point.FILLED)
    if is_root(moment.step):
        canvas.label("root", ends[1], Ink.TEXT, toward=(0.5, 1.0), style=TextStyle.BOLD)
        draw_trials(canvas, function, moment.step, axes, done_at(moment.step, t1, moment.time))
    elif floors is not None:
        draw_bound(canvas, scene, *floors, axes, moment.time, is_asked=moment.is_open and scene.asks == SAG)
    elif isinstance(newest, RootTried):
        if moment.parent is not None:
            draw_trial(canvas, function, newest, axes)
    elif is_floor(newest):
        draw_floor(canvas, function, newest, axes, moment.time)
    elif isinstance(newest, TimeOfImpact) and (last := last_floor(scene)) is not None:
        draw_bound(canvas, scene, last, last, axes, moment.time, is_asked=False)
    if not hides:
        names = ("t_l", "t_h") if moment.parent and isinstance(newest, RootTried) else ("t_1", "t_2")
        been = () if floors is None else been_at(scene, *floors)
        _bracket(canvas, axes, bracket_of(moment), names, been, moment)
        if floors is not None:
            _faulty_jump(canvas, axes, jumped_to(moment))


def _asked_ends(canvas: Canvas, ends: list[tuple[float, float]], axes: Axes) -> None:
    """What is known before the search: the gap along the axis at both ends, between which g need not be straight."""
    if ends[1][1] >= axes.y[0]:
        canvas.stroke(ends, Ink.QUIET, line=Line.DOTTED)
        middle = (ends[0][0] + ends[1][0]) / 2.0, (ends[0][1] + ends[1][1]) / 2.0
        canvas.label("if $g$ were straight", middle, Ink.QUIET, toward=(1.0, 1.0), style=TextStyle.CAPTION)
    slope = (ends[1][1] - ends[0][1]) / (ends[1][0] - ends[0][0])
    for at, symbol, side in zip(ends, "01", ((1.0, 1.0), (-1.0, -0.2)), strict=True):
        if at[1] >= axes.y[0]:
            words = f"$g({symbol})$ = **{fixed(at[1], 3)}**"
            rises = (slope * NAME * canvas.pixel) * (at is ends[0] and slope > 0.0)  # clear of the line
            place = at[0], at[1] + rises
            canvas.label(words, place, separation_ink(at[1]), toward=side, style=TextStyle.CAPTION)


def _true_gap(canvas: Canvas, scene: Rooted, axes: Axes, until: float) -> None:
    """Thin: what the gap along the axis is never above."""
    inside = (axes.x[0] <= TIMES) & (axes.x[1] >= TIMES)
    times, gaps = TIMES[inside], scene.gaps[inside]
    charts.curve(
        canvas,
        times,
        np.where((gaps >= axes.y[0]) & (gaps <= axes.y[1]), gaps, np.nan),
        Ink.QUIET,
        fill=0.0,
        line=Line.THIN,
        until=until,
    )
    if axes.x == (0.0, 1.0):
        peak = int(np.where(times > 0.1, gaps, -np.inf)[:60].argmax())
        canvas.label("true gap", (times[peak], gaps[peak]), Ink.QUIET, toward=(0.3, 1.0), style=TextStyle.CAPTION)


def _curve_of_g(
    canvas: Canvas,
    moment: Moment[Rooted],
    axis: AxisChosen,
    bracket: tuple[float, float],
    axes: Axes,
    *,
    is_known: bool,
) -> None:
    """The gap along the newest axis from t1 on: dotted, and solid within the bracket; where a floor decides, only
    both ends have been looked at. Before t1 only as far back as the bodies are looked at."""
    scene, (t1, t2) = moment.scene, bracket
    function, whole = scene.functions[axis.iteration - 1], axes.x == (0.0, 1.0)
    times = TIMES if whole else np.linspace(*axes.x, ZOOMED)
    g = scene.along(axis.iteration) if whole else function.over(times)
    low = axes.y[0] + whole * CLEAR * BRACKET * axes.y[1] / HEAD  # above the bracket
    seen = np.where((g >= low) & (g <= axes.y[1]), g, np.nan)
    charts.curve(canvas, times, np.where(times >= min(t1, moment.time), seen, np.nan), until=-1.0)
    inside = (t1 < times) & (t2 > times)
    known = np.array((t1, *times[inside], t2))
    values = np.array([function.deepest(t1).separation, *seen[inside], function.deepest(t2).separation])
    values = np.where(values >= low, values, np.nan)
    charts.curve(canvas, known, values, until=math.inf if is_known else -1.0)
    if not whole and t2 - t1 < NARROW * (axes.x[1] - axes.x[0]):  # there stands the name of the bound
        beside = (t2 + axes.x[1]) / 2.0
        at = beside, function.deepest(beside).separation
        canvas.label("$g(t)$", at, separation_ink(at[1]), toward=(0.7, 1.0))
        return
    above = np.flatnonzero(values >= 0.0)
    named = above[len(above) // 3] if len(above) else 0
    high = float(np.nan_to_num(values[named], nan=0.0))
    way = (-0.7, -1.0) if whole and high > 0.3 * axes.y[1] else (0.7, 1.0)
    canvas.label("$g(t)$", (known[named], high), Ink.GAP, toward=way)


def _earlier(canvas: Canvas, scene: Rooted, axis: AxisChosen, axes: Axes) -> None:
    """The curve of the axis before, up to where it is left for a new one, and how far the true gap is above it."""
    k, t = axis.iteration, axis.state.fraction
    if k == 1 or scene.numbered(k)[1]:
        return
    before, was = scene.functions[k - 2].deepest(t).separation, t > TIMES
    times, values = np.append(TIMES[was], t), np.append(scene.along(k - 1)[was], before)
    shown = np.where((values >= axes.y[0]) & (times >= scene.jumps[k - 2][0]), values, np.nan)
    charts.curve(canvas, times, shown, Ink.QUIET, fill=0.0, line=Line.DASHED)
    ends = (t, before), (t, axis.state.separation)
    canvas.stroke(ends, Ink.QUIET, line=Line.MEASURE)
    canvas.label("old $g$", ends[0], Ink.QUIET, toward=(-1.0, -0.4), style=TextStyle.CAPTION)


def asks_curve(moment: Moment[Rooted]) -> bool:
    """Whether the curve is what is asked about: at the first query, not at a floor."""
    return moment.is_open and is_query(moment.step)


def is_open_at_both(scene: Rooted) -> bool:
    """Whether along the first axis nothing is known but that the gap is open at both ends."""
    return bool(scene.axes) and len(scene.decisions(1)) > 1 and scene.decisions(1)[0].name == "HALVE"


def _chart(canvas: Canvas, moment: Moment[Rooted], axes: Axes) -> None:
    charts.chart_axes(canvas, axes)
    target = moment.scene.target
    if axes.x == (0.0, 1.0):  # a floor is compared with the limit
        canvas.stroke([(t, target) for t in axes.x], Ink.TEXT, line=Line.DASHED)
        canvas.label("$s_0$", (axes.x[1] + 16.0 * canvas.pixel, target), Ink.TEXT, fixed=True)
    if axes.x[0] <= moment.time <= axes.x[1]:
        charts.play_head(canvas, moment.time, axes)


def _bracket(
    canvas: Canvas,
    axes: Axes,
    ends: tuple[float, float],
    names: tuple[str, str],
    been: Sequence[float],
    moment: Moment[Rooted],
) -> None:
    """What is left of the time, from t1 to t2, and how far t2 has come back: from 1, or from where it has been. While
    time passes at a root t2 walks from trial to trial."""
    t1, t2 = ends
    y = axes.y[0] + (0.07 * (axes.y[1] - axes.y[0]) if been else BRACKET * axes.y[1] / HEAD)
    came = min(been[0], axes.x[1]) if been else 1.0
    for t in been[1:-1]:
        if t < came:
            canvas.dot((t, y), Ink.EXAMINED)
    if t1 < t2 < came - 30.0 * canvas.pixel:  # at the hit it is t1 that has come, and from the left
        canvas.arrow((came, y), (t2 + 10.0 * canvas.pixel, y), Ink.EXAMINED, line=Line.DASHED)
    if is_root(moment.step):
        draw_walk(canvas, moment.step, y, t2)
        t2 = walked_to(moment.step, t1, moment.time)
    canvas.stroke(((t1, y), (t2, y)), Ink.EXAMINED, line=Line.FEATURE)
    for t, symbol in list(zip((t1, t2), names, strict=True))[: 1 + (t2 > t1)]:
        canvas.dot((t, y), Ink.EXAMINED, Point.FILLED)
        canvas.symbol(symbol, (t, y), Ink.EXAMINED, toward=(0.0, 1.0))


def _faulty_jump(canvas: Canvas, axes: Axes, jumped: list[float]) -> None:
    """Above the bracket: how far t1 goes where nothing is tested in between."""
    ends = [min(max(t, axes.x[0]), axes.x[1]) for t in jumped[-2:]]
    if len(ends) < 2 or ends[0] >= ends[1]:
        return
    y = axes.y[0] + JUMP * (axes.y[1] - axes.y[0])
    canvas.arrow((ends[0], y), (ends[1], y), Ink.FAULTY, line=Line.DOTTED)
    middle = (ends[0] + ends[1]) / 2.0, y
    canvas.label("no lower bound", middle, Ink.FAULTY, toward=(0.0, -1.0), style=TextStyle.CAPTION)


def _proofs(canvas: Canvas, scene: Rooted, least: float) -> None:
    """Of every bracket its lower bound: together they reach over the whole time."""
    proofs = [step for step in scene.steps if is_floor(step) and step.decision is not PushBack.HALVE]
    bounds = [floor_points(scene.functions[step.iteration - 1], step) for step in proofs]
    for bound in bounds:
        canvas.stroke(bound[bound[:, 1] >= least], Ink.GAP, line=Line.THIN)
    longest = max(bounds, key=lambda bound: float(np.ptp(bound[:, 1])))
    named = longest[len(longest) // 2]
    canvas.label("lower bounds", named, Ink.GAP, toward=(-1.0, -0.6), style=TextStyle.CAPTION)


def draw_s(canvas: Canvas, moment: Moment[Rooted]) -> None:
    """The true gap, the tangents of conservative advancement, and the jumps of t1 so far."""
    scene, axes = moment.scene, s_axes(moment)
    _chart(canvas, moment, axes)
    if asks_curve(moment) and is_open_at_both(scene):
        return
    axis = axis_of(moment)
    is_at_start = is_unproved(moment)
    t = 0.0 if axis is None else scene.jumps[axis.iteration - 1][not is_at_start]
    impact, is_over = scene.trace.result.fraction, TIMES < 0.0
    if scene.trace.result.outcome is Outcome.HIT and not scene.opens_again:
        is_over = impact < TIMES
    gaps = np.where((scene.gaps >= axes.y[0]) & ~is_over, scene.gaps, np.nan)
    charts.curve(canvas, TIMES, gaps, until=t, fill=0.1)
    until = _until(moment)
    is_wrong = moment.faulty is not None and differs(moment)
    creeping = [each for each in scene.creeping if each.fraction <= until and not is_wrong]
    for i, each in enumerate(creeping):
        beside = creeping[max(i - 1, 0) : i] + creeping[i + 1 : i + 2]
        is_free = all(abs(other.fraction - each.fraction) > CROWDED * canvas.pixel for other in beside)
        canvas.dot((each.fraction, each.separation), Ink.QUIET, Point.RING if is_free else Point.SMALL)
        if each.step > 0.0 and not isinstance(moment.step, TimeOfImpact):  # there the proofs are looked at
            foot = (each.fraction + each.step, scene.target)
            canvas.stroke(((each.fraction, each.separation), foot), Ink.QUIET, line=Line.THIN)
    if isinstance(moment.step, TimeOfImpact):
        _proofs(canvas, scene, axes.y[0])
    if creeping:
        _creeps_told(canvas, scene, len(creeping), axes, moment.time)
    y = -0.15 * axes.y[1] / HEAD
    jumps = [jump for jump in scene.jumps[: 0 if axis is None else axis.iteration - is_at_start] if jump[1] <= until]
    for start, end in jumps:
        canvas.arrow((start, y), (end, y), Ink.EXAMINED, line=Line.MEASURE)
        canvas.dot((start, y), Ink.EXAMINED)
    t1 = bracket_of(moment)[0] if until == math.inf else max((end for _, end in jumps), default=0.0)
    now = moment.time, float(np.interp(moment.time, TIMES, scene.gaps))
    if now[1] >= axes.y[0]:
        canvas.dot(now, separation_ink(now[1]), Point.FILLED)
    canvas.dot((t1, y), Ink.EXAMINED)
    canvas.symbol("t_1", (t1, y), Ink.EXAMINED, toward=(0.0, -1.0))
    if isinstance(moment.step, Advanced) and moment.step.hit:
        marks.answer(canvas, (moment.step.fraction, moment.step.separation))
    if moment.is_last:
        mine = f"bilateral: **{counted(min(scene.queries, len(jumps) + 1), 'query')}**"
        at = clear_of(t1 / 2.0, COUNTED * canvas.pixel, moment.time)
        canvas.label(mine, (at, y), Ink.EXAMINED, toward=(0.0, -1.0), style=TextStyle.CAPTION)
    if len(jumped := jumped_to(moment)) > 1:
        draw_passed_over(canvas, scene, jumped, axes)
        low = SECOND * y
        for start, end in pairwise(jumped):
            canvas.arrow((start, low), (end, low), Ink.FAULTY, line=Line.DOTTED)
        under = clear_of(jumped[-1] / 2.0, COUNTED * canvas.pixel, moment.time)
        at, way = (jumped[-1], (1.0, 0.0)) if jumped[-1] < BESIDE else (under, (0.0, -1.0))
        canvas.label("no lower bound", (at, low), Ink.FAULTY, toward=way, style=TextStyle.CAPTION)
        is_there = len(jumped) == len(moment.faulty.times)
        canvas.dot((jumped[-1], low), Ink.FAULTY, Point.CROSS if is_there else Point.FILLED)


def _until(moment: Moment[Rooted]) -> float:
    """Up to which time both searches are drawn: at the end they creep and jump with the play head."""
    found = moment.scene.trace.result
    end = found.fraction if found.outcome is Outcome.HIT else 1.0
    return moment.time if moment.is_last and moment.time < end else math.inf


def _creeps_told(canvas: Canvas, scene: Rooted, count: int, axes: Axes, time: float) -> None:
    half = CREEPS * canvas.pixel
    clear = clear_of(CREEPS_AT, half, time)
    below = scene.gaps[(clear - half < TIMES) & (clear + half > TIMES)].max(initial=scene.target)
    height = min(axes.y[1] * 0.82, float(below) + ABOVE * canvas.pixel_y)
    canvas.label(f"conservative: {counted(count, 'query')}", (clear, height), Ink.QUIET, style=TextStyle.CAPTION)


def jumped_to(moment: Moment[Rooted]) -> list[float]:
    """The times at which the search without a floor has been after as many brackets; 0 alone where it is right."""
    axis = axis_of(moment)
    if moment.faulty is None or not differs(moment):
        return [0.0]
    times = list(moment.faulty.times)
    return (
        times
        if moment.is_last or axis is None
        else times[: 1 + axis.iteration - (moment.step is axis or is_root(moment.step))]
    )


def is_unproved(moment: Moment[Rooted]) -> bool:
    """Whether the bracket of the step is not proved yet, so that t1 has not moved."""
    return isinstance(moment.step, AxisChosen) or is_root(moment.step) or is_too_low(moment)


def differs(moment: Moment[Rooted]) -> bool:
    """Whether the search without a floor misses the impact, or is late by more than what it may be."""
    truth, faulty = moment.scene.trace.result, moment.faulty
    if truth.outcome is not Outcome.HIT:
        return faulty.outcome is Outcome.HIT and truth.outcome is Outcome.SEPARATED
    if faulty.outcome is not Outcome.HIT:
        return True
    before = TIMES[(faulty.times[-1] > TIMES)]
    return bool((moment.scene.gaps[: len(before)] < -1e-9).any())
