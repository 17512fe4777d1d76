"""Faulty ways to answer a pair by a table of routines.

Source: Shapes and collision detection, which swaps the shapes and does not mention the normal.
"""

from __future__ import annotations

from geometry.primitives.contact import Contact
from geometry.primitives.dispatch import collide
from geometry.primitives.kind_table import KINDS, kind_of
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
    swapped = KINDS.index(kind_of(a)) < KINDS.index(kind_of(b))
    contact: Contact = collide(*((b, a) if swapped else (a, b))).contact
    move = readonly(-min(contact.separation, 0.0) * contact.normal)
    return NotReversed(contact.normal, move, separation(a, b.moved(move)))
