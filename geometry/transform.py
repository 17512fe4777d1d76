"""Placing a shape in the world: rotation by an angle, then translation."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry.vector import Points, Vector, number, sealed, vector


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """`world = position + R(angle) local`: position in world units, angle in radians, counter-clockwise.

    Raises ValueError when either is not finite.
    """

    position: Vector
    angle: float = 0.0

    def __init__(self, position: ArrayLike = (0.0, 0.0), angle: float = 0.0) -> None:
        object.__setattr__(self, "position", vector(position, "position"))
        object.__setattr__(self, "angle", number(angle, "angle"))

    def __repr__(self) -> str:
        return f"Pose({tuple(self.position.tolist())}, {self.angle})"

    def place(self, local: Points) -> Points:
        """Local points `(n, 2)` or one `(2,)`, in the world."""
        return sealed(local @ self._rotation() + self.position)

    def unplace(self, world: Points) -> Points:
        """World points `(n, 2)` or one `(2,)`, in the local frame."""
        return sealed((world - self.position) @ self._rotation().T)

    def turned(self, by: float) -> Pose:
        """The same place, turned by an angle in radians."""
        return Pose(self.position, self.angle + by)

    def moved(self, by: ArrayLike) -> Pose:
        """The same turn, moved by a world vector."""
        return Pose(self.position + vector(by, "displacement"), self.angle)

    def _rotation(self) -> Points:
        # Transposed, because points are rows: row @ R^T = (R column)^T.
        c, s = math.cos(self.angle), math.sin(self.angle)
        return np.array(((c, s), (-s, c)))
