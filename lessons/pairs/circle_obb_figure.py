"""The figure of a circle and an oriented box: the world, and beside it the local frame of the box."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from geometry import Convex, Vector
from geometry.faulty.circle_obb import WrongLocal
from geometry.primitives.circle_aabb import Clamped, RadiusCompared, region_of
from geometry.primitives.circle_obb import BackInWorld, Translated, Unturned
from geometry.shape import boundary
from geometry.vector import left_of
from lessons.pairs import box_figure
from lessons.pairs.box_figure import C, Q
from lessons.pairs.telling import D, N, turned
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import coords, fixed

C_A = r"\boldsymbol{c}_A"
ANGLE = 40.0  # pixels, the radius of the arc of the box's angle
LEAST_NAMED = 28.0  # pixels: a shorter leg of the way to a point has no name
COPIES = 14  # of the circle on its way round


def outer_point(step: BackInWorld) -> Vector:
    """q in the world: the point of the box that the contact belongs to."""
    q: Vector = step.point - 0.5 * step.local.separation * step.normal
    return q


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both shapes where they stand, the box's axes, and the way from its centre along them."""
    scene, step = moment.scene, moment.step
    space, a, b = scene.space, scene.a.world, scene.b.world
    center = b.points[0]
    x, y = np.where(_local(scene) > 0.0, 1.0, -1.0).tolist()
    letter = center + 0.45 * b.radius * (y * space.axis_y - x * space.axis_x)
    away = -0.62 * space.half * (x, y)
    marks.shape(canvas, a, Ink.A, "A", numbered=False, letter_at=_world(space, away))
    marks.shape(canvas, b, Ink.B, "B", letter_at=letter)
    if isinstance(step, Translated):
        _world_axes(canvas, (0.0, 0.0))
        canvas.label("origin", (0.0, 0.0), Ink.QUIET, toward=(1.0, -1.0))
        measures.vector_arrow(canvas, space.middle, step.offset, Ink.EXAMINED)
        canvas.symbol(D, space.middle + 0.5 * step.offset, Ink.EXAMINED, toward=-left_of(step.offset))
        canvas.label(coords(center), center, Ink.B, toward=(0.0, -1.0))
    elif not isinstance(step, BackInWorld):
        _angle(canvas, space.middle, space.axis_x)
        for name, axis in ((r"\hat x", space.axis_x), (r"\hat y", space.axis_y)):
            measures.unit_arrow(canvas, space.middle, axis, name, Ink.A)
    if isinstance(step, Unturned):
        _legs(canvas, space, step.local, "c'", Ink.EXAMINED)
    if isinstance(step, BackInWorld):
        q, n, s = outer_point(step), step.normal, step.local.separation
        _legs(canvas, space, np.array((space.axis_x, space.axis_y)) @ (q - space.middle), "q'", Ink.ANSWER)
        box_figure.draw_separation(canvas, q, n, s, step.local.separation + b.radius > 0.0)
        measures.unit_arrow(canvas, center, n, N)
        marks.answer(canvas, q)
        canvas.symbol(Q, q, Ink.ANSWER, toward=-n)
    canvas.dot(space.middle, Ink.A)
    canvas.symbol(C_A, space.middle, Ink.A, toward=-space.axis_x - space.axis_y)
    canvas.dot(center, Ink.B)
    canvas.symbol(C, center, Ink.B, toward=(0.5, 1.0))


def _local(scene: Any) -> Vector:
    """The centre of the circle in the local frame."""
    space, d = scene.space, scene.b.pose.position - scene.space.middle
    return np.array((space.axis_x @ d, space.axis_y @ d))


def _world(space: Any, local: Vector) -> Vector:
    there: Vector = space.middle + local[0] * space.axis_x + local[1] * space.axis_y
    return there


def _legs(canvas: Canvas, space: Any, local: Vector, name: str, ink: Ink) -> None:
    """From the centre of the box along its x axis, then along its y axis."""
    turn, end = _world(space, np.array((local[0], 0.0))), _world(space, local)
    for start, stop, axis in ((space.middle, turn, "x"), (turn, end, "y")):
        if math.dist(start, stop) > 1e-9:
            canvas.arrow(start, stop, ink, line=Line.MEASURE)
            side = -1.0 if (axis == "x") is (local[0] * local[1] > 0.0) else 1.0
            toward = side * left_of(stop - start)
            if math.dist(start, stop) > LEAST_NAMED * canvas.pixel:
                canvas.symbol(rf"{name}_{axis}\,\hat {axis}", (start + stop) / 2.0, ink, toward=toward)


def _world_axes(canvas: Canvas, origin: ArrayLike) -> None:
    """The origin of a frame with the directions of the world."""
    for name, way in (("x", (1.0, 0.0)), ("y", (0.0, 1.0))):
        measures.unit_arrow(canvas, origin, way, name, Ink.QUIET)


def _angle(canvas: Canvas, middle: Vector, axis: Vector) -> None:
    """How far an axis of the box is turned from that of the world."""
    turn = math.atan2(axis[1], axis[0])
    if abs(turn) > 1e-9:
        canvas.stroke(
            (middle, middle + (ANGLE + 12.0) * canvas.pixel * np.eye(2)[0]), Ink.CONSTRUCTION, line=Line.DASHED
        )
        words = f"{fixed(math.degrees(turn), 0)}°"
        measures.angle_arc(canvas, middle, 0.0, turn, Ink.EXAMINED, words, radius=ANGLE)


