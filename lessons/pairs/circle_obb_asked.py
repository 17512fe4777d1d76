"""What circle and OBB asks: where the centre comes to lie when all turns, where the normal points in the world, how
the box must be turned for a local centre; and what is to be constructed, of each faulty way a test it passes."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Vector
from geometry.primitives.circle_aabb import RadiusCompared, Region, region_of
from geometry.primitives.circle_obb import Translated, Unturned
from lessons.pairs.box_figure import C, Q
from lessons.pairs.telling import C_A, N, turned
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Adjust, Challenge, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import coords, fixed

NEAR = 0.12  # world length that an answer may be off
LEAST = 10.0  # degrees: a box that is turned less is as good as axis-aligned
WRONG_WAY, ROTATED_FIRST, ONE_SIGN = "turned the wrong way", "rotated, then translated", "one sign wrong"
TURN = 8.0  # degrees that a direction may be off


def question(moment: Moment[Any]) -> Prediction | None:
    """Where the centre will be, before all turns; of a circle beside a face where the normal points in the world, or
    with a clear gap where the closest point lies; of a centre that stays inside however the box turns, the turn that
    gives it other local coordinates."""
    if moment.compare or not isinstance(moment.step, Translated | RadiusCompared):
        return None
    space = moment.scene.space
    angle = math.degrees(math.atan2(space.axis_x[1], space.axis_x[0]))
    d = moment.scene.b.pose.position - space.middle
    if math.hypot(*d) < 4.0 * NEAR:
        return None
    if math.hypot(*d) < min(space.half_xy):
        return _turn(d) if isinstance(moment.step, Translated) else None
    region = region_of(xy(-space.half), space.half_xy, xy(turned(d, -angle)))
    is_beside = region is not Region.INSIDE and not region.is_corner
    if abs(math.remainder(angle, 180.0)) < LEAST:
        return None
    match moment.step:
        case Translated() if not is_beside:
            return _place(moment.scene, d, angle)
        case RadiusCompared() as step if is_beside and step.separation > NEAR:
            return _point(moment.scene, step)
        case RadiusCompared() as step if is_beside:
            return _direction(moment.scene, step, angle)
    return None


def _turn(d: Vector) -> Adjust:
    """The box so that its y axis points to the centre of the circle."""
    size = math.hypot(*d)

    def local_in(scene: Any) -> Vector:
        off = scene.b.pose.position - scene.space.middle
        return np.array((scene.space.axis_x @ off, scene.space.axis_y @ off))

    def judge(scene: Any) -> Verdict:
        local = local_in(scene)
        at, told = xy(scene.b.pose.position), f"c′ = {coords(local)}"
        if math.dist(local, (0.0, size)) <= NEAR / 2.0:
            because = f"$\\hat y$ points from the centre of A to the centre of B, {fixed(size)} away."
            return Verdict(True, because, remarks=(Remark(at, told, True),))
        head, because = "Another angle", "No axis of A points to the centre of B yet, so neither coordinate is 0."
        if math.dist(local, (0.0, -size)) <= NEAR:
            head, because = "The other end", "$\\hat y$ points away from the centre of B: the coordinate is negative."
        elif abs(local[1]) <= NEAR:
            head, because = "The other axis", "$\\hat x$ lies along the line to B, so all of the length is in $c'_x$."
        return Verdict(False, because, head, (Remark(at, told),))

    def right(scene: Any) -> Any:
        local = local_in(scene)
        return scene.with_field("a", scene.a.turned(math.atan2(local[1], local[0]) - math.pi / 2.0))

    wanted = coords((0.0, size)).replace(" ", "\u00a0")  # on one line
    text = f"Rotate A until $\\boldsymbol{{c}}'$\u00a0=\u00a0{wanted}: the centre of B in A's own frame."
    return Adjust(text, judge, right, "a")


def _place(scene: Any, d: Vector, angle: float) -> Place:
    right, wrong = turned(d, -angle), turned(d, angle)
    size = math.hypot(*d)

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        is_right = math.dist(at, right) <= NEAR
        shown = right if is_right else at
        draw = partial(_draw_aligned, scene, xy(shown), is_right)
        if is_right:
            because = f"Box and circle rotate by {fixed(-angle, 0)}° about ${C_A}$. Then $\\hat x$ points right."
            return Verdict(True, because, remarks=(Remark(xy(right), coords(right), True),), draw=draw)
        if math.dist(at, d) <= NEAR:
            head, words = "Not turned", "still d"
            because = "Here only the box would have turned. The circle turns with it, about the centre of A."
        elif math.dist(at, wrong) <= NEAR:
            head, words = "The wrong way", f"turned by {fixed(angle, 0)}°"
            because = (
                f"The box is turned by {fixed(angle, 0)}°. To align it, everything turns by {fixed(-angle, 0)}°."
            )
        elif min(math.dist(at, turned(right, quarter)) for quarter in (90.0, 180.0, 270.0)) <= NEAR:
            head, words = "Another axis", "axis-aligned, too"
            because = r"There the box is axis-aligned as well, but $\hat x$ does not point to the right."
        elif abs(math.hypot(*at) - size) > NEAR:
            far = math.hypot(*at)
            head, words = "Too near" if far < size else "Too far", f"{fixed(far)} from the centre of A"
            because = f"A rotation keeps lengths: the centre of B stays {fixed(size)} from the centre of A."
        else:
            head, words = "Another angle", "as far, not there"
            because = (
                "The distance is right. Box and circle turn together: the circle stays at the same part of the box."
            )
        return Verdict(False, because, head, (Remark(xy(at), words),), draw=draw)

    told = f"A and B will rotate together about ${C_A}$ until $\\hat x$ points right."
    text = f"{told} Drag the ring to the new centre of B."
    return Place(text, judge, start=(xy(-0.6 * d),), right=(xy(right),), pane="local", names=(f"${C}'$ = ?",))


def _draw_aligned(scene: Any, at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The circle that was placed, and how far it is from the centre of the box, which is drawn axis-aligned."""
    if pane == "local":
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        marks.ghost(canvas, Convex([at], scene.r), ink, line)
        canvas.arrow((0.0, 0.0), at, ink, line=Line.MEASURE)


