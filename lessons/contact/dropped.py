"""A box that is set down with a small tilt, with the contact points of one rule: it comes to rest, or it rocks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

import numpy as np

from geometry import Manifold, Stepped, StepRules, box, rectangle, rigid_body, simulate, static_body
from geometry.contact.manifold_points import ManifoldPoint
from geometry.dynamics.contacts import BodyContact, ContactRule, find_manifold
from geometry.faulty.clipping import manifold_without_face_test, manifold_without_side_planes
from geometry.faulty.manifold_by_crossing import manifold_by_crossing
from geometry.shape import Convex
from geometry.tolerance import CONTACT_MARGIN, smaller_size
from geometry.trace import SourceLine
from geometry.transform import Pose
from viz.lesson.text import fixed

GROUND = rectangle((-4.0, -1.0), (4.0, 0.0))
LEDGE = -0.2  # where the ground ends that a box is set down on without side planes: its centre is beyond
WIDE, HIGH = 1.5, 1.0  # of the box
STEP_TIME = 1.0 / 60.0  # seconds
TIME_STEPS = 60  # one second: the clock from 0 to 1 tells seconds
STEEPEST = 45.0  # degrees: greater tilts would fall on another side
FALL_STEP = 1.0 / 120.0  # of a box over the end of the ground: half a second, until it is about to leave the ground
LEFT, RIGHT = 0, 1  # corners of the box's lower edge
REST = 0.01  # degrees: a box that rests stays within so much of its last tilt


class PointRule(Enum):
    """Which contact points hold the box."""

    TWO_POINTS = "two points"  # `manifold`
    CROSSING = "crossing"  # `manifold_by_crossing`: one point where the edges cross
    ANY_HEIGHT = "any height"  # `manifold_without_face_test`: its points are held as if they touched
    UNCUT = "uncut"  # `manifold_without_side_planes`: both ends of the edge


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
    PointRule.CROSSING: _crossing,
    PointRule.ANY_HEIGHT: _any_height,
    PointRule.UNCUT: _uncut,
}


@dataclass(frozen=True, eq=False)
class Run:
    """What becomes of the box under one rule."""

    steps: tuple[Stepped, ...]  # one more than is shown: each finds the contacts of the pose before it
    dt: float  # of a time step, seconds
    tilt: float  # radians, at the start
    rule: PointRule
    over: bool  # set down over the end of the ground
    line: SourceLine  # where the routine answers

    @cached_property
    def tilts(self) -> tuple[float, ...]:
        """Radians, at the start and after each time step."""
        return (self.tilt, *(self.tilt + step.bodies[1].pose.angle for step in self.steps[:-1]))

    @property
    def seconds(self) -> float:
        """How long it is followed."""
        return TIME_STEPS * self.dt

    @property
    def rests(self) -> bool:
        """Whether its tilt stays in the last quarter of the time."""
        last = self.tilts[-(len(self.tilts) // 4) :]
        return max(last) - min(last) <= math.radians(REST)

    @property
    def rests_after(self) -> float | None:
        """The time from which its angle stays; None where it rocks."""
        if not self.rests:
            return None
        moving = [k for k, tilt in enumerate(self.tilts) if abs(tilt - self.tilts[-1]) > math.radians(REST)]
        return (moving[-1] + 1) * self.dt if moving else 0.0

    def tilt_at(self, t: float) -> float:
        """Radians, at a part of the whole time."""
        return float(np.interp(t * TIME_STEPS, range(TIME_STEPS + 1), self.tilts))

    def box_at(self, t: float) -> Convex:
        """The box where it is then, between two time steps between their poses."""
        steps, (xs, ys) = range(TIME_STEPS + 1), zip(*self.centres, strict=True)
        middle = np.array([np.interp(t * TIME_STEPS, steps, each) for each in (xs, ys)])
        return box(WIDE, HIGH).at(Pose(middle, self.tilt_at(t)))

    def contacts_at(self, t: float) -> tuple[BodyContact, ...]:
        """Of the pose at the nearest time step; where that has just been pushed off the ground, by less than a
        thousandth, of the one before it."""
        found = (self.steps[k].contacts for k in range(round(t * TIME_STEPS), -1, -1))
        return tuple(next(filter(None, found), ()))

    def has_landed(self, t: float) -> bool:
        """Whether its other corner has come down: from tilt 0 on."""
        first = next((k for k, each in enumerate(self.tilts) if each <= 0.0), TIME_STEPS)
        return t * TIME_STEPS >= first

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """What it covers in the whole time: from left to right, from below to above."""
        sin, cos = np.abs(np.sin(self.tilts)), np.abs(np.cos(self.tilts))
        half = 0.5 * np.transpose((WIDE * cos + HIGH * sin, WIDE * sin + HIGH * cos))
        (left, low), (right, high) = np.min(self.centres - half, axis=0), np.max(self.centres + half, axis=0)
        return float(left), float(right), float(low), float(high)

    @cached_property
    def centres(self) -> tuple[tuple[float, float], ...]:
        """Of mass, at the start and after each time step."""
        high = 0.5 * (WIDE * abs(math.sin(self.tilt)) + HIGH * math.cos(self.tilt))
        after = (step.bodies[1].pose.position for step in self.steps[:-1])
        return ((0.0, high), *((float(x), float(y)) for x, y in after))

    @property
    def is_wrong(self) -> bool:
        """Whether the box does what no box does: rocks for ever, or is held where there is no ground."""
        return (not self.rests and not self.over) or any(self.in_the_air(c.contact) for c in self.steps[-1].contacts)

    def in_the_air(self, p: ManifoldPoint) -> bool:
        """Whether a contact has no ground below it: beyond its end, or too high."""
        return bool(height(p) > 0.05 or (self.over and p.on_b[0] > LEDGE + 0.05))

    @property
    def becomes(self) -> str:
        after, end = self.rests_after, fixed(math.degrees(abs(self.tilts[-1])), 1)
        if self.is_wrong and self.rule is not PointRule.CROSSING:
            return "held up where there is no ground" if self.over else f"held up in the air, tilted by {end}°"
        if self.over:
            return f"tips over the end, by {end}° in {fixed(self.seconds)} s"
        if after == 0.0:
            return "at rest from the start"
        if after is not None:
            return f"at rest after {fixed(after)} s"
        return f"still rocks after {fixed(self.seconds)} s"

    def told_at(self, t: float) -> str:
        """What has become of it until a part of the whole time."""
        after = self.rests_after
        if t == 1.0 or (after is not None and after <= t * self.seconds and not self.is_wrong and not self.over):
            return self.becomes
        return f"tilt {fixed(math.degrees(self.tilt_at(t)), 2)}°"


def height(p: ManifoldPoint) -> float:
    """Of the box over the ground at a contact, also where it is held as if it touched."""
    return float(p.on_b[1] - p.on_a[1])


@lru_cache(maxsize=8)  # half a megabyte each: those of one scene with every rule
def dropped(degrees: float, rule: PointRule, *, over: bool = False) -> Run:
    """A box let go with its lower corner on level ground; or flat, `over` the end of the ground."""
    tilt = 0.0 if over else math.radians(degrees)
    turned = box(WIDE, HIGH, (0.0, 0.0), tilt)
    lowest = float(turned.points[:, 1].min())
    ground = rectangle((-4.0, -1.0), (LEDGE, 0.0)) if over else GROUND
    step = FALL_STEP if over else STEP_TIME
    # One box, so no memory is needed: 20 iterations settle, and the whole overlap is pushed away at once.
    rules = StepRules(dt=step, iterations=20, slop=0.0, share=1.0, warm_start=False, rule=FINDS[rule])
    bodies = static_body(ground), rigid_body(turned.moved((0.0, -lowest)))
    trace = simulate.trace(bodies, TIME_STEPS + 1, rules)
    return Run(trace.result, step, tilt, rule, over, trace.line(len(trace) - 1))
