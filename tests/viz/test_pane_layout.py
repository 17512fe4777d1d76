"""Panes fill their rectangle, without gaps or overlaps, in any shape of window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.lesson.first_edition import Pane
from viz.picture.layout import SLENDER, lay_out_panes


def pane(name: str, share: float = 1.0) -> Pane:
    return Pane(name, "", lambda canvas, moment: None, share=share)


WORLD, SPACE, CURVE = pane("world"), pane("space"), pane("curve", 0.4)
side = st.floats(1.0, 5000.0)


@given(width=side, height=side)
def test_every_point_is_in_one_pane(width: float, height: float) -> None:
    places = lay_out_panes(((WORLD, SPACE), (CURVE,)), width, height)
    assert [place.pane for place in places] == [WORLD, SPACE, CURVE]
    assert sum(p.width * p.height for p in places) == pytest.approx(width * height)
    for p in places:
        assert 0.0 <= p.x <= p.x + p.width <= width * (1.0 + 1e-9)
        assert 0.0 <= p.y <= p.y + p.height <= height * (1.0 + 1e-9)


def test_rows_share_the_height_as_they_ask() -> None:
    world, curve = lay_out_panes(((WORLD,), (CURVE,)), 700.0, 560.0)
    assert (world.height, curve.height) == pytest.approx((400.0, 160.0))


def test_a_pair_stands_side_by_side_unless_that_makes_it_too_slender() -> None:
    wide = lay_out_panes(((WORLD, SPACE),), 1280.0, 600.0)
    assert [(p.x, p.y) for p in wide] == [(0.0, 0.0), (640.0, 0.0)]
    square = lay_out_panes(((WORLD, SPACE),), 600.0, 600.0)
    assert [(p.x, p.y) for p in square] == [(0.0, 0.0), (0.0, 300.0)]
    just = lay_out_panes(((WORLD, SPACE),), 2.0 * SLENDER * 600.0, 600.0)
    assert just[1].x > 0.0


def test_what_would_be_too_low_is_left_out_but_never_the_first() -> None:
    places = lay_out_panes(((WORLD,), (CURVE,)), 700.0, 140.0, lowest=88.0)
    assert [(p.pane, p.height) for p in places] == [(WORLD, 140.0)]
