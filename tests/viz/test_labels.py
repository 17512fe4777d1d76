"""Labels stand beside their thing, clear of lines and of each other, inside the canvas."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.feature import FeatureKind, FeatureRef
from geometry.shape import box, regular_polygon
from viz.lesson import marks
from viz.lesson.canvas import Canvas, Label
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.mark import Symbol
from viz.picture.collisions import EDGE, LINE, POINT, RESERVED, collisions
from viz.picture.label_costs import HARD, SOFT, covering, crossings, obstacles, overlaps
from viz.picture.label_places import Anchored, table_of
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


def place(recording: Canvas, **more: object) -> list[PlacedLabel]:
    return place_labels(recording.marks, VIEW, measure, **more)[0]  # type: ignore[arg-type]


def test_a_label_stands_on_the_side_asked_for() -> None:
    for toward in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        recording = Canvas(VIEW.pixel)
        recording.label("here", (0, 0), Ink.TEXT, toward=toward)
        (label,) = place(recording)
        middle = np.array((label.x + 30.0 - 400.0, 300.0 - label.y - 9.0))
        assert float(middle @ toward) > 10.0
        assert abs(float(middle @ (-toward[1], toward[0]))) < 2.0


def test_a_label_without_a_side_stands_on_its_point() -> None:
    recording = Canvas(VIEW.pixel)
    recording.label("A", (1, 1), Ink.A, style=TextStyle.LETTER)
    (label,) = place(recording)
    assert (label.x + 30.0, label.y + 9.0) == pytest.approx((500.0, 200.0), abs=1.0)


def test_a_label_leaves_a_line_alone() -> None:
    recording = Canvas(VIEW.pixel)
    recording.stroke([(-3, 0.2), (3, 0.2)], Ink.A)
    recording.label("edge", (0, 0.05), Ink.TEXT, toward=(0, 1))
    (label,) = place(recording)
    line = 280.0
    assert label.y >= line or label.y + label.height <= line


@given(
    places=st.lists(st.tuples(st.floats(-3.5, 3.5), st.floats(-2.5, 2.5)), min_size=2, max_size=6),
)
def test_labels_keep_off_each_other_and_stay_inside(places: list[tuple[float, float]]) -> None:
    recording = Canvas(VIEW.pixel)
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
    recording = Canvas(VIEW.pixel)
    recording.label("c", (-3.4, 2.6), Ink.TEXT, toward=(0, 1))
    reserved = (10.0, 10.0, 200.0, 36.0)
    (label,) = place(recording, reserved=lambda: (reserved,))
    assert apart(label, PlacedLabel(label.mark, 10.0, 10.0, 190.0, 26.0))


def test_a_label_keeps_its_place_while_its_number_changes() -> None:
    def picture(value: float, x: float) -> Canvas:
        recording = Canvas(VIEW.pixel)
        recording.stroke([(x, -3), (x, 3)], Ink.A)
        recording.label(f"gap {value:.2f}", (0, 0), Ink.GAP, toward=(1, 0), style=TextStyle.PILL)
        return recording

    _, last = place_labels(picture(1.0, 0.5).marks, VIEW, measure)
    held, _ = place_labels(picture(1.1, 0.5).marks, VIEW, measure, last)
    fresh, _ = place_labels(picture(1.0, 0.5).marks, VIEW, measure)
    assert (held[0].x, held[0].y) == (fresh[0].x, fresh[0].y)


def test_a_label_too_wide_for_the_canvas_is_placed_all_the_same() -> None:
    recording = Canvas(VIEW.pixel)
    recording.label("very long", (0, 0), Ink.TEXT, toward=(1, 0))
    placed, _ = place_labels(recording.marks, VIEW, lambda mark: (2000.0, 18.0))
    assert np.isfinite((placed[0].x, placed[0].y)).all()


@given(
    toward=st.one_of(st.none(), st.tuples(st.floats(-1, 1), st.floats(0.1, 1))),
    at=st.tuples(st.floats(-3.0, 3.0), st.floats(-2.0, 2.0)),
    style=st.sampled_from(TextStyle),
    data=st.data(),
)
def test_one_place_is_one_of_all_places(
    toward: tuple[float, float] | None, at: tuple[float, float], style: TextStyle, data: st.DataObject
) -> None:
    mark = Label("words", at, Ink.TEXT, toward, style)
    x, y = VIEW.to_screen(at).tolist()
    text = Anchored(mark, ("words", 0), x, y, 60.0, 18.0, table_of(mark), 0.3, 1.2)
    boxes = text.boxes()
    place = data.draw(st.integers(0, len(boxes) - 1))
    box = text.box(place)
    assert box == pytest.approx(boxes[place].tolist())
    taken = [(300.0, 250.0, 420.0, 300.0), (10.0, 10.0, 60.0, 30.0)]
    assert covering(box, taken) == pytest.approx(float(overlaps(boxes, taken)[place]))


def test_a_label_that_follows_keeps_its_side_though_a_line_comes_in_its_way() -> None:
    def picture(x: float, words: str = "gap 1.00") -> Canvas:
        recording = Canvas(VIEW.pixel)
        recording.label(words, (x, 0), Ink.GAP, toward=(1, 0))
        recording.stroke([(x + 0.3, -3), (x + 0.3, 3)], Ink.A)
        return recording

    free = Canvas(VIEW.pixel)
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
    recording = Canvas(VIEW.pixel)
    recording.stroke([(0, 0), (1, 0), (1, 1)], Ink.A, closed=True)
    recording.feature([(0, 0), (1, 0)], "edge 0 of A", Ink.A)
    recording.dot((2, 0), Ink.A)
    recording.arrow((0, 1), (0, 2), Ink.EXAMINED, line=Line.FEATURE)
    recording.unbounded((0, -1), (-5, 0), Ink.CONSTRUCTION)
    recording.stroke([(50, 0), (51, 0)], Ink.A)  # out of sight
    recording.stroke([(0, -2), (1, -2)], Ink.A, line=Line.DASHED)
    found = obstacles(recording.marks, in_pixels(recording.marks, VIEW), VIEW.size, 2.0)
    sides = [(400, 300, 500, 300), (500, 300, 500, 200), (500, 200, 400, 300)]
    assert found.segments[:5] == pytest.approx(np.array([*sides, (600, 300, 600, 300), (400, 200, 400, 100)]))
    assert found.segments[5] == pytest.approx((4400, 400, -3600, 400))
    assert found.segments[7] == pytest.approx((400, 110, 400, 100))  # the arrow's head
    assert found.halves == pytest.approx(np.array((2.4, 2.4, 2.4, 11.4, 4.6, 0.0, 0.0, 9.0)))
    assert found.weights.tolist() == [HARD] * 5 + [SOFT] * 2 + [HARD]
    assert len(found.hard.segments) == 6


def test_a_picture_without_marks_has_no_labels() -> None:
    assert place_labels([], VIEW, measure) == ([], {})


TITLE = (10.0, 6.0, 150.0, 30.0)


def wide(mark: Text) -> tuple[float, float]:
    """A measure like the window's."""
    if isinstance(mark, Symbol):
        return 20.0, 24.0
    size = {TextStyle.LETTER: 28.0, TextStyle.VERTEX: 11.0}.get(mark.style, 13.0)
    return 0.55 * size * len(mark.text) + 6.0, 1.25 * size


