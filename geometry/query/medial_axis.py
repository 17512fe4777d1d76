"""The ridge of a convex polygon: the points inside that are as near to two of its edges, and to no other edge nearer.

There the nearest point of the boundary jumps from the one edge to the other. (Blum 1967: the medial axis.)
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from geometry.guards import require_convex
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.vector import readonly


def medial_axis(shape: Convex) -> NDArray[np.float64]:
    """The ridge of the core, as segments of shape (m, 2, 2): for two edges i and j the part of the line between them,
    where no other edge is nearer. None for a core without area, which is its own ridge."""
    require_convex("medial_axis", "a Convex", shape, "the shape")
    if len(shape.points) < 3:
        return readonly(np.empty((0, 2, 2)))
    n = shape.normals
    reach = (shape.points * n).sum(axis=1)  # n . x - reach: the height over an edge, below 0 inside
    found = []
    for i, j in itertools.combinations(range(len(n)), 2):
        across, level = n[i] - n[j], reach[i] - reach[j]
        base, way = level * across / (across @ across), np.array((-across[1], across[0]))
        # On base + t way edge i stays the nearest, and inside, where slope t <= room for each other edge.
        slopes = np.append((n - n[i]) @ way, n[i] @ way)
        rooms = np.append(reach - reach[i] - (n - n[i]) @ base, reach[i] - n[i] @ base)
        keep = np.arange(len(slopes))
        slopes, rooms = slopes[(keep != i) & (keep != j)], rooms[(keep != i) & (keep != j)]
        low = max((r / s for s, r in zip(slopes, rooms, strict=True) if s < 0.0), default=-np.inf)
        high = min((r / s for s, r in zip(slopes, rooms, strict=True) if s > 0.0), default=np.inf)
        if high - low > rounding(shape, shape) and (rooms[slopes == 0.0] >= 0.0).all():
            found.append((base + low * way, base + high * way))
    return readonly(np.array(found).reshape(-1, 2, 2))
