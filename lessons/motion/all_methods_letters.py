"""The letters of A and B, clear of the bodies, their ends and their ways."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geometry import Convex, point, separation
from geometry.vector import Vector
from lessons.motion.all_methods_scene import FOOT, HEAD, Compared
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle

LETTER = 19.0  # pixels from a body to the middle of its letter
NOTHING = np.empty((0, 2))
_SIDES = np.repeat(((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)), 3, axis=0)  # of a body, for its letter
_ALONG = np.tile(((0.0,), (0.7,), (-0.7,)), (4, 1)) * _SIDES[:, ::-1]


def letter_a(canvas: Canvas, scene: Compared, a: Convex, poses: Sequence[Convex]) -> None:
    """A's letter inside of it where it is clear of these poses of B, else beside it."""
    bounds, middle = a.bounds(), a.centroid
    corners = np.vstack((a.points, (a.points + np.roll(a.points, -1, axis=0)) / 2.0))
    tries = [(at, LETTER) for at in (middle, *(middle + 0.5 * (corner - middle) for corner in corners))]
    tries.append((middle, 0.8 * LETTER))
    clear = (at for at, by in tries if all(separation(point(at), pose) > by * canvas.pixel for pose in poses))
    free = next(clear, None) if bounds.extent.min() > 2.4 * LETTER * canvas.pixel else None
    at = _letter_at(canvas, scene, a, np.vstack([pose.points for pose in poses])) if free is None else free
    canvas.label("A", at, Ink.A, style=TextStyle.LETTER, fixed=True)


def letter_b(canvas: Canvas, scene: Compared, taken: np.ndarray = NOTHING) -> None:
    """B's letter, beside where it starts, and clear of what is `taken`."""
    at = _letter_at(canvas, scene, scene.b.world, taken)
    canvas.label("B", at, Ink.B, style=TextStyle.LETTER, fixed=True)


def _letter_at(canvas: Canvas, scene: Compared, shape: Convex, taken: np.ndarray = NOTHING) -> Vector:
    """Beside a body, where it is farthest from the cell's sides, the other bodies and what is taken."""
    bounds, off = shape.bounds(), LETTER * canvas.pixel
    middle, half = (bounds.low + bounds.high) / 2.0, bounds.extent / 2.0
    places = middle + _SIDES * (half + off) + _ALONG * half
    others = [each.world.points for each in (scene.a, scene.a_end, scene.b, scene.b_end) if each.world is not shape]
    ways = [(points, np.roll(points, -1, axis=0) - points) for points in others]
    edges = [points + part * way for points, way in ways for part in (0.0, 0.33, 0.67)]
    path = scene.b.pose.position + np.linspace(0.0, 1.0, 17)[:, None] * scene.sweep_b.motion
    free = np.hypot(*(places[:, None] - np.vstack((path, taken, *edges))).transpose(2, 0, 1)).min(axis=1)
    low, size = scene.cell
    inner = low + (0.0, FOOT * size[1]), low + size * (1.0, 1.0 - HEAD)
    room = np.minimum(places - inner[0], inner[1] - places).min(axis=1)
    found: Vector = places[int(np.minimum(free, 2.0 * room).argmax())]
    return found
