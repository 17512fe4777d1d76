"""The area formula step by step in a chosen precision, with what each edge's operations lose.

    A = 1/2 sum over edges of (x_i y_(i+1) - x_(i+1) y_i)

Far from the origin both products are large and nearly equal; each is rounded, and what is lost is larger than the
area. The vectorised twin is `measures.areas`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from geometry.record import record
from geometry.trace import Steps, steppable


@record
class EdgeAdded:
    """One edge's part of the sum, as the precision computes it."""

    edge: int
    first: float  # x_i y_(i+1)
    second: float  # x_(i+1) y_i
    cross: float  # their difference
    total: float  # the sum so far: twice the area of what is summed
    lost: float  # what rounding added to the sum with this edge: of both products, their difference and the sum


@record
class Area:
    """The answer."""

    area: float
    exact: float  # of the vertices as they are stored, without any rounding in the formula
    edges: tuple[EdgeAdded, ...]


@steppable
def shoelace(polygon: ArrayLike, dtype: type[np.floating[Any]]) -> Steps[EdgeAdded, Area]:
    """The signed area of a polygon, shape (k, 2), counter-clockwise positive, computed in `dtype` throughout."""
    stored = np.asarray(polygon, dtype=np.float64).astype(dtype)
    total, exact = dtype(0.0), Fraction(0)
    done: list[EdgeAdded] = []
    for edge in range(len(stored)):
        (x, y), (u, v) = stored[edge], stored[(edge + 1) % len(stored)]
        first, second = x * v, u * y
        cross = first - second
        added = total + cross
        true = Fraction(float(x)) * Fraction(float(v)) - Fraction(float(u)) * Fraction(float(y))
        lost = Fraction(float(added)) - Fraction(float(total)) - true
        total, exact = added, exact + true
        step = EdgeAdded(edge, float(first), float(second), float(cross), float(total), float(lost))
        done.append(step)
        yield step
    return Area(float(total / dtype(2.0)), float(exact / 2), tuple(done))
