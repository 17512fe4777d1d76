"""Two shapes and an axis turned by hand, and the curve of their separation over its direction."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from geometry import Convex, Interval
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.separation_curve import angle_of
from geometry.sat.support import ends_along, furthest
from geometry.tolerance import rounding
from geometry.vector import length
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.mark import Pair
from viz.lesson.scene import Arrow, TwoShapes, handle
from viz.lesson.screen import point_at
from viz.lesson.text import fixed

TURNS = np.linspace(0.0, math.pi, 181).round(9)  # an axis and its opposite are one: half a turn shows all of them
KNOWN = frozenset(TURNS.tolist())
DIRECTIONS = np.stack((np.cos(TURNS), np.sin(TURNS)))
CLEAR = 0.36  # world length between the shapes and the axis
STICKS_OUT = 0.15  # world length that the axis goes on beyond both projections


@dataclass(frozen=True, eq=False)
class ShapesAndAxis(TwoShapes):
    """Two shapes, and an axis that keeps clear of them: only its direction is free."""

    axis: Arrow = handle(Ink.EXAMINED, "axis", has_tail=False)

    turns_over: ClassVar[float] = math.pi  # from this angle on the axis lies on the other side of the shapes

    def __post_init__(self) -> None:
        if length(self.axis.vector) == 0.0:
            raise ValueError("an axis needs a direction: its tip and its tail lie on one point")
        object.__setattr__(self, "axis", self.laid(angle_of(self.axis.vector)))

    def turned_to(self, angle: float) -> ShapesAndAxis:
        """With the axis at an angle in radians."""
        return self.with_field("axis", Arrow((0.0, 0.0), (math.cos(angle), math.sin(angle))))

    def laid(self, angle: float) -> Arrow:
        """The axis at an angle in [0, pi), below or right of both shapes (above them beyond a quarter turn, but below
        and left of them from `turns_over` on), a little longer than both projections."""
        n, off, span = self.beside(angle)
        foot = (off * n[1], -off * n[0])
        return Arrow(point_at(foot, n, span.low - STICKS_OUT), point_at(foot, n, span.high + STICKS_OUT))

    def beside(self, angle: float) -> tuple[Pair, float, Interval]:
        """Of the axis at an angle: its direction, how far to the right of the origin it lies (as one looks along it),
        and what both projections cover together."""
        c, s, shapes, side = math.cos(angle), math.sin(angle), (self.a.world, self.b.world), self.side(angle)
        off = max(furthest(shape, side * s, -side * c)[1] + shape.radius for shape in shapes) + CLEAR
        ends = [ends_along(shape, c, s) for shape in shapes]
        return (c, s), side * off, Interval(min(low for low, _ in ends), max(high for _, high in ends))

    def side(self, angle: float) -> float:
        """On which side of the shapes the axis at an angle lies: 1 right as one looks along it, -1 left."""
        return 1.0 if angle % math.pi < self.turns_over else -1.0

    def out(self, angle: float) -> Pair:
        """The unit vector from the shapes to the axis at an angle."""
        side = self.side(angle)
        return side * math.sin(angle), -side * math.cos(angle)

    @cached_property
    def angle(self) -> float:
        """Of the axis, in [0, pi)."""
        return angle_of(self.axis.vector)

    @cached_property
    def edges(self) -> Mapping[FeatureRef, float]:
        """Every edge with the angle of its normal in [0, pi)."""
        return {
            FeatureRef(owner, FeatureKind.EDGE, i): angle_of(n)
            for owner, shape in (("A", self.a.world), ("B", self.b.world))
            for i, n in enumerate(shape.normals_xy)
        }

    @cached_property
    def near(self) -> float:
        """A separation below which the shapes just touch."""
        return rounding(self.a.world, self.b.world)

    @cached_property
    def known(self) -> dict[str, Any]:
        """What pictures work out of the scene more than once."""
        return {}

    @cached_property
    def ends(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The least and the greatest dot products of both cores in all directions: of A's, then of B's."""
        along_a, along_b = self.a.world.points @ DIRECTIONS, self.b.world.points @ DIRECTIONS
        return along_a.min(axis=0), along_a.max(axis=0), along_b.min(axis=0), along_b.max(axis=0)

    @cached_property
    def trough(self) -> tuple[float, float]:
        """Where both projections have the same middle, so that both terms of the separation are equal, and the
        separation there: the lowest such place."""
        low_a, high_a, low_b, high_b = self.ends
        off = low_b + high_b - low_a - high_a
        at = np.flatnonzero(np.signbit(off[1:]) != np.signbit(off[:-1]))
        if not len(at):  # one middle in all directions
            return 0.0, self.separation_at(0.0)
        low, high = off[at], off[at + 1]
        places = TURNS[at] + (TURNS[1] - TURNS[0]) * low / np.where(low == high, 1.0, low - high)
        return min(((x, self.separation_at(x)) for x in places.tolist()), key=lambda place: place[1])

    @cached_property
    def has_trough(self) -> bool:
        """Whether the two terms change places there: the curve turns upwards."""
        x, low = self.trough
        return self.separation_at(x - 1e-4) + self.separation_at(x + 1e-4) > 2.0 * low + 1e-6

    @cached_property
    def curve(self) -> tuple[np.ndarray, np.ndarray]:
        """Angles in [0, pi] and the separation at each: all its kinks among them."""
        low_a, high_a, low_b, high_b = self.ends
        values = np.maximum(low_b - high_a, low_a - high_b) - self.a.world.radius - self.b.world.radius
        more = sorted({round(each, 9) for each in (*self.edges.values(), self.trough[0])} - KNOWN)
        at = np.searchsorted(TURNS, more)
        return np.insert(TURNS, at, more), np.insert(values, at, [self.separation_at(each) for each in more])

    def separation_at(self, angle: float) -> float:
        """s at an angle."""
        return max(self.terms(angle))

    def terms(self, angle: float) -> Pair:
        """Both terms of the separation at an angle."""
        c, s = math.cos(angle), math.sin(angle)
        (low_a, high_a), (low_b, high_b) = (ends_along(each.world, c, s) for each in (self.a, self.b))
        return low_b - high_a, low_a - high_b

    def ink_of(self, s: float) -> Ink:
        """Of a separation: white where the projections just touch."""
        return Ink.TEXT if abs(s) <= self.near else separation_ink(s)

    def kind(self, angle: float) -> str:
        """What lies between both projections at an angle: a gap, an overlap, or, where one lies inside the other and
        so the part that they share does not tell how far to move, a depth."""
        c, s = math.cos(angle), math.sin(angle)
        (low_a, high_a), (low_b, high_b) = (ends_along(each.world, c, s) for each in (self.a, self.b))
        if max(low_b - high_a, low_a - high_b) > 0.0:
            return "gap"
        return "depth" if (low_b - low_a) * (high_b - high_a) < 0.0 else "overlap"

    def measured(self, angle: float) -> str:
        """What lies between both projections at an angle, in two words."""
        s = self.separation_at(angle)
        return "just touch" if abs(s) <= self.near else f"{self.kind(angle)} {fixed(abs(s))}"

    def shape_of(self, edge: FeatureRef) -> Convex:
        """The shape that owns an edge."""
        return self.a.world if edge.owner == "A" else self.b.world


class ShapesAndAxisBelow(ShapesAndAxis):
    """With the axis below the shapes or right of them, never above them: it has one half of the figure, they have the
    other."""

    turns_over = math.radians(120.0)


def apart(first: float, second: float) -> float:
    """The angle between two axes."""
    return abs(math.remainder(first - second, math.pi))


def degrees(angle: float) -> str:
    return f"{math.degrees(angle):.0f}°"
