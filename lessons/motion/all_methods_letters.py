"""The letters of A and B, clear of the bodies, their ends and their ways."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geometry import Convex
from geometry.vector import Vector, following
from lessons.motion.all_methods_scene import FOOT, HEAD, Compared
from lessons.stories.room import distances
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle

LETTER, BESIDE = 19.0, 22.0  # pixels from a body to the middle of a letter: in another body, and beside it
CLEAR = 30.0  # and this far from everything else a letter is clear of it
ASIDE = 0.3  # as much lower as this, for as far aside from the middle
NOTHING = np.empty((0, 2))
_AROUND = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)  # directions from a circle's centre
_ALONG = np.array((0.15, 0.5, 0.85))[:, None, None]  # of an edge
_PARTS = np.linspace(0.0, 1.0, 8, endpoint=False)[:, None, None]
_WAY = np.linspace(0.0, 1.0, 17)[:, None]


def letter_a(canvas: Canvas, scene: Compared, a: Convex, poses: Sequence[Convex]) -> None:
    """A's letter inside of it where it is clear of these poses of B, else beside it."""
    bounds, middle = a.bounds(), a.centroid
    corners = np.vstack((a.points, (a.points + following(a.points)) / 2.0))
    tries = np.vstack((middle, middle + 0.5 * (corners - middle), middle))
    room = np.full(len(tries), LETTER * canvas.pixel)
    room[-1] *= 0.8
    free = distances(tries, poses) > room
    is_inside = bool(free.any()) and bounds.extent.min() > 2.4 * LETTER * canvas.pixel
    taken = np.vstack([pose.points for pose in poses])
    at = tries[int(free.argmax())] if is_inside else _letter_at(canvas, scene, a, taken)
    canvas.label("A", at, Ink.A, style=TextStyle.LETTER, fixed=True)


def letter_b(canvas: Canvas, scene: Compared, taken: np.ndarray = NOTHING) -> Vector:
    """B's letter, beside where it starts, and clear of what is `taken`. Returns its place."""
    at = _letter_at(canvas, scene, scene.b.world, taken)
    canvas.label("B", at, Ink.B, style=TextStyle.LETTER, fixed=True)
    return at


def _letter_at(canvas: Canvas, scene: Compared, shape: Convex, taken: np.ndarray = NOTHING) -> Vector:
    """Beside a body, below it where that is clear of the cell's sides, the other bodies and what is taken."""
    places = _beside(shape, BESIDE * canvas.pixel)
    others = [each.world.points for each in (scene.a, scene.a_end, scene.b, scene.b_end) if each.world is not shape]
    edges = [(points + _PARTS * (following(points) - points)).reshape(-1, 2) for points in others]
    path = scene.b.pose.position + _WAY * scene.sweep_b.motion
    free = np.hypot(*(places[:, None] - np.vstack((path, taken, *edges))).transpose(2, 0, 1)).min(axis=1)
    low, size = scene.cell
    inner = low + (0.0, FOOT * size[1]), low + size * (1.0, 1.0 - HEAD)
    room = np.minimum(places - inner[0], inner[1] - places).min(axis=1)
    clear = np.minimum(np.minimum(free, 2.0 * room), CLEAR * canvas.pixel)
    aside = np.abs(places[:, 0] - shape.centroid[0])
    below = np.argsort(places[:, 1] + ASIDE * aside)  # of places that are clear the lowest, in every scene
    found: Vector = places[below[int(clear[below].argmax())]]
    return found


def _beside(shape: Convex, off: float) -> np.ndarray:
    """Places at a distance from an outline: beside its edges, or around a circle."""
    points, by = shape.points, shape.radius + off
    if len(points) == 1:
        around: np.ndarray = points + by * np.stack((np.cos(_AROUND), np.sin(_AROUND)), axis=1)
        return around
    places: np.ndarray = points + _ALONG * (following(points) - points) + by * shape.normals
    return places.reshape(-1, 2)
