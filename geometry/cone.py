"""The directions that a corner faces: the cone from the normal of the edge before it to that of the edge after it.

The direction from a corner to a point nearby is all rounding where the two are close. What must never be lost is that
nothing of the shape lies beyond the corner along it: so it is held in the corner's cone.
"""

from __future__ import annotations

from geometry.vector import XY


def held(direction: XY, before: XY, after: XY) -> XY:
    """The direction itself where it lies in the cone, else that side of the cone which is nearer to it. All are unit
    vectors; `after` lies up to half a turn counter-clockwise of `before` (a whole half for a segment's end)."""
    x, y = direction
    (px, py), (qx, qy) = before, after
    if px * y - py * x >= 0.0 and x * qy - y * qx >= 0.0:
        return direction
    return before if x * px + y * py >= x * qx + y * qy else after
