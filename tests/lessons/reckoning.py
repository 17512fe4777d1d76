"""Reckoning anew what a lesson says: by shapely, and by shadows of a fine outline."""

from __future__ import annotations

from collections.abc import Callable

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


def first_touch(gap: Callable[[float], float]) -> float | None:
    """The first of many times in [0, 1] at which a gap closes, halved on; None if it never does."""
    times = np.linspace(0.0, 1.0, 2001)
    first = next((i for i, t in enumerate(times) if gap(t) <= 0.0), None)
    if first is None or first == 0:
        return None if first is None else 0.0
    low, high = times[first - 1], times[first]
    for _ in range(50):
        middle = (low + high) / 2.0
        low, high = (low, middle) if gap(middle) <= 0.0 else (middle, high)
    return float(high)
