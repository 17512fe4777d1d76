"""Contact points along a normal that another routine has found, as EPA does: EPA knows how deep two shapes overlap
and in which direction, but no more than one place.

    support edge of A   the edge whose outward normal has the greatest dot product with n (from A to B)
    support edge of B   the edge whose outward normal has the least
    reference           of the two the one more nearly perpendicular to n; the other is the incident edge
    clip, and discard what lies above the reference face, as `manifold` does

EPA's normal is that of a face of A - B, and every face of A - B is an edge of A or one of B: so its reference edge is
that of the separating axis test, and the manifold is the same.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from geometry.contact.clipping import ClipStep, clip
from geometry.contact.manifold_points import Manifold, edge_points
from geometry.contact.reference import IncidentEdge, ReferenceEdge, find_incident
from geometry.guards import require_pair
from geometry.record import VectorField, record
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import CONTACT_MARGIN, rounding, smaller_size
from geometry.trace import Steps, steppable
from geometry.vector import length, unit

EQUAL = 1e-12  # dot products that differ by no more are taken for equal: A's edge is the reference then


@record
class SupportEdge:
    """The edge of a shape that faces a push."""

    owner: Owner
    edge: int
    start: VectorField  # ends of the outer edge
    end: VectorField
    normal: VectorField  # unit, outward
    dot: float  # of that normal and n, which points from A to B: 1 for A's edge, -1 for B's where it is perpendicular


@record
class ReferenceChosen:
    """Which of the two support edges is the reference edge."""

    of_a: SupportEdge
    of_b: SupportEdge
    reference: ReferenceEdge
    incident: IncidentEdge


AlongStep = SupportEdge | ReferenceChosen | ClipStep | Manifold


@steppable
def manifold_along(
    a: Convex, b: Convex, normal: ArrayLike, *, margin: float | None = None
) -> Steps[AlongStep, Manifold]:
    """The contact points of two overlapping shapes with edges, along a normal from A to B (any length but 0).

    `margin`: see `manifold`. Raises ValueError for anything but two Convex with edges. Tie rule: the first edge of
    each; A's as the reference edge.
    """
    require_pair("manifold_along", a, b)
    if len(a.points) == 1 or len(b.points) == 1:
        raise ValueError("manifold_along takes shapes with edges, not circles")
    n = unit(normal)
    both = []
    for owner, shape, sign in ((Owner.A, a, 1.0), (Owner.B, b, -1.0)):
        dots = shape.normals @ n
        i = int((sign * dots).argmax())
        start, end = shape.edges_xy[i]
        both.append(SupportEdge(owner, i, start, end, shape.normals_xy[i], float(dots[i])))
        yield both[-1]
    of_a, of_b = both
    is_a = of_a.dot >= -of_b.dot - EQUAL
    own, other = (a, b) if is_a else (b, a)
    reference = _reference(of_a if is_a else of_b, own, other)
    incident = find_incident(other, reference, rounding(a, b))
    yield ReferenceChosen(of_a, of_b, reference, incident)
    kept = CONTACT_MARGIN * smaller_size(a, b) if margin is None else margin
    clipped = yield from clip.steps(reference, incident, kept, rounding(a, b))
    answer = edge_points(a, b, reference, incident, clipped.points)
    yield answer
    return answer


def _reference(chosen: SupportEdge, own: Convex, other: Convex) -> ReferenceEdge:
    i, n = chosen.edge, chosen.normal
    after = (i + 1) % len(own.points)
    nx, ny = n.tolist()
    separation = float(((other.points - own.points[i]) @ n).min()) - own.radius - other.radius
    return ReferenceEdge(
        chosen.owner, i, after, chosen.start, chosen.end, own.points[i], own.points[after],
        n, (-ny, nx), length(chosen.end - chosen.start), separation, (), False,
    )  # fmt: skip
