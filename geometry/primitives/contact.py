"""What every pair routine answers: one contact, also when the shapes are apart.

The contact is where the two surfaces come nearest along the normal, or lie deepest in each other. Moving B by
-separation along the normal leaves the shapes just touching, at

    on_a = point - separation / 2 normal        (B's end, `on_b`, mirrors it)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.outcome import Outcome
from geometry.record import record
from geometry.sat.closest_points import closest_points
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import PARALLEL, rounding
from geometry.vector import Vector, left_of, length, readonly

# An edge that leans no more than this on the line across a normal faces along it: of two parallel edges one gives the
# normal, and a few roundings come on top.
LEANING = 2.0 * PARALLEL


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
    facing = faced(a, b, normal, rounding(a, b))
    origin, tangent, on_a, on_b = facing.origin, left_of(normal), facing.of_a, facing.of_b
    if facing.is_shared:
        along = facing.middle
    elif facing.bottom - facing.top > -facing.tie:
        closest = closest_points(a, b)
        along = float((closest.on_a - origin) @ tangent + (closest.on_b - origin) @ tangent) / 2.0
    else:
        wide, other = (on_a, on_b) if on_a[1] - on_a[0] > on_b[1] - on_b[0] else (on_b, on_a)
        along = min(max((other[0] + other[1]) / 2.0, wide[0]), wide[1])
    across = (facing.top + a.radius + facing.bottom - b.radius) / 2.0
    return readonly(origin + across * normal + along * tangent)


def touching_ends(a: Convex, b: Convex, normal: Vector, blur: float) -> tuple[Vector, Vector]:
    """Where two shapes that touch along `normal` do so: a point of A's boundary, and one of B's.

    The middle of what faces share; else, of the closest points of the cores, those of the boundaries beside them:
    whatever the normal's last digits, they are where the shapes are. `blur`: the rounding of a vertex.
    """
    facing = faced(a, b, normal, max(blur, rounding(a, b)))
    if facing.is_shared:
        middle = facing.origin + facing.middle * left_of(normal)
        return readonly(middle + (facing.top + a.radius) * normal), readonly(
            middle + (facing.bottom - b.radius) * normal
        )
    closest = closest_points(a, b)
    apart = closest.on_b - closest.on_a
    out = apart / length(apart) if length(apart) > facing.tie else normal
    return readonly(closest.on_a + a.radius * out), readonly(closest.on_b - b.radius * out)


@record
class Facing:
    """The stretches of two cores that face each other along a normal, measured from `origin` across and along."""

    origin: Vector
    top: float  # how far A's core reaches along the normal
    bottom: float  # how near B's comes
    of_a: tuple[float, float]  # along the normal turned left: what of A lies there
    of_b: tuple[float, float]
    tie: float  # what rounding can do to a vertex

    @property
    def beside(self) -> float:
        """How far the stretches lie beside each other; negative: what they share."""
        return max(self.of_a[0], self.of_b[0]) - min(self.of_a[1], self.of_b[1])

    @property
    def is_shared(self) -> bool:
        """Whether some of either lies over some of the other."""
        return self.beside <= 0.0

    @property
    def middle(self) -> float:
        """Of what is shared."""
        return (max(self.of_a[0], self.of_b[0]) + min(self.of_a[1], self.of_b[1])) / 2.0


def faced(a: Convex, b: Convex, normal: Vector, tie: float) -> Facing:
    """What of A and of B faces the other along `normal`: the vertices that lie as far out as any, up to `tie`, and
    those on edges that are parallel to it up to what `PARALLEL` takes for parallel."""
    origin, tangent = a.points[0], left_of(normal)
    from_a, from_b = a.points - origin, b.points - origin  # near the origin no digits are lost
    top, of_a = _outermost(from_a @ normal, from_a @ tangent, tie)
    bottom, of_b = _outermost(-(from_b @ normal), from_b @ tangent, tie)
    return Facing(origin, top, -bottom, of_a, of_b, tie)


def _outermost(
    across: NDArray[np.float64], along: NDArray[np.float64], tie: float
) -> tuple[float, tuple[float, float]]:
    """The greatest of `across`, and from where to where its like lies `along`."""
    furthest = int(across.argmax())
    level = across[furthest] - tie - LEANING * np.abs(along - along[furthest])
    facing = along[across >= level]
    return float(across[furthest]), (float(facing.min()), float(facing.max()))
