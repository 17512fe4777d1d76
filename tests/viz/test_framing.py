"""Framing: what a stage draws fills its pane, nothing lies under the title, and what can be held is inside."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.interval import Interval
from geometry.shape import regular_polygon
from geometry.trace import Trace
from viz.lesson import charts, marks, measures, projections
from viz.lesson.canvas import Canvas
from viz.lesson.grip import placed_grips
from viz.lesson.ink import Ink
from viz.lesson.lesson import Axes, Moment, Pane
from viz.lesson.mark import Dot, Label
from viz.lesson.scene import TwoShapes, at
from viz.picture.collisions import EDGE, RESERVED, collisions
from viz.picture.framing import CLEAR, FILLED, filled_part, frame, still_fits
from viz.picture.labels import HEAD, place_labels
from viz.picture.pixels import in_pixels
from viz.picture.view import View

STEPS = 3
Draw = Callable[[Canvas, Any], None]

sizes = st.tuples(st.floats(480.0, 1500.0), st.floats(400.0, 1000.0))
scales = st.sampled_from((1.0, 1.25, 1.5))


def moment(scene: Any) -> Moment[Any]:
    return Moment(scene, Trace("", tuple(range(STEPS)), ((),) * STEPS, None, None), 0)


def pair(seed: int) -> TwoShapes:
    random = np.random.default_rng(seed)
    shapes = [regular_polygon(int(random.integers(3, 9)), random.uniform(0.3, 2.0)) for _ in range(2)]
    places = random.uniform(-4.0, 4.0, size=(2, 2)) * 10.0 ** random.uniform(-2.0, 4.0)
    size = max(1.0, float(np.abs(places).max()) / 4.0)
    first, second = (regular_polygon(len(s.points), s.size * size / 2.0) for s in shapes)
    return TwoShapes(at(first, *places[0], 10.0), at(second, *places[1], 30.0))


def world(canvas: Canvas, now: Moment[Any]) -> None:
    """Both shapes, bars at the side, an arrow, labels: made of units and of pixels."""
    a, b = now.scene.a.world, now.scene.b.world
    marks.shape(canvas, a, Ink.A, "A")
    marks.shape(canvas, b, Ink.B, "B")
    marks.highlight_edge(canvas, a.edges[0], name="edge 0 of A")
    measures.unit_arrow(canvas, a.edges[0].mean(axis=0), a.normals[0])
    measures.measure(canvas, a.centroid, b.centroid, Ink.GAP, "distance 1.23", off=40.0)
    x = Interval(float(a.points[:, 0].min()), float(a.points[:, 0].max()))
    low = float(min(a.bounds().low[1], b.bounds().low[1]))
    projections.projection(canvas, (0.0, low - 30.0 * canvas.pixel), (1.0, 0.0), x, Ink.A)


def pane(draw: Draw, *, is_world: bool = True) -> Pane:
    return Pane("world", "World", draw, is_world)


def drawn(view: View, draw: Draw, now: Moment[Any], scale: float = 1.0) -> Canvas:
    canvas = Canvas(scale * view.pixel, scale * view.pixel_y)
    draw(canvas, now)
    return canvas


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), size=sizes, scale=scales)
def test_what_is_drawn_fills_the_pane_below_its_title(seed: int, size: tuple[float, float], scale: float) -> None:
    now = moment(pair(seed))
    view = frame(pane(world), now, size, scale)
    canvas = drawn(view, world, now, scale)
    held = [Dot(tuple(placed.at.tolist()), Ink.QUIET) for placed in placed_grips(now.scene, 0.0)]
    assert filled_part(view, [*canvas.marks, *held]) >= 0.75
    box = canvas.bounds()
    assert box is not None
    (left, bottom), (right, top) = view.to_screen((box.low, box.high)).tolist()
    assert left >= 0.0
    assert right <= size[0]
    assert top >= min(HEAD * scale, 0.15 * size[1]) + CLEAR - 1.0
    assert bottom <= size[1]
    assert all(type(value) is float for value in (view.scale, *view.center))


def board(canvas: Canvas, now: Moment[Any]) -> None:
    canvas.stroke(((-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)), Ink.CONSTRUCTION, closed=True)


@pytest.mark.parametrize("margin", [0.02, 0.04])
def test_a_board_fills_its_pane_up_to_its_margin(margin: float) -> None:
    now, size = moment(None), (800.0, 400.0)
    there = Pane("board", "", board, margin=margin)
    view = frame(there, now, size)
    box = drawn(view, board, now).bounds()
    assert box is not None
    (left, bottom), (right, top) = view.to_screen((box.low, box.high)).tolist()
    assert (left, right) == pytest.approx((margin * size[0], (1.0 - margin) * size[0]))
    assert (top, bottom) == pytest.approx((margin * size[1], (1.0 - margin) * size[1]))


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), size=st.tuples(st.floats(400.0, 1500.0), st.floats(400.0, 1000.0)))
def test_handles_are_inside(seed: int, size: tuple[float, float]) -> None:
    now = moment(pair(seed))
    view = frame(pane(world), now, size)
    for placed in placed_grips(now.scene, view.pixel):
        x, y = view.to_screen(placed.at).tolist()
        assert -1.0 <= x <= size[0] + 1.0
        assert -1.0 <= y <= size[1] + 1.0


@pytest.mark.parametrize("seed", range(12))
def test_labels_have_room(seed: int) -> None:
    now, size, title = moment(pair(seed)), (896.0, 592.0), (10.0, 6.0, 120.0, HEAD)
    view = frame(pane(world), now, size)
    canvas = drawn(view, world, now)
    placed, _ = place_labels(canvas.marks, view, lambda mark: (60.0, 16.0), reserved=lambda: (title,))
    found = collisions(placed, canvas.marks, in_pixels(canvas.marks, view), size, (title,))
    assert not [each for each in found if each.on in (EDGE, RESERVED)]


@pytest.mark.parametrize("toward", [(-1.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
def test_words_push_nothing_out_of_the_pane(toward: tuple[float, float]) -> None:
    def named(canvas: Canvas, now: Moment[Any]) -> None:
        canvas.stroke(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)), Ink.A, closed=True)
        canvas.label("much that is said of it " * 3, toward, Ink.A, toward=toward)

    now, size = moment(None), (519.0, 592.0)
    box = drawn(frame(pane(named, is_world=False), now, size), named, now).bounds()
    assert box is not None
    (left, bottom), (right, top) = (
        frame(pane(named, is_world=False), now, size).to_screen((box.low, box.high)).tolist()
    )
    assert 0.0 <= left < right <= size[0]
    assert HEAD <= top < bottom <= size[1]


def test_words_in_rows_ask_for_the_room_of_the_widest() -> None:
    def said(words: str) -> View:
        def named(canvas: Canvas, now: Moment[Any]) -> None:
            canvas.stroke(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)), Ink.A, closed=True)
            canvas.label(words, (-1.0, 0.0), Ink.A, toward=(-1.0, 0.0))

        return frame(pane(named, is_world=False), moment(None), (519.0, 592.0))

    assert said("outline of A,\nnot known").center == said("outline of A,\n...").center
    assert said("outline of A, not known").center[0] < said("outline of A,\nnot known").center[0]


def growing(canvas: Canvas, now: Moment[Any]) -> None:
    """A picture that is ten times as large at the last step."""
    side = 10.0 if now.index == STEPS - 1 else 1.0
    canvas.stroke(((0, 0), (side, 0), (side, side)), Ink.A, closed=True)


def test_only_the_steps_of_the_stage_count() -> None:
    now, size = moment(pair(0)), (800.0, 600.0)
    still = pane(growing, is_world=False)
    whole, first, last = (frame(still, now, size, steps=steps) for steps in (None, range(2), range(2, STEPS)))
    assert whole == last
    assert first.scale == pytest.approx(10.0 * last.scale, rel=1e-6)
    assert first == frame(still, now.at(1), size, steps=range(2))


def test_the_times_of_the_clock_count() -> None:
    def flying(canvas: Canvas, now: Moment[Any]) -> None:
        marks.circle(canvas, (10.0 * now.time, 0.0), 1.0, Ink.B)

    now = moment(pair(0))
    view = frame(pane(flying, is_world=False), now, (800.0, 600.0), steps=range(1), times=(0.0, 0.5, 1.0))
    for t in (0.0, 1.0):
        x = view.to_screen((10.0 * t, 0.0))[0]
        assert 0.0 < x < 800.0
    assert view.scale * 12.0 >= FILLED * 800.0 - 1.0


def test_an_open_prediction_does_not_change_the_view() -> None:
    def hiding(canvas: Canvas, now: Moment[Any]) -> None:
        marks.circle(canvas, (0.0, 0.0), 1.0 if now.is_open else 3.0, Ink.A)

    now = moment(pair(0))
    still = pane(hiding, is_world=False)
    assert frame(still, replace(now, is_open=True), (800.0, 600.0)) == frame(still, now, (800.0, 600.0))


def test_a_pane_without_anything_has_a_view() -> None:
    view = frame(pane(lambda canvas, now: None, is_world=False), moment(pair(0)), (300.0, 200.0))
    assert math.isfinite(view.scale)
    assert still_fits(view, pane(lambda canvas, now: None), moment(pair(0)))


AXES = Axes((0.0, 180.0), (-2.5, 0.7), "direction", "s")


def chart(canvas: Canvas, now: Moment[Any]) -> None:
    charts.chart_axes(canvas, AXES)
    charts.curve(canvas, *charts.sampled(lambda x: math.cos(x / 30.0) - 1.0, 0.0, 180.0))
    if now.index:
        charts.edge_icons(canvas, AXES, [charts.EdgeIcon(x, 0.2, 1.0, "A0", Ink.A) for x in (20.0, 22.0)])


@settings(max_examples=15, deadline=None)
@given(size=st.tuples(st.floats(250.0, 1500.0), st.floats(250.0, 1000.0)), scale=scales)
def test_the_ranges_of_a_chart_fill_its_pane(size: tuple[float, float], scale: float) -> None:
    plot = Pane("curve", "Separation", chart, axes=lambda now: AXES)
    view = frame(plot, moment(pair(0)), size, scale, steps=range(1))
    (left, bottom), (right, top) = view.to_screen(((0.0, -2.5), (180.0, 0.7))).tolist()
    assert right - left >= 0.5 * size[0] - 1.0
    assert bottom - top >= 0.5 * size[1] - 1.0
    assert max((right - left) / size[0], (bottom - top) / size[1]) >= 0.5
    assert left >= min(56.0 * scale, 0.25 * size[0]) - 1.0
    assert top >= min(HEAD * scale, 0.15 * size[1])


@pytest.mark.parametrize("size", [(444.0, 592.0), (896.0, 200.0), (896.0, 592.0)])
def test_what_stands_beside_a_chart_has_room(size: tuple[float, float]) -> None:
    plot = Pane("curve", "Separation", chart, axes=lambda now: AXES)
    now = moment(pair(0))
    plain, crowded = (frame(plot, now, size, steps=steps) for steps in (range(1), range(1, 2)))
    assert filled_part(plain, drawn(plain, chart, now).marks) >= 0.75
    canvas = drawn(crowded, chart, now.at(1))
    fixed = [mark for mark in canvas.marks if isinstance(mark, Label) and mark.fixed]
    assert len(fixed) > 8
    if size[1] > 250.0:
        for mark in fixed:
            x, y = crowded.to_screen(mark.at).tolist()
            assert 8.0 <= x <= size[0]
            assert HEAD <= y <= size[1] - 6.0


def test_what_has_been_dragged_out_no_longer_fits() -> None:
    now = moment(pair(1))
    view = frame(pane(world), now, (800.0, 600.0))
    assert still_fits(view, pane(world), now)
    away = now.scene.with_field("b", now.scene.b.moved(view.bounds().extent))
    assert not still_fits(view, pane(world), replace(now, scene=away))
