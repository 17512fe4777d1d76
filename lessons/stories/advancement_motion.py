"""The motion of two bodies, drawn in the world where it is bounded: velocity, radii and turning speeds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Vector
from geometry.time_of_impact.conservative_advancement import Advanced
from geometry.vector import left_of
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line

TURN = 0.5  # radians, of the arc that a turning body's farthest vertex is about to follow
OUTSIDE = 8.0  # pixels between that vertex and the arc
SHARE = 0.16  # of the whole time: so far the velocity's arrow goes
SHORT = 14.0  # pixels: a shorter arrow is all head
PART = 12.0  # pixels beside the velocity: there its part along the normal stands


def turns(canvas: Canvas, scene: Any, state: Advanced, arms: tuple[Vector, Vector]) -> None:
    """Of each body that turns its radius and the arc that its farthest vertex follows."""
    poses, sweeps = (state.pose_a, state.pose_b), (scene.sweep_a, scene.sweep_b)
    for letter, pose, sweep, arm in zip("AB", poses, sweeps, arms, strict=True):
        if sweep.turn:
            turn(canvas, pose.position, arm, sweep.turn, letter)


def is_seen(canvas: Canvas, scene: Any) -> bool:
    """Whether the relative velocity is long enough for an arrow."""
    return SHARE * math.hypot(*scene.velocity) >= SHORT * canvas.pixel


def velocity(canvas: Canvas, scene: Any, center: Vector, state: Advanced, *, is_told: bool) -> None:
    """At B's centre the velocity of B as seen from A, and its part along the normal: below it where the two differ,
    beside it where they cannot be told apart. `is_told`: with what it is of both bodies' own."""
    v = -SHARE * scene.velocity
    along = float(v @ state.normal) * state.normal
    tip, foot, side = center + v, center + along, left_of(v)
    if math.dist(tip, foot) > SHORT * canvas.pixel:
        canvas.stroke((center, foot), Ink.EXAMINED, line=Line.DASHED)
        canvas.stroke((tip, foot), Ink.CONSTRUCTION, line=Line.DASHED)
        side = side if side @ (foot - tip) < 0.0 else -side
    else:
        off = -PART * canvas.pixel * math.copysign(1.0, v @ state.normal) * left_of(state.normal)
        foot = foot + off
        measures.measure(canvas, center + off, foot, Ink.EXAMINED, line=Line.THIN)
    canvas.arrow(center, tip, Ink.EXAMINED, line=Line.MEASURE)
    own = r"=\boldsymbol{v}_B-\boldsymbol{v}_A" if is_told else ""
    canvas.symbol(rf"-\boldsymbol{{v}}{own}", center + 0.6 * v, Ink.EXAMINED, toward=side)
    if math.hypot(*along) >= SHORT * canvas.pixel:
        canvas.label(r"$\boldsymbol{v}\cdot{\hat n}$", foot - 0.4 * along, Ink.EXAMINED, toward=-side)


def turn(canvas: Canvas, center: Vector, arm: Vector, by: float, letter: str) -> None:
    """The radius to the vertex farthest from the centre, and how that vertex turns."""
    canvas.dot(center, Ink.EXAMINED)
    radius = math.hypot(*arm)
    if not radius:
        return
    canvas.stroke((center, center + arm), Ink.EXAMINED, line=Line.THIN)
    canvas.symbol(f"r_{letter}", center + 0.55 * arm, Ink.EXAMINED, toward=left_of(arm))
    start, outside = math.atan2(arm[1], arm[0]), radius + OUTSIDE * canvas.pixel
    end = start + math.copysign(TURN, by)
    measures.angle_arc(canvas, center, start, end, Ink.EXAMINED, radius=outside / canvas.pixel, arrow=True)
    way = np.array((math.cos(end), math.sin(end)))
    canvas.symbol(rf"\omega_{letter}", center + outside * way, Ink.EXAMINED, toward=way)
