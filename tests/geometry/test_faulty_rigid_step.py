"""The faulty rules of the step: a bias in the velocity, and each single impulse clamped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geometry import RigidBody, Stepped, StepRules, box, rigid_body, rigid_step, simulate
from geometry.dynamics.step import ImpulseApplied, WarmStarted
from geometry.faulty.clamped_impulses import with_each_impulse_clamped
from geometry.faulty.velocity_bias import with_velocity_bias
from tests.geometry.bodies import FLOOR, stack

RULES = StepRules(friction=0.6)


def highest(run: tuple[Stepped, ...]) -> float:
    return max(float(stepped.bodies[1].pose.position[1]) for stepped in run)


def test_a_bias_throws_a_deep_box_and_the_push_does_not() -> None:
    """0.30 deep: the bias asks for 0.2 * 0.295 * 60 = 3.54, the speed from which a body rises by about v^2 / 20."""
    deep = [FLOOR, rigid_body(box(1, 1, (0, 0.2)))]
    first = rigid_step(deep, rules=with_velocity_bias(RULES))
    assert first.bodies[1].velocity[1] == pytest.approx(3.54)
    assert highest(simulate(deep, 60, with_velocity_bias(RULES))) == pytest.approx(0.5 + 0.356, abs=0.002)
    assert highest(simulate(deep, 60, RULES)) < 0.5


def test_the_bias_leaves_other_targets() -> None:
    """Within the slop, and where a hit bounces faster than the bias asks."""

    def target(body: RigidBody, rules: StepRules) -> float:
        trace = rigid_step.trace([FLOOR, body], rules=with_velocity_bias(rules))
        return next(min(step.targets) for step in trace if isinstance(step, WarmStarted))

    assert target(rigid_body(box(1, 1, (0, 0.497))), RULES) == 0.0
    falling = rigid_body(box(1, 1, (0, 0.45)), velocity=(0, -6))
    assert target(falling, replace(RULES, restitution=0.5)) == pytest.approx(0.5 * (6.0 + 10.0 / 60.0))
    assert target(falling, RULES) == pytest.approx(0.2 * 0.045 * 60.0)


def test_a_stack_falls_where_each_impulse_is_clamped() -> None:
    rules = with_each_impulse_clamped(RULES)
    (*_, end) = simulate(stack(5), 240, rules)
    assert end.kinetic > 1.0
    assert simulate(stack(5), 240, RULES)[-1].kinetic < 0.001
    for step in rigid_step.trace(stack(5), rules=rules):
        assert not isinstance(step, ImpulseApplied) or step.is_friction or step.after >= step.before


def test_a_box_that_falls_alone() -> None:
    """The bias stops it all the same: one body at a time hides the mistake. Each impulse clamped, its two points
    already give too much."""
    falling = [FLOOR, rigid_body(box(1, 1, (0, 0.6)))]
    (*_, end) = simulate(falling, 120, with_velocity_bias(RULES))
    assert end.kinetic < 1e-3
    assert end.bodies[1].pose.position[1] == pytest.approx(0.497, abs=0.004)
    assert simulate(falling, 120, with_each_impulse_clamped(RULES))[-1].kinetic > 0.1
