"""Separation as a function of the axis' direction: why edge normals are enough for polygons.

    s(θ) = max(min_B - max_A, min_A - max_B)     along (cos θ, sin θ)

repeats after half a turn, as an axis and its opposite give the same two intervals with the signs changed. Between two
kinks it is the component of one difference of vertices along the axis, a sinusoid: where that is negative it is
convex, so its tops lie at kinks. A kink is where a support vertex changes: at the normal of an edge that faces the
other shape. Only for shapes that are apart may the greatest separation lie between two kinks: corner against corner.

Source: SAT explained (which tests edge normals and does not say why).
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from geometry.feature import FeatureKind, FeatureRef
from geometry.interval import Interval
from geometry.record import record
from geometry.sat.projection import project_on_unit
from geometry.sat.separating_axis import Owner, separating_axis
from geometry.sat.support import ends_along, furthest
from geometry.shape import Convex
from geometry.tolerance import PARALLEL, rounding
from geometry.trace import Steps, steppable
from geometry.vector import XY, Vector, unit

_LOOKS = 60
_ROUNDING = 1e-15  # radians


@record
class ByHand:
    """The separation along one axis that was chosen freely."""

    direction: Vector  # unit
    angle: float  # radians, in [0, pi)
    projection_a: Interval
    projection_b: Interval
    separation: float


@record
class EveryDirection:
    """The whole curve: where it is positive, and its top."""

    gaps: tuple[Interval, ...]  # of angles (radians), where a gap shows; one across 0 is told in two parts
    greatest: float
    angle: float  # radians, in [0, pi), of the greatest separation

    @property
    def width(self) -> float:
        """The angles that show a gap, together, in radians."""
        return sum(gap.length for gap in self.gaps)


@record
class AtEdge:
    """The separation along an edge's normal."""

    edge: FeatureRef
    angle: float  # radians, in [0, pi)
    separation: float
    faces: bool  # whether the edge faces the other shape: there the curve has a kink


@record
class BetweenKinks:
    """Why the tops of a negative curve lie at kinks: from one kink to the next the same two vertices decide, and the
    separation is the component of their difference along the axis, a piece of a cosine."""

    angle: float  # radians, in [0, pi), of the axis that was chosen freely
    vertex_a: int
    vertex_b: int
    difference: Vector  # from the one that ends the first projection to the one that begins the other
    separation: float  # the component of `difference` along the axis, less both radii


@record
class BestAxis:
    """The greatest separation of all: the signed distance."""

    angle: float  # radians, in [0, pi)
    separation: float
    edge: FeatureRef | None  # the facing edge that offers the axis; None where it lies between edge normals
    is_touching: bool


CurveStep = ByHand | EveryDirection | AtEdge | BetweenKinks | BestAxis


@steppable
def separation_curve(a: Convex, b: Convex, direction: ArrayLike) -> Steps[CurveStep, BestAxis]:
    """The separation along `direction` (any length but 0), along every direction, at every edge normal, what it is
    between those, and the best.

    Raises ValueError for a direction without length.
    """
    chosen = by_hand(a, b, unit(direction))
    yield chosen
    found = separating_axis(a, b, early_out=False).best
    top = angle_of(found.normal)
    yield EveryDirection(gap_angles(a, b, top), found.separation, top)
    samples = _at_edges(a, b)
    yield from samples
    yield between_kinks(a, b, chosen.angle)
    near = rounding(a, b)
    edges = [each for each in samples if each.faces and each.separation >= found.separation - near]
    owned = found.axis.owner in (Owner.A, Owner.B)
    best = BestAxis(top, found.separation, edges[0].edge if owned and edges else None, abs(found.separation) <= near)
    yield best
    return best


def _at_edges(a: Convex, b: Convex) -> list[AtEdge]:
    """Every edge normal of A, then of B. An edge that faces away is left out where a parallel one faces: the axis is
    the same, and the kink belongs to that edge."""
    found = []
    for owner, shape, other in (("A", a, b), ("B", b, a)):
        for i, n in enumerate(shape.normals_xy):
            (low, high), (first, last) = ends_along(shape, *n), ends_along(other, *n)
            ahead, behind = first - high, low - last
            edge = FeatureRef(owner, FeatureKind.EDGE, i)
            found.append(AtEdge(edge, angle_of(n), max(ahead, behind), ahead >= behind))
    return [each for each in found if each.faces or not any(_same_axis(each, f) for f in found if f.faces)]


