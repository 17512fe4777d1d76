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
    place = edge, pairs
    normal_x, normal_y, length = edges.normal_x[place], edges.normal_y[place], edges.length[place]
    out_x, out_y = other.x.take(pairs, axis=1), other.y.take(pairs, axis=1)
    out_x -= edges.x[place]
    out_y -= edges.y[place]
    height = out_x * normal_x
    height += out_y * normal_y
    along = out_y * normal_x  # the normal turned left is the way along the edge
    along -= out_x * normal_y
    is_lowest = height <= height.min(axis=0) + tolerance
    first = np.where(is_lowest, along, np.inf).min(axis=0)
    last = np.where(is_lowest, along, -np.inf).max(axis=0)
    return np.asarray((last >= 0.0) & (first <= length))


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
    least, edge = np.full(len(vertices), np.inf), np.zeros(len(vertices), dtype=np.intp)
    for i in range(len(edges.x)):
        place = edges.x[i], edges.y[i], edges.normal_x[i], edges.normal_y[i], edges.length[i]
        low = np.minimum.reduce(_squared(*_apart(vertices, *place)), axis=0)
        nearer = low < least
        np.putmask(least, nearer, low)
        np.putmask(edge, nearer, i)
    pairs = np.arange(len(vertices))
    rows = edges.x, edges.y, edges.normal_x, edges.normal_y, edges.length
    apart_x, apart_y = _apart(vertices, *(row[edge, pairs] for row in rows))
    vertex = _squared(apart_x, apart_y).argmin(axis=0)
    return apart_x[vertex, pairs], apart_y[vertex, pairs], least


def _apart(
    vertices: Shapes, x: Numbers, y: Numbers, normal_x: Numbers, normal_y: Numbers, length: Numbers
) -> tuple[Numbers, Numbers]:
    """The vectors from the nearest point of one edge of each pair to every vertex, shape (v, n)."""
    apart_x, apart_y = vertices.x - x, vertices.y - y
    along = apart_y * normal_x  # the normal turned left is the way along the edge
    along -= apart_x * normal_y
    np.maximum(along, 0.0, out=along)
    np.minimum(along, length, out=along)
    apart_x += along * normal_y
    apart_y -= along * normal_x
    return apart_x, apart_y


def _squared(x: Numbers, y: Numbers) -> Numbers:
    return x * x + y * y
