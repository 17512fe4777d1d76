"""How deep two shapes overlap after one was moved against the other, without a test of any axis: for piles, whose
shapes are moved often and never turned. Where two answers are equally good, up to rounding, none is given: that is
for the tie rule of the tests to decide."""

from __future__ import annotations

import math

import numpy as np

from geometry.sat.support import ends_along
from geometry.shape import Convex
from geometry.tolerance import PARALLEL, rounding
from geometry.vector import Vector, array_of, readonly

TIES = 8.0  # times the tolerance: two ways out that are nearer to each other than this are as short
NO_MOVE = readonly(np.zeros(2))
CORNER = 1e-4  # a centre this near to where an edge's region ends and a vertex's begins: both tell nearly the same
Found = tuple[float, float, Vector]  # a depth, what it cannot be told from, and the contact normal


class PolygonWays:
    """Of two sharp polygons: how far apart they are along each axis, and so along each when one has
    been moved against the other."""

    def __init__(self, a: Convex, b: Convex) -> None:
        self._tolerance = rounding(a, b)
        self._axes: list[tuple[float, float, float, float, Vector, Vector]] = []
        for u, v in (*a.normals_xy, *b.normals_xy):
            if any(abs(u * q - v * p) <= PARALLEL for p, q, *_ in self._axes):
                continue  # the same axis once more
            (low_a, high_a), (low_b, high_b) = ends_along(a, u, v), ends_along(b, u, v)
            self._axes.append((u, v, low_b - high_a, low_a - high_b, array_of(u, v), array_of(-u, -v)))

    def least(self, x: float, y: float) -> Found | None:
        """Of the two, one moved against the other by so much. None where two ways out are equally short, up to
        rounding: that is for a rule to decide, not for these numbers."""
        best, next_best, normal = -math.inf, -math.inf, NO_MOVE
        for u, v, onward, backward, n, against in self._axes:
            by = x * u + y * v
            for separation, way in ((onward + by, n), (backward - by, against)):
                if separation > best:
                    best, next_best, normal = separation, best, way
                elif separation > next_best:
                    next_best = separation
        doubt = TIES * self._tolerance
        if best - next_best <= doubt or abs(best) <= doubt:
            return None
        return max(0.0, -best), self._tolerance, normal


def ways_of(a: Convex, b: Convex) -> DiscWays | PolygonWays | None:
    """Of two sharp polygons, of a disc and one, or of two discs; None of other shapes."""
    sharp_a, sharp_b = (len(shape.points) > 2 and not shape.radius for shape in (a, b))
    if sharp_a and sharp_b:
        return PolygonWays(a, b)
    for disc, other, is_sharp, side in ((b, a, sharp_a, 1.0), (a, b, sharp_b, -1.0)):
        if len(disc.points) == 1 and (is_sharp or len(other.points) == 1):
            return DiscWays(disc, other, side, rounding(a, b))
    return None


class DiscWays:
    """Of a disc and a sharp polygon, or of two discs: where the disc's centre is tells how deep they overlap."""

    def __init__(self, disc: Convex, other: Convex, side: float, tolerance: float) -> None:
        """`side`: 1 if the disc is the second of the two, else -1."""
        self._centre, self._side, self._tolerance = disc.points_xy[0], side, tolerance
        self._radii, self._corners = disc.radius + other.radius, other.points_xy
        self._edges = tuple(
            (u, n, math.hypot(v[0] - u[0], v[1] - u[1]))
            for (u, v), n in zip(other.edges_xy, other.normals_xy, strict=True)
        )

    def least(self, x: float, y: float) -> Found | None:
        """When the second of the two has been moved by so much against the first."""
        x, y = self._centre[0] + self._side * x, self._centre[1] + self._side * y
        found = self._over_edges(x, y) if self._edges else self._over_corners(x, y)
        if found is None or abs(found[0] - self._radii) <= TIES * self._tolerance:
            return None
        height, n_x, n_y = found
        return max(0.0, self._radii - height), self._tolerance, array_of(self._side * n_x, self._side * n_y)

    def _over_edges(self, x: float, y: float) -> tuple[float, float, float] | None:
        """The signed distance of the centre from the polygon, and its direction."""
        best, next_best, way = -math.inf, -math.inf, (0.0, 0.0)
        for (u_x, u_y), (n_x, n_y), length in self._edges:
            height = (x - u_x) * n_x + (y - u_y) * n_y
            if height > best:
                best, next_best, way = height, best, (n_x, n_y)
            elif height > next_best:
                next_best = height
            if height > 0.0:  # in front of this edge: the only one that has the centre beside it, if any has
                along = (y - u_y) * n_x - (x - u_x) * n_y
                if CORNER < along < length - CORNER:
                    return (height, n_x, n_y) if height > CORNER else None
                if -CORNER <= along <= length + CORNER:
                    return None
        if best > -CORNER:
            return self._over_corners(x, y) if best > CORNER else None
        return (best, *way) if best - next_best > TIES * self._tolerance else None

    def _over_corners(self, x: float, y: float) -> tuple[float, float, float] | None:
        """The distance of the centre from the nearest vertex, or from the other centre, and its direction."""
        far, way_x, way_y = min((math.hypot(x - u, y - v), x - u, y - v) for u, v in self._corners)
        return (far, way_x / far, way_y / far) if far > CORNER else None
