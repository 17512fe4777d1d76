"""The separating axis test for any two Convex shapes, rounded ones and circles included.

For a unit direction n the separation along it is

    s(n) = min over B of (x . n) - max over A of (x . n)

positive when a line across n fits between A and B. Its greatest value over all n is the signed distance: positive
apart, negative overlapping. It is reached at an edge normal of A or of B, or, for shapes that are apart, at
the direction between their closest points; so only these candidates need testing. For sharp polygons the edge
normals alone decide *whether* there is a gap; corners that are rounded can face each other across a gap that
no edge normal sees, as can the ends of two segments on one line, and need the closest-point axis too.

Sources: SAT explained (axis by axis, both projections, early out), Rounding collider corners (the extra axis).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.feature import FeatureRef
from geometry.guards import require_pair
from geometry.interval import Interval, IntervalField
from geometry.outcome import Outcome
from geometry.record import VectorField, XYField, record
from geometry.sat.axis_tests import AxisTests, MadeTestsField, TestsField
from geometry.sat.closest_points import ClosestPoints, closest_points
from geometry.sat.facing import FacingField, facing_edge, place
from geometry.sat.glance import glance
from geometry.sat.projection import project_on_unit
from geometry.sat.support import ends_along
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import rounding, skipping
from geometry.trace import Steps, steppable
from geometry.vector import Vector, unit, unit_xy, xy_of


class Owner(Enum):
    """Which feature offers an axis."""

    A = "A"  # an edge of A
    B = "B"  # an edge of B
    CLOSEST = "closest"  # the line between the closest points of the two cores
    ANY = "any"  # two coincident centres: every direction is as good, (1, 0) is taken

    __hash__ = object.__hash__  # members are single; tables look them up often, and Enum's own is slow


_A, _OF_B = Owner.A, Owner.B  # in loops: looking a member up takes Python 3.11 longer than a dot product
_SEPARATED, _OVERLAPPED = Outcome.SEPARATED, Outcome.OVERLAPPED


@record
class Axis:
    """A candidate: a unit direction and the feature that offers it."""

    direction: VectorField  # unit; the outward normal of an edge, from A to B for the others
    owner: Owner
    edge: int | None = None  # index of the edge, None when no edge owns the axis
    closest: ClosestPoints | None = None  # of the cores, for Owner.CLOSEST
    direction_xy = XYField("direction")

    def __str__(self) -> str:
        if self.edge is not None:
            return f"edge {self.edge} of {self.owner.value}"
        return "closest points" if self.owner is Owner.CLOSEST else "any direction"


@record
class AxisTested:
    """Both projections on one axis, and the best axis so far."""

    axis: Axis
    projection_a: IntervalField
    projection_b: IntervalField
    normal: VectorField  # the axis turned so that moving B along it parts the projections soonest: from A to B
    separation: float  # along normal; negative when the projections overlap, 0 when they touch
    best: AxisTested | None  # the axis of greatest separation before this one
    is_best: bool  # whether this one takes its place
    tolerance: float  # a separation this near to 0 cannot be told from touching
    facing: FacingField  # the edge that faces the other shape along normal, None where none does: see `facing_edge`

    normal_xy = XYField("normal")

    def __str__(self) -> str:
        return f"{self.axis}: {self.separation:.6g}"

    @property
    def best_so_far(self) -> AxisTested:
        return self if self.is_best or self.best is None else self.best

    @property
    def is_turned(self) -> bool:
        """Whether `normal` is the opposite of the axis as it is offered: an edge that offers it faces away then."""
        return self.normal_xy != self.axis.direction_xy

    @property
    def faces_away(self) -> bool:
        """Whether the edge that offers the axis looks away from the other shape, or there is no such edge."""
        return self.axis.edge is None or self.is_turned != (self.axis.owner is _OF_B)

    @property
    def is_gap(self) -> bool:
        return self.separation > self.tolerance

    @property
    def is_touching(self) -> bool:
        return abs(self.separation) <= self.tolerance

    @property
    def between(self) -> Interval:
        """The gap, or the overlap along the shorter way out, as a piece of the axis."""
        a, b = self.projection_a, self.projection_b
        ends = (b.high, a.low) if self.is_turned else (a.high, b.low)
        return Interval(min(ends), max(ends))


@record
class AxisSkipped:
    """A candidate parallel to one already tested: it would give the same projections."""

    axis: Axis
    same_as: Axis
    best: AxisTested

    @property
    def best_so_far(self) -> AxisTested:
        return self.best


@record
class SeparatingAxis:
    """The answer: whether there is a gap, and the axis of greatest separation among those tested.

    When the shapes overlap every candidate was tested, so `separation` is minus the penetration depth. When
    they are apart it is the gap on the axis that proves it: at most their distance.
    """

    outcome: Outcome  # SEPARATED or OVERLAPPED; touching is OVERLAPPED
    best: AxisTested
    tests: TestsField  # in the order of testing

    made_tests = MadeTestsField("tests")

    __repr__ = summary

    @property
    def normal(self) -> Vector:
        """Unit, from A to B."""
        return self.best.normal

    @property
    def separation(self) -> float:
        """Along `normal`, signed."""
        return self.best.separation

    @property
    def facing(self) -> FeatureRef | None:
        """The edge that faces the other shape along `normal`, a contact's reference edge; None where no edge does."""
        return self.best.facing


