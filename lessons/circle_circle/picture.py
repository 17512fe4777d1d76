"""The circles, and the number line of the distance against the sum of the radii."""

from __future__ import annotations

from geometry.primitives.circle_circle import (
    DistanceFound,
    NormalFound,
    OffsetFound,
    RadiiSummed,
    SeparationFound,
)
from geometry.primitives.contact import PairResult
from geometry.vector import left_of, length, right_of, unit
from lessons.circle_circle.scene import TwoCircles
from lessons.first_edition import axis_picture, marks
from lessons.first_edition.contact_mark import draw_contact
from lessons.first_edition.marks import RIGHT, UP
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[TwoCircles]) -> None:
    scene, step = moment.scene, moment.step
    a, b = scene.a.world, scene.b.world
    axis_picture.two_shapes(canvas, a, b)
    canvas.dot(a.centroid, Ink.A)
    canvas.dot(b.centroid, Ink.B)
    offset = b.centroid - a.centroid
    if float(offset @ offset) > 0.0:
        canvas.arrow(a.centroid, b.centroid, Ink.VECTOR_P)
        canvas.symbol(r"\vec d", a.centroid + 0.5 * offset, Ink.VECTOR_P, toward=left_of(offset))
    if isinstance(step, RadiiSummed | SeparationFound):
        _radii(canvas, scene)
    if isinstance(step, NormalFound):
        marks.normal_arrow(canvas, a.centroid + a.radius * step.normal, step.normal, "normal")
    if isinstance(step, PairResult):
        draw_contact(canvas, step.contact, step.tolerance)
        if step.separation < -step.tolerance:
            way = 1.0 if scene.backwards else -1.0
            moved = b.moved(way * step.separation * step.normal)
            ink = Ink.FAULTY if scene.backwards else Ink.LANDED_B
            marks.ghost(canvas, moved, ink)
            words = "pushed deeper" if scene.backwards else "B lands here"
            canvas.label(words, moved.centroid + moved.radius * UP, ink, toward=UP)


def _radii(canvas: Canvas, scene: TwoCircles) -> None:
    """Both radii, drawn towards the other circle."""
    a, b = scene.a.world, scene.b.world
    offset = b.centroid - a.centroid
    n = unit(offset) if length(offset) > 0.0 else RIGHT
    side = right_of(n)
    for shape, way, ink in ((a, n, Ink.SHADOW_A), (b, -n, Ink.SHADOW_B)):
        end = shape.centroid + shape.radius * way
        canvas.stroke((shape.centroid, end), ink)
        canvas.label(f"r = {amount(shape.radius)}", (shape.centroid + end) / 2.0, ink, toward=side)


def draw_line(canvas: Canvas, moment: Moment[TwoCircles]) -> None:
    """From 0 to the right: |d| above, the radii laid end to end below."""
    scene, step = moment.scene, moment.step
    a, b = scene.a.world.radius, scene.b.world.radius
    up = 14.0 * canvas.pixel * UP
    canvas.unbounded((0.0, 0.0), RIGHT, Ink.AXIS)
    canvas.stroke((-up, up), Ink.CONSTRUCTION)
    canvas.label("0", (0.0, 0.0), Ink.QUIET, toward=(-1.0, 0.0))
    if isinstance(step, OffsetFound):
        return
    distance = step.distance if not isinstance(step, PairResult) else step.separation + a + b
    canvas.stroke((up, distance * RIGHT + up), Ink.VECTOR_P)
    canvas.label(f"|d| = {amount(distance)}", distance * RIGHT + up, Ink.VECTOR_P, toward=UP + 0.3 * RIGHT)
    if isinstance(step, DistanceFound):
        return
    canvas.stroke((-up, a * RIGHT - up), Ink.SHADOW_A)
    canvas.stroke((a * RIGHT - up, (a + b) * RIGHT - up), Ink.SHADOW_B)
    canvas.label(f"sum {amount(a + b)}", (a + b) * RIGHT - up, Ink.TEXT, toward=0.3 * RIGHT - UP)
    if not isinstance(step, RadiiSummed):
        for value in (distance, a + b):
            ink = separation_ink(distance - (a + b))
            canvas.stroke((value * RIGHT - 1.6 * up, value * RIGHT + 1.6 * up), ink)
