"""The figure of a circle and an oriented box: the world, and beside it, to the same scale, the frame of the box."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Convex, Vector
from geometry.faulty.circle_obb import WrongLocal
from geometry.primitives.circle_aabb import Clamped, RadiusCompared, region_of
from geometry.primitives.circle_obb import BackInWorld, Translated, Unturned
from geometry.shape import boundary
from geometry.vector import left_of
from lessons.pairs import box_figure
from lessons.pairs.box_figure import C, Q
from lessons.pairs.telling import C_A, D, N, turned
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import coords, fixed

ASIDE = 15.0  # pixels from an axis of the box to the half extent along it
ANGLE = 32.0  # pixels, the radius of the arc of the box's angle
LEAST_NAMED = 28.0  # pixels: a shorter leg of the way to a point has no name
COPIES = 14  # of the circle on its way round


def outer_point(step: BackInWorld) -> Vector:
    """q in the world: the point of the box that the contact belongs to."""
    q: Vector = step.point - 0.5 * step.local.separation * step.normal
    return q


def draw_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both shapes where they stand, the origin of the world, and the way from there or from c_A to a point."""
    scene, step = moment.scene, moment.step
    space, a, b = scene.space, scene.a.world, scene.b.world
    center = b.points[0]
    _room(canvas, moment, is_local=False)
    x, y = np.where(_local(scene) > 0.0, 1.0, -1.0).tolist()
    letter = center + 0.55 * b.radius * (y * space.axis_y - x * space.axis_x)
    marks.shape(canvas, a, Ink.A, "A", numbered=False, letter_at=_world(space, -0.62 * space.half * (x, y)))
    marks.shape(canvas, b, Ink.B, "B", letter_at=letter)
    for name, way in (("x", (1.0, 0.0)), ("y", (0.0, 1.0))):
        measures.unit_arrow(canvas, (0.0, 0.0), way, name, Ink.QUIET)
    match step:
        case Translated():
            canvas.label("origin", (0.0, 0.0), Ink.QUIET, toward=(-0.2, -1.0))
            for end, ink in ((space.middle, Ink.A), (center, Ink.B)):
                canvas.arrow((0.0, 0.0), end, ink, line=Line.MEASURE)
            measures.vector_arrow(canvas, space.middle, step.offset, Ink.EXAMINED)
            told, middle = f"${D}$ = {coords(step.offset)}", space.middle + 0.5 * step.offset
            canvas.label(told, middle, Ink.EXAMINED, toward=-left_of(step.offset))
            canvas.label(f"${C_A}$ = {coords(space.middle)}", space.middle, Ink.A, toward=(0.3, -1.0))
            canvas.label(f"${C}$ = {coords(center)}", center, Ink.B, toward=(0.0, 1.0))
        case BackInWorld():
            q, n, s = outer_point(step), step.normal, step.local.separation
            canvas.arrow((0.0, 0.0), space.middle, Ink.A, line=Line.MEASURE)
            local = np.array((space.axis_x, space.axis_y)) @ (q - space.middle)
            _legs(canvas, space, local, "q'", Ink.ANSWER)
            _axes(canvas, space.middle, space.axis_x, away=-np.where(local < 0.0, -1.0, 1.0))
            is_out = s + b.radius > 0.0
            box_figure.draw_separation(canvas, q, n, s, is_out, pill=is_out)
            _normal(canvas, _foot(q, center, s, is_out), n, N, Ink.ANSWER)
            marks.answer(canvas, q)
            canvas.symbol(Q, q, Ink.ANSWER, toward=-n)
        case Unturned():
            _legs(canvas, space, step.local, "c'", Ink.EXAMINED, numbers=True)
            _axes(canvas, space.middle, space.axis_x)
        case _:
            _axes(canvas, space.middle, space.axis_x)
    canvas.dot(space.middle, Ink.A)
    canvas.dot(center, Ink.B)
    if not isinstance(step, Translated):
        canvas.symbol(C_A, space.middle, Ink.A, toward=-space.axis_x - space.axis_y)
        canvas.symbol(C, center, Ink.B, toward=(0.5, 1.0))


def _foot(q: Vector, center: Vector, s: float, is_out: bool) -> Vector:
    """Where the normal stands: at the closest point, from which it is asked; over a gap, whose bar lies there, at the
    centre, on the same line."""
    return center if is_out and s > 1e-9 else q


