"""How the contact point of B moves before the impact: by the velocity and by the spin."""

from __future__ import annotations

import math

from geometry import Vector
from lessons.bodies.bounce_scene import SCALE, Hit
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line


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
        canvas.symbol(r"\omega\times\ell", p + 0.5 * SCALE * (v + whole), Ink.B, toward=v)
    draw_arrow(canvas, p, SCALE * whole, Ink.EXAMINED, r"\boldsymbol v+\omega\times\ell" if oblique else "")
    if oblique and math.dist(foot, p) > 6.0 * canvas.pixel:
        canvas.stroke((foot, p + SCALE * whole), Ink.CONSTRUCTION, line=Line.DASHED)
        side = math.copysign(1.0, float((p - foot) @ n)) * math.copysign(1.0, scene.slip)
        measures.measure(canvas, p, foot, Ink.EXAMINED, "$v_n$", side=side)
    elif math.dist(foot, p) > 6.0 * canvas.pixel:
        canvas.symbol("v_n", 0.5 * (p + foot), Ink.EXAMINED, toward=scene.contact.tangent.direction)


def draw_arrow(canvas: Canvas, start: Vector, way: Vector, ink: Ink, symbol: str) -> None:
    """From a start, with its symbol; nothing where it is shorter than its head."""
    if math.hypot(*way) > 6.0 * canvas.pixel:
        canvas.arrow(start, start + way, ink)
        if symbol:
            canvas.symbol(symbol, start + way, ink, toward=(way[1], -way[0]))
