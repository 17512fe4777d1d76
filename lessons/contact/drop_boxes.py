"""Beside the contacts: two test boxes with the tilt of the pose, each held by the points of one rule."""

from __future__ import annotations

from typing import Any

import numpy as np

from lessons.contact import dropped
from lessons.contact.clip_scenes import HEIGHT, ONE, PLANES, Clipping
from lessons.contact.dropped import PointRule, Run
from lessons.stories.clip_state import outermost
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed, sentence

RULES = {ONE: PointRule.CROSSING, HEIGHT: PointRule.ANY_HEIGHT, PLANES: PointRule.UNCUT}
LESSONS = {ONE: "Two points", HEIGHT: "With the test of height", PLANES: "With side planes"}
ASPECT = 1.8  # of the view, about
GAP = 0.5  # between the shapes and the boxes
WIDER = 1.5  # times the shapes: the boxes over their chart
HEAD = 0.25  # above the upper title
LINE = 20.0  # pixels from one note to the next
STEP = 0.5  # the shapes' sides are rounded to it, so that the boxes stay where they are while something is dragged


def runs_of(moment: Moment[Any]) -> tuple[Run, Run]:
    """The box under the rule to compare with, and under the right one."""
    compare = outermost(moment).compare or ONE
    over, scene = compare == PLANES, outermost(moment).scene
    return scene.drop(RULES[compare], over=over), scene.drop(PointRule.TWO_POINTS, over=over)


def is_charted(moment: Moment[Any], *, is_last: bool) -> bool:
    return is_last and (moment.compare or ONE) == ONE


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


def _place(moment: Moment[Clipping], *, is_last: bool) -> tuple[tuple[float, float], float]:
    """Where the boxes' own coordinates begin, and their scale."""
    charted = is_charted(moment, is_last=is_last)
    corners = np.concatenate([body.world.points for body in (moment.scene.a, moment.scene.b)]) / STEP
    left, low = np.floor(corners.min(axis=0)).tolist()
    right, high = np.ceil(corners.max(axis=0)).tolist()
    start, end, below, above = dropped.extent(runs_of(moment)[0], charted=charted)
    wide, tall = STEP * (right - left), STEP * (high - low)
    scale = WIDER * wide / (end - start)
    if not charted:  # as high as the view
        scale = max((wide + GAP) / (ASPECT * (above - below) - (end - start)), tall / (above - below))
    at = STEP * right + GAP - scale * start, 0.5 * STEP * (low + high) - 0.5 * scale * (below + above)
    return at, scale


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
    below = dropped.extent(runs[0], charted=charted)[2]
    seconds = dropped.TIME_STEPS * (dropped.FALL_STEP if runs[0].over else dropped.STEP_TIME)
    words = f"Test boxes with the tilt of this pose, {fixed(moment.scene.tilt, 1)}°."
    if runs[0].over:
        words = "Another pose: flat, over the end of the ground."
    if is_last:
        words += f" $t$ = 1.00 is {fixed(seconds)} s."
    if charted:
        dropped.chart(canvas, runs, time)
    lines = [words]
    if charted and runs[0].is_wrong:
        lines.append(f"The left box, once it has landed, is drawn with {dropped.EXAGGERATED:.0f} times its tilt.")
    for i, line in enumerate(lines):
        under = below - (LINE * i if charted else LINE + LINE * i) * canvas.pixel
        canvas.label(line, (0.0, under), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
