"""Two circles: the distance of the centres against the sum of the radii.

With d = b - a from centre to centre, the separation is |d| - (r_a + r_b), and the normal is d / |d|.

Sources: Collision detection for dummies (whose vector pushes the circles deeper into each other), Shapes and
collision detection (which counts touching circles as apart, and divides by 0 for equal centres).
"""

from __future__ import annotations

import math

from geometry.primitives.contact import Contact, PairResult
from geometry.primitives.kinds import center_of
from geometry.record import VectorField, record
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import unit_xy


@record
class OffsetFound:
    """d = b - a: from the centre of A to the centre of B."""

    offset: VectorField  # d, world units


@record
class DistanceFound:
    """|d|: how far apart the centres are."""

    offset: VectorField  # d, world units
    distance: float  # |d|, never negative


@record
class RadiiSummed:
    """r_a + r_b: the distance of the centres at which the circles touch."""

    offset: VectorField  # d, world units
    distance: float  # |d|, never negative
    radii: float  # r_a + r_b


@record
class SeparationFound:
    """|d| - (r_a + r_b): the gap, or minus the depth."""

    offset: VectorField  # d, world units
    distance: float  # |d|, never negative
    radii: float  # r_a + r_b
    separation: float  # |d| - (r_a + r_b); negative when overlapping
    tolerance: float  # a separation this near to 0 cannot be told from touching


@record
class NormalFound:
    """d / |d|: the way from A to B."""

    offset: VectorField  # d, world units
    distance: float  # |d|, never negative
    radii: float  # r_a + r_b
    separation: float  # |d| - (r_a + r_b); negative when overlapping
    normal: VectorField  # unit, from A to B
    owner: Owner  # CLOSEST: the line of centres; ANY: equal centres, every direction is as good


CircleCircleStep = OffsetFound | DistanceFound | RadiiSummed | SeparationFound | NormalFound | PairResult


@steppable
def circle_circle(a: Convex, b: Convex) -> Steps[CircleCircleStep, PairResult]:
    """The contact of two circles; a point is a circle of radius 0.

    Tie rule: equal centres have no line between them, every direction is as good, and (1, 0) is taken, whichever
    of the two is called A. Raises ValueError for shapes that are no circles.
    """
    ax, ay = center_of("circle_circle", "two circles", a, "A")
    bx, by = center_of("circle_circle", "two circles", b, "B")
    dx, dy = bx - ax, by - ay
    yield OffsetFound((dx, dy))
    distance = math.hypot(dx, dy)
    yield DistanceFound((dx, dy), distance)
    radii = a.radius + b.radius
    yield RadiiSummed((dx, dy), distance, radii)
    separation = distance - radii
    tolerance = rounding(a, b)
    yield SeparationFound((dx, dy), distance, radii, separation, tolerance)
    nx, ny = unit_xy(dx, dy) if distance > 0.0 else (1.0, 0.0)
    owner = Owner.CLOSEST if distance > 0.0 else Owner.ANY
    yield NormalFound((dx, dy), distance, radii, separation, (nx, ny), owner)
    out = a.radius + 0.5 * separation
    result = PairResult.of(Contact((ax + out * nx, ay + out * ny), (nx, ny), separation), tolerance)
    yield result
    return result
