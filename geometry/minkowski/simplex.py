"""Simplexes of the Minkowski difference A - B: one to three of its points, and where the origin lies from them.

A support point of A - B along d is the furthest point of A along d minus the furthest of B along -d, so neither GJK
nor EPA ever builds the difference. Here w = a - b is such a point; the cores alone are meant, radii come later.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from operator import itemgetter
from typing import TYPE_CHECKING

from geometry.cone import held_between
from geometry.record import MadeField, OptionalVectorField, OptionalXYField, VectorField, XYField, record
from geometry.sat.support import furthest
from geometry.shape import Convex
from geometry.tolerance import EPSILON
from geometry.vector import SMALLEST_LENGTH, XY, Vector, array_of, unit_xy

# Square of a length that no two vertices of a shape can be apart by (see SMALLEST_LENGTH): two points of the
# difference this close are one point, and the quotients below would underflow.
NO_LENGTH = 1e-200


class SimplexRegion(Enum):
    """Which feature of the simplex is nearest to the origin."""

    VERTEX = "vertex"
    EDGE = "edge"
    INSIDE = "inside"  # the simplex is a triangle and holds the origin


# In loops: looking a member up takes Python 3.11 longer than a dot product.
_VERTEX, _EDGE, _INSIDE = SimplexRegion


@record
class SimplexVertex:
    """A point of A - B, and the vertices that it is the difference of."""

    w: VectorField  # on_a - on_b
    on_a: VectorField  # vertex of A's core
    on_b: VectorField  # of B's
    index_a: int
    index_b: int

    w_xy = XYField("w")
    on_a_xy = XYField("on_a")
    on_b_xy = XYField("on_b")

    @property
    def pair(self) -> tuple[int, int]:
        """The feature pair: indices of the vertices of A and of B."""
        return self.index_a, self.index_b

    def along(self, direction: XY) -> float:
        """w . direction: how far out it lies; nothing of the difference lies further, if it is the support point."""
        (wx, wy), (x, y) = self.w_xy, direction
        return wx * x + wy * y

    @property
    def largest(self) -> float:
        """The larger coordinate of w, without its sign: the scale of its rounding."""
        x, y = self.w_xy
        return max(abs(x), abs(y))


@record
class Simplex:
    """The vertices that hold the point nearest to the origin, and that point."""

    vertices: tuple[SimplexVertex, ...]  # one to three
    weights: tuple[float, ...]  # barycentric, one a vertex, in [0, 1], sum 1: closest = sum of weight * w
    closest: VectorField  # of the simplex to the origin
    distance: float  # of that point from the origin; 0 inside
    direction: OptionalVectorField  # unit, from that point to the origin; None where they are one point
    region: SimplexRegion

    closest_xy = XYField("closest")
    direction_xy = OptionalXYField("direction")

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Indices of the vertices of A and of B: what a warm start takes."""
        return tuple(vertex.pair for vertex in self.vertices)

    def dropped(self, candidates: tuple[SimplexVertex, ...]) -> tuple[SimplexVertex, ...]:
        """Those of the candidates that do not hold the nearest point."""
        return tuple(vertex for vertex in candidates if vertex not in self.vertices)

    def has_pair(self, vertex: SimplexVertex) -> bool:
        """Whether one of its vertices is the difference of the same two."""
        i, j = vertex.index_a, vertex.index_b
        for own in self.vertices:  # noqa: SIM110  # quicker than `any`
            if own.index_a == i and own.index_b == j:
                return True
        return False


# The fields of a simplex before it is known to be the nearest: of several only one becomes a record.
Nearest = tuple[tuple[SimplexVertex, ...], tuple[float, ...], XY, float, XY | None, SimplexRegion]
_distance = itemgetter(3)


class SimplexField(MadeField):
    """A record's field given as the fields of a simplex, and read as one."""

    make = Simplex

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> Simplex: ...
        def __set__(self, owner: object, value: Nearest) -> None: ...


class DifferenceSupport:
    """Support points of A - B, and the count of what they cost."""

    def __init__(self, a: Convex, b: Convex) -> None:
        self.a, self.b = a, b
        self.supports = 0  # points of the difference looked for
        self._of_a, self._of_b = a.points_xy, b.points_xy

    @property
    def dots(self) -> int:
        """Dot products taken for them: one for every vertex of A and of B."""
        return self.supports * (len(self._of_a) + len(self._of_b))

    def along(self, direction: XY) -> SimplexVertex:
        """The furthest point of A - B along `direction`; of several vertices of A or B, the first of each."""
        self.supports += 1
        x, y = direction
        i, _ = furthest(self.a, x, y)
        j, _ = furthest(self.b, -x, -y)
        (px, py), (qx, qy) = p, q = self._of_a[i], self._of_b[j]
        return SimplexVertex((px - qx, py - qy), p, q, i, j)

    def vertex(self, i: int, j: int) -> SimplexVertex:
        """The point that vertices i of A and j of B make."""
        (px, py), (qx, qy) = p, q = self._of_a[i], self._of_b[j]
        return SimplexVertex((px - qx, py - qy), p, q, i, j)


