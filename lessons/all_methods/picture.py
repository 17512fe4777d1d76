"""What each method looks at in the world, and where it says that they touch."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Trace, bilateral_advancement, conservative_advancement
from geometry.time_of_impact.bilateral_advancement import AxisChosen
from geometry.time_of_impact.comparison import MethodAsked, MethodsCompared, MotionMethod, Verdict
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.vector import left_of, length
from lessons.all_methods.scene import Compared
from lessons.first_edition import advancement_picture, marks, sweep_picture
from lessons.first_edition.sweep_captions import clock
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

SLIDES = 6  # ghosts of a cast
INKS = {Verdict.RIGHT: Ink.GAP, Verdict.UNKNOWN: Ink.QUIET}  # all others are faulty
CASTS = (MotionMethod.LINEAR_CAST, MotionMethod.GJK_RAY_CAST)


@lru_cache(maxsize=8)
def looked_at(scene: Compared, method: MotionMethod) -> tuple[float, ...]:
    """The fractions at which a method looks at both shapes; none for those that look at the whole way at once."""
    if method is MotionMethod.END_ONLY:
        return 0.0, 1.0
    if method is MotionMethod.SUB_STEPS:
        return tuple(k / scene.steps for k in range(scene.steps + 1))
    if method is MotionMethod.CONSERVATIVE:
        found: Trace[Any, Any] = conservative_advancement.trace(*scene.sweeps)
        return tuple(step.fraction for step in found if isinstance(step, Advanced))
    if method is MotionMethod.BILATERAL:
        found = bilateral_advancement.trace(*scene.sweeps)
        states = (step.state if isinstance(step, AxisChosen) else step for step in found)
        return tuple(state.fraction for state in states if isinstance(state, Advanced))
    return ()


def ink_of(asked: MethodAsked) -> Ink:
    return INKS.get(asked.verdict, Ink.FAULTY)


def says(asked: MethodAsked) -> str:
    """A method's answer in a few words."""
    if asked.verdict is Verdict.UNKNOWN:
        return "given up at the cap"
    if asked.fraction is None:
        return "no contact" if asked.verdict is Verdict.RIGHT else "no contact: missed"
    if asked.verdict is Verdict.IMAGINED:
        return f"contact at t = {clock(asked.fraction)}: there is none"
    off = {Verdict.LATE: f", late by {amount(asked.off)}", Verdict.EARLY: f", early by {amount(-asked.off)}"}
    return f"contact at t = {clock(asked.fraction)}{off.get(asked.verdict, '')}"


def draw(canvas: Canvas, moment: Moment[Compared]) -> None:
    scene, step = moment.scene, moment.step
    a, b = scene.at(0.0)
    advancement_picture.standing(canvas, scene, a, b, 0.0)
    if isinstance(step, MethodsCompared):
        if step.truth.separation is not None:
            landing = scene.at(step.truth.fraction)
            _landed(canvas, landing[0], landing[1], Ink.RESULT, f"contact at t = {clock(step.truth.fraction)}")
        return
    until = 1.0 if step.fraction is None else step.fraction
    for t in looked_at(scene, step.method):
        if 0.0 < t <= until:
            for way, shape in zip(sweep_picture.ways_of(scene), scene.at(t), strict=True):
                if way.moves:
                    marks.ghost(canvas, shape, way.fine)
    if step.method is MotionMethod.RAY:
        _ray(canvas, scene, step)
    elif step.method in CASTS:
        _slides(canvas, scene, step)
    elif step.fraction is not None and step.fraction > 0.0:
        at_a, at_b = scene.at(step.fraction)
        _landed(canvas, at_a, at_b, ink_of(step), says(step))


def _landed(canvas: Canvas, a: Any, b: Any, ink: Ink, words: str) -> None:
    """Both shapes where a method says that they touch."""
    marks.ghost(canvas, a, ink)
    marks.ghost(canvas, b, ink)
    canvas.label(words, b.centroid, ink, toward=-marks.UP)


def _ray(canvas: Canvas, scene: Compared, asked: MethodAsked) -> None:
    """The point that B is taken for, and its way as seen from A."""
    start, way = scene.b.pose.position, scene.sweep_b.motion - scene.sweep_a.motion
    canvas.dot(start, Ink.REFERENCE)
    if length(way) == 0.0:
        return
    canvas.arrow(start, start + way, Ink.REFERENCE)
    canvas.label("ray, seen from A", start + 0.5 * way, Ink.REFERENCE, toward=left_of(way))
    if asked.fraction is not None:
        at = start + asked.fraction * way
        canvas.dot(at, ink_of(asked))
        canvas.label(says(asked), at, ink_of(asked), toward=-left_of(way))


def _slides(canvas: Canvas, scene: Compared, asked: MethodAsked) -> None:
    """Both shapes as a cast moves them: as they stood at the start, without turning."""
    until = 1.0 if asked.fraction is None else asked.fraction
    for t in np.linspace(0.0, until, SLIDES)[1:].tolist() if until > 0.0 else (0.0,):
        a = scene.a.world.moved(t * scene.sweep_a.motion)
        b = scene.b.world.moved(t * scene.sweep_b.motion)
        if t == until and asked.fraction is not None:
            _landed(canvas, a, b, ink_of(asked), says(asked))
        else:
            for way, shape in zip(sweep_picture.ways_of(scene), (a, b), strict=True):
                if way.moves:
                    marks.ghost(canvas, shape, way.fine)
