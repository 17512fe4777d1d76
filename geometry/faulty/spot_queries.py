"""Rays and points with one wrong line each, for *Spot the bug*. See `spot_axes`.

Sources: Rounding collider corners, SAT explained; the others are slips of many forum threads.
"""

from __future__ import annotations

import math

from geometry.faulty.spot_plain import XY, Ring, cross, dot, edges, interval, minus
from geometry.faulty.spot_shared import size


def ray_hits(a: Ring, ray: tuple[XY, XY]) -> bool:
    """Whether a ray hits a convex polygon. It begins at its origin and has no end.

    Wrong: the axis perpendicular to the ray is enough for a line without start. (Rounding collider corners, 3.)
    """
    origin, direction = ray
    axes = [(-direction[1], direction[0])]
    for n in axes:
        low, high = interval(a, n)
        start, way = dot(origin, n), dot(direction, n)
        ray_low = -math.inf if way < 0.0 else start
        ray_high = math.inf if way > 0.0 else start
        if ray_high < low or high < ray_low:
            return False
    return True


def ray_distance(a: Ring, ray: tuple[XY, XY]) -> float | None:
    """The distance along a ray to its first cut with a polygon; None for no hit.

    Wrong: the greater of two cuts is the exit.
    """
    origin, direction = ray
    cuts = []
    for p, q in edges(a):
        across = cross(direction, minus(q, p))
        if across != 0.0:
            t = cross(minus(p, origin), minus(q, p)) / across
            s = cross(minus(p, origin), direction) / across
            if t >= 0.0 and 0.0 <= s <= 1.0:
                cuts.append(t * size(direction))
    return max(cuts, default=None)


def point_in_outline(outline: Ring, point: XY) -> bool:
    """Whether a polygon contains a point: the ray along +x crosses its outline an odd number of times.

    Wrong: an edge counts its lower and its upper end, so a vertex between them counts twice.
    """
    inside = False
    x, y = point
    for (px, py), (qx, qy) in edges(outline):
        if py != qy and min(py, qy) <= y <= max(py, qy):
            crossing = px + (y - py) / (qy - py) * (qx - px)
            if crossing > x:
                inside = not inside
    return inside


def point_in_triangle(triangle: Ring, point: XY) -> bool:
    """Whether a triangle contains a point, its boundary included.

    Wrong: u + v = 1 is the third side, and belongs to the triangle as the others do. (SAT explained, 13.)
    """
    a, b, c = triangle
    area = cross(minus(b, a), minus(c, a))
    u = cross(minus(point, a), minus(c, a)) / area
    v = cross(minus(b, a), minus(point, a)) / area
    return u >= 0.0 and v >= 0.0 and u + v < 1.0


def point_in_polygon(outline: Ring, point: XY) -> bool:
    """Whether a convex polygon contains a point, its boundary included. Its vertices run either way round.

    Wrong: a clockwise outline turns the sign. (SAT explained, 9.)
    """
    turns = [cross(minus(q, p), minus(point, p)) for p, q in edges(outline)]
    return all(turn >= 0.0 for turn in turns)
