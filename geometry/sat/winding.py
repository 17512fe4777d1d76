"""Which way round an outline runs: its signed area, edge by edge.

    S = 1/2 sum of a_i x a_{i+1}

Every edge makes a triangle with a fixed place, here vertex 0: positive where the edge runs counter-clockwise around
it. What the triangles cover outside of the outline they cover as often with either sign, so the sum is the outline's
own area: positive counter-clockwise, negative clockwise (y up), for convex and concave outlines alike. The sign says
on which side of every edge "out" lies; see `geometry.sat.edge_normals`.

Source: SAT explained, which never checks the winding (errors 8 and 9).
"""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Points, Vector, cross, points, readonly


@dataclass(frozen=True, slots=True, eq=False)
class CrossAdded:
    """One edge's part in the signed area: the cross product of its ends, seen from vertex 0."""

    edge: int
    start: Vector  # from vertex 0
    end: Vector
    cross: float  # twice the signed area of the triangle of vertex 0 and the edge
    total: float  # so far


@dataclass(frozen=True, slots=True, eq=False)
class Winding:
    """Which way round an outline runs (y up)."""

    signed_area: float
    is_counter_clockwise: bool

    __repr__ = summary


@steppable
def winding(outline: ArrayLike) -> Steps[CrossAdded | Winding, Winding]:
    """The signed area of an outline `(n, 2)`, edge by edge, and which way round it runs.

    Measured from vertex 0, so that an outline far from the origin loses no digits. Raises ValueError for fewer than
    three vertices, or an area of 0, which has no winding.
    """
    p = _outline(outline)
    from_first = readonly(p - p[0])
    total = 0.0
    for i in range(len(p)):
        start, end = from_first[i], from_first[(i + 1) % len(p)]
        part = cross(start, end)
        total += part
        yield CrossAdded(i, start, end, part, total)
    if total == 0.0:
        raise ValueError("the outline has zero area: it runs neither clockwise nor counter-clockwise")
    answer = Winding(0.5 * total, total > 0.0)
    yield answer
    return answer


def _outline(outline: ArrayLike) -> Points:
    p = points(outline, "outline")
    if len(p) < 3:
        raise ValueError(f"an outline needs at least 3 vertices, not {len(p)}")
    return p
