"""A body set down on a fixed one: what holds it, whether it stands, and what becomes of it when it is let go."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import Manifold, RigidBody, StepRules, rigid_body, rigid_step, static_body
from geometry.contact.manifold_points import ManifoldPoint
from geometry.contact.reference import ReferenceEdge
from geometry.dynamics.contacts import BodyContact, ContactRule, find_manifold
from geometry.dynamics.step import StepMemory
from geometry.shape import Convex
from geometry.tolerance import LINEAR_SLOP
from geometry.transform import Pose
from geometry.vector import XY, Vector, xy_of
from viz.lesson.text import fixed

STEP_TIME = 1.0 / 40.0  # seconds
TIME_STEPS = 40  # one second
FINE = 4  # steps in one, for a fall: its speed is that of the time step's end, the more so the longer the step
HAS_TURNED = 0.05  # radians: with two contact points again, it has landed
NEARLY_UP = 0.99  # the upward part of a unit normal
DEEP = 0.1  # how deep a body that is turned is set down: as deep as it was, not deeper than this
UPWARD = 1e-4  # of a unit normal: the part along the floor of one that counts as straight up
AT_REST, STILL = 6, 1e-5  # time steps in which it turns by less (radians): it rests


@dataclass(frozen=True, eq=False)
class SetDown:
    """B on A: the contact, and the places along the reference edge: from its left end, to the right, whichever way
    the outline runs."""

    a: Convex
    b: Convex
    rule: ContactRule = find_manifold

    @cached_property
    def found(self) -> Manifold:
        return self.rule(self.a, self.b, None)

    @property
    def reference(self) -> ReferenceEdge:
        assert self.found.reference is not None
        return self.found.reference

    @cached_property
    def _runs_left(self) -> bool:
        return self.reference.tangent_xy[0] < 0.0

    def along(self, p: Vector | XY) -> float:
        """Of a point, from the left end of the reference edge."""
        far = self.reference.along_xy(p if isinstance(p, tuple) else xy_of(p))
        return self.reference.length - far if self._runs_left else far

    def on_edge(self, x: float) -> XY:
        """The point of the reference edge's line that is so far from its left end."""
        return self.reference.at_xy(self.reference.length - x if self._runs_left else x, 0.0)

    @property
    def left_end(self) -> int:
        """The vertex at the left end, of the shape whose edge the reference edge is."""
        owner = self.a if self.reference.owner.value == "A" else self.b
        return (self.reference.edge + self._runs_left) % len(owner.points)

    @cached_property
    def places(self) -> tuple[float, ...]:
        """Of the contact points along the reference edge, the least first."""
        return tuple(sorted(self.along(p.point) for p in self.found.points))

    @cached_property
    def centre(self) -> float:
        """Of the centre of mass along the reference edge."""
        return self.along(self.b.centroid)

    def name_of(self, p: ManifoldPoint) -> int:
        """The number of a contact point: they are counted along the reference edge."""
        return 1 + min(range(len(self.places)), key=lambda k: abs(self.places[k] - self.along(p.point)))

    @property
    def is_upright(self) -> bool:
        """Whether there is a contact and the push is straight up."""
        x, y = self.found.normal
        return bool(self.found.points) and self.found.reference is not None and y > 0.0 and abs(x) <= UPWARD

    @property
    def beside(self) -> float:
        """How far the centre of mass lies beside the contact points; 0 between them."""
        return max(self.places[0] - self.centre, self.centre - self.places[-1], 0.0)

    @property
    def side(self) -> str:
        """Of a body that tips over: to which side its centre of mass lies beside the contact points."""
        return "right" if self.turning == "clockwise" else "left"

    @property
    def stands(self) -> bool:
        return self.is_upright and self.beside == 0.0

    @property
    def becomes(self) -> str:
        if not self.found.points:
            return "falls"
        if not self.is_upright:
            return "slides off"
        return "stands" if self.stands else f"tips over, {self.turning}"

    @property
    def turning(self) -> str:
        """Which way it tips: towards the side of its centre of mass."""
        nearest = min(self.found.points, key=lambda p: abs(self.along(p.point) - self.centre))
        return "clockwise" if self.b.centroid[0] > nearest.point[0] else "counter-clockwise"

    @property
    def lies_on(self) -> str:
        """What B lies on: an edge with two contact points, else a corner, its own or A's."""
        if len(self.found.points) == 2:
            return "an edge"
        return "A's corner" if self.found.points and self.reference.owner.value == "B" else "a corner"

    @property
    def parted(self) -> Convex:
        """B moved out of A before it is let go, but for the slop: from there it starts at rest. Overlap that time
        steps push out would turn it as well."""
        out = max(0.0, -self.found.separation - LINEAR_SLOP)
        return self.b.moved(xy_of(out * self.found.normal))

    @cached_property
    def counterpart(self) -> SetDown:
        """The same body turned about a contact: laid flat if it has one, else up onto that corner."""
        if not self.found.points:
            return self
        pivot = min(self.found.points, key=lambda p: not p.id[1].is_vertex).on_b
        if len(self.found.points) == 2:
            angle = math.radians(30.0 if self.b.centroid[0] > pivot[0] else -30.0)
        else:  # the smaller turn that lays one of its edges there on the floor
            ways = [math.remainder(-math.pi / 2.0 - math.atan2(y, x), math.tau) for x, y in self.b.normals.tolist()]
            angle = min(ways, key=abs)
        turned = turned_about(self.b, pivot, angle)
        beside = self._over_the_same(turned)
        turned = turned.moved((beside, 0.0))
        top, low = (float(f(shape.points[:, 1])) for f, shape in ((max, self.a), (min, turned)))
        return SetDown(self.a, turned.moved((0.0, top - min(-self.found.separation, DEEP) - low)), self.rule)

    def _over_the_same(self, turned: Convex) -> float:
        """How far a turned body is to be moved so that the two differ in their contact points, not in where the
        centre of mass lies; not at all where it would no longer lie on A."""
        by = float(self.b.centroid[0] - turned.centroid[0])
        low = min(turned.points_xy, key=lambda p: p[1])[0] + by
        left, right = (float(f(self.a.points[:, 0])) for f in (min, max))
        return by if self.is_upright and left < low < right else 0.0

    @cached_property
    def released(self) -> Released:
        """What becomes of B, let go at rest without friction, for one second or until it rests, has landed on two
        contact points or has left the floor."""
        bodies: tuple[RigidBody, ...] = (static_body(self.a), rigid_body(self.parted))
        falls = not self.stands and self.rule is find_manifold
        fine = FINE if falls else 1
        dt, top = STEP_TIME / fine, float(self.a.points[:, 1].max())
        memory, rules = StepMemory(), StepRules(dt, rule=self.rule)
        poses, times, contacts = [bodies[1].pose], [0.0], []
        is_flat = has_landed = has_left = rests = False
        for i in range(fine * TIME_STEPS):
            pose, stepped = bodies[1].pose, rigid_step(bodies, memory, rules)  # its contacts are those of this pose
            turned = abs(pose.angle - poses[0].angle)
            was_flat, is_flat = is_flat, falls and turned > HAS_TURNED and _is_flat(stepped.contacts)
            has_landed = was_flat and is_flat
            if i % fine == 0 or has_landed:
                contacts.append(stepped.contacts)
            if has_landed:
                break
            bodies, memory = stepped.bodies, stepped.memory
            if (i + 1) % fine == 0:
                poses.append(bodies[1].pose)
                times.append((i + 1) * dt)
                has_left = bool(poses[-1].position[1] <= top)
                recent = [each.angle for each in poses[-AT_REST:]]
                still = len(poses) > AT_REST and max(recent) - min(recent) < STILL
                rests = bool(still and stepped.contacts and self.is_upright)
                if has_left or rests:
                    break
        if has_landed:
            for _ in range(fine):  # it touches now; shown is how it lies after the impact
                stepped = rigid_step(bodies, memory, rules)
                bodies, memory = stepped.bodies, stepped.memory
            if i % fine == 0:
                del poses[-1], times[-1]
            poses.append(bodies[1].pose)
            times.append(i * dt)
        lasts = times[-1] if has_landed or has_left else 1.0
        return Released(self.parted, tuple(poses), tuple(times), tuple(contacts), lasts)


