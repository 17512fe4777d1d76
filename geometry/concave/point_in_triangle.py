"""Whether a point lies in a triangle: on the inner side of all three edges.

The three cross products are twice the areas of the triangles that the point makes with the edges; divided by that of
the whole triangle they are the point's barycentric weights, each for the vertex opposite to its edge. The triangle is
closed: a point on an edge, or on a vertex, is inside. Source: SAT explained, whose half-open test (u + v < 1) takes a
vertex on the new diagonal for outside (error 13).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry.exact import Lattice
from geometry.record import copies_readonly
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Vector, vector


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class SideTested:
    """The point against one edge of the triangle, taken counter-clockwise."""

    start: Vector
    end: Vector
    opposite: int  # the vertex (0 a, 1 b, 2 c) whose weight this is
    cross: float  # (end - start) x (p - start): positive on the inner side, 0 on the edge's line
    is_inside: bool  # on the inner side, or on the line


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class PointInTriangle:
    """The answer."""

    is_inside: bool  # boundary included
    on_boundary: bool
    weights: tuple[float, float, float]  # barycentric, of a, b and c: they add up to 1; negative beyond an edge
    twice_area: float  # of the triangle as given: negative clockwise

    __repr__ = summary


@steppable
def point_in_triangle(
    p: ArrayLike, a: ArrayLike, b: ArrayLike, c: ArrayLike
) -> Steps[SideTested | PointInTriangle, PointInTriangle]:
    """Whether p lies in the closed triangle a, b, c, of either winding; the signs are exact.

    Raises ValueError for a triangle without area, and for what is no finite vector.
    """
    corners = [vector(corner, name) for corner, name in ((a, "a"), (b, "b"), (c, "c"))]
    place = vector(p, "p")
    exact = Lattice(np.stack((*corners, place)))
    whole = exact.turn(0, 1, 2)
    if whole == 0:
        raise ValueError("the triangle has zero area: a, b and c lie on one line")
    crosses = [0, 0, 0]
    for start, end, opposite in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        i, j = (start, end) if whole > 0 else (end, start)
        cross = exact.turn(i, j, 3)
        crosses[opposite] = cross
        yield SideTested(corners[i], corners[j], opposite, exact.cross(i, j, 3), cross >= 0)
    is_inside = min(crosses) >= 0
    try:
        of_a, of_b, of_c = (cross / abs(whole) for cross in crosses)
    except OverflowError:
        raise ValueError("p lies too far away for a triangle of this size: its weights overflow") from None
    answer = PointInTriangle(is_inside, is_inside and min(crosses) == 0, (of_a, of_b, of_c), exact.cross(0, 1, 2))
    yield answer
    return answer
