"""A run: the same frames as `simulate`, and no more of them than were looked at."""

import math

import numpy as np
import pytest

from geometry import StepRules, box, rectangle, rigid_body, simulate, static_body
from lessons.bodies.runs import Run, deepest, new_ids

BODIES = static_body(rectangle((-4.0, -1.0), (4.0, 0.0))), rigid_body(box(1.0, 0.6, (0.2, 0.7), 0.3), spin=1.0)


def test_its_frames_are_those_of_simulate() -> None:
    run, rules = Run(BODIES), StepRules()
    for k, stepped in enumerate(simulate(BODIES, 40, rules)):
        assert np.array_equal(run.bodies(k + 1)[1].pose.position, stepped.bodies[1].pose.position)
        assert run.frame(k).impulses == stepped.impulses
    assert run.trace(25).result.kinetic == run.frame(25).kinetic


def test_it_goes_no_further_than_somebody_looks() -> None:
    asked = []

    def counted(bodies, memory, rules):  # type: ignore[no-untyped-def]
        asked.append(len(bodies))
        return simulate(bodies, 1, rules)[0]

    run = Run(BODIES, frame=counted)
    run.pose(1, 3.5 / 60.0)
    assert len(asked) == 4
    run.pose(1, 2.0 / 60.0)
    run.placed(1, 0.0)
    assert len(asked) == 4


def test_between_two_frames_a_body_lies_on_the_line_between() -> None:
    run = Run(BODIES)
    before, after = run.bodies(6)[1].pose, run.bodies(7)[1].pose
    now = run.pose(1, 6.25 / 60.0)
    assert now.position == pytest.approx(0.75 * before.position + 0.25 * after.position)
    assert now.angle == pytest.approx(0.75 * before.angle + 0.25 * after.angle)
    (placed,) = run.placed(1, 6.25 / 60.0)
    assert placed.centroid == pytest.approx(now.position)
    assert run.pose(1, 0.1) == run.bodies(6)[1].pose  # 0.1 is 6 frames but for rounding


def test_the_depth_and_the_ids_are_those_of_the_contacts() -> None:
    run = Run(BODIES, StepRules(slop=0.0))
    frames = run.frames(120)
    landed = run.first(lambda each: bool(each.contacts), 120)
    assert landed is not None
    assert not frames[landed - 1].contacts
    assert deepest(frames[0]) == 0.0
    low = min(float(run.placed(1, landed / 60.0)[0].points[:, 1].min()), 0.0)
    assert deepest(frames[landed]) == pytest.approx(-low, abs=1e-12)
    assert new_ids(frames[: landed + 1]) == 1
    assert new_ids(frames[:landed]) == 0
    assert math.isfinite(run.pose(1, 2.0).angle)


def test_it_begins_with_the_memory_that_it_is_given() -> None:
    (first,) = simulate(BODIES, 1)
    run = Run(BODIES, memory=first.memory)
    assert run.memory(0) is first.memory
    assert run.memory(1) is run.frame(0).memory


def test_a_branch_shares_its_first_frames_and_goes_on_by_its_own_rules() -> None:
    run = Run(BODIES)
    branch = run.branched(5, StepRules(gravity=(0.0, 0.0)))
    assert branch.frames(5) == run.frames(5)
    alone = simulate(run.bodies(5), 1, StepRules(gravity=(0.0, 0.0)))[0]
    assert np.array_equal(branch.bodies(6)[1].velocity, alone.bodies[1].velocity)
    assert not np.array_equal(branch.bodies(6)[1].velocity, run.bodies(6)[1].velocity)


def test_a_trace_is_kept_as_the_answer_of_its_frame_unless_another_rule_makes_the_frames() -> None:
    run = Run(BODIES)
    assert run.frame(3) is not None
    answer = run.trace(4).result
    assert run.frame(4) is answer
    assert run.trace(2).result is not run.frame(2), "computed again: its answer is known"

    def still(bodies, memory, rules):  # type: ignore[no-untyped-def]
        return simulate(bodies, 1, StepRules(gravity=(0.0, 0.0)))[0]

    other = Run(BODIES, frame=still)
    assert other.trace(0).result.kinetic != other.frame(0).kinetic
