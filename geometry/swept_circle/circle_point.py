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
    move = relative(xy_given(center, "center"), radius, motion_a, motion_b, (target,))
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
    radius_a, radius_b = not_negative(radius_a, "radius_a"), not_negative(radius_b, "radius_b")
    radius = radius_a + radius_b
    yield RadiiJoined(radius_a, radius_b, radius)
    target = xy_given(center_b, "center_b")
    moved_a, moved_b = xy_given(motion_a, "motion_a"), xy_given(motion_b, "motion_b")
    move = relative(xy_given(center_a, "center_a"), radius, moved_a, moved_b, (target,))
    yield move
    return (yield from against_point.steps(move, radius, target, radius_b=radius_b))


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
    (x, y), (px, py) = move.center_xy, point
    x, y = x - px, y - py
    away = math.hypot(x, y)
    gap = away - radius
    overlapped = gap <= move.tolerance
    yield StartMeasured(point, radius, gap, overlapped, feature)
    if overlapped:
        result = touching(move, Outcome.OVERLAPPED, 0.0, point, feature, radius_b, inward)
        yield result
        return result
    (u, v), distance = move.motion_xy, move.distance
    closing = -(u * x + v * y) / away
    miss = None
    if distance == 0.0:
        miss = Miss.NO_MOTION
    elif closing <= 0.0:
        miss = Miss.RECEDING
    elif distance < gap - move.tolerance:
        miss = Miss.TOO_FAR
    yield Approached(closing, gap, distance, miss, feature)
    if miss is not None:
        result = apart(miss)
        yield result
        return result
    # Of the quadratic: c and the discriminant without the subtraction of nearly equal squares.
    a, b, c = u * u + v * v, x * u + y * v, gap * (away + radius)
    passing = abs(x * v - y * u) / distance
    discriminant = a * (radius - passing) * (radius + passing)
    passes = passing > radius + move.tolerance
    yield QuadraticFormed((x, y), a, b, c, discriminant, passing, passes)
    if passes:
        result = apart(Miss.PASSING)
        yield result
        return result
    root = math.sqrt(max(discriminant, 0.0))
    first, last = c / (root - b), (root - b) / a
    in_time = within(first, move)
    yield RootsFound(first, last, in_time)
    result = touching(move, _HIT, first, point, feature, radius_b, inward) if in_time else apart(Miss.TOO_FAR)
    yield result
    return result


_HIT = Outcome.HIT  # looking a member up takes Python 3.11 long