def draw_local(canvas: Canvas, moment: Moment[Any]) -> None:
    """The frame as far as it has turned; then the axis-aligned box with its regions, and what is found there."""
    scene, step = moment.scene, moment.step
    space, radius = scene.space, scene.r
    angle = math.degrees(math.atan2(space.axis_x[1], space.axis_x[0]))
    is_turning = isinstance(step, Unturned) and not moment.compare
    part = 0.0 if isinstance(step, Translated) else moment.time if is_turning else 1.0
    d = scene.b.pose.position - space.middle
    corners = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))) * space.half
    box = Convex(np.array([turned(p, angle * (1.0 - part)) for p in corners]))
    center = turned(d, -angle * part)
    clamped, compared = moment.latest(Clamped), moment.latest(RadiusCompared)
    if clamped is not None:
        region = region_of(clamped.low_xy, clamped.high_xy, clamped.center_xy)
        box_figure.draw_regions(canvas, clamped.low, clamped.high, region, named=False)
    if isinstance(step, Unturned):
        _turning(canvas, corners, d, radius, angle, part)
    away = 0.62 * space.half * np.where(_local(scene) > 0.0, -1.0, 1.0)
    marks.shape(canvas, box, Ink.A)
    canvas.label("A", turned(away, angle * (1.0 - part)), Ink.A, style=TextStyle.LETTER)
    disc = Convex([center], radius)
    marks.shape(canvas, disc, Ink.B)
    canvas.label("B", center + 0.6 * radius * turned((1.0, 0.0), 60.0), Ink.B, style=TextStyle.LETTER)
    if isinstance(step, Translated | Unturned):
        measures.vector_arrow(canvas, (0.0, 0.0), center, Ink.EXAMINED)
    if isinstance(step, Translated):
        _before(canvas, space, d, radius)
    closest = compared.closest if compared is not None else clamped.closest if clamped is not None else None
    if isinstance(step, Clamped):
        for end, name in (((space.half[0], 0.0), "h_x"), ((0.0, space.half[1]), "h_y")):
            measures.measure(canvas, (0.0, 0.0), end, Ink.A)
            canvas.symbol(name, 0.5 * np.array(end), Ink.A, toward=(end[1], -end[0]))
    if compared is not None and isinstance(step, BackInWorld):
        is_out = compared.distance > 0.0
        box_figure.draw_separation(canvas, compared.closest, compared.normal, compared.separation, is_out, pill=True)
        measures.unit_arrow(canvas, center, compared.normal, rf"{N}'")
    elif clamped is not None and closest is not None:
        box_figure.draw_found(canvas, step, closest, center, radius, moment.time, "'")
    prime = "" if isinstance(step, Translated) else "'"
    box_figure.draw_dots(canvas, center, closest, prime)
    if clamped is None:
        canvas.dot((0.0, 0.0), Ink.A)
        canvas.symbol(C_A, (0.0, 0.0), Ink.A, toward=-center)
    if isinstance(moment.faulty, WrongLocal) and not isinstance(step, Translated):
        _faulty(canvas, moment, radius)


def _before(canvas: Canvas, space: Any, d: Vector, radius: float) -> None:
    """What the frame of the world looks like from the centre of the box, with room for the turn that comes."""
    _world_axes(canvas, (0.0, 0.0))
    _angle(canvas, np.zeros(2), space.axis_x)
    far = float(space.half[0]) * space.axis_x
    canvas.stroke(((0.0, 0.0), far), Ink.A, line=Line.DASHED)
    canvas.symbol(D, 0.5 * d, Ink.EXAMINED, toward=left_of(d))
    canvas.label(coords(d), d, Ink.EXAMINED, toward=(0.0, -1.0))
    local = np.array((space.axis_x @ d, space.axis_y @ d))
    for corner in (local - radius, local + radius):
        canvas.stroke((corner, corner), Ink.CONSTRUCTION, line=Line.THIN)


def _turning(canvas: Canvas, corners: Any, d: Vector, radius: float, angle: float, part: float) -> None:
    """Where box and circle were, and the circle's way round so far."""
    marks.ghost(canvas, Convex(np.array([turned(p, angle) for p in corners])), Ink.A, Line.START)
    marks.ghost(canvas, Convex([d], radius), Ink.B, Line.START)
    ways = [turned(d, -angle * part * k / COPIES) for k in range(COPIES)]
    marks.sweep(canvas, [boundary(Convex([way], radius), canvas.pixel) for way in ways], Ink.B)
    base = math.atan2(d[1], d[0])
    words = f"turned by {fixed(-angle, 0)}°"
    far = math.hypot(*d) / canvas.pixel
    if part > 0.0 and far > 1.0:
        turn = -math.radians(angle) * part
        measures.angle_arc(canvas, (0.0, 0.0), base, base + turn, Ink.EXAMINED, words, radius=far, arrow=True)


def _faulty(canvas: Canvas, moment: Moment[Any], radius: float) -> None:
    """The circle where the rule puts it, in the local frame."""
    faulty = moment.faulty
    marks.ghost(canvas, Convex([faulty.center], radius), Ink.FAULTY, Line.DOTTED)
    marks.cross(canvas, faulty.center, "", Ink.FAULTY)
    told = f"$s$ = **{fixed(faulty.separation)}**"
    if moment.latest(RadiusCompared) is not None:
        told += f", error {fixed(abs(faulty.separation - moment.trace.result.separation))}"
    below = faulty.center - (0.0, radius)
    canvas.label(told, below, Ink.FAULTY, toward=(0.0, -1.0))
