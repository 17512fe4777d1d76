"""A moving circle against a moving segment: the segment fattened to a capsule, hit by the circle's centre.

The capsule is a slab between two lines parallel to the wall and a disc around each end. With h the height of the
centre above the wall's line (on the side where it is) and s the part of the motion towards the line, the centre meets
the slab where

    h - t s = R,    and leaves it on the far side where    h - t s = -R

both linear in t: the quadratic that the squared distance gives has the perfect square (s R)^2 as its discriminant.
If its foot on the line then lies between the ends, the wall is met there. Otherwise only the disc at the end beyond
which it lies can be met: to reach the other one, the centre would have to pass between both ends.

Source: 2D continuous collision; the listing there looks for the foot of the first root even where circle and wall
overlap already, drops a centre on the line, and leaves out the ends.
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from geometry.outcome import Miss, Outcome
from geometry.record import VectorField, XYField, record
from geometry.swept_circle.circle_point import CirclePointStep, against_point
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

Ends = tuple[XY, XY]  # of a segment, at fraction 0


@record
class WallMeasured:
    """The line of the wall as the centre sees it."""

    along: VectorField  # unit, from the segment's start to its end
    normal: VectorField  # unit, from the wall's line to the side of the centre
    wall_length: float
    height: float  # of the centre above the line, 0 or more
    foot: float  # of the centre on the line, measured from the start
    towards: float  # the part of the motion that leads to the line; negative when it leads away
    inside: bool  # whether the centre is in the slab already, beyond an end

    along_xy = XYField("along")


@record
class SlabCrossed:
    """Where the centre enters the slab around the wall's line, and where it would leave it."""

    enter: float  # fraction at which the height is the radius
    leave: float  # fraction at which it is minus the radius, on the far side
    within: bool  # whether it enters within the interval


@record
class FootPlaced:
    """The foot of the centre on the wall's line when it enters the slab: whether there is a wall to touch."""

    fraction: float  # at which the centre enters
    foot: float  # measured from the segment's start
    feature: SegmentFeature  # FACE when the foot lies between the ends, else the end beyond which it lies


@record
class CapChosen:
    """The only end whose disc can be met."""

    feature: SegmentFeature  # START or END
    end: VectorField  # world, at fraction 0


CircleSegmentStep = CirclePointStep | WallMeasured | SlabCrossed | FootPlaced | CapChosen


@steppable
def swept_circle_segment(
    center: ArrayLike,
    radius: float,
    motion: ArrayLike,
    start: ArrayLike,
    end: ArrayLike,
    wall_motion: ArrayLike = (0.0, 0.0),
) -> Steps[CircleSegmentStep, SweptImpact]:
    """When a moving circle first touches a moving segment, ends included.

    A segment of no length, up to rounding, is a point. Touching at the start is OVERLAPPED, whichever way they
    move; sliding past along the wall at exactly the radius touches. Raises ValueError for a radius below 0.
    """
    radius = not_negative(radius, "radius")
    ends = xy_given(start, "start"), xy_given(end, "end")
    motion_a, motion_b = xy_given(motion, "motion"), xy_given(wall_motion, "wall_motion")
    move = relative(xy_given(center, "center"), radius, motion_a, motion_b, ends)
    yield move
    if wall_of(ends)[2] <= move.tolerance:
        return (yield from against_point.steps(move, radius, middle_of(ends), SegmentFeature.START))
    return (yield from against_segment.steps(move, radius, ends))


@steppable
def against_segment(move: RelativeMotion, radius: float, ends: Ends) -> Steps[CircleSegmentStep, SweptImpact]:
    """The circle against a segment with two distinct ends that is held still."""
    nearest, feature = nearest_on_segment(ends, move.center_xy)
    gap = math.dist(nearest, move.center_xy) - radius
    overlapped = gap <= move.tolerance
    yield StartMeasured(nearest, radius, gap, overlapped)
    if overlapped:
        result = on_wall(move, Outcome.OVERLAPPED, 0.0, ends, nearest, feature)
        yield result
        return result
    wall = measured(move, radius, ends)
    yield wall
    approach = approach_to_wall(move, radius, wall, gap)
    yield approach
    if approach.miss is not None:
        result = apart(approach.miss)
        yield result
        return result
    foot = wall.foot
    if not wall.inside:
        crossed = slab(move, radius, wall)
        yield crossed
        if not crossed.within:
            result = apart(Miss.TOO_FAR)
            yield result
            return result
        placed = foot_at(move, wall, crossed.enter)
        yield placed
        foot = placed.foot
        if placed.feature is SegmentFeature.FACE:
            (x, y), (u, v) = ends[0], wall.along_xy
            touched = x + foot * u, y + foot * v
            result = on_wall(move, Outcome.HIT, crossed.enter, ends, touched, SegmentFeature.FACE)
            yield result
            return result
    cap = SegmentFeature.START if foot < 0.5 * wall.wall_length else SegmentFeature.END
    cap_at = ends[0] if cap is SegmentFeature.START else ends[1]
    yield CapChosen(cap, cap_at)
    return (yield from against_point.steps(move, radius, cap_at, cap, inward=inward_of(ends, cap)))


