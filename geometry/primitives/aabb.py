"""Axis-aligned boxes: built around a shape, joined, and compared axis by axis.

Source: Collision detection for dummies (`BuildAABB`, `CombineAABBs`, overlap by axes).
"""

from __future__ import annotations

import numpy as np

from geometry.guards import require_convex, require_pair
from geometry.interval import Interval
from geometry.outcome import Outcome
from geometry.record import record
from geometry.sat.separating_axis import Owner
from geometry.shape import Aabb, Convex
from geometry.summary import summary
from geometry.tolerance import ROUNDING
from geometry.trace import Steps, steppable
from geometry.vector import Vector, readonly, xy_of


@record
class VertexTaken:
    """One vertex of the core, and the box around all the vertices so far."""

    index: int  # of the vertex
    vertex: Vector  # world
    low: Vector  # lowest x and lowest y so far
    high: Vector  # highest x and highest y so far
    grew: bool  # whether this vertex lay outside the box so far
    owner: Owner  # whose box it is; A where there is only one


@record
class RadiusAdded:
    """The core's box, moved out by the radius on all four sides."""

    radius: float  # of the shape; 0 for a sharp one
    low: Vector  # lowest corner, world
    high: Vector  # highest corner, world
    owner: Owner  # whose box it is


@record
class Enclosed:
    """The box around one shape, as that shape is turned now."""

    owner: Owner  # whose box it is
    box: Aabb  # world


@record
class LowJoined:
    """The lower of the two boxes, on each axis by itself."""

    low: Vector  # lowest corner of both, world


@record
class HighJoined:
    """The higher of the two boxes, on each axis by itself."""

    low: Vector  # lowest corner of both, world
    high: Vector  # highest corner of both, world


@record
class SidesCompared:
    """One axis: the sides of both boxes as intervals of it."""

    axis: int  # 0 for x, 1 for y
    side_a: Interval  # of A on this axis
    side_b: Interval  # of B on this axis
    normal: Vector  # unit, along the axis; moving B along it parts the sides soonest
    separation: float  # of the sides along normal; negative when they overlap, 0 when they touch
    is_best: bool  # whether it is the greatest so far, by more than rounding
    tolerance: float  # a separation this near to 0 cannot be told from touching

    @property
    def is_gap(self) -> bool:
        return self.separation > self.tolerance

    @property
    def between(self) -> Interval:
        """The gap, or the overlap along the shorter way out, as a piece of the axis."""
        is_onward = self.normal[self.axis] > 0.0
        near, far = (self.side_a.high, self.side_b.low) if is_onward else (self.side_b.high, self.side_a.low)
        return Interval(min(near, far), max(near, far))


@record
class AabbOverlap:
    """Whether two boxes meet, by the axis of greatest separation; the last step too.

    Overlapping, `separation` is minus the depth. Apart, it is the widest gap along an axis: their distance, except
    corner to corner, where it is less.
    """

    outcome: Outcome  # SEPARATED or OVERLAPPED; touching is OVERLAPPED
    axis: int  # 0 for x, 1 for y: the axis of greatest separation
    normal: Vector  # unit, along that axis, from A to B
    separation: float  # along normal; the greatest over both axes
    tolerance: float  # a separation this near to 0 cannot be told from touching

    __repr__ = summary


@record
class AabbPair:
    """The boxes around two shapes, the box around both, and whether the two meet."""

    box_a: Aabb  # around A
    box_b: Aabb  # around B
    joined: Aabb  # around both
    overlap: AabbOverlap  # of the boxes: shapes whose boxes overlap may be apart


AabbStep = VertexTaken | RadiusAdded | Enclosed
JoinStep = LowJoined | HighJoined | Aabb
OverlapStep = SidesCompared | AabbOverlap
AabbPairStep = AabbStep | JoinStep | OverlapStep


