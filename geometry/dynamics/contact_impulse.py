"""The impulse of one contact, quantity by quantity: what `rigid_step` iterates to, told slowly.

    approach     v_n, the speed of B's point as seen from A's, along the normal; parting bodies get no impulse
    lever arms   K_n = 1 / m_A + 1 / m_B + (l_A x n)^2 / I_A + (l_B x n)^2 / I_B      m_eff = 1 / K_n
    normal       j_n = -(1 + e) v_n m_eff
    friction     j_t = -v_t / K_t, clamped to [-mu j_n, mu j_n]
    repeat       friction changes v_n too where the contact lies off the centre: both again, on their sums, until
                 neither changes
    velocities   v + j / m and spin + (l x j) / I; for A with -j

With friction *and* restitution Newton's rule (the point parts at e times its approach speed) may add kinetic energy
(Kane's paradox); without friction the contact takes (1 - e^2) m_eff v_n^2 / 2 of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from geometry.dynamics.body import RigidBody, kinetic_energy, momentum
from geometry.dynamics.contacts import BodyContact, Motion, apply_impulse
from geometry.dynamics.step import Impulse
from geometry.guards import listed
from geometry.record import VectorField, record
from geometry.trace import Steps, steppable
from geometry.vector import number, xy_of

MOST_REPEATS = 1_000
_STILL = 1e-14  # of the normal impulse: a smaller change is none


@record
class ApproachFound:
    """How the contact points move against each other before the hit."""

    speed: float  # v_n, along the normal; negative while the bodies approach
    slip: float  # v_t, along the tangent


@record
class LeversFound:
    """How easily the contact point yields along the normal."""

    yielding: float  # K_n
    effective_mass: float


@record
class NormalFound:
    """The impulse along the normal, as if there were no friction."""

    normal: float
    target: float  # the speed that it leaves: -e v_n


@record
class FrictionFound:
    """The impulse along the tangent, within the friction cone."""

    slip: float  # with the normal impulse applied
    wanted: float  # what would stop it
    limit: float  # mu j_n
    friction: float


@record
class Repeated:
    """Both again, until neither changes: their sums after each iteration, the first one included."""

    sums: tuple[Impulse, ...]


@record
class VelocitiesFound:
    """How both bodies move after the hit."""

    impulse: Impulse
    motions: tuple[Motion, Motion]
    speed: float  # of the contact points, along the normal
    slip: float  # along the tangent


@record
class ContactImpulse:
    """The answer, and the last step: what the impulse keeps, and what it takes. Static bodies are not counted."""

    impulse: Impulse  # on B; zero for bodies that part already
    motions: tuple[Motion, Motion]
    momentum_before: VectorField
    momentum_after: VectorField
    kinetic_before: float
    kinetic_after: float

    @property
    def is_none(self) -> bool:
        return self.impulse.normal == 0.0


ContactImpulseStep = (
    ApproachFound | LeversFound | NormalFound | FrictionFound | Repeated | VelocitiesFound | ContactImpulse
)


@steppable
def contact_impulse(
    bodies: Sequence[RigidBody], contact: BodyContact, *, restitution: float = 0.0, friction: float = 0.0
) -> Steps[ContactImpulseStep, ContactImpulse]:
    """The impulse at a contact of two bodies, A and B, that `find_contacts` has found between these two alone.

    Raises ValueError for a restitution outside [0, 1], a friction below 0, two static bodies, and a contact that is
    none, or one of other bodies."""
    e, mu = number(restitution, "restitution"), number(friction, "friction")
    if not 0.0 <= e <= 1.0 or mu < 0.0:
        raise ValueError(f"restitution must lie in [0, 1] and friction be >= 0, not {e:g} and {mu:g}")
    bodies = listed("contact_impulse", "two RigidBody", bodies)
    if len(bodies) != 2 or not all(isinstance(body, RigidBody) for body in bodies):
        raise ValueError("an impulse acts between two RigidBody")
    if all(body.is_static for body in bodies):
        raise ValueError("an impulse acts between two bodies, of which one moves at least")
    if not isinstance(contact, BodyContact):
        raise ValueError(f"contact must be one that a step has found, not a {type(contact).__name__}")
    if contact.id.pair[:2] != (0, 1):
        raise ValueError(f"the contact must be one of bodies 0 and 1 alone, not of {contact.id.pair[:2]}")
    motions = [Motion(xy_of(body.velocity), body.spin) for body in bodies]
    n, t = contact.normal, contact.tangent
    speed = n.speed(*motions)
    yield ApproachFound(speed, t.speed(*motions))
    total = Impulse(0.0, 0.0)
    if speed < 0.0:
        yield LeversFound(n.yielding, 1.0 / n.yielding)
        target = -e * speed
        sums: list[Impulse] = []
        while len(sums) < MOST_REPEATS:
            before = total
            normal = n.corrected(before.normal, n.speed(*motions), target, 0.0, math.inf)
            apply_impulse(motions, bodies, contact, n, normal - before.normal)
            if not sums:
                yield NormalFound(normal, target)
            slip, limit = t.speed(*motions), mu * normal
            held = t.corrected(before.friction, slip, 0.0, -limit, limit)
            apply_impulse(motions, bodies, contact, t, held - before.friction)
            if mu > 0.0 and not sums:
                yield FrictionFound(slip, -slip / t.yielding, limit, held)
            total = Impulse(normal, held)
            change = max(abs(normal - before.normal), abs(held - before.friction))
            if sums and change <= _STILL * normal:
                break
            sums.append(total)
        if len(sums) > 1:
            yield Repeated(tuple(sums))
        yield VelocitiesFound(total, _pair(motions), n.speed(*motions), t.speed(*motions))
    after = [b if b.is_static else b.moving(m.velocity, m.spin) for b, m in zip(bodies, motions, strict=True)]
    answer = ContactImpulse(
        total, _pair(motions), momentum(bodies), momentum(after), kinetic_energy(bodies), kinetic_energy(after)
    )
    yield answer
    return answer


def _pair(motions: Sequence[Motion]) -> tuple[Motion, Motion]:
    a, b = motions
    return a, b
