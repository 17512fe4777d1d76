"""Two bodies in motion, tested at samples; the speed and B's thickness can be set as numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, Outcome, Pose, box, capsule, circle, convex, regular_polygon
from geometry.sat.closest_points import closest_points
from geometry.time_of_impact.discrete import (
    CurveSearched,
    MomentTested,
    StepsNeeded,
    Tunnelling,
    WidthsMeasured,
    tunnelling,
)
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.trace import Trace
from geometry.vector import Vector, left_of, length, readonly
from lessons.motion.sweeps import TwoSweeps, still, to
from viz.lesson.mark import Pair
from viz.lesson.scene import Body, Control, at, slider

MOST = 16  # steps
TIMES = readonly(np.linspace(0.0, 1.0, 97))  # of the curve, besides its roots and its least
LEAST_WIDTH, GREATEST_WIDTH = 0.05, 2.0
TOUCH = 0.005  # of a length: an overlap that is shorter is a touch


class Lengths(NamedTuple):
    """Where lengths along the motion of A as seen from B are shown, were a pixel nothing: B as it is where the
    separation is least."""

    along: Vector
    down: Vector  # across the motion
    low: float  # how far both motions reach down
    begin: float  # along the motion: the middle of A at the start
    near: float  # and where it is when A's extent begins to meet B's
    ahead: float  # from there to A's foremost point


class Turning(NamedTuple):
    """A body that turns: how far its farthest point is from its pivot, and the angle of one time step."""

    name: str
    radius: float
    angle: float


@dataclass(frozen=True, eq=False)
class Stepped(TwoSweeps):
    steps: float = slider("Time steps n", 1.0, MOST, 3.0, decimals=0)
    speed: float = slider("Speed ‖v‖", 0.5, 12.0, 4.2)  # of A as seen from B; follows the bodies
    width: float = slider("Thickness of B", LEAST_WIDTH, GREATEST_WIDTH, 0.26)  # along its own x; follows its shape
    turn: float = slider("Turn of A |θ|", 10.0, 360.0, 80.0, "°", 0)  # in the place of the speed where A turns

    def __post_init__(self) -> None:
        object.__setattr__(self, "speed", float(length(self.velocity)))
        object.__setattr__(self, "width", float(np.ptp(self.b.shape.points[:, 0])) + 2.0 * self.b.shape.radius)
        object.__setattr__(self, "turn", abs(math.degrees(self.sweep_a.turn)))

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        """The speed, or where A turns how far."""
        hidden = "speed" if self.sweep_a.turn else "turn"
        yield from (each for each in super().controls() if each[0] != hidden)

    def with_field(self, name: str, value: Any) -> Self:
        """Another speed or turn moves the ends; another thickness stretches B along its own x axis."""
        if name == "speed":
            return self._at_speed(value)
        if name == "turn":
            angle = self.a.pose.angle + math.copysign(math.radians(value), self.sweep_a.turn)
            return super().with_field("a_end", self.a_end.placed(Pose(self.a_end.pose.position, angle)))
        if name == "width":
            return super().with_field("b", self.b.shaped(_stretched(self.b.shape, value)))
        return super().with_field(name, value)

    def _at_speed(self, speed: float) -> Self:
        if self.speed == 0.0:
            raise ValueError("nothing moves: drag an end first")
        factor = speed / self.speed
        changed = self
        for start, end in (("a", "a_end"), ("b", "b_end")):
            first, last = getattr(self, start).pose, getattr(self, end)
            position = first.position + factor * (last.pose.position - first.position)
            changed = super(Stepped, changed).with_field(end, last.placed(Pose(position, last.pose.angle)))
        return changed

    @property
    def count(self) -> int:
        """How many equal steps: the slider's number, whole."""
        return min(max(round(self.steps), 1), MOST)

    @cached_property
    def trace(self) -> Trace[Any, Tunnelling]:
        return tunnelling.trace(*self.sweeps, steps=self.count)

    @property
    def verdict(self) -> Tunnelling:
        return self.trace.result

    @cached_property
    def tested(self) -> list[MomentTested]:
        """The samples, up to the first that finds an overlap."""
        return [step for step in self.trace if isinstance(step, MomentTested)]

    @cached_property
    def dips(self) -> CurveSearched:
        return next(step for step in self.trace if isinstance(step, CurveSearched))

    @cached_property
    def widths(self) -> WidthsMeasured:
        return next(step for step in self.trace if isinstance(step, WidthsMeasured))

    @cached_property
    def found(self) -> float | None:
        """When a sample finds an overlap."""
        seen = self.verdict.discrete
        return None if seen.outcome is Outcome.SEPARATED else seen.fraction

    @cached_property
    def impact(self) -> float | None:
        """The time of impact."""
        hit = self.verdict.continuous
        return None if hit.outcome is Outcome.SEPARATED else hit.fraction

    @property
    def passed(self) -> float | None:
        """When A has passed through B with no sample in the overlap; a mere touch may be too short for the curve."""
        if not self.verdict.tunnelled:
            return None
        return self.dips.unseen[-1][1] if self.dips.unseen else self.impact

    @cached_property
    def overlap_length(self) -> float | None:
        """How far A moves while it overlaps B; None where a body turns, or an end of the motion lies in the overlap,
        or there is none."""
        spans = self.dips.overlaps
        if self.turns or not spans or spans[0][0] == 0.0 or spans[-1][1] == 1.0:
            return None
        return (spans[-1][1] - spans[0][0]) * self.widths.travel

    @cached_property
    def enough(self) -> int | None:
        """The least number of time steps none of which is longer than the overlap; None where the overlap has no
        length: where a body turns, or an end of the motion lies in it, or A only touches B."""
        way = self.overlap_length
        if way is None or way < TOUCH:
            return None
        if self.is_broad:
            return next(step.needed for step in self.trace if isinstance(step, StepsNeeded))
        return math.ceil(self.widths.travel / way - 1e-9)

    @cached_property
    def finer(self) -> tuple[tuple[float, float], ...]:
        """Where no sample finds the overlap: the samples of as many steps as are enough, each with its s."""
        if self.found is not None or self.enough is None or self.enough > MOST:
            return ()
        times = np.arange(self.enough + 1) / self.enough
        return tuple(zip(times.tolist(), separation_over_time(*self.sweeps, times).tolist(), strict=True))

    @property
    def rescue(self) -> tuple[float, float] | None:
        """The first of them that finds the overlap."""
        return next(((t, s) for t, s in self.finer if s <= 0.0), None)

    @cached_property
    def turning(self) -> tuple[Turning, ...]:
        """The bodies that turn."""
        both = ("A", self.a, self.sweep_a), ("B", self.b, self.sweep_b)
        return tuple(
            Turning(
                name,
                max(math.hypot(x, y) for x, y in body.shape.points.tolist()) + body.shape.radius,
                abs(sweep.turn) / self.count,
            )
            for name, body, sweep in both
            if sweep.turn
        )

    @cached_property
    def farthest(self) -> float:
        """How far a point of A, as seen from B, moves at most in one time step."""
        return self.widths.travel / self.count + sum(each.radius * each.angle for each in self.turning)

    @cached_property
    def gaps_beside(self) -> tuple[int, tuple[float, float]] | None:
        """A sample before which and after which nothing is found, and both gaps: where the separation is least
        between, or the two that are least together."""
        gaps = [step.separation for step in self.tested if step.separation > 0.0]
        if len(gaps) < 2:
            return None
        before = min(int(self.dips.fraction * self.count), self.count - 1)
        k = before if self.found is None else min(range(len(gaps) - 1), key=lambda i: gaps[i] + gaps[i + 1])
        return (k, (gaps[k], gaps[k + 1])) if k + 1 < len(gaps) else None

    @cached_property
    def is_broad(self) -> bool:
        """Whether A overlaps B over the whole of both extents: no corner is cut short."""
        both = self.widths.width_a + self.widths.width_b
        return self.overlap_length is not None and abs(self.overlap_length - both) < 1e-6

    @cached_property
    def is_head_on(self) -> bool:
        """Whether the gap shrinks by the whole speed, up to the impact (which is found to a part of the gap)."""
        if self.lengths is None or not self.impact:
            return False
        return abs(self.s(0.0) - self.impact * self.speed) < 0.005

    @cached_property
    def lengths(self) -> Lengths | None:
        """None where a body turns, nothing moves, or A misses B."""
        if self.turns or not self.widths.travel or not self.dips.overlaps:
            return None
        along = self.velocity / self.widths.travel
        down = left_of(along) if along[0] < 0.0 or (along[0] == 0.0 and along[1] < 0.0) else -left_of(along)
        ends = self.a.world, self.a_end.world, self.b.world, self.b_end.world
        a, b = self.at(self.dips.fraction)
        middle = float(a.centroid @ along)
        begin = middle - self.dips.fraction * self.widths.travel
        near = middle - reach(a, along) - reach(b, -along)
        low = max(reach(each, down) for each in ends)
        return Lengths(along, down, low, begin, near, reach(a, along) - middle)

    def nearest(self, t: float) -> tuple[Vector, Vector]:
        """Where A and B are nearest to each other while they are apart, on either outline."""
        a, b = self.at(t)
        core = closest_points(a, b)
        way = core.on_b - core.on_a
        way = way / float(length(way))
        return core.on_a + a.radius * way, core.on_b - b.radius * way

    @cached_property
    def curve(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Times, and s at each."""
        corners = [t for span in self.dips.overlaps for t in span]
        times = np.unique(np.concatenate((TIMES, corners, (self.dips.fraction,))))
        return times, separation_over_time(*self.sweeps, times)

    @cached_property
    def _known(self) -> dict[float, float]:
        hit = self.verdict.continuous
        touch = {} if hit.separation is None else {hit.fraction: hit.separation}
        return {
            **touch,
            self.dips.fraction: self.dips.least,
            **{each.fraction: each.separation for each in self.tested},
        }

    def s(self, t: float) -> float:
        """The signed separation at a time."""
        if t not in self._known:
            self._known[t] = float(separation_over_time(*self.sweeps, (t,))[0])
        return self._known[t]


def reach(shape: Convex, direction: Vector) -> float:
    """How far a shape extends along a unit vector, from the origin."""
    return float((shape.points @ direction).max()) + shape.radius


def shared(a: list[Pair], b: list[Pair]) -> list[Pair]:
    """The intersection of two convex outlines that go counter-clockwise: of A, what is left of every edge of B."""
    kept = a
    for (x, y), (u, v) in zip(b, b[1:] + b[:1], strict=True):
        sides = [(u - x) * (q - y) - (v - y) * (p - x) for p, q in kept]
        cut: list[Pair] = []
        for i, ((p, q), side) in enumerate(zip(kept, sides, strict=True)):
            before, (m, n) = sides[i - 1], kept[i - 1]
            if (before < 0.0) is not (side < 0.0):
                part = before / (before - side)
                cut.append((m + part * (p - m), n + part * (q - n)))
            if side >= 0.0:
                cut.append((p, q))
        kept = cut
    return kept


def _stretched(shape: Convex, width: float) -> Convex:
    """With another extent along its own x axis. Raises ValueError for a shape that has none to be stretched."""
    extent, wanted = float(np.ptp(shape.points[:, 0])), width - 2.0 * shape.radius
    if extent == 0.0 or wanted <= 0.0:
        raise ValueError("B's thickness is that of its rounding alone")
    return Convex(shape.points * (wanted / extent, 1.0), shape.radius)


def presets() -> dict[str, Stepped]:
    ball, wall = circle(0.45), at(box(0.3, 1.2), 0.78, 0.2)
    square, plate = at(box(0.8, 0.8), -2.03, -0.1), at(box(0.2, 1.3), 0.0, 0.0)
    pentagon, block = at(regular_polygon(5, 0.55), -1.5, 0.2), at(box(1.2, 1.9), 0.89, 0.0)
    bar = at(capsule((-0.9, 0.0), (0.9, 0.0), 0.09), -0.705, 0.0, 70)
    wedge = convex(((-0.55, -0.45), (0.6, 0.0), (-0.55, 0.45)))
    uneven = convex(((-0.55, -0.35), (0.6, 0.0), (-0.55, 0.55)))  # no edge of it is parallel to one of the other
    first, second = at(wedge, -0.95, -0.25), at(uneven, 0.95, 0.2, 180)
    return {
        "Ball and thin wall": _moving(at(ball, -1.5, 0.35), (1.5, 0.35), wall, 2),
        "Enough samples": _moving(at(circle(0.42), 2.3, 0.0), (-1.2, 0.0), at(regular_polygon(6, 0.65), 0.0, 0.0), 5),
        "Found by chance": _moving(square, (1.27, -0.1), plate, 2),
        "Turned and found late": _moving(pentagon, (1.4, 0.0, 81), block, 3),
        "Spinning bar": _moving(bar, (-0.705, 0.0, -70), at(box(0.3, 0.3), 0.0, 0.0), 1),
        "Both move": Stepped(first, to(first, 0.95, -0.25), second, to(second, -0.95, 0.2), 1.0),
        "Past each other": _moving(at(ball, -1.7, 0.0), (1.7, 0.9), at(box(0.3, 1.2), 0.4, -0.9), 3),
        "Large ball": _moving(at(circle(0.8), -1.95, 0.1), (1.95, 0.1), at(box(0.2, 2.4), 0.0, 0.0), 3),
        "Overlap at the start": _moving(at(box(1.0, 0.8), 0.3, 0.1), (-1.8, 0.1), at(box(0.5, 2.0), 0.8, 0.0), 3),
    }


def _moving(a: Body, end: tuple[float, ...], b: Body, steps: int) -> Stepped:
    """A moves to (x, y), turned to an angle in degrees where there is one; B is static."""
    return Stepped(a, to(a, *end), b, still(b), float(steps))
