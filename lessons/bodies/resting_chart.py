"""The curves below both stacks: the floor's impulse by iteration, then kinetic energy and depth by time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from geometry.dynamics.step import WarmStarted
from lessons.bodies.resting_figure import carried, done, frames_at, is_played, run_of, trace_of
from lessons.bodies.resting_scene import FRAMES, RATE, SECONDS, Stack
from lessons.bodies.runs import Run, deepest
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

UNIT = Axes((0.0, 1.0), (0.0, 1.0))  # of the curves, which have ticks of their own
HEADROOM = 1.3  # times what is needed: the greatest impulse of the chart
INKS = (True, Ink.FAULTY), (False, Ink.ANSWER)  # by whether it is the other run
WARM = 3  # the step of the warm start
LATER = 12  # iterations that the chart shows at least
ITERATIONS_NAMED = 6  # in the chart each of so many has its value


def curves_head(moment: Moment[Stack]) -> tuple[str, str]:
    if is_played(moment):
        return "Kinetic energy in joules", "log axis"
    is_early = moment.parent is None and not moment.has_seen(WarmStarted)
    return "Impulse of the floor, N·s", f"drawn from step {WARM} on" if is_early else "after each iteration"


def draw_curves(canvas: Canvas, moment: Moment[Stack]) -> None:
    if is_played(moment):
        _over_time(canvas, moment)
    else:
        _floor(canvas, moment)


def reach(scene: Stack) -> int:
    """Iterations that the chart has room for."""
    return max(scene.iterations, LATER)


def top_of(moment: Moment[Stack]) -> float:
    """The greatest impulse that the chart has room for."""
    both = (carried(trace_of(moment, is_other=is_other))[-1] for is_other in (False, True))
    return HEADROOM * max(moment.scene.needed, *both)


def _floor(canvas: Canvas, moment: Moment[Stack]) -> None:
    """What the floor gives after each iteration of the first frame, as far as it has come; then dotted what further
    iterations would add."""
    scene, n = moment.scene, reach(moment.scene)
    top = top_of(moment)
    columns = charts.round_ticks(0.0, n, 9)
    rows = [y for y in charts.round_ticks(0.0, top, 5) if not scene.needed < y < scene.needed + 0.2 * top]  # words
    charts.chart_axes(
        canvas,
        Axes(*UNIT[:2], "iterations of this frame"),
        x_ticks=[k / n for k in columns],
        x_text=charts.tick_text(columns),
        y_ticks=[y / top for y in rows],
        y_text=charts.tick_text(rows),
    )
    level = scene.needed / top
    canvas.stroke(((0.0, level), (1.0, level)), Ink.TEXT, line=Line.DASHED)
    words = f"needed at rest: **{fixed(scene.needed)}**"
    is_early = scene.iterations < 0.6 * n  # clear of the values
    canvas.label(words, (0.86 if is_early else 0.45, level), Ink.TEXT, toward=(0.0, 1.0))
    if moment.parent is None and not moment.has_seen(WarmStarted):
        return
    now = done(moment) if moment.parent is None else moment.step.iteration
    is_done = now == scene.iterations
    for is_other, ink in INKS:
        values = carried(scene.first(run_of(moment, is_other=is_other), n if is_other and is_done else None))
        xs, ys = [k / n for k in range(len(values))], [min(j / top, 1.0) for j in values]
        if now:
            charts.curve(canvas, xs, ys, ink, until=now / n, fill=0.14 if is_other else 0.0, show_later=is_done)
        named = range(1, now) if is_other and now <= ITERATIONS_NAMED else ()
        for k in named:  # how it grows
            canvas.dot((xs[k], ys[k]), ink, Point.SMALL)
            canvas.label(fixed(values[k]), (xs[k], ys[k]), ink, toward=(0.0, 1.0), style=TextStyle.CAPTION)
        at, words = (xs[now], ys[now]), fixed(values[now])
        canvas.dot(at, ink, Point.FILLED)
        canvas.label(words, at, ink, toward=(0.4, -1.0 if not is_other else 1.0), style=TextStyle.BOLD)


class Band(NamedTuple):
    """A chart over time in a part of the pane, with a log axis."""

    title: str
    unit: str
    y: tuple[float, float]  # of the pane
    decades: tuple[int, int]
    apart: int  # decades between two ticks

    def height(self, value: float) -> float:
        low, high = self.decades
        part = min(max((math.log10(max(value, 1e-30)) - low) / (high - low), 0.0), 1.0)
        return self.y[0] + part * (self.y[1] - self.y[0])

    def ticks(self) -> tuple[list[float], list[str]]:
        """Where they are, and their words."""
        powers = range(self.decades[0], self.decades[1] + 1, self.apart)
        words = [("≤ " if p == powers[0] else "") + (f"{10.0**p:g}" if p else "1") for p in powers]
        return [self.height(10.0**p) for p in powers], words


ENERGY = Band("", "J", (0.58, 1.0), (-4, 2), 2)
DEPTH = Band("Depth of the deepest point", "m", (0.0, 0.38), (-3, 0), 1)


def measured(run: Run, k: int) -> tuple[list[float], list[float]]:
    """Before the first frame and after each of k frames: kinetic energy, and the greatest depth that it has found."""
    frames = run.frames(k)
    return [0.0, *(each.kinetic for each in frames)], [deepest(run.frame(max(i - 1, 0))) for i in range(k + 1)]


def _over_time(canvas: Canvas, moment: Moment[Stack]) -> None:
    """Kinetic energy and depth up to now, of both stacks."""
    k = frames_at(moment)
    both = [(ink, measured(run_of(moment, is_other=is_other), k)) for is_other, ink in INKS]
    for which, band in enumerate((ENERGY, DEPTH)):
        _band(canvas, moment, band, [(ink, values[which]) for ink, values in both])
    charts.play_head(canvas, moment.time, UNIT, f"{fixed(k / RATE)} s" if moment.time < 0.85 else "")


def _band(canvas: Canvas, moment: Moment[Stack], band: Band, both: Sequence[tuple[Ink, list[float]]]) -> None:
    is_low = band.y[0] == 0.0  # and so has the axis of both
    seconds = np.arange(0.0, SECONDS + 0.1, 0.5) if is_low else ()
    y_ticks, y_text = band.ticks()
    charts.chart_axes(
        canvas,
        Axes((0.0, 1.0), band.y, "time in seconds" if is_low else ""),
        x_ticks=[float(s) / SECONDS for s in seconds],
        x_text=[fixed(float(s), 1) for s in seconds],
        y_ticks=y_ticks,
        y_text=y_text,
    )
    if band.title:
        at = (0.0, band.y[1] + 3.0 * canvas.pixel_y)
        canvas.label(f"**{band.title}, {band.unit}**", at, Ink.TEXT, toward=(1.0, 1.0), style=TextStyle.CAPTION)
    ends = []
    for ink, values in both:
        heights = [band.height(each) for each in values]
        if len(values) > 1:
            places = np.arange(len(values)) / FRAMES
            charts.curve(canvas, places, heights, ink, zero=band.y[0], fill=0.14 if ink is Ink.FAULTY else 0.0)
        canvas.dot((moment.time, heights[-1]), ink, Point.FILLED)
        ends.append((heights[-1], _told(values[-1], band), ink))
    if ends[0][1] == ends[1][1]:
        ends = [(ends[1][0], f"both {ends[1][1]}", Ink.ANSWER)]
    for y, words, ink in ends:
        side = (-1.0 if moment.time > 0.85 else 1.0, 1.0 if y == max(end[0] for end in ends) else 0.3)
        canvas.label(f"{words} {band.unit}", (moment.time, y), ink, toward=side, style=TextStyle.BOLD)


def _told(value: float, band: Band) -> str:
    if band is DEPTH:
        return fixed(value, 3)
    return fixed(value, 4 if value < 0.1 else 2)
