"""One contact point from EPA's two witness points: what most write-ups of EPA stop at.

The nearest point of the nearest face is a single place. For two edges that are nearly parallel it is one end of the
part that they share, and jumps to the other end as soon as one of them tilts the other way.
"""

from __future__ import annotations

from geometry.minkowski.epa import epa
from geometry.shape import Convex
from geometry.vector import Vector, readonly


def witness_contact(a: Convex, b: Convex) -> Vector:
    """Halfway between the witness points of both boundaries."""
    found = epa(a, b)
    return readonly((found.on_a + found.on_b) / 2.0)
