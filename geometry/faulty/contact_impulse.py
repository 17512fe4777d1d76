"""Impulses at one contact that are wrong, each by one idea that is often met.

`no_lever_arm`: the effective mass is taken for the mass, as if the contact lay in front of the centre.
`mirrored_velocity`: the velocity is mirrored as that of a point mass; no spin is changed, and none is asked for.
`impulse_while_parting`: nobody asks whether the bodies approach, so that parting ones are pulled back.
`friction_without_limit`: friction stops every slip, however small the friction coefficient is.
"""

from __future__ import annotations

from collections.abc import Sequence

from geometry.dynamics.body import RigidBody, kinetic_energy
from geometry.dynamics.contact_impulse import contact_impulse
from geometry.dynamics.contacts import BodyContact, Motion, apply_impulse
from geometry.dynamics.step import Impulse
from geometry.record import record
from geometry.vector import dot, xy_of


@record
class FaultyImpulse:
    """What a faulty rule makes of a hit."""

    impulse: Impulse  # on B
    motions: tuple[Motion, Motion]
    speed: float  # of the contact points along the normal, after
    kinetic: float  # energy, after


def no_lever_arm(
    bodies: Sequence[RigidBody], contact: BodyContact, *, restitution: float = 0.0, friction: float = 0.0
) -> FaultyImpulse:
    """The normal impulse by the masses alone; friction once, within its cone."""
    motions = _motions(bodies)
    speed = contact.normal.speed(*motions)
    normal = max(0.0, -(1.0 + restitution) * speed / sum(1.0 / body.mass for body in bodies))
    apply_impulse(motions, bodies, contact, contact.normal, normal)
    limit = friction * normal
    held = contact.tangent.corrected(0.0, contact.tangent.speed(*motions), 0.0, -limit, limit)
    apply_impulse(motions, bodies, contact, contact.tangent, held)
    return _told(bodies, contact, Impulse(normal, held), (motions[0], motions[1]))


def mirrored_velocity(
    bodies: Sequence[RigidBody], contact: BodyContact, *, restitution: float = 0.0, friction: float = 0.0
) -> FaultyImpulse:
    """v - (1 + e) (v . n) n of the centres; both spins stay."""
    n, motions = contact.normal.direction, _motions(bodies)
    approach = min(0.0, dot(motions[1].velocity - motions[0].velocity, n))
    normal = -(1.0 + restitution) * approach / sum(1.0 / body.mass for body in bodies)
    a, b = (
        Motion(m.velocity + sign * normal / body.mass * n, m.spin)
        for m, body, sign in zip(motions, bodies, (-1.0, 1.0), strict=True)
    )
    return _told(bodies, contact, Impulse(normal, 0.0), (a, b))


def impulse_while_parting(
    bodies: Sequence[RigidBody], contact: BodyContact, *, restitution: float = 0.0, friction: float = 0.0
) -> FaultyImpulse:
    """The formula of the normal impulse, whatever the sign of v_n; of bodies that approach the right answer."""
    motions = _motions(bodies)
    speed = contact.normal.speed(*motions)
    if speed < 0.0:
        right = contact_impulse(bodies, contact, restitution=restitution, friction=friction)
        return _told(bodies, contact, right.impulse, right.motions)
    impulse = Impulse(-(1.0 + restitution) * speed / contact.normal.yielding, 0.0)
    apply_impulse(motions, bodies, contact, contact.normal, impulse.normal)
    return _told(bodies, contact, impulse, (motions[0], motions[1]))


def friction_without_limit(
    bodies: Sequence[RigidBody], contact: BodyContact, *, restitution: float = 0.0, friction: float = 0.0
) -> FaultyImpulse:
    """The right rule with an endless friction coefficient, wherever there is friction at all."""
    right = contact_impulse(bodies, contact, restitution=restitution, friction=friction and 1e9)
    return _told(bodies, contact, right.impulse, right.motions)


def _motions(bodies: Sequence[RigidBody]) -> list[Motion]:
    return [Motion(xy_of(body.velocity), body.spin) for body in bodies]


def _told(
    bodies: Sequence[RigidBody], contact: BodyContact, impulse: Impulse, motions: tuple[Motion, Motion]
) -> FaultyImpulse:
    after = [b if b.is_static else b.moving(m.velocity, m.spin) for b, m in zip(bodies, motions, strict=True)]
    return FaultyImpulse(impulse, motions, contact.normal.speed(*motions), kinetic_energy(after))
