"""The vectors, the unit vector, and the shadow's signed length."""

from __future__ import annotations

from geometry.sat.projection import ScalarFound, UnitTaken, VectorProjected
from geometry.vector import cross, left_of, length
from lessons.first_edition import marks
from lessons.vector_projection.scene import TwoVectors
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[TwoVectors]) -> None:
    scene, step = moment.scene, moment.step
    a, b = scene.a - scene.o, scene.b - scene.o
    along = b if float(b @ b) > 0.0 else None
    if along is not None:
        canvas.unbounded(scene.o, along, Ink.AXIS)
    for v, name, ink in ((a, "a", Ink.VECTOR_P), (b, "b", Ink.VECTOR_Q)):
        canvas.arrow(scene.o, scene.o + v, ink)
        canvas.dot(scene.o + v, ink)
        canvas.feature((scene.o, scene.o + v), name, ink)
        if length(v) > 0.0:
            side = left_of(v) if (cross(b, a) >= 0.0) == (name == "a") else -left_of(v)
            canvas.symbol(rf"\vec {name}", scene.o + 0.62 * v, ink, toward=side, feature=name)
    if isinstance(step, UnitTaken | ScalarFound | VectorProjected):
        canvas.arrow(scene.o, scene.o + step.unit, Ink.REFERENCE)
        below = -left_of(step.unit) if cross(b, a) >= 0.0 else left_of(step.unit)
        canvas.symbol(r"\hat b", scene.o + 0.5 * step.unit, Ink.REFERENCE, toward=below, feature="unit")
        canvas.feature((scene.o, scene.o + step.unit), "unit", Ink.REFERENCE)
    if isinstance(step, ScalarFound | VectorProjected):
        _shadow(canvas, scene, step)


def _shadow(canvas: Canvas, scene: TwoVectors, step: ScalarFound | VectorProjected) -> None:
    a, n = scene.a - scene.o, step.unit
    foot = scene.o + step.scalar * n
    up = left_of(n) if cross(n, a) >= 0.0 else -left_of(n)
    canvas.stroke((scene.a, foot), Ink.PROJECTOR_A)
    if length(scene.a - foot) > 24.0 * canvas.pixel:
        marks.right_angle(canvas, foot, -n if step.scalar > 0.0 else n, scene.a - foot)
    marks.measured(canvas, scene.o, foot, -up, Ink.RESULT, f"scalar {amount(step.scalar)}")
    canvas.feature((scene.o, foot), "scalar", Ink.RESULT)
    if isinstance(step, VectorProjected):
        canvas.arrow(scene.o, foot, Ink.RESULT)
        canvas.label("projection", foot, Ink.RESULT, toward=up + 0.7 * n)
    if scene.raw:
        wrong = scene.o + float(a @ (scene.b - scene.o)) * n
        canvas.arrow(scene.o, wrong, Ink.FAULTY)
        canvas.label(f"a · b as a length: {amount(float(a @ (scene.b - scene.o)))}", wrong, Ink.FAULTY, toward=n)
