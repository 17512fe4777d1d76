"""The article's listing as printed: it advances by gap over bound whatever the sign of the bound."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from geometry import gjk
from geometry.time_of_impact.conservative_advancement import measure
from geometry.vector import dot
from lessons.first_edition.sweeps import TwoSweeps

ROUNDS = 60  # looked at; ours would have ended long before


class Ending(Enum):
    HIT = "hit"
    MISS = "miss"
    NEVER = "never"


class Listing(NamedTuple):
    """The times that the listing visits, and how it ends."""

    times: tuple[float, ...]
    ending: Ending


@lru_cache(maxsize=4)
def listing(scene: TwoSweeps) -> Listing:
    """`AngularCast`, with our tolerance. No test of the sign of the bound, and no cap: ours stops it at ROUNDS."""
    measured = measure(*scene.sweeps, None, None)
    enough = measured.lengths.target + measured.lengths.tolerance
    times = [0.0]
    for _ in range(ROUNDS):
        found = gjk(*scene.at(times[-1]))
        if found.normal is None or found.separation is None or found.separation <= enough:
            return Listing(tuple(times), Ending.HIT)
        bound = measured.arcs + dot(found.normal, measured.motion)
        if bound == 0.0:  # division by 0 gives infinity there, and t > 1
            return Listing(tuple(times), Ending.MISS)
        t = times[-1] + found.separation / bound
        if not 0.0 <= t <= 1.0:
            return Listing(tuple(times), Ending.MISS)
        times.append(t)
    return Listing(tuple(times), Ending.NEVER)
