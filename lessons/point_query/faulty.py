"""The push out as it is often written: along the line between the point and its foot, whatever that is."""

from __future__ import annotations

from geometry import PointQuery, Vector
from geometry.vector import length, readonly


def pushed_along(answer: PointQuery, radius: float) -> Vector | None:
    """The foot, pushed away from a point inside the core and towards one outside; None for 0 / 0.

    A point on the core's boundary is its own foot, up to rounding: what is left of the difference is noise, or zero.
    """
    way = answer.foot - answer.point if answer.in_core else answer.point - answer.foot
    if length(way) == 0.0:
        return None
    return readonly(answer.foot + radius * way / length(way))
