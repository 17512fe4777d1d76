"""The sweep: places along the boundary of A, copies of B there, and what they miss."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geometry import Points, Vector, boundary
from geometry.erosion import erosion
from geometry.vector import following, sealed
from lessons.minkowski_sum.scene import Swept

COPIES = 24  # that a whole turn leaves behind
_FINE = 1e-3  # of the radius: how far the outline that is swept along strays from round


def outline_of(scene: Swept) -> Points:
    """The boundary of A as the path of the sweep."""
    a = scene.a.world
    return boundary(a, _FINE * a.radius) if a.radius > 0.0 else a.points


def along(outline: Points, fraction: float) -> Vector:
    """The point that far round a closed outline."""
    sides = np.hypot(*(following(outline) - outline).T)
    ends = np.concatenate(((0.0,), np.cumsum(sides)))
    left = fraction * ends[-1]
    closed = np.concatenate((outline, outline[:1]))
    return sealed(np.array([np.interp(left, ends, closed[:, k]) for k in (0, 1)]))


def trail(scene: Swept) -> Iterator[Vector]:
    """Where copies of B have been left, up to the one that is under way."""
    outline = outline_of(scene)
    for k in range(COPIES):
        if k / COPIES < scene.sweep:
            yield along(outline, k / COPIES)


def hole_of(scene: Swept) -> Points:
    """What no copy of B covers, inside the sum; no points for nothing."""
    outline = outline_of(scene)
    return erosion(outline, scene.moving) if len(outline) > 2 else np.empty((0, 2))
