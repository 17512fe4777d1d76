"""What circle and AABB asks: beside a face the closest point, before it is clamped; at a corner, which names that
point, where the push leads; from inside the point of the circle that comes out last."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex, Vector, separation
from geometry.primitives.circle_aabb import BoxFace, Clamped, Region, RegionFound
from geometry.vector import left_of
from lessons.pairs.box_figure import FACES, sides_of
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.05  # world length that an answer may be off
TURNED = 0.2  # of the radius: so far along the circle it may be
CLEARLY = 0.15  # outside or inside: where a question can be answered by eye


def question(moment: Moment[Any]) -> Prediction | None:
    """The closest point, of a centre beside a face; the push, at a corner; the last point, of a centre inside."""
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
            n = (center - closest) / math.dist(center, closest)
            return _push(moment, (closest + scene.r * n,))
        case Clamped() if is_inside and min(*(box.high - center), *(center - box.low)) > CLEARLY:
            depths = _depths(moment)
            nearest = [face for face, depth in depths.items() if depth <= min(depths.values()) + 1e-9]
            if len(nearest) == 1:
                return _last(moment, nearest[0], depths[nearest[0]])
            return _push(moment, tuple(center + (depths[face] + scene.r) * face.normal for face in nearest))
    return None


def _depths(moment: Moment[Any]) -> dict[BoxFace, float]:
    """How far the centre lies behind each face."""
    box, center = moment.scene.box, moment.scene.b.world.points[0]
    return {f: float((box.high if f.normal.sum() > 0.0 else box.low) @ f.normal - center @ f.normal) for f in BoxFace}


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


def _push(moment: Moment[Any], targets: tuple[Vector, ...]) -> Place:
    """Where the shortest push takes the centre; from inside several may be equally short."""
    a, b, box = moment.scene.a.world, moment.scene.b.world, moment.scene.box
    center, r = b.points[0], b.radius
    best, depth = math.dist(targets[0], center), min(_depths(moment).values())

    def judge(points: Points) -> Verdict:
        target = min(targets, key=lambda each: math.dist(points[0], each))
        is_right = math.dist(points[0], target) <= NEAR
        place = xy(target) if is_right else points[0]
        pushed, moved = math.dist(place, center), b.moved(np.array(place) - center)
        draw = partial(_draw_pushed, xy(center), moved, is_right)
        remark = Remark(place, f"pushed by {fixed(pushed)}", is_right)
        if is_right:
            return Verdict(True, _way(r, best, max(depth, 0.0)), remarks=(remark,), draw=draw)
        inside = float(min(*(np.array(place) - box.low), *(box.high - place)))
        left = -inside - r if inside > 0.0 else separation(a, moved)
        head, because = _missed(left, pushed, best)
        return Verdict(False, because, head, (remark,), draw=draw)

    way = targets[0] - center
    start = xy(center - 0.4 * r * left_of(way) / math.dist(targets[0], center))
    which = "the" if len(targets) == 1 else "a"
    text = f"Drag the ring to where {which} shortest push out of A takes the centre of the circle."
    right = tuple(xy(each) for each in targets[:1])
    return Place(text, judge, start=(start,), right=right, pane="world", names=("centre after the push",))


def _way(r: float, length: float, depth: float) -> str:
    """Why a push is right: from outside, and from so deep inside."""
    if depth > 0.0:
        further = f"B extends $r$ = {fixed(r)} further back: {fixed(length)} in all."
        return f"The centre is {fixed(depth)} deep and {further}"
    return f"The push goes straight away from $q$ until $c$ is $r$ = {fixed(r)} from it: it is {fixed(length)} long."


def _missed(left: float, length: float, best: float) -> tuple[str, str]:
    """What is wrong with a push of this length that leaves so much, by its head and its reason."""
    if left < -NEAR:
        because = f"With its centre here B still overlaps A by {fixed(-left)}"
        if length >= best:
            return "Wrong direction", f"{because}. In the right direction a push of this length is enough."
        return "Not far enough", f"{because}."
    if left > NEAR:
        return "Too far", f"With its centre here B is {fixed(left)} away from A: a shorter push is enough."
    because = f"With its centre here B touches A, but the push is {fixed(length)} long. There is a shorter one."
    return "Not the shortest", because


def _draw_pushed(center: Pair, moved: Convex, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The circle where the push takes it, and the push."""
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    marks.ghost(canvas, moved, ink, line)
    canvas.arrow(center, moved.points[0], ink, line=Line.MEASURE if is_right else line)


def _last(moment: Moment[Any], face: BoxFace, depth: float) -> Place:
    """Which point of the circle comes out last, if it is pushed out through the nearest face."""
    b, n = moment.scene.b.world, face.normal
    center, r = b.points[0], b.radius
    ring = tuple(xy(center + r * np.array((math.cos(a), math.sin(a)))) for a in np.linspace(0.0, math.tau, 145))

    def judge(points: Points) -> Verdict:
        last = center - r * n
        is_right = math.dist(points[0], last) <= TURNED * r
        at = last if is_right else np.array(points[0])
        deep = depth - float((at - center) @ n)
        draw = partial(_draw_depth, at, deep * n, is_right)
        if is_right:
            because = (
                f"It is depth + $r$ = {fixed(depth)} + {fixed(r)} = {fixed(deep)} behind the {FACES[face]} face, "
            )
            return Verdict(True, f"{because}the nearest. The shortest push is as long.", draw=draw)
        where = f"{fixed(abs(deep))} {'behind' if deep > 0.0 else 'in front of'} the {FACES[face]} face"
        because = f"This point is {where}, the nearest. Another point of B lies deeper behind this face."
        return Verdict(False, because, "Not the last", draw=draw)

    text = "Push B out of A by the shortest way. Which point of the circle leaves A last? Drag the ring to it."
    start, right = xy(center + r * left_of(n)), xy(center - r * n)
    return Place(text, judge, start=(start,), right=(right,), pane="world", along=(ring,), names=("last point",))


def _draw_depth(at: Vector, way: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    """From a point of the circle to the nearest face."""
    if pane == "world":
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        measures.measure(canvas, at, at + way, ink, fixed(math.hypot(*way)))
