"""What point on a line asks: where a shadow falls, and which q makes the fraction what is wanted; each kind of scene
has its own questions."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

from geometry import Vector
from geometry.vector import left_of, length
from lessons.shadows.point_on_line_arc import away
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import equation, fixed

NEAR = 0.05  # of the length of q: how far the foot may be off
P_Q = r"$\examined{\boldsymbol{p}}\cdot{\boldsymbol{q}}$"
LEFT = 0.6  # world length that c then leaves it by
ON = 0.005  # as far from the line c still lies on it
C, B = r"$\examined{\boldsymbol{c}}$", r"$\boldsymbol{b}$"
P, Q = r"$\examined{\boldsymbol{p}}$", r"$\boldsymbol{q}$"
Q_Q = r"$\lVert\boldsymbol{q}\rVert^2$"
LEAST = 0.05  # |t|: less is not asked about
GROWN = 1.1, 1.6  # how many times as long p becomes where its shadow is to end at b
LONG = 3.0  # length of q from which p · q is far from a length


class Cast(NamedTuple):
    """A point whose shadow is asked for: c, or where c moves to."""

    words: str
    at: Vector
    fraction: float  # of its shadow
    because: str


def cast(scene: Any) -> Cast:
    """Whose shadow this kind of scene asks for."""
    t = float(scene.found.fraction)
    if scene.height < ON:
        words = f"{C} leaves the line at 90°, by {fixed(LEFT)}. Drag the mark to the new shadow of {C}."
        out = scene.c + LEFT * left_of(scene.q) / length(scene.q)
        return Cast(words, out, t, f"{C} moves along the light: its shadow stays where {C} was.")
    if t > 1.0 or t < 0.0:
        k, name = (-1.0, "−") if t > 1.0 else (1.0, "")
        words = f"{C} moves by {name}{Q}, parallel to the line. Drag the mark to the new shadow of {C}."
        return Cast(words, scene.c + k * scene.q, t + k, f"Its shadow moves by {name}{Q}, too.")
    if length(scene.q) > LONG:
        words = f"{P} becomes half as long in the same direction. Drag the mark to the new shadow of {C}."
        return Cast(words, scene.a + 0.5 * scene.p, 0.5 * t, f"Half of {P} has half the shadow.")
    because = f"The light from {C} meets the line at a right angle."
    return Cast(f"Drag the mark to the shadow of {C} on the line.", scene.c, t, because)


def place_foot(scene: Any) -> Place:
    """The shadow of c, or of where c moves to, on the line; or how long p must be for a shadow at b."""
    if (
        GROWN[0] <= 1.0 / max(scene.found.fraction, LEAST) <= GROWN[1]
        and length(scene.q) <= LONG
        and scene.height >= ON
    ):
        return place_grown(scene)
    found, size, asked = scene.found, length(scene.q), cast(scene)
    low, high = min(found.fraction, 0.0) - 0.45, max(found.fraction, 1.0) + 0.45
    ends, right = (xy(scene.a + part * scene.q) for part in (low, high)), xy(scene.a + asked.fraction * scene.q)

    def judge(points: Points) -> Verdict:
        (x, y) = points[0]
        off = math.dist((x, y), right)
        is_right = off <= NEAR * size
        at = right if is_right else (x, y)
        draw = partial(_draw_ray, scene, asked, at, is_right)
        because, words = (asked.because, "90°") if is_right else _missed(scene, asked, at)
        head, remark = "" if is_right else "Not the shadow", Remark(at, words, right=is_right)
        return Verdict(is_right, because, head, (remark,), draw=draw)

    return Place(
        asked.words,
        judge,
        start=(xy(scene.a + (0.1 if asked.fraction > 0.3 else 0.8) * scene.q),),
        right=(right,),
        pane="world",
        along=(tuple(ends),),
    )


def place_grown(scene: Any) -> Place:
    """How far p must reach in its own direction for a shadow that ends at b: back along the light from b."""
    t, (ax, ay), (px, py) = float(scene.found.fraction), xy(scene.a), xy(scene.p)

    def at(k: float) -> Pair:
        return ax + k * px, ay + k * py

    def judge(points: Points) -> Verdict:
        (x, y) = points[0]
        k = ((x - ax) * px + (y - ay) * py) / (px * px + py * py)
        is_right = abs(k * t - 1.0) <= NEAR
        k = 1.0 / t if is_right else k
        draw = partial(_draw_shadow, scene, at(k), k * t, is_right)
        if is_right:
            because = f"Go back along the light from {B}, at 90° to the line: there it meets the longer {P}."
            return Verdict(True, because, remarks=(Remark(at(k), "shadow on b", right=True),), draw=draw)
        where, off = "before" if k * t < 1.0 else "beyond", fixed(abs(1.0 - k * t) * length(scene.q))
        because = f"The light from your mark meets the line {off} {where} {B}."
        return Verdict(False, because, "Not yet on b", (Remark((x, y), f"shadow {where} b"),), draw=draw)

    return Place(
        f"{P} grows in its own direction. Drag the mark to where {C} must lie for its shadow to fall on {B}.",
        judge,
        start=(at(0.8),),
        right=(at(1.0 / t),),
        pane="world",
        along=((at(0.6), at(1.0 / t + 0.15)),),
    )


def _draw_shadow(scene: Any, at: Pair, t: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The light from a place to the line, which it meets at a right angle."""
    ink, foot = Ink.ANSWER if is_right else Ink.FAULTY, scene.a + t * scene.q
    canvas.stroke((at, foot), ink, line=Line.DASHED if is_right else Line.DOTTED)
    measures.right_angle(canvas, foot, -scene.q, scene.c - scene.found.foot, ink)


