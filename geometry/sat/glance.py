"""What a glance at two shapes tells of the separation along any direction: how great it is at most.

Each core holds a disc about the mean of its vertices. Along a unit direction n the core's furthest point lies beyond
the disc's middle by the disc's radius at least; so, with `way` from the one middle to the other,

    s(n) <= |way . n| - radii of the discs - radii of the shapes
"""

from __future__ import annotations

import math

from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.vector import XY


def middle(shape: Convex) -> XY:
    """The mean of the core's vertices."""
    x = y = 0.0
    for px, py in shape.points_xy:
        x, y = x + px, y + py
    return x / len(shape.points_xy), y / len(shape.points_xy)


def disc_within(shape: Convex) -> tuple[float, float, float]:
    """The core's disc: its middle, x and y, and its radius; 0 of a core without area."""
    x, y = middle(shape)
    if len(shape.points_xy) < 3:
        return x, y, 0.0
    least = math.inf
    for (px, py), (nx, ny) in zip(shape.points_xy, shape.normals_xy, strict=True):
        height = (px - x) * nx + (py - y) * ny
        if height < least:
            least = height
    return x, y, max(least, 0.0)


def glance(a: Convex, b: Convex) -> tuple[float, float, float]:
    """The way from A's middle to B's, x and y, and the radii of discs and shapes, less what rounding can do."""
    ax, ay, of_a = a.once(disc_within)
    bx, by, of_b = b.once(disc_within)
    # Two middles, two heights over edges, four projections: together less than five times the blur of one comparison.
    return bx - ax, by - ay, of_a + of_b + a.radius + b.radius - 5.0 * rounding(a, b)
