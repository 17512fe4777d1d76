"""Differences that are misused, each by one idea that is often met.

Source: Collision detection for dummies (errors 6 to 8).
"""

from __future__ import annotations

from geometry.minkowski.difference import minkowski_difference
from geometry.minkowski.sum import Sum, minkowski_sum
from geometry.query.nearest import nearest_to_origin
from geometry.record import record
from geometry.sat.separating_axis import separation
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.vector import Vector, readonly


@record
class FaultyDifference:
    """What comes of it."""

    figure: Sum  # what is taken for A - B
    separation: float  # that it tells, or that is left
    move: Vector  # of A; (0, 0) for none


def not_reflected(a: Convex, b: Convex) -> FaultyDifference:
    """A grown by B as it stands, shrunk to its centre. Boxes and discs hide it, as they are their own reflections."""
    figure = minkowski_sum(a, b.moved(-2.0 * b.centroid))
    found = nearest_to_origin(figure, rounding(a, b))
    return FaultyDifference(figure, found.separation, readonly(0.0 * found.point))


def moves_a(a: Convex, b: Convex) -> FaultyDifference:
    """The vector from the origin to the nearest point of A - B applied to A: it is a move of B."""
    figure = minkowski_difference(a, b)
    move = nearest_to_origin(figure, rounding(a, b)).point
    return FaultyDifference(figure, separation(a.moved(move), b), move)
