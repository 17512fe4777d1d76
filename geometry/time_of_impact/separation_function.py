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
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from geometry.minkowski.gjk import GjkDistance
from geometry.record import copies_readonly, record
from geometry.shape import Convex
from geometry.time_of_impact.impact import turning_radius
from geometry.transform import Sweep
from geometry.vector import Vector, length, readonly


class AxisFrame(Enum):
    """What the axis turns with."""

    WORLD = "world"  # nothing: two corners face each other
    A = "A"  # an edge of A faces a corner, or an edge, of B
    B = "B"  # an edge of B faces a corner of A


@record
class Deepest:
    """The vertices that come nearest to each other, or furthest past, along the axis at one time."""

    fraction: float
    separation: float  # the least over all pairs of vertices: of the boundaries, signed
    index_a: int  # of A's vertex
    index_b: int  # of B's


@copies_readonly
@dataclass(frozen=True, eq=False)
class SeparationFunction:
    """Two moving shapes and an axis: s(t), g_ij(t), and a floor under s between two times."""

    a: Convex
    sweep_a: Sweep
    b: Convex
    sweep_b: Sweep
    frame: AxisFrame
    axis: Vector  # unit, from A to B, in the frame
    curvature: float  # K: no pair's gap curves more than this, per interval squared

    def direction(self, t: float) -> Vector:
        """The axis in the world at t."""
        return readonly(np.array(self._direction(angle_at(self.sweep_a, t), angle_at(self.sweep_b, t))))

    def deepest(self, t: float) -> Deepest:
        """s(t), and the vertices that it is found at."""
        (ax, ay), (bx, by), apart = self._local(t)
        along_a, along_b = self.a.points @ (ax, ay), self.b.points @ (bx, by)
        i, j = int(along_a.argmax()), int(along_b.argmin())
        return Deepest(t, apart + float(along_b[j] - along_a[i]), i, j)

    def over(self, times: NDArray[np.float64]) -> NDArray[np.float64]:
        """s at many times, for a curve: what `deepest` finds at each."""
        a, b = self.sweep_a, self.sweep_b
        turns = [(1.0 - times) * sweep.start.angle + times * sweep.end.angle for sweep in (a, b)]
        held = {AxisFrame.A: turns[0], AxisFrame.B: turns[1]}.get(self.frame, 0.0 * times)
        angle = held + math.atan2(self.axis[1], self.axis[0])  # of the axis in the world
        apart = (1.0 - times)[:, None] * (b.start.position - a.start.position) + times[:, None] * (
            b.end.position - a.end.position
        )
        gaps = np.cos(angle) * apart[:, 0] + np.sin(angle) * apart[:, 1] - self.a.radius - self.b.radius
        for shape, turn, sign in ((self.a, turns[0], 1.0), (self.b, turns[1], -1.0)):
            x, y = np.cos(angle - turn)[:, None], np.sin(angle - turn)[:, None]
            gaps -= (sign * (x * shape.points[:, 0] + y * shape.points[:, 1])).max(axis=1)
        return np.asarray(gaps)

    def between(self, t: float, index_a: int, index_b: int) -> float:
        """g_ij(t): the gap of one pair of vertices along the axis, radii included."""
        (ax, ay), (bx, by), apart = self._local(t)
        (px, py), (qx, qy) = self.a.points[index_a], self.b.points[index_b]
        return apart + float(qx * bx + qy * by - px * ax - py * ay)

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

    def _local(self, t: float) -> tuple[tuple[float, float], tuple[float, float], float]:
        """The axis at t in the frames of A and of B, and the gap of their centres along it, less the radii."""
        angle_a, angle_b = angle_at(self.sweep_a, t), angle_at(self.sweep_b, t)
        x, y = self._direction(angle_a, angle_b)
        a, b = self.sweep_a, self.sweep_b
        dx, dy = ((1.0 - t) * (b.start.position - a.start.position) + t * (b.end.position - a.end.position)).tolist()
        apart = x * dx + y * dy - self.a.radius - self.b.radius
        return turned(x, y, -angle_a), turned(x, y, -angle_b), apart

    def _direction(self, angle_a: float, angle_b: float) -> tuple[float, float]:
        x, y = self.axis.tolist()
        if self.frame is AxisFrame.WORLD:
            return x, y
        return turned(x, y, angle_a if self.frame is AxisFrame.A else angle_b)


def separation_function(
    a: Convex, sweep_a: Sweep, b: Convex, sweep_b: Sweep, t: float, found: GjkDistance
) -> SeparationFunction:
    """The function along the normal that GJK found at t (there must be one), held in the frame of the feature."""
    assert found.normal is not None
    pairs = found.simplex.pairs
    edge_of_a, edge_of_b = len({i for i, _ in pairs}) > 1, len({j for _, j in pairs}) > 1
    frame = AxisFrame.A if edge_of_a else AxisFrame.B if edge_of_b else AxisFrame.WORLD
    w_a, w_b = sweep_a.turn, sweep_b.turn
    r_a, r_b = turning_radius(a), turning_radius(b)
    if frame is AxisFrame.WORLD:
        return SeparationFunction(a, sweep_a, b, sweep_b, frame, found.normal, r_a * w_a * w_a + r_b * w_b * w_b)
    spin, other, reach = (w_a, w_b, r_b) if frame is AxisFrame.A else (w_b, w_a, r_a)
    apart = max(length(sweep_b.at(end).position - sweep_a.at(end).position) for end in (0.0, 1.0))
    speed = length(sweep_b.motion - sweep_a.motion)
    curvature = reach * (other - spin) ** 2 + apart * spin * spin + 2.0 * speed * abs(spin)
    angle = angle_at(sweep_a if frame is AxisFrame.A else sweep_b, t)
    x, y = found.normal.tolist()
    axis = readonly(np.array(turned(x, y, -angle)))
    return SeparationFunction(a, sweep_a, b, sweep_b, frame, axis, curvature)


def angle_at(sweep: Sweep, t: float) -> float:
    """The angle of `Sweep.at(t)`, without the pose."""
    return (1.0 - t) * sweep.start.angle + t * sweep.end.angle


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """(x, y) turned counter-clockwise."""
    c, s = math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y
