"""Faulty ways to answer a pair by a table of routines.

Source: Shapes and collision detection, which swaps the shapes and does not mention the normal.
"""

from __future__ import annotations

from geometry.primitives.contact import Contact
from geometry.primitives.dispatch import PAIR_ROUTINES, collide
from geometry.primitives.kind_table import KINDS, kind_of
from geometry.primitives.kinds import shape_kind
from geometry.record import record
from geometry.sat.separating_axis import separation
from geometry.shape import Convex
from geometry.vector import Vector, readonly


@record
class NotReversed:
    """The answer to swapped shapes taken as it comes, and what its push does."""

    normal: Vector  # from the routine's own A to its own B
    move: Vector  # of B
    separation: float  # after that


def not_reversed(a: Convex, b: Convex) -> NotReversed:
    """Swap the shapes where their routine takes them the other way round; push B along the normal as it comes."""
    return _kept(a, b, swapped=KINDS.index(kind_of(a)) < KINDS.index(kind_of(b)))


def not_flipped(a: Convex, b: Convex) -> NotReversed:
    """The same with the table of `collide`."""
    return _kept(a, b, swapped=(shape_kind(a), shape_kind(b)) not in PAIR_ROUTINES)


def _kept(a: Convex, b: Convex, *, swapped: bool) -> NotReversed:
    contact: Contact = collide(*((b, a) if swapped else (a, b))).contact
    move = readonly(-min(contact.separation, 0.0) * contact.normal)
    return NotReversed(contact.normal, move, separation(a, b.moved(move)))
