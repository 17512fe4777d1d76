"""An answer put into another engine's conventions wrongly, each time by one slip that is common in ports."""

from __future__ import annotations

import math
from dataclasses import replace

from geometry.conventions import Conventions, Quantity
from geometry.dynamics.told import Told, put_into
from geometry.record import record
from geometry.vector import Vector, readonly


@record
class FaultyTold:
    """What a slip makes of the answer."""

    told: Told
    shown: Vector  # its normal as it will be read, in our numbers: from A to B
    error: float  # the angle from the right normal, radians in [0, pi]


def vertices_only(ours: Told, there: Conventions) -> FaultyTold:
    """The vertices get the sign of their y; normals, angles and the order of the list are forgotten."""
    return _judged(ours, there, Conventions(y_down=there.y_down), ("outline", "vertex"))


def flipped_twice(ours: Told, there: Conventions) -> FaultyTold:
    """All is right but the normal, which is negated in the routine and once more by its caller."""
    twice = replace(there, normal_b_to_a=False)
    return _judged(ours, there, twice, tuple(Told.__annotations__))


def _judged(ours: Told, there: Conventions, used: Conventions, fields: tuple[str, ...]) -> FaultyTold:
    """The fields as `used` tells them, the others as they were; seen by an engine that reads them as `there`."""
    mapped = put_into(ours, used)
    names = tuple(Told.__annotations__)
    told = Told(**{name: getattr(mapped if name in fields else ours, name) for name in names})
    shown = there.value(Quantity.NORMAL, told.normal)
    turn = ours.normal[0] * shown[1] - ours.normal[1] * shown[0]
    return FaultyTold(told, readonly(shown), abs(math.atan2(float(turn), float(shown @ ours.normal))))
