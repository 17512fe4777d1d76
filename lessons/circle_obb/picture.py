"""The world, and the box's own space."""

from __future__ import annotations

from collections.abc import Sequence

from geometry import Vector, box, circle
from geometry.primitives.circle_aabb import CircleInBoxStep
from geometry.primitives.circle_obb import (
    BackInWorld,
    BoxSpace,
    CircleObbStep,
    Translated,
    Unturned,
)
from geometry.primitives.contact import PairResult
from lessons.circle_obb.scene import BoxAndCircle
from lessons.circle_obb.words import turned_back_wrongly
from lessons.first_edition import box_picture, marks
from lessons.first_edition.contact_mark import draw_contact
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment


def draw(canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
    scene, step = moment.scene, moment.step
    marks.shape(canvas, scene.a.world, Ink.A, "A")
    marks.shape(canvas, scene.b.world, Ink.B, "B")
    space: BoxSpace = next(s for s in moment.trace if isinstance(s, BoxSpace))
    reach = 70.0 * canvas.pixel
    for axis, name in ((space.axis_x, "x of the box"), (space.axis_y, "y of the box")):
        canvas.arrow(space.middle, space.middle + reach * axis, Ink.CONSTRUCTION)
        canvas.label(name, space.middle + reach * axis, Ink.QUIET, toward=axis)
    if isinstance(step, Translated | Unturned):
        canvas.arrow(space.middle, scene.b.world.centroid, Ink.VECTOR_P)
    if isinstance(step, BackInWorld):
        canvas.dot(step.point, Ink.RESULT)
        if scene.wrong_turn:
            wrong = turned_back_wrongly(step)
            canvas.dot(wrong, Ink.FAULTY)
            canvas.label("one sign wrong", wrong, Ink.FAULTY, toward=wrong - step.space.middle + 0.01 * step.normal)
        marks.normal_arrow(canvas, step.point, step.normal, "normal")
    if isinstance(step, PairResult):
        draw_contact(canvas, step.contact, step.tolerance)
        if step.separation < -step.tolerance:
            marks.ghost(canvas, scene.b.world.moved(-step.separation * step.normal), Ink.LANDED_B)


def draw_space(canvas: Canvas, moment: Moment[BoxAndCircle]) -> None:
    space: BoxSpace = next(s for s in moment.trace if isinstance(s, BoxSpace))
    radius = moment.scene.b.shape.radius
    low, high = -space.half, space.half
    marks.shape(canvas, box(2.0 * float(space.half[0]), 2.0 * float(space.half[1])), Ink.A, "A")
    steps = moment.trace.steps[: moment.index + 1]
    local = next((s.local for s in steps if isinstance(s, Unturned)), None)
    if local is None:
        offset = next((s.offset for s in steps if isinstance(s, Translated)), None)
        if offset is not None:
            marks.ghost(canvas, circle(radius, offset))
            canvas.label("not turned yet", offset, Ink.QUIET, toward=(0.0, 1.0))
        return
    marks.shape(canvas, circle(radius, local), Ink.B, "B")
    _measured(canvas, steps, low, high, local, radius)


def _measured(
    canvas: Canvas, steps: Sequence[CircleObbStep], low: Vector, high: Vector, local: Vector, radius: float
) -> None:
    """What is found in box space, kept in view while the answer goes back to the world."""
    inside = [s for s in steps if isinstance(s, CircleInBoxStep)]
    if inside:
        box_picture.in_box_axes(canvas, inside, low, high, local, radius)
