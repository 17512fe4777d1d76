"""The curves below both stacks: the floor's impulse by iteration, then kinetic energy by time."""

from __future__ import annotations

import math

import numpy as np

from geometry.dynamics.step import WarmStarted
from lessons.bodies.resting_figure import carried, done, frames_at, is_played, run_of, trace_of
from lessons.bodies.resting_scene import FRAMES, RATE, SECONDS, Stack
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

UNIT = Axes((0.0, 1.0), (0.0, 1.0))  # of the curves, which have ticks of their own
HEADROOM = 1.3  # times what is needed: the greatest impulse of the chart
DECADES = -4.0, 2.0  # of kinetic energy
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
        _energy(canvas, moment)
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
    for is_other, ink in ((True, Ink.FAULTY), (False, Ink.ANSWER)):
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


def height_of(energy: float) -> float:
    """In the chart of kinetic energy, which has a log axis."""
    low, high = DECADES
    return min(max((math.log10(max(energy, 1e-30)) - low) / (high - low), 0.0), 1.0)


def _energy(canvas: Canvas, moment: Moment[Stack]) -> None:
    """Kinetic energy up to now, of both."""
    powers = range(round(DECADES[0]), round(DECADES[1]) + 1, 2)
    seconds = np.arange(0.0, SECONDS + 0.1, 0.5)
    charts.chart_axes(
        canvas,
        Axes(*UNIT[:2], "time in seconds"),
        x_ticks=[float(s) / SECONDS for s in seconds],
        x_text=[fixed(float(s), 1) for s in seconds],
        y_ticks=[height_of(10.0**p) for p in powers],
        y_text=[("≤ " if p == powers[0] else "") + (f"{10.0**p:g}" if p else "1") for p in powers],
    )
    k = frames_at(moment)
    places = np.arange(k + 1) / FRAMES
    ends = []
    for is_other, ink in ((True, Ink.FAULTY), (False, Ink.ANSWER)):
        run = run_of(moment, is_other=is_other)
        energies = [0.0, *(each.kinetic for each in run.frames(k))]
        heights = [height_of(e) for e in energies]
        if k:
            charts.curve(canvas, places, heights, ink, fill=0.14 if is_other else 0.0)
        canvas.dot((places[-1], heights[-1]), ink, Point.FILLED)
        ends.append((heights[-1], fixed(energies[-1], 4 if energies[-1] < 0.1 else 2), ink))
    charts.play_head(canvas, moment.time, UNIT, f"{fixed(k / RATE)} s" if moment.time < 0.85 else "")
    if ends[0][0] == ends[1][0]:
        ends = [(ends[1][0], f"both {ends[1][1]}", Ink.ANSWER)]
    for y, words, ink in ends:
        side = (-1.0 if moment.time > 0.85 else 1.0, 1.0 if y == max(end[0] for end in ends) else 0.3)
        canvas.label(f"{words} J", (moment.time, y), ink, toward=side, style=TextStyle.BOLD)
