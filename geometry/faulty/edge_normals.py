"""Edge normals that are wrong, each by one idea that is often met, for every edge of an outline.

Source of the ideas: SAT explained (errors 8 and 9, which take the outline's winding for granted).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from geometry.outline import centroid
from geometry.record import record
from geometry.sat.edge_normals import edge_normal
from geometry.vector import Points, following, points, readonly


@record
class FaultyNormals:
    """What a faulty rule takes for the outward unit normals."""

    normals: Points  # (n, 2); an edge of which the rule knows none has (0, 0)
    errors: tuple[float, ...]  # angles from the true ones, radians in [0, pi]


def winding_not_checked(outline: ArrayLike) -> FaultyNormals:
    """right(e) for every edge, as if every list ran counter-clockwise. Raises ValueError as `edge_normal` does for
    outlines that may be concave."""
    listed = points(outline, "outline")
    sides = following(listed) - listed
    return _judged(listed, np.stack((sides[:, 1], -sides[:, 0]), axis=1))


def from_the_centre(outline: ArrayLike) -> FaultyNormals:
    """The direction from the centre of area to the middle of the edge. Right for regular polygons and for squares, on
    which it is tried. Raises ValueError as `edge_normal` does."""
    listed = points(outline, "outline")
    return _judged(listed, (listed + following(listed)) / 2.0 - centroid(listed))


def _judged(listed: Points, ways: Points) -> FaultyNormals:
    true = np.array([edge_normal(listed, i, concave=True).normal for i in range(len(listed))])
    size = np.hypot(ways[:, 0], ways[:, 1])
    found = ways / np.where(size > 0.0, size, 1.0)[:, None]
    turn = true[:, 0] * found[:, 1] - true[:, 1] * found[:, 0]
    errors = np.abs(np.arctan2(turn, (true * found).sum(axis=1)))
    return FaultyNormals(readonly(found), tuple(errors.tolist()))
