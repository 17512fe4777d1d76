"""Faulty rules for a circle and an axis-aligned box.

Sources: Collision detection for dummies (clamps from inside too), Shapes and collision detection (its words give a
corner the normal of a side).
"""

from __future__ import annotations

import numpy as np

from geometry.primitives.aabb import aabb_overlap
from geometry.primitives.circle_aabb import circle_aabb
from geometry.record import record
from geometry.shape import Aabb, Convex
from geometry.vector import Vector, length, readonly


@record
class WrongContact:
    """What a faulty rule says of a box, A, and a circle, B."""

    normal: Vector | None  # unit, from A to B; None where it is 0 / 0
    separation: float  # along it; negative when overlapping


def clamp_only(box: Aabb, circle: Convex) -> WrongContact:
    """The clamped centre from inside as from outside: there it is the centre, at distance 0."""
    offset = circle.points[0] - np.clip(circle.points[0], box.low, box.high)
    distance = length(offset)
    return WrongContact(readonly(offset / distance) if distance > 0.0 else None, distance - circle.radius)


def normal_of_a_side(box: Aabb, circle: Convex) -> WrongContact:
    """The side that the centre is farthest in front of gives the normal, beyond a corner too."""
    offset = circle.points[0] - np.clip(circle.points[0], box.low, box.high)
    if not offset.any():
        right = circle_aabb(box, circle)
        return WrongContact(right.normal, right.separation)
    axis = int(np.abs(offset).argmax())
    normal = np.zeros(2)
    normal[axis] = np.sign(offset[axis])
    return WrongContact(readonly(normal), float(abs(offset[axis])) - circle.radius)


def circle_as_box(box: Aabb, circle: Convex) -> WrongContact:
    """The box around the circle in its place."""
    found = aabb_overlap(box, circle.bounds())
    return WrongContact(found.normal, found.separation)
