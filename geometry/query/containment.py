"""Whether one shape lies within another."""

from __future__ import annotations

from geometry.guards import require_pair
from geometry.sat.closest_points import closest_points
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.vector import length


def contains(a: Convex, b: Convex) -> bool:
    """Whether all of b lies within a, its boundary included.

    Both are convex, so the discs about b's vertices decide. A vertex inside a's core lies as deep as the nearest of
    its edges; outside the core its distance from it counts. Either way a's radius is added, and b's has to fit. The
    height in front of an edge is no more than that distance: where it is clearly too much, it alone decides.
    """
    require_pair("contains", a, b)
    behind = b.points @ a.normals.T - (a.points * a.normals).sum(axis=1) if len(a.points) > 2 else None
    if behind is not None and float(behind.max()) + b.radius > a.radius + rounding(a, b):
        return False
    core = Convex(a.points)
    for i, vertex in enumerate(b.points):
        if behind is not None and behind[i].max() <= 0.0:
            beyond = float(behind[i].max())
        else:
            pair = closest_points(core, Convex(vertex[None, :]))
            beyond = length(pair.on_b - pair.on_a)
        if beyond + b.radius > a.radius:
            return False
    return True
