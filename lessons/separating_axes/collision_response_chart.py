"""The chart of pushing apart: the greatest overlap after each iteration, or after each frame."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from lessons.separating_axes.collision_response_figure import decimals_of, in_a_frame, round_of
from lessons.separating_axes.collision_response_frame import axes_of_frame, draw_frame
from lessons.separating_axes.collision_response_scene import HALVES
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import counted, fixed

BESIDE = 4.0  # the upward part of a place beside a point: a chart is wide and low
CLOSE = 0.2  # of the chart's height: points whose words would cover each other beside them
ROW = 0.28  # of it: the height of a line of words
FEW = 10  # iterations, each of which has its point and its number


def axes_of(moment: Moment[Any]) -> Axes:
    if in_a_frame(moment):
        return axes_of_frame(moment)
    left = moment.trace.result.left
    others = [state[0] for state in moment.faulty] if moment.compare else []
    count = moment.scene.rounds
    top = max(1.15 * max(*left, *others), moment.scene.chart_top)
    return Axes((0.0, float(count)), (0.0, top), f"{moment.scene.word}s")


def draw_chart(canvas: Canvas, moment: Moment[Any]) -> None:
    """The greatest overlap after each iteration, up to now."""
    if in_a_frame(moment):
        draw_frame(canvas, moment)
        return
    axes, now, left = axes_of(moment), round_of(moment), moment.trace.result.left
    count = int(axes.x[1])
    ticks = range(0, count + 1, 1 if count <= FEW else 10)
    charts.chart_axes(canvas, axes, x_ticks=tuple(map(float, ticks)), x_text=tuple(map(str, ticks)))
    if slop := moment.scene.slop:  # its name at the end of its line, where no curve goes
        canvas.stroke(((0.0, slop), (float(count), slop)), Ink.INTERFACE, line=Line.DASHED)
        words = f"slop **{fixed(slop)}**"
        canvas.label(words, (float(count), slop), Ink.INTERFACE, toward=(1.0, 0.0), fixed=True)
    curves = [(left, Ink.ANSWER, Line.CURVE)]
    if moment.compare == HALVES:
        curves.append(([state[0] for state in moment.faulty], Ink.FAULTY, Line.DOTTED))
    elif moment.scene.others and not moment.compare:
        curves.append(([state[0] for state in moment.scene.others], Ink.ANSWER, Line.THIN))
    for values, ink, line in curves:
        known = list(values[: now + 1])
        if len(known) > 1:
            if values is left:
                charts.curve(canvas, range(len(known)), known, Ink.OVERLAP)
            charts.curve(canvas, range(len(known)), known, ink, line=line, fill=0.0)
        if count <= FEW and len(curves) == 1:
            _draw_points(canvas, known, decimals_of(moment))
        at = (len(known) - 1.0, known[-1])
        canvas.dot(at, ink, Point.FILLED)
        side = 1.0 if len(known) < 0.8 * count else -1.0
        up = -1.0 if moment.compare and values is left and len(curves) > 1 else 1.0
        is_low = up < 0.0 and known[-1] < 0.2 * axes.y[1]  # no room below: beside it
        toward = (side, 0.0) if is_low else (0.3 * side, up)
        words = fixed(known[-1], decimals_of(moment))
        if stays := len(curves) > 1 and not moment.compare:
            is_lower = values is not left
            is_close = left[now] - moment.scene.others[now][0] < CLOSE * axes.y[1]
            if side > 0.0:
                toward = (1.0, BESIDE * axes.y[1] / count)
                at = at if is_lower or not is_close else (at[0], at[1] + ROW * axes.y[1])
            words = f"{counted(moment.scene.iterations if is_lower else 1, 'iteration')}: {words}"
        canvas.label(words, at, ink, toward=toward, style=TextStyle.BOLD, fixed=stays)


def _draw_points(canvas: Canvas, values: list[float], digits: int) -> None:
    """A point for each iteration but the last, as nothing is known between two, and its number where it is another
    one: above the curve, at once where that goes down from here."""
    said = ""
    for x, (y, after) in enumerate(pairwise(values)):
        canvas.dot((x, y), Ink.ANSWER, Point.SMALL)
        if (words := fixed(y, digits)) != said:
            canvas.label(words, (x, y), Ink.ANSWER, toward=(1.0, 0.8), fixed=after <= y)
        said = words
