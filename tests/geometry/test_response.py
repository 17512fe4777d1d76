"""Pushing apart: however it is shared, the shapes end up touching."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import Convex, minimum_translation, overlaps, push_apart, separation
from tests.geometry.awkward import AWKWARD, SQUARE, Awkward
from tests.geometry.oracles import tolerance
from tests.geometry.strategies import powers, scaled, shapes

shares = st.floats(0.0, 1.0, allow_subnormal=False)


def check(a: Convex, b: Convex, share: float) -> None:
    push = push_apart(a, b, share_of_a=share)
    after = a.moved(push.move_a), b.moved(push.move_b)
    if overlaps(a, b):
        assert separation(*after) == pytest.approx(0.0, abs=tolerance(*after))
    else:
        assert not np.any((push.move_a, push.move_b))


@given(shapes(), shapes(), shares)
def test_any_share_leaves_them_touching(a: Convex, b: Convex, share: float) -> None:
    check(a, b, share)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.name)
def test_awkward_pairs_end_up_touching(case: Awkward, share: float) -> None:
    check(case.a, case.b, share)


@given(shapes(), shapes(), shares, st.floats(0.0, 2.0, allow_subnormal=False))
def test_the_slop_is_left_standing(a: Convex, b: Convex, share: float, slop: float) -> None:
    before = separation(a, b)
    push = push_apart(a, b, share_of_a=share, slop=slop)
    after = separation(a.moved(push.move_a), b.moved(push.move_b))
    assert after == pytest.approx(before if before >= -slop else -slop, abs=tolerance(a, b))


@given(shapes(), shapes(), shares)
def test_the_shares_add_up(a: Convex, b: Convex, share: float) -> None:
    push, whole = push_apart(a, b, share_of_a=share), minimum_translation(a, b).translation
    total = np.zeros(2) if whole is None else whole
    assert push.move_b - push.move_a == pytest.approx(total, abs=tolerance(a, b))
    assert np.hypot(*push.move_a) == pytest.approx(share * np.hypot(*total), abs=tolerance(a, b))


@given(shapes(), shapes(), powers)
def test_scaling_by_a_power_of_two_is_exact(a: Convex, b: Convex, factor: float) -> None:
    one, other = push_apart(a, b), push_apart(scaled(a, factor), scaled(b, factor))
    assert other.move_a.tolist() == (factor * one.move_a).tolist()
    assert other.move_b.tolist() == (factor * one.move_b).tolist()


def test_a_static_shape_stays() -> None:
    b = SQUARE.moved((1.5, 0.25))
    assert push_apart(SQUARE, b, share_of_a=0.0).move_b.tolist() == [0.5, 0.0]
    assert not push_apart(SQUARE, b, share_of_a=0.0).move_a.any()
    assert push_apart(SQUARE, b, share_of_a=1.0).move_a.tolist() == [-0.5, 0.0]
    assert not push_apart(SQUARE, b, share_of_a=1.0).move_b.any()


def test_pushing_twice_moves_nothing_more() -> None:
    b = SQUARE.moved((1.7, 0.3))
    push = push_apart(SQUARE, b)
    again = push_apart(SQUARE.moved(push.move_a), b.moved(push.move_b))
    assert np.abs((again.move_a, again.move_b)).max() < 1e-15


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"share_of_a": -0.1}, "share_of_a must lie in"),
        ({"share_of_a": 1.1}, "share_of_a must lie in"),
        ({"share_of_a": math.nan}, "share_of_a must be finite"),
        ({"share_of_a": "half"}, "share_of_a must be numbers"),
        ({"slop": -1e-9}, "slop must be >= 0"),
        ({"slop": math.inf}, "slop must be finite"),
        ({"slop": None}, "slop must be numbers"),
    ],
)
def test_refusals(options: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        push_apart(SQUARE, SQUARE, **options)
