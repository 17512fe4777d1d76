"""Faulty searches in time: one that never looks at the sign of its bound, and one that forgets that bodies turn.

Source of the first: Collision detection for dummies (`AngularCast`), which has no cap either; it is cut off here.
"""

from __future__ import annotations

from collections.abc import Callable

from geometry.minkowski.gjk import GjkDistance, gjk
from geometry.outcome import Outcome
from geometry.record import record
from geometry.shape import Convex
from geometry.time_of_impact.impact import Lengths, lengths
from geometry.time_of_impact.moving import turning_radius
from geometry.transform import Sweep
from geometry.vector import Vector, dot

MOST = 60  # times that are looked at


@record
class FaultyAdvance:
    """The times that a faulty search visits, and what it says at the end."""

    times: tuple[float, ...]
    outcome: Outcome  # HIT at the last time, SEPARATED, or FAILED: no end until it is cut off

    @property
    def fraction(self) -> float | None:
        """Of the impact that it believes in."""
        return self.times[-1] if self.outcome is Outcome.HIT else None


def no_sign_test(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, target: float, tolerance: float
) -> FaultyAdvance:
    """Advances by the gap over the bound, whatever the sign of the bound: where the gap grows, back in time."""
    arcs = turning_radius(a) * abs(sweep_a.turn) + turning_radius(b) * abs(sweep_b.turn)
    velocity = sweep_a.motion - sweep_b.motion
    return _search(
        a, sweep_a, b, sweep_b, target, tolerance, lambda normal: dot(velocity, normal) + arcs, tests_sign=False
    )


def without_turning(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, target: float, tolerance: float
) -> FaultyAdvance:
    """Takes the centres' own approach for the bound: a corner that swings towards the other body is not in it."""
    velocity = sweep_a.motion - sweep_b.motion
    return _search(a, sweep_a, b, sweep_b, target, tolerance, lambda normal: dot(velocity, normal), tests_sign=True)


def _search(
    a: Convex,
    sweep_a: Sweep,
    b: Convex,
    sweep_b: Sweep,
    target: float,
    tolerance: float,
    bound_along: Callable[[Vector], float],
    *,
    tests_sign: bool,
) -> FaultyAdvance:
    """`bound_along` the normal from A to B: how fast the gap can close, as the search believes."""
    limits: Lengths = lengths(a, sweep_a, b, sweep_b, target, tolerance)
    times = [0.0]
    for _ in range(MOST):
        found: GjkDistance = gjk(a.at(sweep_a.at(times[-1])), b.at(sweep_b.at(times[-1])))
        separation, normal = found.separation, found.normal
        if normal is None or separation is None or separation <= limits.target + limits.tolerance:
            return FaultyAdvance(tuple(times), Outcome.HIT)
        bound = bound_along(normal)
        if bound == 0.0 or (tests_sign and bound < 0.0):
            return FaultyAdvance(tuple(times), Outcome.SEPARATED)
        t = times[-1] + (separation - limits.target) / bound
        if not 0.0 <= t <= 1.0:
            return FaultyAdvance(tuple(times), Outcome.SEPARATED)
        times.append(t)
    return FaultyAdvance(tuple(times), Outcome.FAILED)
