"""What circle and OBB asks: where the centre comes to lie when the frame turns, and what changes on the way back."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Vector
from geometry.primitives.circle_aabb import RadiusCompared, Region, region_of
from geometry.primitives.circle_obb import Translated
from lessons.pairs.telling import N, turned
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import coords, fixed

NEAR = 0.12  # world length that an answer may be off
LEAST = 10.0  # degrees: a box that is turned less is as good as axis-aligned
POINT, BOTH, ALL = "q' only", "q' and n̂'", "q', n̂' and s"


def question(moment: Moment[Any]) -> Prediction | None:
    """Where the centre will be, before the frame turns; of a circle beside a face what the way back changes."""
    if moment.compare or not isinstance(moment.step, Translated | RadiusCompared):
        return None
    space = moment.scene.space
    angle = math.degrees(math.atan2(space.axis_x[1], space.axis_x[0]))
    d = moment.scene.b.pose.position - space.middle
    if abs(math.remainder(angle, 180.0)) < LEAST or math.hypot(*d) < 4.0 * NEAR:
        return None
    region = region_of(xy(-space.half), space.half_xy, xy(turned(d, -angle)))
    is_beside = region is not Region.INSIDE and not region.is_corner
    match moment.step:
        case Translated() if not is_beside:
            return _place(moment.scene, d, angle)
        case RadiusCompared() as step if is_beside:
            return _changes(moment.scene, step)
    return None


def _place(scene: Any, d: Vector, angle: float) -> Place:
    right, wrong = turned(d, -angle), turned(d, angle)
    size = math.hypot(*d)

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        is_right = math.dist(at, right) <= NEAR
        shown = right if is_right else at
        draw = partial(_draw_aligned, scene, xy(shown), is_right)
        if is_right:
            because = (
                f"The frame turns by {fixed(-angle, 0)}°: then the box is axis-aligned. The circle turns with it."
            )
            return Verdict(True, because, remarks=(Remark(xy(right), coords(right), True),), draw=draw)
        if math.dist(at, d) <= NEAR:
            head, words = "Not turned", "still d"
            because = "Here only the box would have turned. The whole frame turns, and the circle with it."
        elif math.dist(at, wrong) <= NEAR:
            head, words = "The wrong way", f"turned by {fixed(angle, 0)}°"
            because = (
                f"The box is turned by {fixed(angle, 0)}°. To align it, everything turns by {fixed(-angle, 0)}°."
            )
        elif abs(math.hypot(*at) - size) > NEAR:
            far = math.hypot(*at)
            head, words = "Too near" if far < size else "Too far", f"{fixed(far)} from the centre of A"
            because = f"A turn keeps lengths: the centre of B stays {fixed(size)} from the centre of A."
        else:
            head, words = "Another angle", "as far, not there"
            because = (
                "The distance is right. Box and circle turn together: the circle stays at the same part of the box."
            )
        return Verdict(False, because, head, (Remark(xy(at), words),), draw=draw)

    text = "The frame will turn until the box is axis-aligned. Drag the ring to where the centre of B is then."
    return Place(text, judge, start=(xy(-0.6 * d),), right=(xy(right),), pane="local", names=("c′ = ?",))


def _draw_aligned(scene: Any, at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The axis-aligned box, and the circle that was placed."""
    if pane == "local":
        ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
        corners = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))) * scene.space.half
        for shape in (Convex(corners), Convex([at], scene.r)):
            marks.ghost(canvas, shape, ink, line)


def _changes(scene: Any, step: RadiusCompared) -> Choose:
    space, local = scene.space, step.normal
    world = local[0] * space.axis_x + local[1] * space.axis_y
    q = scene.b.pose.position - step.distance * world

    def ends(way: Vector, size: float = scene.r) -> tuple[Pair, Pair]:
        return xy(q), xy(q + size * way)

    def judge(given: str) -> Verdict:
        if given == BOTH:
            told = f"A point turns and moves, a direction turns: ${N}'$ = {coords(local)} becomes {coords(world)}."
            return Verdict(True, told, draw=partial(_draw_ray, ends(world), "turned back", True))
        if given == POINT:
            told = f"${N}'$ = {coords(local)} is a direction of the local frame. In the world it points off the face."
            return Verdict(False, told, "One more", draw=partial(_draw_ray, ends(local), "not turned back", False))
        told = f"$s$ = {fixed(step.separation)} is a length. Turning and moving both shapes together keeps it."
        reach = ends(world, step.separation)
        return Verdict(False, told, "One too many", draw=partial(_draw_ray, reach, "as long here", False))

    text = "Which of these numbers change on the way back to the world?"
    return Choose(text, judge, (POINT, BOTH, ALL), frozenset((BOTH,)))


def _draw_ray(ends: tuple[Pair, Pair], words: str, is_right: bool, canvas: Canvas, pane: str) -> None:
    """In the world, from the closest point: the normal, turned back or not, or the separation."""
    if pane == "world":
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        canvas.arrow(*ends, ink, line=Line.MEASURE)
        canvas.label(words, ends[1], ink, toward=(0.0, -1.0))
