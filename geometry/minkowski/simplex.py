"""Simplexes of the Minkowski difference A - B: one to three of its points, and where the origin lies from them.

A support point of A - B along d is the furthest point of A along d minus the furthest of B along -d, so neither GJK
nor EPA ever builds the difference. Here w = a - b is such a point; the cores alone are meant, radii come later.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from geometry.shape import Convex
from geometry.tolerance import EPSILON
from geometry.vector import Points, Vector, readonly

# Cores of more vertices than this are searched by numpy: measured, the loop is quicker up to about here.
FEW_VERTICES = 24

# Square of a length that no two vertices of a shape can be apart by (see SMALLEST_LENGTH): two points of the
# difference this close are one point, and the quotients below would underflow.
NO_LENGTH = 1e-200


class SimplexRegion(Enum):
    """Which feature of the simplex is nearest to the origin."""

    VERTEX = "vertex"
    EDGE = "edge"
    INSIDE = "inside"  # the simplex is a triangle and holds the origin


@dataclass(frozen=True, slots=True, eq=False)
class SimplexVertex:
    """A point of A - B, and the vertices that it is the difference of."""

    w: Vector  # on_a - on_b
    on_a: Vector  # vertex of A's core
    on_b: Vector  # of B's
    index_a: int
    index_b: int

    @property
    def pair(self) -> tuple[int, int]:
        """The feature pair: indices of the vertices of A and of B."""
        return self.index_a, self.index_b


@dataclass(frozen=True, slots=True, eq=False)
class Simplex:
    """The vertices that hold the point nearest to the origin, and that point."""

    vertices: tuple[SimplexVertex, ...]  # one to three
    weights: tuple[float, ...]  # barycentric, one a vertex, in [0, 1], sum 1: closest = sum of weight * w
    closest: Vector  # of the simplex to the origin
    distance: float  # of that point from the origin; 0 inside
    direction: Vector | None  # unit, from that point to the origin; None where they are one point
    region: SimplexRegion

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Indices of the vertices of A and of B: what a warm start takes."""
        return tuple(vertex.pair for vertex in self.vertices)


class DifferenceSupport:
    """Support points of A - B, and the count of what they cost."""

    def __init__(self, a: Convex, b: Convex) -> None:
        self.a, self.b = a.points, b.points
        self._listed = self.a.tolist(), self.b.tolist()
        self.supports = 0  # points of the difference looked for
        self.dots = 0  # dot products taken for them: one for every vertex of A and of B

    def along(self, direction: Vector) -> SimplexVertex:
        """The furthest point of A - B along `direction`; of several vertices of A or B, the first of each."""
        self.supports += 1
        self.dots += len(self.a) + len(self.b)
        x, y = direction.tolist()
        i = _furthest(self.a, self._listed[0], x, y)
        return self.vertex(i, _furthest(self.b, self._listed[1], -x, -y))

    def vertex(self, i: int, j: int) -> SimplexVertex:
        """The point that vertices i of A and j of B make."""
        p, q = self._listed[0][i], self._listed[1][j]
        return SimplexVertex(_vector(p[0] - q[0], p[1] - q[1]), self.a[i], self.b[j], i, j)


def nearest(vertices: Sequence[SimplexVertex]) -> Simplex:
    """The point of the hull of one to three vertices that is nearest to the origin, on the fewest of them."""
    if len(vertices) == 1:
        return _at_vertex(vertices[0])
    if len(vertices) == 3 and (weights := _holding(vertices)) is not None:
        return Simplex(tuple(vertices), weights, _vector(0.0, 0.0), 0.0, None, SimplexRegion.INSIDE)
    newest = vertices[-1]
    sides = [on_edge(vertex, newest) for vertex in vertices[:-1]]
    if len(vertices) == 3:
        sides.append(on_edge(vertices[0], vertices[1]))
    return min(sides, key=lambda side: side.distance)


def on_edge(p: SimplexVertex, q: SimplexVertex) -> Simplex:
    """The point of the segment from p to q that is nearest to the origin.

    With e = q - p it is p + t e, where (p + t e) . e = 0, so t = -p . e / |e|^2; an end of the segment where t is not
    in (0, 1). Between the ends the line from the origin is square to e. Its length is |e x p| / |e|, which keeps its
    digits where p + t e would cancel: the direction is as good a hair away from the origin as far out.
    """
    (px, py), (qx, qy) = p.w.tolist(), q.w.tolist()
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
    turned = -1.0 if side > 0.0 else 1.0
    direction = None if side == 0.0 else _vector(turned * nx, turned * ny)
    closest = _vector(side * nx, side * ny)
    return Simplex((p, q), (1.0 - t, t), closest, abs(side), direction, SimplexRegion.EDGE)


def witness_points(simplex: Simplex) -> tuple[Vector, Vector]:
    """The points of the two cores that the simplex's nearest point is the difference of: weighted alike."""
    ax = ay = bx = by = 0.0
    for weight, vertex in zip(simplex.weights, simplex.vertices, strict=True):
        (px, py), (qx, qy) = vertex.on_a.tolist(), vertex.on_b.tolist()
        ax, ay, bx, by = ax + weight * px, ay + weight * py, bx + weight * qx, by + weight * qy
    return _vector(ax, ay), _vector(bx, by)


def _at_vertex(vertex: SimplexVertex) -> Simplex:
    x, y = vertex.w.tolist()
    distance = math.hypot(x, y)
    direction = None if distance == 0.0 else _toward_origin(x, y, distance)
    return Simplex((vertex,), (1.0,), vertex.w, distance, direction, SimplexRegion.VERTEX)


def _toward_origin(x: float, y: float, distance: float) -> Vector:
    if distance < 1e-290:  # among the denormals lengths have few digits, or none
        x, y = x * 1e200, y * 1e200
        distance = math.hypot(x, y)
    return _vector(-x / distance, -y / distance)


def _holding(vertices: Sequence[SimplexVertex]) -> tuple[float, ...] | None:
    """Barycentric weights of the origin where the triangle holds it, else None.

    The weight of a vertex is the area that the origin makes with the other two, over the whole area. A triangle as
    flat as rounding is taken for its edges: the signs of its areas mean nothing.
    """
    (px, py), (qx, qy), (rx, ry) = (vertex.w.tolist() for vertex in vertices)
    p, q, r = qx * ry - qy * rx, rx * py - ry * px, px * qy - py * qx
    total = p + q + r
    if not (p > 0.0 and q > 0.0 and r > 0.0) and not (p < 0.0 and q < 0.0 and r < 0.0):
        return None
    reach = max(abs(px), abs(py), abs(qx), abs(qy), abs(rx), abs(ry))
    if abs(total) <= 2.0 * EPSILON * reach * reach:
        return None
    return p / total, q / total, r / total


def _furthest(points: Points, listed: list[list[float]], x: float, y: float) -> int:
    if len(listed) > FEW_VERTICES:
        return int((points @ (x, y)).argmax())
    best, furthest = 0, -math.inf
    for i, (px, py) in enumerate(listed):
        along = px * x + py * y
        if along > furthest:
            best, furthest = i, along
    return best


def _vector(x: float, y: float) -> Vector:
    return readonly(np.array((x + 0.0, y + 0.0)))  # no -0.0: it is shown
