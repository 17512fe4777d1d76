"""The picture of projecting a point on a line. The two products are drawn as areas: p . q is the length of q times
that of the shadow, |q|^2 is the square on q; they share one side, so their ratio is the fraction sought."""

from __future__ import annotations

import math

import numpy as np

from geometry import PointOnLine, Vector
from geometry.sat.projection import AlongLine, Divided, Dotted, FootFound, PointOnLineStep, ToPoint
from geometry.vector import cross, left_of, length, unit
from lessons.first_edition import marks
from lessons.point_on_line.scene import PointAndLine
from lessons.point_on_line.words import lean
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[PointAndLine]) -> None:
    scene, step = moment.scene, moment.step
    if scene.has_line:
        canvas.unbounded(scene.a, scene.b - scene.a, Ink.AXIS)
        if not isinstance(step, ToPoint | AlongLine):
            _products(canvas, scene, step)
        if isinstance(step, Dotted) and length(step.p) > 0.0:
            _angle(canvas, scene, step)
    if isinstance(step, FootFound):
        _foot(canvas, scene, step, moment.trace.result)
    _vectors(canvas, scene, step)
    if scene.naive and isinstance(step, Divided | FootFound):
        wrong = scene.a + step.p_dot_q * unit(step.q)
        canvas.arrow(scene.a, wrong, Ink.FAULTY)
        canvas.dot(wrong, Ink.FAULTY)
        canvas.label(f"p · q taken for a length: {amount(step.p_dot_q)}", wrong, Ink.FAULTY, toward=step.q)


def _vectors(canvas: Canvas, scene: PointAndLine, step: PointOnLineStep) -> None:
    """p, q once it is known, and the points with their names."""
    p, q = step.p, scene.b - scene.a
    up = _towards_c(p, q) if scene.has_line else np.array((0.0, 1.0))
    canvas.arrow(scene.a, scene.c, Ink.VECTOR_P)
    if length(p) > 0.0:
        outward = left_of(p) if cross(q, p) >= 0.0 else -left_of(p)
        canvas.symbol(r"\vec p", scene.a + 0.5 * p, Ink.VECTOR_P, toward=outward, feature="p")
        canvas.feature((scene.a, scene.c), "p", Ink.VECTOR_P)
    if scene.has_line and not isinstance(step, ToPoint):
        canvas.arrow(scene.a, scene.b, Ink.VECTOR_Q)
        canvas.symbol(r"\vec q", scene.a + 0.72 * q, Ink.VECTOR_Q, toward=up, feature="q")
        canvas.feature((scene.a, scene.b), "q", Ink.VECTOR_Q)
    ahead = unit(q) if scene.has_line else np.array((1.0, 0.0))
    points = [("a" if scene.has_line else "a = b", scene.a, Ink.VECTOR_Q, -ahead - 0.6 * up)]
    if scene.has_line:
        points.append(("b", scene.b, Ink.VECTOR_Q, ahead - 0.6 * up))
    for name, at, ink, toward in (*points, ("c", scene.c, Ink.VECTOR_P, up)):
        canvas.dot(at, ink)
        canvas.label(name, at, ink, toward=toward)


def _products(canvas: Canvas, scene: PointAndLine, step: PointOnLineStep) -> None:
    """p . q as a rectangle and |q|^2 as a square, on the far side of the line from c."""
    assert not isinstance(step, ToPoint | AlongLine)
    a, q = scene.a, step.q
    out = -_towards_c(step.p, q) * length(q)
    shadow = step.p_dot_q / float(q @ q) * q
    rectangle = np.array((a, a + shadow, a + shadow + out, a + out))
    square = np.array((a, a + q, a + q + out, a + out))
    if isinstance(step, FootFound):  # they have done their work
        canvas.stroke(rectangle, Ink.GHOST, closed=True)
        canvas.stroke(square, Ink.GHOST, closed=True)
        return
    if not isinstance(step, Dotted):
        canvas.area(square, Ink.VECTOR_Q)
        canvas.stroke(square, Ink.PROJECTOR_B, closed=True)
        canvas.feature((*square, square[0]), "|q|²", Ink.VECTOR_Q)
        canvas.label(f"|q|² = {amount(step.q_squared)}", a + q + 0.5 * out, Ink.VECTOR_Q, toward=q)
    canvas.area(rectangle, Ink.VECTOR_P)
    canvas.stroke(rectangle, Ink.PROJECTOR_A, closed=True)
    canvas.feature((*rectangle, rectangle[0]), "p · q", Ink.VECTOR_P)
    canvas.label(f"p · q = {amount(step.p_dot_q)}", a + 0.5 * (shadow + out), Ink.VECTOR_P, style=TextStyle.PILL)
    if isinstance(step, Divided):
        words = f"{amount(step.fraction)} of the square"
        canvas.label(words, a + out + 0.5 * shadow, Ink.RESULT, toward=out)


def _angle(canvas: Canvas, scene: PointAndLine, step: Dotted) -> None:
    """The angle from q to p at a, named for the sign that it gives."""
    start = math.atan2(step.q[1], step.q[0])
    turn = math.atan2(cross(step.q, step.p), step.p_dot_q)
    angles = start + turn * np.linspace(0.0, 1.0, 24)
    arc = scene.a + 30.0 * canvas.pixel * np.stack((np.cos(angles), np.sin(angles)), axis=1)
    canvas.stroke(arc, Ink.CONSTRUCTION)
    canvas.label(lean(step)[0], arc[12], Ink.TEXT, toward=arc[12] - scene.a)


def _foot(canvas: Canvas, scene: PointAndLine, step: FootFound, answer: PointOnLine) -> None:
    """The projector with its right angle, the foot, and its signed distance from a; 0 and 1 marked on the line."""
    q, up = unit(step.q), _towards_c(step.p, step.q)
    tick = 7.0 * canvas.pixel * up
    for at, words in ((scene.a, "0"), (scene.b, "1")):
        canvas.stroke((at - tick, at + tick), Ink.CONSTRUCTION)
        canvas.label(words, at, Ink.QUIET, toward=up)
    away = scene.c - step.foot
    if length(away) > 24.0 * canvas.pixel:
        marks.right_angle(canvas, step.foot, -q if answer.signed_length > 0.0 else q, away)
    canvas.stroke((scene.c, step.foot), Ink.PROJECTOR_A)
    words = f"length {amount(answer.signed_length)}"
    marks.measured(canvas, scene.a, step.foot, -up, Ink.RESULT, words)
    canvas.dot(step.foot, Ink.RESULT)
    canvas.feature((step.foot,), "foot", Ink.RESULT)
    canvas.label(f"foot, fraction {amount(step.fraction)}", step.foot, Ink.RESULT, toward=up + 0.8 * q)


def _towards_c(p: Vector, q: Vector) -> Vector:
    """Unit vector across the line on the side of c; to its left where c lies on it."""
    return unit(left_of(q)) * (1.0 if cross(q, p) >= 0.0 else -1.0)
