"""What a vector on a vector asks: at which angle the shadow is half as long, and where the shadow of q on p ends."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from geometry import Vector
from geometry.vector import length
from lessons.shadows.vector_projection_figure import draw_fan, swung
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import equation, fixed

P, Q = r"\examined{\boldsymbol{p}}", r"\boldsymbol{q}"
NEAR = 3.0  # degrees
OFF = 0.05  # world length, or part of q, that the end of a shadow may be off


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
        f"Turn ${P}$ so that its shadow points along ${Q}$ and is half as long as ${P}$. "
        "Drag the mark to the new tip.",
        judge,
        start=(arc[-12],),
        right=(xy(scene.o + swung(scene, side * math.radians(60.0))),),
        pane="world",
        along=(arc,),
    )


def _draw_shadow(scene: Any, v: Vector, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The vector that was placed, with its shadow; the right one with the shadows at other angles."""
    if is_right:
        draw_fan(canvas, scene)
    unit = scene.q / length(scene.q)
    foot = scene.o + float(v @ unit) * unit
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    canvas.arrow(scene.o, scene.o + v, ink)
    canvas.stroke((scene.o + v, foot), ink, line=Line.DASHED if is_right else Line.DOTTED)
    canvas.stroke((scene.o, foot), ink, line=Line.BAR)
    start = math.atan2(*scene.q.tolist()[::-1])
    turn = math.atan2(unit[0] * v[1] - unit[1] * v[0], float(v @ unit))
    measures.angle_arc(canvas, scene.o, start, start + turn, ink, f"{abs(math.degrees(turn)):.0f}°", radius=88.0)


def shadow_of_q(scene: Any) -> Place | None:
    """Where the shadow of q ends on the line of p; not where it vanishes."""
    dotted, p, q = float(scene.p @ scene.q), length(scene.p), length(scene.q)
    if min(p, q) < 1e-6 or abs(dotted) < 0.02 * p * q:
        return None
    unit, right, near = scene.p / p, dotted / p, max(OFF, OFF * q)
    reach = 1.15 * max(p, q)

    def judge(points: Points) -> Verdict:
        at = float((np.array(points[0]) - scene.o) @ unit)
        is_right = abs(at - right) <= near
        place = xy(scene.o + (right if is_right else at) * unit)
        draw = partial(_draw_other, scene, right if is_right else at, is_right)
        if is_right:
            sum_ = equation("{dot} / {p} = {result}", lambda dot, p: dot / p, dot=dotted, p=p)
            because = f"{sum_}: the same dot product, divided by the length of p instead of that of q."
            return Verdict(True, because, remarks=(Remark(place, "end of the shadow", right=True),), draw=draw)
        head, words = "Not at a right angle", "not a right angle"
        because = (
            f"The light falls from the tip of q on the line of p at a right angle. Here it is {_off(scene, at)}°."
        )
        if abs(abs(at) - abs(dotted) / q) <= near:
            head, words = "The shadow of p is so long", "as long as p’s"
            because = "That is as long as the shadow of p: p·q divided by the length of q. Now divide by that of p."
        elif at * right < 0.0:
            side, way = ("less", "along") if right > 0.0 else ("more", "against")
            head, words = "The other way", "wrong side"
            because = f"The angle is {side} than 90°, so the shadow points {way} p."
        return Verdict(False, because, head, (Remark(place, words),), draw=draw)

    text = f"${Q}$ casts a shadow on the line of ${P}$ too. Drag the mark from the origin to its end."
    path = xy(scene.o - reach * unit), xy(scene.o + reach * unit)
    end = xy(scene.o + right * unit)
    return Place(text, judge, (xy(scene.o),), (end,), "world", along=(path,))


def _off(scene: Any, at: float) -> str:
    """The angle at a place of the line of p between it and the way to the tip of q, in whole degrees up to 90."""
    unit = scene.p / length(scene.p)
    way = scene.q - at * unit
    return fixed(math.degrees(math.atan2(abs(unit[0] * way[1] - unit[1] * way[0]), abs(float(way @ unit)))), 0)


def _draw_other(scene: Any, at: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The line of p, and the light from the tip of q to a place of it."""
    unit = scene.p / length(scene.p)
    end, ink = scene.o + at * unit, Ink.ANSWER if is_right else Ink.FAULTY
    canvas.unbounded(scene.o, unit, ink, line=Line.DASHED if is_right else Line.DOTTED)
    canvas.stroke((scene.tip_q, end), ink, line=Line.DASHED if is_right else Line.DOTTED)
    if is_right:
        measures.right_angle(canvas, end, -unit if at > 0.0 else unit, scene.tip_q - end, ink)
        off = 14.0 if scene.turn * at > 0.0 else -14.0
        measures.bracket(canvas, scene.o, end, ink, fixed(abs(at)), off=off)
