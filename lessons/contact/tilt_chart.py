"""The chart below two bodies that are let go: their tilts over the time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from lessons.contact.dropped import STEP_TIME, TIME_STEPS, Run
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes
from viz.lesson.mark import Pair
from viz.lesson.text import fixed

LATE = 0.3  # seconds: before a later rest there is room for words
SECONDS = 0.0, 0.25, 0.5, 0.75, 1.0  # that have numbers


class Reach(NamedTuple):
    """How far a chart of tilts reaches either way."""

    most: float  # degrees
    numbered: float  # degrees that have a number, as 0 has
    digits: int

    @property
    def axes(self) -> Axes:
        return Axes((0.0, TIME_STEPS * STEP_TIME), (-self.most, self.most))


NEARLY_LEVEL, FAR = Reach(0.6, 0.4, 1), Reach(50.0, 30.0, 0)  # of a body that stays on its ground; of one that tips


def tilt_curve(run: Run, time: float, most: float) -> list[list[Pair]]:
    """Seconds and degrees until a part of the whole time, cut off where the tilt is beyond the chart."""
    parts: list[list[Pair]] = []
    times = [k / TIME_STEPS for k in range(TIME_STEPS + 1) if k < time * TIME_STEPS - 1e-9] + [time]
    low, high = -most, most
    for t0, t1 in pairwise(times):
        (x0, y0), (x1, y1) = ((t * TIME_STEPS * STEP_TIME, math.degrees(run.tilt_at(t))) for t in (t0, t1))
        cuts = [(y - y0) / (y1 - y0) for y in (low, high)] if y0 != y1 else []
        ends = sorted((0.0, *(part for part in cuts if 0.0 < part < 1.0), 1.0))
        for first, second in pairwise(ends):
            if not low <= y0 + 0.5 * (first + second) * (y1 - y0) <= high:
                continue
            start, end = (((1.0 - part) * x0 + part * x1, (1.0 - part) * y0 + part * y1) for part in (first, second))
            if parts and parts[-1][-1] == start:
                parts[-1].append(end)
            else:
                parts.append([start, end])
    return parts


def chart(canvas: Canvas, runs: Sequence[Run], time: float, reach: Reach) -> None:
    """The tilts of both until now, the wrong one's first; where the right one comes to rest."""
    axes, most = reach.axes, reach.most
    degrees = (-reach.numbered, 0.0, reach.numbered)
    charts.chart_axes(
        canvas,
        axes,
        x_ticks=SECONDS,
        x_text=[f"{fixed(each)} s" for each in SECONDS],
        y_ticks=degrees,
        y_text=[f"{fixed(each, reach.digits if each else 0, sign=each > 0.0)}°" for each in degrees],
    )
    now = time * axes.x[1]
    for run in runs if time > 0.0 else ():
        ink, tilt = Ink.FAULTY if run.is_wrong else Ink.TEXT, math.degrees(run.tilt_at(time))
        for curve in tilt_curve(run, time, most):
            canvas.stroke(curve, ink, line=Line.MEASURE)
        if abs(tilt) <= most:
            canvas.dot((now, tilt), ink)
    charts.play_head(canvas, now, axes)
    after = runs[1].rests_after if runs and time > 0.0 else None
    if after and after <= now + 1e-9:
        canvas.stroke(((after, 0.0), (after, -most)), Ink.TEXT, line=Line.THIN)
        at, side = (after, -most + 11.0 * canvas.pixel_y), 1.0 if after < LATE else -1.0
        words = f"at rest after {fixed(after)} s"
        canvas.label(words, at, Ink.TEXT, toward=(side, 0.0), style=TextStyle.CAPTION, fixed=True)
