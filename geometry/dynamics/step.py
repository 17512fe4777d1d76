"""One time step of rigid bodies, small enough to be read as a whole: sequential impulses.

    gravity      every body gains g dt of velocity
    contacts     manifolds of every two bodies, each point with its id
    warm start   begin with the impulses that the same contacts had in the step before
    iterate      contact by contact, friction first, then the normal:
                     friction  <-  friction - v_t / K_t, clamped to [-mu normal, mu normal]
                     normal    <-  max(0, normal - (v_n - target) / K_n)
    limit        without friction, where all impulses together would add kinetic energy, they are scaled back
                 until they add none
    push         overlaps beyond the slop are taken out of the positions, in part, by the same loop with sums of
                 its own: it leaves no velocity
    move         position += velocity dt + push, angle likewise                (semi-implicit Euler)

An iteration goes through the contacts in the order of the bodies' numbers, or backward (`last_first`): another path
to the same limit. The clamp is on the sum of a contact's impulses, never on a single one: a later iteration may take
back what an earlier one gave too much. Both bodies get the same impulse in opposite directions, so momentum is kept.

The least speed at which a contact may part (`target`) is -e v_n where it was hit, faster than BOUNCE_SPEED; where a
gap s is left, it is -s / dt: the bodies may close it and no more; otherwise 0. Rules for the contacts, the target and
the clamp are parameters, so that faulty ones can be compared (see `geometry.faulty`).

Without friction the impulse of a single contact never adds kinetic energy for 0 <= e <= 1. Several at once may:
restitution asks each contact for its own speed, whatever its neighbours give, and a warm start may be too much for
so few iterations; hence the limit. With friction and restitution at once even one impulse may (Kane's paradox), and
nothing limits it. A push upward adds height, which is told apart (`added`). An elastic ball climbs even without it:
the gravity of the step in which it hits is turned around together with its speed.

Source: after the solver of Box2D (E. Catto, Iterative dynamics with temporal coherence), without its joints and
islands. A bias in the velocity instead of the push throws deep bodies out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from geometry import vector
from geometry.contact.manifold_points import Manifold
from geometry.dynamics.body import RigidBody, angular_momentum, kinetic_energy, momentum
from geometry.dynamics.contacts import (
    BodyContact,
    ContactId,
    ContactsFound,
    Motion,
    PairId,
    apply_impulse,
    checked_pairs,
    find_contacts,
)
from geometry.dynamics.energy_limit import between, energy_limit
from geometry.dynamics.rules import StepRules, require_count
from geometry.record import record
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.transform import Pose
from geometry.vector import Vector, dot, number, xy_of

MOST_STEPS = 100_000


@record(eq=True)
class Impulse:
    """The sums of a contact's impulses."""

    normal: float  # >= 0
    friction: float  # along the tangent


@record
class StepMemory:
    """What a step leaves to the next one: impulses and manifolds, by name."""

    impulses: tuple[tuple[ContactId, Impulse], ...] = ()
    manifolds: tuple[tuple[PairId, Manifold], ...] = ()

    __repr__ = summary


@record
class GravityApplied:
    motions: tuple[Motion, ...]  # of every body, as in all steps below


@record
class WarmStarted:
    """The impulses of the step before are applied; 0 for contacts that are new."""

    contacts: tuple[BodyContact, ...]
    targets: tuple[float, ...]  # the least speed along each normal
    impulses: tuple[Impulse, ...]
    motions: tuple[Motion, ...]


@record
class ImpulseApplied:
    """One impulse at one contact: along its normal, or along its tangent (friction)."""

    iteration: int  # from 0
    contact: int  # index
    is_friction: bool
    speed: float  # of B's point as seen from A's, along the axis, before
    before: float  # the sum of the impulses along this axis
    after: float
    limit: float  # friction stays within -limit and limit; inf along the normal, which stays at 0 or more
    motions: tuple[Motion, ...]


@record
class EnergyLimited:
    """All impulses of the step, scaled back: together they would have added kinetic energy. Only where they would."""

    scale: float  # in [0, 1)
    gain: float  # energy that they would have added, joules
    impulses: tuple[Impulse, ...]
    motions: tuple[Motion, ...]


@record
class Pushed:
    """The overlaps beyond the slop are taken out of the positions."""

    pushes: tuple[float, ...]  # of every contact, along its normal
    moves: tuple[Motion, ...]  # of every body: a displacement, and a turn in radians


