"""The point of a shape's boundary that is nearest to a given point, and whether that lies inside.

    for every edge of the core:
        project the point on the edge's line, clamp the foot to the edge; keep the nearest
    inside the core?  behind every edge of it
    push the foot out by the radius: along the edge's normal, or from a vertex towards the point

Source: Rounding collider corners (point queries), put right where the point lies on the core's boundary: its
direction from the point to the foot is then the zero vector. The normal of the edge takes its place, at a vertex
the bisector of the two edges' normals, at a circle's centre (1, 0).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from geometry.cone import held_at
from geometry.feature import Feature, edge, vertex
from geometry.outcome import Outcome
from geometry.record import VectorField, XYField, record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import ROUNDING
from geometry.trace import Steps, steppable
from geometry.vector import XY, Vector, array_of, length, unit, unit_xy, xy_of
from geometry.vector import vector as checked


@record
class EdgeProjected:
    """The point, projected on the line through one edge of the core."""

    edge: int  # of the core; of a capsule's two, the one on the point's side
    start: VectorField  # first end of the core's edge
    end: VectorField  # its second end
    normal: VectorField  # unit, outward
    height: float  # of the point over the line; negative behind it
    along: float  # of the foot from start towards end, not clamped; world units
    on_line: VectorField  # the foot

    start_xy = XYField("start")
    end_xy = XYField("end")
    on_line_xy = XYField("on_line")


@record
class FootClamped:
    """The foot, held between the edge's ends, and the nearest foot so far."""

    projected: EdgeProjected
    foot: VectorField  # nearest point of this edge
    feature: Feature  # the edge, or the vertex that the foot was clamped to
    distance: float  # of the point from the foot
    is_nearest: bool  # whether it takes the place of the nearest before
    nearest: FootClamped | None  # the nearest before this one

    foot_xy = XYField("foot")

    @property
    def nearest_so_far(self) -> FootClamped:
        return self if self.is_nearest or self.nearest is None else self.nearest


@record
class CenterMeasured:
    """A circle has no edges: its centre is the foot."""

    foot: VectorField
    distance: float  # of the point from the centre


@record
class InsideTested:
    """Whether the point lies behind every edge of the core."""

    heights: tuple[float, ...]  # of the point over the line of each edge; empty for cores without area
    is_inside: bool  # of the core, its boundary included
    foot: VectorField
    distance: float  # of the point from the foot; not signed


@record
class PushedOut:
    """The foot on the core, pushed out by the radius to the boundary."""

    foot: VectorField
    direction: VectorField  # unit, outward
    is_degenerate: bool  # the point lies on a vertex of the core: the direction is that vertex's own
    radius: float
    closest: VectorField  # foot + radius * direction


@record
class PointQuery:
    """The answer, and the last step."""

    outcome: Outcome  # OVERLAPPED inside or touching, SEPARATED outside
    point: VectorField  # what was asked
    closest: VectorField  # nearest point of the boundary
    normal: VectorField  # unit, outward, at `closest`
    separation: float  # signed distance of the point from the boundary; negative inside
    feature: Feature  # the edge or vertex of the core that `closest` belongs to
    foot: VectorField  # nearest point of the core's boundary
    in_core: bool  # whether the point lies in the core
    tolerance: float  # a separation this near to 0 cannot be told from touching

    closest_xy = XYField("closest")
    normal_xy = XYField("normal")

    __repr__ = summary

    @property
    def is_inside(self) -> bool:
        """Inside or touching."""
        return self.outcome is Outcome.OVERLAPPED


PointQueryStep = EdgeProjected | FootClamped | CenterMeasured | InsideTested | PushedOut | PointQuery


