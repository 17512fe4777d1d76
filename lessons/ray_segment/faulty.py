"""Two tests of a crossing, each with one of its halves forgotten."""

from __future__ import annotations

from geometry import Vector
from geometry.vector import cross

NONE, LINE, ENDLESS = "nothing", "the wall's whole line", "an endless path"
RULES = (NONE, LINE, ENDLESS)


def crossing(p: Vector, motion: Vector, c: Vector, d: Vector) -> tuple[float, float] | None:
    """t along the path and u along the wall where their lines cross; None for parallel ones."""
    wall, across = d - c, cross(motion, d - c)
    if across == 0.0:
        return None
    return cross(c - p, wall) / across, cross(c - p, motion) / across


def faulty_fraction(rule: str, p: Vector, motion: Vector, c: Vector, d: Vector) -> float | None:
    """When the rule reports a hit; None for never. One asks only for t in [0, 1], the other for u and t >= 0."""
    found = crossing(p, motion, c, d)
    if found is None:
        return None
    t, u = found
    hit = 0.0 <= t <= 1.0 if rule == LINE else t >= 0.0 and 0.0 <= u <= 1.0
    return t if hit else None
