"""What point on a line asks: where the shadow of c falls, and what a longer q changes."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from geometry.vector import length
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.mark import Pair
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict
from viz.lesson.screen import xy
from viz.lesson.text import equation, fixed

NEAR = 0.05  # of the length of q: how far the foot may be off
P_Q = r"$\examined{\boldsymbol{p}}\cdot{\boldsymbol{q}}$"
ON = 0.005  # as far from the line c still lies on it
OWN = "c lies on the line: it is its own shadow."
BOTH, HALF, STAYS = "p·q doubles, t stays", "p·q doubles, t halves", "p·q stays, t halves"


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


def twice_as_long(scene: Any) -> Choose:
    """What becomes of the product and of the fraction when q is twice as long."""
    half = equation("{t} / 2 = {result}", lambda t: t / 2.0, t=scene.found.fraction)
    reasons = {
        HALF: f"The rectangle doubles, the square has four times its area: $t$ = {half}.",
        BOTH: "The square on q grows too, to four times its area. So the ratio of the areas changes.",
        STAYS: f"The components of q double, so {P_Q} doubles: the rectangle is twice as high.",
    }

    def judge(answer: str) -> Verdict:
        is_right = answer == HALF
        head = "" if is_right else "Look at both areas"
        return Verdict(is_right, reasons[answer], head, draw=partial(_draw_twice, scene, is_right))

    return Choose(
        "b moves twice as far from a, along the line. What changes?", judge, (BOTH, HALF, STAYS), frozenset((HALF,))
    )


def _draw_twice(scene: Any, is_right: bool, canvas: Canvas, pane: str) -> None:
    """Where b comes to lie, and the foot, which stays."""
    ink = Ink.ANSWER if is_right else Ink.FAULTY
    there = scene.a + 2.0 * scene.q
    canvas.stroke((scene.b, there), ink, line=Line.DOTTED)
    canvas.dot(there, ink, Point.RING)
    canvas.label("b then: $t$ = 1", there, ink, toward=(0.0, 1.0))
    if is_right:
        marks.answer(canvas, scene.found.foot, "the foot stays", toward=scene.c - scene.found.foot)