@record
class Decided:
    """The verdict, one step before it is returned."""

    found: SeparatingAxis
    untested: tuple[Axis, ...]  # edges that the early out spared

    @property
    def best_so_far(self) -> AxisTested:
        return self.found.best


AxisStep = AxisTested | AxisSkipped | Decided


@steppable
def separating_axis(a: Convex, b: Convex, *, early_out: bool = True) -> Steps[AxisStep, SeparatingAxis]:
    """Look for an axis on which the projections of a and b leave a gap.

    Edge normals of A in order, then of B, then the closest-point axis. With `early_out` the first gap ends
    the search; without it every axis is tested, the closest-point axis always among them, and `separation`
    is the signed distance. Tie rule: an axis takes the best one's place where it is better by more than
    rounding, or as good and the edge that faces along its normal comes first (A's in order, then B's).
    Where both ways along an axis are equally short, the edge's owner stays behind it.
    """
    require_pair("separating_axis", a, b)
    tests = AxisTests(cast_on, a, b)
    way_x, way_y, radii = glance(a, b)
    best: AxisTested | None = None
    offered = a.once(_axes, _A) + b.once(_axes, _OF_B)
    for axis in chain(offered, _closest_axis(a, b, tests)):
        twin = tests.twin(axis)
        if twin is not None and best is not None:
            yield AxisSkipped(axis, twin, best)
            continue
        tests.axes.append(axis)
        yield tests.last(best)
        x, y = axis.direction_xy
        if best is not None and abs(way_x * x + way_y * y) < best.separation + radii:
            continue  # neither better nor as good
        tested = tests.last(best)
        if tested.is_best:
            best = tested
        if early_out and tested.separation > tested.tolerance:
            break
    assert best is not None  # there is always a candidate: coincident points offer Owner.ANY
    outcome = _SEPARATED if best.is_gap else _OVERLAPPED
    found = SeparatingAxis(outcome, best, tests)
    yield Decided(found, _spared(offered, tests) if early_out and best.is_gap else ())
    return found


def _spared(offered: tuple[Axis, ...], tests: AxisTests) -> tuple[Axis, ...]:
    return tuple(each for each in offered if tests.twin(each) is None)


