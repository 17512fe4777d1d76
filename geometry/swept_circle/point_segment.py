"""A moving point against a moving segment: cross products, and no root at all.

The path p + t r meets the line start + u e where both cross products agree:

    t = (start - p) x e / (r x e)        u = (start - p) x r / (r x e)

and the segment is met where t and u both lie in [0, 1]. Where r x e = 0 the path runs along the wall: it meets it
only if it lies on the wall's line, and then at the nearer end.

Source: 2D continuous collision (the fourth of its cases).
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from geometry.outcome import Miss, Outcome
from geometry.record import record
from geometry.swept_circle.circle_point import CirclePointStep, against_point
from geometry.swept_circle.circle_segment import (
    CapChosen,
    Ends,
    inward_of,
    middle_of,
    nearest_on_segment,
    on_wall,
    wall_of,
)
from geometry.swept_circle.steps import (
    RelativeMotion,
    SegmentFeature,
    StartMeasured,
    SweptImpact,
    apart,
    relative,
    within,
)
from geometry.trace import Steps, steppable
from geometry.vector import XY, xy_given


@record
class HeightMeasured:
    """How far the wall's line is from the point: the area that both span, over its base."""

    area: float  # (start - p) x e
    height: float  # of the point over the wall's line, signed: positive on its left


@record
class CrossProducts:
    """The three cross products, and whether the path runs along the wall."""

    across: float  # r x e: twice the area that path and wall span
    of_wall: float  # (start - p) x e: its ratio to `across` is t
    of_path: float  # (start - p) x r: its ratio to `across` is u
    height: float  # of the point over the wall's line, signed: positive on its left
    change: float  # of that height over the interval
    parallel: bool  # the height stays within rounding of what it is


@record
class FractionFound:
    """When the path's line meets the wall's line, before anyone asks where."""

    fraction: float  # t, along the path: in the interval or not
    within: bool  # t lies in [0, 1], up to rounding


@record
class LinesMet:
    """Where the path's line and the wall's line meet."""

    fraction: float  # t, along the path: in the interval or not
    place: float  # u, along the wall: 0 at its start, 1 at its end
    between: bool  # u lies in [0, 1], up to rounding
    within: bool  # t lies in [0, 1], up to rounding
    doubtful: bool  # path and wall are so nearly parallel that the end, not this place, decides
    miss: Miss | None  # what that decides, if anything


PointSegmentStep = CirclePointStep | HeightMeasured | CrossProducts | FractionFound | LinesMet | CapChosen


@steppable
def swept_point_segment(
    point: ArrayLike, motion: ArrayLike, start: ArrayLike, end: ArrayLike, wall_motion: ArrayLike = (0.0, 0.0)
) -> Steps[PointSegmentStep, SweptImpact]:
    """When a moving point first meets a moving segment: the ray cast against a wall, ends included.

    A segment of no length, up to rounding, is a point. A point on the wall at the start is OVERLAPPED.
    """
    ends = xy_given(start, "start"), xy_given(end, "end")
    motion_a, motion_b = xy_given(motion, "motion"), xy_given(wall_motion, "wall_motion")
    move = relative(xy_given(point, "point"), 0.0, motion_a, motion_b, ends)
    yield move
    if wall_of(ends)[2] <= move.tolerance:
        return (yield from against_point.steps(move, 0.0, middle_of(ends), SegmentFeature.START))
    nearest, feature = nearest_on_segment(ends, move.center_xy)
    gap = math.dist(nearest, move.center_xy)
    overlapped = gap <= move.tolerance
    yield StartMeasured(nearest, 0.0, gap, overlapped)
    if overlapped:
        result = on_wall(move, Outcome.OVERLAPPED, 0.0, ends, nearest, feature)
        yield result
        return result
    if move.distance == 0.0:
        result = apart(Miss.NO_MOTION)
        yield result
        return result
    products = cross_products(move, ends)
    yield HeightMeasured(products.of_wall, products.height)
    yield products
    if products.parallel:
        return (yield from along_the_wall.steps(move, ends, products.height))
    met = lines_met(move, ends, products)
    yield FractionFound(met.fraction, met.within)
    yield met
    if met.doubtful:
        return (yield from along_the_wall.steps(move, ends, 0.0))
    result = apart(met.miss or Miss.PASSING)
    if met.miss is None:
        touched = _reached(move, ends, met)
        result = on_wall(move, Outcome.HIT, met.fraction, ends, touched, SegmentFeature.FACE)
    yield result
    return result


