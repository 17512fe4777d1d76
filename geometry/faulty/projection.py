"""Projections of a shape on an axis that are wrong, each by one idea that is often met.

Source of the second: Rounding collider corners (error 10: a circle's projection "to any axis is always the same").
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from geometry.interval import Interval
from geometry.sat.support import ends_along
from geometry.shape import Convex
from geometry.vector import unit, xy_of


def radius_forgotten(shape: Convex, direction: ArrayLike) -> Interval:
    """The ends of the core alone. Raises ValueError for a direction of length 0."""
    low, high = ends_along(shape, *xy_of(unit(direction)))
    return Interval(low + shape.radius, high - shape.radius)


def position_forgotten(shape: Convex, direction: ArrayLike) -> Interval:
    """As if the centre of area stood at the origin: the length is right. Raises ValueError for a direction of length
    0."""
    n = unit(direction)
    low, high = ends_along(shape, *xy_of(n))
    off = float(shape.centroid @ n)
    return Interval(low - off, high - off)
