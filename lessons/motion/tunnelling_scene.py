"""Two bodies in motion, tested at samples; the speed and B's width can be set as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, Pose, box, capsule, circle, convex, regular_polygon
from geometry.time_of_impact.discrete import Tunnelling, tunnelling
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.trace import Trace
from geometry.vector import length, readonly
from lessons.motion.sweeps import TwoSweeps, still, to
from viz.lesson.lesson import Axes
from viz.lesson.scene import Body, at, slider

MOST = 16  # steps
TIMES = readonly(np.linspace(0.0, 1.0, 241))  # of the curve
LEAST_WIDTH, GREATEST_WIDTH = 0.05, 2.0


@dataclass(frozen=True, eq=False)
class Stepped(TwoSweeps):
    steps: float = slider("Steps n", 1.0, MOST, 3.0, decimals=0)
    speed: float = slider("Speed of A", 0.5, 12.0, 4.2)  # as seen from B; follows the bodies
    width: float = slider("Width of B", LEAST_WIDTH, GREATEST_WIDTH, 0.26)  # along its own x; follows its shape

    def __post_init__(self) -> None:
        object.__setattr__(self, "speed", float(length(self.velocity)))
        object.__setattr__(self, "width", _width(self.b.shape))

    def with_field(self, name: str, value: Any) -> Self:
        """Another speed moves the ends; another width stretches B along its own x axis."""
        if name == "speed":
            return self._at_speed(value)
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

    @cached_property
    def curve(self) -> NDArray[np.float64]:
        """s at TIMES."""
        return separation_over_time(*self.sweeps, TIMES)

    @cached_property
    def axes(self) -> Axes:
        """Of the chart: all of the curve, and some room above and below 0."""
        high, low = max(float(self.curve.max()), 0.2), min(float(self.curve.min()), 0.0)
        return Axes((0.0, 1.0), (min(1.35 * low, -0.22 * high), 1.12 * high), "", "s")

    def s(self, t: float) -> float:
        """The signed separation at a time."""
        return float(separation_over_time(*self.sweeps, (t,))[0])


def _width(shape: Convex) -> float:
    return float(np.ptp(shape.points[:, 0])) + 2.0 * shape.radius


def _stretched(shape: Convex, width: float) -> Convex:
    """With another extent along its own x axis. Raises ValueError for a shape that has none to be stretched."""
    extent, wanted = float(np.ptp(shape.points[:, 0])), width - 2.0 * shape.radius
    if extent == 0.0 or wanted <= 0.0:
        raise ValueError("B's width is that of its rounding alone")
    return Convex(shape.points * (wanted / extent, 1.0), shape.radius)


def presets() -> dict[str, Stepped]:
    ball, wall = circle(0.31), at(box(0.26, 1.8), 0.0, 0.0)
    bar, block = capsule((-0.9, 0.0), (0.9, 0.0), 0.09), at(box(1.2, 1.5), 0.9, 0.0)
    wedge = convex(((-0.5, -0.4), (0.6, 0.0), (-0.5, 0.4)))
    shot, end = at(ball, -2.0, 0.2), (2.2, 0.2)
    stone, floor = at(box(0.9, 0.6), -0.4, 0.39), at(box(3.6, 0.2), 0.0, 0.0)
    first, second = at(wedge, -2.0, -0.7), at(wedge, 1.9, -0.6, 180)
    return {
        "Ball and thin wall": _moving(shot, end, wall, 3),
        "Enough samples": _moving(shot, end, wall, 6),
        "Fewer samples, more luck": _moving(shot, end, wall, 2),
        "Found, but late": _moving(at(regular_polygon(5, 0.55), -1.9, 0.2), (1.5, 0.0, 80), block, 3),
        "Spinning bar": _moving(at(bar, -0.7, 0.0, 70), (-0.7, 0.0, -70), at(box(0.3, 0.3), 0.0, 0.0), 1),
        "Both move": Stepped(first, to(first, 2.0, 0.5), second, to(second, -1.9, 0.7), 1.0),
        "Past each other": _moving(shot, (2.2, 1.6), at(box(0.26, 1.2), 0.0, -0.6), 3),
        "Thick wall": _moving(shot, end, at(box(0.9, 1.8), 0.0, 0.0), 3),
        "At rest": _moving(stone, (0.6, 0.39), floor, 4),
    }


def _moving(a: Body, end: tuple[float, ...], b: Body, steps: int) -> Stepped:
    """A moves to (x, y), turned to an angle in degrees where there is one; B is static."""
    return Stepped(a, to(a, *end), b, still(b), float(steps))