def _reached(move: RelativeMotion, ends: Ends, met: LinesMet) -> XY:
    """The point of the wall at the place where the lines meet; or where the path is at their fraction, should
    rounding have put the two apart."""
    (x, y), (cx, cy), (u, v) = ends[0], move.center_xy, move.motion_xy
    ex, ey, _ = wall_of(ends)
    place = min(max(met.place, 0.0), 1.0)
    ax, ay = cx + met.fraction * u, cy + met.fraction * v
    if math.hypot(ax - (x + place * ex), ay - (y + place * ey)) > 4.0 * move.tolerance:
        place = min(max(((ax - x) * ex + (ay - y) * ey) / (ex * ex + ey * ey), 0.0), 1.0)
    return x + place * ex, y + place * ey


def cross_products(move: RelativeMotion, ends: Ends) -> CrossProducts:
    """Over the wall's length the two that hold e are heights: the wall's line is `height` away, and the motion
    changes that by `change`."""
    (x, y), (cx, cy), (u, v) = ends[0], move.center_xy, move.motion_xy
    ex, ey, wall_length = wall_of(ends)
    sx, sy = x - cx, y - cy
    across, of_wall, of_path = u * ey - v * ex, sx * ey - sy * ex, sx * v - sy * u
    height, change = of_wall / wall_length, -across / wall_length
    return CrossProducts(across, of_wall, of_path, height, change, abs(change) <= move.tolerance)


def lines_met(move: RelativeMotion, ends: Ends, products: CrossProducts) -> LinesMet:
    """Divide the cross products, and look whether path and wall reach that far."""
    fraction, place = products.of_wall / products.across, products.of_path / products.across
    slack = move.tolerance / wall_of(ends)[2]
    between = -slack <= place <= 1.0 + slack
    if between:  # nearly parallel, the fraction is all rounding: but not before the one end, nor after the other
        at_ends = [each / move.distance**2 for each in _ahead(move, ends)]
        fraction = min(max(fraction, min(at_ends)), max(at_ends))
    begun, in_time = fraction * move.distance >= -move.tolerance, within(fraction, move)
    # Rounding shifts a height by the tolerance, and where the lines meet by that over the sine of their angle.
    unsure = slack * move.distance / abs(products.change)
    doubtful = not between and -unsure <= place <= 1.0 + unsure
    miss = None
    if not begun:
        miss = Miss.RECEDING
    elif not in_time:
        miss = Miss.TOO_FAR
    elif not between:
        miss = Miss.PASSING
    return LinesMet(fraction, place, between, begun and in_time, doubtful, miss)


def _ahead(move: RelativeMotion, ends: Ends) -> list[float]:
    """How far along the motion both ends lie, times its length."""
    (cx, cy), (u, v) = move.center_xy, move.motion_xy
    return [(x - cx) * u + (y - cy) * v for x, y in ends]


@steppable
def along_the_wall(move: RelativeMotion, ends: Ends, height: float) -> Steps[PointSegmentStep, SweptImpact]:
    """The path is parallel to the wall, or as good as that: it meets an end that it leads to, the nearer of two, or
    nothing."""
    if abs(height) > 2.0 * move.tolerance:  # `height` and its change, each within rounding of 0
        result = apart(Miss.PASSING)
        yield result
        return result
    (x, y), (cx, cy), (u, v), (ex, ey, _) = ends[0], move.center_xy, move.motion_xy, wall_of(ends)
    first = (cx - x) * ex + (cy - y) * ey < 0.0
    ahead = _ahead(move, ends)
    meets = [abs((x - cx) * v - (y - cy) * u) <= move.tolerance * move.distance for x, y in ends]
    if any(meets):  # from over the wall it may be the end that is further away
        first = meets[0] and (ahead[0] > 0.0) and (not meets[1] or ahead[1] <= 0.0 or ahead[0] < ahead[1])
    feature, end = (SegmentFeature.START, ends[0]) if first else (SegmentFeature.END, ends[1])
    yield CapChosen(feature, end)
    return (yield from against_point.steps(move, 0.0, end, feature, inward=inward_of(ends, feature)))
