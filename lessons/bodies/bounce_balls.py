"""The velocities of two balls, beside the line through both centres: the impulse acts on that line."""

from __future__ import annotations

import math

from geometry import Vector
from lessons.bodies.bounce_scene import SCALE, Hit
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.text import coords

SHORT = 6.0  # pixels: a shorter arrow is not drawn


def draw_before(canvas: Canvas, scene: Hit, index: int, tail: Vector, *, known: bool, told: bool) -> None:
    """The velocity before the impact, from the impulse on with its numbers; once that after it is known dashed."""
    velocity, ink, side = scene.before[index].velocity, (Ink.A, Ink.B)[index], scene.contact.tangent.direction
    end = tail + SCALE * velocity
    if math.dist(tail, end) <= SHORT * canvas.pixel:
        return
    symbol = rf"\boldsymbol v_{'AB'[index]}"
    canvas.arrow(tail, end, ink, line=Line.DASHED if known else None)
    if told and not known:
        canvas.label(f"${symbol}$ = **{coords(velocity)}**", tail, ink, toward=side)
    else:
        canvas.symbol(symbol, 0.5 * (tail + end), ink, toward=-side if known else side)


def draw_after(canvas: Canvas, scene: Hit, index: int, tail: Vector) -> None:
    """The velocity that the impulse leaves."""
    velocity = scene.trace.result.motions[index].velocity
    end = tail + SCALE * velocity
    if math.dist(tail, end) > SHORT * canvas.pixel:
        canvas.arrow(tail, end, Ink.ANSWER)
    symbol = rf"\boldsymbol v_{'AB'[index]}'"
    canvas.symbol(symbol, 0.5 * (tail + end), Ink.ANSWER, toward=scene.contact.tangent.direction)
