"""Every method on one motion: verdicts and costs by hand, and on random motions against dense sampling."""

from __future__ import annotations

import math

import numpy as np
import pytest

from geometry import Outcome, Pose, Sweep, box
from geometry.time_of_impact.comparison import MethodAsked, MethodsCompared, MotionMethod, Verdict, methods_compared
from geometry.time_of_impact.separation_over_time import separation_over_time
from tests.geometry.sweeps import random_sweeps

SQUARE, THIN = box(1, 1), box(0.1, 2)


def verdicts(found: MethodsCompared) -> dict[MotionMethod, Verdict]:
    return {asked.method: asked.verdict for asked in found.asked}


def test_a_bullet_is_missed_by_the_ends_and_by_few_sub_steps() -> None:
    bullet = Sweep(Pose((-4, 0)), Pose((4, 0)))
    wall = Sweep(Pose((0.6, 0)))
    found = methods_compared(box(0.2, 0.2), bullet, THIN, wall, 4)
    said = verdicts(found)
    assert said[MotionMethod.END_ONLY] is said[MotionMethod.SUB_STEPS] is Verdict.MISSED
    for method in (MotionMethod.LINEAR_CAST, MotionMethod.GJK_RAY_CAST, MotionMethod.CONSERVATIVE):
        assert said[method] is Verdict.RIGHT
    assert found.truth.fraction == pytest.approx((4.6 - 0.1 - 0.05) / 8.0, abs=1e-3)
    assert not found.turns
    assert {asked.method: asked.count for asked in found.asked}[MotionMethod.SUB_STEPS] == 5


def test_a_bar_that_turns_is_seen_by_the_advancements_alone() -> None:
    found = methods_compared(SQUARE, Sweep(Pose()), THIN, Sweep(Pose((1.2, 0)), Pose((1.2, 0), math.pi)), 1)
    said = verdicts(found)
    assert said[MotionMethod.CONSERVATIVE] is said[MotionMethod.BILATERAL] is Verdict.RIGHT
    for method in (MotionMethod.END_ONLY, MotionMethod.RAY, MotionMethod.LINEAR_CAST, MotionMethod.GJK_RAY_CAST):
        assert said[method] is Verdict.MISSED
    assert found.turns


def test_a_turn_out_of_the_way_is_an_imagined_contact() -> None:
    turn = Sweep(Pose((-3, 0.9)), Pose((3, 0.9), math.pi / 2.0 * 9))
    found = methods_compared(box(0.4, 0.4), Sweep(Pose((0, -0.3))), box(0.1, 2), turn, 8)
    assert found.asked[3].fraction is not None
    assert found.asked[3].verdict in (Verdict.IMAGINED, Verdict.EARLY, Verdict.LATE)


def test_the_start_and_no_motion() -> None:
    still = Sweep(Pose((0.2, 0)))
    said = methods_compared(SQUARE, Sweep(Pose()), SQUARE, still)
    assert said.truth.outcome is Outcome.OVERLAPPED
    others = {k: v for k, v in verdicts(said).items() if k is not MotionMethod.RAY}
    assert set(others.values()) == {Verdict.RIGHT}
    apart = methods_compared(SQUARE, Sweep(Pose()), SQUARE, Sweep(Pose((3, 0))))
    assert set(verdicts(apart).values()) == {Verdict.RIGHT}


def test_steps_are_the_answer() -> None:
    trace = methods_compared.trace(SQUARE, Sweep(Pose()), SQUARE, Sweep(Pose((3, 0)), Pose((0, 0))))
    *asked, last = trace.steps
    assert isinstance(last, MethodsCompared)
    assert [step.method for step in asked if isinstance(step, MethodAsked)] == list(MotionMethod)
    assert last.asked == tuple(asked)
    with pytest.raises(ValueError, match="methods_compared takes two Convex"):
        methods_compared(SQUARE, Sweep(Pose()), SQUARE, Pose())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="steps must be a whole number"):
        methods_compared(SQUARE, Sweep(Pose()), SQUARE, Sweep(Pose((3, 0))), 0)


def test_on_random_motions_verdicts_are_what_sampling_says() -> None:
    times = np.linspace(0.0, 1.0, 301)
    for moving in random_sweeps(60, 120, turning=True):
        sweeps = moving[:4]
        found = methods_compared(*sweeps, 8)
        if found.truth.outcome is Outcome.FAILED:
            continue
        values = separation_over_time(*sweeps, times)
        touched = bool((values < -0.01).any())
        for asked in found.asked:
            if asked.verdict is Verdict.MISSED:
                assert touched or values.min() < 0.05
            if asked.verdict is Verdict.IMAGINED:
                assert not touched
            if asked.method in (MotionMethod.CONSERVATIVE, MotionMethod.BILATERAL):
                assert asked.verdict in (Verdict.RIGHT, Verdict.UNKNOWN)
