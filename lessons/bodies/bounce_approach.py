"""How the contact point of B moves before the impact: by the velocity and by the spin."""

from __future__ import annotations

import math

from geometry import Vector
from lessons.bodies.bounce_scene import SCALE, Hit
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line

SUM = r"\boldsymbol v+\omega\times\ell"
ASIDE = 12.0  # pixels from the velocity to its measured part


def draw_approach(canvas: Canvas, scene: Hit) -> None:
    """How the contact point moves: by the velocity, by the spin, and what of both lies along the normal."""
    n, p, c = scene.contact.normal.direction, scene.contact.point, scene.pair[1].pose.position
    v, whole = scene.before[1].velocity, scene.speed_at(scene.before[1], scene.contact.point)
    canvas.stroke((c, p), Ink.TEXT, line=Line.DASHED)
    canvas.symbol(r"\ell", 0.5 * (c + p), Ink.TEXT, toward=(p[1] - c[1], c[0] - p[0]))
    foot = p + SCALE * scene.approach * n
    oblique = math.dist(foot, p + SCALE * whole) > 6.0 * canvas.pixel
    if scene.spin:
        draw_arrow(canvas, p, SCALE * v, Ink.B, "")
        canvas.symbol(r"\boldsymbol v", p + SCALE * v, Ink.B, toward=v - whole)
        draw_arrow(canvas, p + SCALE * v, SCALE * (whole - v), Ink.B, "")
        canvas.symbol(r"\omega\times\ell", p + SCALE * (0.6 * v + 0.4 * whole), Ink.B, toward=v)
    draw_arrow(canvas, p, SCALE * whole, Ink.EXAMINED, "")
    if oblique and math.dist(foot, p) > 6.0 * canvas.pixel:
        _draw_part(canvas, scene, foot, v, whole)
    elif oblique:
        canvas.symbol(SUM, p + SCALE * whole, Ink.EXAMINED, toward=whole)
    elif math.dist(foot, p) > 6.0 * canvas.pixel:
        canvas.symbol("v_n", 0.5 * (p + foot), Ink.EXAMINED, toward=scene.contact.tangent.direction)


def _draw_part(canvas: Canvas, scene: Hit, foot: Vector, v: Vector, whole: Vector) -> None:
    """The part along the normal as a measured length, on the side where the arrows leave more room, beyond them."""
    p, t = scene.contact.point, scene.contact.tangent.direction
    canvas.stroke((foot, p + SCALE * whole), Ink.CONSTRUCTION, line=Line.DASHED)
    across = [SCALE * float(each @ t) for each in ((v, whole) if scene.spin else (whole,))]
    left, right = max(0.0, *across), max(0.0, *(-each for each in across))  # t points left, seen along n
    side = 1.0 if left < right else -1.0
    aside = (min(left, right) + ASIDE * canvas.pixel) * side * t
    measures.measure(
        canvas, p + aside, foot + aside, Ink.EXAMINED, "$v_n$", side=side * math.copysign(1.0, scene.approach)
    )
    is_beside = side * float(whole @ t) > 0.0  # the measured length stands beside the sum
    at, toward = (1.0, SCALE * whole + aside) if is_beside else (0.6, -aside)
    canvas.symbol(SUM, p + at * SCALE * whole, Ink.EXAMINED, toward=toward)


def draw_arrow(canvas: Canvas, start: Vector, way: Vector, ink: Ink, symbol: str) -> None:
    """From a start, with its symbol; nothing where it is shorter than its head."""
    if math.hypot(*way) > 6.0 * canvas.pixel:
        canvas.arrow(start, start + way, ink)
        if symbol:
            canvas.symbol(symbol, start + way, ink, toward=(way[1], -way[0]))
