"""The minimum translation: parts the shapes, just, and nothing shorter does."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from geometry import (
    Convex,
    Outcome,
    Pose,
    box,
    circle,
    minimum_translation,
    overlaps,
    rectangle,
    separating_axis,
    separation,
)
from geometry.faulty.translation import (
    translation_by_centres,
    translation_by_raw_normals,
    translation_by_shared_part,
)
from geometry.sat.minimum_translation import LeastOverlap, MovesShared, WaysOut, parting_moves
from tests.geometry.awkward import AWKWARD, SQUARE, Awkward
from tests.geometry.oracles import gap_along, tolerance
from tests.geometry.strategies import angles, powers, scaled, shapes

awkward = pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.name)


def check_parts_them(a: Convex, b: Convex) -> None:
    answer = minimum_translation(a, b)
    assert (answer.outcome is Outcome.OVERLAPPED) == overlaps(a, b)
    if answer.translation is None:
        assert answer.outcome is Outcome.SEPARATED
        return
    for moved_a, moved_b in (
        (a, b.moved(answer.translation)),
        (a.moved(-answer.translation), b),
        (a.moved(-answer.translation / 2.0), b.moved(answer.translation / 2.0)),
    ):
        assert separation(moved_a, moved_b) == pytest.approx(0.0, abs=tolerance(moved_a, moved_b))
        assert overlaps(moved_a, moved_b)  # touching is contact: the move does not lose it


@given(shapes(), shapes())
def test_it_parts_them_and_leaves_them_touching(a: Convex, b: Convex) -> None:
    check_parts_them(a, b)


@awkward
def test_it_parts_them_awkward(case: Awkward) -> None:
    check_parts_them(case.a, case.b)
    check_parts_them(case.b, case.a)


@given(shapes(), shapes())
def test_no_shorter_move_parts_them(a: Convex, b: Convex) -> None:
    answer = minimum_translation(a, b)
    if answer.translation is None:
        return
    turn = np.linspace(0.0, math.tau, 360, endpoint=False)
    reach = np.hypot(*answer.translation)
    for n in np.stack((np.cos(turn), np.sin(turn)), axis=1):
        # Moving B by m opens the gap along n by m . n: by |m| at the most.
        assert gap_along(a, b, n) + reach <= tolerance(a, b)


@given(shapes(), shapes(), angles)
def test_rotate(a: Convex, b: Convex, angle: float) -> None:
    turn = Pose(angle=angle)
    here, there = minimum_translation(a, b), minimum_translation(a.at(turn), b.at(turn))
    if here.translation is None or there.translation is None:
        assert separation(a, b) == pytest.approx(0.0, abs=tolerance(a, b)) or here.outcome is there.outcome
        return
    assert np.hypot(*there.translation) == pytest.approx(np.hypot(*here.translation), abs=tolerance(a, b))


@given(shapes(), shapes(), powers)
def test_scaling_by_a_power_of_two_is_exact(a: Convex, b: Convex, factor: float) -> None:
    here, there = minimum_translation(a, b), minimum_translation(scaled(a, factor), scaled(b, factor))
    assert here.outcome is there.outcome
    if here.translation is not None and there.translation is not None:
        assert there.translation.tolist() == (factor * here.translation).tolist()


@given(shapes(), shapes())
def test_swapped_it_points_the_other_way_or_ties(a: Convex, b: Convex) -> None:
    one, other = minimum_translation(a, b), minimum_translation(b, a)
    assert one.outcome is other.outcome
    if one.translation is None or other.translation is None:
        return
    assert np.hypot(*one.translation) == pytest.approx(np.hypot(*other.translation), abs=tolerance(a, b))
    assert separation(a, b.moved(-other.translation)) == pytest.approx(0.0, abs=tolerance(a, b))


def test_separated_shapes_are_not_pulled_together() -> None:
    answer = minimum_translation(SQUARE, SQUARE.moved((3, 0)))
    assert answer.translation is None
    assert answer.outcome is Outcome.SEPARATED


def test_contained_leaves_by_the_near_side() -> None:
    answer = minimum_translation(box(4, 4), box(1, 1, (1.0, 0)))
    assert answer.translation is not None
    assert answer.translation.tolist() == [1.5, 0.0]


def test_gap_within_rounding_moves_nothing() -> None:
    gap = 4e-16
    answer = minimum_translation(SQUARE, box(2, 2, (2.0 + gap, 0)))
    assert answer.outcome is Outcome.OVERLAPPED
    assert answer.translation is not None
    assert np.abs(answer.translation).tolist() == [0.0, 0.0]


def test_ties_are_listed() -> None:
    (least,) = [s for s in minimum_translation.trace(SQUARE, SQUARE) if isinstance(s, LeastOverlap)]
    assert [t.axis.edge for t in least.ties] == [1]
    assert least.found.best.axis.edge == 0
    (least,) = [s for s in minimum_translation.trace(SQUARE, box(2, 2, (1.5, 0))) if isinstance(s, LeastOverlap)]
    assert least.ties == ()


def test_rounding_does_not_flicker_between_ties() -> None:
    """Turned and placed anywhere, a tie is decided by the order of the edges and not by the last digit."""
    for angle in np.linspace(0.0, math.tau, 50):
        a = SQUARE.at(Pose((0.1, 0.7), angle))
        assert minimum_translation(a, SQUARE.at(Pose((0.1, 0.7), angle))).found.best.axis.edge == 0


def test_the_faulty_routine_moves_b_deeper() -> None:
    """Centres lie one way, the shorter way out is the other: the case that it is kept for."""
    a, b = rectangle((0, 0), (10, 1)), rectangle((-4, 0.4), (4.9, 20))
    right, wrong = minimum_translation(a, b).translation, translation_by_centres(a, b)
    assert right is not None
    assert wrong is not None
    assert np.hypot(*wrong) == pytest.approx(np.hypot(*right))
    small, tall = rectangle((0, 0), (4, 4)), rectangle((3, -9), (3.5, 3.5))
    moved = tall.moved(translation_by_centres(small, tall))  # type: ignore[arg-type]
    assert separation(small, moved) == pytest.approx(0.0)


@given(shapes(), shapes())
def test_the_faulty_routine_has_the_right_length(a: Convex, b: Convex) -> None:
    wrong = translation_by_centres(a, b)
    assert (wrong is None) == (separating_axis(a, b).outcome is Outcome.SEPARATED)
    if wrong is not None:
        assert np.hypot(*wrong) == pytest.approx(abs(separating_axis(a, b).separation), abs=tolerance(a, b))


def test_the_faulty_routine_and_concentric_circles() -> None:
    wrong = translation_by_centres(circle(1), circle(1))
    assert wrong is not None
    assert wrong.tolist() == [2.0, 0.0]


@given(a=shapes(), b=shapes())
def test_both_ways_out_leave_the_shapes_touching_along_the_axis(a: Convex, b: Convex) -> None:
    for step in minimum_translation.trace(a, b):
        if isinstance(step, WaysOut):
            n, near = step.found.best.normal, tolerance(a, b)
            assert gap_along(a, b.moved(step.onward * n), n) == pytest.approx(0.0, abs=near)
            assert gap_along(a, b.moved(-step.back * n), -n) == pytest.approx(0.0, abs=near)
            assert step.back >= step.onward - near


@given(a=shapes(), b=shapes())
def test_shared_moves_are_the_translation_together(a: Convex, b: Convex) -> None:
    for share in (0.0, 0.25, 1.0):
        moves = [step for step in parting_moves.trace(a, b, share) if isinstance(step, MovesShared)]
        assert bool(moves) is overlaps(a, b)
        for step in moves:
            whole = minimum_translation(a, b).translation
            assert step.of_b - step.of_a == pytest.approx(whole)
            assert step.of_a == pytest.approx(-share * whole)  # type: ignore[operator]


def test_the_shared_part_is_too_short_for_what_is_contained() -> None:
    wrong = translation_by_shared_part(box(4, 4), box(1, 1, (1.0, 0)))
    assert wrong is not None
    assert math.hypot(*wrong) == 1.0
    assert translation_by_shared_part(box(2, 2), box(2, 2, (3.0, 0))) is None
    right = translation_by_shared_part(box(2, 2), box(2, 2, (1.5, 0)))
    assert right is not None
    assert right.tolist() == [0.5, 0.0]


def test_raw_normals_push_too_far_past_a_short_edge() -> None:
    a, b = box(3.4, 0.8, (-0.3, 0.0)), box(1.5, 1.1, (1.6, 0.75), math.radians(10))
    wrong, right = translation_by_raw_normals(a, b), minimum_translation(a, b).translation
    assert wrong is not None
    assert right is not None
    assert math.hypot(*wrong) > math.hypot(*right) + 0.05
    assert not overlaps(a, b.moved(1.001 * wrong))
    assert translation_by_raw_normals(circle(1), circle(1)) is None
