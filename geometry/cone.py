"""The directions that a corner faces: the cone from the normal of the edge before it to that of the edge after it.

The direction from a corner to a point nearby is all rounding where the two are close. What must never be lost is that
nothing of the shape lies beyond the corner along it: so it is held in the corner's cone.
"""

from __future__ import annotations

from geometry.shape import Convex
from geometry.vector import XY


def held(direction: XY, before: XY, after: XY) -> XY:
    """The direction itself where it lies in the cone, else that side of the cone which is nearer to it. All are unit
    vectors; `after` lies up to half a turn counter-clockwise of `before` (a whole half for a segment's end)."""
    x, y = direction
    (px, py), (qx, qy) = before, after
    if px * y - py * x >= 0.0 and x * qy - y * qx >= 0.0:
        return direction
    return before if x * px + y * py >= x * qx + y * qy else after


def held_at(direction: XY, shape: Convex, corner: int) -> XY:
    """The direction, held in the cone of one corner of a shape's core; itself where the core is a point."""
    if len(shape.points) == 1:
        return direction
    normals = shape.normals_xy
    return held(direction, normals[corner - 1], normals[corner])


def held_between(normal: XY, a: Convex, of_a: int, b: Convex, of_b: int) -> XY:
    """The direction from a corner of A to one of B, held in the cones of both: to one side of the line across it lies
    A, to the other B."""
    x, y = held_at(normal, a, of_a)
    x, y = held_at((0.0 - x, 0.0 - y), b, of_b)
    return 0.0 - x, 0.0 - y
