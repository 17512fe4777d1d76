"""The gap along one axis as a function of time: what bilateral advancement looks for a root of.

The axis is the normal between the closest features at some time. It is held fixed in the world where two corners face
each other; where a corner faces an edge it turns with that edge's body. At every time

    s(t) = min over B of (n(t) . x) - max over A of (n(t) . x) - r_A - r_B

is no more than the distance: while it is positive there is no contact. It is a minimum over pairs of vertices,

    g_ij(t) = n(t) . (b_j(t) - a_i(t)) - r_A - r_B

each a smooth curve. A centre moves evenly, and a vertex on its circle of radius |p| with the acceleration |p| w^2,
w as seen by the axis. So, with d = c_B - c_A, v = d' and the largest radii r,

    axis in the world:    |g''| <= r_A w_A^2 + r_B w_B^2
    axis turning with A:  |g''| <= r_B (w_B - w_A)^2 + |d| w_A^2 + 2 |v| |w_A|      (A and B swapped for one with B)

the last two terms from n . d: n'' . d + 2 n' . v. With K for that bound, g - K t^2 / 2 is concave, and so is the
least of several such curves. A concave curve lies above its chords, so between two times h apart s never falls
lower below the chord than K h^2 / 8. That is how two ends prove what is between them.

Sources: Catto, Continuous collision (2013), and Box2D, for the function; the proof between two times is ours.
"""

from __future__ import annotations

import math
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from geometry.minkowski.gjk import GjkDistance
from geometry.record import record
from geometry.sat.support import along
from geometry.shape import Convex
from geometry.time_of_impact.moving import Moving
from geometry.transform import Sweep
from geometry.vector import XY, Vector, array_of


class AxisFrame(Enum):
    """What the axis turns with."""

    WORLD = "world"  # nothing: two corners face each other
    A = "A"  # an edge of A faces a corner, or an edge, of B
    B = "B"  # an edge of B faces a corner of A


_WORLD, _A, _B = AxisFrame  # in loops: looking a member up takes Python 3.11 longer than a dot product


@record
class Deepest:
    """The vertices that come nearest to each other, or furthest past, along the axis at one time."""

    fraction: float
    separation: float  # the least over all pairs of vertices: of the boundaries, signed
    index_a: int  # of A's vertex
    index_b: int  # of B's


