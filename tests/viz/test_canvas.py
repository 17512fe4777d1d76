"""The recording: what was drawn, as data and as text."""

from __future__ import annotations

import numpy as np

from viz.lesson.canvas import Area, Arrow, Label, Recording, Stroke
from viz.lesson.ink import Ink, TextStyle


def drawn() -> Recording:
    recording = Recording(pixel=0.5)
    recording.area([(0, 0), (2, 0), (1, 3)], Ink.SHAPE_A)
    recording.stroke(np.array([[0, 0], [2, 0]]), Ink.REFERENCE, closed=True)
    recording.unbounded((0, 50), (1, 0), Ink.AXIS)
    recording.arrow((0, 0), (-1, -4), Ink.RESULT)
    recording.dot((1, 1), Ink.SHAPE_B)
    recording.label("edge 2", (1, 2), Ink.TEXT, toward=(0, 1))
    recording.symbol(r"\hat n", (0, 0), Ink.REFERENCE)
    return recording


def test_marks_are_plain_data_in_painter_s_order() -> None:
    marks = drawn().marks
    assert [type(mark).__name__ for mark in marks] == [
        "Area", "Stroke", "Unbounded", "Arrow", "Dot", "Label", "Symbol",
    ]  # fmt: skip
    assert marks[0] == Area(((0.0, 0.0), (2.0, 0.0), (1.0, 3.0)), Ink.SHAPE_A)
    assert marks[1] == Stroke(((0.0, 0.0), (2.0, 0.0)), Ink.REFERENCE, True)
    assert marks[3] == Arrow((0.0, 0.0), (-1.0, -4.0), Ink.RESULT)
    assert marks[5] == Label("edge 2", (1.0, 2.0), Ink.TEXT, (0.0, 1.0), TextStyle.LABEL)


def test_bounds_leave_out_unbounded_lines() -> None:
    bounds = drawn().bounds()
    assert bounds is not None
    assert bounds.low.tolist() == [-1.0, -4.0]
    assert bounds.high.tolist() == [2.0, 3.0]
    assert Recording().bounds() is None


def test_the_transcript_names_every_mark() -> None:
    assert drawn().transcript().splitlines() == [
        "area (0.000,0.000) (2.000,0.000) (1.000,3.000) shape-A",
        "stroke (0.000,0.000) (2.000,0.000) reference closed",
        "unbounded (0.000,50.000) (1.000,0.000) axis",
        "arrow (0.000,0.000) (-1.000,-4.000) result",
        "dot (1.000,1.000) shape-B",
        "label 'edge 2' (1.000,2.000) text (0.000,1.000) label",
        r"symbol '\\hat n' (0.000,0.000) reference",
    ]


def test_the_nearest_feature_is_found_and_a_vertex_goes_before_its_edges() -> None:
    recording = Recording()
    recording.hot([(0, 0), (2, 0)], "edge 0 of A", Ink.SHAPE_A)
    recording.hot([(2, 0), (2, 2)], "edge 1 of A", Ink.SHAPE_A)
    recording.hot([(2, 0)], "vertex 1 of A", Ink.SHAPE_A)
    assert recording.feature_at((1.0, 0.05), 0.1) == "edge 0 of A"
    assert recording.feature_at((2.04, 1.0), 0.1) == "edge 1 of A"
    assert recording.feature_at((1.95, 0.02), 0.1) == "vertex 1 of A"
    assert recording.feature_at((1.0, 1.0), 0.1) is None
    assert Recording().feature_at((0.0, 0.0), 1.0) is None
