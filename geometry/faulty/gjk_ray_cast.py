"""Ray casts by supporting lines that are wrong in one thing each: steps that are no times, and steps that go back.

Source: Collision detection for dummies (its linear scheme).
"""

from __future__ import annotations

from geometry.faulty.linear_cast import FaultyCast
from geometry.minkowski.gjk import gjk
from geometry.outcome import Outcome
from geometry.shape import Convex
from geometry.time_of_impact.gjk_ray_cast import gjk_ray_cast
from geometry.vector import Vector, dot

NEAR = 1e-6  # a gap below it is taken for contact
MOST = 60  # steps


def distance_as_time(a: Convex, motion_a: Vector, b: Convex, motion_b: Vector) -> FaultyCast:
    """The distance of the shapes is added to the time as it is, not divided by the closing speed."""
    t = 0.0
    for _ in range(MOST):
        s = gjk(a.moved(t * motion_a), b.moved(t * motion_b)).separation
        if s is None or s <= NEAR:  # None: the cores overlap
            return FaultyCast(t)
        t += s
        if t > 1.0:
            break
    return FaultyCast(None)


def no_miss_test(a: Convex, motion_a: Vector, b: Convex, motion_b: Vector) -> FaultyCast:
    """Divides by the closing speed whatever its sign: bodies that move apart are taken back in time."""
    truth, found = gjk_ray_cast(a, motion_a, b, motion_b), gjk(a, b)
    closing = 0.0 if found.normal is None else dot(motion_a - motion_b, found.normal)
    if truth.outcome is Outcome.SEPARATED and found.separation and closing < 0.0:
        return FaultyCast(found.separation / closing)
    return FaultyCast(None if truth.outcome is Outcome.SEPARATED else truth.fraction)
