"""A faulty test of two circles.

Source: Shapes and collision detection.
"""

from __future__ import annotations

from geometry.shape import Convex


def circles_touch_strictly(a: Convex, b: Convex) -> bool:
    """d^2 < r^2: touching circles do not collide, while in the same article a touching box and circle do."""
    d = b.points[0] - a.points[0]
    return bool(d @ d < (a.radius + b.radius) ** 2)