class SeparationFunction:
    """Two moving shapes and an axis: s(t), g_ij(t), and a floor under s between two times."""

    def __init__(self, a: Moving, b: Moving, frame: AxisFrame, axis: XY, curvature: float) -> None:
        self.a, self.b = a, b
        self.frame = frame
        self.axis_xy = axis  # unit, from A to B, in the frame
        self.curvature = curvature  # K: no pair's gap curves more than this, per interval squared
        (ax, ay), (bx, by) = a.start, b.start
        self._apart_at_start = bx - ax, by - ay
        (ax, ay), (bx, by) = a.end, b.end
        self._apart_at_end = bx - ax, by - ay

    @property
    def axis(self) -> Vector:
        """Unit, from A to B, in the frame."""
        return array_of(*self.axis_xy)

    def direction(self, t: float) -> Vector:
        """The axis in the world at t."""
        return array_of(*self._direction(self.a.angle(t), self.b.angle(t)))

    def deepest(self, t: float) -> Deepest:
        """s(t), and the vertices that it is found at."""
        (ax, ay), (bx, by), apart = self._local(t)
        along_a, along_b = along(self.a.shape, ax, ay), along(self.b.shape, bx, by)
        last_of_a, first_of_b = max(along_a), min(along_b)
        separation = apart + (first_of_b - last_of_a)
        return Deepest(t, separation, along_a.index(last_of_a), along_b.index(first_of_b))

    def over(self, times: NDArray[np.float64]) -> NDArray[np.float64]:
        """s at many times, for a curve: what `deepest` finds at each."""
        a, b = self.a, self.b
        turns = [(1.0 - times) * each.start_angle + times * each.end_angle for each in (a, b)]
        held = {AxisFrame.A: turns[0], AxisFrame.B: turns[1]}.get(self.frame, 0.0 * times)
        x, y = self.axis_xy
        angle = held + math.atan2(y, x)  # of the axis in the world
        (x, y), (u, v) = self._apart_at_start, self._apart_at_end
        gaps = np.cos(angle) * ((1.0 - times) * x + times * u) + np.sin(angle) * ((1.0 - times) * y + times * v)
        gaps -= a.radius + b.radius
        for each, turn, sign in ((a, turns[0], 1.0), (b, turns[1], -1.0)):
            cosine, sine, points = np.cos(angle - turn)[:, None], np.sin(angle - turn)[:, None], each.shape.points
            gaps -= (sign * (cosine * points[:, 0] + sine * points[:, 1])).max(axis=1)
        return np.asarray(gaps)

    def between(self, t: float, index_a: int, index_b: int) -> float:
        """g_ij(t): the gap of one pair of vertices along the axis, radii included."""
        (ax, ay), (bx, by), apart = self._local(t)
        (px, py), (qx, qy) = self.a.vertices[index_a], self.b.vertices[index_b]
        return apart + (qx * bx + qy * by - px * ax - py * ay)

    def floor(self, first: Deepest, last: Deepest) -> float:
        """What s is not less than, anywhere between two times where it is known.

        At u from the first of times h apart the chord less the sag is s_1 + (s_2 - s_1) u / h - K u (h - u) / 2,
        least at u = h / 2 - (s_2 - s_1) / (K h).
        """
        h, rise = last.fraction - first.fraction, last.separation - first.separation
        if h <= 0.0 or self.curvature * h * h <= 2.0 * abs(rise):
            return min(first.separation, last.separation)
        u = h / 2.0 - rise / (self.curvature * h)
        return first.separation + rise * u / h - self.curvature * u * (h - u) / 2.0

    def _local(self, t: float) -> tuple[XY, XY, float]:
        """The axis at t in the frames of A and of B, and the gap of their centres along it, less the radii."""
        a, b, left = self.a, self.b, 1.0 - t
        angle_a, angle_b = left * a.start_angle + t * a.end_angle, left * b.start_angle + t * b.end_angle
        c, s, d, e = math.cos(angle_a), math.sin(angle_a), math.cos(angle_b), math.sin(angle_b)
        x, y = self.axis_xy
        if self.frame is _A:
            x, y = c * x - s * y, s * x + c * y
        elif self.frame is _B:
            x, y = d * x - e * y, e * x + d * y
        (dx, dy), (ex, ey) = self._apart_at_start, self._apart_at_end
        apart = x * (left * dx + t * ex) + y * (left * dy + t * ey) - a.radius - b.radius
        return (c * x + s * y, c * y - s * x), (d * x + e * y, d * y - e * x), apart

    def _direction(self, angle_a: float, angle_b: float) -> XY:
        x, y = self.axis_xy
        if self.frame is _WORLD:
            return x, y
        return turned(x, y, angle_a if self.frame is _A else angle_b)


def separation_function(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, t: float, found: GjkDistance
) -> SeparationFunction:
    """The function along the normal that GJK found at t (there must be one), held in the frame of the feature."""
    return function_at(Moving(a, sweep_a), Moving(b, sweep_b), t, found)


def function_at(a: Moving, b: Moving, t: float, found: GjkDistance) -> SeparationFunction:
    """`separation_function` of shapes that move already."""
    assert found.normal_xy is not None
    x, y = found.normal_xy
    pairs = found.simplex.pairs
    edge_of_a, edge_of_b = len({i for i, _ in pairs}) > 1, len({j for _, j in pairs}) > 1
    if not edge_of_a and not edge_of_b:
        return SeparationFunction(a, b, _WORLD, (x, y), a.reach * a.turn * a.turn + b.reach * b.turn * b.turn)
    own, other, frame = (a, b, _A) if edge_of_a else (b, a, _B)
    (ax, ay), (bx, by), (ux, uy), (vx, vy) = a.start, b.start, a.end, b.end
    apart = max(math.hypot(bx - ax, by - ay), math.hypot(vx - ux, vy - uy))
    (ax, ay), (bx, by) = a.motion, b.motion
    speed, spin = math.hypot(bx - ax, by - ay), own.turn
    curvature = other.reach * (other.turn - spin) ** 2 + apart * spin * spin + 2.0 * speed * abs(spin)
    return SeparationFunction(a, b, frame, turned(x, y, -own.angle(t)), curvature)


def turned(x: float, y: float, angle: float) -> XY:
    """(x, y) turned counter-clockwise."""
    c, s = math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y
