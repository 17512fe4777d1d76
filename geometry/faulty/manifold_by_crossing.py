"""The article's own rule for how many points a contact has, kept to be shown beside the two-point rule.

    the two outer edges cross           one point: the incident edge's end behind the reference edge
    they do not, but overlap sideways   two points: the incident edge, clipped
    they do neither, and corners touch  one point

A box that lies flat on a floor crosses nothing, and has two points. Tilted by the least bit and not sunk in, its
lower edge crosses the floor's, and it has one, at the lower corner; the contact holds that corner up alone, the box
turns over it on to the other corner, and so on. `manifold` keeps the second point up to a margin. Apart from that the
two rules agree.

Source: Rounding collider corners, put right as `manifold` is, except for this rule.
"""

from __future__ import annotations

from geometry.contact.clipping import ClipStep, clip
from geometry.contact.manifold import FeatureStep, find_features
from geometry.contact.manifold_points import Manifold, edge_points
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.guards import require_pair
from geometry.record import record
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector


@record
class EdgesCompared:
    """Whether the two outer edges cross."""

    reference: ReferenceEdge
    incident: IncidentEdge
    heights: tuple[float, float]  # of the incident outer edge's deeper and farther end over the reference face
    crosses: bool
    at: Vector | None  # where they cross; None when they do not


CrossingStep = FeatureStep | EdgesCompared | ClipStep | Manifold


@steppable
def manifold_by_crossing(a: Convex, b: Convex) -> Steps[CrossingStep, Manifold]:
    """The manifold by the article's rule; see `manifold` for the right one. Raises ValueError for a shape that is no
    Convex."""
    require_pair("manifold_by_crossing", a, b)
    found = yield from find_features.steps(a, b)
    if isinstance(found, Manifold):
        yield found
        return found
    reference, incident = found
    compared = _compare(reference, incident, rounding(a, b))
    yield compared
    clipped = yield from clip.steps(reference, incident, 0.0, rounding(a, b))
    points = clipped.points
    if compared.crosses and len(points) == 2:
        points = (min(points, key=lambda p: p.height),)
    answer = edge_points(a, b, reference, incident, points)
    yield answer
    return answer


def _compare(reference: ReferenceEdge, incident: IncidentEdge, tolerance: float) -> EdgesCompared:
    """The incident edge crosses the face's line where its height is 0, and the face if that is between its ends."""
    ends = incident.deep_outer, incident.far_outer
    low, high = (reference.height(p) for p in ends)
    at = None
    if low < -tolerance and high > tolerance:
        x0, x1 = (reference.along(p) for p in ends)
        along = x0 + (x1 - x0) * low / (low - high)
        if 0.0 <= along <= reference.length:
            at = reference.at(along, 0.0)
    return EdgesCompared(reference, incident, (low, high), at is not None, at)
