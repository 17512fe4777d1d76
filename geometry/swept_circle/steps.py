"""What the swept routines share: their answer, the relative motion, and the length that rounding can explain."""

from __future__ import annotations

import math
from enum import Enum
from itertools import chain

from geometry.cone import held
from geometry.outcome import Miss, Outcome
from geometry.record import OptionalVectorField, OptionalXYField, VectorField, XYField, record
from geometry.summary import summary
from geometry.tolerance import ROUNDING
from geometry.vector import SMALLEST_LENGTH, XY, number


class SegmentFeature(Enum):
    """The part of a segment that is met."""

    START = "start"  # the cap around its first end
    FACE = "face"  # between the ends
    END = "end"  # the cap around its second end


@record
class SweptImpact:
    """The answer of a swept routine, and its last step.

    OVERLAPPED: touching or deeper at the start already, whatever the motion. HIT: the first touch. SEPARATED: no
    contact in the whole interval, and `miss` says why.
    """

    outcome: Outcome  # OVERLAPPED, HIT or SEPARATED
    fraction: float  # of both motions: 0 when OVERLAPPED, in [0, 1] at a HIT, 1 when SEPARATED
    normal: OptionalVectorField  # unit, from A (what is swept) to B; None when SEPARATED
    point: OptionalVectorField  # world: the point of B that is touched, at that fraction; None when SEPARATED
    feature: SegmentFeature | None = None  # of the segment that is touched, where there is one
    miss: Miss | None = None  # why SEPARATED

    point_xy = OptionalXYField("point")

    __repr__ = summary


@record
class RelativeMotion:
    """B held still: where A's centre is, and how it moves."""

    center: VectorField  # of A at fraction 0, world
    motion_a: VectorField  # displacement of A over the interval
    motion_b: VectorField  # displacement of B over the interval
    motion: VectorField  # motion_a - motion_b: how A moves as seen from B
    distance: float  # |motion|
    tolerance: float  # a gap this near to 0 cannot be told from touching

    center_xy = XYField("center")
    motion_b_xy = XYField("motion_b")
    motion_xy = XYField("motion")


@record
class StartMeasured:
    """The gap at fraction 0, before anything moves."""

    nearest: VectorField  # the point of B nearest to A's centre, at fraction 0
    radius: float  # at which they touch: of the circle, or of both together
    separation: float  # |nearest - center| - radius; negative when overlapping
    overlapped: bool  # touching, up to rounding, or deeper
    cap: SegmentFeature | None = None  # the end of a segment that alone is asked here; None for the whole of B


@record
class Approached:
    """How much of the gap the motion closes: along the line to the nearest point, and at most altogether."""

    closing: float  # motion . direction to the nearest point of B; 0 or less: receding
    separation: float  # at fraction 0
    distance: float  # |motion|: the gap closes by no more than this
    miss: Miss | None  # what this decides, if anything
    cap: SegmentFeature | None = None  # the end of a segment that alone is asked here; None for the whole of B


def relative(center: XY, radius: float, motion_a: XY, motion_b: XY, others: tuple[XY, ...]) -> RelativeMotion:
    """The motion of A as seen from B, and the rounding of everything that took part."""
    u, v = motion_a[0] - motion_b[0], motion_a[1] - motion_b[1]
    largest = max(map(abs, chain(center, motion_a, motion_b, (radius,), *others)))
    distance = math.hypot(u, v)
    if distance <= SMALLEST_LENGTH:  # its square would underflow
        u = v = distance = 0.0
    rounding = max(ROUNDING * largest, SMALLEST_LENGTH)  # below it no square can be divided by
    return RelativeMotion(center, motion_a, motion_b, (u, v), distance, rounding)


def not_negative(value: float, name: str) -> float:
    """A checked radius. Raises ValueError below 0."""
    checked = number(value, name)
    if checked < 0.0:
        raise ValueError(f"{name} must be >= 0, not {checked:g}")
    return checked


def apart(miss: Miss) -> SweptImpact:
    """No contact in the interval."""
    return SweptImpact(_SEPARATED, 1.0, None, None, None, miss)


_SEPARATED = Outcome.SEPARATED  # looking a member up takes Python 3.11 long


def within(fraction: float, move: RelativeMotion) -> bool:
    """Whether a fraction lies within the interval, up to the rounding of the place that it stands for."""
    return (fraction - 1.0) * move.distance <= move.tolerance


def touching(
    move: RelativeMotion,
    outcome: Outcome,
    fraction: float,
    touched: XY,
    feature: SegmentFeature | None = None,
    radius_b: float = 0.0,
    inward: XY | None = None,
) -> SweptImpact:
    """Contact at a fraction with a point of B, given as it lies at fraction 0, or with a circle around it.

    The normal runs from A's centre to that point; for a centre that lies on it, along the motion; for no motion
    either, (1, 0). `inward`: of a segment's end, the unit direction to the other end. All of the segment lies on that
    side, so the normal is held to it.
    """
    t, (px, py) = min(max(fraction, 0.0), 1.0), touched
    (x, y), (u, v), (bu, bv) = move.center_xy, move.motion_xy, move.motion_b_xy
    wx, wy = px - (x + t * u), py - (y + t * v)
    size = math.hypot(wx, wy)
    if size <= move.tolerance:
        wx, wy = (u, v) if move.distance > 0.0 else (1.0, 0.0)
        size = math.hypot(wx, wy)
    nx, ny = wx / size, wy / size
    if inward is not None:
        ix, iy = inward
        nx, ny = held((nx, ny), (iy, -ix), (-iy, ix))
    return SweptImpact(outcome, t, (nx, ny), (px + t * bu - radius_b * nx, py + t * bv - radius_b * ny), feature)
