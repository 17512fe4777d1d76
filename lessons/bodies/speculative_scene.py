"""Two balls, each beside an obstacle of its own, and one margin: what the step makes of the frame that matters."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from geometry import (
    Convex,
    StepRules,
    Trace,
    Vector,
    box,
    circle,
    convex,
    rectangle,
    rigid_body,
    static_body,
)
from geometry.dynamics.contacts import BodyContact
from geometry.dynamics.step import ImpulseApplied, WarmStarted
from geometry.engine.impact_step import impact_step
from geometry.sat.closest_points import closest_points
from geometry.shape import boundary
from geometry.time_of_impact.separation_over_time import separation_over_time
from geometry.trace import picked
from geometry.transform import Pose, Sweep
from geometry.vector import dot, length, readonly
from lessons.bodies.runs import FrameRule, Run
from viz.lesson.ink import Ink
from viz.lesson.mark import Pair
from viz.lesson.scene import Arrow, Body, Scene, at, body, handle, slider

FRAME = 1.0 / 60.0  # seconds
PARTS = readonly(np.linspace(0.0, 1.0, 81))  # of a frame
MOST = 6  # frames within which a ball has to come near its obstacle
STILL = 1e-9  # an impulse, or a speed of approach: less is rounding
OFF = 5e-3  # metres between two places that can be told apart


@dataclass(frozen=True, eq=False)
class Flight:
    """An obstacle, a ball at its start, and how far it moves in one frame of `dt`."""

    obstacle: Convex
    ball: Convex
    by: Vector
    name: str
    dt: float


class Lengths(NamedTuple):
    """Of one frame, along its normal: the gap at its start, and what the ball closes, alone and after the impulse."""

    gap: float
    closing: float
    after: float
    has_contact: bool


class TruePath(Run):
    """From impact to impact: right within a frame too."""

    def pose(self, body: int, time: float) -> Pose:
        k, part = self._between(time)
        if part == 0.0:
            return super().pose(body, time)
        rules = replace(self.rules, dt=part * self.rules.dt)
        return impact_step(self.bodies(k), self.memory(k), rules).bodies[body].pose


class Met:
    """A flight under one margin, up to the frame in which the ball meets its obstacle, or is nearest to it."""

    def __init__(self, flight: Flight, margin: float, restitution: float) -> None:
        self.flight, self.margin, self.restitution = flight, margin, restitution
        self.rules = StepRules(
            dt=flight.dt,
            gravity=(0.0, 0.0),
            iterations=1,
            restitution=restitution,
            margin=margin,
            limit_energy=False,  # impulses that are told one by one
        )
        mass = 1.0 / (math.pi * flight.ball.radius**2)  # so that a ball weighs 1 kg
        start = rigid_body(flight.ball, density=mass, velocity=flight.by / flight.dt)
        self.bodies = static_body(flight.obstacle), start
        self.run, self.truth = Run(self.bodies, self.rules), TruePath(self.bodies, self.rules, impact_step)

    def by(self, rule: FrameRule) -> Run:
        """The same flight by another rule."""
        return Run(self.bodies, self.rules, rule)

    @cached_property
    def k(self) -> int:
        """The frame that is looked at: the first with an impulse; without one that with a contact on the way there,
        or with the least gap."""
        hit = self.run.first(lambda s: any(j.normal > STILL for j in s.impulses), MOST)
        if hit is not None:
            return hit
        ahead = []
        for k in range(MOST):
            n, gap = _gap(self.flight.obstacle, self.ball_at(k))
            if dot(n, self.flight.by) < -STILL:
                is_alone = not self.run.frame(k).contacts
                ahead.append((is_alone, gap if is_alone else k, k))
        return min(ahead)[2] if ahead else 0

    @cached_property
    def frame(self) -> Trace[Any, Any]:
        return self.run.trace(self.k)

    @cached_property
    def solved(self) -> Trace[Any, Any]:
        """The warm start and the impulse of the frame."""
        return picked(
            self.frame, [i for i, step in enumerate(self.frame) if isinstance(step, WarmStarted | ImpulseApplied)]
        )

    @cached_property
    def trace(self) -> Trace[Any, Any]:
        """The frame, and the answer of the next one."""
        frame = self.frame
        few, after = picked(frame, (1, 2, 3, len(frame) - 1)), self.run.frame(self.k + 1)
        return Trace(few.function, (*few.steps, after), (*few.lines, few.lines[-1]), None, few.answer)

    @cached_property
    def contact(self) -> BodyContact | None:
        return next(iter(self.run.frame(self.k).contacts), None)

    @cached_property
    def ends(self) -> tuple[Vector, Vector]:
        """The closest points of the obstacle and of the ball; of an overlap the deepest."""
        if self.contact is not None:
            return self.contact.contact.on_a, self.contact.contact.on_b
        return self.ends_at(self.k)

    def ends_at(self, k: int) -> tuple[Vector, Vector]:
        """The closest points of both after so many frames, where their cores are apart."""
        core = closest_points(self.flight.obstacle, self.ball_at(k))
        n = _gap(self.flight.obstacle, self.ball_at(k))[0]
        return core.on_a + self.flight.obstacle.radius * n, core.on_b - self.flight.ball.radius * n

    def lengths(self, k: int) -> Lengths:
        """Those of a frame."""
        contact = next(iter(self.run.frame(k).contacts), None)
        n, gap = _gap(self.flight.obstacle, self.ball_at(k))
        if contact is not None:
            n, gap = contact.normal.direction, contact.separation
        before, after = (-dot(self.velocity(k + i), n) * self.flight.dt for i in range(2))
        return Lengths(gap, before, after, contact is not None)

    @cached_property
    def normal(self) -> Vector:
        """From the obstacle to the ball."""
        if self.contact is not None:
            return self.contact.normal.direction
        return _gap(self.flight.obstacle, self.ball_at(self.k))[0]

    @cached_property
    def gap(self) -> float:
        """s"""
        return self.contact.separation if self.contact else dot(self.ends[1] - self.ends[0], self.normal)

    @property
    def is_ahead(self) -> bool:
        """Whether its contact is speculative."""
        return self.contact is not None and self.gap > 0.0

    @cached_property
    def speeds(self) -> tuple[float, float, float]:
        """v_n at the start of the frame, after it and after the next."""
        before, after, last = (dot(self.velocity(self.k + i), self.normal) for i in range(3))
        return before, after, last

    @cached_property
    def later(self) -> tuple[Vector, float]:
        """The normal at the end of the frame, from the feature that is nearest then, and the velocity along it after
        the next frame; where the cores overlap, those of this frame."""
        n = _gap(self.flight.obstacle, self.ball_at(self.k + 1))[0]
        n = n if n.any() else self.normal
        return n, dot(self.velocity(self.k + 2), n)

    @property
    def has_turned(self) -> bool:
        """Whether the next frame has another normal."""
        return not self.is_untouched and dot(self.later[0], self.normal) <= 1.0 - 1e-4

    @property
    def closing(self) -> float:
        """What the ball closes along the normal in one frame, were it alone."""
        return -self.speeds[0] * self.flight.dt

    @property
    def is_outside(self) -> bool:
        """Whether its contact is one of a ball that is apart, or just touches."""
        return self.contact is not None and self.gap > -STILL

    @property
    def excess(self) -> float:
        """x; 0 of a ball that stays before the plane."""
        return max(0.0, self.closing - self.gap)

    @cached_property
    def impulse(self) -> float:
        """j"""
        return sum(j.normal for j in self.run.frame(self.k).impulses)

    @cached_property
    def next_impulse(self) -> float:
        """That of the frame after the one that is looked at."""
        return sum(j.normal for j in self.run.frame(self.k + 1).impulses)

    @cached_property
    def free(self) -> tuple[float, float]:
        """The least gap on the way that the ball really takes in this frame, and the part of the frame until it is so
        small for the last time; 0 where it meets the obstacle."""
        if (self.truth.bodies(math.ceil(self.frame_end))[1].velocity != self.velocity(self.k)).any():
            return 0.0, 0.0
        ball = Convex(((0.0, 0.0),), self.flight.ball.radius)
        ends = (self.truth.pose(1, f * self.flight.dt) for f in (self.k, self.frame_end))
        gaps = separation_over_time(self.flight.obstacle, Sweep(Pose()), ball, Sweep(*ends), PARTS)
        least = float(gaps.min())
        return least, float(PARTS[np.flatnonzero(gaps <= least + 1e-6)[-1]])

    @property
    def is_cut(self) -> bool:
        """Whether its contact is speculative, and the ball would go past its plane."""
        return self.is_ahead and self.excess > 0.0

    @property
    def frame_end(self) -> float:
        """The frame number one FRAME on."""
        return self.k + FRAME / self.flight.dt

    @cached_property
    def is_untouched(self) -> bool:
        """Whether it gets no impulse in the frame that is looked at, nor in the next of 1/60 s."""
        count = round(2.0 * (self.frame_end - self.k))
        return not any(j.normal > STILL for i in range(count) for j in self.run.frame(self.k + i).impulses)

    def velocity(self, k: int) -> Vector:
        return self.run.bodies(k)[1].velocity

    def ball_at(self, frames: float, run: Run | None = None) -> Convex:
        """The ball after so many frames."""
        return (run or self.run).placed(1, frames * self.flight.dt)[0]

    def centre(self, frames: float, run: Run | None = None) -> Vector:
        return (run or self.run).pose(1, frames * self.flight.dt).position

    def error(self, frames: float, run: Run | None = None) -> float:
        """The distance from where the ball really is."""
        return float(length(self.centre(frames, run) - self.centre(frames, self.truth)))


def _gap(obstacle: Convex, ball: Convex) -> tuple[Vector, float]:
    """The normal from an obstacle to a ball that is apart from it, and the gap; of cores that meet none."""
    core = closest_points(obstacle, ball)
    far = float(length(core.on_b - core.on_a))
    n = (core.on_b - core.on_a) / far if far > 0.0 else np.zeros(2)
    return readonly(n), far - obstacle.radius - ball.radius


@lru_cache(maxsize=64)
def met(obstacle: Body, ball: Body, path: Arrow, name: str, dt: float, margin: float, restitution: float) -> Met:
    """Bodies are told apart by identity: the flight that is not dragged is not run again."""
    return Met(Flight(obstacle.world, ball.world, path.vector, name, dt), margin, restitution)


@dataclass(frozen=True, eq=False)
class TwoFlights(Scene):
    """Ball 1 with its obstacle, ball 2 with its own in the second pane, and the margin of both."""

    wall: Body = body(Ink.A, "obstacle of ball 1")
    ball: Body = body(Ink.B, "ball 1")
    path: Arrow = handle(Ink.EXAMINED, "displacement of ball 1 in one frame", has_tail=False)
    block: Body = at(box(0.8, 0.5), 0.4, -0.25)  # noqa: RUF009  # frozen; and so on for ball 2
    other: Body = at(circle(0.15), -0.4, 0.3)  # noqa: RUF009
    way: Arrow = Arrow((-0.4, 0.3), (0.4, 0.3))  # noqa: RUF009
    margin: float = slider("margin", 0.0, 1.0, 0.5)
    names: tuple[str, str] = ("wall", "block")
    dt: float = FRAME  # of ball 2
    restitution: float = 0.0
    about: str = ""  # which of the lesson's ideas it adds, and what it asks

    def __post_init__(self) -> None:
        """The arrows start at their balls. Raises ValueError where a ball is none any more."""
        for ball, name in ((self.ball, "path"), (self.other, "way")):
            if len(ball.shape.points) > 1:
                raise ValueError("a ball stays a ball here; change the obstacle's shape")
            start, arrow = ball.pose.position, getattr(self, name)
            if (arrow.start != start).any():
                object.__setattr__(self, name, Arrow(start, start + arrow.vector))

    def sketched(self) -> list[tuple[Ink, Any]]:
        """The view that is special: two would be too small to be told apart."""
        flight = self.both[self.about not in ("margin", "bounce")].flight
        start = flight.ball.points[0]
        way = Ink.EXAMINED, np.array((start, start + flight.by))
        return [(Ink.A, flight.obstacle.points), (Ink.B, boundary(flight.ball, 0.01)), way]

    @cached_property
    def both(self) -> tuple[Met, Met]:
        rules = self.margin, self.restitution
        first = met(self.wall, self.ball, self.path, self.names[0], FRAME, *rules)
        return first, met(self.block, self.other, self.way, self.names[1], self.dt, *rules)

    @cached_property
    def start(self) -> float:
        """The time on the clock at which the frame begins that is looked at: both balls are there at once."""
        return 1.0 / 3.0 if any(each.k for each in self.both) else 0.0

    def frames(self, each: Met, time: float) -> float:
        """How many frames a ball has moved when the clock shows a time: two long ones follow the start."""
        if time <= self.start:
            return each.k * time / self.start if self.start else float(each.k)
        return each.k + 2.0 * (time - self.start) / (1.0 - self.start) * FRAME / each.flight.dt


WALL, PLATE = ("wall", rectangle((-0.05, -0.3), (0.05, 0.3))), ("plate", box(1.1, 0.125))
BLOCK, FLOOR = ("block", rectangle((0.0, -0.45), (0.7, 0.0))), ("floor", rectangle((-0.65, -0.25), (0.65, 0.0)))
SLOPE = "slope", convex(((-0.6, -0.325), (0.6, -0.325), (0.6, -0.175), (-0.6, 0.175)))  # 7 down in 24
Shown = tuple[
    tuple[str, Convex], float, Pair, Pair
]  # an obstacle with its name; a ball: radius, start, way in a frame


def two(
    about: str, first: Shown, second: Shown, margin: float = 0.4, e: float = 0.0, dt: float = FRAME
) -> TwoFlights:
    (wall, ball, path), (block, other, way) = (
        (at(shape, *shape.centroid), at(circle(radius), *start), Arrow(start, np.add(start, by)))
        for (_, shape), radius, start, by in (first, second)
    )
    names = first[0][0], second[0][0]
    return TwoFlights(wall, ball, path, block, other, way, margin, names, dt, e, about)


def presets() -> dict[str, TwoFlights]:
    past: Shown = BLOCK, 0.2, (-0.4, 0.3), (0.8, 0.0)  # 3, 4, 5: all lengths have two decimals
    slow: Shown = WALL, 0.1, (-0.31, 0.0), (0.4, 0.0)
    touching: Shown = PLATE, 0.09375, (0.0, 0.15625), (0.0, -0.4)  # exactly, in binary too
    slope: Shown = SLOPE, 0.12, (-0.4496, 0.4228), (0.368, -0.524)  # 0.4 into it, 0.5 along it
    gliding: Shown = FLOOR, 0.12, (-0.5, 0.4), (0.5, -0.52)
    return {
        "Wall and corner": two("both", (WALL, 0.2, (-0.5, 0.0), (0.8, 0.0)), past),
        "Fast and slow": two("margin", (WALL, 0.1, (-0.44, 0.0), (0.65, 0.0)), slow, 0.2),
        "Lost bounce": two("bounce", (PLATE, 0.09375, (0.0, 0.33625), (0.0, -0.4)), touching, e=1.0),
        "Landing": two("landing", (FLOOR, 0.12, (-0.5, 0.42), (0.5, -0.5)), slope),
        "Shorter frames": two("shorter", past, (BLOCK, 0.2, (-0.4, 0.3), (0.2, 0.0)), dt=FRAME / 4.0),
        "Gap ignored": two("ignored", (WALL, 0.15, (-0.4, 0.0), (0.5, 0.0)), gliding),
    }