@record
class Stepped:
    """The bodies at the end of the step, and how it went."""

    bodies: tuple[RigidBody, ...]
    memory: StepMemory
    contacts: tuple[BodyContact, ...]
    impulses: tuple[Impulse, ...]
    dropped: tuple[BodyContact, ...]
    kinetic: float  # energy
    height: float  # energy: minus the sum of m g . x
    added: float  # what the push has added to it in this step

    __repr__ = summary

    @property
    def momentum(self) -> Vector:
        """Of all bodies that move."""
        return momentum(self.bodies)

    @property
    def angular_momentum(self) -> float:
        """Of all bodies that move, about the world's origin."""
        return angular_momentum(self.bodies)


RigidStep = GravityApplied | ContactsFound | WarmStarted | ImpulseApplied | EnergyLimited | Pushed | Stepped
_DEFAULT, _NOTHING = StepRules(), StepMemory()


@steppable
def rigid_step(
    bodies: Sequence[RigidBody],
    memory: StepMemory = _NOTHING,
    rules: StepRules = _DEFAULT,
    pairs: Sequence[tuple[int, int]] | None = None,
) -> Steps[RigidStep, Stepped]:
    """Move bodies on by one time step. `memory`: what the step before has left, for the same bodies in order.
    `pairs`: the bodies (i, j), i < j, that a broadphase has left, in ascending order; all of them by default.

    Same input, same output. Raises ValueError for no bodies, or what is none; a memory or rules that are none; pairs
    that are none of these bodies, or out of order; and for bodies that have flown too far out for their size.
    """
    _check(bodies, memory, rules)
    pairs = None if pairs is None else checked_pairs(pairs, len(bodies))
    dt, gravity = rules.dt, vector.vector(rules.gravity)
    motions = [Motion(xy_of(b.velocity + (not b.is_static) * dt * gravity), b.spin) for b in bodies]
    pulled = tuple(motions)
    yield GravityApplied(pulled)
    before = dict(memory.manifolds)
    found = find_contacts(bodies, before, rules.rule, margin=rules.margin, drop_inner=rules.drop_inner, pairs=pairs)
    yield found
    contacts = found.contacts
    targets = tuple(rules.target(c, _speed(c, motions), rules) for c in contacts)
    sums = _remembered(contacts, memory, rules)
    for c, known in zip(contacts, sums, strict=True):
        apply_impulse(motions, bodies, c, c.normal, known.normal)
        apply_impulse(motions, bodies, c, c.tangent, known.friction)
    yield WarmStarted(contacts, targets, tuple(sums), tuple(motions))
    order = _order(contacts, rules)
    for k in range(rules.iterations):
        for i, c in order:
            a, b = c.id.pair.body_a, c.id.pair.body_b
            normal, friction = sums[i].normal, sums[i].friction
            if rules.friction > 0.0:
                limit = rules.friction * normal
                slip = c.tangent.speed(motions[a], motions[b])
                held = c.tangent.corrected(friction, slip, 0.0, -limit, limit)
                apply_impulse(motions, bodies, c, c.tangent, held - friction)
                yield ImpulseApplied(k, i, True, slip, friction, held, limit, tuple(motions))
                friction = held
            speed = c.normal.speed(motions[a], motions[b])
            pressed = rules.clamp(normal, (targets[i] - speed) / c.normal.yielding)
            apply_impulse(motions, bodies, c, c.normal, pressed - normal)
            yield ImpulseApplied(k, i, False, speed, normal, pressed, math.inf, tuple(motions))
            sums[i] = Impulse(pressed, friction)
    if rules.limit_energy and rules.friction == 0.0 and (limited := _limited(bodies, pulled, motions, sums)):
        sums, motions = list(limited.impulses), list(limited.motions)
        yield limited
    pushes, moves = _push(bodies, contacts, rules)
    yield Pushed(tuple(pushes), tuple(moves))
    moved = tuple(_moved(b, v, m, dt) for b, v, m in zip(bodies, motions, moves, strict=True))
    answer = _stepped(moved, found, tuple(sums), moves, gravity)
    yield answer
    return answer


@steppable
def simulate(
    bodies: Sequence[RigidBody], count: int, rules: StepRules = _DEFAULT
) -> Steps[Stepped, tuple[Stepped, ...]]:
    """`count` time steps, each with the memory of the one before. Raises ValueError as `rigid_step` does, and for a
    count outside [1, MOST_STEPS]."""
    require_count(count, "count", MOST_STEPS)
    memory, done = _NOTHING, []
    for _ in range(count):
        stepped = rigid_step(bodies, memory, rules)
        bodies, memory = stepped.bodies, stepped.memory
        done.append(stepped)
        yield stepped
    return tuple(done)


