"""Tests of a moving point against a wall that ask too little, each by one idea that is often met.

Source of the last: 2D continuous collision.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from geometry.outcome import Outcome
from geometry.record import record
from geometry.swept_circle.point_segment import swept_point_segment
from geometry.swept_circle.steps import SweptImpact
from geometry.vector import Vector, cross, readonly


@record
class FaultyMeeting:
    """What a faulty test says: when it believes that the point meets the wall, and where."""

    fraction: float | None  # of the motion; None: no hit
    at: Vector | None


def sides_only(c: Vector, v: Vector, p: Vector, q: Vector) -> FaultyMeeting:
    """A hit where start and end lie on different sides of the wall's line: the wall is taken for endless."""
    return _asked(c, v, p, q, lambda t, f: 0.0 <= t <= 1.0)


def no_end_of_motion(c: Vector, v: Vector, p: Vector, q: Vector) -> FaultyMeeting:
    """A hit wherever the path would reach the wall one day: t may be larger than 1."""
    return _asked(c, v, p, q, lambda t, f: t >= 0.0 and 0.0 <= f <= 1.0)


def parallel_misses(c: Vector, v: Vector, p: Vector, q: Vector) -> FaultyMeeting:
    """No hit where path and wall are parallel, also on one line."""
    return _asked(c, v, p, q, lambda t, f: 0.0 <= t <= 1.0 and 0.0 <= f <= 1.0, None)


def _asked(
    c: Vector,
    v: Vector,
    p: Vector,
    q: Vector,
    is_hit: Callable[[float, float], bool],
    parallel: Callable[..., SweptImpact] | None = swept_point_segment,
) -> FaultyMeeting:
    """Divides the cross products; of parallel lines, which have no ratio, `parallel` tells."""
    e, across = q - p, cross(v, q - p)
    t, f = (cross(p - c, e) / across, cross(p - c, v) / across) if across != 0.0 else (math.inf, math.inf)
    if math.isfinite(t) and math.isfinite(f):
        return FaultyMeeting(t, readonly(c + t * v)) if is_hit(t, f) else FaultyMeeting(None, None)
    found = None if parallel is None else parallel(c, v, p, q)
    if found is None or found.outcome is not Outcome.HIT:
        return FaultyMeeting(None, None)
    return FaultyMeeting(found.fraction, found.point)
