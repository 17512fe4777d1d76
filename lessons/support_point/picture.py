"""Every vertex measured along the direction; the furthest, and its ties."""

from __future__ import annotations

from geometry.sat.support import SupportFound, VertexMeasured
from geometry.vector import left_of, unit
from lessons.first_edition import marks
from lessons.support_point.scene import ShapeAndDirection
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import signed


def draw(canvas: Canvas, moment: Moment[ShapeAndDirection]) -> None:
    scene, step = moment.scene, moment.step
    a, arrow = scene.a.world, scene.direction
    n = unit(arrow.vector)
    marks.shape(canvas, a, Ink.A, "A")
    canvas.arrow(arrow.start, arrow.end, Ink.REFERENCE)
    canvas.symbol(r"\hat d", arrow.end, Ink.REFERENCE, toward=arrow.vector)
    measured = [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, VertexMeasured)]
    for each in measured:
        vertex = a.points[each.index]
        foot = vertex - each.value * n  # on the line through the origin that all are measured from
        is_now = each is step
        canvas.stroke((foot, vertex), Ink.PROJECTOR_A if is_now else Ink.GHOST)
        canvas.label(signed(each.value), vertex, Ink.TEXT if is_now else Ink.QUIET, toward=n)
    canvas.unbounded((0.0, 0.0), left_of(n), Ink.AXIS)
    canvas.label("measured from here", left_of(n) * 1.6, Ink.QUIET, toward=-n)
    if isinstance(step, VertexMeasured):
        canvas.dot(a.points[step.index], Ink.A)
        best = a.points[step.best]
        canvas.dot(best, Ink.RESULT)
    else:
        _found(canvas, scene, step)


def _found(canvas: Canvas, scene: ShapeAndDirection, step: SupportFound) -> None:
    n = unit(scene.direction.vector)
    points = [tie.point for tie in step.ties]
    canvas.unbounded(points[0], left_of(n), Ink.RESULT)
    if len(points) == 2:
        canvas.stroke(points, Ink.REFERENCE)
    for tie in step.ties:
        if scene.a.shape.radius > 0.0:
            canvas.arrow(scene.a.world.points[tie.index], tie.point, Ink.CONSTRUCTION)
        canvas.dot(tie.point, Ink.RESULT)
        name = "support point" if len(points) == 1 else f"tie: vertex {tie.index}"
        canvas.label(name, tie.point, Ink.RESULT, toward=n)
