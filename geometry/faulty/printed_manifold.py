"""The article's five steps for rounded polygons as they are printed, kept to be shown beside `manifold`.

    1  every axis of the inner polygons: a gap ends it
    2  reference and incident edge, clipped
    3  the outer edges cross: one point. They overlap sideways: a line of contact. Neither: on to the corners
    5  an end of the inner incident edge against the inner reference edge: nearer than the radii: one point; else none

What is wrong: "overlap" in step 3 does not ask whether anything of the incident edge is behind the reference face, so
a gap between corners that edge normals do not see becomes a line of contact. Step 5 says no contact where the inner
polygons overlap by more than both radii. And it does not say which end of the inner incident edge is meant: it has to
be the deeper one.

Each of these stands alone, too: `beside_is_enough` is step 3, `distance_under_radii` is step 5, with either end. A
fourth rule stops after step 1: `edges_alone` takes the best edge axis for the answer, corners or not.

Source: Rounding collider corners.
"""

from __future__ import annotations

from enum import Enum

import numpy as np

from geometry.contact.reference import EdgeMeasured, IncidentEdge, ReferenceEdge, find_incident, find_reference
from geometry.guards import require_pair
from geometry.record import record
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.vector import Vector, length


class Verdict(Enum):
    """What the printed steps answer."""

    NONE = "no contact"
    POINT = "one point"  # step 3: the outer edges cross
    LINE = "a line of contact"  # step 3: they overlap sideways
    CORNER = "one point between corners"  # step 5


@record
class PrintedContact:
    """The printed steps' answer, and the points that it speaks of."""

    verdict: Verdict
    points: tuple[Vector, ...]  # LINE: its two ends on the incident edge; POINT, CORNER: one
    distance: float | None  # step 5: from the end of the inner incident edge to the inner reference edge
    measured: tuple[Vector, Vector] | None = None  # step 5: that end, and the point of the inner reference edge


def contact_as_printed(a: Convex, b: Convex, *, deeper_end: bool = True) -> PrintedContact | None:
    """`deeper_end`: whether step 5 takes the deeper end of the inner incident edge, or the other one.

    None where one of the shapes has no edges. Raises ValueError for anything but two Convex.
    """
    require_pair("contact_as_printed", a, b)
    if len(a.points) == 1 or len(b.points) == 1:
        return None
    edges = _edges(a, b)
    if edges is None:
        return PrintedContact(Verdict.NONE, (), None)
    return _third_step(*edges) or _fifth_step(*edges, a.radius + b.radius, deeper_end)


def beside_is_enough(a: Convex, b: Convex) -> PrintedContact | None:
    """Step 3 alone: a contact wherever the outer edges cross or overlap sideways.

    None where they do neither, or one of the shapes has no edges. Raises ValueError for anything but two Convex.
    """
    require_pair("beside_is_enough", a, b)
    edges = _edges(a, b)
    return None if edges is None else _third_step(*edges)


def distance_under_radii(a: Convex, b: Convex, *, deeper_end: bool = True) -> PrintedContact | None:
    """Step 5 alone: a contact if an end of the inner incident edge is nearer to the inner reference edge than radii.

    None where an edge shows a gap, and where one of the shapes has no edges. Raises ValueError for anything but two
    Convex.
    """
    require_pair("distance_under_radii", a, b)
    edges = _edges(a, b)
    return None if edges is None else _fifth_step(*edges, a.radius + b.radius, deeper_end)


def edges_alone(a: Convex, b: Convex) -> ReferenceEdge | None:
    """The edge of least overlap, its normal and separation taken for the answer: corners are never asked.

    None where an edge shows a gap, and where one of the shapes has no edges. Raises ValueError for anything but two
    Convex.
    """
    require_pair("edges_alone", a, b)
    edges = _edges(a, b)
    return None if edges is None else edges[0]


def _edges(a: Convex, b: Convex) -> tuple[ReferenceEdge, IncidentEdge] | None:
    """Steps 1 and 2; None where there is a gap or a shape without edges."""
    if len(a.points) == 1 or len(b.points) == 1:
        return None
    reference = find_reference(a, b)
    if isinstance(reference, EdgeMeasured):
        return None
    return reference, find_incident(b if reference.owner is Owner.A else a, reference, rounding(a, b))


def _third_step(reference: ReferenceEdge, incident: IncidentEdge) -> PrintedContact | None:
    (x0, h0), (x1, h1) = ((reference.along(p), reference.height(p)) for p in (incident.start, incident.end))
    if h0 * h1 < 0.0 and 0.0 <= x0 + (x1 - x0) * h0 / (h0 - h1) <= reference.length:
        return PrintedContact(Verdict.POINT, (incident.deep_outer,), None)
    low, high = max(min(x0, x1), 0.0), min(max(x0, x1), reference.length)
    if low >= high:
        return None
    ends = [reference.at(x, h0 + (x - x0) / (x1 - x0) * (h1 - h0)) for x in (low, high)]
    return PrintedContact(Verdict.LINE, (ends[0], ends[1]), None)


def _fifth_step(reference: ReferenceEdge, incident: IncidentEdge, radii: float, deeper_end: bool) -> PrintedContact:
    end = incident.deep_inner if deeper_end else incident.far_inner
    along = float(np.clip(reference.along(end), 0.0, reference.length))
    nearest = reference.at(along, reference.height(reference.inner_start))
    distance = length(end - nearest)
    if distance >= radii:
        return PrintedContact(Verdict.NONE, (), distance, (end, nearest))
    return PrintedContact(Verdict.CORNER, ((end + nearest) / 2.0,), distance, (end, nearest))
