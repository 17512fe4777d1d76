"""What a vector on a vector asks: at which angle the shadow is half as long, and what the shadow of q on p is."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
from geometry.vector import length
from lessons.shadows.vector_projection_figure import swung
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import equation, fixed

NEAR = 3.0  # degrees
LONGER, SHORTER, EQUAL = "longer", "shorter", "as long"


def half_as_long(scene: Any) -> Place:
    """Where on its circle p ends when its shadow is half as long as p."""
    side = -1.0 if scene.turn < 0.0 else 1.0
    arc = tuple(xy(scene.o + swung(scene, side * math.radians(angle))) for angle in range(0, 181, 3))

    def judge(points: Points) -> Verdict:
        v = np.array(points[0]) - scene.o
        cosine = float(v @ scene.q) / (length(v) * length(scene.q))
        angle = math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))
        is_right = abs(angle - 60.0) <= NEAR
        if is_right:
            v, cosine = swung(scene, side * math.radians(60.0)), 0.5
        draw = partial(_draw_shadow, scene, v, is_right)
        foot = xy(scene.o + cosine * length(v) * scene.q / length(scene.q))
        if is_right:
            because = "cos 60° = 0.50. At 45°, half of 90°, the shadow would be 0.71 of p."
            return Verdict(True, because, remarks=(Remark(foot, "half of p", right=True),), draw=draw)
        told = fixed(abs(cosine))
        way = "points against q and " if cosine < 0.0 else ""
        because = (
            f"At {fixed(angle, 0)}° the cosine is {fixed(cosine)}: the shadow {way}is {told} times as long as p."
        )
        if abs(angle - 120.0) <= NEAR:
            because = "At 120° the shadow is half as long as p, but it points against q: the cosine is −0.50."
        return Verdict(
            False, because, "Against q" if cosine < 0.0 else "Not half", (Remark(foot, f"{told} of p"),), draw=draw
        )

    return Place(
        "Turn p so that its shadow points along q and is half as long as p. Drag the mark to the new tip.",
        judge,
        start=(arc[-12],),
        right=(xy(scene.o + swung(scene, side * math.radians(60.0))),),
        pane="world",
        along=(arc,),
    )


def _draw_shadow(scene: Any, v: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The vector that was placed, with its shadow."""
    unit = scene.q / length(scene.q)
    foot = scene.o + float(v @ unit) * unit
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    canvas.arrow(scene.o, scene.o + v, ink)
    canvas.stroke((scene.o + v, foot), ink, line=Line.DASHED if is_right else Line.DOTTED)
    canvas.stroke((scene.o, foot), ink, line=Line.BAR)
    start = math.atan2(*scene.q.tolist()[::-1])
    turn = math.atan2(unit[0] * v[1] - unit[1] * v[0], float(v @ unit))
    measures.angle_arc(canvas, scene.o, start, start + turn, ink, f"{abs(math.degrees(turn)):.0f}°", radius=88.0)


def places_changed(scene: Any) -> Choose | None:
    """Whether the shadow of q on the line of p is longer; not where both vanish."""
    dotted, p, q = float(scene.p @ scene.q), length(scene.p), length(scene.q)
    if min(p, q) < 1e-6 or abs(dotted) < 0.02 * p * q:
        return None
    first, second = abs(dotted) / q, abs(dotted) / p
    right = EQUAL if abs(first - second) < 0.005 else LONGER if second > first else SHORTER

    def judge(answer: str) -> Verdict:
        draw = partial(_draw_other, scene, answer == right)
        if answer == right:
            sum_ = equation("{dot} / {p} = {result}", lambda dot, p: dot / p, dot=abs(dotted), p=p)
            because = f"It is {sum_} long: the same dot product, divided by the length of p instead of q."
            return Verdict(True, because, draw=draw)
        because = (
            f"The dot product stays, but now it is divided by {fixed(p)}, the length of p, and not by {fixed(q)}."
        )
        return Verdict(False, because, "Look at what is divided by", draw=draw)

    text = "q casts a shadow on the line of p too. Compared with the shadow of p on q it is:"
    return Choose(text, judge, (LONGER, SHORTER, EQUAL), frozenset((right,)))


def _draw_other(scene: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The line of p; when the answer is right the shadow of q on it, with its length."""
    unit = scene.p / length(scene.p)
    value = float(scene.q @ unit)
    foot, ink = scene.o + value * unit, Ink.ANSWER if is_right else Ink.FAULTY
    canvas.unbounded(scene.o, unit, ink, line=Line.DASHED if is_right else Line.DOTTED)
    if is_right:
        canvas.stroke((scene.tip_q, foot), ink, line=Line.DASHED)
        canvas.dot(foot, ink, Point.FILLED)
        off = 14.0 if scene.turn * value > 0.0 else -14.0
        measures.bracket(canvas, scene.o, foot, ink, fixed(abs(value)), off=off)