def cast_on(a: Convex, b: Convex, axis: Axis, best: AxisTested | None = None) -> AxisTested:
    """Project both shapes on one axis and compare with the best axis so far."""
    x, y = axis.direction_xy
    low_a, high_a = ends_along(a, x, y)
    low_b, high_b = ends_along(b, x, y)
    tie = rounding(a, b) if best is None else best.tolerance
    onward, backward = low_b - high_a, low_a - high_b
    # On a tie the edge's owner stays behind its edge: A's normals point away from A, B's away from B.
    turned = onward <= backward + tie if axis.owner is _OF_B else onward < backward - tie
    separation, x, y = (backward, -x, -y) if turned else (onward, x, y)
    is_best = best is None or separation > best.separation + tie
    # As good: the first facing edge counts. One that offers its axis itself was tested before all that come after it.
    if best is not None and not is_best and separation >= best.separation - tie and best.faces_away:
        is_best = place(facing_edge(a, b, x, y)) < place(best.facing)
    return AxisTested(axis, (low_a, high_a), (low_b, high_b), (x, y), separation, best, is_best, tie, (a, b, x, y))


@record
class ProjectionOf:
    """One shape's projection on the axis in question."""

    owner: Owner  # A or B
    projection: Interval


@steppable
def projections_along(a: Convex, b: Convex, direction: ArrayLike) -> Steps[ProjectionOf | AxisTested, AxisTested]:
    """Both projections on the axis through the origin along `direction` (not 0), then what is between them."""
    axis = Axis(xy_of(unit(direction)), Owner.ANY)
    yield ProjectionOf(Owner.A, project_on_unit(a, axis.direction))
    yield ProjectionOf(Owner.B, project_on_unit(b, axis.direction))
    tested = cast_on(a, b, axis)
    yield tested
    return tested


def separation_along(a: Convex, b: Convex, angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """The separation on each axis at an angle (radians, shape (n,)): the curve whose greatest value is the signed
    distance. Every projection at once; `cast_on` is the same for one axis."""
    directions = np.stack((np.cos(angles), np.sin(angles)))
    along_a, along_b = a.points @ directions, b.points @ directions
    onward = along_b.min(axis=0) - along_a.max(axis=0)
    backward = along_a.min(axis=0) - along_b.max(axis=0)
    return np.asarray(np.maximum(onward, backward) - a.radius - b.radius)


def edge_axes(a: Convex, b: Convex) -> tuple[Axis, ...]:
    """The axes that edges offer: A's normals in order, then B's (none from a circle)."""
    require_pair("edge_axes", a, b)
    return a.once(_axes, Owner.A) + b.once(_axes, Owner.B)


def _axes(shape: Convex, owner: Owner) -> tuple[Axis, ...]:
    return tuple(Axis(normal, owner, i) for i, normal in enumerate(shape.normals_xy))


def overlaps(a: Convex, b: Convex) -> bool:
    """Whether a and b touch or overlap."""
    return separating_axis(a, b).outcome is _OVERLAPPED


def separation(a: Convex, b: Convex) -> float:
    """Signed distance of the boundaries: the gap when apart, minus the penetration depth when overlapping."""
    return separating_axis(a, b, early_out=False).separation


def _closest_axis(a: Convex, b: Convex, tests: AxisTests) -> Iterator[Axis]:
    """The closest-point axis, where it can matter: judged when all edges' axes are tested."""
    # Where every edge normal sees the cores overlap, they do, and no line joins closest points. But cores on one line
    # overlap by exactly 0 on their only normal, or by a little more as rounding has it: only a clear overlap decides.
    some = tests.made.values()  # the greatest among them
    if some and max([t.separation for t in some]) + a.radius + b.radius < -rounding(a, b) - skipping(a, b):
        return
    pair = closest_points(a, b)
    (ax, ay), (bx, by) = pair.on_a_xy, pair.on_b_xy
    if math.hypot(bx - ax, by - ay) > (rounding(a, b) if some else 0.0):  # a shorter line's direction is noise
        yield Axis(unit_xy(bx - ax, by - ay), Owner.CLOSEST, closest=pair)
    elif not some:
        yield Axis((1.0, 0.0), Owner.ANY)
