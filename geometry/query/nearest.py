"""The nearest point of the boundary of a Minkowski sum or difference to the origin.

For a difference it answers everything about the pair: how far apart or how deep, along which normal, and which
features did it. Every edge is looked at, which is the plain answer that GJK and EPA avoid and are checked against.
"""

from __future__ import annotations

import numpy as np

from geometry.minkowski.sum import Sum, SumEdge
from geometry.record import record
from geometry.vector import Vector, dot, length, readonly, right_of, unit


@record
class NearestBoundary:
    """A point of the boundary, radius included, as near to the origin as any."""

    point: Vector
    normal: Vector  # unit, outward there: for A - B it points from A to B
    separation: float  # of the origin from the figure: positive outside, negative inside
    edge: int | None  # the edge of the core that it lies on or beside; None at a vertex
    vertex: int | None  # the vertex of the core; None on an edge


def nearest_to_origin(figure: Sum, noise: float = 0.0) -> NearestBoundary:
    """The nearest boundary point to the origin; of several as near up to `noise`, the first edge's.

    `noise`: the length below which a distance has no direction, that is `rounding(a, b)` of the two shapes.
    """
    if not figure.edges:
        core = figure.points[0]
        # All directions are as good when the centres agree: the rule is +x, as for two circles.
        normal = unit(-core) if length(core) > noise else readonly(np.array((1.0, 0.0)))
        return _grown(figure, core, normal, max(0.0, length(core)), None, 0)
    normals = [right_of(unit(edge.end - edge.start)) for edge in figure.edges]
    beyond = [-dot(edge.start, n) for edge, n in zip(figure.edges, normals, strict=True)]
    most = next(i for i, d in enumerate(beyond) if d >= max(beyond) - noise)
    if beyond[most] <= 0.0 and len(figure.edges) > 2:
        return _grown(figure, -beyond[most] * normals[most], normals[most], beyond[most], most, None)
    feet = [_foot(edge) for edge in figure.edges]
    distances = [length(foot) for foot, _ in feet]
    near = next(i for i, d in enumerate(distances) if d <= min(distances) + noise)
    foot, fraction = feet[near]
    if distances[near] <= noise:  # on the core's boundary: too short to be a direction
        return _grown(figure, foot, normals[most], 0.0, most, None)
    vertex = None if 0.0 < fraction < 1.0 else (near + int(fraction)) % len(figure.edges)
    edge = near if vertex is None else None
    return _grown(figure, foot, unit(-foot), distances[near], edge, vertex)


def _grown(
    figure: Sum, core: Vector, normal: Vector, separation: float, edge: int | None, vertex: int | None
) -> NearestBoundary:
    """The nearest point of the core, moved out to the boundary."""
    return NearestBoundary(readonly(core + figure.radius * normal), normal, separation - figure.radius, edge, vertex)


def _foot(edge: SumEdge) -> tuple[Vector, float]:
    """The nearest point of an edge to the origin, and its fraction of the way from start to end."""
    along = edge.end - edge.start
    fraction = min(max(-dot(edge.start, along) / dot(along, along), 0.0), 1.0)
    return (edge.end if fraction == 1.0 else edge.start + fraction * along), fraction
