"""The Minkowski difference of two convex shapes, A + (-B), built edge by edge and remembering where each came from.

Its edges are the edges of A and of -B, sorted by direction and laid end to end; parallel ones join into one. A and
B overlap exactly when it holds the origin, and the nearest point of its boundary to the origin is the shortest way
out. Sources: Collision detection for dummies; Rounding collider corners (which sets sum and difference apart from
erosion, the morphologist's difference).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from geometry.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import PARALLEL
from geometry.trace import Steps, steppable
from geometry.vector import Points, Vector, cross, dot, sealed


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceEdge:
    """One edge of the difference, counter-clockwise, and the edges that it is made of."""

    start: Vector
    end: Vector
    of_a: int | None  # index of the edge of A, None when it has no part in it
    of_b: int | None  # index of the edge of B, turned round

    @property
    def owner(self) -> Owner | None:
        """A or B where one of them alone gave the edge; None where both did."""
        if self.of_a is not None and self.of_b is not None:
            return None
        return Owner.A if self.of_a is not None else Owner.B


@dataclass(frozen=True, slots=True, eq=False)
class StartFound:
    """The lowest vertex (leftmost of the lowest) of the difference: that of A minus the highest of B."""

    of_a: int  # index of A's vertex
    of_b: int  # index of B's
    start: Vector


@dataclass(frozen=True, slots=True, eq=False)
class EdgeLaid:
    """The next edge by direction, laid on at the end of the ones before."""

    edge: DifferenceEdge
    laid: tuple[DifferenceEdge, ...]  # all so far, this one included


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """The outline of A + (-B): its edges in order; `radius` is the sum of both."""

    edges: tuple[DifferenceEdge, ...]
    points: Points  # (n, 2), the edges' starts; one point for two circles
    radius: float


DifferenceStep = StartFound | EdgeLaid | Difference


@steppable
def minkowski_difference(a: Convex, b: Convex) -> Steps[DifferenceStep, Difference]:
    """A + (-B), by merging the edges of A and of -B by the angle of their direction.

    An edge of a capsule counts twice, once each way; a circle has none. Parallel edges (see PARALLEL) join.
    """
    mirrored = -b.points
    first_a, first_b = _lowest(a.points), _lowest(mirrored)
    start = sealed(a.points[first_a] + mirrored[first_b])
    yield StartFound(first_a, first_b, start)
    from_a, from_b = _edges(a.points, first_a), _edges(mirrored, first_b)
    laid: list[DifferenceEdge] = []
    at, i, j = start, 0, 0
    while i < len(from_a) or j < len(from_b):
        take_a, take_b = _next(from_a[i:], from_b[j:])
        step = np.zeros(2)
        of_a = of_b = None
        if take_a:
            of_a, vector = from_a[i]
            step, i = step + vector, i + 1
        if take_b:
            of_b, vector = from_b[j]
            step, j = step + vector, j + 1
        # The last edge closes the outline exactly.
        end = start if i == len(from_a) and j == len(from_b) else sealed(at + step)
        edge = DifferenceEdge(at, end, of_a, of_b)
        laid.append(edge)
        yield EdgeLaid(edge, tuple(laid))
        at = end
    points = sealed(np.array([edge.start for edge in laid]) if laid else start[None, :].copy())
    answer = Difference(tuple(laid), points, a.radius + b.radius)
    yield answer
    return answer


def _lowest(points: Points) -> int:
    """Index of the lowest point, the leftmost of several."""
    return int(np.lexsort((points[:, 0], points[:, 1]))[0])


def _edges(points: Points, first: int) -> list[tuple[int, Vector]]:
    """Edges from vertex `first` on, as (index, vector): their directions run from 0 to 360 degrees."""
    n = len(points)
    if n == 1:
        return []
    order = [(first + k) % n for k in range(n)]
    return [(i, sealed(points[(i + 1) % n] - points[i])) for i in order]


def _next(from_a: list[tuple[int, Vector]], from_b: list[tuple[int, Vector]]) -> tuple[bool, bool]:
    """Whether the next edge by direction is A's, B's, or both because they are parallel."""
    if not from_a or not from_b:
        return bool(from_a), bool(from_b)
    p, q = from_a[0][1], from_b[0][1]
    if abs(cross(p, q)) <= PARALLEL * math.sqrt(dot(p, p) * dot(q, q)) and dot(p, q) > 0.0:
        return True, True
    return (True, False) if _angle(p) < _angle(q) else (False, True)


def _angle(v: Vector) -> float:
    """Direction in [0, 2 pi), the rounding of a level edge that points right not taken for almost a full turn."""
    angle = math.atan2(v[1], v[0])
    return angle if angle >= 0.0 else angle + math.tau
