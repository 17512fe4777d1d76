"""What two convex shapes have in common, as an outline to be filled."""

from __future__ import annotations

import numpy as np

from geometry import Convex
from geometry.outline import part_in_front
from geometry.shape import boundary
from geometry.vector import Vector, following


def common(a: Convex, b: Convex, fine: float) -> list[Vector]:
    """What belongs to both shapes: the outline of A, cut off along each edge of B's. `fine`: a pixel's length."""
    outline, other = (boundary(shape, 4.0 * fine) for shape in (a, b))
    piece = list(outline)
    for p, q in zip(other, following(other), strict=True):
        if piece:
            piece = part_in_front(np.array(piece), p, np.array((p[1] - q[1], q[0] - p[0])))
    return piece
