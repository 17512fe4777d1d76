"""Closest points of two disjoint cores, by trying every vertex against every edge.

Between disjoint convex sets the shortest line always ends on a vertex of one of them. GJK finds it without
trying them all; this is the plain answer that it will be checked against.

A pair is left out where it cannot be nearest: along any one direction a vertex is no nearer to an edge than their
projections are apart. Seen along the line of the centres, only the few at the front are left.
"""

from __future__ import annotations

from math import hypot, inf

import numpy as np

from geometry.guards import require_pair
from geometry.record import VectorField, XYField, record
from geometry.sat.glance import middle
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding
from geometry.vector import XY, Points, following, unit_xy, xy_of


@record
class ClosestPoints:
    """The pair of nearest points of the two cores (not of the rounded boundaries)."""

    on_a: VectorField
    on_b: VectorField

    on_a_xy = XYField("on_a")
    on_b_xy = XYField("on_b")

    __repr__ = summary


# More pairs of a vertex and an edge than this are tried by numpy, all of them.
FEW_PAIRS = 256


def closest_points(a: Convex, b: Convex) -> ClosestPoints:
    """Nearest points of the cores of a and b; meaningful while the cores do not overlap."""
    require_pair("closest_points", a, b)
    of_a, of_b = a.points_xy, b.points_xy
    if len(of_a) * len(of_b) > FEW_PAIRS:
        on_edge_a, vertex_b, first = _all_against_edges(b.points, a.points)
        on_edge_b, vertex_a, second = _all_against_edges(a.points, b.points)
    else:
        front_a, front_b = _fronts(a, b)
        on_edge_a, vertex_b, first = _against_edges(of_b, front_b, of_a, front_a)
        on_edge_b, vertex_a, second = _against_edges(of_a, front_a, of_b, front_b)
    if first <= second:
        return ClosestPoints(on_edge_a, vertex_b)
    return ClosestPoints(vertex_a, on_edge_b)


def _between_centers(a: Convex, b: Convex) -> XY:
    """The unit direction from the mean of A's vertices to that of B's; any where they are one."""
    (ax, ay), (bx, by) = a.once(middle), b.once(middle)
    x, y = bx - ax, by - ay
    return unit_xy(x, y) if x != 0.0 or y != 0.0 else (1.0, 0.0)


def _fronts(a: Convex, b: Convex) -> tuple[list[int], list[int]]:
    """The vertices at the front of each core, in order: seen along the line of the centres, they are no farther from
    the other's foremost vertex than the two foremost vertices are from each other."""
    of_a, of_b = a.points_xy, b.points_xy
    x, y = _between_centers(a, b)
    reach_a, reach_b = [px * x + py * y for px, py in of_a], [-px * x - py * y for px, py in of_b]
    most_a, most_b = max(reach_a), max(reach_b)
    (px, py), (qx, qy) = of_a[reach_a.index(most_a)], of_b[reach_b.index(most_b)]
    enough = -hypot(px - qx, py - qy) - 2.0 * rounding(a, b)
    least_a, least_b = enough - most_b, enough - most_a
    front_a = [i for i, reach in enumerate(reach_a) if reach >= least_a]
    return front_a, [i for i, reach in enumerate(reach_b) if reach >= least_b]


def _against_edges(
    vertices: tuple[XY, ...], some: list[int], outline: tuple[XY, ...], front: list[int]
) -> tuple[XY, XY, float]:
    """The nearest (point on the outline, vertex, distance) over the pairs of one of `some` vertices and an edge that
    has an end at the outline's `front`.

    The nearest point of edge p + t e to c is at t = (c - p) . e / |e|^2, clamped to [0, 1].
    """
    n = len(outline)
    edges = sorted({i % n for corner in front for i in (corner - 1, corner)})
    least, nearest, foot = inf, vertices[0], outline[0]
    for vertex in some:
        cx, cy = vertices[vertex]
        for i in edges:
            (px, py), (qx, qy) = outline[i], outline[i + 1 - n]
            x, y, ex, ey = cx - px, cy - py, qx - px, qy - py
            along = (x * ex + y * ey) / (ex * ex + ey * ey or 1.0)
            if along >= 1.0:
                x, y = x - ex, y - ey
            elif along > 0.0:
                x, y = x - along * ex, y - along * ey
            distance = hypot(x, y)
            if distance < least:
                least, nearest, foot = distance, (cx, cy), (cx - x, cy - y)
    return foot, nearest, least


# Distances of vertices from edges that are worked out at once: few enough to stay in the processor's cache.
AT_ONCE = 2**14


def _all_against_edges(vertices: Points, outline: Points) -> tuple[XY, XY, float]:
    """The nearest (point on the outline, vertex, distance) over all pairs, as `_against_edges` finds it."""
    ex, ey = (following(outline) - outline).T.copy()
    squared = ex * ex + ey * ey
    squared = np.where(squared > 0.0, squared, 1.0)
    least, nearest, foot = np.inf, vertices[0], outline[0]
    rows = max(1, AT_ONCE // len(outline))
    for first in range(0, len(vertices), rows):
        some = vertices[first : first + rows]
        x, y = some[:, 0, None] - outline[:, 0], some[:, 1, None] - outline[:, 1]
        along = ((x * ex + y * ey) / squared).clip(0.0, 1.0)
        x, y = x - along * ex, y - along * ey
        distance = np.hypot(x, y)
        i, j = divmod(int(distance.argmin()), len(outline))
        if distance[i, j] < least:
            least, nearest = float(distance[i, j]), some[i]
            foot = nearest - (x[i, j], y[i, j])
    return xy_of(foot), xy_of(nearest), least
