"""The motion of two circles "combined" by adding their velocities."""

from __future__ import annotations

from geometry import SweptImpact, Vector, swept_circle_circle
from geometry.vector import readonly


def added(motion_a: Vector, motion_b: Vector) -> Vector:
    """The sum: right only while B stands still."""
    return readonly(motion_a + motion_b)


def by_adding(
    center_a: Vector, radius_a: float, motion_a: Vector, center_b: Vector, radius_b: float, motion_b: Vector
) -> SweptImpact:
    """The sum of the motions against the sum of the radii."""
    return swept_circle_circle(center_a, radius_a, added(motion_a, motion_b), center_b, radius_b)