def crowded(seed: int) -> Canvas:
    """Two shapes that may overlap, with all their names, and what a lesson says of them."""
    random = np.random.default_rng(seed)
    canvas = Canvas(VIEW.pixel)
    shapes = []
    for ink, owner, x in ((Ink.A, "A", -1.0), (Ink.B, "B", 1.0)):
        center = (x + random.uniform(-0.6, 0.6), random.uniform(-0.7, 0.7))
        sides = int(random.integers(3, 8))
        shape = regular_polygon(sides, random.uniform(0.8, 1.5), center, random.uniform(0.0, 6.0))
        marks.shape(canvas, shape, ink, owner)
        shapes.append(shape)
    first, second = shapes
    marks.highlight_edge(canvas, first.edges[0], name="edge 0 of A", feature=FeatureRef("A", FeatureKind.EDGE, 0))
    canvas.symbol(r"\hat n", first.edges[0].mean(axis=0), Ink.EXAMINED, toward=first.normals[0])
    for at in second.points[:2]:
        marks.answer(canvas, at, "contact point")
    marks.pill(canvas, (first.centroid + second.centroid) / 2.0, "overlap 0.35", Ink.OVERLAP)
    canvas.stroke(((-3.8, -2.4), (3.8, -2.2)), Ink.CONSTRUCTION, line=Line.THIN)
    canvas.label("axis along n", (3.0, -2.2), Ink.QUIET, toward=(0, 1), style=TextStyle.CAPTION)
    return canvas


