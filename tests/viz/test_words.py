"""Numbers, tints and rows of names."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.lesson.ink import Ink
from viz.lesson.text import amount, explained, listed, pair, plain, runs, sentence, signed, spelled, tint
from viz.picture.row_layout import lay_out
from viz.picture.text_width import text_width


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.00"),
        (-0.0, "0.00"),
        (0.344, "0.34"),
        (-1.5, "−1.50"),
        (0.0012, "1.2e−3"),
        (-2e-7, "−2.0e−7"),
        (3e-15, "0.00"),
        (99999.0, "99999.00"),
        (-1.5e6, "−1.50e6"),
        (2e12, "2.00e12"),
    ],
)
def test_amounts(value: float, text: str) -> None:
    assert amount(value) == text


def test_signs_pairs_and_lists() -> None:
    assert signed(0.5) == "+0.50"
    assert signed(-0.5) == "−0.50"
    assert pair(np.array((1.0, -2.0))) == "(1.00, −2.00)"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert sentence("edge 0 of A") == "Edge 0 of A"
    assert sentence("") == ""


def test_tints_travel_inside_plain_strings() -> None:
    text = f"overlap {tint('0.34', Ink.OVERLAP)}, {tint('A', Ink.A)}"
    assert plain(text) == "overlap 0.34, A"
    assert runs(text) == [("overlap ", None), ("0.34", Ink.OVERLAP), (", ", None), ("A", Ink.A)]
    assert runs("plain") == [("plain", None)]
    assert runs("") == []


def test_explanations_join_prose_and_one_formula() -> None:
    assert explained("One\n    two.", "a = b") == "One two.\n\n$$a = b$$"


def test_wider_text_is_wider() -> None:
    assert text_width("overlap 0.34", 13.5) == pytest.approx(88.0, abs=4.0)
    assert text_width("", 13.5) == 0.0
    assert text_width("→", 10.0) > 0.0


@given(
    starts=st.lists(st.floats(0.0, 600.0), min_size=1, max_size=7),
    widths=st.lists(st.floats(5.0, 200.0), min_size=7, max_size=7),
    keep=st.integers(0, 6),
)
def test_names_in_a_row_never_overlap(starts: list[float], widths: list[float], keep: int) -> None:
    wanted, widths = sorted(starts), widths[: len(starts)]
    keep %= len(wanted)
    places = lay_out(wanted, widths, 640.0, 10.0, keep)
    assert places[keep] is not None
    shown = [(x, w) for x, w in zip(places, widths, strict=True) if x is not None]
    for (x, width), (after, _) in itertools.pairwise(shown):
        assert x + width + 10.0 <= after + 1e-6
    x, width = shown[-1]
    assert x + width <= 640.0 + 1e-6


def test_names_with_room_stand_where_they_want() -> None:
    assert lay_out([0.0, 100.0, 300.0], [50.0, 60.0, 40.0], 400.0, 10.0, 0) == [0.0, 100.0, 300.0]
    assert lay_out([0.0, 360.0, 380.0], [30.0, 60.0, 60.0], 400.0, 10.0, 0) == [0.0, 270.0, 340.0]


def test_a_class_name_in_words() -> None:
    assert spelled("RadiiSummed") == "radii summed"
    assert spelled("Gap") == "gap"
