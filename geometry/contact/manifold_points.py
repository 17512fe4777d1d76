"""What a manifold is, and how its points come from edges, from corners and from circles."""

from __future__ import annotations

import math
from enum import Enum

from geometry.contact.clipping import ClipPoint
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.feature import Feature, vertex
from geometry.outcome import Outcome
from geometry.query.point_query import PointQuery, PointQueryStep, point_query
from geometry.record import VectorField, XYField, record
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding, skipping
from geometry.trace import Trace
from geometry.vector import XY, unit_xy


class ManifoldKind(Enum):
    """Which features make the contact."""

    EDGE_EDGE = "edge on edge"  # two points, or what clipping has left of them at one place
    EDGE_CORNER = "corner on edge"  # one point: a corner of the incident shape on the reference edge
    CORNER_CORNER = "corner on corner"  # one point between two corner circles
    CIRCLE = "circle"  # one point: one of the shapes is a circle


@record
class ManifoldPoint:
    """One contact point. Its id names it again in the next frame: the features of A and of B that make it."""

    point: VectorField  # world; halfway between the two surfaces
    separation: float  # along the manifold's normal; negative when overlapping
    on_a: VectorField  # its end on A's surface
    on_b: VectorField  # its end on B's surface
    id: tuple[Feature, Feature]  # of A, of B

    __repr__ = summary


@record
class Manifold:
    """The answer, and the last step. Without contact there are no points, and `normal` and `separation` are those of
    the gap that was found, at most the distance."""

    outcome: Outcome  # SEPARATED or OVERLAPPED; touching is OVERLAPPED
    kind: ManifoldKind | None  # None without contact
    normal: VectorField  # unit, from A to B
    separation: float  # along normal; of the deepest point
    points: tuple[ManifoldPoint, ...]  # none, one or two: these in order along the reference edge
    reference: ReferenceEdge | None  # None for circles, and without contact
    incident: IncidentEdge | None
    tolerance: float  # a separation this near to 0 cannot be told from touching

    __repr__ = summary


@record
class CenterQueried:
    """One shape is a circle: the point query of the other one, from the circle's centre."""

    circle: Owner  # which of the two; B when both are
    center: VectorField
    radius: float  # of that circle
    query: Trace[PointQueryStep, PointQuery]
    found: PointQuery
    separation: float  # of the centre from the other shape, less the radius


@record
class CornersMeasured:
    """The deepest inner vertex of the incident shape, and the nearest point of the inner reference edge: the last
    axis, where that is the edge's end."""

    on_reference: VectorField  # nearest point of the inner reference edge
    on_incident: VectorField  # the deepest inner vertex
    corner: int | None  # index of the reference shape's vertex, when the nearest point is an end; otherwise None
    incident_vertex: int
    distance: float  # between the two
    radii: float  # of both shapes together
    separation: float  # distance - radii
    are_nearest: bool  # whether the two corners decide: one point, or a gap

    on_reference_xy = XYField("on_reference")
    on_incident_xy = XYField("on_incident")


def measure_corners(a: Convex, b: Convex, reference: ReferenceEdge, incident: IncidentEdge) -> CornersMeasured | None:
    """Where the cores are apart, or not clearly overlapping: the deepest vertex against the reference edge's end.
    None where the cores overlap."""
    tolerance, radii = rounding(a, b), a.radius + b.radius
    if reference.separation + radii < -tolerance - skipping(a, b):
        return None
    p = px, py = incident.deep_inner_xy
    along = reference.along_xy(p)
    if along < -tolerance:
        near, corner = reference.inner_start_xy, reference.edge
    elif along > reference.length + tolerance:
        near, corner = reference.inner_end_xy, reference.next_vertex
    else:
        near, corner = reference.at_xy(along, reference.height_xy(reference.inner_start_xy)), None
    dx, dy = near[0] - px, near[1] - py
    # Parallel edges overlap sideways although either end of the incident one lies beyond the reference edge: the
    # corner's foot on the incident edge is not its end then. And a line shorter than rounding has no direction.
    far_x, far_y = incident.far_inner_xy
    tx, ty = unit_xy(far_x - px, far_y - py)
    foot, deep, own = dx * tx + dy * ty, incident.deep, p
    if corner is not None and foot > math.hypot(far_x - px, far_y - py) + tolerance:
        # Beyond the incident edge's other end: it is as deep, up to rounding, and the nearer of the two.
        foot, deep, own = 0.0, incident.far, incident.far_inner_xy
    if corner is None or foot > tolerance:
        distance = math.hypot(near[0] - own[0], near[1] - own[1])
        return CornersMeasured(near, own, corner, deep, distance, radii, distance - radii, False)
    is_a = reference.owner is Owner.A
    shape, other = (a, b) if is_a else (b, a)
    corner, deep, distance = _nearest_corners(shape, corner, other, deep)
    near, own = shape.points_xy[corner], other.points_xy[deep]
    decides = distance > tolerance and _is_gap(shape, near, other, own, distance, tolerance)
    return CornersMeasured(near, own, corner, deep, distance, radii, distance - radii, decides)


def _nearest_corners(one: Convex, i: int, other: Convex, j: int) -> tuple[int, int, float]:
    """From vertex i of one core and j of the other downhill to a pair that is nearer than its neighbours: at an
    almost flat vertex the edges that were chosen, up to rounding as good as others, may end one vertex beside it."""
    p, q = one.points_xy, other.points_xy
    least = math.dist(p[i], q[j])
    while True:
        beside = [((i + step) % len(p), j) for step in (-1, 1)] + [(i, (j + step) % len(q)) for step in (-1, 1)]
        nearest, k, m = min((math.dist(p[k], q[m]), k, m) for k, m in beside)
        if nearest >= least:
            return i, j, least
        least, i, j = nearest, k, m


