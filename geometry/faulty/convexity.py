"""Answers on concave outlines that are wrong, each by one idea that is often met.

Sources of the ideas: SAT explained (the problem of concavity; errors 8 and 9, which take the winding for granted),
and the inner angle by arccos, which forums recommend.
"""

from __future__ import annotations

import math

import numpy as np

from geometry.concave.convexity import outline_axes
from geometry.polygon import Polygon
from geometry.record import record
from geometry.shape import Convex
from geometry.vector import Vector, following, readonly


@record
class FaultyPush:
    """What the separating axis test makes of an outline: how far it pushes B away from A."""

    depth: float  # that it reports; 0 where it finds a gap
    push: Vector  # of B
    error: float  # depth and true distance together: how far the report is off


@record
class FaultyTurns:
    """Which vertices a faulty rule takes for reflex, in the list's numbers."""

    reflex: tuple[int, ...]
    wrong: tuple[int, ...]  # at which it is mistaken
    angles: tuple[float, ...] = ()  # inner angles in radians, of a rule that finds some


def push_of_the_outline(a: Polygon, b: Convex, distance: float) -> FaultyPush:
    """The test on the outline's own edge normals, believed; `distance`: the true one, 0 of an overlap."""
    best = outline_axes(a, b).best
    depth = max(0.0, -best.separation)
    side = 1.0 if best.of_b.low - best.of_a.high >= best.of_a.low - best.of_b.high else -1.0
    return FaultyPush(depth, readonly(side * depth * best.normal), depth + distance if depth and distance else 0.0)


def angles_by_arccos(a: Polygon) -> FaultyTurns:
    """The inner angle as the arccos of two directions: it is never above 180 degrees, so no vertex is reflex."""
    p = a.outline
    back, on = np.roll(p, 1, axis=0) - p, following(p) - p
    cosine = (back * on).sum(axis=1) / (np.hypot(*back.T) * np.hypot(*on.T))
    angles = tuple(np.arccos(np.clip(cosine, -1.0, 1.0)).tolist())
    reflex = tuple(i for i, angle in enumerate(angles) if angle > math.pi)
    return FaultyTurns(reflex, tuple(sorted(set(a.reflex) - set(reflex))), angles)


def winding_not_checked(a: Polygon) -> FaultyTurns:
    """The signs of the list as it comes, as if every list ran counter-clockwise."""
    count, turn = len(a.outline), a.exact.turn
    signs = [turn((i - 1) % count, i, (i + 1) % count) for i in range(count)]
    reflex = tuple(i for i, sign in enumerate(signs) if sign < 0)
    straight = {i for i, sign in enumerate(signs) if sign == 0}
    wrong = (set(reflex) ^ set(a.reflex)) - straight
    return FaultyTurns(reflex, tuple(sorted(wrong)))
