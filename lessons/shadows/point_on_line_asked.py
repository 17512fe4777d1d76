"""What point on a line asks: where the shadow of c falls, and which q doubles the fraction."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from geometry.vector import length
from lessons.shadows.point_on_line_figure import away
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.mark import Pair
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import equation, fixed

NEAR = 0.05  # of the length of q: how far the foot may be off
P_Q = r"$\examined{\boldsymbol{p}}\cdot{\boldsymbol{q}}$"
ON = 0.005  # as far from the line c still lies on it
OWN = "c lies on the line: it is its own shadow."
Q = r"$\boldsymbol{q}$"
Q_Q = r"$\lVert\boldsymbol{q}\rVert^2$"
LEAST = 0.05  # |t|: less is not doubled


def place_foot(scene: Any) -> Place:
    """The shadow of c, on the line."""
    found, (cx, cy), size = scene.found, scene.c, length(scene.q)
    low, high = min(found.fraction, 0.0) - 0.45, max(found.fraction, 1.0) + 0.45
    ends = xy(scene.a + low * scene.q), xy(scene.a + high * scene.q)

    def judge(points: Points) -> Verdict:
        (x, y) = points[0]
        off = math.hypot(x - found.foot[0], y - found.foot[1])
        is_right = off <= NEAR * size
        draw = partial(_draw_ray, scene, (x, y), is_right)
        if is_right:
            because = "The light from c meets the line at a right angle."
            if scene.height < ON:
                return Verdict(True, OWN, remarks=(Remark(xy(found.foot), "c", right=True),), draw=draw)
            return Verdict(True, because, remarks=(Remark(xy(found.foot), "90°", right=True),), draw=draw)
        way, reach = float((scene.c - (x, y)) @ scene.q), math.hypot(cx - x, cy - y) * size
        angle = math.degrees(math.acos(min(1.0, abs(way) / reach))) if reach else 0.0
        because = f"The segment from your mark to c makes {fixed(angle, 0)}° with the line. Light makes 90°."
        if math.dist((x, y), scene.b) <= NEAR * size and found.fraction > 1.0:
            because = "The line goes on beyond b, and so can the shadow."
        elif math.dist((x, y), scene.a) <= NEAR * size and found.fraction < 0.0:
            because = "The line goes on behind a, and so can the shadow."
        elif abs(x - cx) <= NEAR * size:
            because = f"You went straight down. Light falls at 90° to the line, here it is {fixed(angle, 0)}°."
        if scene.height < ON:
            return Verdict(False, OWN, "Not the shadow", (Remark((x, y), f"{fixed(off)} off"),), draw=draw)
        return Verdict(False, because, "Not the shadow", (Remark((x, y), f"{fixed(angle, 0)}°"),), draw=draw)

    return Place(
        "Drag the mark to the shadow of c on the line.",
        judge,
        start=(xy(scene.a + (0.1 if found.fraction > 0.3 else 0.8) * scene.q),),
        right=(xy(found.foot),),
        pane="world",
        along=(ends,),
    )


def _draw_ray(scene: Any, at: Pair, is_right: bool, canvas: Canvas, pane: str) -> None:
    """The ray from c to the mark, with its right angle if it has one."""
    canvas.stroke(
        (scene.c, at), Ink.ANSWER if is_right else Ink.FAULTY, line=Line.DASHED if is_right else Line.DOTTED
    )
    if is_right and scene.height > 24.0 * canvas.pixel:
        measures.right_angle(canvas, scene.found.foot, scene.q, scene.c - scene.found.foot, Ink.ANSWER)
    elif not is_right and scene.height > 24.0 * canvas.pixel:  # the angle that is told, from the line to the segment
        way = scene.c - at
        along = scene.q if float(way @ scene.q) >= 0.0 else -scene.q
        start = math.atan2(along[1], along[0])
        turn = math.atan2(along[0] * way[1] - along[1] * way[0], float(along @ way))
        measures.angle_arc(canvas, at, start, start + turn, Ink.FAULTY)


def where_t_doubles(scene: Any) -> Place | None:
    """Where b must lie for twice the fraction; nothing to ask where that is nearly 0."""
    (ax, ay), (qx, qy), t = xy(scene.a), xy(scene.q), scene.found.fraction
    if abs(t) < LEAST:
        return None

    def judge(points: Points) -> Verdict:
        (x, y) = points[0]
        k = ((x - ax) * qx + (y - ay) * qy) / (qx * qx + qy * qy)
        if is_right := abs(k - 0.5) <= NEAR:
            k = 0.5
        draw = partial(_draw_areas, scene, k, is_right)
        here = equation("{t} / {k} = {result}", lambda t, k: t / k, t=t, k=k)
        if is_right:
            told = f"2 · {fixed(t, 3)} = {fixed(2.0 * t)}"
            because = f"{Q} halves: the rectangle is half, the square a quarter. $t$ = {told}."
            return Verdict(True, because, remarks=(Remark((x, y), f"t = {fixed(2.0 * t)}", right=True),), draw=draw)
        times = f"{P_Q} is {fixed(k)} times and {Q_Q} {fixed(k * k)} times as large"
        because = f"Here {Q} is {fixed(k)} times as long, so {times}: $t$ = {here}."
        return Verdict(False, because, "Another fraction", (Remark((x, y), f"t = {fixed(t / k)}"),), draw=draw)

    def at(k: float) -> Pair:
        return ax + k * qx, ay + k * qy

    return Place(
        "c stays, and b moves along the line. Drag the mark to where b must lie to double $t$.",
        judge,
        start=(at(1.25),),
        right=(at(0.5),),
        pane="world",
        along=((at(0.25), at(2.2)),),
    )


def _draw_areas(scene: Any, k: float, is_right: bool, canvas: Canvas, pane: str) -> None:
    """Both areas with b there: over the way to it, and over the shadow, which stays."""
    ink, line = (Ink.ANSWER, Line.DASHED) if is_right else (Ink.FAULTY, Line.DOTTED)
    a, foot, there = scene.a, scene.found.foot, scene.a + k * scene.q
    down = k * length(scene.q) * away(scene)
    for end in (there, foot):
        canvas.stroke((a, end, end + down, a + down), ink, closed=True, line=line)
