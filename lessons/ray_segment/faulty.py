"""Tests of a path against a wall that ask too little, each kept by itself."""

from __future__ import annotations

import math

from geometry import Vector
from geometry.vector import cross

NONE, SIDES, ENDLESS, NEVER = "nothing", "the wall's line alone", "a path without end", "parallel means never"
RULES = (NONE, SIDES, ENDLESS, NEVER)


def fractions(start: Vector, motion: Vector, c: Vector, d: Vector) -> tuple[float, float] | None:
    """t along the path and u along the wall, where their lines meet; None when the cross product is exactly 0, or so
    near to it that no number holds the answer."""
    across = cross(motion, d - c)
    if across == 0.0:
        return None
    t, u = cross(c - start, d - c) / across, cross(c - start, motion) / across
    return (t, u) if math.isfinite(t) and math.isfinite(u) else None


def faulty_fraction(rule: str, start: Vector, motion: Vector, c: Vector, d: Vector) -> float | None:
    """When the rule reports a touch; None for never.

    All of them divide cross products. The first asks only when the wall's line is crossed, not where; the second
    does not ask whether the way is that long; the third does, but takes a cross product of 0 for a miss.
    """
    found = fractions(start, motion, c, d)
    if found is None:
        return None
    t, u = found
    asked = {
        SIDES: 0.0 <= t <= 1.0,
        ENDLESS: t >= 0.0 and 0.0 <= u <= 1.0,
        NEVER: 0.0 <= t <= 1.0 and 0.0 <= u <= 1.0,
    }
    return t if asked[rule] else None
