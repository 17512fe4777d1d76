"""Where letters and normals stand in the world of the faces of the difference: clear of the other shape; and which
support vertex both views show."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Convex, Vector
from geometry.faulty.faces import FaultyFaces
from geometry.minkowski.faces import DifferenceFace
from geometry.vector import Points, left_of
from viz.lesson.lesson import Moment

# Of the box around a shape: where its letter may stand, and how little less each place is worth than the one before.
GRID = np.stack(np.meshgrid(*2 * [np.linspace(0.08, 0.92, 15)]), axis=-1).reshape(-1, 2)
LATER = 1e-3 * np.arange(len(GRID)) / len(GRID)
ALONG = 0.5, 0.3, 0.7, 0.2, 0.8  # of an edge: where its normal may stand
SYMBOL = 66.0  # pixels from an edge to the symbol of its normal


def free_part(shape: Convex, other: Convex, push: tuple[Vector, Vector] | None = None) -> Vector:
    """Where a shape's letter stands: deep inside of it, clear of the other shape and of the push drawn; in its middle
    where that is clear, or where nothing of it is free."""
    at, is_within = shape.centroid, lies_in(other, shape)
    near = 0.25 * float(np.ptp(shape.points, axis=0).min())
    is_clear = push is None or abs(float((at - push[0]) @ left_of(push[1]))) > near
    if is_clear and (is_within or room(other, at[None])[0] > near):
        return at
    low, high = shape.points.min(axis=0), shape.points.max(axis=0)
    grid = low + (high - low) * GRID
    free = -room(shape, grid)
    if not is_within:
        free = np.minimum(free, room(other, grid))
    if push is not None:
        free = np.minimum(free, np.abs((grid - push[0]) @ left_of(push[1])))
    best = int(np.round(free - LATER, 9).argmax())  # of two alike the first
    return grid[best] if free[best] > 0.0 else at


def is_one(moment: Moment[Any]) -> bool:
    """Whether the faulty rule is told that takes one support vertex of two."""
    return isinstance(moment.faulty, FaultyFaces) and bool(moment.faulty.faces)


def carried_by(moment: Moment[Any], face: DifferenceFace) -> int:
    """The support vertex that the edge of a face is moved by; of two, by that rule, the one that A's edge leaves."""
    return face.supports[-1 if is_one(moment) and face.same_as is not None else 0]


def room(shape: Convex, places: Points) -> np.ndarray:
    """How far places are in front of a shape's edges, at most: less than 0 inside of it."""
    p, n = shape.points, shape.normals
    off = p[:, 0] * n[:, 0] + p[:, 1] * n[:, 1]
    along: np.ndarray = (places[:, :1] * n[:, 0] + places[:, 1:] * n[:, 1] - off).max(axis=1)
    return along


def lies_in(outer: Convex, inner: Convex) -> bool:
    """Whether a polygon lies inside of another one."""
    return bool(room(outer, inner.points).max() <= 1e-9)


def normal_at(start: Vector, end: Vector, normal: Vector, other: Convex, pixel: float) -> Vector:
    """Where on an edge its normal stands: where the symbol is farthest from the other shape."""
    places = np.array([start + t * (end - start) for t in ALONG])
    free = np.minimum(room(other, places + SYMBOL * pixel * normal), 0.5 * SYMBOL * pixel)
    at: Vector = places[int(np.round(free, 6).argmax())]
    return at
