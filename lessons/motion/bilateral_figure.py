"""Bilateral advancement drawn: the gap along a turning axis, its curve with the bracket, the tangents that creep."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Outcome
from geometry.interval import Interval
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, RootTried
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch
from geometry.time_of_impact.separation_function import SeparationFunction
from geometry.vector import left_of
from lessons.motion.bilateral_scene import TIMES, Rooted
from lessons.stories import advancement_figure
from lessons.stories.grouping import steps_so_far
from viz.lesson import charts, marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import counted, fixed

HEAD, FOOT = 1.1, 0.42  # of the greatest gap: above the curves, and below 0
BRACKET = 0.3  # of the greatest gap below 0: there the bracket lies
FLOOR_POINTS = 41


def axis_of(moment: Moment[Any]) -> AxisChosen | None:
    """The newest axis; None before there is one."""
    return next((step for step in reversed(steps_so_far(moment)) if isinstance(step, AxisChosen)), None)


def bracket_of(moment: Moment[Any]) -> tuple[float, float]:
    """t1 and t2, as far as the search has come."""
    newest = steps_so_far(moment)[-1]
    if isinstance(newest, DeepestFound):
        return newest.first.fraction, newest.last.fraction
    if isinstance(newest, RootTried):
        return newest.low, newest.high
    axis = axis_of(moment)
    if isinstance(newest, Advanced) and newest.hit:
        return newest.fraction, newest.fraction
    if axis is None:
        return 0.0, 1.0
    return (axis.state.fraction, 1.0) if newest is axis else moment.scene.jumps[axis.iteration - 1]


def draw_world(canvas: Canvas, moment: Moment[Rooted]) -> None:
    """Both bodies, and the gap along the axis as a strip, which turns with time."""
    scene, t, axis = moment.scene, moment.time, axis_of(moment)
    advancement_figure.ends(canvas, scene)
    a, b = scene.at(t)
    if axis is not None:
        _strip(canvas, scene, scene.functions[axis.iteration - 1], t)
    for shape, ink in ((a, Ink.A), (b, Ink.B)):
        marks.shape(canvas, shape, ink, ink.name, numbered=False)
    found = scene.trace.result
    is_there = isinstance(moment.step, Advanced | InTouch) and t == found.fraction
    if is_there and found.on_a is not None and found.on_b is not None:
        at = (found.on_a + found.on_b) / 2.0
        marks.answer(canvas, at, f"impact, t = {fixed(t, 3)}", leader=True)
    if moment.faulty is not None and differs(moment):
        end = moment.faulty.times[-1]
        advancement_figure.ghost_at(canvas, scene, end, "no floor: ", Ink.FAULTY)


def _strip(canvas: Canvas, scene: Rooted, function: SeparationFunction, t: float) -> None:
    """Everything between the last of A and the first of B along the axis."""
    n, (a, b) = function.direction(t), scene.at(t)
    across = left_of(n)
    i, j = int((a.points @ n).argmax()), int((b.points @ n).argmin())
    high, low = float(a.points[i] @ n) + a.radius, float(b.points[j] @ n) - b.radius
    ink = separation_ink(low - high)
    projections.slab(canvas, n, Interval(min(high, low), max(high, low)), ink, opacity=0.09)
    side = float((a.points[i] + b.points[j]) @ across) / 2.0
    start, end = (u * n + side * across for u in (high, low))
    measures.measure(canvas, start, end, ink, f"$g$ = **{fixed(low - high)}**")
    places = [high * n + (side + far * canvas.pixel) * across for far in (-48.0, 48.0, -88.0, 88.0)]
    corners = np.vstack((a.points, b.points, a.edges.mean(axis=1), b.edges.mean(axis=1)))
    free = max(places, key=lambda at: float(np.hypot(*(corners - at).T).min()))
    measures.unit_arrow(canvas, free, n, r"\hat n")


def axes_of(moment: Moment[Rooted]) -> Axes:
    high = max(float(moment.scene.gaps.max()), 4.0 * moment.scene.target)
    return Axes((0.0, 1.0), (-FOOT * high, HEAD * high), "time t")


def draw_g(canvas: Canvas, moment: Moment[Rooted]) -> None:
    """The gap along the newest axis, with the bracket below it and the floor that is proved under it."""
    scene, axes, axis = moment.scene, axes_of(moment), axis_of(moment)
    _chart(canvas, moment, axes)
    hides = moment.is_open and is_open_at_both(scene)
    if not hides:
        shown = np.where(scene.gaps >= axes.y[0], scene.gaps, np.nan)
        charts.curve(canvas, TIMES, shown, Ink.QUIET, fill=0.0, line=Line.THIN, until=bracket_of(moment)[0])
        peak = int(np.where(TIMES > 0.1, scene.gaps, -np.inf)[:60].argmax())
        canvas.label("$s(t)$", (TIMES[peak], scene.gaps[peak]), Ink.QUIET, toward=(0.3, 1.0))
    if axis is None:
        return
    t1, t2 = bracket_of(moment) if not isinstance(moment.step, Advanced) else scene.jumps[-1]
    function, g = scene.functions[axis.iteration - 1], scene.along(axis.iteration)
    seen = np.where((g >= axes.y[0]) & (g <= axes.y[1]), g, np.nan)
    if not hides:
        charts.curve(canvas, TIMES, seen, until=-1.0)
        inside = (t1 < TIMES) & (t2 > TIMES)
        known = np.array((t1, *TIMES[inside], t2))
        values = np.array([function.deepest(t1).separation, *seen[inside], function.deepest(t2).separation])
        values = np.where(values >= axes.y[0], values, np.nan)
        if moment.is_open:  # where the ink changes is nearly the answer
            charts.curve(canvas, known, values, Ink.EXAMINED, fill=0.0)
        else:
            charts.curve(canvas, known, values)
        above = np.flatnonzero(values >= 0.0)
        named = above[len(above) // 3] if len(above) else 0
        high = float(np.nan_to_num(values[named], nan=0.0))
        way = (-0.7, -1.0) if high > 0.3 * axes.y[1] else (0.7, 1.0)
        canvas.label("$g(t)$", (known[named], high), Ink.EXAMINED if moment.is_open else Ink.GAP, toward=way)
    ends = [(t, function.deepest(t).separation) for t in (t1, t2)]
    for at in ends:
        if at[1] >= axes.y[0]:
            canvas.dot(at, separation_ink(at[1]), Point.FILLED)
    newest = steps_so_far(moment)[-1]
    if isinstance(newest, RootTried):
        _trial(canvas, newest, axes)
    elif isinstance(newest, DeepestFound):
        draw_floor(canvas, function, newest, axes.y[0])
    _bracket(canvas, axes, *bracket_of(moment))


def is_open_at_both(scene: Rooted) -> bool:
    """Whether along the first axis nothing is known but that the gap is open at both ends."""
    return bool(scene.axes) and len(scene.decisions(1)) > 1 and scene.decisions(1)[0].name == "HALVE"


def _chart(canvas: Canvas, moment: Moment[Rooted], axes: Axes) -> None:
    charts.chart_axes(canvas, axes)
    target = moment.scene.target
    canvas.stroke(((0.0, target), (1.0, target)), Ink.TEXT, line=Line.DASHED)
    canvas.label("$s_0$", (1.0 + 16.0 * canvas.pixel, target), Ink.TEXT, fixed=True)
    charts.play_head(canvas, moment.time, axes)


def _bracket(canvas: Canvas, axes: Axes, t1: float, t2: float) -> None:
    """What is left of the time, from t1 to t2, and how far t2 has come back from 1."""
    y = -BRACKET * axes.y[1] / HEAD
    if t2 < 1.0 - 30.0 * canvas.pixel:
        canvas.arrow((1.0, y), (t2 + 10.0 * canvas.pixel, y), Ink.EXAMINED, line=Line.DASHED)
    canvas.stroke(((t1, y), (t2, y)), Ink.EXAMINED, line=Line.FEATURE)
    for t, symbol in ((t1, "t_1"), (t2, "t_2"))[: 1 + (t2 > t1)]:
        canvas.dot((t, y), Ink.EXAMINED, Point.FILLED)
        canvas.symbol(symbol, (t, y), Ink.EXAMINED, toward=(0.0, 1.0))


def floor_points(function: SeparationFunction, found: DeepestFound) -> np.ndarray:
    """chord − K/2 (t − t1)(t2 − t) between both ends."""
    (t1, g1), (t2, g2) = ((each.fraction, each.separation) for each in (found.first, found.last))
    t = np.linspace(t1, t2, FLOOR_POINTS)
    chord = g1 + (g2 - g1) * (t - t1) / (t2 - t1)
    return np.stack((t, chord - function.curvature / 2.0 * (t - t1) * (t2 - t)), axis=1)


def draw_floor(canvas: Canvas, function: SeparationFunction, found: DeepestFound, low: float) -> None:
    """As far as the chart goes down."""
    points = floor_points(function, found)
    for run in charts.signed_runs(points[:, 0], points[:, 1], low):
        if run.is_above:
            canvas.stroke(run.points, Ink.EXAMINED, line=Line.DASHED)
    t, least = points[int(points[:, 1].argmin())].tolist()
    text, at = f"floor **{fixed(found.floor)}**", (t, max(least, low))
    canvas.label(text, at, Ink.EXAMINED, toward=(0.0, -1.0 if least > low else 1.0))


def _trial(canvas: Canvas, tried: RootTried, axes: Axes) -> None:
    """One guess at the root."""
    y = max(tried.separation, axes.y[0])
    charts.drop_line(canvas, (tried.fraction, y), 0.0)
    canvas.dot((tried.fraction, y), Ink.EXAMINED)
    words = f"{tried.method.value} {tried.trial}"
    canvas.label(words, (tried.fraction, y), Ink.EXAMINED, toward=(1.0, 1.0), style=TextStyle.BOLD)


def draw_s(canvas: Canvas, moment: Moment[Rooted]) -> None:
    """The true gap, the tangents of conservative advancement, and the jumps of t1 so far."""
    scene, axes = moment.scene, axes_of(moment)
    _chart(canvas, moment, axes)
    if moment.is_open and is_open_at_both(scene):
        return
    axis = axis_of(moment)
    t = 0.0 if axis is None else scene.jumps[axis.iteration - 1][not isinstance(moment.step, AxisChosen)]
    seen = np.where(scene.gaps >= axes.y[0], scene.gaps, np.nan)
    charts.curve(canvas, TIMES, seen, until=t, fill=0.1)
    for each in scene.creeping:
        canvas.dot((each.fraction, each.separation), Ink.QUIET)
        if each.step > 0.0:
            foot = (each.fraction + each.step, scene.target)
            canvas.stroke(((each.fraction, each.separation), foot), Ink.QUIET, line=Line.THIN)
    if scene.creeping:
        first = scene.creeping[min(1, len(scene.creeping) - 1)]
        words = f"conservative advancement: {counted(len(scene.creeping), 'query').replace('querys', 'queries')}"
        at = (first.fraction, first.separation)
        canvas.label(words, at, Ink.QUIET, toward=(0.5, 1.0), leader=True)
    y = -0.5 * BRACKET * axes.y[1] / HEAD
    for start, end in scene.jumps[: 0 if axis is None else axis.iteration - isinstance(moment.step, AxisChosen)]:
        canvas.arrow((start, y), (end, y), Ink.EXAMINED, line=Line.MEASURE)
        canvas.dot((start, y), Ink.EXAMINED)
    t1 = bracket_of(moment)[0]
    canvas.symbol("t_1", (t1, y), Ink.EXAMINED, toward=(0.0, -1.0))
    if isinstance(moment.step, Advanced) and moment.step.hit:
        marks.answer(canvas, (moment.step.fraction, moment.step.separation))
    if moment.faulty is not None and differs(moment):
        low = 1.6 * y
        for start, end in zip(moment.faulty.times, moment.faulty.times[1:], strict=False):
            canvas.arrow((start, low), (end, low), Ink.FAULTY, line=Line.DOTTED)
        end = moment.faulty.times[-1]
        canvas.dot((end, low), Ink.FAULTY, Point.CROSS)


def differs(moment: Moment[Rooted]) -> bool:
    """Whether the search without a floor misses the impact, or is late by more than what it may be."""
    truth, faulty = moment.scene.trace.result, moment.faulty
    if truth.outcome is not Outcome.HIT:
        return (
            faulty.outcome is not truth.outcome
            and faulty.outcome is Outcome.HIT
            and truth.outcome is Outcome.SEPARATED
        )
    if faulty.outcome is not Outcome.HIT:
        return True
    before = TIMES[(faulty.times[-1] > TIMES)]
    return bool((moment.scene.gaps[: len(before)] < -1e-9).any())
