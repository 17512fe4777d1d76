"""Whether one given line has two shapes on different sides, and how far such lines can turn.

Source: Rounding collider corners (its first figure): shapes intersect exactly when no line fits between them.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from geometry.interval import Interval
from geometry.record import record
from geometry.sat.projection import project_on_unit
from geometry.sat.separating_axis import Owner, overlaps
from geometry.sat.separation_curve import gap_angles
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector, dot, left_of, readonly, unit, vector


@record
class SideMeasured:
    """How far one shape reaches to both sides of the line: signed distances, positive in front."""

    owner: Owner  # A or B
    least: float  # signed distance of any of its points
    greatest: float
    normal: Vector  # unit, across the line, from A to B: along it the projections are the further apart


@record
class LineVerdict:
    """Whether the line separates: A behind it and B in front; touching the line is no separation."""

    separates: bool
    room: float  # to the nearer shape; negative: how far a shape reaches to the wrong side, at the most
    normal: Vector


@record
class OnAxis:
    """What the line is a point of, seen along it: the axis across it, with both projections."""

    normal: Vector
    projection_a: Interval  # as signed distances from the line
    projection_b: Interval
    separation: float  # along the normal; the line separates only where it is positive


@record
class LinesCounted:
    """The directions of the normals of all separating lines."""

    gaps: tuple[Interval, ...]  # of angles in [0, pi]; none where no line separates

    @property
    def turn(self) -> float:
        """How far a separating line can be turned, in radians."""
        return sum(each.length for each in self.gaps)


SideStep = SideMeasured | LineVerdict | OnAxis | LinesCounted


@steppable
def line_separates(a: Convex, b: Convex, start: ArrayLike, end: ArrayLike) -> Steps[SideStep, LineVerdict]:
    """Whether the line through `start` and `end` has a strictly on one side and b strictly on the other.

    Raises ValueError when the two points coincide.
    """
    start, end = vector(start, "start"), vector(end, "end")
    across = unit(left_of(end - start), "the line")
    ways = []
    for n in (across, readonly(-across)):
        on_a, on_b = (_seen_from(project_on_unit(shape, n), dot(start, n)) for shape in (a, b))
        ways.append((on_b.low - on_a.high, min(-on_a.high, on_b.low), n, on_a, on_b))
    s, room, n, on_a, on_b = max(ways, key=lambda way: way[:2])
    yield SideMeasured(Owner.A, on_a.low, on_a.high, n)
    yield SideMeasured(Owner.B, on_b.low, on_b.high, n)
    verdict = LineVerdict(room > rounding(a, b), room, n)
    yield verdict
    yield OnAxis(n, on_a, on_b, s)
    yield LinesCounted(gap_angles(a, b) if not overlaps(a, b) else ())
    return verdict


def _seen_from(projection: Interval, place: float) -> Interval:
    return Interval(projection.low - place, projection.high - place)
