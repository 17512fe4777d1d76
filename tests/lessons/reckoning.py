"""Reckoning anew what a lesson says: by shapely, and by shadows of a fine outline."""

from __future__ import annotations

import numpy as np
import shapely

from geometry import Convex, boundary


def outline(shape: Convex) -> shapely.Polygon:
    """The shape for the oracle, its arcs to a millionth of the radius."""
    return shapely.Polygon(boundary(shape, 1e-7))


def gap(a: Convex, b: Convex) -> float:
    return float(outline(a).distance(outline(b)))


def shadow(shape: Convex, n: np.ndarray) -> tuple[float, float]:
    along = boundary(shape, 1e-7) @ n
    return float(along.min()), float(along.max())


def between(a: Convex, b: Convex, n: np.ndarray) -> float:
    """Signed: a gap between the shadows, or minus their overlap by the shorter way."""
    (low_a, high_a), (low_b, high_b) = shadow(a, n), shadow(b, n)
    return max(low_b - high_a, low_a - high_b)
