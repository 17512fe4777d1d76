"""The Minkowski difference A - B of two convex shapes: the sum of A and of B turned half round.

A and B overlap exactly when the difference holds the origin, and the nearest point of its boundary to the origin is
the shortest way out. See `geometry.minkowski.sum`.
"""

from __future__ import annotations

from dataclasses import dataclass

from geometry.guards import require_pair
from geometry.minkowski.sum import EdgeLaid, StartFound, Sum, merged, points_of
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Steps, steppable


@dataclass(frozen=True, slots=True, eq=False)
class Difference(Sum):
    """The outline of A + (-B)."""

    __repr__ = summary


DifferenceStep = StartFound | EdgeLaid | Difference


@steppable
def minkowski_difference(a: Convex, b: Convex) -> Steps[DifferenceStep, Difference]:
    """A + (-B), by merging the edges of A and of -B by the angle of their direction.

    An edge of a capsule counts twice, once each way; a circle has none. Parallel edges (see PARALLEL) join.
    """
    require_pair("minkowski_difference", a, b)
    turned = tuple((-x, -y) for x, y in b.points_xy)
    edges, vertices = yield from merged.steps(a.points_xy, turned)
    answer = Difference(edges, points_of(vertices), a.radius + b.radius, vertices)
    yield answer
    return answer