def _normal(canvas: Canvas, foot: Vector, n: Vector, name: str, ink: Ink) -> None:
    """With its name beside it: before its tip stands the centre of the circle."""
    measures.unit_arrow(canvas, foot, n, "", ink)
    middle = foot + 0.6 * measures.UNIT_ARROW * canvas.pixel * n
    canvas.symbol(name, middle, ink, toward=-left_of(n))


def _local(scene: Any) -> Vector:
    """The centre of the circle in the local frame."""
    space, d = scene.space, scene.b.pose.position - scene.space.middle
    return np.array((space.axis_x @ d, space.axis_y @ d))


def _world(space: Any, local: Vector) -> Vector:
    there: Vector = space.middle + local[0] * space.axis_x + local[1] * space.axis_y
    return there


def _room(canvas: Canvas, moment: Moment[Any], *, is_local: bool) -> None:
    """Nothing, with as much room in both panes and at all steps: lengths look the same in both frames."""
    scene, r = moment.scene, np.array((moment.scene.r, moment.scene.r))
    space, c, local = scene.space, scene.b.pose.position, _local(scene)
    d = c - space.middle
    world = np.array((*scene.a.world.points, c - r, c + r, (0.0, 0.0)))
    there = [*(scene.a.world.points - space.middle), d - r, d + r, -space.half, space.half, local - r, local + r]
    if isinstance(moment.faulty, WrongLocal):
        there += [*moment.faulty.corners, moment.faulty.center - r, moment.faulty.center + r]
    size = np.maximum(np.ptp(world, axis=0), np.ptp(there, axis=0))
    shown = np.array(there) if is_local else world
    middle = (shown.min(axis=0) + shown.max(axis=0)) / 2.0
    for corner in (middle - size / 2.0, middle + size / 2.0):
        canvas.stroke((corner, corner), Ink.CONSTRUCTION, line=Line.THIN)


def _legs(canvas: Canvas, space: Any, local: Vector, name: str, ink: Ink, *, numbers: bool = False) -> None:
    """From the centre of the box along its x axis, then along its y axis."""
    turn, end = _world(space, np.array((local[0], 0.0))), _world(space, local)
    legs = ((space.middle, turn, "x", float(local[0])), (turn, end, "y", float(local[1])))
    if all(math.dist(start, stop) > LEAST_NAMED * canvas.pixel for start, stop, _, _ in legs):
        measures.right_angle(canvas, turn, space.middle - turn, end - turn)
    for start, stop, axis, value in legs:
        if math.dist(start, stop) > 1e-9:
            canvas.arrow(start, stop, ink, line=Line.MEASURE)
            side = -1.0 if (axis == "x") is (local[0] * local[1] > 0.0) else 1.0
            if math.dist(start, stop) > LEAST_NAMED * canvas.pixel:
                told = f"${name}_{axis}$ = {fixed(value)}" if numbers else rf"${name}_{axis}\,\hat {axis}$"
                canvas.label(told, (start + stop) / 2.0, ink, toward=side * left_of(stop - start))


def _axes(canvas: Canvas, middle: Vector, axis_x: Vector, away: Vector | None = None) -> None:
    """The box's own axes; `away`: with their names on that side, where something else runs along them."""
    pairs = ((r"\hat x", axis_x, left_of(axis_x)), (r"\hat y", left_of(axis_x), axis_x))
    for i, (name, axis, across) in enumerate(pairs):
        measures.unit_arrow(canvas, middle, axis, name if away is None else "", Ink.A)
        if away is not None:
            tip = middle + measures.UNIT_ARROW * canvas.pixel * axis
            canvas.symbol(name, tip, Ink.A, toward=away[1 - i] * across)


