"""Several shapes pushed apart."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, box, circle, minimum_translation, regular_polygon, separation
from geometry.contact import relaxation
from geometry.contact.relaxation import (
    MOST_ROUNDS,
    PairPushed,
    PileSettled,
    RoundDone,
    SlopLeft,
    frames,
    resolve_overlaps,
)
from geometry.faulty.pushes import halves_for_static
from tests.geometry.strategies import shapes


@given(a=shapes(), b=shapes())
def test_two_free_shapes_share_the_depth(a: Convex, b: Convex) -> None:
    answer = resolve_overlaps((a, b), (False, False))
    size = max(1.0, a.max_coordinate, b.max_coordinate)
    assert answer.settled
    assert answer.moved[0] == pytest.approx(-answer.moved[1], abs=1e-12 * size)
    left = separation(a.moved(answer.moved[0]), b.moved(answer.moved[1]))
    assert left >= -1e-9 * size
    if separation(a, b) < 0.0:
        assert left == pytest.approx(0.0, abs=1e-9 * size)


def test_a_fixed_shape_stays() -> None:
    floor, crate = box(10, 1), box(1, 1, (0, 0.8))
    answer = resolve_overlaps((floor, crate), (True, False))
    assert answer.moved[0].tolist() == [0.0, 0.0]
    assert answer.moved[1] == pytest.approx((0.0, 0.2))
    both = resolve_overlaps((floor, crate), (True, True))
    assert both.settled
    assert not any(m.any() for m in both.moved)
    assert both.deepest == pytest.approx(0.2)


def test_half_and_a_little_more_leaves_a_gap() -> None:
    a, b = circle(1), circle(1, (1.5, 0))
    answer = resolve_overlaps((a, b), (False, False), share=0.51)
    gap = separation(a.moved(answer.moved[0]), b.moved(answer.moved[1]))
    assert gap == pytest.approx(0.02 * 0.5)


def test_slop_is_left_standing() -> None:
    a, b = circle(1), circle(1, (1.5, 0))
    answer = resolve_overlaps((a, b), (False, False), slop=0.05)
    assert separation(a.moved(answer.moved[0]), b.moved(answer.moved[1])) == pytest.approx(-0.05)
    assert answer.deepest == pytest.approx(0.05)


def test_one_push_leads_to_the_next() -> None:
    row = [circle(0.5, (0.8 * i, 0.0)) for i in range(4)]
    trace = resolve_overlaps.trace(row, [False] * 4, rounds=MOST_ROUNDS)
    end = trace.steps[-1]
    assert isinstance(end, PileSettled)
    rounds = [step for step in trace if isinstance(step, RoundDone)]
    assert end.left == (pytest.approx(0.2), *(step.deepest for step in rounds))
    assert sum(step.pushed for step in rounds) == sum(
        bool(step.move_first.any()) for step in trace if isinstance(step, PairPushed)
    )
    assert end.rounds > 2
    assert end.deepest < 1e-3
    total = np.sum(end.moved, axis=0)
    assert total == pytest.approx((0.0, 0.0), abs=1e-12)


def test_a_slop_that_stands_is_not_pushed_again() -> None:
    ground = box(4.6, 0.7, (0.0, -1.0))
    for height in np.linspace(-0.4, -0.21, 20):
        end = resolve_overlaps((ground, box(1.5, 1.0, (-0.6, height))), (True, False), slop=0.05)
        assert (end.rounds, end.settled) == (2, True)
        assert end.deepest == pytest.approx(0.05)


def test_inverse_masses_share_the_push() -> None:
    trace = resolve_overlaps.trace(
        (circle(1), circle(1, (1.5, 0))), (False, False), weights=(1.0, 1.0 / 3.0), slop=0.1
    )
    assert trace.result.moved[0] == pytest.approx((-0.3, 0.0))
    assert trace.result.moved[1] == pytest.approx((0.1, 0.0))
    (left,) = (step for step in trace if isinstance(step, SlopLeft))
    assert [left.overlap.depth, left.slop, left.push] == pytest.approx([0.5, 0.1, 0.4])


def test_a_frame_falls_and_is_pushed_back() -> None:
    ground, crate = box(4, 1), box(1, 1, (0, 1.0))
    end = resolve_overlaps((ground, crate), (True, False), fall=0.02, rounds=5)
    assert (end.rounds, end.settled) == (5, False)
    assert end.left == pytest.approx((0.0,) * 6, abs=1e-12)
    sinks = halves_for_static((ground, crate), (True, False), fall=0.02, rounds=40)
    assert sinks[-1][0] == pytest.approx(0.02), "half of what it is deep, and it falls by as much as it is lifted"
    assert sinks[-1][1][1] == pytest.approx((0.0, -0.02))
    assert not sinks[-1][1][0].any()


def test_what_falls_past_all_others_has_not_settled() -> None:
    """A frame without a push is followed by others, in which it falls on."""
    trace = resolve_overlaps.trace((box(4, 1), box(1, 1, (0, 9.0))), (True, False), fall=0.02, rounds=3)
    assert [step.pushed for step in trace if isinstance(step, RoundDone)] == [0, 0, 0]
    assert (trace.result.rounds, trace.result.settled) == (3, False)
    assert trace.result.moved[1] == pytest.approx((0.0, -0.06))
    fixed = resolve_overlaps((box(4, 1), box(1, 1, (0, 9.0))), (True, True), fall=0.02, rounds=3)
    assert (fixed.rounds, fixed.settled) == (1, True), "nothing is free to fall"


def test_frames_of_one_iteration_are_those_of_the_trace_and_more_leave_less() -> None:
    pile = (box(4, 1), *(box(1, 1, (0.0, height)) for height in (1.0, 2.0, 3.0)))
    still, weights = (True, False, False, False), (0.0, 1.0, 0.5, 2.0)
    end = resolve_overlaps(pile, still, weights=(1.0, *weights[1:]), slop=0.01, fall=0.05, rounds=40)
    one, many = (
        frames(pile, weights, slop=0.01, fall=0.05, count=40, iterations=iterations) for iterations in (1, 10)
    )
    assert [state[0] for state in one] == pytest.approx(end.left, abs=1e-5)
    assert np.allclose(one[-1][1], end.moved, rtol=0.0, atol=1e-5)
    assert len(one) == len(many) == 41
    assert many[-1] is many[-2], "it rests"
    assert many[-1][0] < 0.2 * one[-1][0]
    again = frames(pile, weights, slop=0.01, fall=0.05, count=30, iterations=10)
    assert again[-1][0] == many[-1][0]


def test_rounds_that_run_out_are_said() -> None:
    wedged = [box(1, 1, (-1, 0)), box(1.5, 1), box(1, 1, (1, 0))]
    answer = resolve_overlaps(wedged, (True, False, True), rounds=5)
    assert not answer.settled
    assert answer.rounds == 5
    assert answer.deepest > 0.1


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: resolve_overlaps((), ()), "at least one shape"),
        (lambda: resolve_overlaps((circle(1),), ()), "which are fixed"),
        (lambda: resolve_overlaps((circle(1),), (False,), share=0.0), "share"),
        (lambda: resolve_overlaps((circle(1),), (False,), share=float("nan")), "share"),
        (lambda: resolve_overlaps((circle(1),), (False,), slop=-1.0), "slop"),
        (lambda: resolve_overlaps((circle(1),), (False,), rounds=0), "rounds"),
        (lambda: resolve_overlaps((circle(1),), (False,), fall=-1.0), "fall"),
        (lambda: resolve_overlaps((circle(1),), (False,), weights=(0.0,)), "weight 0 must be > 0"),
        (lambda: resolve_overlaps((circle(1),), (False,), weights=(1.0, 1.0)), "2 weights"),
    ],
)
def test_nonsense_is_refused(call: object, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        call()  # type: ignore[operator]


@given(many=st.lists(shapes(), min_size=1, max_size=4))
def test_it_always_ends(many: list[Convex]) -> None:
    answer = resolve_overlaps(many, [False] * len(many), rounds=4)
    assert answer.rounds <= 4
    assert all(np.isfinite(m).all() for m in answer.moved)


def test_a_pile_that_only_moves_tells_the_depths_that_testing_its_axes_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of two shapes tells what they overlap by wherever they are moved to."""
    rng, tested = np.random.default_rng(7), []

    def counted(a: Convex, b: Convex) -> Any:
        tested.append(1)
        return minimum_translation(a, b)

    monkeypatch.setattr(relaxation, "minimum_translation", counted)
    shapes = (box(1.0, 0.8), regular_polygon(5, 0.7), circle(0.4), box(0.9, 1.3).moved((0.4, 0.2)), circle(0.5))
    pile, looked = relaxation.Pile(shapes), 0
    for _ in range(200):
        pile.move(int(rng.integers(5)), rng.uniform(-0.3, 0.3, 2))
        for i, j in combinations(range(5), 2):
            depth, part, normal = pile.overlap(i, j, 0.05)
            answer = minimum_translation(pile.placed[i], pile.placed[j])
            looked += answer.translation is not None
            assert depth == pytest.approx(max(0.0, -answer.found.separation) if answer.translation_xy else 0.0)
            assert part == pytest.approx(max(0.0, depth - 0.05))
            if depth > 1e-9:
                assert normal == pytest.approx(answer.found.normal)
    assert len(tested) < 0.1 * looked, (
        "of polygons only the first time, of a disc only near where two answers are as good"
    )


def test_two_ways_out_that_are_equally_short_are_left_to_the_tie_rule() -> None:
    pile = relaxation.Pile((box(1.0, 1.0), box(1.0, 1.0).moved((0.7, 0.5))))
    assert pile.overlap(0, 1, 0.0)[0] == pytest.approx(0.3)
    pile.move(1, np.array((-0.1, 0.1)))
    depth, _, normal = pile.overlap(0, 1, 0.0)
    answer = minimum_translation(pile.placed[0], pile.placed[1])
    assert depth == pytest.approx(0.4)
    assert normal.tolist() == answer.found.normal.tolist(), "the edge that comes first"