@steppable
def aabb_around(shape: Convex, *, owner: Owner = Owner.A) -> Steps[AabbStep, Aabb]:
    """The box around a shape: lowest and highest vertex on each axis, then the radius on all sides.

    It belongs to the shape as it is turned now: a turned shape needs another. `owner` only goes into the steps.
    """
    require_convex("aabb_around", "a Convex", shape, "the shape")
    low = high = shape.points[0]
    for index, vertex in enumerate(shape.points):
        grew = index == 0 or bool((vertex < low).any() or (vertex > high).any())
        low, high = readonly(np.minimum(low, vertex)), readonly(np.maximum(high, vertex))
        yield VertexTaken(index, readonly(vertex), low, high, grew, owner)
    low, high = readonly(low - shape.radius), readonly(high + shape.radius)
    yield RadiusAdded(shape.radius, low, high, owner)
    around = Aabb(low, high)
    yield Enclosed(owner, around)
    return around


@steppable
def aabb_joined(a: Aabb, b: Aabb) -> Steps[JoinStep, Aabb]:
    """The smallest box around two boxes: the lower of their lows and the higher of their highs, axis by axis."""
    require_aabb("aabb_joined", "two Aabb", a, "A")
    require_aabb("aabb_joined", "two Aabb", b, "B")
    low = readonly(np.minimum(a.low, b.low))
    yield LowJoined(low)
    high = readonly(np.maximum(a.high, b.high))
    yield HighJoined(low, high)
    around = Aabb(low, high)
    yield around
    return around


@steppable
def aabb_overlap(a: Aabb, b: Aabb) -> Steps[OverlapStep, AabbOverlap]:
    """Compare two boxes on x, then on y: a gap on either axis parts them, and touching sides are no gap.

    Both axes are compared even after a gap, so that `separation` is the greater of the two. Tie rules: x, unless
    y is better by more than rounding; along one axis, where both ways are equally short, the positive way.
    """
    require_aabb("aabb_overlap", "two Aabb", a, "A")
    require_aabb("aabb_overlap", "two Aabb", b, "B")
    tolerance = aabb_rounding(a, b)
    best: SidesCompared | None = None
    for axis in (0, 1):
        side_a = Interval(float(a.low[axis]), float(a.high[axis]))
        side_b = Interval(float(b.low[axis]), float(b.high[axis]))
        onward, backward = side_b.low - side_a.high, side_a.low - side_b.high
        turned = backward > onward + tolerance
        normal = readonly((-1.0 if turned else 1.0) * np.eye(2)[axis] + 0.0)
        separation = backward if turned else onward
        is_best = best is None or separation > best.separation + tolerance
        compared = SidesCompared(axis, side_a, side_b, normal, separation, is_best, tolerance)
        yield compared
        best = compared if is_best or best is None else best
    assert best is not None
    outcome = Outcome.SEPARATED if best.is_gap else Outcome.OVERLAPPED
    found = AabbOverlap(outcome, best.axis, best.normal, best.separation, tolerance)
    yield found
    return found


@steppable
def aabb_pair(a: Convex, b: Convex) -> Steps[AabbPairStep, AabbPair]:
    """The boxes around two shapes, the box around both, and the two compared axis by axis.

    Boxes that are apart prove the shapes apart; boxes that overlap prove nothing.
    """
    require_pair("aabb_pair", a, b)
    box_a = yield from aabb_around.steps(a, owner=Owner.A)
    box_b = yield from aabb_around.steps(b, owner=Owner.B)
    joined = yield from aabb_joined.steps(box_a, box_b)
    overlap = yield from aabb_overlap.steps(box_a, box_b)
    return AabbPair(box_a, box_b, joined, overlap)


def aabb_rounding(*boxes: Aabb) -> float:
    """The length below which a separation between these boxes cannot be told from 0 (touching)."""
    return ROUNDING * max([max(map(abs, xy_of(box.low) + xy_of(box.high))) for box in boxes])


def require_aabb(routine: str, expected: str, box: Aabb, name: str) -> None:
    """Raises ValueError for anything but an `Aabb`."""
    if not isinstance(box, Aabb):
        raise ValueError(f"{routine} takes {expected}; {name} is no Aabb but of type {type(box).__name__}")
