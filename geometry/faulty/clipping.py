"""Clips and a search that leave a rule out, to be shown beside `manifold`.

    without the face test     both clipped points count, however high they stand over the reference face
    without the side planes   both ends of the incident edge count, however far beside the reference edge they lie
    edge after the deepest    the incident edge is the one that starts at the deepest vertex, though the one that ends
                              there may be more opposed
    deepest point only        one contact, however the edges lie

Source: Rounding collider corners (its step 3 asks only whether the outer edges overlap sideways); the second is what
is left of a clip that is taken for a test of heights.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from geometry.contact.clipping import ClipPoint, ClipStarted, clip
from geometry.contact.manifold import find_features, manifold
from geometry.contact.manifold_points import Manifold, edge_points
from geometry.contact.reference import IncidentEdge, ReferenceEdge, incident_at
from geometry.guards import require_pair
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import CONTACT_MARGIN, rounding, smaller_size


def manifold_deepest_only(a: Convex, b: Convex) -> Manifold:
    """The deepest of the points; of equally deep ones, up to rounding, the first. Raises ValueError for a shape that
    is no Convex."""
    found = manifold(a, b)
    least = min((p.separation for p in found.points), default=0.0) + rounding(a, b)
    kept = tuple(p for p in found.points if p.separation <= least)[:1]
    return Manifold(
        found.outcome, found.kind, found.normal, found.separation, kept, found.reference, found.incident,
        found.tolerance,
    )  # fmt: skip


def manifold_edge_after_deepest(a: Convex, b: Convex) -> Manifold:
    """The points that clipping the edge by that rule leaves; the incident edge of the answer is the wrong one. Of
    equally deep vertices the first. Raises ValueError for a shape that is no Convex."""
    require_pair("manifold_edge_after_deepest", a, b)
    found = find_features(a, b)
    if isinstance(found, Manifold):
        return found
    reference, right = found
    other, tolerance = b if reference.owner is Owner.A else a, rounding(a, b)
    heights = [reference.height_xy(p) for p in other.points_xy]
    deepest = next(i for i, height in enumerate(heights) if height <= min(heights) + tolerance)
    wrong = incident_at(other, right.owner, deepest, right.dots, reference, tolerance)
    left = clip(reference, wrong, CONTACT_MARGIN * smaller_size(a, b), tolerance)
    return edge_points(a, b, reference, wrong, left.points)


def manifold_without_face_test(a: Convex, b: Convex) -> Manifold:
    """Both points that the side planes leave. Raises ValueError for a shape that is no Convex."""
    require_pair("manifold_without_face_test", a, b)
    return _manifold(a, b, lambda reference, incident: clip(reference, incident, math.inf, rounding(a, b)).points)


def manifold_without_side_planes(a: Convex, b: Convex, margin: float) -> Manifold:
    """Both ends of the incident edge, if not higher than the margin. Raises ValueError for a shape that is no
    Convex."""
    require_pair("manifold_without_side_planes", a, b)

    def ends(reference: ReferenceEdge, incident: IncidentEdge) -> tuple[ClipPoint, ...]:
        started = next(clip.steps(reference, incident, margin, rounding(a, b)))
        assert isinstance(started, ClipStarted)
        low = [p for p in started.points if p.height <= margin + rounding(a, b)]
        return tuple(sorted(low, key=lambda p: p.along))

    return _manifold(a, b, ends)


def _manifold(
    a: Convex, b: Convex, points: Callable[[ReferenceEdge, IncidentEdge], tuple[ClipPoint, ...]]
) -> Manifold:
    found = find_features(a, b)
    if isinstance(found, Manifold):
        return found
    reference, incident = found
    return edge_points(a, b, reference, incident, points(reference, incident))
