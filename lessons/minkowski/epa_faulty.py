"""Two pushes that are met before a polytope is expanded to the end: what each rule is, and what is wrong with it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from geometry.faulty.epa import FaultyPenetration
from geometry.minkowski.epa import PolytopeStarted
from viz.lesson import marks
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import fixed, tint

TRIANGLE, VERTEX = "GJK’s triangle only", "nearest vertex"
IDEAS = {
    TRIANGLE: (
        "**GJK’s triangle only**: the nearest face of the triangle is taken for the outline of A − B. It is not "
        "on the outline: its distance $\\faulty{d_0}$ "
    ),
    VERTEX: (
        "**Nearest vertex**: B is pushed to the vertex of A − B nearest to the origin. But the nearest point of an "
        "outline may lie inside a face."
    ),
}
SYMBOLS = {TRIANGLE: r"d_0", VERTEX: r"\Vert\boldsymbol w\Vert"}  # the length of the push


def differs(moment: Moment[Any]) -> bool:
    """Whether the faulty move leaves an overlap, or is longer than it need be."""
    if not isinstance(moment.faulty, FaultyPenetration) or not moment.faulty.move.any():
        return False
    return bool(abs(math.hypot(*moment.faulty.move) + moment.scene.separation) > 5e-3)


def told(page: Page, moment: Moment[Any]) -> Page:
    """The first and the last page with a rule beside it: what it takes, and what comes of that."""
    if not differs(moment):
        return page
    far = _pink(math.hypot(*moment.faulty.move))
    if isinstance(moment.step, PolytopeStarted):
        takes = "ends here: it takes the nearest face" if moment.compare == TRIANGLE else "takes this vertex"
        name = moment.compare[0].upper() + moment.compare[1:]
        return page.says(f"{name} {takes}, {far} away, for the nearest point of the outline.")
    idea = IDEAS[moment.compare] + (_wrong(moment) if moment.compare == TRIANGLE else "")
    return replace(page, idea=idea, formula=formula(moment)).says(_comes_of_it(moment, far))


def _wrong(moment: Moment[Any]) -> str:
    """Of a face inside A − B: besides its distance its normal as a rule, unless it is parallel to the right face."""
    move, normal = moment.faulty.move, moment.trace.result.normal
    is_parallel = float(move @ normal) > (1.0 - 1e-9) * math.hypot(*move)
    return "is wrong." if is_parallel else "and its normal are both wrong."


def _comes_of_it(moment: Moment[Any], far: str) -> str:
    left, deep = -moment.faulty.left, -moment.scene.separation
    if moment.compare == VERTEX:
        return f"The push of {far} ends the overlap, but a face of A − B has a point only {fixed(deep, 3)} away."
    than = "more than" if left > deep else "instead of"
    return f"After the push of {far} A and B still overlap by {_pink(left)}, {than} the {fixed(deep, 3)} before."


def formula(moment: Moment[Any]) -> str:
    """The least of what the rule looks at, and the depth."""
    far, deep = math.hypot(*moment.faulty.move), -moment.scene.separation
    sign = "<" if far < deep else ">"
    least = rf"\faulty{{{SYMBOLS[moment.compare]}}}=\faulty{{{fixed(far, 3)}}}"
    least = rf"\min\,{least}" if moment.compare == VERTEX else least
    return rf"{least}\ {sign}\ \text{{depth}}=\overlap{{{fixed(deep, 3)}}}"


def situation(moment: Moment[Any]) -> str:
    """What the push leaves of the overlap, after what is said of the shapes."""
    left, over = -moment.faulty.left, math.hypot(*moment.faulty.move) + moment.scene.separation
    if left > 1e-9:
        return f" After the faulty push they overlap by {_pink(left)}."
    return f" The faulty push is {_pink(over)} too long."


def draw_in_space(canvas: Canvas, moment: Moment[Any]) -> None:
    """Where the rule takes the outline for the nearest, and at the end the triangle that it never expands."""
    if not isinstance(moment.faulty, FaultyPenetration) or not moment.faulty.move.any():
        return
    move, first = moment.faulty.move, moment.trace[0]
    if moment.is_last and moment.compare == TRIANGLE and isinstance(first, PolytopeStarted):
        canvas.stroke([face.start.w_xy for face in first.faces], Ink.FAULTY, closed=True, line=Line.DOTTED)
    canvas.stroke((np.zeros(2), move), Ink.FAULTY, line=Line.DOTTED)
    canvas.dot(move, Ink.FAULTY, Point.CROSS)
    text = f"{moment.compare}:\n${SYMBOLS[moment.compare]}$ = {fixed(math.hypot(*move), 3)}"
    canvas.label(text, move, Ink.FAULTY, toward=(0.0, move[1]), style=TextStyle.BOLD, leader=True)


def draw_in_world(canvas: Canvas, moment: Moment[Any]) -> None:
    """B after the faulty push; at the end with the overlap that is left, or with how far it was pushed."""
    if not isinstance(moment.faulty, FaultyPenetration) or not moment.faulty.move.any():
        return
    moved, left = moment.scene.b.world.moved(moment.faulty.move), -moment.faulty.left
    marks.ghost(canvas, moved, Ink.FAULTY, Line.DOTTED)
    if not moment.is_last:
        return
    pushed = f"pushed {fixed(math.hypot(*moment.faulty.move), 3)}"
    high = moved.points[int((moved.points @ (0.3, -1.0)).argmax())]
    text = f"overlap left: {fixed(left, 3)}" if left > 1e-9 else pushed
    canvas.label(text, high, Ink.FAULTY, toward=(0.3, -1.0))


def _pink(value: float) -> str:
    return tint(fixed(value, 3), Ink.FAULTY)
