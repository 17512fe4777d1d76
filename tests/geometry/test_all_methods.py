"""All methods side by side: each as on its own, and the verdicts against dense sampling."""

from __future__ import annotations

import numpy as np
import pytest

from geometry import Outcome, Pose, Sweep, box, circle, regular_polygon
from geometry.time_of_impact import (
    Method,
    Verdict,
    all_methods,
    bilateral_advancement,
    conservative_advancement,
    discrete_steps,
    gjk_ray_cast,
    linear_cast,
    separation_over_time,
)
from tests.geometry.sweeps import random_sweeps

MANY = np.linspace(0.0, 1.0, 2001)


@pytest.mark.parametrize("turning", [False, True])
def test_every_answer_is_the_method_s_own(turning: bool) -> None:
    for moving in random_sweeps(71, 60, turning=turning):
        a, sweep_a, b, sweep_b = moving[:4]
        own = (
            discrete_steps(a, sweep_a, b, sweep_b, 1),
            discrete_steps(a, sweep_a, b, sweep_b, 5),
            linear_cast(a.at(sweep_a.start), sweep_a.motion, b.at(sweep_b.start), sweep_b.motion),
            gjk_ray_cast(a.at(sweep_a.start), sweep_a.motion, b.at(sweep_b.start), sweep_b.motion),
            conservative_advancement(a, sweep_a, b, sweep_b),
            bilateral_advancement(a, sweep_a, b, sweep_b),
        )
        asked = all_methods(a, sweep_a, b, sweep_b, 5).asked
        assert [found.method for found in asked] == list(Method)
        for found, answer in zip(asked, own, strict=True):
            assert (found.outcome, found.fraction) == (answer.outcome, answer.fraction)
        assert asked[0].queries <= 2
        assert asked[1].queries == own[1].iterations
        assert asked[2].queries == asked[3].queries == 0
        assert asked[3].rounds == own[3].iterations
        assert asked[4].rounds == asked[4].queries == own[4].iterations
        assert asked[5].queries == own[5].iterations <= asked[5].rounds


@pytest.mark.parametrize("turning", [False, True])
def test_verdicts_stand_against_dense_sampling(turning: bool) -> None:
    """What is called right is no later than the first clear overlap, and nothing clear is called missed wrongly."""
    for moving in random_sweeps(72, 150, turning=turning):
        a, sweep_a, b, sweep_b = moving[:4]
        compared = all_methods(a, sweep_a, b, sweep_b)
        curve = separation_over_time(a, sweep_a, b, sweep_b, MANY)
        band = compared.lengths.target + compared.lengths.tolerance
        deep = MANY[curve < -2.0 * band]
        first = float(deep[0]) if len(deep) else None
        for found, verdict in zip(compared.asked, compared.verdicts, strict=True):
            contact = found.outcome in (Outcome.HIT, Outcome.OVERLAPPED)
            if verdict is Verdict.RIGHT and first is not None:
                assert contact
                assert found.fraction <= first + 1e-3
            if verdict is Verdict.RIGHT and contact:
                assert curve[found.fraction + 1e-3 >= MANY].min() <= 2.0 * band
            if verdict in (Verdict.MISSED, Verdict.LATE):
                assert curve.min() <= 2.0 * band
            if verdict is Verdict.FALSE:
                assert not contact or curve.min() > 0.0
            if found.method in (Method.CONSERVATIVE, Method.BILATERAL):
                assert verdict in (Verdict.RIGHT, Verdict.UNKNOWN)
            if found.method in (Method.LINEAR_CAST, Method.GJK_RAY_CAST) and found.applies:
                assert verdict is Verdict.RIGHT


def test_a_bullet_goes_through_a_thin_wall() -> None:
    wall, bullet = box(0.1, 4.0), circle(0.1)
    rest, flight = Sweep(Pose((0.0, 0.0)), Pose((0.0, 0.0))), Sweep(Pose((-2.0, 0.0)), Pose((3.0, 0.0)))
    compared = all_methods(wall, rest, bullet, flight, 4)
    missed, right = Verdict.MISSED, Verdict.RIGHT
    assert compared.verdicts == (missed, missed, right, right, right, right)
    assert compared.reference is Method.LINEAR_CAST
    assert compared.asked[2].fraction == pytest.approx((2.0 - 0.15) / 5.0)


def test_a_disc_that_turns_about_its_middle_does_not_turn() -> None:
    spin = Sweep(Pose((-2.0, 0.0), 0.0), Pose((2.0, 0.0), 9.0))
    rest = Sweep(Pose((0.0, 0.0)), Pose((0.0, 0.0)))
    assert all_methods(circle(0.5), spin, regular_polygon(5, 1.0), rest).asked[2].applies
    assert not all_methods(box(1, 1), spin, regular_polygon(5, 1.0), rest).asked[2].applies


def test_casts_of_a_spinning_bar_are_wrong_and_said_to_be() -> None:
    bar, ball = box(4.0, 0.2), circle(0.3)
    spin, rest = Sweep(Pose((0.0, 0.0), 0.0), Pose((0.0, 0.0), 2.0)), Sweep(Pose((0.0, 1.5)), Pose((0.0, 1.5)))
    compared = all_methods(bar, spin, ball, rest)
    assert compared.reference is Method.BILATERAL
    for found, verdict in zip(compared.asked, compared.verdicts, strict=True):
        if found.method in (Method.LINEAR_CAST, Method.GJK_RAY_CAST):
            assert not found.applies
            assert verdict is Verdict.MISSED


def test_refused_before_anything_is_asked() -> None:
    rest = Sweep(Pose((0.0, 0.0)), Pose((0.0, 0.0)))
    for steps in (0, -1, 1.5, True, 10**6):
        with pytest.raises(ValueError, match="whole number"):
            all_methods.trace(box(1, 1), rest, box(1, 1), rest, steps)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="all_methods takes two Convex"):
        all_methods(box(1, 1), rest, 3, rest)  # type: ignore[arg-type]