def nearest(vertices: Sequence[SimplexVertex]) -> Simplex:
    """The point of the hull of one to three vertices that is nearest to the origin, on the fewest of them."""
    if len(vertices) == 1:
        return Simplex(*_at_vertex(vertices[0]))
    if len(vertices) == 2:
        return Simplex(*edge_fields(vertices[0], vertices[1]))
    p, q, newest = vertices
    weights = _holding(p.w_xy, q.w_xy, newest.w_xy)
    if weights is not None:
        return Simplex((p, q, newest), weights, (0.0, 0.0), 0.0, None, _INSIDE)
    return Simplex(*min(edge_fields(p, newest), edge_fields(q, newest), edge_fields(p, q), key=_distance))


def edge_fields(p: SimplexVertex, q: SimplexVertex) -> Nearest:
    """The point of the segment from p to q that is nearest to the origin.

    With e = q - p it is p + t e, where (p + t e) . e = 0, so t = -p . e / |e|^2; an end of the segment where t is not
    in (0, 1). Between the ends the line from the origin is square to e. Its length is |e x p| / |e|, which keeps its
    digits where p + t e would cancel: the direction is as good a hair away from the origin as far out.
    """
    (px, py), (qx, qy) = p.w_xy, q.w_xy
    ex, ey = qx - px, qy - py
    squared = ex * ex + ey * ey
    from_p, from_q = -(px * ex + py * ey), qx * ex + qy * ey  # t |e|^2 and (1 - t) |e|^2
    if squared <= NO_LENGTH or from_p <= 0.0 or from_q <= 0.0:
        return _at_vertex(p if squared <= NO_LENGTH or from_p <= 0.0 else q)
    size = math.sqrt(squared)
    nx, ny = -ey / size, ex / size  # left of the edge
    x, y = (px, py) if px * px + py * py <= qx * qx + qy * qy else (qx, qy)  # the nearer end: less to cancel
    side = nx * x + ny * y  # how far left the edge passes the origin
    # The two weights from the nearer end's side each: they sum to 1, and the smaller keeps its digits.
    t = from_p / squared if from_p <= from_q else 1.0 - from_q / squared
    closest = (side * nx + 0.0, side * ny + 0.0)  # no -0.0: it is shown
    direction = None if side == 0.0 else (0.0 - nx, 0.0 - ny) if side > 0.0 else (nx + 0.0, ny + 0.0)
    return (p, q), (1.0 - t, t), closest, abs(side), direction, _EDGE


def _at_vertex(vertex: SimplexVertex) -> Nearest:
    x, y = vertex.w_xy
    distance = math.hypot(x, y)
    if distance >= SMALLEST_LENGTH:
        direction: XY | None = (0.0 - x / distance, 0.0 - y / distance)
    else:  # among the denormals lengths have few digits, or none
        direction = unit_xy(0.0 - x, 0.0 - y) if distance > 0.0 else None
    return (vertex,), (1.0,), (x, y), distance, direction, _VERTEX


def turned(difference: DifferenceSupport, simplex: Simplex) -> Simplex:
    """The nearest point as it is, and the direction from there held in the cones of the corners that it is next to.

    For a simplex that stays as it is, up to rounding, when a point beyond it is added: its edge is a diagonal that
    runs beside the difference's own, and ends next to the nearest point.
    """
    assert simplex.direction_xy is not None
    corner = simplex.vertices[simplex.weights.index(max(simplex.weights))]
    direction = held_between(simplex.direction_xy, difference.a, corner.index_a, difference.b, corner.index_b)
    return Simplex(simplex.vertices, simplex.weights, simplex.closest_xy, simplex.distance, direction, simplex.region)


def witness_points(simplex: Simplex) -> tuple[Vector, Vector]:
    """The points of the two cores that the simplex's nearest point is the difference of: weighted alike."""
    (ax, ay), (bx, by) = witnesses_xy(simplex)
    return array_of(ax, ay), array_of(bx, by)


def witnesses_xy(simplex: Simplex) -> tuple[XY, XY]:
    """`witness_points` as plain numbers."""
    ax = ay = bx = by = 0.0
    for weight, vertex in zip(simplex.weights, simplex.vertices):  # noqa: B905  # the check costs as much as the loop
        (px, py), (qx, qy) = vertex.on_a_xy, vertex.on_b_xy
        ax, ay, bx, by = ax + weight * px, ay + weight * py, bx + weight * qx, by + weight * qy
    return (ax, ay), (bx, by)


def _holding(p: XY, q: XY, r: XY) -> tuple[float, float, float] | None:
    """Barycentric weights of the origin where the triangle holds it, else None.

    The weight of a vertex is the area that the origin makes with the other two, over the whole area. A triangle as
    flat as rounding is taken for its edges: the signs of its areas mean nothing.
    """
    (px, py), (qx, qy), (rx, ry) = p, q, r
    of_p, of_q, of_r = qx * ry - qy * rx, rx * py - ry * px, px * qy - py * qx
    total = of_p + of_q + of_r
    if not (of_p > 0.0 and of_q > 0.0 and of_r > 0.0) and not (of_p < 0.0 and of_q < 0.0 and of_r < 0.0):
        return None
    reach = max(abs(px), abs(py), abs(qx), abs(qy), abs(rx), abs(ry))
    if abs(total) <= 2.0 * EPSILON * reach * reach:
        return None
    return of_p / total, of_q / total, of_r / total
