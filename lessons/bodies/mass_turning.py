"""The figure of a wrong moment of inertia: one push turns the right body and, in step, the one that it belongs to."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry.vector import Vector
from lessons.bodies.mass_scene import FLAT, ORIGIN, SPLIT, Weighed
from viz.lesson import marks, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed

FULL_TURN = math.radians(110.0)  # of the faster of the two bodies, at the end


def turns(moment: Moment[Any]) -> tuple[float, float]:
    """How far the right and the wrong body have turned: the same push gives each a spin of 1 / I."""
    faster = moment.scene.found.inertia / moment.faulty.inertia
    right = moment.time * FULL_TURN / max(1.0, faster)
    return right, right * faster


def draw_turning(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both bodies about c, each with the line to its furthest point and the angle that it has turned."""
    scene, c = moment.scene, moment.scene.found.center
    far = scene.outline - c
    tip = far[int(((far**2).sum(axis=1) + 1e-6 * scene.size * far[:, 0]).argmax())]  # of several, on the right
    start, reach = math.atan2(tip[1], tip[0]), math.hypot(*tip)
    canvas.stroke((c - reach, c + reach), Ink.QUIET, line=Line.THIN, opacity=0.0)  # keeps the frame
    right, wrong = turns(moment)
    placed = _about(c, right)
    for ring in _rings(scene):
        canvas.stroke(placed(ring), Ink.A, closed=True, line=Line.OUTLINE)
    canvas.area(placed(scene.outline), Ink.A, opacity=0.2)
    _ghost(canvas, moment, _about(c, wrong))
    canvas.stroke((c, c + tip), Ink.QUIET, line=Line.DASHED)
    for angle, ink, line, radius in (
        (right, Ink.ANSWER, Line.THIN, 46.0),
        (wrong, Ink.FAULTY, Line.DOTTED, 74.0),
    ):
        end = _about(c, angle)(c + tip)
        canvas.stroke((c, end), ink, line=line)
        canvas.dot(end, ink, Point.SMALL)
        if angle * radius > 12.0:
            measures.angle_arc(canvas, c, start, start + angle, ink, radius=radius, arrow=True)
            word = "right" if ink is Ink.ANSWER else "wrong"
            canvas.label(f"{word}: {fixed(math.degrees(angle), 0)}°", end, ink, toward=end - c)
    canvas.dot(c, Ink.ANSWER, Point.ANSWER)
    canvas.label(r"$\boldsymbol c$", c, Ink.ANSWER, toward=-tip)
    faster = fixed(scene.found.inertia / moment.faulty.inertia)
    below = c - (0.0, reach + 30.0 * canvas.pixel)  # of the names of both lines
    canvas.label(f"same push, **{faster}** times the spin", below, Ink.FAULTY, toward=(0.0, -1.0))


def _ghost(canvas: Canvas, moment: Moment[Any], placed: Any) -> None:
    """The body of the wrong moment, and what the rule takes or leaves out."""
    scene, c = moment.scene, moment.scene.found.center
    for ring in _rings(scene):
        canvas.stroke(placed(ring), Ink.FAULTY, closed=True, line=Line.DOTTED)
    if moment.compare == FLAT:  # all mass in the inner polygon
        canvas.area(placed(scene.shape.points), Ink.FAULTY, opacity=0.16)
        canvas.stroke(placed(scene.shape.points), Ink.FAULTY, closed=len(scene.shape.points) > 2, line=Line.DOTTED)
    if moment.compare == SPLIT:  # the distances left out
        for piece in scene.pieces:
            canvas.stroke(placed(np.array((piece.term.center, c))), Ink.FAULTY, line=Line.DOTTED, opacity=0.7)
    if moment.compare == ORIGIN:  # the distance that is counted as well
        marks.cross(canvas, moment.faulty.about, "origin", Ink.FAULTY)
        canvas.stroke((moment.faulty.about, c), Ink.FAULTY, line=Line.DOTTED)
        side = (c - moment.faulty.about)[::-1] * (1.0, -1.0)
        text = rf"$\|c\|$ = {fixed(math.dist(moment.faulty.about, c))}"
        canvas.label(text, (moment.faulty.about + c) / 2.0, Ink.FAULTY, toward=side)


def _rings(scene: Weighed) -> list[Any]:
    return [scene.outline, *getattr(scene.shape, "holes", ())]


def _about(c: Vector, turn: float) -> Any:
    """Places points that have turned about c."""
    cos, sin = math.cos(turn), math.sin(turn)
    return lambda points: (points - c) @ np.array(((cos, sin), (-sin, cos))) + c
