"""Residuals in extended precision: what a coordinate of 64-bit mantissa says of an answer in 53 bits.

From raw points and radii alone, by numpy's longdouble, never by our algorithms. An answer is not compared with
another answer but with what it claims: nearly parallel edges may meet here or there, and both are right, if the
shapes touch at that time, along that normal, at those points. A contact is certified by its normal: where nothing
lies across the line through it, and the motion closes along it, nothing can have touched before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry import Convex

Long = NDArray[np.longdouble]
EPSILON = float(np.finfo(np.float64).eps)


def promised(size: float, largest: float) -> float:
    """The error that the package allows itself: 1e-9 x size + 64 eps x largest coordinate."""
    return 1e-9 * size + 64.0 * EPSILON * largest


def long(values: object) -> Long:
    return np.asarray(values, dtype=np.longdouble)


def _following(points: Long) -> Long:
    return np.concatenate((points[1:], points[:1]))


def _normals(points: Long) -> Long:
    if len(points) < 2:
        return np.empty((0, 2), dtype=np.longdouble)
    edges = _following(points) - points
    size = np.sqrt((edges * edges).sum(axis=1))
    return np.stack((edges[:, 1], -edges[:, 0]), axis=1) / size[:, None]


def _apart(vertices: Long, outline: Long) -> Long:
    """The way from every edge of an outline to every vertex: the shortest ones."""
    edges = _following(outline) - outline
    squared = (edges * edges).sum(axis=1)
    offset = vertices[:, None, :] - outline[None, :, :]
    along = (offset * edges).sum(axis=2) / np.where(squared > 0.0, squared, 1.0)
    apart: Long = offset - np.clip(along, 0.0, 1.0)[:, :, None] * edges
    return apart.reshape(-1, 2)


class Pair:
    """Two shapes that may have been moved by vectors of any precision."""

    def __init__(self, a: Convex, b: Convex, by_a: object = (0.0, 0.0), by_b: object = (0.0, 0.0)) -> None:
        self.p, self.q = long(a.points) + long(by_a), long(b.points) + long(by_b)
        self.radius = long(a.radius) + long(b.radius)
        self.between = (self.q[None, :, :] - self.p[:, None, :]).reshape(-1, 2)  # every vertex of B less one of A

    def along(self, normals: object) -> Long:
        """The gap along unit vectors from A to B, radii included."""
        along: Long = (self.between @ np.atleast_2d(long(normals)).T).min(axis=0) - self.radius
        return along

    def gap(self, normal: object) -> float:
        """The gap along one direction, which is made a unit vector first."""
        n = long(normal)
        return float(self.along(n / np.sqrt((n * n).sum()))[0])

    def closest(self) -> Long:
        """The unit direction of the line between closest points: one row, or none where they are one point."""
        apart = np.concatenate((_apart(self.q, self.p), -_apart(self.p, self.q)))
        squared = (apart * apart).sum(axis=1)
        k = int(squared.argmin())
        return apart[k : k + 1] / np.sqrt(squared[k]) if squared[k] > 0.0 else apart[:0]

    def separation(self) -> float:
        """The signed distance: the greatest gap, along the edges' normals or the line between closest points."""
        normals = np.concatenate((_normals(self.p), -_normals(self.q), self.closest()))
        return float(self.along(normals).max()) if len(normals) else -float(self.radius)


def least_separation(a: Convex, b: Convex, motion: object) -> float:
    """The least signed distance on the way, or a lower bound of it that shows no contact.

    The gap along one direction changes evenly: where it is open at the start and at the end, it was open all the way.
    Else the least is searched for: along a line the distance of convex shapes is a convex function.
    """
    v = long(motion)
    first, last = Pair(a, b), Pair(a, b, v)
    across = np.stack(((-v[1], v[0]), (v[1], -v[0]))) / max(np.sqrt((v * v).sum()), np.finfo(np.float64).tiny)
    normals = np.concatenate((_normals(first.p), -_normals(first.q), across, first.closest(), last.closest()))
    open_all_the_way = float(np.minimum(first.along(normals), last.along(normals)).max())
    if open_all_the_way > 0.0:
        return open_all_the_way
    low, high = long(0.0), long(1.0)
    best = min(first.separation(), last.separation())
    for _ in range(90):
        one, two = low + (high - low) * long("0.382"), low + (high - low) * long("0.618")
        at_one, at_two = Pair(a, b, one * v).separation(), Pair(a, b, two * v).separation()
        best = min(best, at_one, at_two)
        if at_one <= at_two:
            high = two
        else:
            low = one
    return best


def off_boundary(shape: Convex, place: object, by: object = (0.0, 0.0)) -> float:
    """How far a place lies off a shape's boundary, inside or out."""
    at = long(place)
    lone = Pair.__new__(Pair)
    lone.p, lone.q, lone.radius = long(shape.points) + long(by), at[None, :], long(shape.radius)
    lone.between = lone.q - lone.p
    return abs(lone.separation())
