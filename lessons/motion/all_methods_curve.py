"""The true gap over time, and on it where each method stops."""

from __future__ import annotations

import numpy as np

from geometry import Outcome
from geometry.time_of_impact.comparison import MethodAsked, MethodsCompared, MotionMethod, Verdict
from geometry.time_of_impact.separation_over_time import separation_over_time
from lessons.motion.all_methods_figure import ink_of, reached, shade_of
from lessons.motion.all_methods_now import asks_place
from lessons.motion.all_methods_scene import CASTS, NAMES, Compared
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

EDGE = 0.5  # opacity of the line at the end of the motion: no name crosses it, also before the play head is there
LAST = 0.97  # of the time: the name of a later point, if below 0, stands above the line at 0
ASIDE, OVER = 8.0, 13.0  # pixels from that point to the end of its name, and from the line to its middle
BELOW, NO_NAME = 0.2, 0.06  # of the height of the curve: free below it, where a name stands there and where none does
TICK = 7.0  # pixels: half of the mark at the impact
SAME = 0.012  # of the time: methods that stop this near to each other are named together


def axes_of(moment: Moment[Compared]) -> Axes:
    values = moment.scene.gaps[1]
    high, low = max(float(values.max()), 0.0), min(float(values.min()), 0.0)
    size, (_, least) = max(high - low, 0.1), moment.scene.least or (0.0, 0.0)
    is_named = least < 0.0 or any(_is_named_below(each) for each in moment.scene.asked)
    return Axes((0.0, 1.0), (low - (BELOW if is_named else NO_NAME) * size, high + 0.1 * size))


def _is_named_below(asked: MethodAsked) -> bool:
    """Whether the name of where a method stops stands below the curve: of one that is late, but for the last."""
    return asked.fraction is not None and asked.fraction <= LAST and asked.gap <= 0.0 and ink_of(asked) is Ink.FAULTY


def draw_curve(canvas: Canvas, moment: Moment[Compared]) -> None:
    """The true gap, with a ring where each method stops."""
    scene, axes = moment.scene, axes_of(moment)
    charts.chart_axes(canvas, axes, y_ticks=charts.round_ticks(*axes.y, 4))
    charts.curve(canvas, *scene.gaps)
    canvas.stroke(((1.0, axes.y[0]), (1.0, axes.y[1])), Ink.CONSTRUCTION, line=Line.THIN, opacity=EDGE)
    charts.play_head(canvas, moment.time, axes)
    _least(canvas, moment.scene)
    _looked_at(canvas, moment)
    _impact(canvas, moment)
    until = moment.time if isinstance(moment.step, MethodsCompared) else 1.0  # there they stop one after the other
    found = [
        (each.fraction, each) for each in reached(moment) if each.fraction is not None and each.fraction <= until
    ]
    groups: list[list[tuple[float, MethodAsked]]] = []
    for t, each in sorted(found, key=lambda place: place[0]):
        last = groups[-1][0] if groups else None
        if last is not None and last[1].verdict is each.verdict and t - last[0] < SAME:
            groups[-1].append((t, each))
        else:
            groups.append([(t, each)])
    for group in groups:
        (t, first), ink = group[0], ink_of(group[0][1])
        at = (t, first.gap)
        canvas.dot(at, ink, Point.ANSWER if ink is Ink.ANSWER else Point.RING)
        named = {each.method for _, each in group}
        words = ", ".join(NAMES[method] for method in MotionMethod if method in named)
        style = TextStyle.BOLD if ink is Ink.ANSWER else TextStyle.LABEL
        if t > LAST and first.gap < 0.0:
            beside = t - ASIDE * canvas.pixel, OVER * canvas.pixel_y
            canvas.stroke((at, (beside[0], 0.4 * beside[1])), ink, line=Line.THIN)
            canvas.label(words, beside, ink, toward=(-1.0, 0.0), style=style, fixed=True)
            continue
        is_above, side = ink is Ink.ANSWER or first.gap > 0.0, -1.0 if t > 0.6 else 1.0
        way = (side * 0.6, 1.0 if is_above else -1.0)
        canvas.label(words, at, ink, toward=way, style=style, leader=True)


def _least(canvas: Canvas, scene: Compared) -> None:
    """The least gap with its number, where it is hardly more or less than 0."""
    if scene.least is None:
        return
    t, gap = scene.least
    ink, up = (Ink.GAP, 1.0) if gap > 0.0 else (Ink.OVERLAP, -1.0)
    canvas.dot(scene.least, ink, Point.SMALL)
    canvas.label(least_told(gap), (t, gap), ink, toward=(0.0, up), style=TextStyle.CAPTION, leader=True)


def least_told(gap: float) -> str:
    return f"least gap {fixed(gap)}" if gap > 0.0 else f"greatest depth {fixed(-gap)}"


def _impact(canvas: Canvas, moment: Moment[Compared]) -> None:
    """Where the gap is first closed, as long as no method has found it."""
    truth = moment.scene.trace.result.truth
    is_found = any(each.verdict is Verdict.RIGHT for each in reached(moment))
    if truth.outcome is Outcome.HIT and truth.fraction is not None and not is_found:
        at = truth.fraction, 0.0
        tick = TICK * canvas.pixel_y
        canvas.stroke(((at[0], -tick), (at[0], tick)), Ink.TEXT, line=Line.MEASURE)
        words = f"impact {fixed(truth.fraction)}"
        canvas.label(words, at, Ink.TEXT, toward=(0.6, 1.0), style=TextStyle.CAPTION, leader=True)


def _looked_at(canvas: Canvas, moment: Moment[Compared]) -> None:
    """The gap at each instant at which the method of this step looks at B as it moves; where it sees no hit, that."""
    scene, step = moment.scene, moment.step
    if not isinstance(step, MethodAsked):
        return
    if moment.is_open and asks_place(scene, step):  # its queries tell how far it steps
        return
    if step.method not in CASTS and step.instants:
        times = np.array(step.instants)
        for at in zip(times.tolist(), separation_over_time(*scene.sweeps, times).tolist(), strict=True):
            canvas.dot(at, Ink.QUIET, Point.SMALL)
    if step.fraction is None:
        shade = shade_of(scene, step)
        canvas.dot((1.0, step.gap), shade, Point.RING)
        words = f"{NAMES[step.method]}: no hit"
        canvas.label(words, (1.0, step.gap), shade, toward=(-0.6, 1.0), leader=True)
