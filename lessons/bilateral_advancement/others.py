"""What bilateral advancement is held against: conservative advancement, and the same search without its proof."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from geometry import gjk
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, conservative_advancement, measure
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.separation_function import Deepest, SeparationFunction, separation_function
from lessons.first_edition.sweeps import TwoSweeps

ROUNDS = 60  # of axes, of push backs for one, and of halvings for a root


class Conservative(NamedTuple):
    """The iterations of conservative advancement on the same scene, and its answer."""

    states: tuple[Advanced | InTouch, ...]
    answer: TimeOfImpact


@lru_cache(maxsize=4)
def conservative(scene: TwoSweeps) -> Conservative:
    trace = conservative_advancement.trace(*scene.sweeps)
    return Conservative(tuple(s for s in trace if isinstance(s, Advanced | InTouch)), trace.result)


class Unproved(NamedTuple):
    """The answer of the search that takes an open gap at t2 for an open gap on the whole way there."""

    hit: bool
    fraction: float  # of the hit, or 1
    looked_at: tuple[float, ...]  # the times at which the gap was open enough


@lru_cache(maxsize=4)
def unproved(scene: TwoSweeps) -> Unproved:
    """As Box2D's `b2TimeOfImpact` does it, with our target and tolerance."""
    limits = measure(*scene.sweeps, None, None).lengths
    t, looked_at = 0.0, [0.0]
    for _ in range(ROUNDS):
        found = gjk(*scene.at(t))
        if found.normal is None or (found.separation or 0.0) <= limits.target + limits.tolerance:
            return Unproved(True, t, tuple(looked_at))
        function, end = separation_function(*scene.sweeps, t, found), 1.0
        for _ in range(ROUNDS):
            last = function.deepest(end)
            if last.separation >= limits.target - limits.tolerance:
                break
            end = _root(function, limits.target, t, last)
        looked_at.append(end)
        if end == 1.0 and last.separation > limits.target + limits.tolerance:
            return Unproved(False, 1.0, tuple(looked_at))
        t = end
    return Unproved(False, t, tuple(looked_at))


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
