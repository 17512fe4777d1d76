"""How a table of pair routines grows with the kinds of shape, and how it answers a pair in either order.

Six kinds in a fixed order. Each pair of kinds is stored once, the later kind first; a pair that comes the other way
round is swapped, answered, and its normal reversed.

Source: Shapes and collision detection (`Collide`).
"""

from __future__ import annotations

from enum import Enum

import numpy as np

from geometry.guards import require_convex
from geometry.primitives.contact import Contact
from geometry.primitives.dispatch import TurnedRound, body_pairs, collide, pair_functions_needed
from geometry.primitives.kinds import ShapeKind, shape_kind
from geometry.record import record
from geometry.shape import Convex
from geometry.trace import Steps, steppable

UPRIGHT = 1e-9  # components of an upright box's normals that count as 0


class Kind(Enum):
    """In the order of the table."""

    CIRCLE = "circle"
    AABB = "AABB"  # a sharp box whose sides are parallel to the axes
    OBB = "OBB"  # any other sharp box
    POLYGON = "polygon"
    CAPSULE = "capsule"
    ROUNDED = "rounded polygon"


KINDS = tuple(Kind)


@record
class KindAdded:
    """One more kind: a routine for it with each kind so far, and with itself."""

    kind: Kind
    kinds: int  # so far, this one included
    routines: int  # for all pairs so far


@record
class StoredFirst:
    """What the pair's one routine answers, its shapes in the order in which it is stored: the later kind first."""

    first: Kind
    second: Kind
    swapped: bool  # whether `first` is the kind of B
    in_table: bool  # whether the table has both kinds; else a generic routine answers
    answered: Contact  # from the routine's own A to its own B


@record
class GenericCounted:
    """A support function for each kind, and one routine."""

    kinds: int
    routines: int  # for all pairs
    generic: int


@record
class BodiesPaired:
    """The pairs of bodies, none with itself; the answer for the pair that was asked comes along."""

    bodies: int
    pairs: int
    routines: int
    contact: Contact


KindTableStep = KindAdded | StoredFirst | TurnedRound | GenericCounted | BodiesPaired


def kind_of(shape: Convex) -> Kind:
    """The kind of a shape among the six."""
    require_convex("kind_of", "a Convex", shape, "the shape")
    if len(shape.points) == 1:
        return Kind.CIRCLE
    if shape.radius > 0.0:
        return Kind.CAPSULE if len(shape.points) == 2 else Kind.ROUNDED
    if shape_kind(shape) is not ShapeKind.BOX:
        return Kind.POLYGON
    leaning = float(np.abs(shape.normals).min(axis=1).max())
    return Kind.AABB if leaning <= UPRIGHT else Kind.OBB


@steppable
def kind_table(kinds: int, bodies: int, a: Convex, b: Convex) -> Steps[KindTableStep, BodiesPaired]:
    """The table kind by kind, from the second on; the answer for one pair; a generic routine; the pairs of bodies.

    Tie rules: those of `collide`; two shapes of one kind are not swapped. Raises ValueError unless 2 <= kinds <= 6
    and bodies is a whole number of at least 0.
    """
    if not 2 <= kinds <= len(KINDS):
        raise ValueError(f"kinds must be 2 to {len(KINDS)}, not {kinds}")
    pairs = body_pairs(bodies)
    for count in range(2, kinds + 1):
        yield KindAdded(KINDS[count - 1], count, pair_functions_needed(count))
    places = KINDS.index(kind_of(a)), KINDS.index(kind_of(b))
    swapped, later, earlier = places[0] < places[1], max(places), min(places)
    contact = collide(*((b, a) if swapped else (a, b))).contact
    yield StoredFirst(KINDS[later], KINDS[earlier], swapped, later < kinds, contact)
    if swapped:
        yield TurnedRound(contact, contact.turned())
        contact = contact.turned()
    yield GenericCounted(kinds, pair_functions_needed(kinds), kinds + 1)
    result = BodiesPaired(bodies, pairs, pair_functions_needed(kinds), contact)
    yield result
    return result