def wall_of(ends: Ends) -> tuple[float, float, float]:
    """The way from one end of a segment to the other, and its length."""
    (x, y), (u, v) = ends
    return u - x, v - y, math.hypot(u - x, v - y)


def middle_of(ends: Ends) -> XY:
    (x, y), (u, v) = ends
    return (x + u) / 2.0, (y + v) / 2.0


def inward_of(ends: Ends, feature: SegmentFeature) -> XY:
    """The unit direction from one end of a segment to the other."""
    x, y, size = wall_of(ends if feature is SegmentFeature.START else (ends[1], ends[0]))
    return x / size, y / size


def nearest_on_segment(ends: Ends, center: XY) -> tuple[XY, SegmentFeature]:
    """The point of a segment that is nearest to the centre: its foot, clamped to the ends."""
    (x, y), (u, v), (cx, cy) = *ends, center
    ex, ey = u - x, v - y
    along = ((cx - x) * ex + (cy - y) * ey) / (ex * ex + ey * ey)
    if along <= 0.0:
        return ends[0], SegmentFeature.START
    if along >= 1.0:
        return ends[1], SegmentFeature.END
    return (x + along * ex, y + along * ey), SegmentFeature.FACE


def measured(move: RelativeMotion, radius: float, ends: Ends) -> WallMeasured:
    """Height and foot of the centre over the wall's line. On the line itself, either side will do."""
    ex, ey, wall_length = wall_of(ends)
    ax, ay = ex / wall_length, ey / wall_length
    (x, y), (cx, cy), (u, v) = ends[0], move.center_xy, move.motion_xy
    cx, cy = cx - x, cy - y
    nx, ny = -ay, ax
    height = nx * cx + ny * cy
    if height < 0.0:
        nx, ny, height = -nx, -ny, -height
    inside = height <= radius + move.tolerance
    return WallMeasured((ax, ay), (nx, ny), wall_length, height, ax * cx + ay * cy, -(nx * u + ny * v), inside)


def approach_to_wall(move: RelativeMotion, radius: float, wall: WallMeasured, gap: float) -> Approached:
    """Above the slab the circle has to come down to it; within the slab, the caps decide."""
    miss = None
    too_slow = not wall.inside and wall.towards < wall.height - radius - move.tolerance
    if move.distance == 0.0:
        miss = Miss.NO_MOTION
    elif not wall.inside and wall.towards <= 0.0:
        miss = Miss.RECEDING
    elif too_slow or move.distance < gap - move.tolerance:
        miss = Miss.TOO_FAR
    return Approached(wall.towards, gap, move.distance, miss)


def slab(move: RelativeMotion, radius: float, wall: WallMeasured) -> SlabCrossed:
    """Solve h - t s = R."""
    enter = (wall.height - radius) / wall.towards
    leave = (wall.height + radius) / wall.towards
    # towards >= height - radius - tolerance was asked before, so entering late is late by rounding at most.
    return SlabCrossed(enter, leave, within(enter, move))


def foot_at(move: RelativeMotion, wall: WallMeasured, fraction: float) -> FootPlaced:
    """Where the foot is, and to which part of the segment it belongs."""
    (x, y), (u, v) = wall.along_xy, move.motion_xy
    foot = wall.foot + fraction * (x * u + y * v)
    if foot < 0.0:
        feature = SegmentFeature.START
    else:
        feature = SegmentFeature.FACE if foot <= wall.wall_length else SegmentFeature.END
    return FootPlaced(fraction, foot, feature)


def on_wall(
    move: RelativeMotion, outcome: Outcome, fraction: float, ends: Ends, touched: XY, feature: SegmentFeature
) -> SweptImpact:
    """Contact with the wall; with its face, the normal is the wall's. For a centre that lies on it, up to rounding,
    it is the one that the motion does not run against."""
    if feature is not SegmentFeature.FACE:
        return touching(move, outcome, fraction, touched, feature, inward=inward_of(ends, feature))
    found = touching(move, outcome, fraction, touched, feature)
    ex, ey, size = wall_of(ends)
    nx, ny = -(ey / size), ex / size
    (x, y), (cx, cy), (u, v) = touched, move.center_xy, move.motion_xy
    height = nx * (x - cx) + ny * (y - cy)  # at the start: where they meet, the side may be all rounding
    ahead = height if abs(height) > move.tolerance else nx * u + ny * v
    normal = (nx, ny) if ahead >= 0.0 else (0.0 - nx, 0.0 - ny)
    return SweptImpact(outcome, found.fraction, normal, found.point_xy, feature)
