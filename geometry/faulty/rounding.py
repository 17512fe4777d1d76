"""The outline of a rounded polygon by an idea that is often met: corners that are not rounded."""

from __future__ import annotations

import numpy as np

from geometry.faulty.minkowski_sum import FaultySum
from geometry.query.ray_cast import extended_outline
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.vector import readonly


def mitred(shape: Convex) -> FaultySum:
    """The outer edges extended until neighbours meet: beyond every arc, by r (1 / sin(inner angle / 2) - 1)."""
    tips = extended_outline(shape)
    if tips is None or shape.radius <= rounding(shape):
        return FaultySum(shape.points[:0], 0.0, shape.centroid, shape.centroid, 1.0)
    out = tips - shape.points
    far = np.hypot(out[:, 0], out[:, 1])
    worst = int(far.argmax())
    right = shape.points[worst] + shape.radius / far[worst] * out[worst]
    return FaultySum(tips, float(far[worst]) - shape.radius, readonly(tips[worst]), readonly(right), 1.0)
