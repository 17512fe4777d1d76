"""The slab of a wall as it is sometimes written: four slips, each kept by itself.

All of them solve (e x (p - c + t v))^2 = R^2 |e|^2 for the two moments at which the centre is R from the wall's line,
e being the wall from c to d, and then ask whether that is on the wall.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from geometry import Vector
from geometry.vector import cross, dot, length

NONE, UNSQUARED, CENTRE = "nothing", "radius not squared", "the centre, not its foot"
UNIT, LISTING = "a unit direction", "the whole listing"
RULES = (NONE, UNSQUARED, CENTRE, UNIT, LISTING)


class Case(NamedTuple):
    """A circle, its motion, and a wall from c to d."""

    center: Vector
    radius: float
    motion: Vector
    c: Vector
    d: Vector

    @property
    def wall(self) -> Vector:
        return self.d - self.c

    def at(self, t: float) -> Vector:
        return self.center + t * self.motion


def faulty_fraction(rule: str, case: Case) -> float | None:
    """When the rule reports a touch, the end of the way not asked; None for never."""
    return {UNSQUARED: radius_not_squared, CENTRE: centre_tested, UNIT: unit_direction, LISTING: listing}[rule](case)


def roots(case: Case, distance: float) -> tuple[float, float] | None:
    """When the centre is `distance` from the wall's line, the earlier moment first; None for a motion along it."""
    across, start = cross(case.motion, case.wall), cross(case.center - case.c, case.wall)
    if across == 0.0:
        return None
    reach = distance * length(case.wall)
    first, last = (-start - reach) / across, (-start + reach) / across
    return min(first, last), max(first, last)


def on_wall(case: Case, t: float) -> bool:
    """Whether the centre's foot lies on the wall."""
    return 0.0 <= dot(case.at(t) - case.c, case.wall) <= dot(case.wall, case.wall)


def _first_valid(case: Case, found: tuple[float, float] | None, valid: Callable[[float], bool]) -> float | None:
    return next((t for t in found or () if t >= 0.0 and valid(t)), None)


def radius_not_squared(case: Case) -> float | None:
    """R where R^2 belongs: the lines are sqrt(R) away instead of R."""
    return _first_valid(case, roots(case, math.sqrt(case.radius)), lambda t: on_wall(case, t))


def centre_tested(case: Case) -> float | None:
    """(c - p) . (d - p) <= 0 with the centre itself for p, which is not on the wall's line but R beside it."""

    def valid(t: float) -> bool:
        p = case.at(t)
        return dot(case.c - p, case.d - p) <= 0.0

    return _first_valid(case, roots(case, case.radius), valid)


def unit_direction(case: Case) -> float | None:
    """The foot is measured along a unit vector, and compared with the wall's squared length."""

    def valid(t: float) -> bool:
        return 0.0 <= dot(case.at(t) - case.c, case.wall) / length(case.wall) <= dot(case.wall, case.wall)

    return _first_valid(case, roots(case, case.radius), valid) if length(case.wall) > 0.0 else None


def listing(case: Case) -> float | None:
    """No side for a centre on the line, no motion along the wall, overlap judged by the first root, and no ends."""
    side = cross(case.wall, case.center - case.c)
    if side == 0.0 or side * cross(case.wall, case.motion) >= 0.0:
        return None
    found = roots(case, case.radius)
    if found is None:
        return None
    if found[0] * found[1] <= 0.0 and on_wall(case, found[0]):
        return 0.0
    return _first_valid(case, found, lambda t: on_wall(case, t))
