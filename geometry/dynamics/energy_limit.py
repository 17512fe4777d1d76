"""How far all impulses of a step are scaled back, so that together they add no kinetic energy.

They change the motions of the bodies, u to v. A part s of them adds

    s first + s^2 second        first   the sum of m u . (v - u), and of I u (v - u) for spins u and v
                                second  the sum of m (v - u)^2 / 2, and likewise

which is 0 for s = -first / second. Momentum is kept by any part of them, as each has its opposite.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from geometry.dynamics.body import RigidBody
from geometry.dynamics.contacts import Motion

_ROUNDING = 1e-13  # of the kinetic energy: so small a gain is none


class Limit(NamedTuple):
    scale: float  # in [0, 1)
    gain: float  # that the whole impulses would add


def energy_limit(bodies: Sequence[RigidBody], before: Sequence[Motion], after: Sequence[Motion]) -> Limit | None:
    """None where they add none. Static bodies do not count."""
    energy, first, second = [], [], []
    for body, u, v in zip(bodies, before, after, strict=True):
        if not body.is_static:
            (ux, uy), (vx, vy) = u.velocity_xy, v.velocity_xy
            for weight, old, new in ((body.mass, ux, vx), (body.mass, uy, vy), (body.inertia, u.spin, v.spin)):
                energy.append(0.5 * weight * old * old)
                first.append(weight * old * (new - old))
                second.append(0.5 * weight * (new - old) * (new - old))
    slope, bend = math.fsum(first), math.fsum(second)
    if not slope + bend > _ROUNDING * math.fsum(energy):
        return None
    return Limit(max(0.0, -slope / bend), slope + bend)


def between(before: Motion, after: Motion, part: float) -> Motion:
    """The motion that a part of the impulses leads to."""
    (ux, uy), (vx, vy) = before.velocity_xy, after.velocity_xy
    velocity = (ux + part * (vx - ux), uy + part * (vy - uy))
    return Motion(velocity, before.spin + part * (after.spin - before.spin))
