"""The step of rigid bodies: single hits by hand, conservation laws, sliding, resting and bouncing, symmetries."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from geometry import (
    Convex,
    Manifold,
    Pose,
    RigidBody,
    StepMemory,
    Stepped,
    StepRules,
    angular_momentum,
    box,
    capsule,
    circle,
    convex,
    kinetic_energy,
    manifold,
    momentum,
    rigid_body,
    rigid_step,
    simulate,
    static_body,
)
from geometry.dynamics.contacts import ContactsFound
from geometry.dynamics.step import EnergyLimited, GravityApplied, ImpulseApplied, Pushed, WarmStarted
from tests.geometry.bodies import FLOOR, KINDS, crowd, motions, of_mass, stack, standing


def hit(body: RigidBody, **rules: Any) -> Stepped:
    return rigid_step([FLOOR, body], rules=StepRules(gravity=(0, 0), **rules))


TURNED = standing(box(1.2, 0.8, (0, 0), math.radians(30)))
STRAIGHT = standing(box(1.2, 0.8))
DISC = circle(0.5, (0, 0.5))


def test_a_corner_hits_first() -> None:
    """By hand: K = 1 / m + (l x n)^2 / I, j = (1 + e) 5 / K; v' and spin' follow."""
    body = of_mass(TURNED, velocity=(0, -5))
    assert body.inertia == pytest.approx((1.2**2 + 0.8**2) / 12.0)
    found = hit(body, restitution=0.5)
    (contact,), (impulse,) = found.contacts, found.impulses
    assert contact.arm_b == pytest.approx((-0.3196, -0.6464), abs=5e-5)
    assert contact.normal.yielding == pytest.approx(1.5893, abs=5e-5)
    assert impulse.normal == pytest.approx(4.7189, abs=5e-5)
    after = found.bodies[1]
    assert after.velocity == pytest.approx((0.0, -0.2811), abs=5e-5)
    assert after.spin == pytest.approx(-8.7014, abs=5e-5)
    assert found.kinetic == pytest.approx(6.60, abs=5e-3)
    elastic = hit(body, restitution=1.0)
    assert elastic.bodies[1].velocity[1] == pytest.approx(1.2919, abs=5e-5)
    assert elastic.bodies[1].spin == pytest.approx(-11.6018, abs=5e-5)
    assert elastic.kinetic == pytest.approx(12.5)


@pytest.mark.parametrize(("mu", "speed", "spin"), [(0.5, 4.0, -8.0), (0.2, 4.72, -5.12)])
def test_a_ball_begins_to_roll_or_slides_on(mu: float, speed: float, spin: float) -> None:
    found = hit(of_mass(DISC, velocity=(6, -4)), restitution=0.6, friction=mu).bodies[1]
    assert (found.velocity[0], found.velocity[1], found.spin) == pytest.approx((speed, 2.4, spin))


def test_friction_can_take_the_spin() -> None:
    """At a corner the impulse (3.71, 7.50) passes through the centre, if the cone allows it."""
    body = of_mass(TURNED, velocity=(-3.71, -5))
    free, held = (hit(body, restitution=0.5, friction=mu, iterations=100).bodies[1] for mu in (0.4, 0.5))
    assert free.spin == pytest.approx(-2.37, abs=0.005)
    assert held.spin == pytest.approx(0.0, abs=0.01)
    assert held.velocity == pytest.approx((0.0, 2.5), abs=0.01)


def test_two_balls() -> None:
    a = of_mass(circle(0.5), velocity=(4, 0))
    b = of_mass(circle(0.5, (1, 0)), 3.0, velocity=(-1, 0))
    found = rigid_step([a, b], rules=StepRules(gravity=(0, 0), restitution=0.5))
    assert [float(body.velocity[0]) for body in found.bodies] == pytest.approx([-1.625, 0.875])
    assert found.impulses[0].normal == pytest.approx(5.625)


def test_bodies_that_part_get_no_impulse() -> None:
    body = of_mass(circle(0.5, (0, 0.45)), velocity=(0, 3))
    found = hit(body, restitution=0.5)
    assert [j.normal for j in found.impulses] == [0.0]
    assert found.bodies[1].velocity.tolist() == [0.0, 3.0]
    slow = hit(of_mass(DISC, velocity=(0, -0.4)), restitution=1.0)
    assert slow.bodies[1].velocity[1] == pytest.approx(0.0), "too slow to bounce"


def test_momentum_is_kept() -> None:
    """Both kinds, with friction and bounces and deep overlaps; of each contact, angular momentum about its point."""
    random = np.random.default_rng(201)
    hits = 0
    for _ in range(60):
        bodies = crowd(random, 4, KINDS)
        rules = StepRules(gravity=(0, 0), friction=0.5, restitution=0.5)
        start = sum(b.mass * (np.hypot(*b.velocity) + abs(b.spin)) for b in bodies)
        after = rigid_step(bodies, rules=rules)
        still = [b.moving(v.velocity, v.spin) for b, v in zip(bodies, after.bodies, strict=True)]
        hits += sum(j.normal > 0.0 for j in after.impulses)
        assert momentum(after.bodies) == pytest.approx(momentum(bodies), abs=1e-12 * start)
        assert angular_momentum(still) == pytest.approx(angular_momentum(bodies), abs=1e-11 * start)
    assert hits > 100


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
def test_a_hit_without_friction_adds_no_energy(restitution: float) -> None:
    random = np.random.default_rng(202)
    hits = 0
    for _ in range(150):
        bodies = crowd(random, 2, KINDS)
        before = kinetic_energy(bodies)
        rules = StepRules(gravity=(0, 0), restitution=restitution, iterations=200)
        found = rigid_step(bodies, rules=rules)
        hits += any(j.normal > 0.0 for j in found.impulses)
        assert found.kinetic <= before * (1.0 + 1e-12)
    assert hits > 30


@pytest.mark.parametrize("iterations", [1, 10, 300])
def test_crowds_never_gain_energy(iterations: int) -> None:
    """Of several bodies, frame after frame, with warm starts and margins: contacts that ask for their own speeds, and
    impulses of the frame before, would add energy in every fourth of these scenes. Momentum is kept all the same."""
    random = np.random.default_rng(204)
    limits = 0
    for k in range(40):
        bodies, memory = crowd(random, 2 + k % 4, KINDS), StepMemory()
        bodies += [FLOOR] if k % 3 == 0 else []
        restitution, margin = (0.0, 0.5, 1.0, 1.0)[k % 4], (0.0, 0.2)[k % 2]
        rules = StepRules(gravity=(0, 0), restitution=restitution, iterations=iterations, margin=margin)
        speeds = sum(b.mass * (np.hypot(*b.velocity) + abs(b.spin)) for b in bodies if not b.is_static)
        start = momentum(bodies)
        for _ in range(12):
            before = kinetic_energy(bodies)
            trace = rigid_step.trace(bodies, memory, rules)
            after = trace.result
            limits += any(isinstance(step, EnergyLimited) for step in trace)
            assert after.kinetic <= before * (1.0 + 1e-12)
            assert min((j.normal for j in after.impulses), default=0.0) >= 0.0
            bodies, memory = list(after.bodies), after.memory
        if k % 3:
            assert after.momentum == pytest.approx(start, abs=1e-12 * speeds)
    assert limits > 5


def test_the_limit_is_a_step_with_its_numbers() -> None:
    """A corner that moves out is pressed by its neighbour's elastic impulse: by hand K = 1 / m + l^2 / I. It is kept
    at 0, which a bounce of both together cannot pay for."""
    body = of_mass(standing(box(4.0, 1.0)), velocity=(0, -2), spin=1.5)
    rules = StepRules(gravity=(0, 0), restitution=1.0, iterations=100)
    trace = rigid_step.trace([FLOOR, body], rules=rules)
    step = next(each for each in trace if isinstance(each, EnergyLimited))
    free = rigid_step([FLOOR, body], rules=replace(rules, limit_energy=False))
    assert step.gain == pytest.approx(free.kinetic - kinetic_energy([body]))
    assert step.gain > 0.1
    assert 0.0 < step.scale < 1.0
    scaled = [step.scale * j.normal for j in free.impulses]
    assert [j.normal for j in step.impulses] == scaled == [j.normal for j in trace.result.impulses]
    assert trace.result.kinetic == pytest.approx(kinetic_energy([body]), rel=1e-12)
    moved = body.velocity[1] + sum(scaled) / body.mass
    assert trace.result.bodies[1].velocity[1] == pytest.approx(moved)
    rubbing = rigid_step.trace([FLOOR, body], rules=replace(rules, friction=0.1))
    assert not any(isinstance(each, EnergyLimited) for each in rubbing), "without friction only"


def test_momentum_is_reported() -> None:
    bodies = scene()
    after = rigid_step(bodies, rules=StepRules(friction=0.4))
    assert (after.momentum == momentum(after.bodies)).all()
    assert after.angular_momentum == angular_momentum(after.bodies)


def test_an_elastic_hit_at_one_point_keeps_the_energy() -> None:
    random = np.random.default_rng(203)
    hits = 0
    for _ in range(100):
        bodies = crowd(random, 2, ("circle", "circle", "capsule"))
        found = rigid_step(bodies, rules=StepRules(gravity=(0, 0), restitution=1.0))
        if len(found.impulses) == 1 and found.impulses[0].normal > 0.0:
            approach = found.contacts[0].normal.speed(*motions(bodies))
            hits += approach < -0.5
            assert (found.kinetic == pytest.approx(kinetic_energy(bodies))) == (approach < -0.5)
    assert hits > 15


def test_energy_adds_up() -> None:
    """Motion and height change by what gravity gives to the velocities, less what the impulses take (never give,
    without friction), by the height gained along the velocities after them, and by what the push adds."""
    rules, g = StepRules(restitution=0.6), np.array((0.0, -10.0))
    bodies, memory = scene(), StepMemory()
    for _ in range(80):
        trace = rigid_step.trace(bodies, memory, rules)
        after, first = trace.result, trace[0]
        assert isinstance(first, GravityApplied)
        start = kinetic_energy(bodies)
        height = -sum(b.mass * float(g @ b.pose.position) for b in bodies if not b.is_static)
        pulled = [b.moving(m.velocity, m.spin) for b, m in zip(bodies, first.motions, strict=True) if not b.is_static]
        taken = kinetic_energy(pulled) - after.kinetic
        lifted = -sum(b.mass * float(g @ b.velocity) * rules.dt for b in after.bodies if not b.is_static)
        given = kinetic_energy(pulled) - start
        assert taken >= -1e-9
        assert after.added >= -1e-12
        change = after.kinetic + after.height - start - height
        assert change == pytest.approx(given - taken + lifted + after.added, abs=1e-10)
        bodies, memory = after.bodies, after.memory


# Symmetries, and the input.


def scene() -> list[RigidBody]:
    shapes = (box(1.2, 0.8, (0.1, 0.9), 0.3), circle(0.4, (1.0, 1.2)), capsule((-1.5, 0.6), (-0.6, 1.0), 0.25))
    motions = (((1, -3), 0.5), ((-2, -2), -1.0), ((0.5, -4), 2.0))
    return [FLOOR, *(rigid_body(s, velocity=v, spin=w) for s, (v, w) in zip(shapes, motions, strict=True))]


def placed(bodies: Sequence[RigidBody]) -> np.ndarray:
    return np.array([(*b.pose.position, b.pose.angle, *b.velocity, b.spin) for b in bodies if not b.is_static])


RULES = {"friction": 0.4, "restitution": 0.3}


def test_turned_scenes_run_alike() -> None:
    pose = Pose((3.0, -2.0), 0.7)
    turn = Pose((0, 0), 0.7)
    turned = [static_body(FLOOR.pieces[0].at(pose))]
    for b in scene()[1:]:
        shape = b.placed[0].at(pose)
        turned.append(rigid_body(shape, velocity=turn.place(b.velocity), spin=b.spin))
    first = placed(simulate(scene(), 40, StepRules(**RULES))[-1].bodies)
    second = placed(simulate(turned, 40, StepRules(gravity=turn.place(np.array((0.0, -10.0))), **RULES))[-1].bodies)
    assert second[:, :2] == pytest.approx(pose.place(first[:, :2]), abs=1e-7)
    assert second[:, 3:5] == pytest.approx(turn.place(first[:, 3:5]), abs=1e-6)
    assert second[:, [2, 5]] == pytest.approx(first[:, [2, 5]], abs=1e-6)


def test_mirrored_scenes_run_alike() -> None:
    """Contacts are solved in another order, so to the precision of the iteration."""

    def mirrored(b: RigidBody) -> RigidBody:
        x = b.placed[0]
        shape = Convex((x.points * (-1, 1))[::-1], x.radius)
        return static_body(shape) if b.is_static else rigid_body(shape, velocity=b.velocity * (-1, 1), spin=-b.spin)

    rules = StepRules(iterations=300, **RULES)
    first = placed(simulate(scene(), 12, rules)[-1].bodies)
    second = placed(simulate([mirrored(b) for b in scene()], 12, rules)[-1].bodies)
    assert second * (-1, 1, -1, -1, 1, -1) == pytest.approx(first, abs=1e-5)


def test_the_order_of_bodies_does_not_matter() -> None:
    rules = StepRules(iterations=300, **RULES)
    first = placed(simulate(scene(), 12, rules)[-1].bodies)
    second = placed(simulate(scene()[::-1], 12, rules)[-1].bodies[::-1])
    assert second == pytest.approx(first, abs=1e-5)


def test_the_steps_of_a_step() -> None:
    bodies = stack(2)
    memory = simulate(bodies, 30)[-1].memory
    trace = rigid_step.trace(bodies, memory, StepRules(friction=0.5, iterations=3))
    kinds = [type(step) for step in trace]
    assert kinds[:3] == [GravityApplied, ContactsFound, WarmStarted]
    assert kinds[3:-2] == [ImpulseApplied] * (3 * 4 * 2), "four contacts, friction first"
    assert kinds[-2:] == [Pushed, Stepped]
    impulses = [step for step in trace if isinstance(step, ImpulseApplied)]
    assert [(s.iteration, s.contact, s.is_friction) for s in impulses[:3]] == [
        (0, 0, True),
        (0, 0, False),
        (0, 1, True),
    ]
    for step in impulses:
        contact = trace.result.contacts[step.contact]
        axis = contact.tangent if step.is_friction else contact.normal
        assert abs(step.after) <= step.limit
        pair = (step.motions[contact.id.pair.body_a], step.motions[contact.id.pair.body_b])
        changed = step.speed + (step.after - step.before) * axis.yielding
        assert axis.speed(*pair) == pytest.approx(changed, abs=1e-12)
    plain = rigid_step(bodies, memory, StepRules(friction=0.5, iterations=3))
    assert (placed(plain.bodies) == placed(trace.result.bodies)).all()


def test_what_is_remembered_fits_the_rules_of_today() -> None:
    """Friction within today's cone, and the manifolds of the step before for the rule."""
    asked = []

    def spied(a: Convex, b: Convex, previous: Manifold | None) -> Manifold:
        asked.append(previous)
        return manifold(a, b, previous=previous)

    sliding = [FLOOR, rigid_body(box(2, 0.4, (0, 0.2)), velocity=(3, 0))]
    first = rigid_step(sliding, rules=StepRules(friction=0.5, rule=spied))
    assert min(abs(j.friction) for j in first.impulses) > 0.01
    second = rigid_step(first.bodies, first.memory, StepRules(friction=0.0, rule=spied))
    assert [j.friction for j in second.impulses] == [0.0, 0.0]
    assert second.bodies[1].velocity[0] == first.bodies[1].velocity[0]
    assert asked == [None, first.memory.manifolds[0][1]]