def _speed(contact: BodyContact, motions: Sequence[Motion]) -> float:
    """Along the normal, of B's point as seen from A's."""
    return contact.normal.speed(motions[contact.id.pair.body_a], motions[contact.id.pair.body_b])


def _remembered(contacts: Sequence[BodyContact], memory: StepMemory, rules: StepRules) -> list[Impulse]:
    """What each contact starts from: its impulses in the step before, friction within today's cone."""
    known = dict(memory.impulses) if rules.warm_start else {}
    found = [known.get(c.id, Impulse(0.0, 0.0)) for c in contacts]
    limits = [rules.friction * each.normal for each in found]
    return [Impulse(f.normal, min(max(f.friction, -most), most)) for f, most in zip(found, limits, strict=True)]


def _order(contacts: Sequence[BodyContact], rules: StepRules) -> list[tuple[int, BodyContact]]:
    """In which an iteration goes through the contacts, each with its index."""
    return list(enumerate(contacts))[:: -1 if rules.last_first else 1]


def _limited(
    bodies: Sequence[RigidBody], before: Sequence[Motion], after: Sequence[Motion], sums: Sequence[Impulse]
) -> EnergyLimited | None:
    """The impulses that lead from the motions before to those after, scaled until they add no kinetic energy; None
    where they add none."""
    limit = energy_limit(bodies, before, after)
    if limit is None:
        return None
    impulses = tuple(Impulse(limit.scale * each.normal, limit.scale * each.friction) for each in sums)
    motions = tuple(between(u, v, limit.scale) for u, v in zip(before, after, strict=True))
    return EnergyLimited(limit.scale, limit.gain, impulses, motions)


def _push(
    bodies: Sequence[RigidBody], contacts: Sequence[BodyContact], rules: StepRules
) -> tuple[list[float], list[Motion]]:
    """How far every contact is pushed, and every body moved and turned by that: the loop of the impulses with
    displacements for velocities."""
    wanted = [rules.share * max(0.0, -c.separation - rules.slop) for c in contacts]
    moves = [Motion((0.0, 0.0), 0.0) for _ in bodies]
    sums, order = [0.0] * len(contacts), _order(contacts, rules)
    for _ in range(rules.iterations if any(wanted) else 0):
        for i, c in order:
            reached = c.normal.speed(moves[c.id.pair.body_a], moves[c.id.pair.body_b])
            pressed = c.normal.corrected(sums[i], reached, wanted[i], 0.0, math.inf)
            apply_impulse(moves, bodies, c, c.normal, pressed - sums[i])
            sums[i] = pressed
    return sums, moves


def _moved(body: RigidBody, motion: Motion, push: Motion, dt: float) -> RigidBody:
    if body.is_static:
        return body
    position = body.pose.position + dt * motion.velocity + push.velocity
    return replace(
        body,
        pose=Pose(position, body.pose.angle + dt * motion.spin + push.spin),
        velocity=vector.vector(motion.velocity, "velocity"),
        spin=number(motion.spin, "spin"),
    )


def _stepped(
    bodies: tuple[RigidBody, ...],
    found: ContactsFound,
    impulses: tuple[Impulse, ...],
    moves: Sequence[Motion],
    gravity: Vector,
) -> Stepped:
    memory = StepMemory(tuple((c.id, j) for c, j in zip(found.contacts, impulses, strict=True)), found.manifolds)
    moving = [(b, m) for b, m in zip(bodies, moves, strict=True) if not b.is_static]
    height = -math.fsum(b.mass * dot(gravity, b.pose.position) for b, _ in moving)
    added = -math.fsum(b.mass * dot(gravity, m.velocity) for b, m in moving)
    return Stepped(bodies, memory, found.contacts, impulses, found.dropped, kinetic_energy(bodies), height, added)


def _check(bodies: Sequence[RigidBody], memory: StepMemory, rules: StepRules) -> None:
    if not isinstance(bodies, list | tuple) or not bodies:
        raise ValueError("a step takes a sequence of at least one RigidBody")
    for i, body in enumerate(bodies):
        if not isinstance(body, RigidBody):
            raise ValueError(f"a step takes RigidBody; body {i} is of type {type(body).__name__}")
    if not isinstance(memory, StepMemory):
        raise ValueError(f"memory must be what a step has left, not a {type(memory).__name__}")
    if not isinstance(rules, StepRules):
        raise ValueError(f"rules must be StepRules, not a {type(rules).__name__}")
