"""The contacts of several pairs of shapes, one pair a step: what a physics step asks for after the broadphase."""

from __future__ import annotations

from collections.abc import Sequence

from geometry.contact.manifold import manifold
from geometry.contact.manifold_points import Manifold
from geometry.guards import require_pair
from geometry.record import record
from geometry.shape import Convex
from geometry.trace import Steps, steppable


@record
class PairContact:
    """One pair, and how it touches."""

    index: int  # of the pair, from 0
    a: Convex
    b: Convex
    found: Manifold  # normal from a to b; no points when they are apart


@steppable
def contacts(pairs: Sequence[tuple[Convex, Convex]]) -> Steps[PairContact, tuple[PairContact, ...]]:
    """The manifold of every pair, in order. Raises ValueError for no pairs, or for a pair that is not two Convex."""
    if len(pairs) == 0:
        raise ValueError("contacts needs at least one pair")
    found = []
    for index, (a, b) in enumerate(pairs):
        require_pair("contacts", a, b)
        found.append(PairContact(index, a, b, manifold(a, b)))
        yield found[-1]
    return tuple(found)