def draw_local(canvas: Canvas, moment: Moment[Any]) -> None:
    """Box and circle as far as they have turned, and from where; then the box's regions, and what is found there."""
    scene, step = moment.scene, moment.step
    space, radius = scene.space, scene.r
    angle = math.degrees(math.atan2(space.axis_x[1], space.axis_x[0]))
    is_turning = isinstance(step, Unturned) and not moment.compare
    part = 0.0 if isinstance(step, Translated) else moment.time if is_turning else 1.0
    d, left = scene.b.pose.position - space.middle, angle * (1.0 - part)
    corners = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))) * space.half
    center = turned(d, -angle * part)
    _room(canvas, moment, is_local=True)
    clamped = moment.latest(Clamped)
    if clamped is not None and not isinstance(step, BackInWorld) and not moment.compare:
        region = region_of(clamped.low_xy, clamped.high_xy, clamped.center_xy)
        box_figure.draw_regions(canvas, clamped.low, clamped.high, region, inside=box_figure.TINTS[0])
    if isinstance(step, Translated) and not moment.compare:
        marks.ghost(canvas, Convex(corners), Ink.A)
        corner = space.half * np.where(d > 0.0, 1.0, -1.0) * (1.0, -1.0)  # away from the circle, and from the ring
        canvas.label("axis-aligned", corner, Ink.A, toward=corner, style=TextStyle.CAPTION)
    if isinstance(step, Unturned | BackInWorld) and not moment.compare:
        _turning(canvas, corners, d, radius, angle, part, is_back=isinstance(step, BackInWorld))
    marks.shape(canvas, Convex(np.array([turned(p, left) for p in corners])), Ink.A)
    away = 0.62 * space.half * np.where(_local(scene) > 0.0, -1.0, 1.0)
    canvas.label("A", turned(away, left), Ink.A, style=TextStyle.LETTER)
    marks.shape(canvas, Convex([center], radius), Ink.B)
    letter = turned((0.6 * radius, 0.0), 35.0 if isinstance(step, Unturned) else -75.0)
    canvas.label("B", center + letter, Ink.B, style=TextStyle.LETTER)
    if isinstance(step, Translated | Unturned):
        if isinstance(step, Translated):
            _angle(canvas, math.radians(angle))
        measures.vector_arrow(canvas, (0.0, 0.0), center, Ink.EXAMINED)
        canvas.symbol(C_A, (0.0, 0.0), Ink.A, toward=-center)
    _axes(canvas, np.zeros(2), turned((1.0, 0.0), left))
    canvas.dot((0.0, 0.0), Ink.A)
    _found(canvas, moment, center, clamped)
    if isinstance(moment.faulty, WrongLocal) and not isinstance(step, Translated):
        _faulty(canvas, moment, radius)


def _found(canvas: Canvas, moment: Moment[Any], center: Vector, clamped: Clamped | None) -> None:
    """What this step computes in the local frame, and the points that it is told of."""
    step, space, radius, compared = moment.step, moment.scene.space, moment.scene.r, moment.latest(RadiusCompared)
    closest = None if clamped is None or (clamped.closest == center).all() else clamped.closest
    closest = closest if compared is None else compared.closest
    match step:
        case Translated():
            canvas.symbol(D, 0.55 * center, Ink.EXAMINED, toward=left_of(center))
        case Unturned() if moment.time >= 1.0 and not moment.compare:
            canvas.label(coords(center), center, Ink.EXAMINED, toward=(0.4, -1.0))
        case Clamped():
            if not moment.compare:  # there another circle and another box lie about
                _half_extents(canvas, space.half, np.where(center > 0.0, 1.0, -1.0))
            box_figure.draw_found(canvas, step, step.closest, center, radius, moment.time, "'")
        case RadiusCompared() if step.distance > 0.0:
            _compared(canvas, step, center, radius)
        case RadiusCompared():
            box_figure.draw_found(canvas, step, step.closest, center, radius, moment.time, "'")
        case BackInWorld() if compared is not None:
            is_out = compared.distance > 0.0
            q, n, s = compared.closest, compared.normal, compared.separation
            box_figure.draw_separation(canvas, q, n, s, is_out, pill=not is_out)  # where there is room for it
            if not moment.compare:  # there it is of the circle where the rule puts it
                _normal(canvas, _foot(q, center, s, is_out), n, rf"{N}'", Ink.EXAMINED)
    if isinstance(step, Translated):
        canvas.dot(center, Ink.B)  # in this frame it is at d
    else:
        box_figure.draw_dots(canvas, center, closest, "'")


def _half_extents(canvas: Canvas, half: Vector, side: Vector) -> None:
    """Both half extents, on the sides where the centre is clamped: that along x beside the axis, that along y outside
    of the box, where nothing else stands."""
    off, (x, y) = ASIDE * math.prod(side.tolist()), side * half
    for start, end, name, size, away in (
        ((0.0, 0.0), (x, 0.0), "h_x", half[0], -off),
        ((-x, 0.0), (-x, y), "h_y", half[1], off),
    ):
        measures.measure(canvas, start, end, Ink.A, f"${name}$ = {fixed(float(size))}", off=away)


