"""Projections (shadows): projecting a point on a line, a vector on a vector, and a whole shape on an axis.

Source: "Collision Detection in 2D" (SAT explained), its sections on projections, with the zero-length line
and the sign of the scalar projection put right.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from geometry.interval import Interval
from geometry.record import record
from geometry.sat.support import DirectionTaken, SupportPoint, ends_along, support
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Vector, dot, length, readonly, unit, vector, xy_of


@record
class ToPoint:
    """p = c - a: from the line's first point to the point that is projected."""

    p: Vector


@record
class AlongLine:
    """q = b - a: the line's direction, not of unit length."""

    p: Vector
    q: Vector


@record
class Dotted:
    """p . q: positive when p leans the way q points, 0 at a right angle."""

    p: Vector
    q: Vector
    p_dot_q: float


@record
class Squared:
    """|q|^2: what p . q is divided by. At 0 there is no line, and the run is refused."""

    p: Vector
    q: Vector
    p_dot_q: float
    q_squared: float


@record
class Divided:
    """fraction = p . q / |q|^2: where the foot lies, 0 at a and 1 at b, beyond them outside [0, 1]."""

    p: Vector
    q: Vector
    p_dot_q: float
    q_squared: float
    fraction: float


@record
class FootFound:
    """foot = a + fraction q: the projection of c, the nearest point of the line to it."""

    p: Vector
    q: Vector
    p_dot_q: float
    q_squared: float
    fraction: float
    foot: Vector


PointOnLineStep = ToPoint | AlongLine | Dotted | Squared | Divided | FootFound


@record
class PointOnLine:
    """The foot of the perpendicular, and its place on the line."""

    foot: Vector
    fraction: float  # 0 at a, 1 at b
    signed_length: float  # |foot - a|, negative when the foot lies on the far side of a from b

    __repr__ = summary


@steppable
def project_on_line(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> Steps[PointOnLineStep, PointOnLine]:
    """The projection of point c on the infinite line through a and b.

    Raises ValueError when a and b coincide: one point has no direction.
    """
    a, b, c = vector(a, "a"), vector(b, "b"), vector(c, "c")
    p = readonly(c - a)
    yield ToPoint(p)
    q = readonly(b - a)
    yield AlongLine(p, q)
    p_dot_q = dot(p, q)
    yield Dotted(p, q, p_dot_q)
    q_squared = dot(q, q)
    yield Squared(p, q, p_dot_q, q_squared)
    if q_squared == 0.0:
        raise ValueError("the line has no direction: a and b coincide")
    fraction = p_dot_q / q_squared
    yield Divided(p, q, p_dot_q, q_squared, fraction)
    foot = readonly(a + fraction * q)
    yield FootFound(p, q, p_dot_q, q_squared, fraction, foot)
    return PointOnLine(foot, fraction, p_dot_q / q_squared**0.5)


@record
class VectorsDotted:
    """a . b: the signed length of a's projection on b, times the length of b."""

    a_dot_b: float


@record
class UnitTaken:
    """b brought to length 1: only its direction is left."""

    a_dot_b: float
    length: float  # of b
    unit: Vector


@record
class ScalarFound:
    """a . unit: the signed length of a's projection on b, whatever the length of b."""

    unit: Vector
    scalar: float  # negative when a and b lean apart


@record
class VectorProjected:
    """scalar unit: the part of a that lies along b."""

    unit: Vector
    scalar: float
    projection: Vector


VectorProjectionStep = VectorsDotted | UnitTaken | ScalarFound | VectorProjected


@steppable
def project_on_vector(a: ArrayLike, b: ArrayLike) -> Steps[VectorProjectionStep, Vector]:
    """The part of vector a along vector b. Raises ValueError when b is zero: it has no direction."""
    a, b = vector(a, "a"), vector(b, "b")
    a_dot_b = dot(a, b)
    yield VectorsDotted(a_dot_b)
    n = unit(b, "b")
    yield UnitTaken(a_dot_b, length(b), n)
    scalar = dot(a, n)
    yield ScalarFound(n, scalar)
    projection = readonly(scalar * n)
    yield VectorProjected(n, scalar, projection)
    return projection


def scalar_projection(a: ArrayLike, b: ArrayLike) -> float:
    """Signed length of the projection of a on b: negative when they point apart. Raises ValueError when b is zero."""
    return dot(vector(a, "a"), unit(b, "b"))


@record
class EndFound:
    """One end of a projection: the support point in that direction."""

    unit: Vector  # the way looked
    end: SupportPoint
    along: float  # signed length on the axis, from the origin


@record
class ShapeProjected:
    """Both ends make the projection, the shape's shadow: an interval of the axis."""

    far: EndFound
    near: EndFound
    projection: Interval


ShapeProjectionStep = DirectionTaken | EndFound | ShapeProjected


@steppable
def project_on_axis(shape: Convex, direction: ArrayLike) -> Steps[ShapeProjectionStep, Interval]:
    """The projection (shadow) of a shape on the axis through the origin along `direction` (any length but 0).

    Projecting is linear, so the furthest points decide; a disc's projection reaches its radius both ways.
    """
    n = unit(direction)
    yield DirectionTaken(n)
    far = support(shape, n)
    high = EndFound(n, far, far.value)
    yield high
    near = support(shape, -n)
    low = EndFound(readonly(-n), near, -near.value)
    yield low
    cast = Interval(low.along, high.along)
    yield ShapeProjected(high, low, cast)
    return cast


def project_on_unit(shape: Convex, n: Vector) -> Interval:
    """`project_on_axis` for a direction that is known to be a unit vector."""
    return Interval(*ends_along(shape, *xy_of(n)))
