"""Where there is room for words: how far many places are from shapes, all at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry import Convex
from geometry.vector import Points, following


def distances(places: Points, shapes: Sequence[Convex]) -> NDArray[np.float64]:
    """How far each place is from the nearest of these shapes; not above 0 in one."""
    starts, counts = np.vstack([each.points for each in shapes]), [len(each.points) for each in shapes]
    ways = np.vstack([following(each.points) for each in shapes]) - starts
    squared = np.maximum((ways * ways).sum(axis=1), np.finfo(float).tiny)
    off = places[:, None] - starts
    x, y = (off - np.clip((off * ways).sum(axis=2) / squared, 0.0, 1.0)[:, :, None] * ways).transpose(2, 0, 1)
    away: NDArray[np.float64] = (np.hypot(x, y) - np.repeat([each.radius for each in shapes], counts)).min(axis=1)
    is_left = ways[:, 0] * off[..., 1] >= ways[:, 1] * off[..., 0]
    is_inside = np.logical_and.reduceat(is_left, np.cumsum([0, *counts[:-1]]), axis=1) & (np.array(counts) > 2)
    away[is_inside.any(axis=1)] = 0.0
    return away
