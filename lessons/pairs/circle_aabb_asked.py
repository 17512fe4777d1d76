"""What circle and AABB asks: beside a face the closest point, before it is clamped; at a corner, which names that
point, where the push leads; from inside the nearest face."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Vector, separation
from geometry.feature import FeatureKind, FeatureRef
from geometry.primitives.circle_aabb import BoxFace, Clamped, Region, RegionFound
from geometry.vector import left_of
from lessons.pairs.box_figure import FACES, facing, sides_of
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Click, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.05  # world length that an answer may be off
CLEARLY = 0.15  # outside or inside: where a question can be answered by eye


def question(moment: Moment[Any]) -> Prediction | None:
    """The closest point, of a centre beside a face; the push, at a corner; the nearest face, of a centre inside."""
    if not isinstance(moment.step, RegionFound | Clamped):
        return None
    scene, region = moment.scene, moment.first(RegionFound)
    box, center = scene.box, scene.b.world.points[0]
    if moment.compare or region is None:
        return None
    closest = np.clip(center, box.low, box.high)
    is_inside = region.region is Region.INSIDE
    match moment.step:
        case RegionFound() if math.dist(closest, center) > CLEARLY and not region.region.is_corner:
            return _closest(region.region, center, closest, moment)
        case Clamped() if region.region.is_corner and CLEARLY < math.dist(closest, center) < scene.r - CLEARLY:
            return _push(moment.scene.a.world, moment.scene.b.world, closest)
        case Clamped() if is_inside and min(*(box.high - center), *(center - box.low)) > CLEARLY:
            return _face(moment)
    return None


def _closest(region: Region, center: Vector, closest: Vector, moment: Moment[Any]) -> Place:
    out, kept = "xy" if sides_of(region)[0] else "yx"
    reason = f"Only ${out}$ is outside the box, so only $q_{out}$ changes and $q_{kept}$ = $c_{kept}$."
    box = moment.scene.box

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        is_right = math.dist(at, closest) <= NEAR
        place = closest if is_right else at
        away = math.dist(place, center)
        draw = partial(_draw_ring, xy(center), xy(place), is_right)
        if is_right:
            remark = Remark(xy(place), f"{fixed(away)} from c", True)
            return Verdict(True, f"{reason} No point of the box is nearer.", remarks=(remark,), draw=draw)
        remark = Remark(xy(at), f"{fixed(away)} from c")
        if ((at < box.low - NEAR) | (at > box.high + NEAR)).any():
            return Verdict(False, "This point is not a point of the box A.", "Not on the box", (remark,), draw=draw)
        because = f"This point is {fixed(away)} from the centre. The part of A inside the dotted circle is nearer."
        return Verdict(False, because, "Not the closest", (remark,), draw=draw)

    start = xy(box.center + 0.3 * (box.center - closest))
    text = "Drag the ring to the point of the box A that is closest to the centre of the circle."
    return Place(text, judge, start=(start,), right=(xy(closest),), pane="world", names=("closest point",))


def _draw_ring(center: Pair, at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """All points that are as far from the centre as the one that was placed."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    marks.circle(canvas, center, math.dist(center, at), ink, Line.DASHED if is_right else Line.DOTTED)
    canvas.stroke((center, at), ink, line=Line.DASHED if is_right else Line.DOTTED)


def _push(a: Convex, b: Convex, closest: Vector) -> Place:
    center, r = b.points[0], b.radius
    n = (center - closest) / math.dist(center, closest)
    target = closest + r * n

    def judge(points: Points) -> Verdict:
        is_right = math.dist(points[0], target) <= NEAR
        place = xy(target) if is_right else points[0]
        moved = b.moved(np.array(place) - center)
        left, length = separation(a, moved), fixed(math.dist(place, center))
        draw = partial(_draw_pushed, xy(center), moved, is_right)
        remark = Remark(place, f"pushed by {length}", is_right)
        if is_right:
            because = (
                f"Straight away from the closest point $q$, until $c$ is $r$ = {fixed(r)} from it: {length} long."
            )
            return Verdict(True, because, remarks=(remark,), draw=draw)
        if left < -NEAR:
            because = f"With its centre here B still overlaps A by {fixed(-left)}"
            is_long = math.dist(place, center) >= math.dist(target, center)
            head = "Wrong direction" if is_long else "Not far enough"
            because += ": a push of this length is enough in the right direction." if is_long else "."
        elif left > NEAR:
            head, because = (
                "Too far",
                f"With its centre here B is {fixed(left)} away from A: a shorter push is enough.",
            )
        else:
            head = "Not the shortest"
            because = f"With its centre here B touches A, but the push is {length} long. There is a shorter one."
        return Verdict(False, because, head, (remark,), draw=draw)

    start = xy(center + 0.4 * r * left_of(n))
    text = "Drag the ring to where the shortest push out of A takes the centre of the circle."
    return Place(text, judge, start=(start,), right=(xy(target),), pane="world", names=("centre after the push",))


def _draw_pushed(center: Pair, moved: Convex, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The circle where the push takes it, and the push."""
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    marks.ghost(canvas, moved, ink, line)
    canvas.stroke((center, moved.points[0]), ink, line=line)


def _face(moment: Moment[Any]) -> Click:
    world, box, center = moment.scene.a.world, moment.scene.box, moment.scene.b.world.points[0]
    depths = {}
    for face in BoxFace:
        n = face.normal
        depths[FeatureRef("A", FeatureKind.EDGE, facing(world, face))] = (
            face,
            float((box.high if n.sum() > 0.0 else box.low) @ n - center @ n),
        )
    least = min(depth for _, depth in depths.values())
    right = frozenset(edge for edge, (_, depth) in depths.items() if depth <= least + 1e-9)

    def judge(answer: FeatureRef | str) -> Verdict:
        if not isinstance(answer, FeatureRef) or answer not in depths:
            return Verdict(False, "A face is a side of the box. Click one of the four.", "Not a face")
        face, depth = depths[answer]
        is_right = answer in right
        draw = partial(_draw_depth, center, depth * face.normal, is_right)
        if is_right:
            because = f"The {FACES[face]} face is nearest: the centre is {fixed(depth)} behind it."
            return Verdict(True, because, features=right, draw=draw)
        because = f"The centre is {fixed(depth)} behind the {FACES[face]} face. Another face is nearer."
        return Verdict(False, because, "Not the nearest", draw=draw)

    text = "Which face would you push the circle out through? Click the one with the shortest push."
    if len(right) > 1:
        text = "Click a face through which the push out of the box is the shortest."
    return Click(text, judge, right)


def _draw_depth(center: Vector, way: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    """From the centre to the face that was clicked."""
    if pane == "world":
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        measures.measure(canvas, center, center + way, ink, fixed(math.hypot(*way)))