@pytest.mark.parametrize("seed", range(60))
def test_labels_of_a_rich_picture_are_clear_of_everything(seed: int) -> None:
    canvas = crowded(seed)
    pixels = in_pixels(canvas.marks, VIEW)
    placed, places = place_labels(canvas.marks, VIEW, wide, reserved=lambda: (TITLE,), pixels=pixels)
    assert collisions(placed, canvas.marks, pixels, VIEW.size, (TITLE,)) == []
    assert place_labels(canvas.marks, VIEW, wide, reserved=lambda: (TITLE,)) == (placed, places)
    loud = [m for m in canvas.marks if isinstance(m, Label) and m.style not in (TextStyle.NUMBER, TextStyle.VERTEX)]
    assert {id(mark) for mark in loud} <= {id(label.mark) for label in placed}


def test_collisions_are_told() -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.stroke(((-1, 0), (1, 0)), Ink.A, line=Line.OUTLINE)
    canvas.stroke(((-1, 1), (1, 1)), Ink.A, line=Line.DASHED)
    canvas.dot((2, 2), Ink.A, Point.CROSS)
    words = ("on a line", "on a dashed line", "on a point", "outside", "on the title", "twice", "thrice")
    places = ((0, 0), (0, 1), (2, 2), (-4, -1), (-3.5, 2.9), (0, -2), (0.1, -2))
    for text, at in zip(words, places, strict=True):
        canvas.label(text, at, Ink.TEXT, fixed=True)
    pixels = in_pixels(canvas.marks, VIEW)
    placed = [
        PlacedLabel(m, *(VIEW.to_screen(m.at) - (30, 9)), 60.0, 18.0) for m in canvas.marks if isinstance(m, Label)
    ]
    found = collisions(placed, canvas.marks, pixels, VIEW.size, (TITLE,))
    wanted = [("on a line", LINE), ("on a point", POINT), ("outside", EDGE), ("on the title", RESERVED)]
    assert found == [*wanted, ("thrice", "twice")]


def test_a_faint_name_gives_way_and_one_that_is_in_use_does_not() -> None:
    feature = FeatureRef("A", FeatureKind.EDGE, 0)
    canvas = Canvas(VIEW.pixel)
    canvas.label("0", (0, 0), Ink.A, toward=(0, 1), style=TextStyle.NUMBER, feature=feature)
    for y in np.arange(-0.6, 0.6, 0.1):
        canvas.stroke(((-2, y), (2, y)), Ink.A, line=Line.OUTLINE)
    assert place(canvas) == []
    assert len(place(canvas, in_use={feature})) == 1
    _, last = place_labels(canvas.marks, VIEW, measure)
    assert place_labels(canvas.marks, VIEW, measure, last, follow=True) == ([], last)


def test_a_faint_number_gives_way_to_the_name_of_its_edge() -> None:
    canvas = Canvas(VIEW.pixel)
    square = box(2.0, 2.0)
    marks.shape(canvas, square, Ink.A, "A")
    marks.highlight_edge(canvas, square.edges[2], name="edge 2", feature=FeatureRef("A", FeatureKind.EDGE, 2))
    words = [label.mark.text for label in place(canvas) if isinstance(label.mark, Label)]
    assert "edge 2" in words
    assert "2" not in words
    assert "1" in words


def test_a_letter_stays_in_its_shape() -> None:
    canvas = Canvas(VIEW.pixel)
    marks.shape(canvas, box(1.6, 1.2), Ink.A, "A", numbered=False)
    canvas.stroke(((0, -1), (0, 1)), Ink.GAP, line=Line.MEASURE)
    (letter,) = place_labels(canvas.marks, VIEW, lambda mark: (30.0, 30.0))[0]
    assert letter.x >= 400.0 or letter.x + 30.0 <= 400.0
    assert 320.0 <= letter.x <= letter.x + 30.0 <= 480.0


