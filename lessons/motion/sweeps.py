"""Two bodies in motion: the scene of the lessons in which bodies move and turn.

Each body has a pose at t = 0 and one at t = 1, and both can be dragged and turned; the end counts full turns. A shape
that is edited changes at both ends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from geometry import Convex, Pose, Sweep, Vector
from geometry.vector import readonly
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Scene, body

KEPT = 8  # times whose shapes a scene keeps
TWINS = {"a": "a_end", "a_end": "a", "b": "b_end", "b_end": "b"}


@dataclass(frozen=True, eq=False)
class TwoSweeps(Scene):
    """A and B at t = 0, and at t = 1."""

    a: Body = body(Ink.A, "A")
    a_end: Body = body(Ink.A, "A at t = 1")
    b: Body = body(Ink.B, "B")
    b_end: Body = body(Ink.B, "B at t = 1")

    def with_field(self, name: str, value: Any) -> Self:
        """A body that gets another shape has it at the other end of its motion too."""
        changed = super().with_field(name, value)
        before = getattr(self, name)
        if name in TWINS and not _is_same(value.shape, before.shape):
            twin: Body = getattr(changed, TWINS[name])
            shift = before.pose.unplace(value.pose.position)  # the pivot stays at the middle of the new shape
            moved = twin.shaped(value.shape).placed(Pose(twin.pose.place(shift), twin.pose.angle))
            changed = super(TwoSweeps, changed).with_field(TWINS[name], moved)
        return changed

    @cached_property
    def sweep_a(self) -> Sweep:
        return Sweep(self.a.pose, self.a_end.pose)

    @cached_property
    def sweep_b(self) -> Sweep:
        return Sweep(self.b.pose, self.b_end.pose)

    @property
    def sweeps(self) -> tuple[Convex, Sweep, Convex, Sweep]:
        """What the routines take: local shapes, each with its motion."""
        return self.a.shape, self.sweep_a, self.b.shape, self.sweep_b

    @cached_property
    def velocity(self) -> Vector:
        """Of A as seen from B: v = v_A − v_B."""
        return readonly(self.sweep_a.motion - self.sweep_b.motion)

    @property
    def turns(self) -> bool:
        """Whether a body turns."""
        return self.sweep_a.turn != 0.0 or self.sweep_b.turn != 0.0

    def at(self, t: float) -> tuple[Convex, Convex]:
        """Both shapes in the world at a time; the newest few are kept, as every view of a frame asks for the same."""
        kept = self._placed
        if (found := kept.get(t)) is None:
            a, sweep_a, b, sweep_b = self.sweeps
            if len(kept) >= KEPT:
                del kept[next(iter(kept))]
            found = kept[t] = a.at(sweep_a.at(t)), b.at(sweep_b.at(t))
        return found

    @cached_property
    def _placed(self) -> dict[float, tuple[Convex, Convex]]:
        return {}


def to(start: Body, x: float, y: float, degrees: float | None = None) -> Body:
    """The end of a body's motion: its shape at (x, y), turned by an angle in degrees from 0, or as at the start."""
    angle = start.pose.angle if degrees is None else math.radians(degrees)
    return Body(start.shape, Pose((x, y), angle), counts_turns=True)


def still(start: Body) -> Body:
    """The end of the motion of a body at rest."""
    return Body(start.shape, start.pose, counts_turns=True)


def _is_same(one: Convex, other: Convex) -> bool:
    return one is other or (one.radius == other.radius and np.array_equal(one.points, other.points))
