"""What two circles ask: the shortest push before it is computed, its length, and the contact point."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Convex
from geometry.primitives.circle_circle import NormalFound, RadiiSummed
from lessons.pairs.circle_circle_figure import LONGEST, ROWS, draw_outline
from lessons.pairs.telling import SIZE, D, turned
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Prediction, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import equation, fixed

NEAR = 0.04  # world length that an answer may be off
CLEARLY = 0.1  # inside: the three lengths to choose from then differ


def question(moment: Moment[Any]) -> Prediction | None:
    """Before the separation is shown: the push, of circles that overlap; of one inside the other its length. Before
    the contact point is: where it lies, of circles that are apart."""
    a, b = moment.scene.a.world, moment.scene.b.world
    distance = math.dist(a.points[0], b.points[0])
    separation, inside = distance - a.radius - b.radius, abs(a.radius - b.radius) - distance
    match moment.step:
        case RadiiSummed() if moment.compare or distance < CLEARLY:
            return None
        case RadiiSummed() if inside > CLEARLY:
            return _length(a, b, distance)
        case RadiiSummed() if separation < -2.0 * NEAR and inside < 0.0:
            return _push(a, b)
        case NormalFound() if separation > 2.0 * NEAR and not moment.compare:
            return _point(a, b, distance)
    return None


def _push(a: Convex, b: Convex) -> Place:
    d = b.points[0] - a.points[0]
    radii = a.radius + b.radius
    distance = math.hypot(*d)
    right = xy(a.points[0] + radii * d / distance)
    return Place(
        "Push B by the shortest vector until the circles just touch: drag the ring to B's new centre.",
        partial(_judge_push, a, b),
        start=(xy(b.points[0] + 0.8 * b.radius * turned(d, 120.0) / distance),),
        right=(right,),
        pane="world",
        names=("centre of B",),
    )


def _judge_push(a: Convex, b: Convex, points: Points) -> Verdict:
    at, radii = points[0], a.radius + b.radius
    before, push = math.dist(a.points[0], b.points[0]), math.dist(at, b.points[0])
    after = math.dist(at, a.points[0]) - radii
    is_right = abs(after) <= NEAR and push <= radii - before + NEAR
    draw = partial(_draw_moved, a, b, at, is_right)
    if is_right:
        told = equation(
            "{radii} − {before} = {result}", lambda radii, before: radii - before, radii=radii, before=before
        )
        because = f"The shortest push is along the line of centres: {told}."
        return Verdict(True, because, remarks=(Remark(at, "just touching", True),), draw=draw)
    if abs(after) <= NEAR:
        because = (
            f"They just touch, but B has moved by {fixed(push)}. The distance grows fastest on the line through both "
            "centres: there a shorter push is enough."
        )
        return Verdict(False, because, "Not the shortest", (Remark(at, f"moved by {fixed(push)}"),), draw=draw)
    if after < 0.0:
        because = f"Here the centres are {fixed(after + radii)} apart and the radii need {fixed(radii)}: "
        because += "the circles overlap more than before." if after < before - radii else "the circles still overlap."
        return Verdict(False, because, "Still an overlap", (Remark(at, f"overlap {fixed(-after)}"),), draw=draw)
    because = f"Here the centres are {fixed(after + radii)} apart. The radii together need only {fixed(radii)}."
    return Verdict(False, because, "Too far", (Remark(at, f"gap {fixed(after)}"),), draw=draw)


def _draw_moved(a: Convex, b: Convex, at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """B with its centre there; on the number line the distance that this makes, against both radii."""
    ink, line = (Ink.ANSWER, Line.END) if is_right else (Ink.FAULTY, Line.DOTTED)
    if pane == "world":
        marks.ghost(canvas, b.moved(np.asarray(at) - b.points[0]), ink, line)
    elif pane == "lengths":
        distance, room = math.dist(at, a.points[0]), LONGEST * (a.radius + b.radius)
        draw_outline(canvas, 0.0, min(distance, room), ink, line=line)
        canvas.label(fixed(distance), (min(distance, room), ROWS[0]), ink, toward=(1.0, 0.0), style=TextStyle.BOLD)


def _length(a: Convex, b: Convex, distance: float) -> Choose:
    inner, outer, names = (a, b, "AB") if a.radius < b.radius else (b, a, "BA")
    lengths = {
        f"$2\\,r_{names[0]}$": 2.0 * inner.radius,
        f"$r_{names[1]}-{SIZE}$": outer.radius - distance,
        f"$r_A+r_B-{SIZE}$": inner.radius + outer.radius - distance,
    }
    *_, right = lengths
    n = (b.points[0] - a.points[0]) / distance

    def judge(given: str) -> Verdict:
        push, is_right = lengths[given], given == right
        moved = b.points[0] + push * n
        draw = partial(_draw_push, a, b, xy(moved), is_right)
        if is_right:
            because = f"The centres must be $r_A+r_B$ apart and are ${SIZE}$ apart: B moves by {fixed(push)}."
            return Verdict(True, because, remarks=(Remark(xy(moved), "just touching", True),), draw=draw)
        left = lengths[right] - push
        because = f"After {fixed(push)} the centres are {fixed(distance + push)} apart, but "
        because += f"$r_A+r_B$ = {fixed(a.radius + b.radius)}: an overlap of {fixed(left)} is left."
        return Verdict(False, because, "Not yet free", (Remark(xy(moved), f"overlap {fixed(left)}"),), draw=draw)

    text = rf"{names[0]} is inside {names[1]}. How far must B move along ${D}$ until the circles just touch?"
    return Choose(text, judge, tuple(lengths), frozenset((right,)))


def _draw_push(a: Convex, b: Convex, at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """B pushed there, with the length of its way."""
    _draw_moved(a, b, at, is_right, canvas, pane)
    if pane == "world":
        canvas.arrow(b.points[0], at, Ink.ANSWER if is_right else Ink.FAULTY, line=Line.MEASURE)


def _point(a: Convex, b: Convex, distance: float) -> Place:
    n = (b.points[0] - a.points[0]) / distance
    on_a, on_b = a.points[0] + a.radius * n, b.points[0] - b.radius * n
    right = xy((on_a + on_b) / 2.0)

    def judge(points: Points) -> Verdict:
        at = np.array(points[0])
        if math.dist(at, right) <= NEAR:
            why = f"From here it is {fixed(math.dist(on_a, on_b) / 2.0)} to each surface."
            draw = partial(_draw_halves, right, (xy(on_a), xy(on_b)), Ink.ANSWER)
            return Verdict(True, why, remarks=(Remark(right, "half way", True),), draw=draw)
        ways = [at - each.points[0] for each in (a, b)]
        nearest = [
            xy(each.points[0] + each.radius * way / max(math.hypot(*way), 1e-9))
            for each, way in zip((a, b), ways, strict=True)
        ]
        to_a, to_b = (math.dist(at, end) for end in nearest)
        head, words = "Not half way", f"{fixed(to_a)} and {fixed(to_b)}"
        why = f"From here it is {fixed(to_a)} to the surface of A and {fixed(to_b)} to that of B."
        if math.dist(at, (a.points[0] + b.points[0]) / 2.0) <= NEAR:
            head, words = "Half way of what", "middle of the centres"
            why = "That is half way between the centres. The surfaces count, and the radii differ."
        elif abs(to_a - to_b) <= NEAR:
            why += " Equal, but the point must be on the line through both centres."
        draw = partial(_draw_halves, xy(at), tuple(nearest), Ink.FAULTY)
        return Verdict(False, why, head, (Remark(xy(at), words),), draw=draw)

    return Place(
        "One contact point is to stand for both circles and to favour neither. Drag the ring to where it must be.",
        judge,
        start=(xy(a.points[0] + 0.55 * (b.points[0] - a.points[0]) + 0.5 * turned(n, 90.0)),),
        right=(right,),
        pane="world",
        names=("contact point",),
    )


def _draw_halves(at: Pair, ends: tuple[Pair, ...], ink: Ink, canvas: Canvas, pane: str) -> None:
    """From the point to each surface."""
    if pane == "world":
        for end in ends:
            measures.measure(canvas, end, at, ink)
