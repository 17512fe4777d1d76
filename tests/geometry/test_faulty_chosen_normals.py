"""Pushes along a normal chosen before: right for a body that flies straight in, wrong after a corner."""

from __future__ import annotations

import math

import pytest

from geometry import box, minimum_translation, separation
from geometry.faulty.chosen_normals import along_last_normal, along_one_side

WALL = box(0.2, 2.0)


def test_the_last_normal_brings_a_deep_box_back_to_where_it_came_from() -> None:
    push = along_last_normal(WALL, box(0.5, 0.5, (-0.45, 0.0)), box(0.5, 0.5, (0.05, 0.0)))
    assert tuple(push.push) == pytest.approx((-0.4, 0.0))
    least = minimum_translation(WALL, box(0.5, 0.5, (0.05, 0.0))).translation
    assert least is not None
    assert tuple(least) == pytest.approx((0.3, 0.0)), "the least push leads on"


def test_the_last_normal_is_wrong_after_a_corner() -> None:
    """The gap was beside the corner; the box has come down on the top, 0.05 deep."""
    now = box(0.5, 0.5, (0.05, 1.2))
    push = along_last_normal(WALL, box(0.5, 0.5, (-0.7, 1.3667)), now)
    gap = -0.45 + 0.1, 1.1167 - 1.0
    way = gap[0] / math.hypot(*gap), gap[1] / math.hypot(*gap)
    assert tuple(push.normal) == pytest.approx(way, abs=1e-3)
    assert push.depth == pytest.approx(0.395, abs=0.005), "where 0.05 is enough"
    assert separation(WALL, now.moved(push.push)) == pytest.approx(0.0, abs=0.12)


def test_the_one_side_draws_a_box_from_behind_through_the_wall() -> None:
    now = box(0.5, 0.5, (0.2, 0.0))
    push = along_one_side(WALL, now, (-1.0, 0.0))
    assert (push.depth, *push.push) == pytest.approx((0.55, -0.55, 0.0))
    assert separation(WALL, now.moved(push.push)) == pytest.approx(0.0, abs=1e-12)


def test_no_push_where_nothing_overlaps() -> None:
    push = along_one_side(WALL, box(0.5, 0.5, (0.4, 0.0)), (-1.0, 0.0))
    assert (push.depth, tuple(push.push)) == (0.0, (0.0, 0.0))
