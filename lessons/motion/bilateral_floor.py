"""The floor under the gap along an axis: the chord less what the gap can sag below it, and where that is too low."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.time_of_impact.bilateral_advancement import DeepestFound, PushBack
from geometry.time_of_impact.separation_function import SeparationFunction
from geometry.trace import Grouped
from lessons.motion.bilateral_scene import Rooted
from viz.lesson import charts, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

FLOOR_POINTS = 41
CHORD_NAMED = 160.0  # pixels: a shorter chord has no room for its name
BESIDE, ABOVE, BELOW = 0.04, 0.14, 0.36  # of the zoomed bracket's size: what is seen around it
DIP, REJECTED = 0.16, 0.45  # opacity of what a floor lies too low by, and of that floor
V_AT = 0.36  # of its arrow: where v stands
NAMED = 0.7  # of a chord: where its name stands


def halved(moment: Moment[Any]) -> tuple[DeepestFound, DeepestFound] | None:
    """Of a bracket that ends halfway: the first floor that was too low, and the one that is kept; None for others."""
    step = moment.step
    if moment.parent is not None or not isinstance(step, Grouped) or not isinstance(step.first, DeepestFound):
        return None
    checks = [each for each in step.part if isinstance(each, DeepestFound)]
    if len(checks) < 2 or checks[-2].decision is not PushBack.HALVE:
        return None
    return next(each for each in checks if each.decision is PushBack.HALVE), checks[-1]


def zoomed(scene: Rooted, low: DeepestFound, kept: DeepestFound) -> Axes:
    """The bracket that was too long, as high as the gap in it and as deep as its floor."""
    function = scene.functions[low.iteration - 1]
    points = floor_points(function, low)
    start, end = low.first.fraction, low.last.fraction
    top = max(float(function.over(points[:, 0]).max()), kept.last.separation)
    bottom = min(float(points[:, 1].min()), 0.0)
    aside, tall = BESIDE * (end - start), top - bottom
    return Axes((start - aside, end + aside), (bottom - BELOW * tall, top + ABOVE * tall), "time t")


def draw_halved(canvas: Canvas, scene: Rooted, low: DeepestFound, kept: DeepestFound, axes: Axes) -> None:
    """The floor that is kept, with its chord; dim the first one, and what it lies too low by."""
    function, least = scene.functions[low.iteration - 1], scene.target - scene.tolerance
    canvas.stroke([(t, least) for t in axes.x], Ink.TEXT, line=Line.THIN, opacity=0.6)
    at = axes.x[0] + 26.0 * canvas.pixel, least - 11.0 * canvas.pixel_y
    canvas.label(r"$s_0-\varepsilon$", at, Ink.TEXT, fixed=True)
    below = floor_points(function, low)
    for run in charts.signed_runs(below[:, 0], below[:, 1], least):
        if not run.is_above:
            canvas.area(run.points, Ink.OVERLAP, opacity=DIP)
    canvas.stroke(below, Ink.OVERLAP, line=Line.DASHED, opacity=REJECTED)
    t, deepest = below[int(below[:, 1].argmin())].tolist()
    words = f"too low: {fixed(low.floor)}"
    canvas.label(words, (t, deepest), Ink.OVERLAP, toward=(0.0, -1.0), style=TextStyle.CAPTION)
    canvas.dot((low.last.fraction, low.last.separation), Ink.QUIET, Point.RING)
    draw_floor(canvas, function, kept, axes.y[0], line=Line.CURVE)


def draw_bend(canvas: Canvas, scene: Rooted, axis: int, t: float) -> None:
    """The lengths that the bound of the bend is made of, at their true size: the radius of a body at a time, the most
    that both centres are apart, and how far one moves as seen from the other in the whole time."""
    start = scene.sweep_b.at(0.0).position
    ends = [sweep.at(scene.farthest).position for sweep in (scene.sweep_a, scene.sweep_b)]
    for symbol, length in scene.bent_by(axis).items():
        if symbol == "d":
            measures.measure(canvas, ends[0], ends[1], Ink.EXAMINED, rf"$d$ ≤ **{fixed(length)}**", line=Line.THIN)
        elif symbol == "v":
            end = start + scene.sweep_b.motion - scene.sweep_a.motion
            canvas.arrow(start, end, Ink.EXAMINED, line=Line.THIN)
            beside = start + V_AT * (end - start)
            canvas.label(f"$v$ = **{fixed(length)}**", beside, Ink.EXAMINED, toward=(1.0, 0.3))
        else:
            which = "AB".index(symbol[-1])
            centre = (scene.sweep_a, scene.sweep_b)[which].at(t).position
            far = max(
                scene.at(t)[which].points, key=lambda p: (round(math.dist(p, centre), 6), -round(float(p[0]), 6))
            )
            canvas.stroke((centre, far), Ink.EXAMINED, line=Line.THIN)
            named = f"${symbol}$ = **{fixed(length)}**"
            canvas.label(named, (centre + far) / 2.0, Ink.EXAMINED, toward=(-0.3, -1.0))


def floor_points(function: SeparationFunction, found: DeepestFound) -> np.ndarray:
    """chord − K/2 (t − t1)(t2 − t) between both ends."""
    (t1, g1), (t2, g2) = ((each.fraction, each.separation) for each in (found.first, found.last))
    t = np.linspace(t1, t2, FLOOR_POINTS)
    chord = g1 + (g2 - g1) * (t - t1) / (t2 - t1)
    return np.stack((t, chord - function.curvature / 2.0 * (t - t1) * (t2 - t)), axis=1)


def draw_floor(
    canvas: Canvas,
    function: SeparationFunction,
    found: DeepestFound,
    low: float,
    ink: Ink = Ink.EXAMINED,
    *,
    line: Line = Line.DASHED,
) -> None:
    """As far as the chart goes down, below its chord, which is named where there is room."""
    points = floor_points(function, found)
    chord = np.array([(each.fraction, each.separation) for each in (found.first, found.last)])
    if chord[1, 1] >= low:
        canvas.stroke(chord, ink, line=Line.DOTTED)
        if (chord[1, 0] - chord[0, 0]) > CHORD_NAMED * canvas.pixel:
            named = chord[0] + NAMED * (chord[1] - chord[0])
            canvas.label("chord", named, ink, toward=(0.3, 1.0), style=TextStyle.CAPTION)
    for run in charts.signed_runs(points[:, 0], points[:, 1], low):
        if run.is_above:
            canvas.stroke(run.points, ink, line=line)
    t, least = points[int(points[:, 1].argmin())].tolist()
    text, at = f"floor **{fixed(found.floor)}**", (t, max(least, low))
    canvas.label(text, at, ink, toward=(0.0, -1.0 if least > low else 1.0))


def last_floor(scene: Rooted) -> DeepestFound | None:
    """What has proved that the gap along the last axis stays open; None where the search ended otherwise."""
    last = next((step for step in reversed(scene.steps) if isinstance(step, DeepestFound)), None)
    return last if last is not None and last.decision is PushBack.OPEN_TO_THE_END else None


def bend_told(moment: Moment[Any]) -> str:
    """How much the gap can bend, where a floor follows from it; what that is made of is told at the trials."""
    floors = halved(moment)
    if floors is None:
        return ""
    return f"$K$ = {fixed(moment.scene.functions[floors[0].iteration - 1].curvature, 1)}, from radii and speeds."
