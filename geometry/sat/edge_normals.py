"""The normals of an outline's edges: both perpendiculars, and which of them points out.

    e = a_{i+1} - a_i                  the edge
    left(x, y) = (-y, x)               a quarter turn counter-clockwise: x' = x cos t - y sin t, y' = x sin t + y cos
    t right(x, y) = (y, -x)              a quarter turn clockwise S = 1/2 sum of a_i x a_{i+1}       the signed area:
    positive counter-clockwise, and right(e) points out then

With y down, as on screens, the picture is mirrored and the numbers are not: the rule still holds. Here an outline is
what it was given as, either winding, concave too; the makers of shapes turn every outline counter-clockwise.

Source: SAT explained, whose normals depend on a winding that it never checks (errors 8 and 9).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Points, Vector, cross, left_of, length, points, readonly, right_of, unit


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


@dataclass(frozen=True, slots=True, eq=False)
class EdgeTaken:
    """The vector along the edge."""

    edge: int
    start: Vector
    end: Vector
    along: Vector


@dataclass(frozen=True, slots=True, eq=False)
class Perpendiculars:
    """The edge turned by a quarter to either side; as long as the edge."""

    along: Vector
    left: Vector
    right: Vector


@dataclass(frozen=True, slots=True, eq=False)
class VertexBehind:
    """One vertex against right(e): (a_k - a_i) . right(e), and the greatest so far.

    Where none is positive all vertices lie behind the edge, and right(e) points out. That is so for a
    counter-clockwise convex outline; of a concave one some vertices may lie in front all the same.
    """

    vertex: int
    dot: float
    greatest: float  # so far, this one included


@dataclass(frozen=True, slots=True, eq=False)
class EdgeNormal:
    """The answer."""

    edge: int
    along: Vector
    normal: Vector  # unit, outward
    is_right: bool  # whether it is right(e), as in a counter-clockwise outline; otherwise left(e)
    length: float  # of the edge
    signed_area: float
    least: float  # of all dots with right(e)
    greatest: float

    __repr__ = summary


NormalStep = EdgeTaken | Perpendiculars | VertexBehind | CrossAdded | Winding | EdgeNormal


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


@steppable
def edge_normal(outline: ArrayLike, edge: int) -> Steps[NormalStep, EdgeNormal]:
    """The outward unit normal of one edge, from vertex `edge` to the next, of an outline of either winding.

    The outline must not cross itself (which is not looked at). Raises ValueError for an edge that there is not, an
    edge of length 0, fewer than three vertices, or an area of 0.
    """
    p = _outline(outline)
    if isinstance(edge, bool) or not isinstance(edge, int) or not 0 <= edge < len(p):
        raise ValueError(f"edge must be a number from 0 to {len(p) - 1}, not {edge!r}")
    start, end = p[edge], p[(edge + 1) % len(p)]
    along = readonly(end - start)
    if not along.any():
        raise ValueError(f"edge {edge} has length 0: it has no direction")
    yield EdgeTaken(edge, start, end, along)
    left, right = left_of(along), right_of(along)
    yield Perpendiculars(along, left, right)
    dots = ((p - start) @ right).tolist()
    for k, dot in enumerate(dots):
        yield VertexBehind(k, dot, max(dots[: k + 1]))
    found = yield from winding.steps(p)
    outward = right if found.is_counter_clockwise else left
    answer = EdgeNormal(
        edge, along, unit(outward), found.is_counter_clockwise, length(along), found.signed_area, min(dots), max(dots)
    )
    yield answer
    return answer


def turned(v: Vector, angle: float) -> Vector:
    """A vector turned by an angle, radians, counter-clockwise: the door between `along` and its perpendiculars."""
    c, s = np.cos(angle), np.sin(angle)
    return readonly(np.array((c * v[0] - s * v[1], s * v[0] + c * v[1])))


def _outline(outline: ArrayLike) -> Points:
    p = points(outline, "outline")
    if len(p) < 3:
        raise ValueError(f"an outline needs at least 3 vertices, not {len(p)}")
    return p
