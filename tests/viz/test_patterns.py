"""Hatching, dashes, clipping and arrow heads, in pixels."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from viz.picture.arrow_head import arrow_head
from viz.picture.clipping import clip_outline, clip_segment
from viz.picture.hatch import dashes, hatch_lines

SQUARE = np.array(((100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)))
CONCAVE = np.array(((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (50.0, 30.0), (0.0, 100.0)))
finite = st.floats(-500.0, 500.0)
corner = st.tuples(finite, finite)
LOW, HIGH = (-100.0, -50.0), (120.0, 80.0)


@pytest.mark.parametrize("outline", [SQUARE, CONCAVE])
def test_hatch_lines_stay_inside_and_fill_it(outline: np.ndarray) -> None:
    lines = hatch_lines(outline)
    inside = shapely.Polygon(outline).buffer(1e-6)
    total = 0.0
    for x1, y1, x2, y2 in lines:
        assert inside.contains(shapely.LineString(((x1, y1), (x2, y2))))
        assert abs((x2 - x1) - (y2 - y1)) < 1e-6  # along one diagonal
        total += math.hypot(x2 - x1, y2 - y1)
    assert total * 8.0 == pytest.approx(shapely.Polygon(outline).area, rel=0.1)  # one line each 8 pixels


def test_hatching_moves_with_the_shape() -> None:
    shift = np.array((13.7, -4.2))
    assert np.array(hatch_lines(SQUARE + shift)) == pytest.approx(np.array(hatch_lines(SQUARE)) + np.tile(shift, 2))


def test_hatching_gives_up_on_what_no_screen_shows() -> None:
    assert hatch_lines(SQUARE * 1e6) == []
    assert hatch_lines(np.zeros((4, 2))) == []


def test_dashes_run_on_across_corners() -> None:
    path = np.array(((0.0, 10.0), (7.0, 10.0), (7.0, 40.0)))
    pieces = dashes(path.tolist(), 6.0, 5.0, (0.0, 0.0), (100.0, 100.0))
    lengths = [math.dist(start, end) for start, end in pieces]
    assert np.array(pieces[0]) == pytest.approx(np.array(((0.0, 10.0), (6.0, 10.0))))
    assert np.array(pieces[1]) == pytest.approx(
        np.array(((7.0, 14.0), (7.0, 20.0)))
    )  # 1 of the gap on the first side, 4 on the next
    assert sum(lengths) == pytest.approx(6.0 + 6.0 + 6.0 + 4.0)


def test_dashes_of_a_path_far_outside_are_few() -> None:
    path = np.array(((-1e7, 50.0), (1e7, 50.0)))
    pieces = dashes(path.tolist(), 6.0, 5.0, (0.0, 0.0), (100.0, 100.0))
    assert 8 <= len(pieces) <= 12
    assert all(-1e-6 <= x <= 100.0 + 1e-6 for piece in pieces for x, _ in piece)


def test_dashes_of_a_round_outline_lie_on_it_as_often_as_on_a_straight_line() -> None:
    turns = np.linspace(0.0, math.tau, 73)
    circle = np.stack((50.0 + 45.0 * np.cos(turns), 50.0 + 45.0 * np.sin(turns)), axis=1)
    pieces = dashes(circle.tolist(), 4.0, 4.0, (0.0, 0.0), (100.0, 100.0))
    around = 72 * 90.0 * math.sin(math.pi / 72)
    assert len(pieces) == math.ceil(around / 8.0)
    for start, end in pieces[:-1]:
        assert math.dist(start, end) == pytest.approx(4.0, abs=0.02)
        for x, y in (start, end):
            assert math.hypot(x - 50.0, y - 50.0) == pytest.approx(45.0, abs=0.06)
    assert pieces[0][0] == pytest.approx((95.0, 50.0))
    some = dashes(circle.tolist(), 4.0, 4.0, (0.0, 0.0), (50.0, 100.0))  # half of it is off the canvas
    assert 0 < len(some) <= len(pieces) / 2 + 2
    assert set(some) <= set(pieces)


def test_dashes_turn_at_sharp_corners_however_many_there_are() -> None:
    zigzag = [(10.0 * i, 20.0 * (i % 2)) for i in range(30)]
    whole = dashes(zigzag, 6.0, 5.0, (0.0, -10.0), (300.0, 50.0))
    line = shapely.LineString(zigzag)
    assert all(line.buffer(1e-6).contains(shapely.LineString(piece)) for piece in whole)


@given(start=corner, end=corner)
def test_clipping_a_segment_agrees_with_shapely(start: tuple[float, float], end: tuple[float, float]) -> None:
    assume(math.dist(start, end) > 1e-6)
    seen = clip_segment(start, end, LOW, HIGH)
    truth = shapely.LineString((start, end)).intersection(shapely.box(*LOW, *HIGH))
    assert (0.0 if seen is None else math.dist(*seen)) == pytest.approx(truth.length, abs=1e-6)


@given(corners=st.lists(corner, min_size=3, max_size=3))
def test_clipping_an_outline_agrees_with_shapely(corners: list[tuple[float, float]]) -> None:
    triangle = shapely.Polygon(corners)
    assume(triangle.area > 1e-3)
    seen = clip_outline(list(corners), LOW, HIGH)
    area = shapely.Polygon(seen).area if len(seen) > 2 else 0.0
    assert area == pytest.approx(triangle.intersection(shapely.box(*LOW, *HIGH)).area, abs=1e-6, rel=1e-6)


def test_an_arrow_head_is_an_arrow_head() -> None:
    head = arrow_head((0.0, 0.0), (100.0, 0.0), 3.0)
    assert head is not None
    neck, left, right = head
    assert neck == pytest.approx((88.9, 0.0))
    assert left[0] == right[0] == pytest.approx(88.9)
    assert left[1] == pytest.approx(-right[1])
    short = arrow_head((0.0, 0.0), (5.0, 0.0), 3.0)
    assert short is not None
    assert short[0][0] == pytest.approx(2.0)  # still a shaft
    assert arrow_head((0.0, 0.0), (0.1, 0.0), 3.0) is None
