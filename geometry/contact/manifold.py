"""Contact manifolds: where two overlapping shapes touch, in one or two points.

    a circle among them?   the point query from its centre answers: one point
    1  every edge of both cores: how deep does the other shape lie behind it? a gap: no contact
    2  reference edge: the least overlap. Incident edge: the other's most opposed one. Both are outer edges
    3  two corners face each other?  cores apart, the deepest inner vertex beyond the reference edge's end u:
       their distance less both radii is the vertex-vertex axis. A gap: no contact. Otherwise one point
    4  clip the incident edge to the strip in front of the reference edge
    5  discard what lies above the reference face: one or two points are left

Source: Rounding collider corners, its five steps, put right in four places. Corners are asked before the clip, not
after it has failed: outer edges may overlap where corners are nearest, and the edge's normal would then report too
deep a contact. The corner is the deepest inner vertex, of equally deep ones the nearer. Where the cores overlap, the
deepest vertex lies in front of the reference edge, so its corner circle is always left, while outer edges may pass
each other by. And a second point up to a margin above the face is kept, where the article's rule (see
`manifold_by_crossing`) has one point as soon as the edges cross.

Step 3 may trust the reference edge: for cores that are apart, the set of directions along which the gap is at least
c >= 0 is convex, since the separation of all vectors n is a concave function, homogeneous of degree one. So the gap
falls off to both sides of the closest points' direction, and the edge normal of the largest gap is next to it.
"""

from __future__ import annotations

from geometry.contact.clipping import ClipStep, clip
from geometry.contact.manifold_points import (
    CenterQueried,
    CornersMeasured,
    Manifold,
    center_queried,
    circle_contact,
    corner_point,
    edge_points,
    measure_corners,
)
from geometry.contact.reference import (
    EdgeMeasured,
    IncidentEdge,
    IncidentStep,
    ReferenceEdge,
    ReferenceStep,
    find_incident,
    find_reference,
)
from geometry.guards import require_pair
from geometry.outcome import Outcome
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import CONTACT_MARGIN, rounding, smaller_size
from geometry.trace import Steps, steppable
from geometry.vector import number

_A, _SEPARATED = Owner.A, Outcome.SEPARATED  # looking a member up takes Python 3.11 long

FeatureStep = ReferenceStep | IncidentStep | CornersMeasured | CenterQueried
ManifoldStep = FeatureStep | ClipStep | Manifold


@steppable
def manifold(
    a: Convex, b: Convex, *, margin: float | None = None, previous: Manifold | None = None
) -> Steps[ManifoldStep, Manifold]:
    """The contact points of any two shapes, rounded ones, capsules, circles, segments and points included.

    SEPARATED shapes have no points; touching or overlapping ones have one or two, the deepest among them. `margin`
    >= 0, world units: how far above the reference face a further point may lie (its separation is then positive);
    CONTACT_MARGIN of the smaller shape's size by default, 0 for points that touch only. `previous`: the manifold of
    the frame before, whose reference edge is kept while it is nearly the best. Raises ValueError for a shape that
    is no Convex, a negative margin, or a previous that is no Manifold. Tie rules: see `find_reference`,
    `find_incident`, `point_query`.
    """
    require_pair("manifold", a, b)
    if previous is not None and not isinstance(previous, Manifold):
        raise ValueError(f"previous must be a Manifold or None, not a {type(previous).__name__}")
    if margin is not None and number(margin, "margin") < 0.0:
        raise ValueError(f"margin must be >= 0, not {margin:g}")
    before = previous.reference if previous is not None else None
    found = yield from find_features.steps(a, b, (before.owner, before.edge) if before is not None else None)
    if isinstance(found, Manifold):
        yield found
        return found
    reference, incident = found
    kept = number(margin, "margin") if margin is not None else CONTACT_MARGIN * smaller_size(a, b)
    clipped = yield from clip.steps(reference, incident, kept, rounding(a, b))
    answer = edge_points(a, b, reference, incident, clipped.points)
    yield answer
    return answer


@steppable
def find_features(
    a: Convex, b: Convex, previous: tuple[Owner, int] | None = None
) -> Steps[FeatureStep, Manifold | tuple[ReferenceEdge, IncidentEdge]]:
    """Steps 1 to 3: the reference and the incident edge; or the whole manifold, where no edges are to be clipped."""
    if len(a.points) == 1 or len(b.points) == 1:
        yield center_queried(a, b)
        return circle_contact(a, b)
    reference = yield from find_reference.steps(a, b, previous)
    if isinstance(reference, EdgeMeasured):
        return separated(reference)
    incident = yield from find_incident.steps(b if reference.owner is _A else a, reference, rounding(a, b))
    corners = measure_corners(a, b, reference, incident)
    if corners is not None:
        yield corners
        if corners.are_nearest:
            return corner_point(a, b, reference, incident, corners)
    return reference, incident


def separated(gap: EdgeMeasured) -> Manifold:
    """No contact, by the edge that shows it."""
    x, y = gap.normal_xy
    normal = (x, y) if gap.owner is _A else (-x, -y)
    return Manifold(_SEPARATED, None, normal, gap.separation, (), None, None, gap.tolerance)
