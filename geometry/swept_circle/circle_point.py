"""A moving circle against a moving point, and two moving circles.

With p from the point to the circle's centre, r the circle's motion as seen from the point and R the radius at which
they touch, contact is where |p + t r| = R:

    a t^2 + 2 b t + c = 0,    a = r . r,    b = p . r,    c = p . p - R^2

For circles that are apart c > 0. They approach when b < 0; then both roots are positive, the smaller one is the first
touch and the larger the last. The discriminant is b^2 - a c = a R^2 - (p x r)^2: positive when the path passes within
R of the point. Written c / (-b + root), the smaller root is free of cancellation.

Source: 2D continuous collision, which adds the velocities of two circles where their difference counts.
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from geometry.outcome import Miss, Outcome
from geometry.record import VectorField, record
from geometry.swept_circle.steps import (
    Approached,
    RelativeMotion,
    SegmentFeature,
    StartMeasured,
    SweptImpact,
    apart,
    not_negative,
    relative,
    touching,
    within,
)
from geometry.trace import Steps, steppable
from geometry.vector import XY, xy_given


@record
class RadiiJoined:
    """Two circles touch when their centres are this far apart: the one's centre against the other, grown."""

    radius_a: float
    radius_b: float
    radius: float  # radius_a + radius_b


@record
class QuadraticFormed:
    """a t^2 + 2 b t + c = 0, and how near the path comes."""

    offset: VectorField  # p: from the point to the centre, at fraction 0
    a: float
    b: float
    c: float
    discriminant: float  # b^2 - a c; negative when the path passes by
    passing: float  # least distance of the whole path, extended without end, from the point
    passes: bool  # whether that is more than the radius, by more than rounding


@record
class RootsFound:
    """Both roots: the fractions of the first and of the last touch, in or out of the interval."""

    first: float
    last: float
    within: bool  # whether the first lies in the interval


CirclePointStep = RelativeMotion | StartMeasured | Approached | QuadraticFormed | RootsFound | SweptImpact
CircleCircleStep = RadiiJoined | CirclePointStep


@steppable
def swept_circle_point(
    center: ArrayLike, radius: float, motion: ArrayLike, point: ArrayLike, point_motion: ArrayLike = (0.0, 0.0)
) -> Steps[CirclePointStep, SweptImpact]:
    """When a moving circle first touches a moving point.

    Touching at the start is OVERLAPPED, whichever way they move. A path that only grazes touches. Raises ValueError
    for a radius below 0; a radius of 0 is a point.
    """
    radius = not_negative(radius, "radius")
    target = xy_given(point, "point")
    motion_a, motion_b = xy_given(motion, "motion"), xy_given(point_motion, "point_motion")
    move = relative(center, radius, motion_a, motion_b, (target,))
    yield move
    return (yield from against_point.steps(move, radius, target))


@steppable
def swept_circle_circle(
    center_a: ArrayLike,
    radius_a: float,
    motion_a: ArrayLike,
    center_b: ArrayLike,
    radius_b: float,
    motion_b: ArrayLike = (0.0, 0.0),
) -> Steps[CircleCircleStep, SweptImpact]:
    """When two moving circles first touch: the centre of A against B, grown by the radius of A.

    Raises ValueError for a radius below 0.
    """
    joined = RadiiJoined(
        not_negative(radius_a, "radius_a"), not_negative(radius_b, "radius_b"), float(radius_a) + float(radius_b)
    )
    yield joined
    target = xy_given(center_b, "center_b")
    moved_a, moved_b = xy_given(motion_a, "motion_a"), xy_given(motion_b, "motion_b")
    move = relative(xy_given(center_a, "center_a"), joined.radius, moved_a, moved_b, (target,))
    yield move
    return (yield from against_point.steps(move, joined.radius, target, radius_b=joined.radius_b))


@steppable
def against_point(
    move: RelativeMotion,
    radius: float,
    point: XY,
    feature: SegmentFeature | None = None,
    radius_b: float = 0.0,
    inward: XY | None = None,
) -> Steps[CirclePointStep, SweptImpact]:
    """The circle against a point that is held still: an end of a segment, which is the `feature` and runs `inward`
    from there, or the centre of another circle, whose own part of `radius` is `radius_b`."""
    x, y = move.center_xy
    offset = x - point[0], y - point[1]
    away = math.hypot(*offset)
    gap = away - radius
    overlapped = gap <= move.tolerance
    yield StartMeasured(point, radius, gap, overlapped, feature)
    if overlapped:
        result = touching(move, Outcome.OVERLAPPED, 0.0, point, feature, radius_b, inward)
        yield result
        return result
    approach = approached(move, offset, away, gap, feature)
    yield approach
    if approach.miss is not None:
        result = apart(approach.miss)
        yield result
        return result
    formed = quadratic(move, radius, offset, away, gap)
    yield formed
    if formed.passes:
        result = apart(Miss.PASSING)
        yield result
        return result
    root = math.sqrt(max(formed.discriminant, 0.0))
    first, last = formed.c / (root - formed.b), (root - formed.b) / formed.a
    roots = RootsFound(first, last, within(first, move))
    yield roots
    result = apart(Miss.TOO_FAR)
    if roots.within:
        result = touching(move, Outcome.HIT, first, point, feature, radius_b, inward)
    yield result
    return result


def approached(
    move: RelativeMotion, offset: XY, away: float, gap: float, cap: SegmentFeature | None = None
) -> Approached:
    """Whether A, `offset` away from the nearest point of B, comes nearer, and far enough to matter."""
    (x, y), (u, v) = offset, move.motion_xy
    closing = -(u * x + v * y) / away
    miss = None
    if move.distance == 0.0:
        miss = Miss.NO_MOTION
    elif closing <= 0.0:
        miss = Miss.RECEDING
    elif move.distance < gap - move.tolerance:
        miss = Miss.TOO_FAR
    return Approached(closing, gap, move.distance, miss, cap)


def quadratic(move: RelativeMotion, radius: float, offset: XY, away: float, gap: float) -> QuadraticFormed:
    """The quadratic of the contact, without the subtraction of nearly equal squares."""
    (x, y), (u, v) = offset, move.motion_xy
    a, b, c = u * u + v * v, x * u + y * v, gap * (away + radius)
    passing = abs(x * v - y * u) / move.distance
    discriminant = a * (radius - passing) * (radius + passing)
    return QuadraticFormed(offset, a, b, c, discriminant, passing, passing > radius + move.tolerance)
