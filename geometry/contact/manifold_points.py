"""What a manifold is, and how its points come from edges, from corners and from circles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from geometry.contact.clipping import ClipPoint
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.feature import Feature, vertex
from geometry.outcome import Outcome
from geometry.query.point_query import PointQuery, PointQueryStep, point_query
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding, skipping
from geometry.trace import Trace
from geometry.vector import Vector, dot, length, readonly, unit


class ManifoldKind(Enum):
    """Which features make the contact."""

    EDGE_EDGE = "edge on edge"  # two points, or what clipping has left of them at one place
    EDGE_CORNER = "corner on edge"  # one point: a corner of the incident shape on the reference edge
    CORNER_CORNER = "corner on corner"  # one point between two corner circles
    CIRCLE = "circle"  # one point: one of the shapes is a circle


@dataclass(frozen=True, slots=True, eq=False)
class ManifoldPoint:
    """One contact point. Its id names it again in the next frame: the features of A and of B that make it."""

    point: Vector  # world; halfway between the two surfaces
    separation: float  # along the manifold's normal; negative when overlapping
    on_a: Vector  # its end on A's surface
    on_b: Vector  # its end on B's surface
    id: tuple[Feature, Feature]  # of A, of B

    __repr__ = summary


@dataclass(frozen=True, slots=True, eq=False)
class Manifold:
    """The answer, and the last step. Without contact there are no points, and `normal` and `separation` are those of
    the gap that was found, at most the distance."""

    outcome: Outcome  # SEPARATED or OVERLAPPED; touching is OVERLAPPED
    kind: ManifoldKind | None  # None without contact
    normal: Vector  # unit, from A to B
    separation: float  # along normal; of the deepest point
    points: tuple[ManifoldPoint, ...]  # none, one or two: these in order along the reference edge
    reference: ReferenceEdge | None  # None for circles, and without contact
    incident: IncidentEdge | None
    tolerance: float  # a separation this near to 0 cannot be told from touching

    __repr__ = summary


@dataclass(frozen=True, slots=True, eq=False)
class CenterQueried:
    """One shape is a circle: the point query of the other one, from the circle's centre."""

    circle: Owner  # which of the two; B when both are
    center: Vector
    radius: float  # of that circle
    query: Trace[PointQueryStep, PointQuery]
    found: PointQuery
    separation: float  # of the centre from the other shape, less the radius


@dataclass(frozen=True, slots=True, eq=False)
class CornersMeasured:
    """The deepest inner vertex of the incident shape, and the nearest point of the inner reference edge: the last
    axis, where that is the edge's end."""

    on_reference: Vector  # nearest point of the inner reference edge
    on_incident: Vector  # the deepest inner vertex
    corner: int | None  # index of the reference shape's vertex, when the nearest point is an end; otherwise None
    incident_vertex: int
    distance: float  # between the two
    radii: float  # of both shapes together
    separation: float  # distance - radii
    are_nearest: bool  # whether the two corners decide: one point, or a gap


def measure_corners(a: Convex, b: Convex, reference: ReferenceEdge, incident: IncidentEdge) -> CornersMeasured | None:
    """Where the cores are apart, or not clearly overlapping: the deepest vertex against the reference edge's end.
    None where the cores overlap."""
    tolerance, radii = rounding(a, b), a.radius + b.radius
    if reference.separation + radii < -tolerance - skipping(a, b):
        return None
    p = incident.deep_inner
    along = reference.along(p)
    if along < -tolerance:
        near, corner = reference.inner_start, reference.edge
    elif along > reference.length + tolerance:
        near, corner = reference.inner_end, reference.next_vertex
    else:
        near, corner = reference.at(along, reference.height(reference.inner_start)), None
    distance = length(p - near)
    # Parallel edges overlap sideways although either end of the incident one lies beyond the reference edge: the
    # corner's foot on the incident edge is not its end then. And a line shorter than rounding has no direction.
    inward = dot(near - p, unit(incident.far_inner - p))
    decides = corner is not None and distance > tolerance and inward <= tolerance
    return CornersMeasured(near, p, corner, incident.deep, distance, radii, distance - radii, decides)


def corner_point(
    a: Convex, b: Convex, reference: ReferenceEdge, incident: IncidentEdge, corners: CornersMeasured
) -> Manifold:
    """One point between two corner circles, or none across a gap."""
    assert corners.corner is not None
    is_a = reference.owner is Owner.A
    away = unit(corners.on_incident - corners.on_reference)
    normal = away if is_a else readonly(-away)
    tolerance = rounding(a, b)
    if corners.separation > tolerance:
        return Manifold(Outcome.SEPARATED, None, normal, corners.separation, (), None, None, tolerance)
    center_a, center_b = (
        (corners.on_reference, corners.on_incident) if is_a else (corners.on_incident, corners.on_reference)
    )
    on_a, on_b = readonly(center_a + a.radius * normal), readonly(center_b - b.radius * normal)
    features = vertex(corners.corner), vertex(corners.incident_vertex)
    point = _point(on_a, on_b, corners.separation, features if is_a else features[::-1])
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
    if not clipped:
        low = readonly(incident.deep_inner - incident.radius * reference.normal)
        along, height = reference.along(low), reference.height(low)
        corner = vertex(reference.edge if along < 0.0 else reference.next_vertex)
        clipped = (ClipPoint(low, along, height, corner, vertex(incident.deep)),)
    is_a = reference.owner is Owner.A
    points = []
    for p in clipped:
        foot = reference.at(p.along, 0.0)
        on_a, on_b = (foot, p.point) if is_a else (p.point, foot)
        features = (p.of_reference, p.of_incident)
        points.append(_point(on_a, on_b, p.height, features if is_a else features[::-1]))
    kind = ManifoldKind.EDGE_EDGE if len(points) == 2 else ManifoldKind.EDGE_CORNER
    normal = reference.normal if is_a else readonly(-reference.normal)
    return Manifold(
        Outcome.OVERLAPPED, kind, normal, reference.separation, tuple(points), reference, incident, rounding(a, b)
    )


def circle_contact(a: Convex, b: Convex) -> tuple[CenterQueried, Manifold]:
    """Of two shapes of which one at least is a circle or a point."""
    of_b = len(b.points) == 1
    disc, shape = (b, a) if of_b else (a, b)
    center = disc.points[0]
    query = point_query.trace(shape, center)
    found = query.result
    separation, tolerance = found.separation - disc.radius, rounding(a, b)
    step = CenterQueried(Owner.B if of_b else Owner.A, center, disc.radius, query, found, separation)
    normal = found.normal if of_b else readonly(-found.normal)
    if separation > tolerance:
        return step, Manifold(Outcome.SEPARATED, None, normal, separation, (), None, None, tolerance)
    on_disc = readonly(center - disc.radius * found.normal)
    on_a, on_b = (found.closest, on_disc) if of_b else (on_disc, found.closest)
    features = (found.feature, vertex(0)) if of_b else (vertex(0), found.feature)
    point = _point(on_a, on_b, separation, features)
    return step, Manifold(
        Outcome.OVERLAPPED, ManifoldKind.CIRCLE, normal, separation, (point,), None, None, tolerance
    )


def _point(on_a: Vector, on_b: Vector, separation: float, features: tuple[Feature, ...]) -> ManifoldPoint:
    of_a, of_b = features
    return ManifoldPoint(readonly((on_a + on_b) / 2.0), separation, on_a, on_b, (of_a, of_b))
