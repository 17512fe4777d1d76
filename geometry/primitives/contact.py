"""What every pair routine answers: one contact, also when the shapes are apart.

The contact is where the two surfaces come nearest along the normal, or lie deepest in each other. Moving B by
-separation along the normal leaves the shapes just touching, at

    on_a = point - separation / 2 normal        (B's end, `on_b`, mirrors it)
"""

from __future__ import annotations

import numpy as np

from geometry.outcome import Outcome
from geometry.record import record
from geometry.sat.closest_points import closest_points
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding
from geometry.vector import Vector, left_of, readonly


@record
class Contact:
    """Where, which way and how far: the nearest or deepest place of two shapes."""

    point: Vector  # world; halfway between the two surfaces
    normal: Vector  # unit, from A to B
    separation: float  # along normal; negative when overlapping, 0 when touching

    __repr__ = summary

    @property
    def on_a(self) -> Vector:
        """The contact's end on the boundary of A."""
        return readonly(self.point - 0.5 * self.separation * self.normal)

    @property
    def on_b(self) -> Vector:
        """The contact's end on the boundary of B."""
        return readonly(self.point + 0.5 * self.separation * self.normal)

    def turned(self) -> Contact:
        """The same contact with A and B swapped."""
        return Contact(self.point, opposite(self.normal), self.separation)


@record
class PairResult:
    """The answer of a pair routine, and its last step."""

    outcome: Outcome  # SEPARATED or OVERLAPPED; touching is OVERLAPPED
    contact: Contact
    tolerance: float  # a separation this near to 0 cannot be told from touching

    __repr__ = summary

    @classmethod
    def of(cls, contact: Contact, tolerance: float) -> PairResult:
        """Touching, up to rounding, is contact."""
        apart = contact.separation > tolerance
        return cls(Outcome.SEPARATED if apart else Outcome.OVERLAPPED, contact, tolerance)

    @property
    def point(self) -> Vector:
        """World; halfway between the two surfaces."""
        return self.contact.point

    @property
    def normal(self) -> Vector:
        """Unit, from A to B."""
        return self.contact.normal

    @property
    def separation(self) -> float:
        """Along `normal`, signed."""
        return self.contact.separation

    @property
    def is_touching(self) -> bool:
        return abs(self.separation) <= self.tolerance


def opposite(direction: Vector) -> Vector:
    """-direction, without the minus zeros."""
    return readonly(0.0 - direction)


def middle_between(a: Convex, b: Convex, normal: Vector) -> Vector:
    """Halfway between the surfaces that A and B turn to each other along `normal`, a unit vector from A to B.

    The furthest vertices of A along the normal and the nearest of B, two of either where an edge faces the other
    shape, are laid on the tangent, and the middle of what the two stretches have in common is taken.

    They may have nothing in common where two normals tie up to rounding, of which this one is the worse by a hair.
    Apart, the closest points then know better. Overlapping, the shapes' edges are as good as parallel: the contact
    keeps to the wider of the two stretches.
    """
    origin, tangent, tie = a.points[0], left_of(normal), rounding(a, b)
    from_a, from_b = a.points - origin, b.points - origin  # near the origin no digits are lost
    across_a, across_b = from_a @ normal, from_b @ normal
    top, bottom = float(across_a.max()), float(across_b.min())
    facing_a = from_a[across_a >= top - tie] @ tangent
    facing_b = from_b[across_b <= bottom + tie] @ tangent
    start, end = max(facing_a.min(), facing_b.min()), min(facing_a.max(), facing_b.max())
    if start <= end:
        along = (start + end) / 2.0
    elif bottom - top > tie:
        closest = closest_points(a, b)
        along = ((closest.on_a - origin) @ tangent + (closest.on_b - origin) @ tangent) / 2.0
    else:
        wide, other = (facing_a, facing_b) if np.ptp(facing_a) > np.ptp(facing_b) else (facing_b, facing_a)
        along = np.clip(other.mean(), wide.min(), wide.max())
    across = (top + a.radius + bottom - b.radius) / 2.0
    return readonly(origin + across * normal + along * tangent)
