"""Why edge normals are enough: A and B share a point exactly when A - B contains the origin; a convex polygon
contains what is behind all of its edges; each edge of A - B has the normal of an edge of A, or the opposite of one
of B's.

Source: Rounding collider corners, whose own proof (crossing edges) fails where one shape lies inside the other.
"""

from __future__ import annotations

from geometry.minkowski.difference import Difference, minkowski_difference
from geometry.minkowski.sum import SumEdge
from geometry.record import record
from geometry.sat.projection import project_on_unit
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector, dot, right_of, unit


@record
class PointsSubtracted:
    """A vertex of A and one of B, whose difference a - b is a corner of A - B: the end of the deciding edge that is
    farther from the origin."""

    a: Vector
    b: Vector


@record
class DifferenceFound:
    """All differences of a point of A and a point of B, as one polygon."""

    difference: Difference


@record
class Wall:
    """An edge of A - B, and how far in front of its line the origin lies (negative: behind)."""

    edge: SumEdge
    normal: Vector  # unit, outward
    separation: float


@record
class WallsMeasured:
    """Every edge of A - B; of equal ones the first decides."""

    walls: tuple[Wall, ...]
    deciding: int  # the one that has the origin farthest in front, or least far behind


@record
class NormalsTraced:
    """How many edges of A - B come from A alone, from B alone, and from an edge of each."""

    from_a: int
    from_b: int
    merged: int


@record
class MeasuredTwice:
    """The deciding edge: the origin in front of it, and the projections of the shapes on its normal."""

    wall: Wall
    max_a: float
    min_b: float


@record
class OriginTested:
    """Apart or not; the deciding edge proves it."""

    apart: bool
    wall: Wall
    in_front: int  # how many edges have the origin in front


OriginStep = PointsSubtracted | DifferenceFound | WallsMeasured | NormalsTraced | MeasuredTwice | OriginTested


@steppable
def origin_test(a: Convex, b: Convex) -> Steps[OriginStep, OriginTested]:
    """Whether two polygons are apart, by the edges of A - B. Raises ValueError for shapes that are no polygons."""
    if min(len(a.points), len(b.points)) < 3 or a.radius or b.radius:
        raise ValueError("the proof is about polygons with corners: of round shapes the edges are not enough")
    difference = minkowski_difference(a, b)
    walls = []
    for edge in difference.edges:
        n = unit(right_of(edge.end - edge.start))
        walls.append(Wall(edge, n, -dot(edge.start, n)))
    deciding = max(range(len(walls)), key=lambda i: (walls[i].separation, -i))
    best, near = walls[deciding], rounding(a, b)
    yield _vertices_at(a, b, max(best.edge.start, best.edge.end, key=lambda end: dot(end, end)))
    yield DifferenceFound(difference)
    yield WallsMeasured(tuple(walls), deciding)
    owners = [(wall.edge.of_a is not None, wall.edge.of_b is not None) for wall in walls]
    yield NormalsTraced(owners.count((True, False)), owners.count((False, True)), owners.count((True, True)))
    yield MeasuredTwice(best, project_on_unit(a, best.normal).high, project_on_unit(b, best.normal).low)
    tested = OriginTested(best.separation > near, best, sum(wall.separation > near for wall in walls))
    yield tested
    return tested


def _vertices_at(a: Convex, b: Convex, corner: Vector) -> PointsSubtracted:
    """The vertices whose difference is a corner of A - B."""
    off = a.points[:, None, :] - b.points[None, :, :] - corner
    i, j = divmod(int((off * off).sum(axis=2).argmin()), len(b.points))
    return PointsSubtracted(a.points[i], b.points[j])
