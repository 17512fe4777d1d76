"""The moments that are looked at, and the contact between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Outcome, boundary
from geometry.time_of_impact.discrete import ContinuousAsked, MomentTested, Tunnelling
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.first_edition import marks, sweep_picture
from lessons.first_edition.sweeps import SAMPLES
from lessons.tunnelling.scene import Stepped, outermost
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, signed

TICK = 0.05  # of the graph's height, to either side of a moment on its line
NAMED = 8  # steps of which every one can be told by its number


def time_of(step: Any) -> float | None:
    """The fraction that a step of the search is about, where it is about one."""
    for holder in (step, getattr(step, "state", None), getattr(step, "last", None)):
        fraction = getattr(holder, "fraction", None)
        if isinstance(fraction, float) and 0.0 <= fraction <= 1.0:
            return fraction
    return None


def draw(canvas: Canvas, moment: Moment[Stepped]) -> None:
    scene, step = moment.scene, moment.step
    sweep_picture.ways(canvas, scene)
    sweep_picture.at_time(canvas, scene)
    if moment.parent is not None:
        now = time_of(step)
        if now is not None:
            sweep_picture.between(canvas, scene, now, Ink.REFERENCE)
        return
    for tested in _tested(moment):
        for way, shape in zip(sweep_picture.ways_of(scene), scene.at(tested.fraction), strict=True):
            outline = boundary(shape, marks.SMOOTH * canvas.pixel)
            if way.moves:
                canvas.hot(np.concatenate((outline, outline[:1])), f"moment {tested.step}", Ink.REFERENCE)
        if tested is not step and 0.0 < tested.fraction < 1.0:
            name = str(tested.step) if scene.count <= NAMED else ""
            sweep_picture.between(canvas, scene, tested.fraction, name=name)
    match step:
        case MomentTested():
            ink = Ink.OVERLAP if step.overlapped else Ink.GAP
            a, _ = sweep_picture.between(canvas, scene, step.fraction, ink)
            words = f"t = {amount(step.fraction)}: {'overlap' if step.overlapped else 'gap'} "
            at = a.centroid + (a.radius + 0.02) * marks.UP
            canvas.label(f"{words}{amount(abs(step.separation))}", at, ink, toward=marks.UP)
        case TimeOfImpact():
            _discrete(canvas, scene, step)
        case ContinuousAsked(impact):
            _contact(canvas, scene, impact)
        case Tunnelling():
            _discrete(canvas, scene, step.discrete, Ink.FAULTY if step.tunnelled or step.late else Ink.TEXT)
            _contact(canvas, scene, step.continuous)


def _tested(moment: Moment[Stepped]) -> list[MomentTested]:
    return [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, MomentTested)]


def _discrete(canvas: Canvas, scene: Stepped, seen: TimeOfImpact, ink: Ink = Ink.TEXT) -> None:
    """What the steps find; in the ink of a fault once it is known to be late, or nothing though they touch."""
    if seen.outcome is Outcome.SEPARATED:
        end = scene.a_to.world.bounds()
        canvas.label("the steps: no contact", (end.center[0], end.low[1]), ink, toward=-marks.UP)
        return
    a, _ = scene.at(seen.fraction)
    sweep_picture.between(canvas, scene, seen.fraction, Ink.OVERLAP if ink is Ink.TEXT else ink)
    top = (a.bounds().center[0], a.bounds().high[1])
    canvas.label(f"the steps: t = {amount(seen.fraction)}", top, ink, toward=marks.UP)


def _contact(canvas: Canvas, scene: Stepped, impact: TimeOfImpact) -> None:
    if impact.normal is None or impact.on_a is None:
        return
    a, b = scene.at(impact.fraction)
    marks.ghost(canvas, a, Ink.A)
    marks.ghost(canvas, b, Ink.B)
    marks.normal_arrow(canvas, impact.on_a, impact.normal, "normal", 48.0)
    canvas.dot(impact.on_a, Ink.RESULT)
    words = f"first touch: t = {amount(impact.fraction)}"
    canvas.label(words, impact.on_a, Ink.RESULT, toward=marks.UP - 0.4 * impact.normal)


def draw_curve(canvas: Canvas, moment: Moment[Stepped]) -> None:
    """The moments that are looked at; s(t) and the stretch below 0 only once time is looked at as a whole."""
    scene = moment.scene
    above = outermost(moment)
    asked = next((s for s in above.trace.steps[: above.index + 1] if isinstance(s, ContinuousAsked)), None)
    wide = sweep_picture.separation_curve(canvas, scene, is_known=asked is not None)
    values, low = scene.graph.values, scene.graph.low
    tick = TICK * (scene.graph.high - low)
    for at in np.linspace(0.0, wide, scene.count + 1)[1:-1].tolist():
        canvas.stroke(((at, -tick), (at, tick)), Ink.CONSTRUCTION)
    under = SAMPLES[values <= 0.0] if asked is not None else SAMPLES[:0]
    if len(under):
        first, last = float(under[0]) * wide, float(under[-1]) * wide
        canvas.stroke(((first, 0.0), (last, 0.0)), Ink.OVERLAP)
        canvas.label("contact", ((first + last) / 2.0, 0.0), Ink.OVERLAP, toward=-marks.UP)
    for tested in _tested(above):
        at = np.array((tested.fraction * wide, max(tested.separation, low)))
        canvas.stroke(np.array((at, (at[0], 0.0))), Ink.GHOST)
        canvas.dot(at, separation_ink(tested.separation))
        canvas.hot((at,), f"moment {tested.step}", separation_ink(tested.separation))
        if tested is moment.step:
            words = f"moment {tested.step}: {signed(tested.separation)}"
            if tested.separation < low:
                words += ", deeper than drawn"
            canvas.label(words, at, separation_ink(tested.separation), toward=(1.0, 0.6))
    if moment.parent is not None:
        now = time_of(moment.step)
        if now is not None:
            canvas.dot((now * wide, max(float(np.interp(now, SAMPLES, values)), low)), Ink.REFERENCE)
    if asked is not None and asked.impact.outcome is Outcome.HIT:
        at = np.array((asked.impact.fraction * wide, 0.0))
        canvas.dot(at, Ink.RESULT)
        canvas.label(f"t = {amount(asked.impact.fraction)}", at, Ink.RESULT, toward=(-1.0, 0.8))
