"""Two shapes on their way: the scene of the lessons on moving things.

Each body has a pose at the start and one at the end, and both can be dragged and turned; the end counts full turns.
A shape that is edited changes at both ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from geometry import Convex, Pose, Sweep, Vector
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.vector import readonly
from viz.lesson.first_edition import Follow, Moment
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Scene, at, body, slider

_TWINS = {"a": "a_to", "a_to": "a", "b": "b_to", "b_to": "b"}
SAMPLES = np.linspace(0.0, 1.0, 121)
CURVE_WIDTH = 6.5  # of the curve's drawing, in heights of it
DEEPEST = 0.22  # of the curve's height above 0 that is shown below: how deep an overlap is hardly matters there


class Graph(NamedTuple):
    """The curve s(t) and the box that it is drawn in."""

    values: NDArray[np.float64]  # at SAMPLES
    low: float  # lowest separation shown, 0 or less
    high: float  # highest, 0 or more
    wide: float  # how long a unit of time is drawn, in units of separation
    shown: tuple[slice, ...]  # the runs of samples that are not below `low`


def graph_of(values: NDArray[np.float64], width: float = CURVE_WIDTH) -> Graph:
    """The box around a curve, `width` heights wide: all of it above 0, and not much below."""
    high, low = max(float(values.max()), 0.0), min(float(values.min()), 0.0)
    if high > 0.0:
        low = max(low, -DEEPEST * high)
    above = np.concatenate(((False,), values >= low, (False,)))
    turns = np.flatnonzero(above[1:] != above[:-1]).tolist()
    runs = tuple(slice(i, j) for i, j in zip(turns[::2], turns[1::2], strict=True) if j - i > 1)
    return Graph(values, low, high, width * (high - low) if high > low else 1.0, runs)


@dataclass(frozen=True, eq=False)
class TwoSweeps(Scene):
    """A and B at fraction 0, and (`a_to`, `b_to`) at fraction 1; `time` is what the eye looks at in between."""

    a: Body = body(Ink.A, "A")
    a_to: Body = body(Ink.LANDED_A, "A′")
    b: Body = body(Ink.B, "B")
    b_to: Body = body(Ink.LANDED_B, "B′")
    time: float = slider("Time", 0.0, 1.0, 0.0)
    curve_width: ClassVar[float] = CURVE_WIDTH

    def with_field(self, name: str, value: Any) -> Self:
        """A body that gets another shape has it at the other end of its way too."""
        changed = super().with_field(name, value)
        before = getattr(self, name)
        if name in _TWINS and not _is_same(value.shape, before.shape):
            twin: Body = getattr(changed, _TWINS[name])
            shift = before.pose.unplace(value.pose.position)  # the pivot stays at the middle of the new shape
            moved = twin.shaped(value.shape).placed(Pose(twin.pose.place(shift), twin.pose.angle))
            changed = super(TwoSweeps, changed).with_field(_TWINS[name], moved)
        return changed

    @cached_property
    def graph(self) -> Graph:
        """The curve of their separation over time."""
        return graph_of(separation_over_time(*self.sweeps, SAMPLES), self.curve_width)

    @cached_property
    def sweep_a(self) -> Sweep:
        return Sweep(self.a.pose, self.a_to.pose)

    @cached_property
    def sweep_b(self) -> Sweep:
        return Sweep(self.b.pose, self.b_to.pose)

    @property
    def sweeps(self) -> tuple[Convex, Sweep, Convex, Sweep]:
        """What the routines take: local shapes, each with its motion."""
        return self.a.shape, self.sweep_a, self.b.shape, self.sweep_b

    def at(self, fraction: float) -> tuple[Convex, Convex]:
        """Both shapes in the world at a fraction of the way."""
        a, sweep_a, b, sweep_b = self.sweeps
        return a.at(sweep_a.at(fraction)), b.at(sweep_b.at(fraction))


@dataclass(frozen=True, eq=False)
class TwoSlides(TwoSweeps):
    """Bodies that move without turning: turning one end of a way turns the other with it."""

    def with_field(self, name: str, value: Any) -> Self:
        changed = super().with_field(name, value)
        if name in _TWINS:
            twin: Body = getattr(changed, _TWINS[name])
            if twin.pose.angle != value.pose.angle:
                level = twin.placed(Pose(twin.pose.position, value.pose.angle))
                changed = super(TwoSweeps, changed).with_field(_TWINS[name], level)
        return changed

    @cached_property
    def cast(self) -> tuple[Convex, Vector, Convex, Vector]:
        """What the casts take: world shapes, each with its displacement."""
        return self.a.world, self.sweep_a.motion, self.b.world, self.sweep_b.motion

    @cached_property
    def ray(self) -> Vector:
        """Displacement of the origin through A − B, the difference held still: v_B − v_A."""
        return readonly(self.sweep_b.motion - self.sweep_a.motion)


def _is_same(one: Convex, other: Convex) -> bool:
    return one is other or (one.radius == other.radius and np.array_equal(one.points, other.points))


def to(start: Body, x: float, y: float, degrees: float | None = None) -> Body:
    """The end of a body's way: its shape at (x, y), turned by an angle in degrees from 0, or as at the start."""
    angle = start.pose.angle if degrees is None else float(np.radians(degrees))
    return Body(start.shape, Pose((x, y), angle), counts_turns=True)


def still(start: Body) -> Body:
    """The end of the way of a body that does not move."""
    return Body(start.shape, start.pose, counts_turns=True)


def curve(scene: TwoSweeps) -> tuple[Any, float]:
    """s(t) at SAMPLES, and how wide a unit of time is drawn beside it."""
    return scene.graph.values, scene.graph.wide


def take_time(moment: Moment[Any], at: Vector) -> Follow | None:
    """A press on the curve moves the slider of time there, and goes on moving it."""
    wide = moment.scene.graph.wide

    def follow(scene: TwoSweeps, start: Vector, now: Vector) -> TwoSweeps:
        return scene.with_field("time", float(np.clip(now[0] / wide, 0.0, 1.0)))

    return follow if -0.05 * wide <= float(at[0]) <= 1.05 * wide else None


__all__ = ["CURVE_WIDTH", "SAMPLES", "Graph", "TwoSlides", "TwoSweeps", "at", "curve", "still", "take_time", "to"]
