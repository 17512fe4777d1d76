"""Contact points and point queries on plain numbers, each wrong in one line.

normal_from_foot       the normal from the closest point to the point, 0 / 0 on the boundary (Rounding collider
                       corners, error 7)
rounded_corner_contact two rounded shapes whose nearest features are farther apart than both radii are said to have
                       no contact, though their cores overlap (Rounding collider corners, error 5)
first_end              the contact point is the incident edge's first end, not the deeper one (Rounding collider
                       corners, error 6)
clipped_by_own_planes  the side planes stand on the ends of the incident edge (a common slip)
"""

from __future__ import annotations

from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge, find_incident, find_reference
from geometry.faulty.plain import Outline, add, dot, edges, nearest_on, outward, size, sub, unit
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.vector import XY, xy_of

RADIUS = 0.25  # of both rounded shapes


def normal_from_foot(outline: Outline, p: XY) -> tuple[XY, XY]:
    """The closest point of the boundary, and the outward unit normal there. Raises ZeroDivisionError."""
    feet = [nearest_on(p, u, v) for u, v in edges(outline)]
    foot = min(feet, key=lambda q: size(sub(p, q)))
    out = sub(p, foot)
    if all(dot(sub(p, u), outward(u, v)) < 0.0 for u, v in edges(outline)):
        out = sub(foot, p)
    return foot, unit(out)


def rounded_corner_contact(a: Outline, b: Outline) -> list[XY]:
    """The contact points of two polygons with a layer of RADIUS round each; none where they are apart."""
    found = reference_and_incident(a, b, RADIUS)
    if found is None:
        return []
    reference, incident = found
    clipped = clip_outer_edge(reference, incident)
    if clipped:
        return clipped
    corner = incident.deep_inner_xy
    nearest = nearest_on(corner, reference.inner_start_xy, reference.inner_end_xy)
    if size(sub(corner, nearest)) > 2.0 * RADIUS:
        return []
    return [add(nearest, sub(corner, nearest), 0.5)]


def first_end(a: Outline, b: Outline) -> list[XY]:
    """The deepest point of one polygon in the other; none where they are apart."""
    found = reference_and_incident(a, b)
    if found is None:
        return []
    _, incident = found
    start, _ = ends_of(incident)
    deepest = start
    return [deepest]


def clipped_by_own_planes(a: Outline, b: Outline) -> list[XY]:
    """The contact points of two polygons: the incident edge between the side planes, at or behind the reference."""
    found = reference_and_incident(a, b)
    if found is None:
        return []
    reference, incident = found
    (start, end), tangent = ends_of(incident), reference.tangent_xy
    low, high = sorted((dot(start, tangent), dot(end, tangent)))
    ends = cut(start, end, tangent, low), cut(start, end, tangent, high)
    return [p for p in ends if reference.height_xy(p) <= 0.0]


def reference_and_incident(a: Outline, b: Outline, radius: float = 0.0) -> tuple[ReferenceEdge, IncidentEdge] | None:
    """The edge behind which the other polygon lies least deep, and that polygon's edge which faces it; None where an
    edge leaves a gap."""
    one, other = Convex(a, radius), Convex(b, radius)
    reference = find_reference(one, other)
    if isinstance(reference, EdgeMeasured):
        return None
    return reference, find_incident(other if reference.owner is Owner.A else one, reference, rounding(one, other))


def ends_of(incident: IncidentEdge) -> tuple[XY, XY]:
    """Of the outer edge, as plain numbers."""
    return xy_of(incident.start), xy_of(incident.end)


def clip_outer_edge(reference: ReferenceEdge, incident: IncidentEdge) -> list[XY]:
    """The ends of the part of the incident outer edge that is beside the reference edge, at or behind it."""
    (start, end), tangent = ends_of(incident), reference.tangent_xy
    low, high = dot(reference.start_xy, tangent), dot(reference.end_xy, tangent)
    ends = cut(start, end, tangent, low), cut(start, end, tangent, high)
    return [p for p in ends if reference.height_xy(p) <= 0.0 and 0.0 <= reference.along_xy(p) <= reference.length]


def cut(start: XY, end: XY, tangent: XY, place: float) -> XY:
    """The point of an edge at this place along the tangent; the nearer end where it does not get there."""
    there, back = dot(end, tangent), dot(start, tangent)
    t = (place - back) / (there - back) if there != back else 0.0
    return add(start, sub(end, start), min(max(t, 0.0), 1.0))
