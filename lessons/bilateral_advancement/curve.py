"""The gap over time: the true one, the one along the axis, and the same search by conservative advancement."""

from __future__ import annotations

import numpy as np

from geometry import Outcome
from geometry.time_of_impact.bilateral_advancement import DeepestFound, RootTried
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.separation_function import Deepest, SeparationFunction
from lessons.bilateral_advancement.others import conservative, unproved
from lessons.bilateral_advancement.picture import chosen, function_of, states_until, top
from lessons.bilateral_advancement.scene import Rooted
from lessons.first_edition import advancement_picture, sweep_picture
from lessons.first_edition.sweep_captions import clock
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

TIMES = np.linspace(0.0, 1.0, 41)  # at which the gap along the axis is worked out for its curve


def draw_curve(canvas: Canvas, moment: Moment[Rooted]) -> None:
    """The true gap, and below it the gap along the axis of this iteration."""
    scene, step = moment.scene, top(moment).step
    wide = sweep_picture.separation_curve(canvas, scene)
    advancement_picture.visits(canvas, scene, states_until(moment), with_bounds=False)
    axis = chosen(moment)
    if axis is not None:
        function = function_of(scene, axis)
        _along_axis(canvas, scene, function)
        if isinstance(step, DeepestFound):
            _ends(canvas, scene, step.first, step.last, step.floor)
        if isinstance(step, RootTried):
            _guess(canvas, scene, step)
    if isinstance(step, TimeOfImpact) and step.outcome is Outcome.HIT:
        assert step.separation is not None
        advancement_picture.contact_on_curve(canvas, scene, step.fraction, step.separation)
    if scene.unproved:
        found = unproved(scene)
        level = 0.6 * scene.graph.low
        for t in found.looked_at:
            canvas.dot((t * wide, level), Ink.FAULTY)
        canvas.stroke([(t * wide, level) for t in found.looked_at], Ink.FAULTY)
        words = f"without the proof: {f'contact at {clock(found.fraction)}' if found.hit else 'no contact'}"
        canvas.label(words, (found.looked_at[-1] * wide, level), Ink.FAULTY, toward=(-1.0, -0.6))


def _along_axis(canvas: Canvas, scene: Rooted, function: SeparationFunction) -> None:
    """s along the axis, as far as it is within the picture."""
    graph = scene.graph
    values = np.array([function.deepest(t).separation for t in TIMES.tolist()])
    shown = values >= graph.low
    edges = np.flatnonzero(np.diff(np.concatenate(((False,), shown, (False,))).astype(int)))
    runs = [(i, j) for i, j in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True) if j - i > 1]
    for i, j in runs:
        canvas.stroke(np.stack((TIMES[i:j] * graph.wide, values[i:j]), axis=1), Ink.LANDED_A)
    if runs:
        last = runs[-1][1] - 1
        canvas.label("along the axis", (TIMES[last] * graph.wide, values[last]), Ink.LANDED_A, toward=(0.0, -1.0))


def _ends(canvas: Canvas, scene: Rooted, first: Deepest, last: Deepest, floor: float) -> None:
    """t2, the chord from t1, and the floor that is proved under the curve."""
    graph = scene.graph
    low = max(last.separation, graph.low)
    canvas.stroke(((first.fraction * graph.wide, first.separation), (last.fraction * graph.wide, low)), Ink.GHOST)
    canvas.stroke(((last.fraction * graph.wide, graph.low), (last.fraction * graph.wide, graph.high)), Ink.RESULT)
    canvas.dot((last.fraction * graph.wide, low), Ink.RESULT)
    words = f"t2 = {clock(last.fraction)}: {amount(last.separation)}"
    canvas.label(words, (last.fraction * graph.wide, graph.high), Ink.RESULT, toward=(-1.0, -0.3))
    if floor >= graph.low:
        ends = (first.fraction * graph.wide, floor), (last.fraction * graph.wide, floor)
        canvas.stroke(ends, Ink.REFERENCE)
        canvas.label(f"floor {amount(floor)}", ends[0], Ink.REFERENCE, toward=(0.4, -1.0))


def _guess(canvas: Canvas, scene: Rooted, tried: RootTried) -> None:
    """The bracket on the axis of time, and the guess in it."""
    graph = scene.graph
    canvas.stroke(((tried.low * graph.wide, 0.0), (tried.high * graph.wide, 0.0)), Ink.INCIDENT)
    at = tried.fraction * graph.wide, min(max(tried.separation, graph.low), graph.high)
    canvas.stroke((at, (at[0], 0.0)), Ink.GHOST)
    canvas.dot(at, Ink.RESULT)
    canvas.label(f"{tried.method.value}: t = {clock(tried.fraction)}", at, Ink.RESULT, toward=(0.4, 1.0))


def draw_other(canvas: Canvas, moment: Moment[Rooted]) -> None:
    """Conservative advancement on the same scene: all its iterations."""
    found = conservative(moment.scene)
    sweep_picture.separation_curve(canvas, moment.scene)
    advancement_picture.visits(canvas, moment.scene, found.states)
    if found.answer.outcome is Outcome.HIT and found.answer.separation is not None:
        advancement_picture.contact_on_curve(canvas, moment.scene, found.answer.fraction, found.answer.separation)
