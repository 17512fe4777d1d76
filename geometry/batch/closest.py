"""The closest points of the cores of many pairs, by trying every vertex against every edge: the twin of
`geometry.sat.closest_points`. And the quick look that spares most pairs the trouble."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.batch.shapes import Indices, Numbers, Shapes

Flags = NDArray[np.bool_]


def feet_within(edges: Shapes, edge: Indices, other: Shapes, pairs: Indices, tolerance: Numbers) -> Flags:
    """Whether the support points of `other` against an edge's normal lie over the edge itself, so that the nearest
    points are one of them and its foot on the edge. `edge` and `tolerance` are those of `pairs`, places in both.

    Vertices as low as the lowest one, up to rounding, make a stretch that faces the edge; it is enough that the
    stretch and the edge share a place.
    """
    normal_x, normal_y = edges.normal_x[edge, pairs], edges.normal_y[edge, pairs]
    out_x = other.x.take(pairs, axis=1) - edges.x[edge, pairs]
    out_y = other.y.take(pairs, axis=1) - edges.y[edge, pairs]
    height = out_x * normal_x + out_y * normal_y
    along = out_y * normal_x - out_x * normal_y  # the normal turned left is the way along the edge
    is_lowest = height <= height.min(axis=0) + tolerance
    first = np.where(is_lowest, along, np.inf).min(axis=0)
    last = np.where(is_lowest, along, -np.inf).max(axis=0)
    return np.asarray((last >= 0.0) & (first <= edges.length[edge, pairs]))


def closest_vectors(a: Shapes, b: Shapes) -> tuple[Numbers, Numbers]:
    """The vector from the nearest point of each core A to that of core B; meaningful while they do not overlap."""
    from_a = _vertices_against_edges(b, a)
    from_b = _vertices_against_edges(a, b)
    is_first = from_a[2] <= from_b[2]
    return np.where(is_first, from_a[0], -from_b[0]), np.where(is_first, from_a[1], -from_b[1])


def separation_along(a: Shapes, b: Shapes, x: Numbers, y: Numbers) -> Numbers:
    """The separation of the cores of each pair along its own unit vector (x, y), from A to B."""
    low = (b.x * x + b.y * y).min(axis=0)
    return np.asarray(low - (a.x * x + a.y * y).max(axis=0))


def _vertices_against_edges(vertices: Shapes, edges: Shapes) -> tuple[Numbers, Numbers, Numbers]:
    """The vector from the nearest point of any edge to the nearest vertex, and its squared length.

    The nearest point of an edge from p, of direction t and length l, to c is p + clip((c - p) . t, 0, l) t. A
    circle's edge has no direction and no length: it is p alone.
    """
    n = len(vertices)
    best_x, best_y, least = np.zeros(n), np.zeros(n), np.full(n, np.inf)
    for i in range(len(edges.x)):
        t_x, t_y = -edges.normal_y[i], edges.normal_x[i]
        apart_x, apart_y = vertices.x - edges.x[i], vertices.y - edges.y[i]
        along = apart_x * t_x
        along += apart_y * t_y
        np.clip(along, 0.0, edges.length[i], out=along)
        apart_x -= along * t_x
        apart_y -= along * t_y
        squared = apart_x * apart_x + apart_y * apart_y
        for j in range(len(squared)):
            nearer = squared[j] < least
            np.copyto(best_x, apart_x[j], where=nearer)
            np.copyto(best_y, apart_y[j], where=nearer)
            np.copyto(least, squared[j], where=nearer)
    return best_x, best_y, least
