"""What the origin tells of A - B: inside, the shapes overlap; on the outline, they touch; outside, they are apart.
The nearest point of the outline is the shortest way from the one to the other.

Source: Collision detection for dummies (which takes B - A).
"""

from __future__ import annotations

import numpy as np

from geometry.guards import require_pair
from geometry.minkowski.difference import Difference, DifferenceStep, minkowski_difference
from geometry.query.nearest import NearestBoundary, nearest_to_origin
from geometry.record import record
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Points, readonly


@record
class VerticesSubtracted:
    """Every vertex of A less every vertex of B: all other differences of the cores lie between these."""

    points: Points  # (n m, 2): those of A's vertex 0 first


@record
class Reflected:
    """B reflected through the origin: A - B is A + (-B)."""

    points: Points  # (m, 2), of the core


@record
class OriginTested:
    """Whether the origin lies in A - B."""

    figure: Difference
    separation: float  # of the origin from the outline: negative inside
    touches: bool  # nearer to the outline than rounding can tell


OriginStep = VerticesSubtracted | Reflected | DifferenceStep | OriginTested | NearestBoundary


@steppable
def origin_in_difference(a: Convex, b: Convex) -> Steps[OriginStep, NearestBoundary]:
    """Distance or depth of two shapes, and the point of A - B that tells it."""
    require_pair("origin_in_difference", a, b)
    yield VerticesSubtracted(readonly((a.points[:, None] - b.points).reshape(-1, 2)))
    yield Reflected(readonly(np.array(0.0 - b.points)))
    figure = yield from minkowski_difference.steps(a, b)
    noise = rounding(a, b)
    answer = nearest_to_origin(figure, noise)
    yield OriginTested(figure, answer.separation, abs(answer.separation) <= noise)
    yield answer
    return answer
