"""Bodies stacked on a floor that have stood still until now, and their runs by the right rules and by others."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np

from geometry import Convex, StepMemory, Stepped, StepRules, Trace, rectangle, rigid_body, rigid_step, static_body
from geometry.dynamics.body import RigidBody
from geometry.dynamics.contacts import BodyContact, ContactsFound
from geometry.faulty.clamped_impulses import with_each_impulse_clamped
from geometry.faulty.clipping import manifold_deepest_only
from geometry.faulty.velocity_bias import with_velocity_bias
from geometry.shape import box, capsule, convex, regular_polygon, rounded
from lessons.bodies.runs import Run, deepest
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Control, Handle, Scene, at, slider

ONE, BIAS, EACH, SLOP = "one contact point", "bias in the velocity", "each impulse clamped", "no slop, full push"
ORDER = "last point first"
RATE, SECONDS = 60, 2.0  # frames a second, and the time that is shown
FRAMES = round(RATE * SECONDS)
G = 10.0
LEFT_STANDING = 0.005  # the usual slop
SETTLED = 150  # iterations of the frame before the first one
STILL, WHILE = 0.005, 10  # joules: a stack with less for so many frames is at rest
FALLEN, LEANS = math.radians(25.0), math.radians(5.0)
_FLOOR = static_body(rectangle((-40.0, -4.0), (40.0, 0.0)))
_NAME = "body_"


def _deepest_only(a: Convex, b: Convex, previous: Any) -> Any:
    return manifold_deepest_only(a, b)


class Other(NamedTuple):
    """The two rules that are compared, by name and in a few words, and what makes the other one of the right one."""

    right: str
    does: str
    wrong: str
    does_wrong: str
    changed: Callable[[StepRules], StepRules]


OTHERS: Mapping[str, Other] = {
    "": Other(
        *("Warm start on", "keeps its impulses", "Warm start off", "begins at 0"),
        lambda rules: replace(rules, warm_start=False),
    ),
    ONE: Other(
        *("Two contact points", "the ends of the shared edge", "One contact point", "the deepest of each pair"),
        lambda rules: replace(rules, rule=_deepest_only),
    ),
    BIAS: Other(
        *("Push", "changes positions only", "Bias in the velocity", "asks for a speed"),
        with_velocity_bias,
    ),
    EACH: Other(
        *("Sum clamped", "the sum of impulses is at least 0", "Each impulse clamped", "every impulse is at least 0"),
        with_each_impulse_clamped,
    ),
    SLOP: Other(
        *("Slop", "a little depth stays", "No slop, full push", "no depth stays"),
        lambda rules: replace(rules, slop=0.0, share=1.0),
    ),
    ORDER: Other(
        *("Warm start on", "first point first", "Last point first", "no warm start"),
        lambda rules: replace(rules, warm_start=False, last_first=True),
    ),
}


@dataclass(frozen=True, eq=False)
class Stack(Scene):
    """Bodies that have stood still: the first frame begins with the impulses of a frame of many iterations."""

    things: tuple[Body, ...]
    iterations: int = slider("Iterations", 1, 64, 4, decimals=0)
    friction: float = slider("Friction μ", 0.0, 1.0, 0.6)
    slop: float = slider("Slop", 0.0, 0.02, LEFT_STANDING, decimals=3)
    high: float = 5.1  # that the views show above the floor
    middle: float = 0.0  # x at the middle of the views while time runs
    taken: float = 0.0  # height of a box that lay on the last body until now
    is_goal: bool = False  # whether the challenge is about it
    is_given: bool = False  # not edited: its end is hinted at the first step

    def __post_init__(self) -> None:
        object.__setattr__(self, "iterations", round(self.iterations))

    @cached_property
    def rigid(self) -> tuple[RigidBody, ...]:
        return _FLOOR, *(rigid_body(each.world) for each in self.things)

    @cached_property
    def rules(self) -> StepRules:
        rules = StepRules(1.0 / RATE, (0.0, -G), iterations=self.iterations, slop=self.slop, limit_energy=False)
        return replace(rules, friction=self.friction)

    @cached_property
    def memory(self) -> StepMemory:
        """The impulses that carry the bodies as they lie, or as they lay below the box that is taken off."""
        rules = replace(self.rules, iterations=SETTLED, friction=0.0)
        if not self.taken:
            return rigid_step(self.rigid, rules=rules).memory
        low, high = (
            np.array(each) for each in (self.things[-1].world.bounds().low, self.things[-1].world.bounds().high)
        )
        middle = 0.5 * float(low[0] + high[0]), float(high[1]) - LEFT_STANDING + 0.5 * self.taken
        load = rigid_body(at(box(float(high[0] - low[0]), self.taken), *middle).world)
        loaded = rigid_step((*self.rigid, load), rules=rules).memory
        return StepMemory(tuple(each for each in loaded.impulses if each[0].pair.body_b < len(self.rigid)))

    @cached_property
    def is_column(self) -> bool:
        """Whether each body rests on the one before it, the first on the floor, and on nothing else."""
        met = {(name.pair.body_a, name.pair.body_b) for name, _ in self.memory.impulses}
        return met == {(i, i + 1) for i in range(len(self.things))}

    @cached_property
    def right(self) -> Run:
        return Run(self.rigid, self.rules, memory=self.memory)

    @cached_property
    def _others(self) -> dict[str, Run]:
        return {}

    @cached_property
    def _traces(self) -> dict[tuple[str, int], Trace[Any, Stepped]]:
        return {}

    def other(self, compare: str) -> Run:
        """The run by the rule that is compared with; the one without a warm start where none is chosen."""
        if compare not in self._others:
            self._others[compare] = Run(self.rigid, OTHERS[compare].changed(self.rules), memory=self.memory)
        return self._others[compare]

    def first(self, run: Run, iterations: int | None = None) -> Trace[Any, Stepped]:
        """The first frame of one of these runs, stepped; with other iterations where they are told."""
        count = self.iterations if iterations is None else iterations
        key = next((name for name, each in self._others.items() if each is run), "right"), count
        if key not in self._traces:
            rules = replace(run.rules, iterations=count)
            self._traces[key] = rigid_step.trace(self.rigid, self.memory, rules)
        return self._traces[key]

    @property
    def needed(self) -> float:
        """What gravity adds in a frame, in all."""
        return sum(body.mass for body in self.rigid[1:]) * G / RATE

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        for i, each in enumerate(self.things):
            yield f"{_NAME}{i + 1}", Handle(Ink.B, str(i + 1)), each
        yield from super().controls()

    def with_field(self, name: str, value: Any) -> Self:
        i = self._place(name)
        if i is None:
            return replace(super().with_field(name, value), is_given=False)
        return replace(self, things=(*self.things[:i], value, *self.things[i + 1 :]), is_given=False)

    def __getattr__(self, name: str) -> Any:
        i = self._place(name) if name.startswith(_NAME) else None
        if i is None:
            raise AttributeError(name)
        return self.things[i]

    def _place(self, name: str) -> int | None:
        number = name.removeprefix(_NAME)
        is_one = name.startswith(_NAME) and number.isdecimal() and 1 <= int(number) <= len(self.things)
        return int(number) - 1 if is_one else None

    def sketched(self) -> Sequence[tuple[Ink, Any]]:
        floor = np.array(((-0.5 * self.high, 0.0), (0.5 * self.high, 0.0)))
        return (Ink.A, floor), *((Ink.B, each.world.points) for each in self.things)


class State(NamedTuple):
    """How a stack is after so many frames."""

    kinetic: float
    sunk: float  # of the body that has sunk furthest
    lean: float  # radians, of the one that has turned furthest
    lowest: int  # the body that has sunk furthest
    deepest: float  # penetration
    rests: bool  # and has for a while

    @property
    def fell(self) -> bool:
        return self.lean > FALLEN

    @property
    def told(self) -> str:
        if self.fell:
            return "has fallen" if self.rests else "falls"
        if self.rests:
            does = "at rest"
        elif self.lean > LEANS:
            does = f"leans by {math.degrees(self.lean):.0f}°"
        else:
            does = "sinks" if self.sunk > 0.02 else "rocks"
        return does + (f", {self.deepest:.2f} deep" if self.deepest > 0.02 else "")


def state(run: Run, k: int) -> State:
    bodies, start = run.bodies(k)[1:], run.bodies(0)[1:]
    down = [float(a.pose.position[1] - b.pose.position[1]) for a, b in zip(start, bodies, strict=True)]
    lean = max(abs(b.pose.angle) for b in bodies)
    energies = [0.0, *(each.kinetic for each in run.frames(k)[-WHILE:])]
    sunk, deep = max(down), deepest(run.frame(max(k - 1, 0)))
    return State(energies[-1], sunk, lean, down.index(sunk) + 1, deep, max(energies) < STILL)


def found(trace: Trace[Any, Stepped]) -> tuple[BodyContact, ...]:
    return next(step.contacts for step in trace if isinstance(step, ContactsFound))


def on_floor(contacts: Sequence[BodyContact]) -> list[int]:
    return [i for i, c in enumerate(contacts) if c.id.pair.body_a == 0]


def column(sizes: Sequence[tuple[float, float]], aside: Sequence[float], **more: Any) -> Stack:
    """Boxes of a width and a height each, one on the other, so deep in it as the slop leaves them."""
    things, low = [], 0.0
    for (width, height), x in zip(sizes, aside, strict=True):
        low -= LEFT_STANDING
        things.append(at(box(width, height), x, low + 0.5 * height))
        low += height
    return Stack(tuple(things), **more)


def rounded_stack() -> Stack:
    """The shapes of *Rounding collider corners*: rounded polygons and a capsule that lie on one another."""
    r, floor = 0.15, -LEFT_STANDING
    foot = rounded(convex(((-0.45, r), (0.45, r), (0.25, 1.0 - r), (-0.25, 1.0 - r))), r)
    plank = floor + 1.0 - LEFT_STANDING
    top = plank + 0.4 - LEFT_STANDING
    six = rounded(regular_polygon(6, 0.45), r)
    tall = 2.0 * (float(six.points[:, 1].max()) + r)
    lid = top + tall - LEFT_STANDING
    cap = lid + 0.45 - LEFT_STANDING
    shapes = (
        rounded(box(1.2 - 2 * r, 1.0 - 2 * r, (-1.0, floor + 0.5)), r),
        foot.moved((1.0, floor)),
        capsule((-1.5, plank + 0.2), (1.5, plank + 0.2), 0.2),
        six.moved((-0.75, top + 0.5 * tall)),
        rounded(box(1.0 - 2 * r, tall - 2 * r, (0.75, top + 0.5 * tall)), r),
        rounded(box(2.2 - 2 * r, 0.45 - 2 * r, (0.0, lid + 0.225)), r),
        rounded(convex(((-0.55, r), (0.55, r), (0.0, 0.95))), r).moved((0.0, cap)),
    )
    return Stack(tuple(at(each, *each.centroid.tolist()) for each in shapes), iterations=2, high=cap + 1.2)


def deep() -> Stack:
    """The lower one of two boxes lies 0.30 deep in the floor."""
    low, high = at(box(1.2, 1.0), 0.4, 0.2), at(box(0.8, 0.7), 0.46, 1.05 - LEFT_STANDING)
    return Stack((low, high), iterations=10, high=2.3)
