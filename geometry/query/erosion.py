"""Where a shape that is swept along an outline never comes: the hole that has to be filled to make the Minkowski sum.

A copy of B at the outline's point x covers x + B. A point p stays free of all of them when p - B misses the outline:
when it lies wholly outside, or wholly inside. The second kind is the hole. In morphology it is the erosion of A by
B, and there it bears the name that games give to A + (-B): Minkowski difference.
"""

from __future__ import annotations

import numpy as np

from geometry import vector
from geometry.outline import edge_normals
from geometry.sat.support import support
from geometry.shape import Convex
from geometry.vector import Points, readonly


def erosion(outline: Points, b: Convex) -> Points:
    """All points p for which p - B lies within a convex outline `(n, 2)`, counter-clockwise: a convex polygon
    `(m, 2)`, with no points at all where B is too large.

    p - B is behind an edge with normal n and distance c when  n . p + max(-n . b) <= c:  the edge's half-plane,
    moved in by the reach of B along -n. The outline is cut by one after the other (Sutherland and Hodgman 1974).
    """
    corners = vector.points(outline, "outline")
    kept = corners
    for n, start in zip(edge_normals(corners), corners, strict=True):
        limit = float(start @ n) - support(b, -n).value
        kept = _behind(kept, n, limit)
    return readonly(kept)


def _behind(outline: Points, n: Points, limit: float) -> Points:
    """The part of a convex outline with n . p <= limit."""
    kept = []
    beyond = outline @ n - limit
    for i in range(len(outline)):
        before, here = beyond[i - 1], beyond[i]
        if (before < 0.0 < here) or (here < 0.0 < before):
            t = before / (before - here)
            kept.append(outline[i - 1] + t * (outline[i] - outline[i - 1]))
        if here <= 0.0:
            kept.append(outline[i])
    return np.array(kept).reshape(-1, 2)
