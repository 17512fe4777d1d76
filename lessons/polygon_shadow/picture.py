"""The support points, the dashed projectors and the shadow."""

from __future__ import annotations

from geometry import Vector
from geometry.sat.projection import EndFound, ShapeProjected
from geometry.vector import left_of, length, readonly, unit
from lessons.first_edition import marks
from lessons.polygon_shadow.scene import ShapeAndAxis
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, signed


def _towards(p: Vector, base: Vector, n: Vector) -> Vector:
    """Unit vector from the axis towards p."""
    side = left_of(n)
    return side if float((p - base) @ side) >= 0.0 else readonly(-side)


def draw(canvas: Canvas, moment: Moment[ShapeAndAxis]) -> None:
    scene, step = moment.scene, moment.step
    a, n = scene.a.world, unit(scene.axis.vector)
    base = scene.axis.start - float(scene.axis.start @ n) * n  # on the drawn axis, at its coordinate 0
    marks.shape(canvas, a, Ink.A, "A")
    canvas.unbounded(base, n, Ink.AXIS)
    canvas.arrow(scene.axis.start, scene.axis.end, Ink.REFERENCE)
    canvas.symbol(r"\hat n", scene.axis.end, Ink.REFERENCE, toward=-_towards(a.centroid, base, n))
    ends = [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, EndFound)]
    for end in ends:
        foot = base + end.along * n
        point = end.end.point
        canvas.stroke((point, foot), Ink.PROJECTOR_A)
        if length(point - foot) > 24.0 * canvas.pixel:
            inward = n if end is not ends[0] else -n
            marks.right_angle(canvas, readonly(foot), inward, point - foot)
        canvas.dot(point, Ink.RESULT if end is step else Ink.A)
        canvas.dot(foot, Ink.RESULT if end is step else Ink.A)
        canvas.label(signed(end.along), foot, Ink.RESULT, toward=-_towards(a.centroid, base, n) + 0.6 * end.unit)
        canvas.feature((point,), "far end" if end is ends[0] else "near end", Ink.RESULT)
    if isinstance(step, ShapeProjected):
        marks.shadow_bar(canvas, readonly(base), n, step.projection, Ink.SHADOW_A, 0.0)
        middle = base + (step.projection.low + step.projection.high) / 2.0 * n
        words = f"shadow, {amount(step.projection.length)} long"
        canvas.label(words, middle, Ink.SHADOW_A, toward=_towards(a.centroid, base, n))
