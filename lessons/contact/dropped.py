"""The incident shape let go on its reference edge: a ground that is turned level and ends at u and v. The contact
points of one rule hold it: it rests, rocks, or tips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from geometry import Convex, Manifold, StepRules, box, rectangle, rigid_body, simulate, static_body
from geometry.contact.manifold_points import ManifoldPoint
from geometry.contact.reference import IncidentEdge, ReferenceEdge
from geometry.dynamics.contacts import BodyContact, ContactRule, find_manifold
from geometry.dynamics.step import StepMemory, Stepped, rigid_step
from geometry.faulty.clipping import (
    manifold_deepest_only,
    manifold_without_face_test,
    manifold_without_side_planes,
)
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.tolerance import CONTACT_MARGIN, smaller_size
from geometry.trace import SourceLine
from geometry.transform import Pose
from geometry.vector import XY, Vector
from viz.lesson.text import fixed

DEEP = 1.0  # of the ground
STEP_TIME = 1.0 / 60.0  # seconds
TIME_STEPS = 60  # one second: the clock from 0 to 1 tells seconds
LEVEL = 1e-9  # radians
REST = 0.01  # degrees: a body that rests stays within so much of its last tilt
ROCKS = 3.0  # degrees: one that rocks stays so near to level
HAIR = 1e-4
SAME = 1e-6  # places nearer than this are the same
NEAR = 0.05  # of the ground: a contact within it is no error
TIMES = 64.0, 32.0, 16.0, 8.0  # how much greater small tilts may be drawn
SWING, LARGEST = 6.5, 12.0  # degrees that are then seen at most: of one that rocks; of any


class PointRule(Enum):
    """Which contact points hold the body."""

    TWO_POINTS = "two points"  # `manifold`
    DEEPEST = "deepest"  # `manifold_deepest_only`
    CROSSING = "crossing"  # `manifold_by_crossing`: one point where the edges cross
    ANY_HEIGHT = "any height"  # `manifold_without_face_test`: its points are held as if they touched
    UNCUT = "uncut"  # `manifold_without_side_planes`: both ends of the edge


def _deepest(ground: Convex, placed: Convex, previous: Manifold | None) -> Manifold:
    return manifold_deepest_only(ground, placed)


def _crossing(ground: Convex, placed: Convex, previous: Manifold | None) -> Manifold:
    return manifold_by_crossing(ground, placed)


def _any_height(ground: Convex, placed: Convex, previous: Manifold | None) -> Manifold:
    found = manifold_without_face_test(ground, placed)
    held = [ManifoldPoint(p.point, min(p.separation, 0.0), p.on_a, p.on_b, p.id) for p in found.points]
    return Manifold(
        found.outcome, found.kind, found.normal, found.separation, tuple(held), found.reference, found.incident,
        found.tolerance,
    )  # fmt: skip


def _uncut(ground: Convex, placed: Convex, previous: Manifold | None) -> Manifold:
    return manifold_without_side_planes(ground, placed, CONTACT_MARGIN * smaller_size(ground, placed))


FINDS: dict[PointRule, ContactRule] = {
    PointRule.TWO_POINTS: find_manifold,
    PointRule.DEEPEST: _deepest,
    PointRule.CROSSING: _crossing,
    PointRule.ANY_HEIGHT: _any_height,
    PointRule.UNCUT: _uncut,
}


@dataclass(frozen=True)
class Start:
    """The incident shape as it is let go, seen with the reference edge level: v is at the left, u at (0, 0)."""

    points: tuple[XY, ...]
    radius: float
    length: float  # of the reference edge
    edge: int  # the incident one
    lifted: float  # until its deepest contact point touches the ground; negative: lowered

    @staticmethod
    def of(shape: Convex, reference: ReferenceEdge, incident: IncidentEdge, depth: float) -> Start:
        turned = [(-reference.along_xy(p), reference.height_xy(p) + depth) for p in shape.points_xy]
        return Start(tuple(turned), shape.radius, reference.length, incident.edge, depth)

    @cached_property
    def shape(self) -> Convex:
        return Convex(self.points, self.radius)

    @property
    def tilt(self) -> float:
        """Radians from level to the incident edge, counter-clockwise; 0 where only rounding tilts it."""
        p, q = self.ends_of(self.shape)
        angle = math.atan2(q[1] - p[1], q[0] - p[0])
        return angle if abs(angle) > LEVEL else 0.0

    def ends_of(self, placed: Convex) -> tuple[Vector, Vector]:
        """Both ends of the incident outer edge where the shape has got to: from left to right while it lies on it."""
        p, q = placed.points[self.edge], placed.points[(self.edge + 1) % len(placed.points)]
        off = placed.radius * np.asarray(placed.normals[self.edge])
        return p + off, q + off

    @property
    def pivot(self) -> XY:
        """What it first touches the ground with."""
        x, y = min(self.supports_of(self.shape), key=lambda p: float(p[1])).tolist()
        return x, y

    @cached_property
    def stands(self) -> bool:
        """Whether its centre of mass is over the ground, between the ends of its edge, once that is level."""
        body, turn = self.shape, -self.tilt
        c, s = math.cos(turn), math.sin(turn)
        pivot = np.array(self.pivot)
        level = Convex((body.points - pivot) @ np.array(((c, s), (-s, c))) + pivot, body.radius)
        (low, _), (high, _) = self.supports_of(level)
        over = bool(low < level.centroid[0] < high)
        return over and (self.tilt == 0.0 or self.tilt * (float(body.centroid[0]) - self.pivot[0]) > 0.0)

    @cached_property
    def is_cut(self) -> tuple[bool, bool]:
        """Whether the incident edge goes on beyond the ground's ends, v and u."""
        p, q = self.ends_of(self.shape)
        return bool(p[0] < -self.length - SAME), bool(q[0] > SAME)

    def supports_of(self, placed: Convex) -> tuple[Vector, Vector]:
        """Both ends of its part over the ground."""
        p, q = self.ends_of(placed)
        span = q[0] - p[0]
        if span <= 0.0:  # it has been overturned
            return p, q
        low, high = (min(max((x - p[0]) / span, 0.0), 1.0) for x in (-self.length, 0.0))
        return p + low * (q - p), p + high * (q - p)


