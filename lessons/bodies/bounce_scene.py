"""One hit: B touches A at one point, with a velocity and a spin; and how both move shortly before and after it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from geometry import (
    Convex,
    Outcome,
    Pose,
    RigidBody,
    Trace,
    Vector,
    box,
    manifold,
    rigid_body,
    separation,
    static_body,
)
from geometry.dynamics.contact_impulse import ContactImpulse, contact_impulse
from geometry.dynamics.contacts import BodyContact, Motion, find_contacts, find_manifold
from geometry.dynamics.mass import mass_properties
from geometry.faulty.contact_impulse import FaultyImpulse
from geometry.sat.closest_points import closest_points
from geometry.vector import readonly
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import Arrow, Body, Control, Scene, at, body, handle, slider
from viz.lesson.text import fixed

SCALE = 0.15  # world length of the arrow of 1 m/s; of 1 N s as well, so that for 1 kg j and j/m are equally long
BESIDE = 0.3  # world length
MIRRORED, NO_LIMIT = "mirrored velocity", "friction without limit"  # comparisons
SECONDS = 0.085  # that are shown before the hit, and after it, at most
ROUNDING = 1e-9  # of B's place on A
FLOOR = at(box(60.0, 40.0), 0.0, -20.0)


@dataclass(frozen=True, eq=False)
class Hit(Scene):
    """B is put onto A, wherever it is dragged. Raises ValueError where they touch at more than one point."""

    b: Body = body(Ink.B, "B")
    v: Arrow = handle(Ink.B, "v", has_tail=False)  # from `tail(1)`
    restitution: float = slider("restitution e", 0.0, 1.0, 0.5)
    friction: float = slider("friction μ", 0.0, 1.0, 0.0)
    spin: float = slider("spin ω", -10.0, 10.0, 0.0)
    mass: float = slider("mass of B", 0.5, 6.0, 1.0)
    a: Body = FLOOR  # frozen
    mass_a: float = math.inf
    speed_a: float = 0.0  # along x
    depth: float = 0.0  # by which B overlaps A
    asks_cone: bool = False  # whether its goal is about the friction cone

    def __post_init__(self) -> None:
        object.__setattr__(self, "b", _put_on(self.a, self.b, self.depth))
        if len(self._contacts) != 1:
            raise ValueError("B touches A at two points: turn it a little" if self._contacts else "B misses A")
        start = self.tail(1)
        object.__setattr__(self, "v", Arrow(start, start + self.v.vector))

    def controls(self) -> Iterator[tuple[str, Control, Any]]:
        """The mass where A moves too; else friction and spin."""
        hidden = ("mass",) if self.is_static else ("friction", "spin")
        yield from (each for each in super().controls() if each[0] not in hidden)

    def sketched(self) -> Sequence[tuple[Ink, Any]]:
        a = self.a.world
        shown = np.array(((-1.2, 0.0), (1.2, 0.0))) if self.on_floor else a.points
        ring = [(math.cos(k / 3.0), math.sin(k / 3.0)) for k in range(19)]
        discs = [(s.centroid + s.radius * np.array(ring)) for s in (a, self.b.world) if len(s.points) == 1]
        outlines = [*discs, shown, self.b.world.points] if discs else [shown, self.b.world.points]
        return [(Ink.A if i == len(outlines) - 2 else Ink.B, points) for i, points in enumerate(outlines)]

    @property
    def is_static(self) -> bool:
        return math.isinf(self.mass_a)

    @property
    def on_floor(self) -> bool:
        return self.a is FLOOR

    @cached_property
    def pair(self) -> tuple[RigidBody, RigidBody]:
        first = static_body(self.a.world)
        if not self.is_static:
            first = _of_mass(self.a.world, self.mass_a).moving((self.speed_a, 0.0))
        return first, _of_mass(self.b.world, self.mass).moving(self.v.vector / SCALE, self.spin)

    @cached_property
    def _contacts(self) -> tuple[BodyContact, ...]:
        return find_contacts(self.pair, {}, find_manifold, margin=ROUNDING).contacts

    @property
    def contact(self) -> BodyContact:
        return self._contacts[0]

    @property
    def lever(self) -> float:
        """l x n."""
        return self.contact.normal.lever_b

    @property
    def arm(self) -> str:
        """The size of l x n, with the digits that it takes."""
        size = abs(self.lever)
        return fixed(size, 2 if abs(size - round(size, 2)) < ROUNDING else 4)

    @property
    def approach(self) -> float:
        """v_n before the hit."""
        return self.contact.normal.speed(*self.before)

    @cached_property
    def effective(self) -> str:
        """The effective mass, with as many digits as the product for the impulse takes."""
        mass = 1.0 / self.contact.normal.yielding
        factor, exact = (1.0 + round(self.restitution, 2)) * -round(self.approach, 2), -self.approach * mass
        wanted = fixed((1.0 + self.restitution) * exact)
        return next((fixed(mass, k) for k in (2, 3, 4) if fixed(factor * round(mass, k)) == wanted), fixed(mass, 4))

    @property
    def slip(self) -> float:
        """v_t before the hit."""
        return self.contact.tangent.speed(*self.before)

    @cached_property
    def trace(self) -> Trace[Any, ContactImpulse]:
        how = {"restitution": self.restitution, "friction": self.friction if self.is_static else 0.0}
        return contact_impulse.trace(self.pair, self.contact, **how)

    @cached_property
    def before(self) -> tuple[Motion, Motion]:
        a, b = (Motion((float(each.velocity[0]), float(each.velocity[1])), each.spin) for each in self.pair)
        return a, b

    @cached_property
    def time_before(self) -> float:
        """Seconds that are shown before the hit: nothing else touches in them."""
        return self._free(self.before, -SECONDS)

    @cached_property
    def time_after(self) -> float:
        return self._free(self.trace.result.motions, SECONDS)

    def _free(self, motions: tuple[Motion, Motion], most: float) -> float:
        for part in (1.0, 0.75, 0.5, 0.25):
            a, b = (self._moved(i, motions[i], part * most) for i in (0, 1))
            if separation(a, b) >= -self.depth - 1e-3:
                return abs(part * most)
        return 0.0

    def placed(self, index: int, time: float, motions: tuple[Motion, Motion] | None = None) -> Convex:
        """A or B at a time of the clock: the hit is at 0.5. `motions`: others than the right ones, after it."""
        motion, seconds = self._motion_at(time, motions)
        return self._moved(index, motion[index], seconds)

    def centre(self, index: int, time: float) -> Vector:
        """Of mass."""
        motion, seconds = self._motion_at(time)
        found: Vector = self.pair[index].pose.position + seconds * motion[index].velocity
        return found

    def tail(self, index: int, time: float = 0.5) -> Vector:
        """Where the arrow of a velocity starts: at the centre of mass; of two balls beside it, as the impulse acts on
        the line through both centres."""
        found: Vector = self.centre(index, time)
        return found if self.is_static else readonly(found + BESIDE * self.contact.tangent.direction)

    def _motion_at(
        self, time: float, motions: tuple[Motion, Motion] | None = None
    ) -> tuple[tuple[Motion, Motion], float]:
        """How both move then, and the seconds from the hit."""
        after = motions or self.trace.result.motions
        return self.before if time <= 0.5 else after, self.seconds_at(time)

    def seconds_at(self, time: float) -> float:
        """From the impact."""
        return (self.time_before if time < 0.5 else self.time_after) * (2.0 * time - 1.0)

    def _moved(self, index: int, motion: Motion, seconds: float) -> Convex:
        body = self.pair[index]
        if not seconds or body.is_static:
            return body.placed[0]
        pose = body.pose
        return body.pieces[0].at(Pose(pose.position + seconds * motion.velocity, pose.angle + seconds * motion.spin))

    def speed_at(self, motion: Motion, point: Vector) -> Vector:
        """The velocity of a point of B."""
        x, y = point - self.pair[1].pose.position
        found: Vector = motion.velocity + motion.spin * np.array((-y, x))
        return found


def _put_on(a: Body, b: Body, depth: float) -> Body:
    """B moved by the shortest way until it overlaps A by so much."""
    for _ in range(4):  # after the first they are a hair apart at most
        found = manifold(a.world, b.world)
        way, gap = found.normal, found.separation + depth
        if found.outcome is Outcome.SEPARATED:
            near = closest_points(a.world, b.world)
            away = near.on_b - near.on_a
            apart = math.hypot(*away)
            way, gap = away / apart, apart - a.shape.radius - b.shape.radius + depth
        if abs(gap) <= found.tolerance:
            break
        b = b.moved(-gap * way)
    return b


def differs(moment: Moment[Hit]) -> bool:
    """Whether a faulty rule lets B go another way."""
    faulty: FaultyImpulse | None = moment.faulty
    if faulty is None:
        return False
    right, wrong = moment.scene.trace.result.motions[1], faulty.motions[1]
    return bool(abs(right.spin - wrong.spin) > 1e-6 or np.abs(right.velocity - wrong.velocity).max() > 1e-6)


def _of_mass(shape: Convex, mass: float) -> RigidBody:
    return rigid_body(shape, density=mass / mass_properties(shape).area)
