"""What is asked about contact points: where they are, and whether they hold the body."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.shape import Convex
from geometry.vector import XY, Vector
from lessons.contact.contact_scenarios_figure import BELOW, LEANS
from lessons.contact.released import SetDown, turned_about
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.measures import measure
from viz.lesson.prediction import Challenge, Choose, Place, Points, Remark, Verdict
from viz.lesson.text import counted, fixed, sentence

NEAR = 0.07  # of the right place: good enough
LATER = 0.2  # radians that B turns by if the answer is true
FOOT, ROOM = 3.0, 0.8  # the longest edge over the shortest, of a body that has a foot; how far its load may move
SHORT = 2.0  # an A on whose corner B lies
CLEAR = 0.05  # of the outer point: a centre of mass nearer to it than this is not asked about
SLIDES = "stands", "slides off, to the right", "slides off, to the left"
FATES = "stands", "tips over, clockwise", "tips over, counter-clockwise"


def places(moment: Moment[Any]) -> Place | None:
    """Where does A push on B?"""
    pose: SetDown = moment.scene.pose
    if moment.compare or not pose.is_upright or pose.reference.owner.value != "A":
        return None
    length = pose.reference.length
    starts = [pose.on_edge(part * length) for part in (0.25, 0.7)]
    path: Points = (pose.on_edge(0.0), pose.on_edge(length))
    right = (pose.on_edge(pose.places[0]), pose.on_edge(pose.places[-1]))
    text = "Drag the rings to the outermost places where A pushes on B. They may lie at one place."
    judge = partial(_judge_places, pose)
    return Place(text, judge, tuple(starts), right, "world", (path, path))


def _judge_places(pose: SetDown, points: Points) -> Verdict:
    found = sorted(points, key=pose.along)
    wanted = (pose.places[0], pose.places[-1])
    remarks, faults = [], {}
    for p, x in zip(found, wanted, strict=True):
        at = pose.on_edge(x)
        is_right = abs(pose.along(p) - x) <= NEAR
        above = height_over(pose.b, p)
        if is_right:
            remarks.append(Remark(at, "", True))
        elif above is None:
            remarks.append(Remark(p, "B is not above"))
            faults[p[0]] = "no part of B is above it."
        elif above > NEAR:
            remarks.append(Remark(p, f"B is {fixed(above)} above", to=(p[0], p[1] + above)))
            faults[p[0]] = f"B is {fixed(above)} above it: no contact there."
        else:
            remarks.append(Remark(p, "not the outermost"))
            faults[p[0]] = "B touches there, but also further out."
    count = sum(remark.right for remark in remarks)
    if count < 2:
        return Verdict(False, _reason(faults), f"Place the rings: {count} of 2", tuple(remarks))
    because = "Only one corner of B is behind the edge of A. All its other vertices are in front of it."
    if len(pose.places) == 2:
        because = "Both ends of the part that lies on A. Two forces at the ends can balance any load between them."
    return Verdict(True, because, remarks=tuple(remarks))


def _reason(faults: dict[float, str]) -> str:
    """The fault of each ring (by where it lies), then the rule."""
    told = [faults[x] for x in sorted(faults)]
    if len(told) == 2 and told[0] != told[1]:
        told = [f"{side} ring: {fault}" for side, fault in zip(("Left", "Right"), told, strict=True)]
    return " ".join((*map(sentence, dict.fromkeys(told)), "A pushes only where B reaches the edge of A."))


def height_over(shape: Convex, p: XY) -> float | None:
    """How far above a point the shape begins, straight up; None where it does not lie above."""
    heights = []
    for (x, y), (u, v) in shape.edges_xy:
        if min(x, u) <= p[0] <= max(x, u) and x != u:
            heights.append(y + (p[0] - x) / (u - x) * (v - y) - p[1])
    return min(heights) if heights else None


def tips_from(moment: Moment[Any]) -> Place | None:
    """Of a body that stands on two points: how far may its centre of mass move?"""
    pose: SetDown = moment.scene.pose
    if moment.compare or not pose.is_upright or len(pose.places) < 2 or not pose.stands:
        return None
    y = float(pose.a.points[:, 1].min()) - BELOW

    out = _overhang(pose)
    ends = pose.places if out is None else pose.places[-out:][:1]

    def on_ruler(x: float) -> XY:
        return pose.on_edge(x)[0], y

    def judge(points: Points) -> Verdict:
        x = pose.along(points[0])
        off = min(abs(x - end) for end in ends)
        is_right = off <= NEAR
        draw = partial(_draw_weight, pose, points[0], Ink.ANSWER if is_right else Ink.FAULTY)
        if is_right:
            because = (
                "Over an outer contact point. Beyond it no contact force is left on that side: the weight turns B."
            )
            return Verdict(True, because, draw=draw)
        if pose.places[0] < x < pose.places[-1]:
            because = (
                f"There $c$ still has a contact point on either side, the nearer one {fixed(off)} away: B stands."
            )
            return Verdict(False, because, "It still stands", draw=draw)
        if out is not None and abs(x - pose.places[out - 1]) < abs(x - ends[0]):
            side = "left" if out else "right"
            return Verdict(
                False, f"There B tips to the {side}: the load moves away from that side.", "The other end", draw=draw
            )
        because = f"That is {fixed(off)} beyond the outer contact point: B has tipped before."
        return Verdict(False, because, "Too far", draw=draw)

    text = "A load moves inside B and takes $c$ along. Drag the ring to a place where B begins to tip."
    if out is not None:
        side = "right" if out else "left"
        text = f"The load in B moves to the {side}. Drag the ring to where B begins to tip."
    path: Points = (on_ruler(0.0), on_ruler(pose.reference.length))
    right = min(ends, key=lambda x: abs(x - pose.centre))
    return Place(text, judge, (on_ruler(pose.centre),), (on_ruler(right),), "world", (path,), ("c",))


def _overhang(pose: SetDown) -> bool | None:
    """Whether B sticks out over the right end of A; None where it does over neither end."""
    xs, (left, right) = pose.b.points[:, 0], (float(f(pose.a.points[:, 0])) for f in (min, max))
    is_left, is_right = bool(xs.min() < left - NEAR), bool(xs.max() > right + NEAR)
    return is_right if is_left is not is_right else None


def goal(moment: Moment[Any]) -> Challenge:
    """What is to be built: by what lies there, whichever way it lies."""
    pose: SetDown = moment.scene.pose
    two = pose.is_upright and len(pose.places) == 2
    now = f"B {pose.becomes}" if two else counted(len(pose.found.points), "contact point")
    now += " at the start" * (not two and type(moment.step).__name__ == "LetGo")  # it may lie on two by then
    sides = [math.hypot(u - x, v - y) for (x, y), (u, v) in pose.b.edges_xy]
    if max(sides) > FOOT * min(sides):
        room = min(pose.centre - pose.places[0], pose.places[-1] - pose.centre) if two else 0.0
        return Challenge(
            f"Turn B so that $c$ could move by **{fixed(ROOM)}** to either side before B tips.",
            room >= ROOM,
            f"{fixed(max(room, 0.0))} to the nearer side" if two else now,
            "The longer the edge on which B lies, the further apart are its contact points.",
        )
    if float(np.ptp(pose.a.points[:, 0])) < SHORT:
        x, y = pose.found.normal
        left = bool(pose.found.points) and not pose.is_upright and x < -LEANS and y > LEANS
        return Challenge(
            "Place B so that it slides off **to the left**.",
            left,
            f"B {pose.becomes}",
            r"The push of A goes along $\hat n$, so $\hat n$ has to be tilted to the left.",
        )
    return Challenge(
        "Find a pose in which B has **two** contact points and still tips over.",
        two and not pose.stands,
        now,
        "Move B over the end of A, and look at the part of its lower edge that is still over A.",
    )


def _draw_weight(pose: SetDown, at: XY, ink: Ink, canvas: Canvas, pane: str) -> None:
    """The weight where the centre of mass would lie."""
    if pane == "world":
        y = float(pose.b.centroid[1])
        canvas.stroke((at, (at[0], y)), ink, line=Line.DASHED)
        canvas.arrow((at[0], y), (at[0], y - 60.0 * canvas.pixel), ink)


def becomes(moment: Moment[Any]) -> Choose | None:
    """What will B do?"""
    pose: SetDown = moment.scene.pose
    if not moment.compare and pose.found.points and not pose.is_upright:
        return _slides(pose)
    ends = [abs(x - pose.centre) for x in (pose.places[0], pose.places[-1])]
    if moment.compare or not pose.is_upright or min(ends) < CLEAR:
        return None

    def judge(answer: str) -> Verdict:
        is_right = answer == pose.becomes
        if pose.stands:
            away = f"{fixed(ends[0])} and {fixed(ends[1])}"
            reason = f"$c$ lies between the contact points, {away} from them: their forces balance the weight."
        else:
            which = "the contact point" if len(pose.places) == 1 else "the nearest contact point"
            reason = f"$c$ lies {fixed(pose.beside)} to the {pose.side} of {which}. "
            if is_right:
                reason += f"So the weight turns B to the {pose.side}: {pose.turning}."
            elif answer == FATES[0]:
                reason += "Nothing holds it up there: B cannot stand."
            else:
                reason += "This turn lifts $c$, and the weight pulls it down."
        draw = partial(_draw_levers, pose, answer, Ink.ANSWER if is_right else Ink.FAULTY)
        return Verdict(is_right, reason, "" if is_right else "Compare weight and contact force", draw=draw)

    return Choose(
        "$c$ is the centre of mass of B. B is let go: what does it do?", judge, FATES, frozenset((pose.becomes,))
    )


def _slides(pose: SetDown) -> Choose:
    """Of a contact normal that is tilted: to which side?"""
    x, p = float(pose.found.normal[0]), pose.found.points[0].point
    right = SLIDES[1] if x > 0.0 else SLIDES[2]

    def judge(answer: str) -> Verdict:
        is_right = answer == right
        reason = f"$\\hat n$ is tilted to the {'right' if x > 0.0 else 'left'}, and so is the push of A on B. "
        reason += (
            "Nothing balances its sideways part." if is_right or answer == SLIDES[0] else "It points from A to B."
        )
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        return Verdict(
            is_right, reason, "" if is_right else "Look at the normal", draw=partial(_draw_aside, p, answer, ink)
        )

    text = "$\\hat n$ is tilted. B is let go: what does it do?"
    return Choose(text, judge, SLIDES, frozenset((right,)))


def _draw_aside(p: Vector, answer: str, ink: Ink, canvas: Canvas, pane: str) -> None:
    """The part of the push that would move B that way."""
    if pane == "world" and answer != SLIDES[0]:
        canvas.arrow(p, p + ((60.0 if answer == SLIDES[1] else -60.0) * canvas.pixel, 0.0), ink)


def _draw_levers(pose: SetDown, answer: str, ink: Ink, canvas: Canvas, pane: str) -> None:
    """The weight, how far beside it the contact points are, and B a little later if the answer is true."""
    if pane != "world":
        return
    if answer != FATES[0]:
        nearest = min(pose.found.points, key=lambda p: abs(p.point[0] - pose.b.centroid[0]))
        later = turned_about(pose.b, nearest.point, -LATER if answer == FATES[1] else LATER)
        later = later.moved((pose.b.centroid[0] - later.centroid[0], 0.0))  # no friction: no force to the side
        marks.ghost(canvas, later, ink, Line.DOTTED)
        canvas.dot(later.centroid, ink)
    (x, y), top = pose.b.centroid.tolist(), float(pose.reference.start[1])
    canvas.arrow((x, y), (x, y - 60.0 * canvas.pixel), ink)
    canvas.stroke(((x, y), (x, top)), ink, line=Line.DASHED)
    high = top + 26.0 * canvas.pixel
    for p in pose.found.points:
        measure(canvas, (x, high), (p.point[0], high), ink, fixed(abs(p.point[0] - x)))
