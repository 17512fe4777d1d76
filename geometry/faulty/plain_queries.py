"""Rays and points on plain numbers, each wrong in one line.

ray_on_one_axis      tests the axis perpendicular to the ray alone (Rounding collider corners, error 3)
last_cut             the greater of the places where the ray cuts the outline (a common slip)
vertex_counted_twice an edge counts its lower and its upper end (a common slip)
half_open_triangle   u + v < 1: a point on one side of a triangle is outside (SAT explained, error 13)
clockwise_refused    the winding is not checked (SAT explained, error 9)
"""

from __future__ import annotations

import math

from geometry.faulty.plain import Outline, cross, dot, edges, project, size, sub
from geometry.vector import XY


def ray_on_one_axis(outline: Outline, ray: tuple[XY, XY]) -> bool:
    """Whether a ray without end, from its origin along its direction, hits a convex polygon."""
    origin, direction = ray
    axes = [(-direction[1], direction[0])]
    for axis in axes:
        low, high = project(outline, axis)
        start, way = dot(origin, axis), dot(direction, axis)
        ray_low = -math.inf if way < 0.0 else start
        ray_high = math.inf if way > 0.0 else start
        if ray_high < low or high < ray_low:
            return False
    return True


def last_cut(outline: Outline, ray: tuple[XY, XY]) -> float | None:
    """The distance along a ray to its first cut with a polygon; None for none."""
    origin, direction = ray
    cuts = []
    for u, v in edges(outline):
        across = cross(direction, sub(v, u))
        if across != 0.0:
            t = cross(sub(u, origin), sub(v, u)) / across
            s = cross(sub(u, origin), direction) / across
            if t >= 0.0 and 0.0 <= s <= 1.0:
                cuts.append(t * size(direction))
    return max(cuts, default=None)


def vertex_counted_twice(outline: Outline, p: XY) -> bool:
    """Whether p lies in a polygon: the ray from p along +x crosses its outline an odd number of times."""
    inside = False
    for (ux, uy), (vx, vy) in edges(outline):
        if uy != vy and min(uy, vy) <= p[1] <= max(uy, vy):
            x = ux + (p[1] - uy) / (vy - uy) * (vx - ux)
            if x > p[0]:
                inside = not inside
    return inside


def half_open_triangle(triangle: Outline, p: XY) -> bool:
    """Whether a triangle contains p, its boundary included."""
    a, b, c = triangle
    ab, ac, ap = sub(b, a), sub(c, a), sub(p, a)
    area = cross(ab, ac)
    u = cross(ap, ac) / area
    v = cross(ab, ap) / area
    return u >= 0.0 and v >= 0.0 and u + v < 1.0


def clockwise_refused(outline: Outline, p: XY) -> bool:
    """Whether a convex polygon contains p."""
    turns = [cross(sub(v, u), sub(p, u)) for u, v in edges(outline)]
    return all(turn >= 0.0 for turn in turns)
