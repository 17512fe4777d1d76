"""Whether one shape lies within another."""

from __future__ import annotations

from geometry.guards import require_pair
from geometry.sat.closest_points import closest_points
from geometry.shape import Convex, of_core
from geometry.tolerance import rounding
from geometry.vector import length


def contains(a: Convex, b: Convex) -> bool:
    """Whether all of b lies within a, its boundary included.

    Both are convex, so the discs about b's vertices decide. A vertex inside a's core lies as deep as the nearest of
    its edges; outside the core its distance from it counts. Either way a's radius is added, and b's has to fit.
    The core lies behind the lines through its edges, so a vertex is at least as far from it as it is beyond one of
    them: that alone refuses most vertices, before a closest point is looked for.
    """
    require_pair("contains", a, b)
    core, doubt = of_core(a.points, 0.0), rounding(a, b)
    lines = tuple(zip(a.points_xy, a.normals_xy, strict=True)) if len(a.points) > 2 else ()
    for i, (x, y) in enumerate(b.points_xy):
        beyond = max((u * (x - px) + v * (y - py) for (px, py), (u, v) in lines), default=0.0)
        if lines and beyond + b.radius > a.radius + doubt:
            return False
        if not lines or beyond > 0.0:
            pair = closest_points(core, of_core(b.points[i : i + 1], 0.0))
            beyond = length(pair.on_b - pair.on_a)
        if beyond + b.radius > a.radius:
            return False
    return True
