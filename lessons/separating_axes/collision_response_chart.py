"""The chart of pushing apart: the greatest overlap after each iteration, or after each frame."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from geometry.contact.relaxation import PairPushed
from lessons.separating_axes.collision_response_figure import decimals_of, moves_of, pair_of, round_of
from lessons.separating_axes.collision_response_scene import HALVES
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import counted, fixed

SEEN_SLOP = 0.06  # of the chart: a slop that is less has no words there


def axes_of(moment: Moment[Any]) -> Axes:
    left = moment.trace.result.left
    others = [state[0] for state in moment.faulty] if moment.compare else []
    others += [step.depth for step in moment.trace if isinstance(step, PairPushed)]
    count = moment.scene.rounds
    top = 0.0 if moment.index and moment.scene.fall else moment.scene.chart_top  # no hint where the end is asked
    return Axes((0.0, float(count)), (0.0, max(1.15 * max(*left, *others), top)), f"{moment.scene.word}s")


def draw_chart(canvas: Canvas, moment: Moment[Any]) -> None:
    """The greatest overlap after each iteration, up to now."""
    axes, now, left = axes_of(moment), round_of(moment), moment.trace.result.left
    count = int(axes.x[1])
    ticks = range(0, count + 1, 1 if count <= 10 else 10)
    rows = charts.round_ticks(*axes.y, 4 if moment.scene.fall else 6)  # a low chart has room for few
    charts.chart_axes(canvas, axes, y_ticks=rows, x_ticks=tuple(map(float, ticks)), x_text=tuple(map(str, ticks)))
    if slop := moment.scene.slop:
        canvas.stroke(((0.0, slop), (float(count), slop)), Ink.INTERFACE, line=Line.DASHED)
        if slop > SEEN_SLOP * axes.y[1] and not moment.scene.fall:
            canvas.label(f"slop **{fixed(slop)}**", (0.5 * count, slop), Ink.INTERFACE, toward=(0.0, 1.0))
    if isinstance(moment.step, PairPushed):  # a part of the iteration is over
        pairs = list(combinations(range(len(moment.scene.items)), 2))
        x = moment.step.round - 1 + (pairs.index(pair_of(moment)) + 1) / len(pairs)
        found = moment.scene.overlaps(moves_of(moment))
        deepest = found[0].depth if found else 0.0
        canvas.stroke(((0.0, left[0]), (x, deepest)), Ink.ANSWER, line=Line.THIN)
        canvas.dot((x, deepest), Ink.ANSWER, Point.RING)
        canvas.label(fixed(deepest), (x, deepest), Ink.ANSWER, toward=(1.0, 0.6))
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
        at = (len(known) - 1.0, known[-1])
        canvas.dot(at, ink, Point.FILLED)
        side = 1.0 if len(known) < 0.8 * count else -1.0
        up = -1.0 if moment.compare and values is left and len(curves) > 1 else 1.0
        is_low = up < 0.0 and known[-1] < 0.2 * axes.y[1]  # no room below: beside it
        toward = (side, 0.0) if is_low else (0.3 * side, up)
        words = fixed(known[-1], decimals_of(moment))
        if len(curves) > 1 and not moment.compare:
            if values is not left:
                toward = (1.0, 0.0) if side > 0.0 else (-1.0, 0.8)
            words = f"{counted(1 if values is left else moment.scene.iterations, 'iteration')}: {words}"
        canvas.label(words, at, ink, toward=toward, style=TextStyle.BOLD)
