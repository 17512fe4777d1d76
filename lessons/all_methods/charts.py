"""The gap over time with what a method looks at, and a row for what each method says."""

from __future__ import annotations

import numpy as np

from geometry.time_of_impact.comparison import MethodAsked, MethodsCompared, MotionMethod
from lessons.all_methods.picture import ink_of, looked_at
from lessons.all_methods.scene import Compared
from lessons.first_edition import sweep_picture
from lessons.first_edition.sweep_captions import clock
from lessons.first_edition.sweeps import SAMPLES
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment

LANE = 0.08  # between two rows, in lengths of the unit of time
READABLE = 19.0  # pixels between two rows, so that each has its name beside it; else only the new one has


def draw_curve(canvas: Canvas, moment: Moment[Compared]) -> None:
    """The gap, and the moments of it that the method looks at."""
    scene, step = moment.scene, moment.step
    wide = sweep_picture.separation_curve(canvas, scene)
    if not isinstance(step, MethodAsked):
        return
    low = scene.graph.low
    until = 1.0 if step.fraction is None else step.fraction
    times = [t for t in looked_at(scene, step.method) if t <= until]
    for t in times:
        value = float(np.interp(t, SAMPLES, scene.graph.values))
        canvas.stroke(((t * wide, 0.0), (t * wide, max(value, low))), Ink.GHOST)
        canvas.dot((t * wide, max(value, low)), Ink.REFERENCE)
    if step.fraction is not None:
        canvas.stroke(((step.fraction * wide, low), (step.fraction * wide, scene.graph.high)), ink_of(step))
        words = f"t = {clock(step.fraction)}"
        canvas.label(words, (step.fraction * wide, scene.graph.high), ink_of(step), toward=(1.0, -0.2))


def draw_rows(canvas: Canvas, moment: Moment[Compared]) -> None:
    """A row for each method asked so far: how far the way is clear by its account."""
    shown = [step for step in moment.trace.steps[: moment.index + 1] if isinstance(step, MethodAsked)]
    for k in range(len(MotionMethod)):
        level = -LANE * k
        canvas.stroke(((0.0, level), (1.0, level)), Ink.GHOST)
        if k < len(shown):
            _row(canvas, shown[k], level, shown[k] is moment.step)
    if isinstance(moment.step, MethodsCompared) and moment.step.truth.separation is not None:
        t = moment.step.truth.fraction
        canvas.stroke(((t, 0.5 * LANE), (t, -LANE * (len(MotionMethod) - 0.5))), Ink.RESULT)


def _row(canvas: Canvas, asked: MethodAsked, level: float, is_new: bool) -> None:
    ink, end = ink_of(asked), 1.0 if asked.fraction is None else asked.fraction
    canvas.stroke(((0.0, level), (end, level)), ink)
    canvas.feature(((0.0, level), (end, level)), asked.method.value, Ink.REFERENCE)
    if asked.fraction is not None:
        canvas.dot((end, level), ink)
    if not is_new and READABLE * canvas.pixel > LANE:
        return
    canvas.label(asked.method.value, (0.0, level), Ink.TEXT if is_new else Ink.QUIET, toward=(-1.0, 0.0))
    at = "no contact" if asked.fraction is None else f"t = {clock(asked.fraction)}"
    canvas.label(f"{at}: {asked.verdict.value}", (1.0, level), ink, toward=(1.0, 0.0))
