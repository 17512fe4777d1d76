"""What a moving circle and a point ask: the place of the first contact, and how many roots there are."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from geometry.vector import dot
from lessons.motion.quadratic import Against
from lessons.motion.swept_circle_point_faulty import CENTRE, POINT
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import fixed

NEAR = 0.05  # world length that a placed centre may be off
CLEAR = 0.8  # of R: where the path passes nearer than this, both contacts can be told apart
JUST = 1e-6


def where_first(at: Against) -> Place | None:
    """Where the centre is at the first contact, of a circle that goes clearly through p in time."""
    if at.roots is None or not 0.1 < at.roots[0] < at.roots[1] < 1.0 or at.passing > CLEAR * at.radius:
        return None
    return _place(
        at,
        f"Where is the centre when the circle first touches {POINT}? Drag the ring along the path.",
        _judge_first,
        at.nearest(),
        at.roots[0],
    )


def where_lowest(at: Against) -> Place | None:
    """Where it is when the curve is lowest, of the same circles."""
    if at.roots is None or where_first(at) is None:
        return None
    return _place(
        at,
        "The curve has one lowest point. Where is the centre at that time? Drag the ring along the path.",
        _judge_lowest,
        0.5 * at.roots[0],
        at.nearest(),
    )


def _place(at: Against, ask: str, judge: Callable[[Against, Points], Verdict], start: float, right: float) -> Place:
    """A time, as the place of the centre on its path."""
    return Place(
        ask,
        partial(judge, at),
        start=(xy(at.at(start)),),
        right=(xy(at.at(right)),),
        pane="world",
        along=((xy(at.c), xy(at.at(1.0))),),
        names=("centre",),
    )


def _judge_first(at: Against, points: Points) -> Verdict:
    first, last = (xy(at.at(t)) for t in at.roots or ())
    far = math.dist(points[0], at.p)
    if math.dist(points[0], first) <= NEAR:
        why = (
            f"Its centre is $R$ = {fixed(at.radius)} from {POINT}: it has reached the circle of radius "
            f"$R$ around {POINT}."
        )
        return Verdict(
            True,
            why,
            remarks=(Remark(first, f"R = {fixed(at.radius)}", True, to=xy(at.p)),),
            draw=partial(_disc, at, first, True),
        )
    draw = partial(_disc, at, points[0], False)
    remarks = (Remark(points[0], f"{fixed(far)} from p"),)
    if math.dist(points[0], last) <= NEAR:
        why = (
            f"This far from {POINT} it also just touches, but here {POINT} leaves the circle. It has met "
            f"{POINT} before."
        )
        return Verdict(False, why, "That is the last contact", remarks, draw=draw)
    if far < at.radius:
        why = (
            f"Here the centre is {fixed(far)} from {POINT}, less than $R$ = {fixed(at.radius)}: {POINT} "
            "is inside already."
        )
        return Verdict(False, why, "Too late", remarks, draw=draw)
    why = (
        f"Here the centre is {fixed(far)} from {POINT}, more than $R$ = {fixed(at.radius)}: the circle "
        f"does not reach {POINT}."
    )
    return Verdict(False, why, "No contact here", remarks, draw=draw)


def _judge_lowest(at: Against, points: Points) -> Verdict:
    foot, (first, last) = xy(at.at(at.nearest())), (xy(at.at(t)) for t in at.roots or ())
    far = fixed(math.dist(points[0], at.p))
    if math.dist(points[0], foot) <= NEAR:
        why = (
            f"The foot of the perpendicular from {POINT}: {CENTRE} is nearest there, $m$ = {fixed(at.passing)} "
            "away, midway between both roots."
        )
        remark = Remark(foot, f"m = {fixed(at.passing)}", True, to=xy(at.p))
        return Verdict(True, why, remarks=(remark,), draw=partial(_square, at))
    remarks = (Remark(points[0], f"{far} from p", to=xy(at.p)),)
    if min(math.dist(points[0], first), math.dist(points[0], last)) <= NEAR:
        why = f"Here the centre is on the dashed circle, so the curve is 0. It is below 0 while {POINT} is inside."
        return Verdict(False, why, "Not the lowest", remarks)
    ahead = dot(at.v, np.subtract(foot, points[0])) > 0.0
    where = "Farther on along the path" if ahead else "Farther back on the path"
    why = f"Here the centre is {far} from {POINT}. {where} it is nearer to {POINT}, so there the curve is lower."
    return Verdict(False, why, "Not the lowest", remarks)


def _square(at: Against, canvas: Canvas, pane: str) -> None:
    if pane == "world" and at.passing > 12.0 * canvas.pixel:
        foot = at.at(at.nearest())
        measures.right_angle(canvas, foot, -at.v, at.p - foot)


def _disc(at: Against, centre: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The circle with its centre there, and how far p is."""
    if pane != "world":
        return
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    marks.circle(canvas, centre, at.radius, ink, Line.END if is_right else Line.DOTTED)
    if not is_right:  # else its words measure it
        measures.measure(canvas, centre, at.p, ink)


