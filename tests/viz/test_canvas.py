"""The recording: what was drawn, as data and as text."""

from __future__ import annotations

import numpy as np
import pytest

from viz.lesson.canvas import Area, Arrow, Canvas, Label, Stroke
from viz.lesson.ink import Ink, TextStyle


def drawn() -> Canvas:
    recording = Canvas(pixel=0.5)
    recording.area([(0, 0), (2, 0), (1, 3)], Ink.A)
    recording.stroke(np.array([[0, 0], [2, 0]]), Ink.EXAMINED, closed=True)
    recording.unbounded((0, 50), (1, 0), Ink.CONSTRUCTION)
    recording.arrow((0, 0), (-1, -4), Ink.ANSWER)
    recording.dot((1, 1), Ink.B)
    recording.label("edge 2", (1, 2), Ink.TEXT, toward=(0, 1))
    recording.symbol(r"\hat n", (0, 0), Ink.EXAMINED)
    return recording


def test_marks_are_plain_data_in_painter_s_order() -> None:
    marks = drawn().marks
    assert [type(mark).__name__ for mark in marks] == [
        "Area", "Stroke", "Unbounded", "Arrow", "Dot", "Label", "Symbol",
    ]  # fmt: skip
    assert marks[0] == Area(((0.0, 0.0), (2.0, 0.0), (1.0, 3.0)), Ink.A)
    assert marks[1] == Stroke(((0.0, 0.0), (2.0, 0.0)), Ink.EXAMINED, True)
    assert marks[3] == Arrow((0.0, 0.0), (-1.0, -4.0), Ink.ANSWER)
    assert marks[5] == Label("edge 2", (1.0, 2.0), Ink.TEXT, (0.0, 1.0), TextStyle.LABEL)


def test_bounds_leave_out_unbounded_lines() -> None:
    bounds = drawn().bounds()
    assert bounds is not None
    assert bounds.low.tolist() == [-1.0, -4.0]
    assert bounds.high.tolist() == [2.0, 3.0]
    assert Canvas().bounds() is None


def test_the_transcript_names_every_mark() -> None:
    assert drawn().transcript().splitlines() == [
        "area (0,0) (2,0) (1,3) shape-A",
        "stroke (0,0) (2,0) examined closed",
        "unbounded (0,50) (1,0) construction",
        "arrow (0,0) (-1,-4) answer",
        "dot (1,1) shape-B",
        "label 'edge 2' (1,2) text (0,1) label",
        r"symbol '\\hat n' (0,0) examined",
    ]


def transcript_of(*points: tuple[float, float]) -> str:
    recording = Canvas()
    recording.stroke(points, Ink.CONSTRUCTION)
    return recording.transcript().removeprefix("stroke ").removesuffix(" construction")


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (((0.0, 0.0), (2.0, 0.12345678)), "(0,0) (2,0.123457)"),
        (((-1e-17, -0.0), (2.0, -1e-9)), "(0,0) (2,0)"),
        (((0.0, 0.0), (2e-6, 0.12345678e-6)), "(0,0) (0.000002,0.000000123457)"),
        (((0.0, 0.0), (2e8, 12345678.9)), "(0,0) (200000000,12345700)"),
        (((1e6, 0.0), (1e6 + 1.0, 0.12345678)), "(1000000,0) (1000001,0.12346)"),
        (((0.5, 1.5), (0.5, 1.5)), "(0.5,1.5) (0.5,1.5)"),
    ],
)
def test_a_transcript_is_rounded_to_a_millionth_of_the_view(
    points: tuple[tuple[float, float], ...], text: str
) -> None:
    assert transcript_of(*points) == text


def test_noise_in_the_last_bits_is_not_in_a_transcript() -> None:
    """Ties at the last decimal, a size at a power of ten, numbers about zero."""
    points = ((0.0, 1.0), (0.5**7, 0.25**6), (0.0000005, 0.0000015), (0.1 + 0.2, 1.0 / 3.0))
    for way in (-1.0, 1.0):
        noisy = tuple((x + way * 1e-15, y + way * 1e-15) for x, y in points)
        assert transcript_of(*noisy) == transcript_of(*points)


def test_the_nearest_feature_is_found_and_a_vertex_goes_before_its_edges() -> None:
    recording = Canvas()
    recording.feature([(0, 0), (2, 0)], "edge 0 of A", Ink.A)
    recording.feature([(2, 0), (2, 2)], "edge 1 of A", Ink.A)
    recording.feature([(2, 0)], "vertex 1 of A", Ink.A)
    assert recording.feature_at((1.0, 0.05), 0.1) == "edge 0 of A"
    assert recording.feature_at((2.04, 1.0), 0.1) == "edge 1 of A"
    assert recording.feature_at((1.95, 0.02), 0.1) == "vertex 1 of A"
    assert recording.feature_at((1.0, 1.0), 0.1) is None
    assert Canvas().feature_at((0.0, 0.0), 1.0) is None


def test_a_closed_line_is_pointed_at_wherever_inside_and_of_two_the_smaller() -> None:
    recording = Canvas()
    for name, low, high in (("cell", 0.0, 4.0), ("within", 1.0, 3.0), ("beside", 6.0, 8.0)):
        square = [(low, 0.0), (high, 0.0), (high, high - low), (low, high - low), (low, 0.0)]
        recording.feature(square, name, Ink.A)
    recording.feature([(2.0, 0.2)], "vertex", Ink.A)
    assert recording.feature_at((0.5, 3.0), 0.1) == "cell"
    assert recording.feature_at((2.0, 1.0), 0.1) == "within"
    assert recording.feature_at((2.0, 0.25), 0.1) == "vertex"
    assert recording.feature_at((7.0, 1.0), 0.1) == "beside"
    assert recording.feature_at((8.05, 1.0), 0.1) == "beside"
    assert recording.feature_at((5.0, 1.0), 0.1) is None
    assert recording.feature_at((5.0, 4.0), 0.1) is None


def test_a_ground_is_drawn_and_does_not_count_for_the_view() -> None:
    canvas = Canvas(0.01)
    canvas.dot((1.0, 1.0), Ink.A)
    canvas.crowd(Ink.GAP, segments=[(-9.0, 0.0, 9.0, 0.0)], framed=False)
    bounds = canvas.bounds()
    assert bounds is not None
    assert bounds.low.tolist() == bounds.high.tolist() == [1.0, 1.0]
    canvas.crowd(Ink.GAP, segments=[(-9.0, 0.0, 9.0, 0.0)])
    bounds = canvas.bounds()
    assert bounds is not None
    assert bounds.low.tolist() == [-9.0, 0.0]