def _is_flat(found: tuple[BodyContact, ...]) -> bool:
    """Whether it lies on two contact points that push straight up, nearly."""
    return len(found) == 2 and all(c.normal.direction[1] > NEARLY_UP for c in found)


def turned_about(shape: Convex, pivot: Vector, angle: float) -> Convex:
    c, s = math.cos(angle), math.sin(angle)
    return Convex((shape.points - pivot) @ np.array(((c, s), (-s, c))) + pivot, shape.radius)


@dataclass(frozen=True, eq=False)
class Released:
    """One second of it; where it has come to rest earlier, its last pose stays."""

    body: Convex  # at the start, out of the other one
    poses: tuple[Pose, ...]
    times: tuple[float, ...]  # of these, in seconds
    contacts: tuple[tuple[BodyContact, ...], ...]  # found at each of these; at the last one only where it has landed
    lasts: float = 1.0  # seconds: less where it has landed or left the floor

    @property
    def has_landed(self) -> bool:
        """Whether it ends on two contact points, turned."""
        return self.lasts < 1.0 and _is_flat(self.contacts[-1])

    def step_at(self, t: float) -> int:
        """The pose that is nearest in time."""
        k = bisect_left(self.times, t)
        before, after = max(k - 1, 0), min(k, len(self.times) - 1)
        return after if self.times[after] - t < t - self.times[before] - 1e-9 else before

    def at(self, t: float) -> Convex:
        """The body at a part of the second."""
        now, first = self.poses[self.step_at(t)], self.poses[0]
        moved = turned_about(self.body, first.position, now.angle - first.angle)
        return moved.moved(now.position - first.position)

    def pushes(self, t: float) -> list[tuple[Vector, Vector]]:
        """Where A pushes then, and which way."""
        found = self.contacts[self.step_at(t) :][:1] or self.contacts[-1:]
        return [(c.contact.point, c.normal.direction) for c in (found[0] if found else ())]

    def forces(self, t: float) -> list[tuple[Vector, Vector, float]]:
        """Where A pushes then, which way, and with which part of B's weight.

        On two points it rests: the levers about one of them tell the force at the other. On one corner it falls from
        rest without friction, and its centre of mass, at (d, h) of the corner, falls straight down. Then
        (k + d^2) w^2 / 2 = g (h_0 - h) is its energy, with k = I / m, and N = k m (g - h w^2) / (k + d^2)."""
        pushes, now = self.pushes(t), self.at(t)
        (x, y), start = now.centroid, float(self.body.centroid[1])
        if len(pushes) == 2:
            (p, up), (q, way) = pushes
            at_q = min(max(float((x - p[0]) / (q[0] - p[0])), 0.0), 1.0)
            return [(p, up, 1.0 - at_q), (q, way, at_q)]
        k, found = self._gyration, []
        for p, way in pushes:
            d, h = float(x - p[0]), float(y - p[1])
            swing = k + d * d
            found.append((p, way, max(k / swing * (1.0 - 2.0 * h * max(start - y, 0.0) / swing), 0.0)))
        return found

    @cached_property
    def _gyration(self) -> float:
        """The radius of gyration squared: moment of inertia over mass."""
        solid = rigid_body(self.body)
        return solid.inertia / solid.mass

    @property
    def turned(self) -> float:
        """Degrees in the whole second, counter-clockwise."""
        return self.turned_at(1.0)

    def turned_at(self, t: float) -> float:
        return math.degrees(self.poses[self.step_at(t)].angle - self.poses[0].angle)

    def told_landing(self, t: float) -> str:
        """By how much it has turned, and onto what; nothing before it has landed."""
        if not self.has_landed or t < self.lasts:
            return ""
        return f"turned by {fixed(abs(self.turned_at(t)), 0)}°, onto two contact points"

    def told_turn(self, t: float) -> str:
        """By how much it has turned, and which way."""
        by = fixed(abs(self.turned_at(t)), 0)
        way = "clockwise" if self.turned_at(t) < 0.0 else "counter-clockwise"
        return "0°" if by == "0" else f"{by}° {way}"

    @property
    def tilt(self) -> float:
        """Degrees by which it turns away from its first angle, at most."""
        return math.degrees(max(abs(pose.angle - self.poses[0].angle) for pose in self.poses))
