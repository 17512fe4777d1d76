"""Feet of a perpendicular that are wrong, each by one idea that is often met.

Source of the first: SAT explained (errors 4 and 21: dot products of vectors of any length, called "the length").
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from geometry.record import record
from geometry.sat.projection import project_on_line
from geometry.vector import Vector, length, readonly, vector


@record
class FaultyFoot:
    """What a faulty rule takes for the foot of a point on a line."""

    foot: Vector
    error: float  # its distance from the true one


def product_as_length(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> FaultyFoot:
    """p · q itself laid along the line, as if q had length 1. Raises ValueError when a and b coincide."""
    a, b, c = vector(a, "a"), vector(b, "b"), vector(c, "c")
    q = b - a
    return _judged(a, b, c, float((c - a) @ q) / length(q) if length(q) > 0.0 else 0.0)


def clamped(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> FaultyFoot:
    """The nearest point of the segment from a to b, where the line is meant. Raises ValueError when a and b
    coincide."""
    a, b, c = vector(a, "a"), vector(b, "b"), vector(c, "c")
    return _judged(a, b, c, min(max(project_on_line(a, b, c).fraction, 0.0), 1.0))


def _judged(a: Vector, b: Vector, c: Vector, fraction: float) -> FaultyFoot:
    foot = readonly(a + fraction * (b - a))
    return FaultyFoot(foot, length(foot - project_on_line(a, b, c).foot))
