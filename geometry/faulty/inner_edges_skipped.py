"""Inner edges left out as axes, to be shown beside the contacts that `geometry.contact.neighbours` drops.

The thought: nothing can hit an edge between two pieces, so the test need not try it. What is wrong:

    B's own edges stay     on a seam B's side runs along the inner edge: it shows the same overlap, takes over as the
                           axis, and B trips all the same
    they go as well        a triangle that points up owns its bottom edge alone: the least way out of it leads down,
                           through the floor

The axis has to be tried and its contact dropped. Sharp shapes only. Source: issue threads of 2-D engines.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from geometry.contact.clipping import clip
from geometry.contact.manifold import separated
from geometry.contact.manifold_points import Manifold, edge_points
from geometry.contact.neighbours import neighbours
from geometry.contact.reference import EdgeMeasured, ReferenceEdge, find_incident
from geometry.dynamics.contacts import ContactRule
from geometry.sat.separating_axis import Owner
from geometry.sat.support import furthest
from geometry.shape import Convex
from geometry.tolerance import CONTACT_MARGIN, rounding, smaller_size


def skipping_inner_edges(pieces: Sequence[Convex], *, with_own: bool = True) -> ContactRule:
    """A contact rule for the pieces of A, which stay where they are: only their outer edges are axes, and the edges
    of B (`with_own`). Raises ValueError for pieces that are rounded or have no inside, and at a pair of others."""
    if any(piece.radius or len(piece.points) < 3 for piece in pieces):
        raise ValueError("the pieces must be sharp, with three corners at least")
    known = neighbours(pieces)
    numbers = {piece.points.tobytes(): i for i, piece in enumerate(pieces)}

    def rule(a: Convex, b: Convex, previous: Manifold | None) -> Manifold:
        if (number := numbers.get(a.points.tobytes())) is None or b.radius:
            raise ValueError("this rule knows its own pieces and sharp shapes alone")
        tried = [m for m in _measured(Owner.A, a, b) if not known.is_inner(number, m.edge)]
        if with_own or not tried:  # a piece with inner edges all around has no other axes
            tried += _measured(Owner.B, b, a)
        best = max(tried, key=lambda m: m.separation)
        best = next(m for m in tried if m.separation >= best.separation - m.tolerance)
        if best.separation > best.tolerance:
            return separated(best)
        owner, other = (a, b) if best.owner is Owner.A else (b, a)
        reference = _reference(best, owner)
        incident = find_incident(other, reference, best.tolerance)
        clipped = clip(reference, incident, CONTACT_MARGIN * smaller_size(a, b), best.tolerance)
        return edge_points(a, b, reference, incident, clipped.points)

    return rule


def _measured(owner: Owner, one: Convex, other: Convex) -> list[EdgeMeasured]:
    """How deep the other shape lies behind every edge of one."""
    found = []
    for i, ((x, y), (nx, ny), (start, end)) in enumerate(
        zip(one.points_xy, one.normals_xy, one.edges_xy, strict=True)
    ):
        deepest, below = furthest(other, -nx, -ny)
        separation = -below - (x * nx + y * ny)
        found.append(
            EdgeMeasured(owner, i, start, end, (nx, ny), deepest, separation, False, None, rounding(one, other))
        )
    return found


def _reference(chosen: EdgeMeasured, shape: Convex) -> ReferenceEdge:
    start, end, (nx, ny) = chosen.start_xy, chosen.end_xy, chosen.normal_xy
    return ReferenceEdge(
        chosen.owner, chosen.edge, (chosen.edge + 1) % len(shape.points), start, end, start, end,
        (nx, ny), (-ny, nx), math.dist(start, end), chosen.separation, (), False,
    )  # fmt: skip
