"""Five small tests of collision detection in the precision of their arguments, for many copies at once.

Every array has the shape (n, ...) for n copies, and one dtype: float32 or float64. Each operation is numpy's in that
dtype, so a float32 answer is what a program in single precision computes, never a rounded double. Polygons are
(n, k, 2), counter-clockwise; points and vectors (n, 2). y points up.

The scalar twin of `separations` is `geometry.separation` for shapes that face each other with an edge.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.floating[Any]]


def separations(a: Reals, b: Reals) -> Reals:
    """The greatest separation over the outward edge normals of both polygons, (n,): positive apart, 0 touching,
    negative overlapping. Where a vertex faces a vertex across a gap it is less than the distance, but its sign is
    right. Edges that have shrunk to a point offer no normal; 0 where none is left.

    Source: SAT explained (axis by axis)."""
    greatest = projections(a, b).gaps.max(axis=0)
    return np.asarray(np.where(np.isfinite(greatest), greatest, greatest.dtype.type(0.0)))


class Projections(NamedTuple):
    """On every edge normal, a's then b's, (edges, n) each."""

    last: Reals  # the greatest projection of the normal's owner
    first: Reals  # the least one of the other polygon
    is_normal: NDArray[np.bool_]  # whether the edge has a length

    @property
    def gaps(self) -> Reals:
        """The separation on each normal; minus infinity where there is none."""
        return np.asarray(np.where(self.is_normal, self.first - self.last, self.first.dtype.type(-np.inf)))


def projections(a: Reals, b: Reals) -> Projections:
    """The ends of both polygons that face each other, on every edge normal: their difference is the separation."""
    (ax, ay), (bx, by) = _coordinates(a), _coordinates(b)
    last, first, lengths = [], [], []
    for x, y, u, v in ((ax, ay, bx, by), (bx, by, ax, ay)):
        nx, ny, length = _normals(x, y)
        for i in range(len(x)):  # row by row: an edge of every copy at once
            last.append((x * nx[i] + y * ny[i]).max(axis=0))
            first.append((u * nx[i] + v * ny[i]).min(axis=0))
        lengths.append(length)
    return Projections(np.array(last), np.array(first), np.concatenate(lengths) > 0)


def _coordinates(polygons: Reals) -> tuple[Reals, Reals]:
    """x and y of every vertex, (k, n) each."""
    return np.ascontiguousarray(polygons[..., 0].T), np.ascontiguousarray(polygons[..., 1].T)


def _normals(x: Reals, y: Reals) -> tuple[Reals, Reals, Reals]:
    """Outward unit normals of the edges, and the edges' lengths, (k, n) each; (0, 0) for an edge without length."""
    u, v = np.roll(x, -1, axis=0) - x, np.roll(y, -1, axis=0) - y
    length = np.sqrt(u * u + v * v)
    divisor = np.where(length > 0, length, length.dtype.type(1.0))
    return v / divisor, -u / divisor, length


def products(polygons: Reals) -> tuple[Reals, Reals]:
    """x_i y_(i+1) and x_(i+1) y_i of every edge, (n, k) each: what the area formula subtracts."""
    x, y = polygons[..., 0], polygons[..., 1]
    return x * np.roll(y, -1, axis=1), np.roll(x, -1, axis=1) * y


def areas(polygons: Reals) -> Reals:
    """Half the sum of x_i y_(i+1) - x_(i+1) y_i, added edge by edge, (n,): positive counter-clockwise."""
    first, second = products(polygons)
    total = np.zeros(len(polygons), dtype=polygons.dtype)
    for edge in range(polygons.shape[1]):
        total = total + (first[:, edge] - second[:, edge])
    return np.asarray(total / polygons.dtype.type(2.0))


def discriminant_parts(start: Reals, direction: Reals, center: Reals, radius: float) -> tuple[Reals, Reals]:
    """beta^2 and alpha gamma of alpha t^2 + 2 beta t + gamma = 0, (n,) each, which the line through `start` along
    `direction` has where it crosses the circle."""
    m, v = start - center, direction
    r = start.dtype.type(radius)
    alpha = v[:, 0] * v[:, 0] + v[:, 1] * v[:, 1]
    beta = m[:, 0] * v[:, 0] + m[:, 1] * v[:, 1]
    gamma = (m[:, 0] * m[:, 0] + m[:, 1] * m[:, 1]) - r * r
    return beta * beta, alpha * gamma


def discriminants(start: Reals, direction: Reals, center: Reals, radius: float) -> Reals:
    """beta^2 - alpha gamma, (n,): positive where the line meets the circle twice, 0 where it touches it.

    Source: Sweeping circles."""
    squared, product = discriminant_parts(start, direction, center, radius)
    return np.asarray(squared - product)


def turns(p: Reals, q: Reals, r: Reals) -> Reals:
    """cross(q - p, r - p), (n,): positive where p, q, r turn left, 0 where they lie on a line."""
    u, v = q - p, r - p
    return np.asarray(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])


def leads(b: Reals, reference: Reals, chosen: int, other: int) -> Reals:
    """By how much edge `chosen` of polygon b is more opposed to the reference edge (n, 2, 2) than edge `other`: the
    difference of the dot products of their normals with its own, (n,). Not positive: the other edge is incident."""
    along = reference[:, 1] - reference[:, 0]
    size = np.sqrt(along[:, 0] * along[:, 0] + along[:, 1] * along[:, 1])
    size = np.where(size > 0, size, size.dtype.type(1.0))
    nx, ny = along[:, 1] / size, -along[:, 0] / size
    x, y, _ = _normals(*_coordinates(b))
    return np.asarray((x[other] * nx + y[other] * ny) - (x[chosen] * nx + y[chosen] * ny))
