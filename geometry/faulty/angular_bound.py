"""Faulty bounds of how far a turning body moves: a radius measured from the wrong point, and the straight way.

Both are speeds, as the right one is: times a part of the turn they bound that part.
Source of the first: Collision detection for dummies, which measures from the origin of the shape, wherever it turns.
"""

from __future__ import annotations

import math

from geometry.record import record
from geometry.shape import Convex
from geometry.time_of_impact.angular_bound import AngularBound, angular_bound
from geometry.transform import Sweep


@record
class FaultyBound:
    """A bound that a vertex exceeds, and by how much it does so at most."""

    radius: float  # that it is computed with
    bound: float  # what it says of the whole turn
    fraction: float  # of the turn, where it is exceeded most
    allowed: float  # how far a point may have moved until then
    moved: float  # how far the furthest vertex is from its start then

    @property
    def error(self) -> float:
        """By how much a vertex exceeds the bound; 0 where none does."""
        return max(self.moved - self.allowed, 0.0)


def radius_from_the_centroid(shape: Convex, sweep: Sweep) -> FaultyBound:
    """r is measured from the centroid, also where the body turns about another point."""
    found = angular_bound(shape, sweep)
    return _exceeded(found, found.from_centroid, found.from_centroid * abs(found.turn))


def chord_of_the_turn(shape: Convex, sweep: Sweep) -> FaultyBound:
    """The straight way from start to end, which is shorter than the arc: as a speed too small for every turn."""
    found = angular_bound(shape, sweep)
    return _exceeded(found, found.radius, 2.0 * found.radius * abs(math.sin(found.turn / 2.0)))


def _exceeded(found: AngularBound, radius: float, bound: float) -> FaultyBound:
    """Where the vertex, 2 r sin(turn t / 2) from its start, is farthest ahead of bound * t: where the difference of
    the two has its first greatest value, its derivative being 0, or at the end."""
    turn, arc = abs(found.turn), found.bound
    t = min(2.0 * math.acos(min(bound / arc, 1.0)) / turn, 1.0) if arc else 0.0
    return FaultyBound(radius, bound, t, bound * t, 2.0 * found.radius * math.sin(turn * t / 2.0))
