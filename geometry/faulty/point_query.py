"""Point queries that are wrong, each by one idea that is often met.

Source: Rounding collider corners, whose point query tests the sign against a circle and pushes along p and its foot.
"""

from __future__ import annotations

import math

from geometry.query.point_query import PointQuery, point_query
from geometry.record import record
from geometry.shape import Convex
from geometry.vector import Vector, dot, length, readonly


@record
class FaultyQuery:
    """What a faulty rule answers: its closest point (None for 0 / 0), its signed distance, and the edge it took."""

    closest: Vector | None
    separation: float
    edge: int | None = None


def unclamped(shape: Convex, p: Vector) -> FaultyQuery:
    """The distance from the nearest of the edges' lines, wherever on that line the foot is."""
    right = point_query(shape, p)
    heights = [dot(p - u, n) for u, n in zip(shape.points, shape.normals, strict=True)]
    i = min(range(len(heights)), key=lambda i: abs(heights[i]))
    out = shape.normals[i] * math.copysign(1.0, -1.0 if right.in_core else heights[i])
    d = -abs(heights[i]) if right.in_core else abs(heights[i])
    foot = p - heights[i] * shape.normals[i]
    return FaultyQuery(readonly(foot + shape.radius * out), d - shape.radius, i)


def unsigned(shape: Convex, p: Vector) -> FaultyQuery:
    """The right point with a distance that is never negative before the radius is subtracted."""
    right = point_query(shape, p)
    return FaultyQuery(right.closest, length(right.foot - right.point) - shape.radius)


def pushed_along(shape: Convex, p: Vector) -> FaultyQuery:
    """The foot, pushed out by the radius along the line of p and the foot: 0 / 0 for a p on the core's boundary."""
    right: PointQuery = point_query(shape, p)
    way = right.foot - p if right.in_core else p - right.foot
    size = length(way)
    return FaultyQuery(readonly(right.foot + shape.radius * way / size) if size > 0.0 else None, right.separation)