def _direction(scene: Any, step: RadiusCompared, angle: float) -> Place:
    """Where the local normal points once it is carried back: the tip of an arrow from the closest point."""
    local, r = step.normal, scene.r
    world = turned(local, angle)
    q = scene.b.pose.position - step.distance * world

    def judge(points: Points) -> Verdict:
        x, y = points[0][0] - q[0], points[0][1] - q[1]
        given = np.array((x, y)) / (math.hypot(x, y) or 1.0)
        off = [math.degrees(math.acos(max(-1.0, min(1.0, float(given @ way))))) for way in (world, local, -world)]
        wrong = math.degrees(math.acos(max(-1.0, min(1.0, float(given @ turned(local, -angle))))))
        is_right = off[0] <= TURN
        draw = partial(_draw_ray, (xy(q), xy(q + r * (world if is_right else given))), is_right)
        if is_right:
            because = (
                f"A direction rotates by {fixed(angle, 0)}° with the box; it is not translated: {coords(world)}."
            )
            return Verdict(True, because, remarks=(Remark(xy(q + r * world), "rotated back", True),), draw=draw)
        if off[1] <= TURN:
            head, words = "Not turned back", f"still ${N}'$"
            because = f"{coords(local)} is a direction of the local frame. In the world it points off the face."
        elif wrong <= TURN:
            head, words = "The wrong way", f"turned by {fixed(-angle, 0)}°"
            because = (
                f"The world turned by {fixed(-angle, 0)}° into the local frame. Back it turns by {fixed(angle, 0)}°."
            )
        elif off[2] <= TURN:
            head, words = "The wrong side", "into A"
            because = "The normal points from A to B, out of the face."
        else:
            head, words = "Another angle", "off the face"
            because = "In the local frame the normal is perpendicular to a face. A rotation keeps right angles."
        return Verdict(False, because, head, (Remark(points[0], words),), draw=draw)

    around = np.linspace(0.0, 360.0, 181)
    path = tuple(xy(q + r * turned((1.0, 0.0), degrees)) for degrees in around)
    return Place(
        f"In the local frame ${N}'$ = {coords(local)}. Drag the ring to where it points from ${Q}$ in the world.",
        judge,
        start=(xy(q + r * turned(world, 115.0)),),
        right=(xy(q + r * world),),
        pane="world",
        along=(path,),
        names=("normal",),
        draw=partial(_draw_start, xy(q), path),
    )


def _point(scene: Any, step: RadiusCompared) -> Place:
    """Where the closest point of the local frame lies in the world."""
    space, local = scene.space, step.closest
    middle, axes = np.asarray(space.middle), np.array((space.axis_x, space.axis_y))
    right = middle + local @ axes

    def judge(points: Points) -> Verdict:
        given = np.array(points[0])
        is_right = math.dist(given, right) <= NEAR
        there = local if is_right else axes @ (given - middle)
        draw = partial(_draw_ways, scene, there, is_right)
        if is_right:
            because = f"From ${C_A}$ by {fixed(local[0])} along $\\hat x$, then by {fixed(local[1])} along $\\hat y$."
            return Verdict(True, because, remarks=(Remark(xy(right), coords(right), True),), draw=draw)
        if math.dist(given, middle + local) <= NEAR:
            head, because = (
                "Not rotated",
                f"This is ${C_A}$ + {coords(local)}, along the axes of the world, not of A.",
            )
        elif math.dist(given, local @ axes) <= NEAR:
            head, because = "Not translated", f"The ways along the axes of A must begin at its centre ${C_A}$."
        elif math.dist(given, local) <= NEAR:
            head, because = "Still local", f"{coords(local)} is told from the centre of A, along its own axes."
        else:
            head = "Another point"
            because = f"In the local frame this point has the coordinates {coords(there)}, not {coords(local)}."
        return Verdict(False, because, head, (Remark(points[0], f"local: {coords(there)}"),), draw=draw)

    return Place(
        f"In the local frame ${Q}'$ = {coords(local)}. Drag the ring to the same point of A in the world.",
        judge,
        start=(xy(middle - 0.7 * local @ axes),),
        right=(xy(right),),
        pane="world",
        names=(f"${Q}$ = ?",),
    )


