"""The sweep: places along the boundary of A, copies of B there, and what they miss."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from geometry import Points, boundary
from geometry.query.erosion import erosion
from geometry.vector import readonly
from lessons.minkowski_sum.scene import Swept

COPIES = 16  # that a whole turn leaves behind
_FINE = 1e-3  # of the radius: how far the outline that is swept along strays from round


def outline_of(scene: Swept) -> Points:
    """The boundary of A as the path of the sweep."""
    a = scene.a.world
    return boundary(a, _FINE * a.radius) if a.radius > 0.0 else a.points


def along(outline: Points, fractions: ArrayLike) -> Points:
    """The points that far round a closed outline, one for each fraction."""
    closed = np.concatenate((outline, outline[:1]))
    sides = np.hypot(*(closed[1:] - closed[:-1]).T)
    ends = np.concatenate(((0.0,), np.cumsum(sides)))
    left = np.asarray(fractions) * ends[-1]
    return readonly(np.stack([np.interp(left, ends, closed[:, k]) for k in (0, 1)], axis=-1))


def trail(scene: Swept) -> Points:
    """Where copies of B have been left, up to the one that is under way."""
    fractions = np.arange(COPIES) / COPIES
    return along(outline_of(scene), fractions[fractions < scene.sweep])


def hole_of(scene: Swept) -> Points:
    """What no copy of B covers, inside the sum; no points for nothing."""
    outline = outline_of(scene)
    return erosion(outline, scene.moving) if len(outline) > 2 else np.empty((0, 2))
