"""Whether one given line has two shapes on different sides.

Source: Rounding collider corners (its first figure): shapes intersect exactly when no line fits between them.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from geometry.record import record
from geometry.sat.projection import project_on_unit
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector, dot, left_of, unit, vector


@record
class SideMeasured:
    """How far one shape reaches to either side of the line: signed distances, positive on the left."""

    owner: Owner  # A or B
    right: float  # the least signed distance of any of its points
    left: float  # the greatest


@record
class LineVerdict:
    """Whether the line separates, and by how much."""

    separates: bool  # touching the line is no separation
    room: float  # to the nearer shape; negative: how much would have to change sides, at the least
    normal: Vector  # unit, to the left of the line: the axis across it


SideStep = SideMeasured | LineVerdict


@steppable
def line_separates(a: Convex, b: Convex, start: ArrayLike, end: ArrayLike) -> Steps[SideStep, LineVerdict]:
    """Whether the line through `start` and `end` has a strictly on one side and b strictly on the other.

    Raises ValueError when the two points coincide.
    """
    start, end = vector(start, "start"), vector(end, "end")
    n = unit(left_of(end - start), "the line")
    offset = dot(start, n)
    sides = []
    for shape, owner in ((a, Owner.A), (b, Owner.B)):
        projection = project_on_unit(shape, n)
        side = SideMeasured(owner, projection.low - offset, projection.high - offset)
        sides.append(side)
        yield side
    of_a, of_b = sides
    # A right and B left of the line, or the other way round: the better of the two.
    room = max(min(-of_a.left, of_b.right), min(of_a.right, -of_b.left))
    verdict = LineVerdict(room > rounding(a, b), room, n)
    yield verdict
    return verdict
