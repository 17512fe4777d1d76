"""What edge normals' claims are compared with: the same values found another way, from the vertices of the list."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from geometry import Vector
from geometry.outline import is_convex
from geometry.vector import Points, following


def swung(v: Vector, angle: float) -> Vector:
    c, s = math.cos(angle), math.sin(angle)
    return np.array((c * v[0] - s * v[1], s * v[0] + c * v[1]))


def outward(listed: Points, edge: int) -> Vector:
    """The unit perpendicular of an edge that leads away from the mean of the vertices; of a concave
    outline the one that leads out of it."""
    start, end = listed[edge], listed[(edge + 1) % len(listed)]
    way = np.array((start[1] - end[1], end[0] - start[0])) / math.hypot(*(end - start))
    is_inward = float((listed.mean(axis=0) - start) @ way) > 0.0
    if not convex_either_way(listed):
        is_inward = _goes_around(listed, (start + end) / 2.0 + 1e-7 * math.hypot(*(end - start)) * way)
    away: Vector = -way if is_inward else way
    return away


def convex_either_way(listed: Points) -> bool:
    return is_convex(listed) or is_convex(listed[::-1])


def _goes_around(listed: Points, p: Vector) -> bool:
    """Whether a point is inside: a ray from it to the right crosses an odd number of edges."""
    (x, y), (u, v) = listed.T, following(listed).T
    across = (y > p[1]) != (v > p[1])
    right = x + (p[1] - y) / np.where(across, v - y, 1.0) * (u - x) > p[0]
    return bool((across & right).sum() % 2)


def separation(scene: Any, n: Vector) -> float:
    a, b = scene.listed @ n, scene.box.points @ n
    return max(float(b.min() - a.max()), float(a.min() - b.max()))


def fan_area(listed: Points) -> float:
    """The triangles from the first vertex, summed."""
    return 0.5 * sum(float(p[0] * q[1] - p[1] * q[0]) for p, q in itertools.pairwise(listed[1:] - listed[0]))


def all_right(listed: Points) -> bool:
    sides = following(listed) - listed
    return all(float(np.array((e[1], -e[0])) @ outward(listed, i)) > 0.0 for i, e in enumerate(sides))
