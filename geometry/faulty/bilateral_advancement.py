"""Bilateral advancement without its floor: an open gap at t2 is taken for an open gap on the whole way there.

Source: Box2D's `b2TimeOfImpact`, with our target and tolerance. A thin shape that turns fast gets through.
"""

from __future__ import annotations

from geometry.faulty.conservative_advancement import FaultyAdvance
from geometry.minkowski.gjk import gjk
from geometry.outcome import Outcome
from geometry.shape import Convex
from geometry.time_of_impact.separation_function import Deepest, SeparationFunction, separation_function
from geometry.transform import Sweep

ROUNDS = 60  # of axes, of push backs for one, and of halvings for a root


def no_floor(a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, target: float, tolerance: float) -> FaultyAdvance:
    """The times t1 that it visits, and what it says at the end."""
    t, times = 0.0, [0.0]
    for _ in range(ROUNDS):
        found = gjk(a.at(sweep_a.at(t)), b.at(sweep_b.at(t)))
        if found.normal is None or (found.separation or 0.0) <= target + tolerance:
            return FaultyAdvance(tuple(times), Outcome.HIT)
        function, end = separation_function(a, sweep_a, b, sweep_b, t, found), 1.0
        for _ in range(ROUNDS):
            last = function.deepest(end)
            if last.separation >= target - tolerance:
                break
            end = _root(function, target, t, last)
        times.append(end)
        if end == 1.0 and last.separation > target + tolerance:
            return FaultyAdvance(tuple(times), Outcome.SEPARATED)
        t = end
    return FaultyAdvance(tuple(times), Outcome.FAILED)


def _root(function: SeparationFunction, target: float, low: float, last: Deepest) -> float:
    """Where these two vertices' gap comes down to the target, by halving."""
    high = last.fraction
    for _ in range(ROUNDS):
        middle = (low + high) / 2.0
        if function.between(middle, last.index_a, last.index_b) > target:
            low = middle
        else:
            high = middle
    return low