def _draw_ways(scene: Any, local: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    """From the centre of A along its x axis, then along its y axis."""
    if pane == "world":
        space, ink = scene.space, Ink.ANSWER if is_right else Ink.FAULTY
        turn = space.middle + local[0] * space.axis_x
        canvas.arrow(space.middle, turn, ink, line=Line.MEASURE)
        canvas.arrow(turn, turn + local[1] * space.axis_y, ink, line=Line.MEASURE)


def _draw_start(q: Pair, path: Points, canvas: Canvas, pane: str) -> None:
    """The closest point in the world, and the circle on which the ring moves."""
    if pane == "world":
        canvas.stroke(path, Ink.CONSTRUCTION, line=Line.DASHED)
        marks.answer(canvas, q)
        canvas.symbol(Q, q, Ink.ANSWER, toward=(0.0, -1.0))


def _draw_ray(ends: tuple[Pair, Pair], is_right: bool, canvas: Canvas, pane: str) -> None:
    """In the world, from the closest point: the normal as it was given, or turned back."""
    if pane == "world":
        canvas.arrow(*ends, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE)


def signed(local: Vector, half: Vector) -> Vector:
    """Of many centres in the local frame: how far they are from the box, negative inside."""
    beyond = np.abs(local) - half
    found: Vector = np.hypot(*np.maximum(beyond, 0.0).T) + np.minimum(beyond.max(axis=1), 0.0)
    return found


def while_turning(d: Vector) -> Vector:
    """The local centre while the box turns once, in steps of half a degree."""
    angles = np.linspace(0.0, 2.0 * math.pi, 721)
    return np.column_stack(
        (np.cos(angles) * d[0] + np.sin(angles) * d[1], np.cos(angles) * d[1] - np.sin(angles) * d[0])
    )


def spread(off: float, half: Vector) -> float:
    """By how much the separation changes while the box turns once, its centre so far from that of the circle."""
    return float(np.ptp(signed(while_turning(np.array((off, 0.0))), half)))


def sign_error(d: Vector, half: Vector) -> float:
    """By how much the separation with one sign wrong is off at the most, while the box turns once."""
    angles = np.linspace(0.0, 2.0 * math.pi, 721)
    local = while_turning(d)
    wrong = np.column_stack((local[:, 0], -np.sin(angles) * d[0] - np.cos(angles) * d[1]))
    return float(np.abs(signed(wrong, half) - signed(local, half)).max())


def goal(moment: Moment[Any]) -> Challenge | None:
    """Of the right way, what no turn changes; of each faulty way, a scene in which it is right."""
    if moment.compare:
        return _blind(moment) if moment.has_seen(Unturned) else None
    if not moment.has_seen(RadiusCompared):
        return None
    off = math.dist(moment.scene.b.pose.position, moment.scene.space.middle)
    changes = spread(off, moment.scene.space.half)
    return Challenge(
        "Place the circle so that turning the box never changes the separation.",
        off <= 0.02,
        f"s changes by up to {fixed(changes)} as the box turns",
        "The local coordinates of the circle's centre must stay the same when the axes of the box turn.",
    )


def _blind(moment: Moment[Any]) -> Challenge:
    """A test that a faulty way passes."""
    space = moment.scene.space
    d = moment.scene.b.pose.position - space.middle
    angle = math.degrees(math.atan2(space.axis_x[1], space.axis_x[0]))
    if moment.compare == WRONG_WAY:
        return Challenge(
            "Rotate A to an angle, not 0°, at which this rule finds the right separation of every circle.",
            abs(math.remainder(angle, 90.0)) <= 1.0 and abs(angle) > 45.0,
            f"the rule turns A to {fixed(math.remainder(2.0 * angle, 360.0), 0)}°",
            "The rule doubles the angle. After which turns does a box cover the same area as before?",
        )
    if moment.compare == ROTATED_FIRST:
        off = math.hypot(*space.middle_xy)
        return Challenge(
            "Move A to the place where this rule finds the right separation at every angle of A.",
            off <= 0.02,
            f"the centre of A lands up to {fixed(2.0 * off)} off",
            "The rule rotates about the origin of the world. Which point does that leave where it is?",
        )
    wrong = sign_error(d, space.half)
    return Challenge(
        "Place B, at least 1.00 from the centre of A, where this rule finds the right separation at every angle.",
        min(abs(float(d[0])), abs(float(d[1]))) <= 0.02 and math.hypot(*d) >= 1.0,
        f"s is off by up to {fixed(wrong)} as A rotates",
        "The wrong sign stands before one product with a coordinate of d. When is that product always 0?",
    )
