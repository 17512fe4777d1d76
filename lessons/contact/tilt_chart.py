"""The chart below two bodies that are let go: their tilts over the time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from lessons.contact.dropped import STEP_TIME, TIME_STEPS, Run, is_apart
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes
from viz.lesson.mark import Pair
from viz.lesson.text import fixed

LETTER, GAP = 6.3, 14.0  # pixels: of a letter of a caption, at most; beside the words
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
    inks = (Ink.FAULTY if runs and is_apart(runs) else Ink.TEXT), Ink.TEXT
    for run, ink in zip(runs, inks, strict=False) if time > 0.0 else ():
        tilt = math.degrees(run.tilt_at(time))
        for curve in tilt_curve(run, time, most):
            canvas.stroke(curve, ink, line=Line.MEASURE)
        if abs(tilt) <= most:
            canvas.dot((now, tilt), ink)
    if runs and time > 0.0:
        _beyond(canvas, runs[1], most)
    charts.play_head(canvas, now, axes)
    after = runs[1].rests_after if runs and time > 0.0 else None
    if after and after <= now + 1e-9:
        words = f"at rest after {fixed(after)} s"
        at, side = _free(canvas, [part for run in runs for part in tilt_curve(run, 1.0, most)], after, most, words)
        canvas.stroke(((after, 0.0), (after, math.copysign(most, at[1]))), Ink.TEXT, line=Line.THIN)
        canvas.label(words, at, Ink.TEXT, toward=(side, 0.0), style=TextStyle.CAPTION, fixed=True)
    if runs and time == 1.0:
        _tipped(canvas, runs, inks, now, most)


def _beyond(canvas: Canvas, run: Run, most: float) -> None:
    """From where it comes, before its curve enters the chart: an arrow at the upper side."""
    tilt, curves = math.degrees(run.tilt_at(0.0)), tilt_curve(run, 1.0, most)
    if tilt <= most or not curves:
        return
    x, top, tail = 0.5 * curves[0][0][0], most - 4.0 * canvas.pixel_y, most - 26.0 * canvas.pixel_y
    canvas.arrow((x, tail), (x, top), Ink.QUIET)
    canvas.label(f"{fixed(tilt, 1)}°", (x, tail), Ink.QUIET, toward=(0.0, -1.0), style=TextStyle.CAPTION, fixed=True)


def _free(canvas: Canvas, curves: list[list[Pair]], after: float, most: float, words: str) -> tuple[Pair, float]:
    """A place for the words beside a time, at the lower or the upper side, and on which side of it they lie: where no
    curve passes, else left of all curves."""
    wide, level = (LETTER * len(words) + GAP) * canvas.pixel, most - 11.0 * canvas.pixel_y
    first = min((part[0][0] for part in curves), default=after)
    places = [(after, y, side) for y in (-level, level) for side in (1.0, -1.0)]
    for x, y, side in places:
        reach = (x, x + wide) if side > 0.0 else (x - wide, x)
        if not any(_passes(p, q, reach, y, 9.0 * canvas.pixel_y) for part in curves for p, q in pairwise(part)):
            return (x, y), side
    return (first, -level), -1.0


def _passes(p: Pair, q: Pair, reach: tuple[float, float], y: float, half: float) -> bool:
    """Whether a piece of a curve, drawn from left to right, passes a box."""
    x0, x1 = max(p[0], reach[0]), min(q[0], reach[1])
    if x0 >= x1:
        return False
    slope = (q[1] - p[1]) / (q[0] - p[0])
    low, high = sorted(p[1] + slope * (x - p[0]) for x in (x0, x1))
    return low < y + half and high > y - half


def _tipped(canvas: Canvas, runs: Sequence[Run], inks: Sequence[Ink], now: float, most: float) -> None:
    """By how much each body that tips has turned, at the end of its curve: of two the farther one's number
    lies beyond them."""
    ends = [(math.degrees(run.tilts[-1]), run, ink) for run, ink in zip(runs, inks, strict=True)]
    ends = [end for end in ends if end[1].tips and abs(end[0]) <= most] if is_apart(runs) else []
    farthest = max((abs(tilt) for tilt, _, _ in ends), default=0.0)
    for tilt, run, ink in ends:
        off = math.copysign(1.0, tilt) * (9.0 if abs(tilt) == farthest else -26.0)
        at = now - 6.0 * canvas.pixel, tilt + off * canvas.pixel_y
        canvas.label(f"{fixed(run.turned, 1)}°", at, ink, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
