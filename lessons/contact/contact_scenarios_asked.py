"""What is asked about contact points: where they are, and whether they hold the body."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry.shape import Convex
from geometry.vector import XY, Vector, xy_of
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
TALL, LONG = 2.0, 2.5  # likewise: of a tower, and of a long plank
NEAR_TILT, MOST_TILT, FAR_TILT = 3.0, 50.0, 20.0  # degrees
ARC = 25  # pieces of the arc of a centre of mass
NEARLY_HALF = 0.47  # of its length: how far a plank is to stick out
SHORT = 2.0  # an A on whose corner B lies
CLEAR = 0.05  # of the outer point: a centre of mass nearer to it than this is not asked about
SLIDES = "stands", "slides off, to the right", "slides off, to the left"
FATES = "stands", "tips over, clockwise", "tips over, counter-clockwise"


def places(moment: Moment[Any]) -> Place | None:
    """Where does A push on B?"""
    pose: SetDown = moment.scene.pose
    if moment.compare or not pose.is_upright or pose.reference.owner.value != "A":
        return None
    if len(pose.places) == 2 and _overhang(pose) is None:
        return None  # both ends of the edge that lies there: nothing to find out
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
    out = _overhang(pose)
    if out is None and _is_tall(pose):
        return _tilts_from(pose)
    y = float(pose.a.points[:, 1].min()) - BELOW
    ends = pose.places if out is None else pose.places[-out:][:1]

    def on_ruler(x: float) -> XY:
        return pose.on_edge(x)[0], y

    def judge(points: Points) -> Verdict:
        x = pose.along(points[0])
        off = min(abs(x - end) for end in ends)
        is_right = off <= NEAR
        draw = partial(_draw_weight, pose, points[0], Ink.ANSWER if is_right else Ink.FAULTY)
        if is_right:
            because = "There $c$ lies over an outer contact point. Beyond it no contact force is left on that side."
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


def _is_tall(pose: SetDown) -> bool:
    """Whether its longest edge is about twice as long as the shortest, but it has no foot."""
    return TALL < _slender(pose) < LONG


def _slender(pose: SetDown) -> float:
    sides = [math.hypot(u - x, v - y) for (x, y), (u, v) in pose.b.edges_xy]
    return max(sides) / min(sides)


def _tilts_from(pose: SetDown) -> Place:
    """Of a tall body: how far may it be tilted about its right contact point before it tips over?"""
    p = max(pose.found.points, key=lambda p: p.point[0])
    corner, c = p.on_b, pose.b.centroid
    right = math.degrees(math.atan2(corner[0] - c[0], c[1] - corner[1]))
    name = rf"$p_{pose.name_of(p)}$"

    def centre(degrees: float) -> XY:
        return xy_of(turned_about(pose.b, corner, -math.radians(degrees)).centroid)

    def tilt(at: XY) -> float:
        return right + math.degrees(math.atan2(at[0] - corner[0], at[1] - corner[1]))

    def judge(points: Points) -> Verdict:
        by = tilt(points[0])
        is_right = abs(by - right) <= NEAR_TILT
        told = f"{fixed(abs(right - by), 0)}°"
        draw = partial(_draw_tilted, pose, turned_about(pose.b, corner, -math.radians(by)), is_right)
        remark = (Remark(points[0], f"tilted by {fixed(by, 0)}°", is_right),)
        if is_right:
            because = f"Over {name}: there B is tilted by {fixed(right, 0)}°. Beyond it the weight turns B on."
            return Verdict(True, because, remarks=remark, draw=draw)
        if by < right:
            because = f"$c$ still lies to the left of {name}, {told} before it: the weight turns B back."
            return Verdict(False, because, "It falls back", remark, draw=draw)
        because = f"$c$ lies to the right of {name}, {told} beyond it: B has tipped over before."
        return Verdict(False, because, "Too far", remark, draw=draw)

    path = tuple(centre(MOST_TILT * k / ARC) for k in range(ARC + 1))
    text = f"B is tilted about {name}. Drag $c$ along its arc to where B begins to tip over."
    return Place(text, judge, (path[0],), (centre(right),), "world", (path,), ("c",))


def _draw_tilted(pose: SetDown, tilted: Convex, is_right: bool, canvas: Canvas, pane: str) -> None:
    if pane == "world":
        ink = Ink.ANSWER if is_right else Ink.FAULTY
        marks.ghost(canvas, tilted, ink, Line.END if is_right else Line.DOTTED)
        (x, y), floor = tilted.centroid.tolist(), float(pose.reference.start[1])
        canvas.stroke(((x, y), (x, floor)), ink, line=Line.DASHED)


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
    if _slender(pose) > FOOT:
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
    if _slender(pose) >= LONG:
        return _sticks_out(pose)
    if _is_tall(pose):
        return _falls_back(pose)
    return Challenge(
        "Find a pose in which B has **two** contact points and still tips over.",
        two and not pose.stands,
        now,
        "Move B over the end of A, and look at the part of its lower edge that is still over A.",
    )


def _sticks_out(pose: SetDown) -> Challenge:
    """Of a long body: as far over the end of A as it can, nearly half of its length."""
    longest = max(math.hypot(u - x, v - y) for (x, y), (u, v) in pose.b.edges_xy)
    xs, (left, right) = pose.b.points[:, 0], (float(f(pose.a.points[:, 0])) for f in (min, max))
    out, wanted = max(left - float(xs.min()), float(xs.max()) - right, 0.0), round(NEARLY_HALF * longest, 2)
    return Challenge(
        f"Let B stick out by **{fixed(wanted)}** over an end of A so that it still stands.",
        pose.stands and out >= wanted,
        f"{fixed(out)} out: B {pose.becomes}",
        "The end of A is then a contact point, and $c$ has to stay on the inner side of it.",
    )


def _falls_back(pose: SetDown) -> Challenge:
    """Of a tall body on a corner: tilted far, and still back onto the short edge."""
    one, edges = pose.is_upright and len(pose.places) == 1 and not pose.stands, pose.b.edges_xy
    tilted, is_back = 0.0, False
    if one and pose.found.points[0].id[1].is_vertex:
        k = pose.found.points[0].id[1].index - (pose.turning != "clockwise")
        sides = [math.hypot(u - x, v - y) for (x, y), (u, v) in edges]
        (x, y), (u, v) = edges[k]
        tilted, is_back = math.degrees(math.atan2(abs(v - y), abs(u - x))), sides[k] <= 1.01 * min(sides)
    now = f"B {pose.becomes}"
    if one:
        now = f"tilted by {fixed(tilted, 0)}°: falls back" if is_back else "falls onto a long edge"
    return Challenge(
        f"Tilt B by **{fixed(FAR_TILT, 0)}°** or more so that it falls back onto its short edge.",
        is_back and tilted >= FAR_TILT,
        now,
        "It falls back while $c$ has not passed the corner that it stands on.",
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
