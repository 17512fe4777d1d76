"""The nine regions, the clamped point, what is measured from it."""

from __future__ import annotations

from geometry.primitives.contact import PairResult
from lessons.circle_aabb.scene import BoxAndCircle
from lessons.circle_aabb.words import by_side
from lessons.first_edition import box_picture, marks
from lessons.first_edition.contact_mark import draw_contact
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import signed


def draw(canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
    scene, step = moment.scene, moment.step
    around, b = scene.around(), scene.b.world
    if scene.a.pose.angle:
        marks.ghost(canvas, scene.a.world)
    marks.shape(canvas, around, Ink.A, "A")
    marks.shape(canvas, b, Ink.B, "B")
    bounds = around.bounds()
    if isinstance(step, PairResult):
        box_picture.regions(canvas, bounds.low, bounds.high)
        draw_contact(canvas, step.contact, step.tolerance)
        if (wrong := by_side(moment)) is not None:
            reach = wrong.closest + 62.0 * canvas.pixel * wrong.normal
            canvas.arrow(wrong.closest, reach, Ink.FAULTY)
            canvas.label(f"the side's normal: {signed(wrong.separation)}", reach, Ink.FAULTY, toward=wrong.normal)
        if step.separation < -step.tolerance:
            marks.ghost(canvas, b.moved(-step.separation * step.normal), Ink.LANDED_B)
        return
    steps = moment.trace.steps[: moment.index + 1]
    box_picture.in_box_axes(canvas, steps, bounds.low, bounds.high, b.centroid, b.radius)