def test_a_label_that_stands_off_has_a_leader() -> None:
    canvas = Canvas(VIEW.pixel)
    canvas.label("far", (0, 0), Ink.TEXT, toward=(0, 1), leader=True)
    (near,) = place(canvas)
    assert near.leader is None
    for y in np.arange(-0.8, 0.8, 0.15):
        canvas.stroke(((-2, y), (2, y)), Ink.A, line=Line.OUTLINE)
    (far,) = place(canvas)
    assert far.leader is not None
    start, end = far.leader
    assert far.x <= start[0] <= far.x + far.width
    assert np.hypot(*(np.array(end) - (400.0, 300.0))) == pytest.approx(4.0)
    canvas.label("fixed", (0, 0), Ink.TEXT, fixed=True)
    fixed = next(label for label in place(canvas) if label.mark.text == "fixed")  # type: ignore[union-attr]
    assert (fixed.x + 30.0, fixed.y + 9.0) == (400.0, 300.0)


def test_a_letter_keeps_to_the_solid_shape_and_not_to_its_trail() -> None:
    canvas = Canvas(VIEW.pixel)
    body = box(1.6, 1.2)
    marks.sweep(canvas, [body.moved((-0.4 * i, 0.0)).points for i in range(1, 15)], Ink.A)
    marks.shape(canvas, body, Ink.A, "A", numbered=False)
    (letter,) = place_labels(canvas.marks, VIEW, lambda mark: (30.0, 30.0))[0]
    assert (letter.x + 15.0, letter.y + 15.0) == (400.0, 300.0)


@pytest.mark.parametrize("count", [6, 180])
def test_a_leader_to_a_point_far_away_keeps_labels_off_within_the_picture_only(count: int) -> None:
    """Points that were dragged away by many screens: the picture still takes no time."""
    recording = Canvas(VIEW.pixel)
    for i in range(count):
        recording.label(f"far {'i' * i}", (50.0 + 1e5 * (count == 6), 70.0 + i), Ink.TEXT, toward=(-1, -1))
    recording.label("near", (0, 0), Ink.TEXT, toward=(1, 0))
    begin = time.thread_time()
    labels = place(recording)
    assert time.thread_time() - begin < 1.0
    assert len(labels) == count + 1
    for label in labels:
        assert 0.0 <= label.x <= VIEW.size[0]
        assert 0.0 <= label.y <= VIEW.size[1]


def test_boxes_so_far_away_that_rounding_leaves_no_height_cost_something_finite() -> None:
    recording = Canvas(VIEW.pixel)
    recording.stroke(((-1e17, 1e17), (1e17, 1e17)), Ink.A)
    found = obstacles(recording.marks, in_pixels(recording.marks, VIEW), VIEW.size, 1.0)
    found = found._replace(segments=np.array([[1e19, 1e19, 1e19, 1e19]]), halves=np.ones(1), weights=np.ones(1))
    boxes = np.array([[1e19, 1e19, 1e19 + 60.0, 1e19 + 18.0]])
    assert boxes[0, 3] == boxes[0, 1]
    assert np.isfinite(crossings(boxes, found)).all()
    assert np.isfinite(overlaps(boxes, [(0.0, 0.0, 60.0, 18.0)])).all()


@pytest.mark.parametrize("follow", [False, True])
def test_a_word_that_is_a_letter_now_and_was_a_label_takes_a_place_of_its_own(follow: bool) -> None:
    styles = (TextStyle.LABEL, TextStyle.LETTER)
    counts = []
    for style in styles:
        recording = Canvas(VIEW.pixel)
        recording.label("A", (0, 0), Ink.A, toward=(1, 0) if style is TextStyle.LABEL else None, style=style)
        counts.append(len(table_of(recording.marks[0]).turns))  # type: ignore[arg-type]
    many, few = (styles if counts[0] > counts[1] else styles[::-1]), min(counts)
    assert few < max(counts)
    recording = Canvas(VIEW.pixel)
    recording.label("A", (0, 0), Ink.A, toward=(1, 0) if many[1] is TextStyle.LABEL else None, style=many[1])
    ((key, _),) = place_labels(recording.marks, VIEW, measure)[1].items()
    for before in range(max(counts)):
        (label,) = place(recording, last={key: before}, follow=follow)
        assert 0.0 <= label.x <= VIEW.size[0]
