"""Rigid bodies: shapes with mass, velocity and spin, and what of them is kept in a collision.

Units: metres, seconds, kilograms (a density is kg per square metre); spin in radians per second, counter-clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from geometry import vector
from geometry.contact.neighbours import Among, Neighbours, neighbours
from geometry.dynamics.mass import mass_properties
from geometry.guards import listed, require_convex
from geometry.polygon import Polygon, pieces_of
from geometry.record import copies_readonly
from geometry.shape import Convex
from geometry.transform import Pose
from geometry.vector import Points, Vector, array_of, cross, dot, number, readonly


@copies_readonly
@dataclass(frozen=True, eq=False)  # without slots: where its pieces lie is worked out once
class RigidBody:
    """Made by `rigid_body` or `static_body`. Its pieces are local: the origin is the centre of mass."""

    pieces: tuple[Convex, ...]
    neighbours: Neighbours | None  # what the pieces know of one another; None for a single one
    mass: float  # inf for a static body, which nothing moves
    inertia: float  # moment of inertia about the centre of mass; inf for a static body
    pose: Pose  # of the centre of mass, and the turn since the body was made
    velocity: Vector  # of the centre of mass
    spin: float

    def __repr__(self) -> str:
        kind = (
            "static"
            if self.is_static
            else f"mass {self.mass:g}, velocity {self.velocity.tolist()}, spin {self.spin:g}"
        )
        return f"<RigidBody: {len(self.pieces)} pieces at {self.pose.position.tolist()}, {kind}>"

    @property
    def is_static(self) -> bool:
        return math.isinf(self.mass)

    @cached_property
    def placed(self) -> tuple[Convex, ...]:
        """The pieces in the world. Raises ValueError where they are too far out for their size."""
        return tuple(piece.at(self.pose) for piece in self.pieces)

    @cached_property
    def boxes(self) -> tuple[Points, Points]:
        """The low and the high corners of the placed pieces' axis-aligned boxes, shape (n, 2) each."""
        bounds = [piece.bounds() for piece in self.placed]
        return readonly(np.array([each.low for each in bounds])), readonly(np.array([each.high for each in bounds]))

    @cached_property
    def around(self) -> tuple[float, float, float, float]:
        """The box around all pieces: its low x, low y, high x, high y."""
        low, high = self.boxes
        return (*low.min(axis=0).tolist(), *high.max(axis=0).tolist())

    def among(self, piece: int) -> Among | None:
        """A placed piece among its neighbours; None for a single one."""
        return Among(self.neighbours, self.placed, piece) if self.neighbours is not None else None

    def moving(self, velocity: ArrayLike, spin: float = 0.0) -> RigidBody:
        """The same body with another velocity and spin. Raises ValueError for a static body, or no finite numbers."""
        if self.is_static:
            raise ValueError("a static body has no velocity: nothing moves it")
        return replace(self, velocity=vector.vector(velocity, "velocity"), spin=number(spin, "spin"))


def rigid_body(
    shape: Convex | Polygon, *, density: float = 1.0, velocity: ArrayLike = (0.0, 0.0), spin: float = 0.0
) -> RigidBody:
    """A body of even density where its shape lies, in world units. Raises ValueError as `mass_properties` does, and
    for a velocity or a spin that is not finite."""
    found = mass_properties(shape, density)
    pieces = tuple(piece.moved(-found.center) for piece in pieces_of(shape))
    known = shape.neighbours if isinstance(shape, Polygon) and len(pieces) > 1 else None
    body = RigidBody(pieces, known, found.mass, found.inertia, Pose(found.center), array_of(0.0, 0.0), 0.0)
    return body.moving(velocity, spin)


def static_body(shape: Convex | Polygon | Sequence[Convex]) -> RigidBody:
    """A body that nothing moves: a shape, or pieces side by side that do not overlap, as the tiles of a floor. Raises
    ValueError for anything else, and for no pieces."""
    if isinstance(shape, Convex | Polygon):
        pieces = pieces_of(shape)
    elif isinstance(shape, list | tuple):
        pieces = tuple(shape)
    else:
        raise ValueError(
            f"static_body takes a Convex, a Polygon or a sequence of Convex, not a {type(shape).__name__}"
        )
    for i, piece in enumerate(pieces):
        require_convex("static_body", "a Convex, a Polygon or a sequence of Convex", piece, f"piece {i}")
    if not pieces:
        raise ValueError("static_body takes at least one piece, not none")
    known = None
    if len(pieces) > 1:
        known = shape.neighbours if isinstance(shape, Polygon) else neighbours(pieces)
    return RigidBody(pieces, known, math.inf, math.inf, Pose(), array_of(0.0, 0.0), 0.0)


def momentum(bodies: Sequence[RigidBody]) -> Vector:
    """Of all bodies that move: the sum of m v."""
    moving = [(b.mass * b.velocity[0], b.mass * b.velocity[1]) for b in _moving("momentum", bodies)]
    return array_of(math.fsum(x for x, _ in moving), math.fsum(y for _, y in moving))


def angular_momentum(bodies: Sequence[RigidBody]) -> float:
    """Of all bodies that move, about the world's origin: the sum of m (x cross v) + I spin."""
    moving = _moving("angular_momentum", bodies)
    return math.fsum(b.mass * cross(b.pose.position, b.velocity) + b.inertia * b.spin for b in moving)


def kinetic_energy(bodies: Sequence[RigidBody]) -> float:
    """Of all bodies that move: the sum of (m v . v + I spin^2) / 2."""
    moving = _moving("kinetic_energy", bodies)
    return 0.5 * math.fsum(b.mass * dot(b.velocity, b.velocity) + b.inertia * b.spin**2 for b in moving)


def _moving(routine: str, bodies: Sequence[RigidBody]) -> list[RigidBody]:
    """The bodies that are not static. Raises ValueError for anything but a sequence of RigidBody."""
    bodies = listed(routine, "RigidBody", bodies)
    for i, body in enumerate(bodies):
        if not isinstance(body, RigidBody):
            raise ValueError(f"{routine} takes RigidBody; body {i} is of type {type(body).__name__}")
    return [body for body in bodies if not body.is_static]
