"""The Minkowski sum and difference of two convex shapes, built edge by edge and remembering where each came from.

The sum A + B holds every point of A plus every point of B; the difference is A + (-B), B turned half round. Its
edges are the edges of both, sorted by direction and laid end to end; parallel ones join into one. A and B overlap
exactly when the difference holds the origin, and the nearest point of its boundary to the origin is the shortest
way out. The radii add: a sum has one layer, as thick as both.

Sources: Collision detection for dummies (which takes B - A, the same turned half round); Rounding collider corners.
Games say Minkowski difference for A + (-B); in morphology that name means erosion, which is something else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from geometry.guards import require_pair
from geometry.record import VectorField, XYField, copies_readonly, record
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import PARALLEL
from geometry.trace import Steps, steppable
from geometry.vector import XY, Points, readonly


@record
class SumVertex:
    """One vertex of the sum or difference: a vertex of A, plus or minus one of B."""

    point: VectorField
    of_a: int  # index of A's vertex
    of_b: int  # index of B's

    point_xy = XYField("point")


@record
class SumEdge:
    """One edge of the sum or difference, counter-clockwise, and the edges that it is made of."""

    start: VectorField
    end: VectorField
    of_a: int | None  # index of the edge of A, None when it has no part in it
    of_b: int | None  # index of the edge of B (of B turned round, in a difference)

    start_xy = XYField("start")
    end_xy = XYField("end")

    @property
    def owner(self) -> Owner | None:
        """A or B where one of them alone gave the edge; None where both did."""
        if self.of_a is not None and self.of_b is not None:
            return None
        return Owner.A if self.of_a is not None else Owner.B


@record
class StartFound:
    """Where the outline starts: at its lowest vertex (the leftmost of the lowest), which is the lowest of A plus the
    lowest of B, or minus the highest of B. (One edge earlier where that edge and the first are parallel.)"""

    of_a: int  # index of A's vertex
    of_b: int  # index of B's
    start: VectorField

    start_xy = XYField("start")


@record
class EdgeLaid:
    """The next edge by direction, laid on at the end of the ones before."""

    edge: SumEdge
    laid: tuple[SumEdge, ...]  # all so far, this one included
    vertex: SumVertex  # where it ends
    angle_a: float | None  # radians from 0 to 2 pi: direction of A's next edge, None when all of A's are laid
    angle_b: float | None  # the same of B: the smaller of the two is laid, both when they agree


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Sum:
    """The outline of A + B, or (`Difference`) of A + (-B)."""

    edges: tuple[SumEdge, ...]  # in order, counter-clockwise; a segment has two, a point none
    points: Points  # (n, 2), the edges' starts; one point for two circles
    radius: float  # of both together
    vertices: tuple[SumVertex, ...]  # what the points are made of

    __repr__ = summary


SumStep = StartFound | EdgeLaid | Sum


@steppable
def minkowski_sum(a: Convex, b: Convex) -> Steps[SumStep, Sum]:
    """A + B, by merging the edges of both by the angle of their direction; see `merged`."""
    require_pair("minkowski_sum", a, b)
    edges, vertices = yield from merged.steps(a.points_xy, b.points_xy)
    answer = Sum(edges, points_of(vertices), a.radius + b.radius, vertices)
    yield answer
    return answer


@steppable
def merged(
    p: tuple[XY, ...], q: tuple[XY, ...]
) -> Steps[StartFound | EdgeLaid, tuple[tuple[SumEdge, ...], tuple[SumVertex, ...]]]:
    """The edges of two cores laid end to end by direction, and the vertices between them."""
    i, j = _lowest(p), _lowest(q)
    from_p, from_q = _by_direction(p, i), _by_direction(q, j)
    # A bottom edge that rises by a hair is the first of its core, one that falls by a hair the last, at 2 pi. Where
    # both occur they are parallel all the same: the outline starts with the one that would have been the last.
    if from_p and from_q:
        if from_p[-1] - math.tau >= from_q[0] - PARALLEL:
            i, from_p = (i - 1) % len(p), [from_p[-1] - math.tau, *from_p[:-1]]
        elif from_q[-1] - math.tau >= from_p[0] - PARALLEL:
            j, from_q = (j - 1) % len(q), [from_q[-1] - math.tau, *from_q[:-1]]
    (px, py), (qx, qy), n_p, n_q = p[i], q[j], len(p), len(q)
    start = at = px + qx, py + qy
    yield StartFound(i, j, start)
    laid: list[SumEdge] = []
    end = first = SumVertex(start, i, j)
    vertices = [first]
    k, m, last = 0, 0, len(from_p) + len(from_q)
    from_p, from_q = [*from_p, math.inf], [*from_q, math.inf]
    while k + m < last:
        angle_p, angle_q = from_p[k], from_q[m]
        of_p = of_q = None
        if angle_p <= angle_q + PARALLEL:
            of_p, i, k = i, (i + 1) % n_p, k + 1
        if angle_q <= angle_p + PARALLEL:
            of_q, j, m = j, (j + 1) % n_q, m + 1
        if k + m < last:
            # A vertex is the sum of two, not of all the edges before it: no rounding adds up on the way round.
            (px, py), (qx, qy) = p[i], q[j]
            to = px + qx, py + qy
            end = SumVertex(to, i, j)
            vertices.append(end)
        else:
            to, end = start, first
        edge = SumEdge(at, to, of_p, of_q)
        laid.append(edge)
        yield EdgeLaid(edge, tuple(laid), end, *(None if a == math.inf else a for a in (angle_p, angle_q)))
        at = to
    return tuple(laid), tuple(vertices)


def _lowest(points: tuple[XY, ...]) -> int:
    """Index of the lowest point, the leftmost of several."""
    _, _, index = min([(y, x, i) for i, (x, y) in enumerate(points)])
    return index


def _by_direction(points: tuple[XY, ...], first: int) -> list[float]:
    """The directions of the edges from the lowest vertex on: angles in [0, 2 pi], ascending."""
    if len(points) == 1:
        return []
    around = points[first:] + points[: first + 1]
    angles = [math.atan2(qy - py, qx - px) for (px, py), (qx, qy) in pairwise(around)]
    return [angle if angle >= 0.0 else angle + math.tau for angle in angles]


def points_of(vertices: tuple[SumVertex, ...]) -> Points:
    numbers = np.array([number for vertex in vertices for number in vertex.point_xy])  # flat: in half the time
    return readonly(numbers.reshape(-1, 2))
