"""The closest points of the cores of many pairs, the twin of `geometry.sat.closest_points`: a quick look whether they
are a vertex and its foot on the best edge, and for the few pairs where they are not, the two nearest vertices."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.batch.shapes import Indices, Numbers, Shapes

Flags = NDArray[np.bool_]


def feet_within(
    edges: Shapes,
    edge: Indices,
    normal_x: Numbers,
    normal_y: Numbers,
    other: Shapes,
    pairs: Indices,
    tolerance: Numbers,
) -> Flags:
    """Whether the support points of `other` against an edge's normal lie over the edge itself, so that the nearest
    points are one of them and its foot on the edge. `edge`: its place in the rows of `edges`, written one after the
    other; `pairs`: places in `other`.

    Vertices as low as the lowest one, up to rounding, make a stretch that faces the edge; it is enough that the
    stretch and the edge share a place.
    """
    length = edges.length.ravel().take(edge)
    # The normal turned left is the way along the edge.
    start = edges.y.ravel().take(edge) * normal_x - edges.x.ravel().take(edge) * normal_y
    x, y = other.x.take(pairs, axis=1), other.y.take(pairs, axis=1)
    height, along = x * normal_x, y * normal_x
    y *= normal_y
    height += y
    x *= normal_y
    along -= x
    is_higher = height > np.minimum.reduce(height, axis=0) + tolerance
    np.copyto(height, along)
    np.putmask(height, is_higher, -np.inf)
    np.putmask(along, is_higher, np.inf)
    last, first = np.maximum.reduce(height, axis=0), np.minimum.reduce(along, axis=0)
    return np.asarray((last >= start) & (first <= start + length))


def nearest_vertices(a: Shapes, b: Shapes, pairs: Indices) -> tuple[Numbers, Numbers]:
    """The vector from a vertex of each core A to one of core B, of those the shortest. `pairs`: places in both."""
    ax, ay, bx, by = (row.take(pairs, axis=1) for row in (a.x, a.y, b.x, b.y))
    nearest, vertex = np.full(len(pairs), np.inf), np.zeros(len(pairs), dtype=np.intp)
    for i in range(len(ax)):
        x, y = bx - ax[i], by - ay[i]
        x *= x
        y *= y
        x += y
        low = np.minimum.reduce(x, axis=0)
        is_nearer = low < nearest
        np.putmask(nearest, is_nearer, low)
        np.putmask(vertex, is_nearer, i)
    column = np.arange(len(pairs))
    out_x, out_y = bx - ax[vertex, column], by - ay[vertex, column]
    other = (out_x * out_x + out_y * out_y).argmin(axis=0)
    return out_x[other, column], out_y[other, column]


def separation_along(a: Shapes, b: Shapes, pairs: Indices, x: Numbers, y: Numbers) -> Numbers:
    """The separation of the cores of `pairs` along each one's unit vector (x, y), from A to B."""
    low = (b.x.take(pairs, axis=1) * x + b.y.take(pairs, axis=1) * y).min(axis=0)
    return np.asarray(low - (a.x.take(pairs, axis=1) * x + a.y.take(pairs, axis=1) * y).max(axis=0))
