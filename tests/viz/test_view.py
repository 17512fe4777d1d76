"""World to screen and back, zooming, panning, fitting."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry import Aabb
from viz.picture.grid import LEAST_SPACING, grid_lines, grid_spacing
from viz.picture.view import Insets, View, between

numbers = st.floats(-1e4, 1e4)
views = st.builds(
    View,
    center=st.tuples(numbers, numbers),
    scale=st.floats(1e-3, 1e5),
    size=st.tuples(st.floats(50, 4000), st.floats(50, 4000)),
)
pixels = st.tuples(st.floats(0, 4000), st.floats(0, 4000))


@given(view=views, at=pixels)
def test_screen_and_world_are_inverse(view: View, at: tuple[float, float]) -> None:
    assert view.to_screen(view.to_world(at)) == pytest.approx(at, abs=1e-3)


def test_y_points_up() -> None:
    view = View(center=(1.0, 2.0), scale=100.0, size=(800.0, 600.0))
    assert view.to_screen((1.0, 2.0)).tolist() == [400.0, 300.0]
    assert view.to_screen((1.0, 3.0)).tolist() == [400.0, 200.0]
    assert view.pixel == 0.01


@given(view=views, at=pixels, factor=st.floats(0.5, 2.0))
def test_zooming_keeps_the_point_under_the_pointer(view: View, at: tuple[float, float], factor: float) -> None:
    zoomed = view.zoomed(factor, at)
    assert zoomed.scale == pytest.approx(view.scale * factor)
    assert view.to_world(at) == pytest.approx(zoomed.to_world(at), abs=1e-6 * (1.0 + abs(view.to_world(at)).max()))


@given(view=views, at=pixels)
def test_panning_carries_the_world_along(view: View, at: tuple[float, float]) -> None:
    panned = view.panned(30.0, -20.0)
    moved = (at[0] + 30.0, at[1] - 20.0)
    assert panned.to_world(moved) == pytest.approx(view.to_world(at), abs=1e-6 * (1.0 + abs(view.to_world(at)).max()))


@given(view=views, low=st.tuples(numbers, numbers), extent=st.tuples(st.floats(1e-3, 1e5), st.floats(1e-3, 1e5)))
def test_fitting_shows_the_whole_box(view: View, low: tuple[float, float], extent: tuple[float, float]) -> None:
    box = Aabb(np.array(low), np.array(low) + extent)
    fitted = view.fitted(box)
    assert fitted.bounds().low == pytest.approx(np.minimum(fitted.bounds().low, box.low))
    assert fitted.bounds().high == pytest.approx(np.maximum(fitted.bounds().high, box.high))
    used = box.extent * fitted.scale / np.array(view.size)
    assert used.max() > 0.7  # and not much more than it


def test_fitting_a_point_or_a_line_is_possible() -> None:
    view = View()
    point = np.array((3.0, 4.0))
    assert view.fitted(Aabb(point, point)).center == (3.0, 4.0)
    assert np.isfinite(view.fitted(Aabb(point, point + (1.0, 0.0))).scale)


def test_zoom_stops_at_its_limits() -> None:
    view = View()
    for _ in range(200):
        view = view.zoomed(10.0, (0.0, 0.0))
    assert np.isfinite(view.scale)
    assert np.isfinite(view.center).all()


@given(view=views)
def test_grid_lines_stand_at_round_numbers_a_comfortable_distance_apart(view: View) -> None:
    spacing = grid_spacing(view)
    assert spacing * view.scale * (1.0 + 1e-9) >= LEAST_SPACING
    assert spacing * view.scale <= 2.5 * LEAST_SPACING * (1.0 + 1e-9)
    leading = f"{spacing:e}"[0]
    assert leading in "125"
    columns, rows = grid_lines(view)
    assert all(-1e-3 <= x <= view.size[0] + 1e-3 for x in columns)
    assert all(-1e-3 <= y <= view.size[1] + 1e-3 for y in rows)
    assert np.diff(columns) == pytest.approx(spacing * view.scale, rel=1e-3)


ranges = st.tuples(st.floats(-1e3, 1e3), st.floats(1e-2, 1e3)).map(lambda r: (r[0], r[0] + r[1]))


@given(x=ranges, y=ranges, size=st.tuples(st.floats(150.0, 2000.0), st.floats(150.0, 2000.0)))
def test_a_chart_fills_its_canvas_between_the_insets(
    x: tuple[float, float], y: tuple[float, float], size: tuple[float, float]
) -> None:
    insets = Insets(56.0, 50.0, 24.0, 44.0)
    view = View(size=size).filled(x, y, insets)
    low, high = view.to_screen(((x[0], y[0]), (x[1], y[1])))
    assert low == pytest.approx((insets.left, size[1] - insets.bottom), abs=1e-6)
    assert high == pytest.approx((size[0] - insets.right, insets.top), abs=1e-6)
    assert view.to_world((float(low[0]), float(low[1]))) == pytest.approx((x[0], y[0]), abs=1e-6)
    at = (70.0, 90.0)
    for moved in (view.zoomed(2.0, at), view.panned(3.0, 4.0).panned(-3.0, -4.0)):
        assert moved.to_world(at) == pytest.approx(view.to_world(at), abs=1e-6)
        assert moved.stretch == view.stretch
    assert view.pixel_y == pytest.approx((y[1] - y[0]) / (size[1] - 94.0))


def test_a_chart_without_a_range_is_refused() -> None:
    with pytest.raises(ValueError, match="length"):
        View().filled((1.0, 1.0), (0.0, 1.0), Insets(1.0, 1.0, 1.0, 1.0))


@given(old=views, new=views, t=st.floats(0.0, 1.0))
def test_a_view_on_its_way_keeps_the_point_where_both_agree(old: View, new: View, t: float) -> None:
    new = replace(new, size=old.size)
    now = between(old, new, t)
    assert min(old.scale, new.scale) * (1 - 1e-9) <= now.scale <= max(old.scale, new.scale) * (1 + 1e-9)
    if abs(new.scale / old.scale - 1.0) > 0.01:
        # p with old.to_screen(p) == new.to_screen(p)
        p = (np.array(new.center) * new.scale - np.array(old.center) * old.scale) / (new.scale - old.scale)
        span = float(np.abs(np.array((*old.center, *new.center, *p))).max())
        assert now.to_screen(p) == pytest.approx(old.to_screen(p), abs=1e-6 * (1.0 + span * now.scale))


def test_the_way_between_two_views_begins_and_ends_at_them() -> None:
    old = View((1.0, 2.0), 50.0, (400.0, 300.0))
    new = View((5.0, -2.0), 80.0, (400.0, 300.0), 0.5)
    assert between(old, new, 1.0) == new
    start = between(old, new, 0.0)
    assert (*start.center, *start.scales) == pytest.approx((*old.center, *old.scales))
    assert between(old, replace(old, center=(3.0, 2.0)), 0.5).center == pytest.approx((2.0, 2.0))
