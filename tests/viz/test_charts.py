"""Curves split exactly where they cross zero, ticks at round numbers."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from viz.lesson.canvas import Canvas
from viz.lesson.charts import (
    EdgeIcon,
    chart_axes,
    curve,
    edge_icons,
    play_head,
    round_ticks,
    signed_runs,
    thinned,
    tick_text,
)
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Axes
from viz.lesson.mark import Area, Label, Stroke

heights = st.lists(st.one_of(st.just(0.0), st.floats(-5.0, 5.0)), min_size=2, max_size=30)


@given(ys=heights)
def test_a_curve_is_split_at_its_roots_and_nothing_is_lost(ys: list[float]) -> None:
    xs = list(range(len(ys)))
    runs = signed_runs(xs, ys)
    for before, after in itertools.pairwise(runs):
        assert before.points[-1] == after.points[0]
        assert after.points[0][1] == 0.0
        assert before.is_above is not after.is_above
    assert runs[0].points[0] == (0.0, ys[0])
    assert runs[-1].points[-1] == (len(ys) - 1.0, ys[-1])
    for run in runs:
        inner = [y for _, y in run.points]
        assert all(y >= 0.0 for y in inner) if run.is_above else all(y <= 0.0 for y in inner)
        for x, y in run.points:
            assert y == pytest.approx(np.interp(x, xs, ys), abs=1e-9)
    assert sum(len([p for p in run.points if p[0] in xs]) for run in runs) >= len(ys)


def test_a_root_lies_where_the_line_crosses() -> None:
    (above, below) = signed_runs((0.0, 4.0), (1.0, -3.0))
    assert above.points == [(0.0, 1.0), (1.0, 0.0)]
    assert below.points == [(1.0, 0.0), (4.0, -3.0)]


def test_touching_is_contact_and_what_is_not_finite_interrupts() -> None:
    (touching,) = signed_runs((0.0, 1.0, 2.0), (0.0, 0.0, 0.0))
    assert not touching.is_above
    first, second = signed_runs((0.0, 1.0, 2.0, 3.0, 4.0), (1.0, 2.0, math.inf, 2.0, 1.0))
    assert (first.points[-1], second.points[0]) == ((1.0, 2.0), (3.0, 2.0))


def test_what_is_not_known_yet_is_dotted_and_the_rest_filled_in_the_ink_of_its_sign() -> None:
    canvas = Canvas()
    curve(canvas, (0.0, 1.0, 2.0, 3.0), (1.0, -1.0, -1.0, 1.0), until=1.5)
    strokes = [mark for mark in canvas.marks if isinstance(mark, Stroke)]
    known = [mark for mark in strokes if mark.line is Line.CURVE]
    assert [mark.ink for mark in known] == [Ink.GAP, Ink.OVERLAP]
    assert known[-1].points[-1] == (1.5, -1.0)
    later = [mark for mark in strokes if mark.line is Line.DOTTED]
    assert later[0].points[0] == (1.5, -1.0)
    assert [mark.ink for mark in later] == [Ink.OVERLAP, Ink.GAP]
    areas = [mark for mark in canvas.marks if isinstance(mark, Area)]
    assert [mark.ink for mark in areas] == [Ink.GAP, Ink.OVERLAP]
    assert areas[1].points == ((0.5, 0.0), (0.5, 0.0), (1.0, -1.0), (1.5, -1.0), (1.5, 0.0))


@example(low=1.0, length=0.001, most=10)
@given(low=st.floats(-1e4, 1e4), length=st.floats(1e-3, 1e4), most=st.integers(3, 10))
def test_ticks_are_round_and_inside(low: float, length: float, most: int) -> None:
    ticks = round_ticks(low, low + length, most)
    assert 1 <= len(ticks) <= most
    assert all(low - 1e-6 * length <= tick <= low + length * (1 + 1e-6) for tick in ticks)
    steps = np.diff(ticks)
    if len(steps):
        assert steps == pytest.approx(steps[0])
        assert f"{steps[0]:.3e}"[:5] in ("1.000", "2.000", "5.000")
    assert len(set(tick_text(ticks))) == len(ticks)


def test_ticks_of_angles_and_their_words() -> None:
    assert tick_text(round_ticks(0.0, 180.0, 6, degrees=True), "°") == ["0°", "45°", "90°", "135°", "180°"]
    assert tick_text(round_ticks(-2.5, 0.7)) == ["−2", "−1", "0"]
    assert tick_text(round_ticks(0.0, 1.0)) == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
    with pytest.raises(ValueError, match="length"):
        round_ticks(1.0, 1.0)


def test_axes_icons_and_play_head_stand_in_pixels() -> None:
    canvas = Canvas(pixel=0.5, pixel_y=0.01)
    axes = Axes((0.0, 180.0), (-2.5, 0.7), "direction", "s")
    chart_axes(canvas, axes)
    chart_axes(canvas, axes, x_ticks=(0.0, 90.0), x_text=("a", "b"))
    edge_icons(canvas, axes, [EdgeIcon(90.0, 0.2, 0.0, "A0", Ink.A), EdgeIcon(95.0, 0.1, 1.0, "B1", Ink.B)])
    play_head(canvas, 20.0, axes, "t = 0.2")
    words = [mark for mark in canvas.marks if isinstance(mark, Label)]
    assert {"direction", "s", "A0", "B1", "−2", "a"} <= {mark.text for mark in words}
    first, second = (mark.at[1] for mark in words if mark.text in ("A0", "B1"))
    assert second - first == pytest.approx(42.0 * 0.01)  # those that would cover each other stand in two rows


@given(
    ys=st.lists(st.floats(-3.0, 3.0), min_size=3, max_size=12),
    waves=st.floats(0.1, 6.0),
    count=st.sampled_from((40, 361, 2000)),
)
def test_a_thinned_curve_keeps_its_shape_and_loses_what_lies_on_lines(
    ys: list[float], waves: float, count: int
) -> None:
    xs = np.linspace(0.0, 1.0, count)
    smooth = np.interp(xs, np.linspace(0.0, 1.0, len(ys)), ys) + np.sin(waves * xs)
    tolerance = 0.01
    kept_x, kept_y = thinned(xs, smooth, tolerance)
    assert (kept_x[0], kept_x[-1]) == (0.0, 1.0)
    assert np.isin(kept_x, xs).all()
    assert np.abs(np.interp(xs, kept_x, kept_y) - smooth).max() <= tolerance + 1e-12
    assert len(kept_x) <= count


def test_a_straight_line_is_thinned_to_its_ends() -> None:
    xs, ys = thinned(np.linspace(0.0, 1.0, 200), np.linspace(2.0, 5.0, 200), 0.01)
    assert (xs.tolist(), ys.tolist()) == ([0.0, 1.0], [2.0, 5.0])