def _compared(canvas: Canvas, step: RadiusCompared, center: Vector, radius: float) -> None:
    """From q' to c', the radius where nothing else stands, and what they differ by."""
    n, s, ink = step.normal, step.separation, separation_ink(step.separation)
    side = -left_of(n) if left_of(n)[1] > 0.0 else left_of(n)
    near = center - radius * n  # of the circle's boundary, the point deepest in the box or nearest to it
    canvas.stroke((step.closest, center), Ink.EXAMINED, line=Line.MEASURE)
    told = rf"$\Vert{{}}{C}'-{Q}'\Vert{{}}$ = {fixed(step.distance)}"
    canvas.label(told, (step.closest + center) / 2.0, Ink.EXAMINED, toward=-side, leader=True)
    measures.measure(canvas, center, center + radius * side, Ink.B)
    canvas.label(f"$r$ = {fixed(radius)}", center + 0.7 * radius * side, Ink.B, toward=n)
    measures.unit_arrow(canvas, center, n, rf"{N}'")
    canvas.stroke((near, step.closest), ink, line=Line.FEATURE)
    middle = (near + step.closest) / 2.0
    canvas.label(f"$s$ = {fixed(s)}", middle, ink, toward=side - n, style=TextStyle.PILL, leader=True)


def _angle(canvas: Canvas, turn: float) -> None:
    """How far the box's x axis is turned from that of the world."""
    if abs(turn) > 1e-9:
        end = (2.0 * ANGLE * canvas.pixel, 0.0)
        canvas.stroke(((0.0, 0.0), end), Ink.CONSTRUCTION, line=Line.DASHED)
        measures.angle_arc(canvas, (0.0, 0.0), 0.0, turn, Ink.EXAMINED, radius=ANGLE)
        canvas.label(f"{fixed(math.degrees(turn), 0)}°", end, Ink.EXAMINED, toward=(1.0, 0.0))


def _turning(
    canvas: Canvas, corners: Vector, d: Vector, radius: float, angle: float, part: float, *, is_back: bool
) -> None:
    """Where box and circle were, and the circle's way round so far; on the way back where they go. Of a circle that
    hardly moves only the box's way is shown, at the lowest or highest corner, the one away from the circle."""
    ghost = np.array([turned(p, angle) for p in corners])
    marks.ghost(canvas, Convex(ghost), Ink.A, Line.START)
    words = f"back by {fixed(angle, 0)}°" if is_back else f"rotated by {fixed(-angle, 0)}°"
    if is_back and math.dist(d, turned(d, -angle)) < radius:
        up = -1.0 if (d + turned(d, -angle))[1] > 0.0 else 1.0
        if math.hypot(*d) > 1e-9:
            canvas.label(words, ghost[(up * ghost[:, 1]).argmax()], Ink.ANSWER, toward=(0.0, up))
        return
    marks.ghost(canvas, Convex([d], radius), Ink.B, Line.START)
    ways = [turned(d, -angle * part * k / COPIES) for k in range(COPIES)]
    marks.sweep(canvas, [boundary(Convex([way], radius), canvas.pixel) for way in ways], Ink.B)
    first, turn = math.atan2(d[1], d[0]), -math.radians(angle) * part
    ends, ink = ((first + turn, first), Ink.ANSWER) if is_back else ((first, first + turn), Ink.EXAMINED)
    far = math.hypot(*d) / canvas.pixel
    if part > 0.0 and far > 1.0:
        measures.angle_arc(canvas, (0.0, 0.0), *ends, ink, words, radius=far, arrow=True)


def _faulty(canvas: Canvas, moment: Moment[Any], radius: float) -> None:
    """The circle where the rule puts it, in the local frame, and the box by the same rule."""
    faulty = moment.faulty
    canvas.stroke(faulty.corners, Ink.FAULTY, closed=True, line=Line.DOTTED)
    up, middle = 1.0 if faulty.center[1] > 0.0 else -1.0, faulty.corners.mean(axis=0)
    end = faulty.corners[(up * faulty.corners[:, 1]).argmin()]  # away from the number at the circle
    canvas.label("A by this rule", end, Ink.FAULTY, toward=(-0.3, -up))
    if math.hypot(*middle) > 1e-9:
        canvas.dot(middle, Ink.FAULTY)
        canvas.label(coords(middle), middle, Ink.FAULTY, toward=(1.0, 0.0))
    marks.ghost(canvas, Convex([faulty.center], radius), Ink.FAULTY, Line.DOTTED)
    marks.cross(canvas, faulty.center, "", Ink.FAULTY)
    canvas.symbol(f"{C}'", faulty.center, Ink.FAULTY, toward=(-1.0, 0.0))
    if moment.latest(RadiusCompared) is None:
        return
    error = fixed(abs(faulty.separation - moment.trace.result.separation))
    told = f"$s$ = **{fixed(faulty.separation)}**, error {error}"
    canvas.label(told, faulty.center + (0.0, up * radius), Ink.FAULTY, toward=(0.0, up))
