"""The trials of the search for a root: all of a bracket's last one, or one guess."""

from __future__ import annotations

from typing import Any

from geometry.time_of_impact.bilateral_advancement import DeepestFound, RootMethod, RootTried
from geometry.time_of_impact.separation_function import SeparationFunction
from geometry.trace import Grouped
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes

HEAD = 1.1  # of the greatest gap: the chart's end above the curves
BRACKET = 0.12  # of the greatest gap: so far above the chart's end the bracket lies


def is_tried(step: Any) -> bool:
    """Whether a part of the search has come back to a root."""
    checks = [each for each in step.part if isinstance(each, DeepestFound)] if isinstance(step, Grouped) else []
    return len(checks) > 1


def draw_tried(canvas: Canvas, function: SeparationFunction, part: Grouped[Any], axes: Axes) -> None:
    """The trials of the root that has moved t2 last, each with its time on the way of t2, and a secant."""
    if not is_tried(part):
        return
    checks = [i for i, step in enumerate(part.part) if isinstance(step, DeepestFound)]
    trials = [step for step in part.part.steps[checks[-2] :] if isinstance(step, RootTried)]
    for each in trials:
        if each.method is RootMethod.SECANT:
            ends = [(t, function.between(t, each.index_a, each.index_b)) for t in (each.low, each.high)]
            if all(abs(g - function.deepest(t).separation) <= 1e-6 for t, g in ends) and ends[1][1] >= axes.y[0]:
                canvas.stroke(ends, Ink.EXAMINED, line=Line.THIN)
                canvas.label("secant", ends[1], Ink.EXAMINED, toward=(0.8, 0.6), style=TextStyle.CAPTION)
                break
    track = axes.y[0] + BRACKET * axes.y[1] / HEAD
    for each in trials:
        if axes.y[0] <= each.separation <= axes.y[1]:
            at = (each.fraction, each.separation)
            canvas.stroke((at, (each.fraction, track)), Ink.QUIET, line=Line.DOTTED)
            canvas.dot(at, Ink.QUIET)


def draw_trial(canvas: Canvas, tried: RootTried, axes: Axes) -> None:
    """One guess at the root."""
    y = max(tried.separation, axes.y[0])
    charts.drop_line(canvas, (tried.fraction, y), 0.0)
    canvas.dot((tried.fraction, y), Ink.EXAMINED)
    words = f"{tried.method.value} {tried.trial}"
    canvas.label(words, (tried.fraction, y), Ink.EXAMINED, toward=(1.0, 1.0), style=TextStyle.BOLD)
