"""Panes fill their rectangle, without gaps or overlaps, in any shape of window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.lesson import lesson as kit
from viz.lesson.lesson import Layout, above, beside, panes_of
from viz.picture.layout import lay_out


def new(name: str, share: float = 1.0, *, chart: bool = False) -> kit.Pane:
    axes = (lambda moment: kit.Axes((0.0, 1.0), (0.0, 1.0))) if chart else None
    return kit.Pane(name, "", lambda canvas, moment: None, share=share, axes=axes)


A, B, C, CHART = new("a"), new("b", 1.5), new("c"), new("chart", 0.2, chart=True)
LAYOUTS = [
    A,
    beside(A, B),
    beside(above(A, CHART), B),
    above(beside(A, B, share=2.0), CHART),
    above(A, beside(B, above(C, CHART))),
]


@pytest.mark.parametrize("layout", LAYOUTS)
@given(width=st.floats(20.0, 4000.0), height=st.floats(20.0, 4000.0))
def test_panes_and_the_lines_between_fill_the_figure(layout: Layout, width: float, height: float) -> None:
    found = lay_out(layout, width, height)
    assert [place.pane for place in found.places] == list(panes_of(layout))
    boxes = [place[1:] for place in found.places] + [tuple(line) for line in found.dividers]
    assert sum(w * h for _, _, w, h in boxes) == pytest.approx(width * height)
    for x, y, w, h in boxes:
        assert -1e-6 <= x <= x + w <= width * (1.0 + 1e-9)
        assert -1e-6 <= y <= y + h <= height * (1.0 + 1e-9)
    assert len(found.dividers) == len(found.places) - 1


@given(width=st.floats(20.0, 4000.0), height=st.floats(20.0, 4000.0))
def test_a_chart_has_a_third_of_the_height(width: float, height: float) -> None:
    for layout in LAYOUTS[2:4]:
        places = lay_out(layout, width, height).places
        (chart,) = (place for place in places if place.pane is CHART)
        others = sum(1 for place in places if place.x <= chart.x < place.x + place.width)
        assert chart.height >= min(height / 3.0, height / others) - 2.0


def test_parts_share_as_they_ask() -> None:
    a, b = lay_out(beside(A, B), 1001.0, 500.0).places
    assert (a.width, b.width) == (400.0, 600.0)
    assert b.x == 401.0
    left, chart, right = lay_out(beside(above(A, CHART), B), 896.0, 592.0).places
    assert (left.height, chart.height) == pytest.approx((591.0 - 592.0 / 3.0, 592.0 / 3.0))
    assert right.height == 592.0


def test_a_row_that_would_be_too_slender_is_stacked() -> None:
    assert [place.y for place in lay_out(beside(A, C), 700.0, 600.0).places] == [0.0, 0.0]
    assert [place.x for place in lay_out(beside(A, C), 500.0, 600.0).places] == [0.0, 0.0]


def test_what_would_be_too_low_is_left_out() -> None:
    assert [p.pane for p in lay_out(above(A, C), 700.0, 140.0, lowest=88.0).places] == [A]
