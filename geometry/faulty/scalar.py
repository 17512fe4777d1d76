"""Lengths of a vector's projection that are wrong, each by one idea that is often met.

Source: SAT explained (error 4, a dot product with a vector of any length; error 21, a length without a sign).
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from geometry.record import record
from geometry.sat.projection import scalar_projection
from geometry.vector import dot, vector


@record
class FaultyScalar:
    """What a faulty rule takes for the signed length of a vector's projection."""

    value: float
    error: float  # how far off that is


def raw_product(p: ArrayLike, q: ArrayLike) -> FaultyScalar:
    """p · q, whatever the length of q. Raises ValueError where q is zero."""
    return _judged(p, q, dot(vector(p, "p"), vector(q, "q")))


def without_sign(p: ArrayLike, q: ArrayLike) -> FaultyScalar:
    """The length alone. Raises ValueError where q is zero."""
    return _judged(p, q, abs(scalar_projection(p, q)))


def _judged(p: ArrayLike, q: ArrayLike, value: float) -> FaultyScalar:
    return FaultyScalar(value, abs(value - scalar_projection(p, q)))
