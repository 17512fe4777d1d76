"""What two corner circles both cover."""

from __future__ import annotations

import math

import numpy as np

from geometry import Vector

ARC = 16  # points of each arc
TIP = ARC - 1  # which of them is the tip on the left of the way from c to q
STEPS = np.linspace(-1.0, 1.0, ARC + 1)[1:]  # where one arc ends the other one starts


def lens(c: Vector, q: Vector, radius_c: float, radius_q: float) -> Vector:
    """Its outline, the arc of the circle around c first; where one circle lies in the other, the smaller circle."""
    distance = math.dist(c, q)
    turn = math.atan2(q[1] - c[1], q[0] - c[0])
    arcs = []
    for center, own, other, way in ((c, radius_c, radius_q, turn), (q, radius_q, radius_c, turn + math.pi)):
        ends_at = (distance**2 + own**2 - other**2) / max(2.0 * distance * own, 1e-12)
        half = math.acos(min(1.0, max(-1.0, ends_at)))
        angles = way + half * STEPS
        arcs.append(center + own * np.stack((np.cos(angles), np.sin(angles)), axis=1))
    outline: Vector = np.concatenate(arcs)
    return outline
