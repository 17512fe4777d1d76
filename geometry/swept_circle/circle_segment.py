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

import numpy as np
from numpy.typing import ArrayLike

from geometry.outcome import Miss, Outcome
from geometry.record import record
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
from geometry.vector import Points, Vector, dot, left_of, length, readonly, vector


@record
class WallMeasured:
    """The line of the wall as the centre sees it."""

    along: Vector  # unit, from the segment's start to its end
    normal: Vector  # unit, from the wall's line to the side of the centre
    wall_length: float
    height: float  # of the centre above the line, 0 or more
    foot: float  # of the centre on the line, measured from the start
    towards: float  # the part of the motion that leads to the line; negative when it leads away
    inside: bool  # whether the centre is in the slab already, beyond an end


@record
class SlabCrossed:
    """Where the centre enters the slab around the wall's line, and where it would leave it."""

    enter: float  # fraction at which the height is the radius
    leave: float  # fraction at which it is minus the radius, on the far side
    foot: float  # of the centre on the line when it enters, measured from the start
    within: bool  # whether it enters within the interval
    feature: SegmentFeature  # FACE when the foot lies between the ends, else the end beyond which it lies


@record
class CapChosen:
    """The only end whose disc can be met."""

    feature: SegmentFeature  # START or END
    end: Vector  # world, at fraction 0


CircleSegmentStep = CirclePointStep | WallMeasured | SlabCrossed | CapChosen


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
    ends = readonly(np.stack((vector(start, "start"), vector(end, "end"))))
    motion_a, motion_b = vector(motion, "motion"), vector(wall_motion, "wall_motion")
    move = relative(center, radius, motion_a, motion_b, (ends[0], ends[1]))
    yield move
    if length(ends[1] - ends[0]) <= move.tolerance:
        return (yield from against_point(move, radius, readonly(ends.mean(axis=0)), SegmentFeature.START))
    return (yield from against_segment(move, radius, ends))


def against_segment(move: RelativeMotion, radius: float, ends: Points) -> Steps[CircleSegmentStep, SweptImpact]:
    """The circle against a segment with two distinct ends that is held still."""
    nearest, feature = nearest_on_segment(ends, move.center)
    gap = length(nearest - move.center) - radius
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
        foot = crossed.foot
        if not crossed.within or crossed.feature is SegmentFeature.FACE:
            touched = readonly(ends[0] + foot * wall.along)
            result = apart(Miss.TOO_FAR)
            if crossed.within:
                result = on_wall(move, Outcome.HIT, crossed.enter, ends, touched, SegmentFeature.FACE)
            yield result
            return result
    cap = SegmentFeature.START if foot < 0.5 * wall.wall_length else SegmentFeature.END
    chosen = CapChosen(cap, readonly(ends[0 if cap is SegmentFeature.START else 1].copy()))
    yield chosen
    return (yield from against_point(move, radius, chosen.end, cap, inward=inward_of(ends, cap)))


def inward_of(ends: Points, feature: SegmentFeature) -> Vector:
    """The unit direction from one end of a segment to the other."""
    way = ends[1] - ends[0] if feature is SegmentFeature.START else ends[0] - ends[1]
    return readonly(way / length(way))


def nearest_on_segment(ends: Points, center: Vector) -> tuple[Vector, SegmentFeature]:
    """The point of a segment that is nearest to the centre: its foot, clamped to the ends."""
    edge = ends[1] - ends[0]
    along = dot(center - ends[0], edge) / dot(edge, edge)
    if along <= 0.0:
        return readonly(ends[0].copy()), SegmentFeature.START
    if along >= 1.0:
        return readonly(ends[1].copy()), SegmentFeature.END
    return readonly(ends[0] + along * edge), SegmentFeature.FACE


def measured(move: RelativeMotion, radius: float, ends: Points) -> WallMeasured:
    """Height and foot of the centre over the wall's line. On the line itself, either side will do."""
    edge = ends[1] - ends[0]
    wall_length = length(edge)
    along = readonly(edge / wall_length)
    normal = left_of(along)
    from_start = move.center - ends[0]
    height = dot(normal, from_start)
    if height < 0.0:
        normal, height = readonly(-normal), -height
    inside = height <= radius + move.tolerance
    return WallMeasured(along, normal, wall_length, height, dot(along, from_start), -dot(normal, move.motion), inside)


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
    """Solve h - t s = R, and look where the centre's foot is then."""
    enter = (wall.height - radius) / wall.towards
    leave = (wall.height + radius) / wall.towards
    foot = wall.foot + enter * dot(wall.along, move.motion)
    if foot < 0.0:
        feature = SegmentFeature.START
    else:
        feature = SegmentFeature.FACE if foot <= wall.wall_length else SegmentFeature.END
    # towards >= height - radius - tolerance was asked before, so entering late is late by rounding at most.
    return SlabCrossed(enter, leave, foot, within(enter, move), feature)


def on_wall(
    move: RelativeMotion, outcome: Outcome, fraction: float, ends: Points, touched: Vector, feature: SegmentFeature
) -> SweptImpact:
    """Contact with the wall; with its face, the normal is the wall's. For a centre that lies on it, up to rounding,
    it is the one that the motion does not run against."""
    if feature is not SegmentFeature.FACE:
        return touching(move, outcome, fraction, touched, feature, inward=inward_of(ends, feature))
    found = touching(move, outcome, fraction, touched, feature)
    across = left_of((ends[1] - ends[0]) / length(ends[1] - ends[0]))
    height = dot(across, touched - move.center)  # at the start: where they meet, the side may be all rounding
    ahead = height if abs(height) > move.tolerance else dot(across, move.motion)
    normal = across if ahead >= 0.0 else readonly(0.0 - across)
    return SweptImpact(outcome, found.fraction, normal, found.point, feature)
