"""Faulty rules for two circles.

Sources: Shapes and collision detection (touching), Collision detection for dummies (the vector).
"""

from __future__ import annotations

from geometry.record import record
from geometry.shape import Convex
from geometry.vector import Vector, length, readonly


def circles_touch_strictly(a: Convex, b: Convex) -> bool:
    """d^2 < r^2: touching circles do not collide, while in the same article a touching box and circle do."""
    d = b.points[0] - a.points[0]
    return bool(d @ d < (a.radius + b.radius) ** 2)


@record
class AddedToA:
    """What adding the vector to A does."""

    normal: Vector  # N, unit, from B to A
    move: Vector  # s N, which A is moved by
    separation: float  # of the circles after that


def vector_added_to_a(a: Convex, b: Convex) -> AddedToA | None:
    """N = (a - b) / |a - b| and, where the circles overlap, s N added to A: as s is negative, A moves towards B. None
    for equal centres, where N is 0 / 0."""
    d = a.points[0] - b.points[0]
    distance = length(d)
    if distance == 0.0:
        return None
    normal = readonly(d / distance)
    separation = distance - (a.radius + b.radius)
    move = readonly(min(separation, 0.0) * normal)
    return AddedToA(normal, move, length(d + move) - (a.radius + b.radius))
