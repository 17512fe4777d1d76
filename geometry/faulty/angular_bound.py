"""Faulty bounds of how far a turning body moves: a radius measured from the wrong point, and the straight way.

Source of the first: Collision detection for dummies, which measures from the origin of the shape, wherever it turns.
"""

from __future__ import annotations

import math

from geometry.record import record
from geometry.shape import Convex
from geometry.time_of_impact.angular_bound import angular_bound
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
    turn, radius = abs(found.turn), found.from_centroid
    # The vertex is 2 r sin(turn t / 2) from its start: the difference is greatest where its derivative is 0.
    share = radius / found.radius if found.radius > radius else 1.0
    t = min(2.0 * math.acos(share) / turn, 1.0) if turn else 0.0
    return FaultyBound(radius, radius * turn, t, radius * turn * t, 2.0 * found.radius * math.sin(turn * t / 2.0))


def chord_of_the_turn(shape: Convex, sweep: Sweep) -> FaultyBound:
    """The straight way from start to end: after a full turn it is 0, and the vertex was elsewhere in between."""
    found = angular_bound(shape, sweep)
    turn = abs(found.turn)
    chord = 2.0 * found.radius * abs(math.sin(turn / 2.0))
    t = min(math.pi / turn, 1.0) if turn else 0.0
    return FaultyBound(found.radius, chord, t, chord, 2.0 * found.radius * math.sin(turn * t / 2.0))
