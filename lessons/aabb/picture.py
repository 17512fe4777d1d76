"""Boxes growing around the shapes, and their sides as intervals of an axis."""

from __future__ import annotations

import numpy as np

from geometry import Aabb, AabbOverlap, Owner, Vector
from geometry.primitives.aabb import Enclosed, HighJoined, LowJoined, RadiusAdded, SidesCompared, VertexTaken
from geometry.vector import Points, readonly
from lessons.aabb.scene import Enclosing
from lessons.aabb.words import outside
from lessons.first_edition import axis_picture, marks
from lessons.first_edition.marks import RIGHT, UP
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair

BOX = {Owner.A: Ink.PROJECTOR_A, Owner.B: Ink.PROJECTOR_B}
CLEARANCE = 34.0  # pixels between the boxes and the axis drawn beside them


def draw(canvas: Canvas, moment: Moment[Enclosing]) -> None:
    scene, step = moment.scene, moment.step
    axis_picture.two_shapes(canvas, scene.a.world, scene.b.world)
    steps = moment.trace.steps[: moment.index + 1]
    for done in (s for s in steps if isinstance(s, Enclosed)):
        box(canvas, done.box.low, done.box.high, BOX[done.owner])
    if scene.kept and any(isinstance(s, Enclosed) for s in steps):
        _kept(canvas, scene)
    match step:
        case VertexTaken(_, vertex, low, high, grew, owner):
            box(canvas, low, high, BOX[owner])
            canvas.dot(vertex, Ink.RESULT if grew else Ink.CONSTRUCTION)
            _corners(canvas, low, high)
        case RadiusAdded(radius, low, high, owner):
            if radius > 0.0:
                box(canvas, low + radius, high - radius, Ink.GHOST)
                side = np.array((high[0], (low[1] + high[1]) / 2.0))
                canvas.arrow(side - radius * RIGHT, side, Ink.RESULT)
                canvas.label(f"r = {amount(radius)}", side, Ink.RESULT, toward=RIGHT)
            box(canvas, low, high, BOX[owner])
        case Enclosed(_, around):
            _corners(canvas, around.low, around.high)
        case LowJoined(low):
            canvas.dot(low, Ink.RESULT)
            canvas.label(f"low {pair(low)}", low, Ink.RESULT, toward=-RIGHT - UP)
        case HighJoined(low, high) | Aabb(low, high):
            box(canvas, low, high, Ink.RESULT)
            _corners(canvas, low, high)
        case SidesCompared():
            _sides(canvas, moment.trace.result.joined, step)
        case AabbOverlap():
            compared = [s for s in steps if isinstance(s, SidesCompared) and s.axis == step.axis]
            _sides(canvas, moment.trace.result.joined, compared[0])


def box(canvas: Canvas, low: Vector, high: Vector, ink: Ink) -> None:
    """An upright box; a line or a point while it is flat."""
    canvas.stroke(corners(low, high), ink, closed=True)


def corners(low: Vector, high: Vector) -> Points:
    return np.array(((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])))


def _corners(canvas: Canvas, low: Vector, high: Vector) -> None:
    """Both corners that the box is stored as, with their numbers."""
    if (low == high).all():  # one vertex so far
        canvas.dot(low, Ink.RESULT)
        canvas.label(f"low = high {pair(low)}", low, Ink.RESULT, toward=-UP)
        return
    for corner, name, toward in ((low, "low", -RIGHT - UP), (high, "high", RIGHT + UP)):
        canvas.dot(corner, Ink.RESULT)
        canvas.label(f"{name} {pair(corner)}", corner, Ink.RESULT, toward=toward)


def _kept(canvas: Canvas, scene: Enclosing) -> None:
    kept = scene.kept_box()
    box(canvas, kept.low, kept.high, Ink.FAULTY)
    reach = outside(scene)
    words = "kept box" if reach <= 0.0 else f"kept box: {amount(reach)} sticks out"
    canvas.label(words, np.array((kept.low[0], kept.center[1])), Ink.FAULTY, toward=-RIGHT)


def _sides(canvas: Canvas, joined: Aabb, step: SidesCompared) -> None:
    """The sides on one axis, drawn beside the boxes: below them for x, to their left for y."""
    n = (RIGHT, UP)[step.axis]
    across = (UP, RIGHT)[step.axis]
    base = (float(joined.low @ across) - CLEARANCE * canvas.pixel) * across
    canvas.unbounded(base, n, Ink.AXIS)
    outward = 1.0 if step.axis else -1.0  # lanes count to the left of the axis: below x, beyond y
    lanes = ((Ink.SHADOW_A, step.side_a, -6.0, Ink.PROJECTOR_A), (Ink.SHADOW_B, step.side_b, 6.0, Ink.PROJECTOR_B))
    for ink, side, lane, projector in lanes:
        marks.shadow_bar(canvas, readonly(base), n, side, ink, lane)
        for end in (side.low, side.high):
            foot = base + end * n
            canvas.stroke((foot, foot + CLEARANCE * canvas.pixel * across), projector)
    is_touching = abs(step.separation) <= step.tolerance
    gap = f"gap {amount(step.separation)}" if step.separation > 0.0 else f"overlap {amount(-step.separation)}"
    words = f"{'xy'[step.axis]}: {'touching' if is_touching else gap}"
    marks.dimension(canvas, base, n, step.between, separation_ink(step.separation), words, 22.0 * outward)