def _is_gap(one: Convex, p: XY, other: Convex, q: XY, distance: float, tolerance: float) -> bool:
    """Whether the cores are as far apart along the way from p to q as these two are. A long edge all but square to a
    short way is not: p's foot on it is its end up to rounding, and yet the way's direction is not its normal."""
    x, y = unit_xy(q[0] - p[0], q[1] - p[1])
    own = max((vx - p[0]) * x + (vy - p[1]) * y for vx, vy in one.points_xy)
    return own - min((vx - q[0]) * x + (vy - q[1]) * y for vx, vy in other.points_xy) <= tolerance


def corner_point(
    a: Convex, b: Convex, reference: ReferenceEdge, incident: IncidentEdge, corners: CornersMeasured
) -> Manifold:
    """One point between two corner circles, or none across a gap."""
    assert corners.corner is not None
    is_a = reference.owner is Owner.A
    (rx, ry), (ix, iy) = corners.on_reference_xy, corners.on_incident_xy
    x, y = unit_xy(ix - rx, iy - ry)
    normal = x, y = (x, y) if is_a else (-x, -y)
    tolerance = rounding(a, b)
    if corners.separation > tolerance:
        return Manifold(Outcome.SEPARATED, None, normal, corners.separation, (), None, None, tolerance)
    (ax, ay), (bx, by) = ((rx, ry), (ix, iy)) if is_a else ((ix, iy), (rx, ry))
    on_a, on_b = (ax + a.radius * x, ay + a.radius * y), (bx - b.radius * x, by - b.radius * y)
    of_reference, of_incident = vertex(corners.corner), vertex(corners.incident_vertex)
    features = (of_reference, of_incident) if is_a else (of_incident, of_reference)
    point = _point(on_a, on_b, corners.separation, features)
    return Manifold(
        Outcome.OVERLAPPED, ManifoldKind.CORNER_CORNER, normal, corners.separation, (point,), reference, incident,
        tolerance,
    )  # fmt: skip


def edge_points(
    a: Convex, b: Convex, reference: ReferenceEdge, incident: IncidentEdge, clipped: tuple[ClipPoint, ...]
) -> Manifold:
    """The points that clipping has left, each with its end on either surface.

    There is always one in exact arithmetic. Where several edges tie, the one chosen may miss the deepest corner by
    the square root of the rounding; it is the point then, its other end on the reference edge's line.
    """
    nx, ny = reference.normal_xy
    if not clipped:
        (x, y), r = incident.deep_inner_xy, incident.radius
        low = (x - r * nx, y - r * ny)
        along, height = reference.along_xy(low), reference.height_xy(low)
        corner = vertex(reference.edge if along < 0.0 else reference.next_vertex)
        clipped = (ClipPoint(low, along, height, corner, vertex(incident.deep)),)
    is_a = reference.owner is Owner.A
    points = []
    for p in clipped:
        foot = reference.at_xy(p.along, 0.0)
        if is_a:
            points.append(_point(foot, p.point_xy, p.height, (p.of_reference, p.of_incident)))
        else:
            points.append(_point(p.point_xy, foot, p.height, (p.of_incident, p.of_reference)))
    kind = ManifoldKind.EDGE_EDGE if len(points) == 2 else ManifoldKind.EDGE_CORNER
    normal = (nx, ny) if is_a else (-nx, -ny)
    return Manifold(
        Outcome.OVERLAPPED, kind, normal, reference.separation, tuple(points), reference, incident, rounding(a, b)
    )


def circle_contact(a: Convex, b: Convex) -> Manifold:
    """Of two shapes of which one at least is a circle or a point."""
    of_b = len(b.points) == 1
    disc, shape = (b, a) if of_b else (a, b)
    found = point_query(shape, disc.points[0])
    separation, tolerance = found.separation - disc.radius, rounding(a, b)
    x, y = found.normal_xy
    normal = (x, y) if of_b else (-x, -y)
    if separation > tolerance:
        return Manifold(Outcome.SEPARATED, None, normal, separation, (), None, None, tolerance)
    cx, cy = disc.points_xy[0]
    on_disc = (cx - disc.radius * x, cy - disc.radius * y)
    on_a, on_b = (found.closest_xy, on_disc) if of_b else (on_disc, found.closest_xy)
    features = (found.feature, vertex(0)) if of_b else (vertex(0), found.feature)
    point = _point(on_a, on_b, separation, features)
    return Manifold(Outcome.OVERLAPPED, ManifoldKind.CIRCLE, normal, separation, (point,), None, None, tolerance)


def center_queried(a: Convex, b: Convex) -> CenterQueried:
    """The point query that `circle_contact` rests on, with its steps."""
    of_b = len(b.points) == 1
    disc, shape = (b, a) if of_b else (a, b)
    query = point_query.trace(shape, disc.points[0])
    found = query.result
    owner = Owner.B if of_b else Owner.A
    return CenterQueried(owner, disc.points_xy[0], disc.radius, query, found, found.separation - disc.radius)


def _point(on_a: XY, on_b: XY, separation: float, features: tuple[Feature, Feature]) -> ManifoldPoint:
    middle = ((on_a[0] + on_b[0]) / 2.0, (on_a[1] + on_b[1]) / 2.0)
    return ManifoldPoint(middle, separation, on_a, on_b, features)
