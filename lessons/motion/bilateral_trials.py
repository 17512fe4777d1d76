"""The trials of the search for a root, and how they move the end of the bracket."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.time_of_impact.bilateral_advancement import RootMethod, RootTried
from geometry.time_of_impact.separation_function import SeparationFunction
from geometry.trace import Grouped
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes

HEAD = 1.1  # of the greatest gap: the chart's end above the curves
NUMBERED = 15.0  # pixels: nearer to a trial that has its number on that side there is no room for another
APART = 12.0  # pixels between two ends of a bracket that are both drawn
BRACKET = 0.12  # of the greatest gap: so far above the chart's end the bracket lies


def draw_trial(canvas: Canvas, function: SeparationFunction, tried: RootTried, axes: Axes) -> None:
    """One guess at the root: where the secant meets the target, or the middle, and the gap there."""
    low = axes.y[0]
    if tried.method is RootMethod.SECANT:
        (t, g), (u, h) = ((x, function.between(x, tried.index_a, tried.index_b)) for x in (tried.low, tried.high))
        slope = (h - g) / (u - t)
        ends = [(x + (y - z) / slope, y) for x, z in ((t, g), (u, h)) for y in (min(max(z, low), axes.y[1]),)]
        canvas.stroke(ends, Ink.EXAMINED, line=Line.THIN)  # as far as the chart goes
        for symbol, at in zip(("$g_l$", "$g_h$"), ends, strict=True):
            canvas.label(symbol, at, Ink.EXAMINED, toward=(1.0, 0.5))
    y = max(tried.separation, low)
    charts.drop_line(canvas, (tried.fraction, y), 0.0)
    canvas.dot((tried.fraction, y), Ink.EXAMINED)
    words = f"{tried.method.value} {tried.trial}"
    canvas.label(words, (tried.fraction, y), Ink.EXAMINED, toward=(1.0, 1.0), style=TextStyle.BOLD)


def last_trials(part: Grouped[Any]) -> list[RootTried]:
    """Those of the last root of a step."""
    trials = [step for step in part.part if isinstance(step, RootTried)]
    return trials[-trials[-1].trial :]


def walk_of(part: Grouped[Any]) -> list[float]:
    """Where t2 is before each trial of the last root, and at that root."""
    tried = last_trials(part)
    return [*(each.high for each in tried), tried[-1].fraction]


def done_at(part: Grouped[Any], start: float, time: float) -> float:
    """How many trials are over while the play head goes from t1 to the root; all of them at rest."""
    count, end = len(last_trials(part)), walk_of(part)[-1]
    return count * (time - start) / (end - start) if start < time < end else float(count)


def walked_to(part: Grouped[Any], start: float, time: float) -> float:
    """Where t2 is on its way from trial to trial."""
    walk = walk_of(part)
    return float(np.interp(done_at(part, start, time), range(len(walk)), walk))


def draw_walk(canvas: Canvas, part: Grouped[Any], y: float, until: float) -> None:
    """Beside the bracket: the ends that it has had, from the farthest on."""
    seen = walk_of(part)[0]
    for t in walk_of(part)[1:-1]:
        if seen - t > APART * canvas.pixel < t - until:
            canvas.dot((t, y), Ink.EXAMINED)
            seen = t


def draw_trials(canvas: Canvas, function: SeparationFunction, part: Grouped[Any], axes: Axes, done: float) -> None:
    """Where on the curve every trial of the last root was, numbered: secants below it, bisections above it. The first
    of each kind is called by its name, too. The newest one is full while t2 is on its way."""
    placed: dict[RootMethod, list[float]] = {method: [] for method in RootMethod}
    tried_all = last_trials(part)
    for tried in tried_all[:-1]:
        t, g = tried.fraction, function.deepest(tried.fraction).separation
        if g < axes.y[0]:
            continue
        is_newest = tried.trial == math.ceil(done) < len(tried_all)
        canvas.dot((t, g), Ink.EXAMINED, Point.FILLED if is_newest else Point.RING)
        near = placed[tried.method]
        if all(abs(t - other) > NUMBERED * canvas.pixel for other in near):
            side = -1.0 if tried.method is RootMethod.SECANT else 1.0
            named = f"**{tried.trial}** {tried.method.value}" if not near else str(tried.trial)
            canvas.label(named, (t, g), Ink.EXAMINED, toward=(0.6 * side, side), style=TextStyle.CAPTION)
            near.append(t)
