"""What the words about concave shapes are held against: areas, distances and depths, reckoned another way."""

from __future__ import annotations

import numpy as np

from geometry.minkowski.gjk import gjk
from geometry.vector import Points
from lessons.concave.concave_collision_scene import Compound


def area_of(points: Points) -> float:
    x, y = points.T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def least_distance(scene: Compound) -> float:
    """The least distance of all pairs, none of them spared; 0 where one overlaps."""
    a, b = (scene.polygons[owner].pieces for owner in "AB")
    return min(gjk(p, q).separation or 0.0 for p in a for q in b)


def box_gap(p: Points, q: Points) -> float:
    return float(np.hypot(*np.maximum(0.0, np.maximum(p.min(axis=0) - q.max(axis=0), q.min(axis=0) - p.max(axis=0)))))


def holds(points: Points) -> bool:
    """Whether a convex outline contains the origin, its boundary included up to rounding."""
    sides = np.roll(points, -1, axis=0) - points
    return bool((points[:, 0] * sides[:, 1] - points[:, 1] * sides[:, 0] >= -1e-9).all())


def depth_of(points: Points) -> float:
    """How deep the origin lies in a convex outline; negative outside."""
    sides = np.roll(points, -1, axis=0) - points
    return float(((points[:, 0] * sides[:, 1] - points[:, 1] * sides[:, 0]) / np.hypot(*sides.T)).min())
