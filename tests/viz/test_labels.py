"""Labels stand beside their thing, clear of lines and of each other, inside the canvas."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.lesson.canvas import Label, Recording
from viz.lesson.ink import Ink, TextStyle
from viz.picture import labels
from viz.picture.label_costs import covering, obstacles, overlaps
from viz.picture.labels import PlacedLabel, Text, place_labels
from viz.picture.pixels import in_pixels
from viz.picture.view import View

VIEW = View(center=(0.0, 0.0), scale=100.0, size=(800.0, 600.0))


def measure(mark: Text) -> tuple[float, float]:
    return 60.0, 18.0


def apart(first: PlacedLabel, second: PlacedLabel) -> bool:
    return (
        first.x + first.width <= second.x or second.x + second.width <= first.x
        or first.y + first.height <= second.y or second.y + second.height <= first.y
    )  # fmt: skip


def place(recording: Recording, **more: object) -> list[PlacedLabel]:
    return place_labels(recording.marks, VIEW, measure, **more)[0]  # type: ignore[arg-type]


def test_a_label_stands_on_the_side_asked_for() -> None:
    for toward in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        recording = Recording(VIEW.pixel)
        recording.label("here", (0, 0), Ink.TEXT, toward=toward)
        (label,) = place(recording)
        middle = np.array((label.x + 30.0 - 400.0, 300.0 - label.y - 9.0))
        assert float(middle @ toward) > 10.0
        assert abs(float(middle @ (-toward[1], toward[0]))) < 2.0


def test_a_label_without_a_side_stands_on_its_point() -> None:
    recording = Recording(VIEW.pixel)
    recording.label("A", (1, 1), Ink.A, style=TextStyle.LETTER)
    (label,) = place(recording)
    assert (label.x + 30.0, label.y + 9.0) == pytest.approx((500.0, 200.0), abs=1.0)


def test_a_label_leaves_a_line_alone() -> None:
    recording = Recording(VIEW.pixel)
    recording.stroke([(-3, 0.2), (3, 0.2)], Ink.A)
    recording.label("edge", (0, 0.05), Ink.TEXT, toward=(0, 1))
    (label,) = place(recording)
    line = 280.0
    assert label.y >= line or label.y + label.height <= line


@given(
    places=st.lists(st.tuples(st.floats(-3.5, 3.5), st.floats(-2.5, 2.5)), min_size=2, max_size=6),
)
def test_labels_keep_off_each_other_and_stay_inside(places: list[tuple[float, float]]) -> None:
    recording = Recording(VIEW.pixel)
    for i, at in enumerate(places):
        recording.label(f"point {i}", at, Ink.TEXT, toward=(1, 0))
    placed = place(recording)
    for first, second in itertools.combinations(placed, 2):
        assert apart(first, second)
    for label in placed:
        assert label.x >= 0.0
        assert label.y >= 0.0
        assert label.x + label.width <= 800.0
        assert label.y + label.height <= 600.0


def test_labels_keep_off_reserved_boxes() -> None:
    recording = Recording(VIEW.pixel)
    recording.label("c", (-3.4, 2.6), Ink.TEXT, toward=(0, 1))
    reserved = (10.0, 10.0, 200.0, 36.0)
    (label,) = place(recording, reserved=lambda: (reserved,))
    assert apart(label, PlacedLabel(label.mark, 10.0, 10.0, 190.0, 26.0))


def test_a_label_keeps_its_place_while_its_number_changes() -> None:
    def picture(value: float, x: float) -> Recording:
        recording = Recording(VIEW.pixel)
        recording.stroke([(x, -3), (x, 3)], Ink.A)
        recording.label(f"gap {value:.2f}", (0, 0), Ink.GAP, toward=(1, 0), style=TextStyle.PILL)
        return recording

    _, last = place_labels(picture(1.0, 0.5).marks, VIEW, measure)
    held, _ = place_labels(picture(1.1, 0.5).marks, VIEW, measure, last)
    fresh, _ = place_labels(picture(1.0, 0.5).marks, VIEW, measure)
    assert (held[0].x, held[0].y) == (fresh[0].x, fresh[0].y)


def test_a_label_too_wide_for_the_canvas_is_placed_all_the_same() -> None:
    recording = Recording(VIEW.pixel)
    recording.label("very long", (0, 0), Ink.TEXT, toward=(1, 0))
    placed, _ = place_labels(recording.marks, VIEW, lambda mark: (2000.0, 18.0))
    assert np.isfinite((placed[0].x, placed[0].y)).all()


@given(
    toward=st.one_of(st.none(), st.tuples(st.floats(-1, 1), st.floats(0.1, 1))),
    at=st.tuples(st.floats(-3.0, 3.0), st.floats(-2.0, 2.0)),
    place=st.integers(0, 47),
)
def test_one_place_is_one_of_all_places(
    toward: tuple[float, float] | None, at: tuple[float, float], place: int
) -> None:
    mark = Label("words", at, Ink.TEXT, toward, TextStyle.LABEL)
    x, y = VIEW.to_screen(at).tolist()
    text = labels._Text(mark, ("words", 0), x, y, 60.0, 18.0)
    boxes, costs = labels._places(text)
    box, cost = labels._place(text, place)
    assert box == pytest.approx(boxes[place].tolist())
    assert cost == pytest.approx(float(costs[place]))
    taken = [(300.0, 250.0, 420.0, 300.0), (10.0, 10.0, 60.0, 30.0)]
    assert covering(box, taken) == pytest.approx(float(overlaps(boxes, taken)[place]))


def test_a_label_that_follows_keeps_its_side_though_a_line_comes_in_its_way() -> None:
    def picture(x: float, words: str = "gap 1.00") -> Recording:
        recording = Recording(VIEW.pixel)
        recording.label(words, (x, 0), Ink.GAP, toward=(1, 0))
        recording.stroke([(x + 0.3, -3), (x + 0.3, 3)], Ink.A)
        return recording

    free = Recording(VIEW.pixel)
    free.label("gap 1.00", (0, 0), Ink.GAP, toward=(1, 0))
    (first,), last = place_labels(free.marks, VIEW, measure)
    (followed,), places = place_labels(picture(0.5).marks, VIEW, measure, last, follow=True)
    assert (followed.x - first.x, followed.y - first.y) == (50.0, 0.0)
    assert places == last
    (decided,), _ = place_labels(picture(0.5).marks, VIEW, measure, last)
    assert (decided.x, decided.y) != (followed.x, followed.y)
    (new,), _ = place_labels(picture(0.5, "another").marks, VIEW, measure, last, follow=True)
    assert (new.x, new.y) == (decided.x, decided.y)  # had no place yet


def test_what_labels_keep_off() -> None:
    recording = Recording(VIEW.pixel)
    recording.stroke([(0, 0), (1, 0), (1, 1)], Ink.A, closed=True)
    recording.hot([(0, 0), (1, 0)], "edge 0 of A", Ink.A)
    recording.dot((2, 0), Ink.A)
    recording.arrow((0, 1), (0, 2), Ink.REFERENCE)
    recording.unbounded((0, -1), (-5, 0), Ink.AXIS)
    recording.stroke([(50, 0), (51, 0)], Ink.A)  # out of sight
    segments, weights = obstacles(recording.marks, in_pixels(recording.marks, VIEW), VIEW.size)
    sides = [(400, 300, 500, 300), (500, 300, 500, 200), (500, 200, 400, 300)]
    assert segments[:5] == pytest.approx(np.array([*sides, (597, 300, 603, 300), (400, 200, 400, 100)]))
    assert segments[5] == pytest.approx((4400, 400, -3600, 400))
    assert weights.tolist() == [1.0, 1.0, 1.0, 1.5, 1.0, 0.4]


def test_a_picture_without_marks_has_no_labels() -> None:
    assert place_labels([], VIEW, measure) == ([], {})
