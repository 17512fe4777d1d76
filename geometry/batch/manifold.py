"""Contact manifolds of many pairs at once: the twin of `geometry.contact.manifold`, whose page tells the five steps.

    every pair          the point query from a circle's centre, or: each edge, up to the first that shows a gap
    those that touch    the incident edge, the corners, the clip: see `geometry.batch.edge_contact`

Nothing is remembered from the frame before: `manifold(…, previous=…)` keeps a reference edge that is nearly the best,
and here the best one is chosen anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.batch.circle_contact import add_circle_contacts
from geometry.batch.contact_rows import Rows
from geometry.batch.edge_contact import add_edge_contacts, picker
from geometry.batch.separation import try_edges
from geometry.batch.shapes import Indices, Numbers, Shapes, require_pairs
from geometry.contact.manifold_points import ManifoldKind
from geometry.record import copies_readonly
from geometry.tolerance import CONTACT_MARGIN
from geometry.vector import number

Flags = NDArray[np.bool_]

# Pairs to work on at a time: enough to outweigh some three hundred calls of numpy, few enough for the cache.
CHUNK = 16384

# What the numbers in `Manifolds.kind` stand for.
KINDS = (ManifoldKind.EDGE_EDGE, ManifoldKind.EDGE_CORNER, ManifoldKind.CORNER_CORNER, ManifoldKind.CIRCLE)


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Manifolds:
    """What `manifold(a, b)` answers for each pair: arrays (n,) by pair, (2, n) by point and pair, and (2, 2, n) by
    point, x or y, and pair. A point that is not there is all 0: `count` says how many are."""

    kind: Indices  # its place in KINDS; -1 for pairs that are apart
    count: Indices  # of points: 0, 1 or 2
    normal_x: Numbers  # unit, from A to B
    normal_y: Numbers
    separation: Numbers  # along the normal; of the deepest point; the gap that was found, for pairs that are apart
    on_a: Numbers  # (2, 2, n); each point's end on A's surface
    on_b: Numbers
    depths: Numbers  # (2, n); the separation of each point; negative when overlapping
    of_a: Indices  # (2, n); the vertex or edge of A that makes the point
    of_b: Indices
    vertex_of_a: Flags  # (2, n); whether `of_a` is a vertex
    vertex_of_b: Flags
    owner: Indices  # whose edge is the reference: 0 for A, 1 for B; -1 for circles, and without contact
    reference: Indices  # its number; -1 where there is none
    incident: Indices  # number of the other shape's edge; -1 where there is none
    tolerance: Numbers  # a separation this near to 0 cannot be told from touching

    @property
    def overlapped(self) -> Flags:
        """Whether each pair touches or overlaps."""
        return np.asarray(self.count > 0)

    @property
    def points(self) -> Numbers:
        """The contact points, (2, 2, n): halfway between the two surfaces."""
        return np.asarray((self.on_a + self.on_b) / 2.0)


def manifolds(a: Shapes, b: Shapes, *, margin: float | None = None) -> Manifolds:
    """The contact manifold of each pair (a[k], b[k]). `margin` and tie rules: see `manifold`.

    Raises ValueError unless a and b are as many, and for a negative margin.
    """
    require_pairs("manifolds", a, b)
    if margin is not None and number(margin, "margin") < 0.0:
        raise ValueError(f"margin must be >= 0, not {margin:g}")
    a, b = a.whole(), b.whole()
    rows = Rows(a, b)
    has_circle = (a.count == 1) | (b.count == 1)
    for pairs in _chunks(np.flatnonzero(~has_circle)):
        _add_edges(a, b, pairs, margin, rows)
    for is_of_b, disc, shape in ((True, b, a), (False, a, b)):
        is_asked = (disc.count == 1) & (is_of_b | (shape.count > 1))  # of two circles B's centre asks
        for pairs in _chunks(np.flatnonzero(is_asked)):
            add_circle_contacts(shape, disc, pairs, is_of_b, rows)
    return Manifolds(**rows.sealed())


def _chunks(pairs: Indices) -> list[Indices]:
    return [pairs[start : start + CHUNK] for start in range(0, len(pairs), CHUNK)]


def _add_edges(a: Shapes, b: Shapes, pairs: Indices, margin: float | None, rows: Rows) -> None:
    """The reference edges of pairs that have edges: the first that shows a gap ends the search, else the best."""
    is_all = len(pairs) == len(a) or pairs[-1] - pairs[0] == len(pairs) - 1
    run = slice(int(pairs[0]), int(pairs[-1]) + 1)
    one, other = (s.part(run) if is_all else s.take(pairs) for s in (a, b))
    tolerance, radii = rows.tolerance[pairs], one.radius + other.radius
    best, chosen = np.full(len(pairs), -np.inf), np.full(len(pairs), -1, dtype=np.intp)
    try_edges(one, other, 0, tolerance, best, chosen, radii + tolerance)
    try_edges(other, one, len(one.x), tolerance, best, chosen, radii + tolerance)
    best -= radii
    of_b = chosen >= len(one.x)
    chosen -= len(one.x) * of_b
    rows.separation[pairs] = best
    touches = best <= tolerance
    for is_a, mine, theirs in ((True, a, b), (False, b, a)):
        owned = np.flatnonzero(of_b != is_a)
        edge, here, sign = chosen[owned], pairs[owned], 1.0 if is_a else -1.0
        pick = picker(mine, here, edge)
        rows.normal_x[here], rows.normal_y[here] = sign * pick(mine.normal_x), sign * pick(mine.normal_y)
        edge, here = edge[touches[owned]], here[touches[owned]]
        if margin is None:
            kept = CONTACT_MARGIN * np.minimum(mine.size[here], theirs.size[here])
        else:
            kept = np.full(len(here), float(margin))
        add_edge_contacts(mine, theirs, here, edge, kept, is_a, rows)
