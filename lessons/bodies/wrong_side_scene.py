"""A box that is thrown at a thin wall, or pressed into it: the frame that finds it, and where each rule leaves it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any

import numpy as np

from geometry import Convex, Outcome, StepRules, Trace, box, linear_cast, rigid_body, static_body
from geometry.dynamics.body import RigidBody
from geometry.dynamics.contacts import BodyContact, ContactsFound, Motion
from geometry.dynamics.starts import Remedy, StartsRun, run_starts
from geometry.dynamics.step import GravityApplied, Stepped
from geometry.faulty.chosen_normals import ChosenPush, along_last_normal, along_one_side
from geometry.trace import grouped
from geometry.vector import Vector, readonly
from lessons.bodies.runs import Run
from viz.lesson.ink import Ink
from viz.lesson.scene import Control, Scene, Slider, handle, slider

GUIDED = 1e12  # moment of inertia
RATE = 60  # frames a second
MOST = 60.0  # speed of the slider
WALL_HIGH, BOX_HIGH = 2.0, 0.5
PRESS = 0.3  # width of the press
MARGIN, SUBSTEPS = 0.5, 2  # of the remedies
FRAMES = 64  # that are looked at before the box is given up
NEAR, FAR = 0.02, 2.4  # of the wall: where the box may start
DEEP = 1e-9  # an overlap; less is touching
LAST_NORMAL, ONE_SIDED = "last normal", "one-sided edge"
OUTER = (-1.0, 0.0)  # the normal of the one side


class Kind(Enum):
    """What moves, and which way."""

    STRAIGHT = "straight"
    BACK = "from the other side"
    OVER_THE_TOP = "over the top"
    PRESSED = "pressed"  # by a press

    @property
    def way(self) -> Vector:
        """Unit."""
        x, y = {Kind.BACK: (-1.0, 0.0), Kind.OVER_THE_TOP: (4.5, -1.0)}.get(self, (1.0, 0.0))
        return readonly(np.array((x, y)) / math.hypot(x, y))


class Fate(Enum):
    """What the sample that comes after the first touch finds."""

    STOPPED = "stopped"
    WRONG_SIDE = "wrong side"
    UNSEEN = "missed"
    MISSED = "beside it"  # the box never touches the wall


Knot = tuple[float, float, float]  # frames since the start, and where the box is then


@dataclass(frozen=True, eq=False)
class Thrown(Scene):
    start: Vector = handle(Ink.B, "B")
    speed: float = slider("Speed v", 3.0, MOST, 30.0, unit="/ s", decimals=0)
    thickness: float = slider("Wall thickness T", 0.05, 0.8, 0.2)
    width: float = slider("Box width w", 0.2, 1.2, 0.5)
    kind: Kind = Kind.STRAIGHT
    asks: str = ""

    def __post_init__(self) -> None:
        """The box starts clear of the wall, on its own side; one that is pressed is wider than the wall, which would
        stop the press."""
        if self.kind is Kind.PRESSED:
            object.__setattr__(self, "thickness", min(self.thickness, 0.9 * self.width))
        x, y = (float(part) for part in self.start)
        side = 1.0 if self.kind is Kind.BACK else -1.0
        x = side * min(max(side * x, self.half + NEAR), FAR)
        y = min(max(y, -0.4), 1.2) if self.kind is Kind.OVER_THE_TOP else 0.0
        object.__setattr__(self, "start", readonly(np.array((x, y))))

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        """A press is slow: no step of it is longer than the part of the wall that pushes on."""
        for name, control, value in super().controls():
            slow = Slider("Press speed v", 2.0, 6.0, unit="/ s", decimals=0)
            yield name, slow if name == "speed" and self.kind is Kind.PRESSED else control, value

    def sketched(self) -> Any:
        shapes = ((Ink.A, self.wall), (Ink.B, self.box_at(self.knots[self.sample][1:])))
        return tuple((ink, np.clip(shape.points, -0.8, 0.8)) for ink, shape in shapes)

    @property
    def half(self) -> float:
        """(w + T) / 2: the box overlaps the wall where its centre is nearer than that to the middle."""
        return (self.width + self.thickness) / 2.0

    @property
    def step(self) -> float:
        """d = v dt."""
        return self.speed / RATE

    @property
    def velocity(self) -> Vector:
        """Of the box; of the press, where there is one."""
        return readonly(self.speed * self.kind.way)

    @cached_property
    def wall(self) -> Convex:
        return box(self.thickness, WALL_HIGH).moved((0.0, -0.8 if self.kind is Kind.OVER_THE_TOP else 0.0))

    def box_at(self, place: Any) -> Convex:
        return box(self.width, BOX_HIGH).moved(place)

    @cached_property
    def rigid(self) -> tuple[RigidBody, ...]:
        """The box is guided: it hardly turns, as with a fixed rotation."""
        speed = 0.0 if self.kind is Kind.PRESSED else 1.0
        moving = rigid_body(self.box_at(self.start), velocity=speed * self.velocity)
        wall, thrown = static_body(self.wall), replace(moving, inertia=GUIDED)
        if self.kind is not Kind.PRESSED:
            return wall, thrown
        x = self.start[0] - (self.width + PRESS) / 2.0
        press = rigid_body(box(PRESS, 1.0).moved((x, 0.0)), density=1e5, velocity=self.velocity)
        return wall, thrown, replace(press, inertia=GUIDED)

    @cached_property
    def runs(self) -> dict[Remedy, Run]:
        """The whole overlap is taken out in one frame, so that the push is the minimum translation."""
        rules = StepRules(dt=1.0 / RATE, gravity=(0.0, 0.0), share=1.0, slop=0.0, limit_energy=False)
        finer = replace(rules, dt=rules.dt / SUBSTEPS)
        each = {Remedy.LEAST_PUSH: rules, Remedy.SUBSTEPS: finer, Remedy.MARGIN: replace(rules, margin=MARGIN)}
        return {remedy: Run(self.rigid, of) for remedy, of in each.items()}

    @property
    def run(self) -> Run:
        return self.runs[Remedy.LEAST_PUSH]

    @cached_property
    def impact(self) -> tuple[float, Vector] | None:
        """When the box first touches the wall, in frames, and the normal there; of a box that flies freely."""
        if self.kind is Kind.PRESSED:
            return None
        hit = linear_cast(self.wall, (0.0, 0.0), self.box_at(self.start), FRAMES / RATE * self.velocity)
        return (hit.fraction * FRAMES, hit.normal) if hit.outcome is Outcome.HIT and hit.normal is not None else None

    @cached_property
    def sample(self) -> int:
        """The one that is told: the first after the touch; of a pressed box the first that is pushed on."""
        if self.kind is Kind.PRESSED:
            return (
                self.run.first(lambda stepped: self._deepest(stepped.contacts, onward=True) is not None, FRAMES) or 1
            )
        return 1 if self.impact is None else int(self.impact[0] + 1e-9) + 1

    @cached_property
    def frame(self) -> Trace[Any, Stepped]:
        """The frame from that sample on."""
        return self.run.trace(self.sample)

    def first(self, kind: Any) -> Any:
        return next(step for step in self.frame if isinstance(step, kind))

    @cached_property
    def contact(self) -> BodyContact | None:
        """The deepest of the wall's at the sample."""
        return self._deepest(self.first(ContactsFound).contacts)

    def _deepest(self, contacts: tuple[BodyContact, ...], *, onward: bool = False) -> BodyContact | None:
        found = [c for c in contacts if c.id.pair.body_b == 1 and c.separation < -DEEP]
        found = [c for c in found if not onward or float(c.normal.direction @ self.velocity) > 0.0]
        return min(found, key=lambda c: c.separation, default=None)

    @cached_property
    def fate(self) -> Fate:
        if self.contact is None:
            return Fate.MISSED if self.impact is None else Fate.UNSEEN
        onward = float(self.contact.normal.direction @ self.velocity) > 0.0
        return Fate.WRONG_SIDE if onward else Fate.STOPPED

    @property
    def before(self) -> Vector:
        """The velocity of the box at the sample."""
        motion: Motion = self.first(GravityApplied).motions[1]
        return motion.velocity

    @property
    def after(self) -> RigidBody:
        return self.frame.result.bodies[1]

    @cached_property
    def pushed(self) -> Vector:
        """Where the wall's push leaves the box, before it moves on."""
        at = np.array(self.knots[self.sample][1:])
        return readonly(at if self.contact is None else at - self.contact.separation * self.contact.normal.direction)

    @cached_property
    def exact(self) -> Vector | None:
        """Where the box is at the sample if it stops at the first touch, and slides on along the wall."""
        if self.impact is None:
            return None
        (at, n), place = self.impact, np.array(self.knots[self.sample][1:])
        left = (self.sample - at) / RATE * self.velocity
        return readonly(place - (left @ n) * n)

    @cached_property
    def knots(self) -> tuple[Knot, ...]:
        """The samples up to the one that is told."""
        return tuple((float(k), *_place(self.run.bodies(k))) for k in range(self.sample + 1))

    def path(self, remedy: Remedy) -> tuple[Knot, ...]:
        """From the start to the end of the told frame. A push takes the first half of its frame."""
        k, known = self.sample, self.knots
        half, end = k + 0.5, k + 1.0
        if remedy is Remedy.LEAST_PUSH or (remedy is Remedy.LAST_NORMAL and self.contact is None):
            return (*known, (half, *self.pushed.tolist()), (end, *_place(self.run.bodies(k + 1))))
        if remedy is Remedy.LAST_NORMAL:
            at = (np.array(known[-1][1:]) + self.chosen(LAST_NORMAL).push).tolist()
            return (*known, (half, *at), (end, *at))
        if remedy is Remedy.SWEEP and self.impact is not None:
            hit = self.impact[0], *(self.start + self.impact[0] / RATE * self.velocity).tolist()
            return (*known[:k], hit, (end, *hit[1:]))
        run = self.runs.get(remedy, self.run)
        parts = SUBSTEPS if remedy is Remedy.SUBSTEPS else 1
        return tuple((j / parts, *_place(run.bodies(j))) for j in range((k + 1) * parts + 1))

    def at(self, remedy: Remedy, frames: float) -> tuple[float, float]:
        times, xs, ys = zip(*self.path(remedy), strict=True)
        return float(np.interp(frames, times, xs)), float(np.interp(frames, times, ys))

    def chosen(self, rule: str) -> ChosenPush:
        """What a faulty rule does at the sample."""
        before, now = (self.box_at(knot[1:]) for knot in self.knots[self.sample - 1 :])
        return (
            along_one_side(self.wall, now, OUTER) if rule == ONE_SIDED else along_last_normal(self.wall, before, now)
        )

    @property
    def is_right(self) -> bool:
        """Whether the least push leaves the box where it would be from its first touch on."""
        return self.exact is not None and math.dist(self.pushed, self.exact) < 1e-6

    def error(self, push: ChosenPush) -> float:
        """How far from the exact motion a push leaves the box; 0 where none is known."""
        return 0.0 if self.exact is None else math.dist(np.array(self.knots[-1][1:]) + push.push, self.exact)

    @cached_property
    def starts(self) -> Trace[StartsRun, tuple[StartsRun, ...]]:
        return run_starts.trace(self.width, self.thickness, self.step, substeps=SUBSTEPS, margin=MARGIN)

    @cached_property
    def trace(self) -> Trace[Any, Any]:
        """The frame, its impulses and the push told as one step; of a straight flight then all starts."""
        solved = [
            i for i, step in enumerate(self.frame) if not isinstance(step, GravityApplied | ContactsFound | Stepped)
        ]
        frame = grouped(self.frame, [range(solved[0], solved[-1] + 1)])
        steps, lines = frame.steps[:3], frame.lines[:3]
        if self.kind is not Kind.STRAIGHT:
            return Trace(frame.function, steps, lines, None, frame.result)
        starts = self.starts
        return Trace(frame.function, steps + starts.steps, lines + starts.lines, None, starts.result)


def _place(bodies: tuple[RigidBody, ...]) -> tuple[float, float]:
    x, y = bodies[1].pose.position.tolist()
    return x, y
