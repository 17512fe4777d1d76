"""Closest points of two disjoint cores, by trying every vertex against every edge.

Between disjoint convex sets the shortest line always ends on a vertex of one of them. GJK finds it without
trying them all; this is the plain answer that it will be checked against.
"""

from __future__ import annotations

import numpy as np

from geometry.guards import require_pair
from geometry.record import record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.vector import Points, Vector, following, readonly


@record
class ClosestPoints:
    """The pair of nearest points of the two cores (not of the rounded boundaries)."""

    on_a: Vector
    on_b: Vector

    __repr__ = summary


def closest_points(a: Convex, b: Convex) -> ClosestPoints:
    """Nearest points of the cores of a and b; meaningful while the cores do not overlap."""
    require_pair("closest_points", a, b)
    on_edge_a, vertex_b, first = _vertices_against_edges(b.points, a.points)
    on_edge_b, vertex_a, second = _vertices_against_edges(a.points, b.points)
    if first <= second:
        return ClosestPoints(on_edge_a, vertex_b)
    return ClosestPoints(vertex_a, on_edge_b)


def _vertices_against_edges(vertices: Points, outline: Points) -> tuple[Vector, Vector, float]:
    """The nearest (point on the outline, vertex, distance) over all pairs of vertex and edge.

    The nearest point of edge p + t e to c is at t = (c - p) . e / |e|^2, clamped to [0, 1].
    """
    edges = following(outline) - outline
    squared = (edges * edges).sum(axis=1)
    offset = vertices[:, None, :] - outline[None, :, :]
    along = (offset * edges).sum(axis=2) / np.where(squared > 0.0, squared, 1.0)
    apart = offset - along.clip(0.0, 1.0)[:, :, None] * edges
    distance = np.hypot(apart[:, :, 0], apart[:, :, 1])
    i, j = np.unravel_index(int(distance.argmin()), distance.shape)
    return readonly(vertices[i] - apart[i, j]), readonly(vertices[i].copy()), float(distance[i, j])
