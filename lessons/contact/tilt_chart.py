"""The chart below two dropped boxes: their tilts over the time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from lessons.contact.dropped import STEP_TIME, TIME_STEPS, Run
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.text import fixed

CHARTED = 1.5  # degrees: the greatest tilt that is shown over time, either way
_TICK = 16.0  # pixels from the end of an axis to its number


class Frame(NamedTuple):
    """Where the chart of both tilts is: its sides."""

    left: float
    right: float
    low: float
    high: float

    def at(self, time: float, tilt: float) -> tuple[float, float]:
        """The place of a tilt, in radians, at a part of the whole time."""
        middle, unit = 0.5 * (self.low + self.high), 0.5 * (self.high - self.low) / CHARTED
        return self.left + time * (self.right - self.left), middle + unit * math.degrees(tilt)


def angle_curve(run: Run, time: float, frame: Frame) -> list[list[tuple[float, float]]]:
    """The tilt until a part of the whole time, cut off where it is beyond the chart."""
    parts: list[list[tuple[float, float]]] = []
    times = [k / TIME_STEPS for k in range(TIME_STEPS + 1) if k < time * TIME_STEPS - 1e-9] + [time]
    for t0, t1 in pairwise(times):
        (x0, y0), (x1, y1) = frame.at(t0, run.at(t0)[0]), frame.at(t1, run.at(t1)[0])
        cuts = [(y - y0) / (y1 - y0) for y in (frame.low, frame.high)] if y0 != y1 else []
        ends = sorted((0.0, *(part for part in cuts if 0.0 < part < 1.0), 1.0))
        for first, second in pairwise(ends):
            if not frame.low <= y0 + 0.5 * (first + second) * (y1 - y0) <= frame.high:
                continue
            start, end = (((1.0 - part) * x0 + part * x1, (1.0 - part) * y0 + part * y1) for part in (first, second))
            if parts and parts[-1][-1] == start:
                parts[-1].append(end)
            else:
                parts.append([start, end])
    return parts


def chart(canvas: Canvas, runs: Sequence[Run], time: float, frame: Frame) -> None:
    """The tilts of both boxes over the time, with a play head."""
    off, whole, steepest = _TICK * canvas.pixel, TIME_STEPS * STEP_TIME, math.radians(CHARTED)

    def note(text: str, x: float, y: float, ink: Ink = Ink.QUIET) -> None:
        canvas.label(text, (x, y), ink, style=TextStyle.CAPTION, fixed=True)

    canvas.stroke((frame.at(0.0, -steepest), frame.at(0.0, steepest)), Ink.QUIET, line=Line.THIN)
    for degrees in (-1, 0, 1):
        level = [frame.at(t, math.radians(degrees)) for t in (0.0, 1.0)]
        canvas.stroke(level, Ink.QUIET if degrees == 0 else Ink.CONSTRUCTION, line=Line.DASHED)
        note(f"{fixed(degrees, 0, sign=degrees > 0)}°", level[0][0] - 1.1 * off, level[0][1])
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = frame.at(part, -steepest)
        canvas.stroke(((x, y), (x, y + 0.3 * off)), Ink.QUIET, line=Line.THIN)
        note(f"{fixed(part * whole)} s", x, y - 0.8 * off)
    note("tilt of both boxes", frame.right - 4.5 * off, frame.high - 0.6 * off)
    _entry(canvas, runs[0], frame)
    for run in runs if time > 0.0 else ():
        ink, tilt = Ink.FAULTY if run.is_wrong else Ink.TEXT, run.at(time)[0]
        for curve in angle_curve(run, time, frame):
            canvas.stroke(curve, ink, line=Line.MEASURE)
        if abs(tilt) <= steepest:
            canvas.dot(frame.at(time, tilt), ink)
    canvas.stroke((frame.at(time, -steepest), frame.at(time, steepest)), Ink.INTERFACE, line=Line.THIN)
    after = runs[1].rests_after
    if after and after <= time * whole:
        x, zero = frame.at(after / whole, 0.0)
        canvas.stroke(((x, zero), (x, frame.low + 0.2 * off)), Ink.TEXT, line=Line.THIN)
        note(f"{fixed(after)} s", x + 1.4 * off, frame.low + 0.8 * off, Ink.TEXT)


def _entry(canvas: Canvas, run: Run, frame: Frame) -> None:
    """Where both tilts come from, beside the place at which they enter the chart."""
    if math.degrees(run.tilt) <= CHARTED:
        return
    (x, y), off = next(iter(angle_curve(run, 1.0, frame)))[0], _TICK * canvas.pixel
    words = f"from {fixed(math.degrees(run.tilt), 1)}°"
    canvas.label(
        words,
        (x + (2.8 if x - frame.left < 5.0 * off else -2.6) * off, y - 0.6 * off),
        Ink.QUIET,
        style=TextStyle.CAPTION,
        fixed=True,
    )
