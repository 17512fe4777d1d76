"""A circle against an axis-aligned box: clamp the centre to the box.

Clamping finds the nearest point of the box only from outside. The nine regions around the box say which part of it
that is: beside a face the face, beyond a corner the corner. From inside, the nearest face decides.

Sources: Collision detection for dummies (clamps from inside too, and divides 0 by 0 there), Shapes and collision
detection (has both cases; its words give a corner the normal of a side, its code does not).
"""

from __future__ import annotations

import math
from enum import Enum

from geometry.primitives.aabb import aabb_rounding, require_aabb
from geometry.primitives.contact import Contact, PairResult
from geometry.primitives.kinds import center_of
from geometry.record import VectorField, XYField, record
from geometry.shape import Aabb, Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import XY, Vector, array_of, unit_xy, xy_of


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
        return array_of(*self.normal_xy)

    @property
    def normal_xy(self) -> XY:
        """The normal as plain numbers."""
        return {"+x": (1.0, 0.0), "-x": (-1.0, 0.0), "+y": (0.0, 1.0), "-y": (0.0, -1.0)}[self.value]


@record
class RegionFound:
    """Which of the nine regions the centre lies in. All in the box's axes."""

    low: VectorField  # lowest corner of the box
    high: VectorField  # highest corner of the box
    center: VectorField  # of the circle
    region: Region  # beyond which faces, by more than rounding


@record
class Clamped:
    """The centre held between low and high, on each axis by itself. All in the box's axes."""

    low: VectorField  # lowest corner of the box
    high: VectorField  # highest corner of the box
    center: VectorField  # of the circle
    closest: VectorField  # the centre, clamped: nearest point of the box; the centre itself when it lies inside

    low_xy = XYField("low")
    high_xy = XYField("high")
    center_xy = XYField("center")


@record
class OutsideMeasured:
    """The centre lies outside: from the clamped point to it."""

    region: Region  # one of the eight around the box
    closest: VectorField  # nearest point of the box
    offset: VectorField  # from the closest point to the centre
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

    closest: VectorField  # point of the box's boundary that is nearest to the centre
    normal: VectorField  # unit, from the box to the circle
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
    low, high = xy_of(box.low), xy_of(box.high)
    contact = yield from circle_in_box_axes.steps(low, high, center, circle.radius, tolerance)
    result = PairResult.of(contact, tolerance)
    yield result
    return result


@steppable
def circle_in_box_axes(
    low: XY, high: XY, center: XY, radius: float, tolerance: float
) -> Steps[CircleInBoxStep, Contact]:
    """The contact of a circle and the box from `low` to `high`, in the box's own axes: the box is A.

    Tie rule: a centre inside leaves by its nearest face; of equally near ones by the first of +x, -x, +y, -y. A
    centre on the boundary counts as inside: it takes the face's outward normal, at a corner the x face's. Depths
    within rounding tie.
    """
    region = region_of(low, high, center, tolerance)
    yield RegionFound(low, high, center, region)
    (left, below), (right, above), (x, y) = low, high, center
    px, py = min(max(x, left), right), min(max(y, below), above)
    yield Clamped(low, high, center, (px, py))
    if region is _INSIDE:
        best, best_depth = BoxFace.RIGHT, math.inf
        for face, depth in zip(_FACES, (right - x, x - left, above - y, y - below), strict=True):
            is_best = depth < best_depth - tolerance
            if is_best:
                best, best_depth = face, depth
            yield FaceMeasured(face, depth, is_best, best, best_depth)
        (nx, ny), distance = best.normal_xy, 0.0 - best_depth
        px, py = x + best_depth * nx, y + best_depth * ny
    else:
        dx, dy = x - px, y - py
        distance = math.hypot(dx, dy)
        yield OutsideMeasured(region, (px, py), (dx, dy), distance)
        nx, ny = unit_xy(dx, dy)
    separation = distance - radius
    yield RadiusCompared((px, py), (nx, ny), distance, radius, separation)
    return Contact((px + 0.5 * separation * nx, py + 0.5 * separation * ny), (nx, ny), separation)


def region_of(low: XY, high: XY, center: XY, tolerance: float = 0.0) -> Region:
    """The region that a point lies in; on the line of a face, up to `tolerance`, it is not beyond that face."""
    (left, below), (right, above), (x, y) = low, high, center
    column = 2 if x > right + tolerance else 0 if x < left - tolerance else 1
    row = 2 if y > above + tolerance else 0 if y < below - tolerance else 1
    return _REGIONS[3 * row + column]


_INSIDE = Region.INSIDE
_REGIONS = tuple(Region)  # row by row, from below left
_FACES = tuple(BoxFace)
