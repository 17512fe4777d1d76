"""An answer put into another engine's conventions wrongly, each time by one slip that is common in ports."""

from __future__ import annotations

import math
from dataclasses import replace

from geometry.conventions import Conventions, Quantity
from geometry.engine.told import Told, put_into
from geometry.record import record
from geometry.vector import Vector, readonly


@record
class FaultyTold:
    """What a slip makes of the answer."""

    told: Told
    shown: Vector  # its normal as it will be read, in our numbers: from A to B
    error: float  # the angle from the right normal, radians in [0, pi]


def vertices_only(ours: Told, there: Conventions) -> FaultyTold:
    """The vertices get the sign of their y; normals and angles keep theirs. All other switches are minded."""
    up, vertices = put_into(ours, replace(there, y_down=False)), put_into(ours, there)
    return _judged(ours, there, replace(up, outline=vertices.outline, vertex=vertices.vertex))


def flipped_twice(ours: Told, there: Conventions) -> FaultyTold:
    """All is right but the normal, which is negated in the routine and once more by its caller."""
    return _judged(ours, there, put_into(ours, replace(there, normal_b_to_a=False)))


def _judged(ours: Told, there: Conventions, told: Told) -> FaultyTold:
    """What is told, seen by an engine that reads it as `there`."""
    shown = there.value(Quantity.NORMAL, told.normal)
    turn = ours.normal[0] * shown[1] - ours.normal[1] * shown[0]
    return FaultyTold(told, readonly(shown), abs(math.atan2(float(turn), float(shown @ ours.normal))))