def _same_axis(first: AtEdge, second: AtEdge) -> bool:
    return abs(math.remainder(first.angle - second.angle, math.pi)) <= PARALLEL


def by_hand(a: Convex, b: Convex, direction: Vector) -> ByHand:
    """Both projections on one axis (a unit vector), and their separation."""
    on_a, on_b = project_on_unit(a, direction), project_on_unit(b, direction)
    return ByHand(direction, angle_of(direction), on_a, on_b, on_a.separation(on_b))


def between_kinks(a: Convex, b: Convex, angle: float) -> BetweenKinks:
    """The two vertices that decide the separation along the axis at an angle."""
    x, y = math.cos(angle), math.sin(angle)
    found = []
    for sign in (1.0, -1.0):  # A first along the axis, or B first
        i, far = furthest(a, sign * x, sign * y)
        j, near = furthest(b, -sign * x, -sign * y)
        found.append((-near - far, i, j, sign * (b.points[j] - a.points[i])))
    s, i, j, difference = max(found, key=lambda each: each[0])
    return BetweenKinks(angle, i, j, difference, s - a.radius - b.radius)


def angle_of(direction: Vector | XY) -> float:
    """The angle of an axis in [0, pi): it and its opposite are one."""
    angle = math.atan2(float(direction[1]), float(direction[0])) % math.pi
    return 0.0 if angle >= math.pi else angle


def gap_angles(a: Convex, b: Convex, top: float | None = None) -> tuple[Interval, ...]:
    """The angles in [0, pi] where the curve is positive: between its roots, found to rounding. `top`: the angle of
    its greatest value, where the caller knows it.

    Directions that separate two convex shapes are one interval of half a turn, about that angle. It ends before the
    axis on which both middles have the same projection, inside those of both shapes: the roots lie on both sides of
    the top, up to there.
    """
    if top is None:
        top = angle_of(separating_axis(a, b, early_out=False).best.normal)
    if _at(a, b, top) <= rounding(a, b):
        return ()
    (ax, ay), (bx, by) = _middle(a), _middle(b)
    level = math.atan2(by - ay, bx - ax) + math.pi / 2.0
    start = top - (top - level) % math.pi
    low = _root(a, b, start, top, rising=True)
    high = _root(a, b, top, start + math.pi, rising=False)
    if low < 0.0:
        return Interval(0.0, high), Interval(low + math.pi, math.pi)
    if high > math.pi:
        return Interval(0.0, high - math.pi), Interval(low, math.pi)
    return (Interval(low, high),)


def _middle(shape: Convex) -> XY:
    """Some point inside: the mean of the core's vertices."""
    xs, ys = zip(*shape.points_xy, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _at(a: Convex, b: Convex, angle: float) -> float:
    """The curve's value at an angle."""
    x, y = math.cos(angle), math.sin(angle)
    (low_a, high_a), (low_b, high_b) = ends_along(a, x, y), ends_along(b, x, y)
    return max(low_b - high_a, low_a - high_b)


def _root(a: Convex, b: Convex, low: float, high: float, *, rising: bool) -> float:
    """Where the curve crosses 0 between two angles: by the chord, and where one end stays put twice by half its value
    (the Illinois rule), which needs about six looks where halving needs fifty."""

    def signed(angle: float) -> float:
        s = _at(a, b, angle)
        return s if rising else -s

    at_low, at_high, root, kept = signed(low), signed(high), low, 0
    for _ in range(_LOOKS):
        if at_high <= at_low:  # a value that rounding alone keeps from 0
            break
        before, root = root, (low * at_high - high * at_low) / (at_high - at_low)
        found = signed(root)
        if found == 0.0 or abs(root - before) <= _ROUNDING:
            break
        if found > 0.0:
            high, at_high, at_low = root, found, at_low / 2.0 if kept > 0 else at_low
            kept = 1
        else:
            low, at_low, at_high = root, found, at_high / 2.0 if kept < 0 else at_high
            kept = -1
    return root
