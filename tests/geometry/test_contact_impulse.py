"""The impulse of one contact: the closed form, the step that iterates to the same, and faulty rules that fail."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from geometry import RigidBody, StepRules, Trace, box, circle, kinetic_energy, momentum, rigid_step, static_body
from geometry.dynamics.contact_impulse import (
    ApproachFound,
    ContactImpulse,
    FrictionFound,
    LeversFound,
    NormalFound,
    Repeated,
    VelocitiesFound,
    contact_impulse,
)
from geometry.dynamics.contacts import BodyContact, find_contacts, find_manifold
from geometry.dynamics.rules import BOUNCE_SPEED
from geometry.faulty.contact_impulse import (
    friction_without_limit,
    impulse_while_parting,
    mirrored_velocity,
    no_lever_arm,
)
from tests.geometry.bodies import FLOOR, crowd, of_mass, standing

TURNED = standing(box(1.2, 0.8, (0, 0), math.radians(30)))


def contact_of(bodies: Sequence[RigidBody]) -> BodyContact:
    (found,) = find_contacts(bodies, {}, find_manifold).contacts
    return found


def told(bodies: Sequence[RigidBody], **how: float) -> Trace[Any, ContactImpulse]:
    return contact_impulse.trace(bodies, contact_of(bodies), **how)


def first(trace: Trace[Any, ContactImpulse], kind: Any) -> Any:
    return next(step for step in trace if isinstance(step, kind))


def pairs(count: int) -> list[list[RigidBody]]:
    """Bodies with one contact at which they approach."""
    found: list[list[RigidBody]] = []
    random = np.random.default_rng(10)
    while len(found) < count:
        bodies = crowd(random, 2, ("circle", "capsule", "box", "convex polygon", "rounded polygon"))
        contacts = find_contacts(bodies, {}, find_manifold).contacts
        if len(contacts) == 1:
            trace = contact_impulse.trace(bodies, contacts[0])
            if first(trace, ApproachFound).speed < -BOUNCE_SPEED:
                found.append(bodies)
    return found


def test_a_corner_hits_first() -> None:
    trace = told([FLOOR, of_mass(TURNED, velocity=(0, -5))], restitution=0.5)
    assert first(trace, LeversFound).effective_mass == pytest.approx(0.6292, abs=5e-5)
    assert first(trace, NormalFound).normal == pytest.approx(4.7189, abs=5e-5)
    assert not any(isinstance(step, FrictionFound | Repeated) for step in trace)
    found = first(trace, VelocitiesFound)
    assert found.motions[1].spin == pytest.approx(-8.7014, abs=5e-5)
    assert found.speed == pytest.approx(2.5)
    assert (trace.result.kinetic_before, trace.result.kinetic_after) == pytest.approx((12.5, 6.60), abs=5e-3)


def test_friction_at_a_corner_is_repeated() -> None:
    trace = told([FLOOR, of_mass(TURNED, velocity=(-3.71, -5))], restitution=0.5, friction=0.5)
    assert first(trace, FrictionFound).friction == pytest.approx(-0.5 * first(trace, NormalFound).normal)
    sums = first(trace, Repeated).sums
    assert (sums[0].normal, sums[-1].normal) == pytest.approx((4.7189, 7.5005), abs=5e-5)
    assert trace.result.motions[1].spin == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize("mu", [0.0, 0.2, 0.7])
def test_it_is_the_limit_of_the_step(mu: float) -> None:
    rules = StepRules(gravity=(0, 0), restitution=0.4, friction=mu, iterations=1000)
    for bodies in pairs(150):
        found, stepped = told(bodies, restitution=0.4, friction=mu).result, rigid_step(bodies, rules=rules)
        (impulse,) = stepped.impulses
        size = 1.0 + impulse.normal
        assert found.impulse.normal == pytest.approx(impulse.normal, abs=1e-10 * size)
        assert found.impulse.friction == pytest.approx(impulse.friction, abs=1e-10 * size)
        for motion, body in zip(found.motions, stepped.bodies, strict=True):
            assert motion.velocity == pytest.approx(body.velocity, abs=1e-9)
            assert motion.spin == pytest.approx(body.spin, abs=1e-9)


@pytest.mark.parametrize("mu", [0.0, 0.3, 1.0])
def test_newton_s_rule_the_cone_and_momentum_hold(mu: float) -> None:
    for bodies in pairs(150):
        contact, trace = contact_of(bodies), told(bodies, restitution=0.6, friction=mu)
        found, answer = first(trace, VelocitiesFound), trace.result
        assert found.speed == pytest.approx(-0.6 * trace[0].speed)
        limit = mu * found.impulse.normal
        assert abs(found.impulse.friction) <= limit + 1e-12
        assert abs(found.slip) < 1e-9 or abs(found.impulse.friction) == pytest.approx(limit)
        assert answer.momentum_after == pytest.approx(answer.momentum_before, abs=1e-12)
        assert answer.momentum_before == pytest.approx(momentum(bodies))
        if not mu:
            lost = 0.5 * (1.0 - 0.36) * trace[0].speed ** 2 / contact.normal.yielding
            assert answer.kinetic_before - answer.kinetic_after == pytest.approx(lost)


def test_parting_bodies_get_none() -> None:
    body = of_mass(circle(0.5, (0, 0.45)), velocity=(0, 3))
    trace = told([FLOOR, body], restitution=0.5, friction=0.5)
    assert len(trace) == 2
    assert trace.result.is_none
    assert trace.result.motions[1].velocity.tolist() == [0.0, 3.0]


def test_refusals() -> None:
    bodies = [FLOOR, of_mass(TURNED, velocity=(0, -5))]
    contact = contact_of(bodies)
    for how in ({"restitution": 1.1}, {"restitution": -0.1}, {"friction": -0.1}):
        with pytest.raises(ValueError, match="restitution must lie"):
            contact_impulse(bodies, contact, **how)
    with pytest.raises(ValueError, match="one moves at least"):
        contact_impulse([FLOOR, FLOOR], contact)
    with pytest.raises(ValueError, match="between two RigidBody"):
        contact_impulse([*bodies, FLOOR], contact)
    with pytest.raises(ValueError, match="contact must be one that a step has found, not a NoneType"):
        contact_impulse(bodies, None)  # type: ignore[arg-type]
    later = contact_of([static_body(box(1, 1, (90, 0))), *bodies])
    with pytest.raises(ValueError, match=r"bodies 0 and 1 alone, not of \(1, 2\)"):
        contact_impulse(bodies, later)


def test_no_lever_arm_gains_energy() -> None:
    bodies = [FLOOR, of_mass(TURNED, velocity=(0, -5))]
    found = no_lever_arm(bodies, contact_of(bodies), restitution=0.5)
    assert (found.impulse.normal, found.kinetic) == pytest.approx((7.5, 19.70), abs=0.005)
    ball = [FLOOR, of_mass(circle(0.5, (0, 0.5)), velocity=(0, -5))]
    right = contact_impulse(ball, contact_of(ball), restitution=0.5)
    assert no_lever_arm(ball, contact_of(ball), restitution=0.5).impulse.normal == pytest.approx(right.impulse.normal)


def test_faulty_rules_are_right_where_their_fault_does_not_count() -> None:
    ball = [FLOOR, of_mass(circle(0.5, (0, 0.5)), velocity=(6, -4))]
    contact, how = contact_of(ball), {"restitution": 0.6, "friction": 0.5}
    right = contact_impulse(ball, contact, **how)
    for rule in (no_lever_arm, impulse_while_parting, friction_without_limit):
        assert rule(ball, contact, **how).motions[1].velocity == pytest.approx(right.motions[1].velocity)
        assert rule(ball, contact, **how).kinetic == pytest.approx(right.kinetic_after)
    slippery = no_lever_arm(ball, contact, restitution=0.6, friction=0.2)
    assert abs(slippery.impulse.friction) == pytest.approx(0.2 * slippery.impulse.normal)


def test_a_mirrored_velocity_forgets_the_spin() -> None:
    bodies = [FLOOR, of_mass(TURNED, velocity=(1, -2), spin=8.0)]
    found = mirrored_velocity(bodies, contact_of(bodies), restitution=0.5)
    assert found.motions[1].velocity == pytest.approx((1.0, 1.0))
    assert found.motions[1].spin == 8.0
    assert found.speed < 0.0, "the corner still moves into the floor"
    up = [FLOOR, of_mass(TURNED, velocity=(0, 2))]
    assert mirrored_velocity(up, contact_of(up)).motions[1].velocity.tolist() == [0.0, 2.0]


def test_an_impulse_while_parting_pulls_back() -> None:
    body = of_mass(circle(0.5, (0, 0.45)), velocity=(0, 3))
    bodies = [FLOOR, body]
    found = impulse_while_parting(bodies, contact_of(bodies), restitution=0.5)
    assert (found.impulse.normal, found.speed) == pytest.approx((-4.5, -1.5))


def test_friction_without_limit_leaves_the_cone() -> None:
    bodies = [FLOOR, of_mass(circle(0.5, (0, 0.5)), velocity=(6, -4))]
    contact = contact_of(bodies)
    found = friction_without_limit(bodies, contact, restitution=0.6, friction=0.2)
    assert abs(found.impulse.friction) == pytest.approx(2.0)
    assert abs(contact_impulse(bodies, contact, restitution=0.6, friction=0.2).impulse.friction) == pytest.approx(
        1.28
    )
    none = friction_without_limit(bodies, contact, restitution=0.6)
    assert none.impulse.friction == 0.0
    assert none.kinetic == pytest.approx(kinetic_energy([bodies[1].moving(none.motions[1].velocity)]))
