"""The figure of a sum over dots: each cell as bright as it adds to the moment of inertia."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Polygon
from geometry.dynamics.mass import DotSum
from geometry.vector import Vector
from lessons.bodies.mass_scene import SHARES, Weighed, is_elsewhere
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point
from viz.lesson.lesson import Moment
from viz.lesson.text import fixed


def draw_dots(canvas: Canvas, moment: Moment[Any], dots: DotSum, *, is_named: bool) -> None:
    """The dots that have fallen so far, each cell as bright as it adds to the moment."""
    scene, h = moment.scene, dots.spacing
    _same_scale(canvas, scene, SHARES[0] / SHARES[1] if is_named else 1.0)
    shown = dots.points[: math.ceil(moment.time * len(dots.points))]
    far = ((dots.points - dots.center) ** 2).sum(axis=1)
    low = dots.points.min(axis=0)
    places = np.rint((dots.points - low) / h).astype(int)
    columns, rows = places.max(axis=0) + 1
    amounts = np.zeros((rows, columns))
    part = far / max(float(far.max()), 1e-300)
    amounts[places[: len(shown), 1], places[: len(shown), 0]] = 0.08 + 0.62 * part[: len(shown)]
    canvas.field(low - h / 2.0, low + (np.array((columns, rows)) - 0.5) * h, amounts, Ink.A)
    for ring in (scene.outline, *(scene.shape.holes if isinstance(scene.shape, Polygon) else ())):
        canvas.stroke(ring, Ink.A, closed=True, line=Line.OUTLINE)
    corners = np.array((((-1, -1), (1, -1), (1, 1)), ((-1, -1), (1, 1), (-1, 1))), dtype=float)
    squares = shown[:, None, None, :] + min((2.0 if is_named else 1.0) * canvas.pixel, 0.2 * h) * corners
    canvas.crowd(
        Ink.EXAMINED, triangles=squares.reshape(-1, 3, 2), opacity=0.0, fill=0.25 if is_elsewhere(moment) else 0.85
    )
    total = scene.density * h * h * float(far[: len(shown)].sum())
    below = (scene.middle[0], coarse_box(scene)[0][1] - 0.04 * scene.size)
    text = rf"{len(shown)} of {len(far)} dots: sum so far {fixed(total)}"
    if len(shown) == len(far):
        text = rf"{len(far)} dots: $I$ ≈ **{fixed(total)}**"
    canvas.label(text, below, Ink.EXAMINED, toward=(0.0, -1.0))
    canvas.dot(dots.center, Ink.ANSWER, Point.ANSWER)
    canvas.symbol(r"\boldsymbol c", dots.center, Ink.ANSWER, toward=(-1.0, 0.6))
    if is_named and len(shown) == len(dots.points):
        p = dots.points[int(far.argmax())]
        canvas.stroke((dots.center, p), Ink.EXAMINED, line=Line.DASHED)
        cell = p + h / 2.0 * np.array(((-1, -1), (1, -1), (1, 1), (-1, 1)))
        canvas.stroke(cell, Ink.EXAMINED, closed=True, line=Line.OUTLINE)
        canvas.label(r"$\Delta A$", p, Ink.EXAMINED, toward=p - dots.center)
        side = (p - dots.center)[::-1] * (-1.0, 1.0)
        canvas.symbol("d", (dots.center + p) / 2.0, Ink.EXAMINED, toward=side)


def coarse_box(scene: Weighed) -> tuple[Vector, Vector]:
    """Around the shape and the cells of the coarse grid."""
    dots, (low, high) = scene.dots[0], scene.box
    half = dots.spacing / 2.0
    return np.minimum(low, dots.points.min(axis=0) - half), np.maximum(high, dots.points.max(axis=0) + half)


def _same_scale(canvas: Canvas, scene: Weighed, width: float) -> None:
    """Room for the same box in both views, `width` times as wide as their panes are: one scale, one base line."""
    low, high = coarse_box(scene)
    side = np.array((0.5 * (width - 1.0) * (high - low)[0], 0.0))
    canvas.stroke((low - side, high + side), Ink.QUIET, line=Line.THIN, opacity=0.0)


def is_cut(scene: Weighed, dots: DotSum) -> bool:
    """Whether the outline cuts cells: it does not where it runs along their sides."""
    shape, first = scene.shape, dots.points.min(axis=0) - dots.spacing / 2.0
    if not isinstance(shape, Polygon) and shape.radius > 0.0:
        return True
    for ring in (scene.outline, *getattr(shape, "holes", ())):
        place, steps = (ring - first) / dots.spacing, np.abs(np.roll(ring, -1, axis=0) - ring).min(axis=1)
        if float(np.abs(place - np.rint(place)).max()) > 1e-6 or float(steps.max()) > 1e-9:
            return True
    return False
