"""Support points that are wrong, each by one idea that is often met.

Source of the first: SAT explained (error 16, a search that answers the origin where it finds nothing).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from geometry.record import record
from geometry.sat.support import furthest
from geometry.shape import Convex
from geometry.vector import Vector, readonly, unit, vector


@record
class FaultySupport:
    """What a faulty search takes for the furthest point of a core."""

    point: Vector
    index: int | None  # of the core's vertex; None where it took none
    value: float  # how far it lies along the unit direction
    error: float  # how much farther the true one lies; negative where this one lies in front of the whole core


def maximum_from_zero(shape: Convex, direction: ArrayLike) -> FaultySupport:
    """Keeps the greatest dot product, which begins at 0: of negative ones it keeps none, and answers the origin.
    Raises ValueError for a direction of length 0."""
    n = unit(direction)
    index, most = furthest(shape, float(n[0]), float(n[1]))
    if most > 0.0:
        return FaultySupport(readonly(shape.points[index].copy()), index, most, 0.0)
    return FaultySupport(readonly(np.zeros(2)), None, 0.0, most)


def nearest_vertex(shape: Convex, direction: ArrayLike, to: ArrayLike) -> FaultySupport:
    """The vertex nearest to a point, where the arrow of the direction ends. Raises ValueError for a direction of
    length 0."""
    n, tip = unit(direction), vector(to, "to")
    index = int(np.hypot(*(shape.points - tip).T).argmin())
    value = float(shape.points[index] @ n)
    return FaultySupport(shape.points[index], index, value, furthest(shape, float(n[0]), float(n[1]))[1] - value)
