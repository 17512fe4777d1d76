"""Contact points and a point query with one wrong line each, for *Spot the bug*. See `spot_axes`.

Source: Rounding collider corners; the last is a slip of many forum threads.
"""

from __future__ import annotations

from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge, find_incident, find_reference
from geometry.faulty.spot_plain import XY, Ring, contains, minus, nearest_on_edge, nearest_on_ring, unit
from geometry.faulty.spot_shared import moved, size
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.vector import xy_of

RADIUS = 0.5  # of the layer round B


def closest_and_normal(a: Ring, p: XY) -> tuple[XY, XY]:
    """The point of the boundary that is nearest to p, and the outward unit normal there.

    Wrong: on the boundary both points are one, and the direction between them is 0 / 0. (Error 7.)
    """
    closest = nearest_on_ring(p, a)
    out = minus(p, closest)
    if contains(a, p):
        out = minus(closest, p)
    return closest, unit(out)


def rounded_contact(a: Ring, b: Ring) -> list[XY]:
    """The contact points of A and of B with a layer of RADIUS round it; none where they are apart.

    Wrong: far from each other in this sense are also features that lie deep in the other shape. (Error 5.)
    """
    found = reference_and_incident(a, b, RADIUS)
    if found is None:
        return []
    reference, incident = found
    clipped = clip(reference, incident)
    if clipped:
        return clipped
    corner = incident.deep_inner_xy
    nearest = nearest_on_edge(corner, reference.inner_start_xy, reference.inner_end_xy)
    if size(minus(corner, nearest)) > RADIUS:
        return []
    return [corner]


def deepest_point(a: Ring, b: Ring) -> list[XY]:
    """The point of the incident edge that is deepest behind the reference edge; none for a gap.

    Wrong: of two ends behind the reference edge the first need not be the deeper one. (Error 6.)
    """
    found = reference_and_incident(a, b)
    if found is None:
        return []
    reference, incident = found
    first, second = ends_of(incident)
    height = reference.height_xy(first)
    deepest = first if height <= 0.0 else second
    return [deepest]


def clipped_edge(a: Ring, b: Ring) -> list[XY]:
    """The ends of the incident edge, clipped, that lie at or behind the reference edge; none for a gap.

    Wrong: the side planes stand on the ends of the incident edge, so that nothing is ever cut off.
    """
    found = reference_and_incident(a, b)
    if found is None:
        return []
    reference, incident = found
    start, end = ends_of(incident)
    low, high = sorted((reference.along_xy(start), reference.along_xy(end)))
    ends = cut(reference, start, end, low), cut(reference, start, end, high)
    return [p for p in ends if reference.height_xy(p) <= 0.0]


def reference_and_incident(a: Ring, b: Ring, radius_b: float = 0.0) -> tuple[ReferenceEdge, IncidentEdge] | None:
    """The edge behind which the other polygon lies least deep, and that polygon's edge which faces it; None where an
    edge leaves a gap."""
    one, other = Convex(a, 0.0), Convex(b, radius_b)
    reference = find_reference(one, other)
    if isinstance(reference, EdgeMeasured):
        return None
    return reference, find_incident(other if reference.owner is Owner.A else one, reference, rounding(one, other))


def ends_of(incident: IncidentEdge) -> tuple[XY, XY]:
    """Of the outer edge, as plain numbers."""
    return xy_of(incident.start), xy_of(incident.end)


def clip(reference: ReferenceEdge, incident: IncidentEdge) -> list[XY]:
    """The ends of the part of the incident outer edge that is between the side planes, at or behind the reference."""
    start, end = ends_of(incident)
    ends = cut(reference, start, end, 0.0), cut(reference, start, end, reference.length)
    low, high = -1e-9, reference.length + 1e-9
    return [p for p in ends if reference.height_xy(p) <= 0.0 and low <= reference.along_xy(p) <= high]


def cut(reference: ReferenceEdge, start: XY, end: XY, place: float) -> XY:
    """The point of an edge at this place along the reference edge; the nearer end where it does not get there."""
    back, there = reference.along_xy(start), reference.along_xy(end)
    t = (place - back) / (there - back) if there != back else 0.0
    return moved(start, minus(end, start), min(max(t, 0.0), 1.0))
