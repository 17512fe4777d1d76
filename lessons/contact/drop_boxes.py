"""Beside the contacts: two test boxes with the tilt of the pose, each held by the points of one rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from lessons.contact import dropped
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES, Clipping
from lessons.contact.dropped import PointRule, Run
from lessons.contact.tilt_chart import Frame, chart
from lessons.stories.clip_state import outermost
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed, sentence

RULES = {ONE: PointRule.CROSSING, HEIGHT: PointRule.ANY_HEIGHT, PLANES: PointRule.UNCUT}
LESSONS = {ONE: "Clipping", HEIGHT: "With the test of height", PLANES: "With side planes"}
ASPECT = 1.8  # of the view, about
GAP = 0.5  # between the shapes and the boxes
WIDER = 1.7  # times the shapes: the boxes beside them, over a chart
WHOLE = 1.5  # of the view, with a chart
LEAST = 0.2  # of its width: how high a chart is at least
ABOVE, UNDER = 0.25, 0.75  # a chart, of a box: room
HEAD = 0.25  # above the upper title
LINE = 20.0  # pixels from one note to the next
AXIS = 0.3  # from a side to the chart: room for numbers
STEP = 0.5  # the shapes' sides are rounded to it, so that the boxes stay where they are while something is dragged


def runs_of(moment: Moment[Any]) -> tuple[Run, Run]:
    """The box under the rule to compare with, and under the right one."""
    compare = outermost(moment).compare or ONE
    over, scene = compare == PLANES, outermost(moment).scene
    return scene.drop(RULES[compare], over=over), scene.drop(PointRule.TWO_POINTS, over=over)


def is_charted(moment: Moment[Any], *, is_last: bool) -> bool:
    return is_last and (moment.compare or ONE) == ONE and moment.scene.tilt > 0.0


def draw_beside(canvas: Canvas, moment: Moment[Clipping], *, is_last: bool) -> None:
    """Both boxes to the right of the shapes; at the last step (`is_last`) large."""
    at, scale = _place(moment, is_last=is_last)
    part = Canvas(canvas.pixel / scale)
    draw_boxes(part, moment, is_last=is_last)
    canvas.marks.extend(dropped.placed(part, at, scale))


def draw_lever(canvas: Canvas, moment: Moment[Clipping]) -> None:
    """Beside the contacts: how the one push turns its box."""
    (x, y), scale = _place(moment, is_last=False)
    part, run = Canvas(canvas.pixel / scale), runs_of(moment)[0]
    dropped.lever(part, dropped.drawn_box(run.tilt), run.at(0.0)[1])
    ax, ay = dropped.floors(run, charted=False)[0]
    canvas.marks.extend(dropped.placed(part, (x + scale * ax, y + scale * ay), scale))


def _sides(moment: Moment[Clipping]) -> tuple[float, float, float, float]:
    """Of the shapes: left, below, above, right."""
    corners = np.concatenate([body.world.points for body in (moment.scene.a, moment.scene.b)]) / STEP
    (left, low), (right, high) = np.floor(corners.min(axis=0)).tolist(), np.ceil(corners.max(axis=0)).tolist()
    return STEP * left, STEP * low, STEP * high, STEP * right


def _place(moment: Moment[Clipping], *, is_last: bool) -> tuple[tuple[float, float], float]:
    """Where the boxes' own coordinates begin, and their scale."""
    charted = is_charted(moment, is_last=is_last)
    left, low, high, right = _sides(moment)
    start, end, below, above = dropped.extent(runs_of(moment)[0], charted=charted)
    wide, tall = right - left, high - low
    if charted:
        scale = max(WIDER * wide / (end - start), tall / (above - below))
    else:  # as high as the view
        scale = max((wide + GAP) / (ASPECT * (above - below) - (end - start)), tall / (above - below))
    at = right + GAP - scale * start, 0.5 * (low + high) - 0.5 * scale * (below + above)
    return at, scale


def frame_of(moment: Moment[Clipping]) -> Frame:
    """The chart below the shapes and the boxes, as wide as both, in the boxes' own coordinates."""
    (x, y), scale = _place(moment, is_last=True)
    _, end, below, above = dropped.extent(runs_of(moment)[0], charted=True)
    left, low, top = _sides(moment)[:3]
    left, low, top = (left - x) / scale, min((low - y) / scale, below), max((top - y) / scale, above + HEAD)
    high = low - ABOVE
    tall = max((end - left) / WHOLE - (top - high) - UNDER, LEAST * (end - left))
    return Frame(left + AXIS, end - AXIS, high - tall, high)


def draw_boxes(canvas: Canvas, moment: Moment[Clipping], *, is_last: bool) -> None:
    """The same box under either rule, from this pose's tilt, in coordinates of its own."""
    compare, runs, charted = moment.compare or ONE, runs_of(moment), is_charted(moment, is_last=is_last)
    time = moment.time if is_last else 0.0
    for run, title, at in zip(
        runs, (sentence(compare), LESSONS[compare]), dropped.floors(runs[0], charted=charted), strict=True
    ):
        part = Canvas(canvas.pixel)
        dropped.draw(part, run, time, title, is_true=compare != ONE)
        canvas.marks.extend(dropped.placed(part, at))
    head = dropped.floors(runs[0], charted=charted)[0][1] + dropped.room(runs[0]) + HEAD
    canvas.stroke(((0.0, head), (0.0, head)), Ink.CONSTRUCTION)  # room below the choice of comparisons
    words = f"Test boxes, let go just touching, with the tilt of this pose: {fixed(moment.scene.tilt, 1)}°."
    if runs[0].over:
        words = "Another pose: flat, over the end of the ground."
    if charted:
        chart(canvas, runs, time, frame_of(moment))
    if charted or (is_last and not runs[0].is_wrong):  # the chart or the situation tells the tilt
        return
    under = 0.0, dropped.extent(runs[0], charted=charted)[2] - LINE * canvas.pixel
    canvas.label(words, under, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