def how_many_roots(at: Against) -> Choose | None:
    """How often c is on the dashed circle, before or after t = 1; not asked where both contacts are plain to see."""
    if where_first(at) is not None or at.alpha == 0.0:
        return None
    off = at.passing - at.radius
    right = "one" if abs(off) <= JUST else "two" if off < 0.0 else "none"

    def judge(given: str) -> Verdict:
        foot = at.at(-at.beta / at.alpha)
        m, r = fixed(at.passing), fixed(at.radius)
        if given == right:
            sign = {"one": "exactly", "two": "less than", "none": "more than"}[right]
            why = (
                f"The line of the path passes {POINT} at $m$ = {m}, {sign} $R$ = {r}: "
                f"{right if right != 'none' else 'no'} "
            )
            why += "root." if right != "two" else "roots."
            return Verdict(True, why, remarks=(Remark(xy(foot), f"m = {m}", True, to=xy(at.p)),))
        would = {
            "none": "No root: the line of the path would stay outside the dashed circle.",
            "one": "One root: the line of the path would only touch the dashed circle.",
            "two": "Two roots: the line of the path would go into the dashed circle and out again.",
        }[given]
        why = f"{would} The pink line is its least distance from p."
        return Verdict(False, why, "Compare m with R", (Remark(xy(foot), f"m = {m}", to=xy(at.p)),))

    return Choose(
        f"A root is a time at which {CENTRE} is on the dashed circle; it may lie before 0 or after 1. "
        "How many are there?",
        judge,
        ("none", "one", "two"),
        frozenset((right,)),
    )


BEFORE, NONE, AFTER = "two, before t = 0", "none", "two, after t = 1"


def where_roots(at: Against) -> Choose | None:
    """Where the roots of a motion away from p lie; asked where its line goes clearly through the dashed circle."""
    if at.roots is None or at.beta <= 0.0 or at.gap(0.0) <= 0.0 or at.passing > CLEAR * at.radius:
        return None
    roots = at.roots

    def judge(given: str) -> Verdict:
        if given == BEFORE:
            why = f"Drawn on behind {CENTRE}, the path meets the dashed circle twice: there $t$ is negative."
            remarks = tuple(Remark(xy(at.at(t)), f"t = {fixed(t)}", True) for t in roots)
            return Verdict(True, why, remarks=remarks, draw=partial(_line_on, at, roots[0], Ink.ANSWER))
        if given == NONE:
            foot = xy(at.at(-at.beta / at.alpha))
            remark = Remark(foot, f"m = {fixed(at.passing)}", to=xy(at.p))
            why = (
                f"Then its line would stay outside the dashed circle. But $m$ = {fixed(at.passing)} is less than "
                f"$R$ = {fixed(at.radius)}."
            )
            return Verdict(False, why, "It has roots", (remark,))
        why = f"After $t$ = 1 {CENTRE} would go on along the pink line, farther and farther from {POINT}."
        return Verdict(False, why, "Not after t = 1", draw=partial(_line_on, at, 1.0 - roots[0], Ink.FAULTY))

    return Choose(
        rf"As $\beta$ is positive, {CENTRE} moves away. Which roots would the quadratic have all the same?",
        judge,
        (BEFORE, NONE, AFTER),
        frozenset((BEFORE,)),
    )


def _line_on(at: Against, t: float, ink: Ink, canvas: Canvas, pane: str) -> None:
    """The path, drawn on behind c or beyond its end."""
    if pane == "world":
        canvas.stroke((at.at(1.0) if t > 1.0 else at.c, at.at(t)), ink, line=Line.DASHED)