@steppable
def point_query(shape: Convex, point: ArrayLike) -> Steps[PointQueryStep, PointQuery]:
    """The closest boundary point to `point` (world), inside or outside, and the signed distance.

    Tie rule: the first edge keeps its place unless another is nearer by more than rounding; for an edge that the
    point lies in front of, nearer at all, or as near: from outside the closest point is only one. Raises ValueError
    for a shape that is no Convex, or a point that is none.
    """
    p = px, py = xy_of(checked(point, "point"))
    if not isinstance(shape, Convex):
        raise ValueError(f"point_query takes a Convex, not a {type(shape).__name__}")
    tolerance = rounding_at(shape, p)
    nearest: FootClamped | None = None
    heights = []
    for i in _edges(shape, p):
        projected = _project(shape, i, p)
        yield projected
        clamped = _clamp(shape, projected, p, nearest, tolerance)
        yield clamped
        nearest = clamped.nearest_so_far
        heights.append(projected.height)
    if nearest is None:
        foot, feature = shape.points_xy[0], vertex(0)
        distance = math.hypot(px - foot[0], py - foot[1])
        yield CenterMeasured(foot, distance)
    else:
        foot, feature, distance = nearest.foot_xy, nearest.feature, nearest.distance
    in_core = len(heights) > 2 and max(heights) <= 0.0  # cores of one vertex or two have no inside
    yield InsideTested(tuple(heights) if len(heights) > 2 else (), in_core, foot, distance)
    x, y = foot
    on_vertex = feature.is_vertex and distance <= tolerance
    if not feature.is_vertex:
        nx, ny = shape.normals_xy[feature.index]
    elif on_vertex:
        nx, ny = xy_of(vertex_normal(shape, feature.index))
    else:
        nx, ny = held_at(unit_xy(x - px, y - py) if in_core else unit_xy(px - x, py - y), shape, feature.index)
    closest = (x + shape.radius * nx, y + shape.radius * ny)
    yield PushedOut(foot, (nx, ny), on_vertex, shape.radius, closest)
    separation = (-distance if in_core else distance) - shape.radius
    outcome = Outcome.SEPARATED if separation > tolerance else Outcome.OVERLAPPED
    answer = PointQuery(outcome, p, closest, (nx, ny), separation, feature, foot, in_core, tolerance)
    yield answer
    return answer


def rounding_at(shape: Convex, point: XY) -> float:
    """The length below which the point's distance from the shape cannot be told from 0."""
    return ROUNDING * max(shape.max_coordinate, abs(point[0]), abs(point[1]))


def vertex_normal(shape: Convex, index: int) -> Vector:
    """The middle of the directions that a vertex of the core faces: the bisector of its two edges' normals, along
    the core for a capsule's end, (1, 0) for a circle's centre."""
    if len(shape.points) == 1:
        return array_of(1.0, 0.0)
    if len(shape.points) == 2:
        return unit(shape.points[index] - shape.points[1 - index])
    before, after = shape.normals[index - 1], shape.normals[index]
    # The normals of a sliver's tip are opposite up to rounding; the tip then points against its own two edges.
    both = before + after
    if length(both) > math.sqrt(ROUNDING):
        return unit(both)
    tangent_before, tangent_after = (-before[1], before[0]), (-after[1], after[0])
    return unit(np.subtract(tangent_before, tangent_after))


def _edges(shape: Convex, p: XY) -> range:
    """The edges to try: all; none of a circle; of a capsule's two, which are one line, that on the point's side."""
    n = len(shape.points)
    if n > 2:
        return range(n)
    if n == 1:
        return range(0)
    (x, y), (nx, ny) = shape.points_xy[0], shape.normals_xy[0]
    behind = (p[0] - x) * nx + (p[1] - y) * ny < 0.0
    return range(1, 2) if behind else range(1)


def _project(shape: Convex, i: int, p: XY) -> EdgeProjected:
    """With t the edge's unit direction and n its normal: along = (p - start) . t, height = (p - start) . n."""
    vertices = shape.points_xy
    start, end = vertices[i], vertices[i + 1 - len(vertices)]
    normal = nx, ny = shape.normals_xy[i]
    tx, ty = -ny, nx
    x, y = start
    dx, dy = p[0] - x, p[1] - y
    along = dx * tx + dy * ty
    return EdgeProjected(i, start, end, normal, dx * nx + dy * ny, along, (x + along * tx, y + along * ty))


def _clamp(
    shape: Convex, projected: EdgeProjected, p: XY, nearest: FootClamped | None, tolerance: float
) -> FootClamped:
    i, along, height = projected.edge, projected.along, projected.height
    (px, py), (x, y), (end_x, end_y) = p, projected.start_xy, projected.end_xy
    if along <= 0.0:
        foot, feature, distance = (x, y), vertex(i), math.hypot(px - x, py - y)
    elif along >= math.hypot(end_x - x, end_y - y):
        after = (i + 1) % len(shape.points)
        foot, feature, distance = (end_x, end_y), vertex(after), math.hypot(px - end_x, py - end_y)
    else:
        foot, feature, distance = projected.on_line_xy, edge(i), abs(height)
    # In front of an edge, and between its ends: its line parts the point from the shape, and nothing can be nearer.
    faces = height > 0.0 and not feature.is_vertex
    tie = 0.0 if height > 0.0 else tolerance
    is_nearest = nearest is None or faces or distance < nearest.distance - tie
    return FootClamped(projected, foot, feature, distance, is_nearest, nearest)