def _missed(scene: Any, asked: Cast, at: Pair) -> tuple[str, str]:
    """Why a mark there is not the shadow, and the angle that the segment from it makes with the line."""
    size = length(scene.q)
    way, reach = float((asked.at - at) @ scene.q), math.dist(asked.at, at) * size
    angle = fixed(math.degrees(math.acos(min(1.0, abs(way) / reach))) if reach else 0.0, 0) + "°"
    moves = asked.at is not scene.c
    whole = f"to the new {C}" if moves else f"from your mark to {C}"
    because = f"The segment {whole} meets the line at {angle}. Light falls at 90° to the line."
    if moves and math.dist(at, scene.found.foot) <= NEAR * size:
        because = f"This is the shadow of {C} before it moves."
    elif not moves and abs(at[0] - scene.c[0]) <= NEAR * size:
        because = f"You went straight down. Light falls at 90° to the line, here it is {angle}."
    return because, angle


def _draw_ray(scene: Any, asked: Cast, at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The ray from c, where it is then, to the mark, with its right angle if it has one."""
    canvas.stroke(
        (xy(asked.at), at), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED if is_right else Line.DOTTED
    )
    if asked.at is not scene.c:
        canvas.arrow(scene.c, asked.at, Ink.QUIET, line=Line.THIN)
        canvas.dot(asked.at, Ink.EXAMINED, Point.RING)
    up = asked.at - scene.a - asked.fraction * scene.q
    if is_right and length(up) > 24.0 * canvas.pixel:
        measures.right_angle(canvas, at, scene.q, up, Ink.ANSWER)
    elif not is_right and length(up) > 24.0 * canvas.pixel:  # the angle that is told, from the line to the segment
        way = asked.at - at
        along = scene.q if float(way @ scene.q) >= 0.0 else -scene.q
        start = math.atan2(along[1], along[0])
        turn = math.atan2(along[0] * way[1] - along[1] * way[0], float(along @ way))
        measures.angle_arc(canvas, at, start, start + turn, Ink.FAULTY)


class Wish(NamedTuple):
    """What b is to make of the fraction, or of p · q."""

    words: str
    k: float  # times the old q
    because: str
    remark: str
    is_length: bool = False  # p · q is to be the length of the shadow; else t is meant
    path: tuple[float, float] = (0.25, 2.2)  # of the old q: where the mark can go


def wish(scene: Any) -> Wish:
    """What this kind of scene asks of b."""
    t, size = float(scene.found.fraction), length(scene.q)
    if scene.height < ON:
        because = f"{Q} is then half of {P}, and the rectangle two squares: $t$ = 2.00."
        return Wish("for $t$ = 2", 0.5 * t, because, "t = 2.00", path=(0.15, 1.6))
    if t > 1.0:
        return Wish("for $t$ = 1", t, f"{Q} ends at the shadow: both areas are one square. $t$ = 1.00.", "t = 1.00")
    if t < 0.0:
        because = f"{Q} points the other way: {P_Q} changes its sign, the square stays. $t$ = {fixed(-t)}."
        return Wish("to change only the sign of $t$", -1.0, because, f"t = {fixed(-t)}", path=(-1.6, 1.6))
    if size > LONG:
        along = fixed(t * size)
        because = f"{Q} has length 1, so the rectangle is 1 high: {P_Q} = {along}, the length of the shadow."
        return Wish(f"to make {P_Q} the length of the shadow", 1.0 / size, because, "‖q‖ = 1", True, (0.12, 1.6))
    because = f"{Q} halves: the rectangle is half, the square a quarter. {_ratio(scene, 0.5)}."
    return Wish("to double $t$", 0.5, because, f"t = {fixed(2.0 * t)}")


def where_b_must_lie(scene: Any) -> Place | None:
    """Where b must lie on the line for what is wanted; nothing to ask where the fraction is nearly 0."""
    (ax, ay), (qx, qy), t = xy(scene.a), xy(scene.q), scene.found.fraction
    if abs(t) < LEAST:
        return None
    wanted = wish(scene)

    def judge(points: Points) -> Verdict:
        (x, y) = points[0]
        k = ((x - ax) * qx + (y - ay) * qy) / (qx * qx + qy * qy)
        if is_right := abs(k - wanted.k) <= NEAR:
            k = wanted.k
        draw = partial(_draw_areas, scene, k, is_right)
        if is_right:
            return Verdict(True, wanted.because, remarks=(Remark((x, y), wanted.remark, right=True),), draw=draw)
        because, words = _other(scene, k, wanted.is_length)
        return Verdict(False, because, "Not there", (Remark((x, y), words),), draw=draw)

    def at(k: float) -> Pair:
        return ax + k * qx, ay + k * qy

    return Place(
        f"{C} stays, and {B} moves along the line. Drag the mark to where {B} must lie {wanted.words}.",
        judge,
        start=(at(1.25),),
        right=(at(wanted.k),),
        pane="world",
        along=((at(wanted.path[0]), at(wanted.path[1])),),
    )


def _other(scene: Any, k: float, is_length: bool) -> tuple[str, str]:
    """What another q makes, so many times the old one: of p · q as a length, or of t."""
    t, size = float(scene.found.fraction), length(scene.q)
    if abs(k) < LEAST:
        return f"There {Q} has nearly no length, and $t$ no value.", "no t"
    if is_length:
        high, area = fixed(abs(k) * size), fixed(k * t * size * size)
        return (
            f"Here the rectangle is {high} high: {P_Q} = {area}, and the shadow is {fixed(t * size)} long.",
            f"p·q = {area}",
        )
    return f"With this {Q}, {P_Q} / {Q_Q} is another ratio: {_ratio(scene, k)}.", f"t = {fixed(t / k)}"


def _ratio(scene: Any, k: float) -> str:
    """t as a ratio of areas where q is so many times the old one."""
    dot, square = k * float(scene.p @ scene.q), k * k * float(scene.q @ scene.q)
    places = 2
    while places < 5 and abs(round(dot, places) / max(round(square, places), 1e-9) - dot / square) > 0.005:
        places += 1
    return f"$t$ = {fixed(dot, places)} / {fixed(square, places)} = {fixed(dot / square)}"


def nearing(scene: Any) -> Choose | None:
    """What becomes of t where b comes near to a, from the right."""
    px = float(scene.p[0])
    if scene.q.any() or px < 0.3:
        return None
    options = "goes to 0", "goes to 1", "grows without bound"
    return Choose(
        f"{B} starts at the right of $\\boldsymbol{{a}}$ and comes nearer to it. What does $t$ do?",
        partial(_judge_nearing, px, options),
        options,
        frozenset(options[2:]),
    )


def _judge_nearing(px: float, options: tuple[str, ...], answer: str) -> Verdict:
    near, nearer = (
        equation("{dot} / {square} = {result}", lambda dot, square: dot / square, dot=px * x, square=x * x)
        for x in (0.5, 0.1)
    )
    if answer == options[2]:
        return Verdict(True, f"{Q_Q} goes to 0 faster than {P_Q}: $t$ = {near}, then {nearer}.")
    because = f"$t$ = 1 only where the shadow of {C} is {B}. {B} moves away from there."
    if answer == options[0]:
        because = f"{P_Q} goes to 0, but {Q_Q} does, too. Which is faster? Take {Q} = (0.10, 0)."
    return Verdict(False, because, "Another way")


def _draw_areas(scene: Any, k: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """Both areas with b there: over the way to it, and over the shadow, which stays."""
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    a, foot, there = scene.a, scene.found.foot, scene.a + k * scene.q
    down = abs(k) * length(scene.q) * away(scene)
    for end in (there, foot):
        canvas.stroke((a, end, end + down, a + down), ink, closed=True, line=line)
