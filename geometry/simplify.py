"""Fewer points for a line that was drawn by hand: those that are left out lie near the line through the others.

Between two points that stay, the one farthest from the segment that joins them stays too if it is farther than the
tolerance, and both parts are looked at in the same way; else all between them go.

Sources: Ramer (1972), "An iterative procedure for the polygonal approximation of plane curves"; Douglas, Peucker
(1973).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry import vector
from geometry.vector import Points, Vector, readonly


def simplify(path: ArrayLike, tolerance: float) -> Points:
    """The points of an open path (n, 2) that are needed so that none of the others is farther than `tolerance` from
    the path through them. The ends stay. Raises ValueError unless tolerance >= 0."""
    return readonly(_kept(vector.points(path, "path"), _tolerance(tolerance)))


def simplify_ring(ring: ArrayLike, tolerance: float) -> Points:
    """The same of a closed outline, from the first point that stays. Two corners stay whatever the tolerance: the
    point farthest from the middle, and the one farthest from that."""
    points = vector.points(ring, "ring")
    tolerance = _tolerance(tolerance)
    first = int(_distances(points, points.mean(axis=0)).argmax())
    second = int(_distances(points, points[first]).argmax())
    if first == second:  # one place, many times
        return readonly(points[:1].copy())
    first, second = sorted((first, second))
    around = np.concatenate((points[second:], points[: first + 1]))
    parts = _kept(points[first : second + 1], tolerance)[:-1], _kept(around, tolerance)[:-1]
    return readonly(np.concatenate(parts))


def _tolerance(value: float) -> float:
    tolerance = vector.number(value, "tolerance")
    if tolerance < 0.0:
        raise ValueError(f"tolerance must be >= 0, not {tolerance:g}")
    return tolerance


def _kept(points: Points, tolerance: float) -> Points:
    stays = np.zeros(len(points), dtype=bool)
    stays[[0, -1]] = True
    parts = [(0, len(points) - 1)]
    while parts:
        start, end = parts.pop()
        if end - start < 2:
            continue
        away = _from_segment(points[start + 1 : end], points[start], points[end])
        farthest = int(away.argmax())
        if away[farthest] > tolerance:
            middle = start + 1 + farthest
            stays[middle] = True
            parts += [(start, middle), (middle, end)]
    return points[stays]


def _from_segment(points: Points, start: Vector, end: Vector) -> NDArray[np.float64]:
    """Distances from the segment, not from its line: a path may turn back beyond an end."""
    along = end - start
    squared = float(along @ along)
    share = ((points - start) @ along / squared).clip(0.0, 1.0) if squared > 0.0 else np.zeros(len(points))
    return _distances(points, start + share[:, None] * along)


def _distances(points: Points, others: Points) -> NDArray[np.float64]:
    away = points - others
    return np.hypot(away[:, 0], away[:, 1])
