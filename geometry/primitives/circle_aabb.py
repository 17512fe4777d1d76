"""A circle against an axis-aligned box: clamp the centre to the box.

Clamping finds the nearest point of the box only from outside. The nine regions around the box say which part of it
that is: beside a face the face, beyond a corner the corner. From inside, the nearest face decides.

Sources: Collision detection for dummies (clamps from inside too, and divides 0 by 0 there), Shapes and collision
detection (has both cases; its words give a corner the normal of a side, its code does not).
"""

from __future__ import annotations

from enum import Enum

import numpy as np

from geometry.primitives.aabb import aabb_rounding, require_aabb
from geometry.primitives.contact import Contact, PairResult
from geometry.primitives.kinds import center_of
from geometry.record import record
from geometry.shape import Aabb, Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector, length, readonly, unit


class Region(Enum):
    """Where a point lies, seen from a box: beyond which of its faces."""

    BELOW_LEFT = "below left"
    BELOW = "below"
    BELOW_RIGHT = "below right"
    LEFT = "left"
    INSIDE = "inside"  # or on the boundary
    RIGHT = "right"
    ABOVE_LEFT = "above left"
    ABOVE = "above"
    ABOVE_RIGHT = "above right"

    @property
    def is_corner(self) -> bool:
        """Whether a corner of the box is nearest, not a face."""
        return " " in self.value


class BoxFace(Enum):
    """A face of a box, by its outward normal in the box's own axes, in the order of testing."""

    RIGHT = "+x"
    LEFT = "-x"
    ABOVE = "+y"
    BELOW = "-y"

    @property
    def normal(self) -> Vector:
        """Unit, outward, in the box's own axes."""
        x, y = {"+x": (1.0, 0.0), "-x": (-1.0, 0.0), "+y": (0.0, 1.0), "-y": (0.0, -1.0)}[self.value]
        return readonly(np.array((x, y)))


@record
class RegionFound:
    """Which of the nine regions the centre lies in. All in the box's axes."""

    low: Vector  # lowest corner of the box
    high: Vector  # highest corner of the box
    center: Vector  # of the circle
    region: Region  # beyond which faces, by more than rounding


@record
class Clamped:
    """The centre held between low and high, on each axis by itself. All in the box's axes."""

    low: Vector  # lowest corner of the box
    high: Vector  # highest corner of the box
    center: Vector  # of the circle
    closest: Vector  # the centre, clamped: nearest point of the box; the centre itself when it lies inside


@record
class OutsideMeasured:
    """The centre lies outside: from the clamped point to it."""

    region: Region  # one of the eight around the box
    closest: Vector  # nearest point of the box
    offset: Vector  # from the closest point to the centre
    distance: float  # of the centre from the box; positive


@record
class FaceMeasured:
    """The centre lies inside: how deep behind one of the faces."""

    face: BoxFace  # in the box's axes
    depth: float  # of the centre behind the face; 0 on it
    is_best: bool  # whether it is the nearest face so far, by more than rounding
    best: BoxFace  # the nearest face so far, this one included
    best_depth: float  # of the centre behind that face


@record
class RadiusCompared:
    """The centre's signed distance from the box, less the radius."""

    closest: Vector  # point of the box's boundary that is nearest to the centre
    normal: Vector  # unit, from the box to the circle
    distance: float  # of the centre from the box; negative inside
    radius: float  # of the circle
    separation: float  # distance - radius; negative when overlapping


CircleInBoxStep = RegionFound | Clamped | OutsideMeasured | FaceMeasured | RadiusCompared
CircleAabbStep = CircleInBoxStep | PairResult


@steppable
def circle_aabb(box: Aabb, circle: Convex) -> Steps[CircleAabbStep, PairResult]:
    """The contact of an axis-aligned box, A, and a circle, B.

    Tie rule: see `circle_in_box_axes`. Raises ValueError for a shape that is no circle, and for a box whose low lies
    above its high.
    """
    expected = "an Aabb and a circle"
    require_aabb("circle_aabb", expected, box, "the box")
    center = center_of("circle_aabb", expected, circle, "the circle")
    tolerance = max(aabb_rounding(box), rounding(circle))
    contact = yield from circle_in_box_axes.steps(box.low, box.high, center, circle.radius, tolerance)
    result = PairResult.of(contact, tolerance)
    yield result
    return result


@steppable
def circle_in_box_axes(
    low: Vector, high: Vector, center: Vector, radius: float, tolerance: float
) -> Steps[CircleInBoxStep, Contact]:
    """The contact of a circle and the box from `low` to `high`, in the box's own axes: the box is A.

    Tie rule: a centre inside leaves by its nearest face; of equally near ones by the first of +x, -x, +y, -y. A
    centre on the boundary counts as inside: it takes the face's outward normal, at a corner the x face's. Depths
    within rounding tie.
    """
    region = region_of(low, high, center, tolerance)
    yield RegionFound(low, high, center, region)
    closest = readonly(np.clip(center, low, high))
    yield Clamped(low, high, center, closest)
    if region is Region.INSIDE:
        best, best_depth = BoxFace.RIGHT, float("inf")
        for face, depth in _depths(low, high, center):
            is_best = depth < best_depth - tolerance
            if is_best:
                best, best_depth = face, depth
            yield FaceMeasured(face, depth, is_best, best, best_depth)
        normal, distance = best.normal, 0.0 - best_depth
        closest = readonly(center + best_depth * normal)
    else:
        offset = readonly(center - closest)
        distance = length(offset)
        yield OutsideMeasured(region, closest, offset, distance)
        normal = unit(offset)
    separation = distance - radius
    yield RadiusCompared(closest, normal, distance, radius, separation)
    return Contact(readonly(closest + 0.5 * separation * normal), normal, separation)


def region_of(low: Vector, high: Vector, center: Vector, tolerance: float = 0.0) -> Region:
    """The region that a point lies in; on the line of a face, up to `tolerance`, it is not beyond that face."""
    x, y = (center > high + tolerance).astype(int) - (center < low - tolerance)  # -1, 0 or 1 each
    row, column = ("", "above", "below")[y], ("", "right", "left")[x]
    return Region(f"{row} {column}".strip() or "inside")


def _depths(low: Vector, high: Vector, center: Vector) -> tuple[tuple[BoxFace, float], ...]:
    """How deep the centre lies behind each face."""
    (right, above), (left, below) = (high - center).tolist(), (center - low).tolist()
    return ((BoxFace.RIGHT, right), (BoxFace.LEFT, left), (BoxFace.ABOVE, above), (BoxFace.BELOW, below))