class Seen(NamedTuple):
    """The body at a time as it is drawn: a small tilt greater than it is, about what touches the ground."""

    body: Convex
    pivot: Vector
    turn: float

    def place(self, p: Vector) -> Vector:
        """Of a point of the body where it truly is."""
        c, s = math.cos(self.turn), math.sin(self.turn)
        dx, dy = np.subtract(p, self.pivot)
        return np.array((self.pivot[0] + c * dx - s * dy, s * dx + c * dy))


class Run:
    """What becomes of it under one rule. Its time steps are taken when somebody asks for them."""

    def __init__(self, start: Start, rule: PointRule) -> None:
        self.start, self.rule = start, rule
        self.sign = -1.0 if start.tilt < 0.0 else 1.0
        self._bodies = static_body(rectangle((-start.length, -DEEP), (0.0, 0.0))), rigid_body(start.shape)
        self._memory, self._steps = StepMemory(), list[Stepped]()
        # One body, so no memory is needed: 20 iterations settle, and the whole overlap is pushed away at once.
        # What is held in the air stays in contact by a hair's breadth, else it sinks step by step.
        slop = HAIR if rule is PointRule.ANY_HEIGHT else 0.0
        self._rules = StepRules(dt=STEP_TIME, iterations=20, slop=slop, share=1.0, warm_start=False, rule=FINDS[rule])

    def __repr__(self) -> str:
        return f"<Run: {self.rule.value}>"

    def step(self, k: int) -> Stepped:
        """The contacts of the pose after `k` time steps, and the pose after one more."""
        while len(self._steps) <= k:
            stepped = rigid_step(self._bodies, self._memory, self._rules)
            self._bodies, self._memory = (stepped.bodies[0], stepped.bodies[1]), stepped.memory
            self._steps.append(stepped)
        return self._steps[k]

    def _pose(self, k: int) -> Pose:
        return Pose(self.start.shape.centroid) if k == 0 else self.step(k - 1).bodies[1].pose

    def pose_at(self, t: float) -> Pose:
        """At a part of the whole time, since the start; between two time steps between their poses."""
        k = min(int(t * TIME_STEPS), TIME_STEPS - 1)
        part, first = t * TIME_STEPS - k, self._pose(k)
        if part <= 0.0:
            return first
        second = self._pose(k + 1)
        middle = (1.0 - part) * np.asarray(first.position) + part * np.asarray(second.position)
        return Pose(middle, (1.0 - part) * first.angle + part * second.angle)

    def body_at(self, t: float) -> Convex:
        shape = self.start.shape
        return shape.moved(-shape.centroid).at(self.pose_at(t))

    def tilt_at(self, t: float) -> float:
        """Radians from level; positive on the side on which it starts."""
        return self.sign * (self.start.tilt + self.pose_at(t).angle)

    @cached_property
    def tilts(self) -> tuple[float, ...]:
        """At the start and after each time step."""
        return tuple(self.sign * (self.start.tilt + self._pose(k).angle) for k in range(TIME_STEPS + 1))

    def contacts_at(self, t: float) -> tuple[BodyContact, ...]:
        """Of the nearer of two time steps that is tilted to the same side; where it has just been pushed off the
        ground, by less than a thousandth, of the one before."""
        below, tilt = math.floor(t * TIME_STEPS), self.tilt_at(t)
        steps = sorted((below, min(below + 1, TIME_STEPS)), key=lambda k: abs(k - t * TIME_STEPS))
        nearest = next((k for k in steps if self.tilt_at(k / TIME_STEPS) * tilt > 0.0), steps[0])
        found = (self.step(k).contacts for k in range(nearest, max(nearest - 3, -1), -1))
        return tuple(next(filter(None, found), ()))

    # What becomes of it.

    @property
    def last(self) -> tuple[float, ...]:
        return self.tilts[-(len(self.tilts) // 4) :]

    @cached_property
    def rests(self) -> bool:
        """Whether its tilt stays in the last quarter of the time, on contacts."""
        return max(self.last) - min(self.last) <= math.radians(REST) and bool(self.contacts_at(1.0))

    @cached_property
    def rocks(self) -> bool:
        """Whether its tilt goes to and fro about level all the last quarter of the time."""
        turns = [second - first for first, second in pairwise(self.last)]
        back = sum(first * second < 0.0 for first, second in pairwise(turns))
        return not self.rests and max(map(abs, self.last)) <= math.radians(ROCKS) and back >= 3

    @property
    def rests_after(self) -> float | None:
        """The time from which its tilt stays; None where it does not."""
        if not self.rests:
            return None
        moving = [k for k, tilt in enumerate(self.tilts) if abs(tilt - self.tilts[-1]) > math.radians(REST)]
        return (moving[-1] + 1) * STEP_TIME if moving else 0.0

    @cached_property
    def is_held(self) -> bool:
        """Whether a contact where no ground is holds it at the end."""
        return any(self.in_the_air(found.contact) for found in self.contacts_at(1.0))

    @property
    def is_wrong(self) -> bool:
        """Whether it does what no body does: rocks for ever, or is held where there is no ground."""
        return self.rocks or self.is_held

    def in_the_air(self, p: ManifoldPoint) -> bool:
        """Whether a contact has no ground below it: beyond an end, or too high."""
        return height(p) > NEAR or not -self.start.length - NEAR <= p.on_b[0] <= NEAR

    @property
    def tips(self) -> bool:
        return not self.is_held and not self.rests and not self.rocks

    @property
    def turned(self) -> float:
        """Degrees from the start to the end."""
        return math.degrees(abs(self.tilts[-1] - self.tilts[0]))

    @property
    def becomes(self) -> str:
        after = self.rests_after
        if self.is_held and self.rule is PointRule.ANY_HEIGHT:
            return f"held up in the air, tilted by {fixed(math.degrees(abs(self.tilts[-1])), 1)}°"
        if self.is_held:
            return "held by a contact beyond the ground"
        if after is not None:
            return f"at rest after {fixed(after)} s" if after else "at rest from the start"
        if self.rocks:
            return f"still rocks after {fixed(TIME_STEPS * STEP_TIME)} s"
        return f"tips, by {fixed(self.turned, 1)}° in {fixed(TIME_STEPS * STEP_TIME)} s"

    def told_at(self, t: float) -> str:
        """What has become of it until a part of the whole time."""
        after = self.rests_after
        if t == 1.0 or (after is not None and after <= t * TIME_STEPS * STEP_TIME and not self.is_held):
            return self.becomes
        return f"tilt {fixed(math.degrees(self.tilt_at(t)), 2)}°"

    # How it is drawn.

    def seen_at(self, t: float, times: float = 1.0) -> Seen:
        """`times`: how much greater its tilt is drawn; what touches the ground stays on it."""
        body = self.body_at(t)
        if times == 1.0:
            return Seen(body, np.zeros(2), 0.0)
        pivot = min(self.start.supports_of(body), key=lambda p: float(p[1]))
        turn = (times - 1.0) * self.sign * self.tilt_at(t)
        c, s = math.cos(turn), math.sin(turn)
        points = (body.points - pivot) @ np.array(((c, s), (-s, c))) + (pivot[0], 0.0)
        return Seen(Convex(points, body.radius), pivot, turn)


def drawn_greater(runs: tuple[Run, Run]) -> tuple[float, float]:
    """How much greater small tilts are drawn, one number for both runs, and from which part of the time on: once both
    are nearly level for good, where one of them rocks. Otherwise 1."""
    swings = [max(map(abs, run.last)) for run in runs if run.rocks]
    if not swings or not all(run.rests or run.rocks for run in runs) or any(run.is_held for run in runs):
        return 1.0, 1.0
    times = next((each for each in TIMES if each * math.degrees(max(swings)) <= SWING), 1.0)
    most = math.radians(LARGEST) / times
    late = [k for k in range(TIME_STEPS + 1) if any(abs(run.tilts[k]) > most for run in runs)]
    return times, (late[-1] + 1) / TIME_STEPS if late else 0.0


def is_apart(runs: Sequence[Run]) -> bool:
    """Whether the first of two rules has a body of its own to show: a wrong one, or one that ends otherwise."""
    return runs[0].is_wrong or runs[0].becomes != runs[1].becomes


def height(p: ManifoldPoint) -> float:
    """Of the body over the ground at a contact, also where it is held as if it touched."""
    return float(p.on_b[1] - p.on_a[1])


@lru_cache(maxsize=8)  # half a megabyte each: those of one scene with every rule
def dropped(start: Start, rule: PointRule) -> Run:
    return Run(start, rule)


@lru_cache(maxsize=1)
def answers_at() -> SourceLine:
    """Where the routine that takes the time steps answers."""
    trace = simulate.trace((rigid_body(box(1.0, 1.0)),), 1)
    return trace.line(len(trace) - 1)