def test_another_rule_finds_the_contacts() -> None:
    def none(a: Convex, b: Convex, previous: Manifold | None) -> Manifold:
        return manifold(a, b.moved((0, 100)))

    (*_, end) = simulate([FLOOR, rigid_body(box(1, 1, (0, 0.5)))], 60, StepRules(rule=none))
    assert end.bodies[1].pose.position[1] < -4.0


def test_refusals() -> None:
    body = rigid_body(box(1, 1))
    for bad, match in (([], "at least one"), (body, "sequence"), ([body, "b"], "body 1 is of type str")):
        with pytest.raises(ValueError, match=match):
            rigid_step(bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="memory must be"):
        rigid_step([body], {})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="rules must be"):
        rigid_step([body], StepMemory(), 0.1)  # type: ignore[arg-type]
    for name, value, match in (
        ("dt", 0.0, "dt must be > 0"),
        ("dt", math.nan, "dt must be finite"),
        ("gravity", 10.0, "gravity must have shape"),
        ("iterations", 0, "iterations must be a whole number"),
        ("iterations", 2.5, "iterations must be a whole number"),
        ("friction", -0.1, "friction must be >= 0"),
        ("slop", -0.1, "slop must be >= 0"),
        ("margin", -0.1, "margin must be >= 0"),
        ("restitution", 1.1, "restitution must lie"),
        ("share", -0.1, "share must lie"),
        ("rule", "two", "rule must find"),
        ("target", 0.0, "target must tell"),
        ("clamp", None, "clamp must tell"),
    ):
        with pytest.raises(ValueError, match=match):
            StepRules(**{name: value})  # type: ignore[arg-type]
    for pairs, match in (
        ([(1, 0)], "0 <= i < j < 2"),
        ([(0, 2)], "0 <= i < j < 2"),
        ([(1, 1)], "0 <= i < j < 2"),
        ([(-1, 1)], "0 <= i < j < 2"),
        ([(0, 1.0)], "0 <= i < j < 2"),
        ([0], "a pair must be two numbers"),
        ("01", "a list or a tuple of pairs"),
        ([(0, 1), (0, 1)], "ascending order, each once"),
    ):
        with pytest.raises(ValueError, match=match):
            rigid_step([FLOOR, body], pairs=pairs)  # type: ignore[arg-type]
    assert rigid_step([FLOOR, body], pairs=np.array([[0, 1]])).contacts  # type: ignore[arg-type]
    assert len(simulate([body], np.int64(2), StepRules(iterations=np.int64(3)))) == 2  # type: ignore[arg-type]
    for count in (0, True, 1.5, 10**9):
        with pytest.raises(ValueError, match="count must be a whole number"):
            simulate([body], count)  # type: ignore[arg-type]
    for make, match in (
        (lambda: rigid_body(box(1, 1), velocity=(0, math.nan)), "velocity must be finite"),
        (lambda: rigid_body(box(1, 1), spin=math.inf), "spin must be finite"),
        (lambda: rigid_body("box"), "takes a Convex or a Polygon"),  # type: ignore[arg-type]
        (lambda: static_body([]), "at least one piece"),
        (lambda: static_body([box(1, 1), "tile"]), "piece 1"),  # type: ignore[list-item]
        (lambda: static_body(3.0), "static_body takes"),  # type: ignore[arg-type]
        (lambda: FLOOR.moving((1, 0)), "static body has no velocity"),
    ):
        with pytest.raises(ValueError, match=match):
            make()
    fast = rigid_body(box(1, 1), velocity=(1e70, 0))
    with pytest.raises(ValueError, match="too far from the origin"):
        simulate([fast, FLOOR], 3)


def test_two_static_bodies_have_no_contacts() -> None:
    found = rigid_step([FLOOR, static_body(box(1, 1)), static_body(convex([(0, 0), (2, 0), (1, 1)]))])
    assert found.contacts == ()
    assert found.kinetic == found.height == 0.0
