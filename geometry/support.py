"""Support points: the furthest point of a shape along a direction, and the ties.

Source: SAT explained (`getSupportPoint`), which hides ties; they decide which *edge* a contact rests on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.vector import Vector, sealed, unit


@dataclass(frozen=True, slots=True, eq=False)
class SupportPoint:
    """The furthest boundary point along a direction, and the core vertex that carries it."""

    point: Vector  # on the boundary: vertex + radius * direction
    index: int  # of the core vertex
    value: float  # signed distance along the unit direction


def support(shape: Convex, direction: ArrayLike) -> SupportPoint:
    """The furthest point of `shape` along `direction` (any length but 0); of several, the first vertex."""
    n = unit(direction)
    along = shape.points @ n
    index = int(along.argmax())
    return _carried(shape, index, n, float(along[index]))


def support_ties(shape: Convex, direction: ArrayLike) -> tuple[SupportPoint, ...]:
    """Every vertex that is furthest along `direction`, up to rounding: two when an edge faces it."""
    n = unit(direction)
    along = shape.points @ n
    tied = np.flatnonzero(along >= along.max() - rounding(shape))
    return tuple(_carried(shape, int(i), n, float(along[i])) for i in tied)


def _carried(shape: Convex, index: int, n: Vector, along: float) -> SupportPoint:
    return SupportPoint(sealed(shape.points[index] + shape.radius * n), index, along + shape.radius)
