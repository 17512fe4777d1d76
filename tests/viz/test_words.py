"""Numbers, tints and rows of names."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viz.lesson.ink import Ink
from viz.lesson.text import (
    Run,
    amount,
    coords,
    counted,
    equation,
    explained,
    fixed,
    listed,
    plain,
    runs,
    sentence,
    signed,
    tint,
)
from viz.picture.row_layout import names_that_fit
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
    assert coords(np.array((1.0, -2.0))) == "(1.00, −2.00)"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert sentence("edge 0 of A") == "Edge 0 of A"
    assert sentence("") == ""


def test_counted_words_have_their_plural() -> None:
    told = [counted(n, word) for word in ("query", "ray", "trial") for n in (0, 1, 2)]
    assert told == [
        "0 queries",
        "1 query",
        "2 queries",
        "0 rays",
        "1 ray",
        "2 rays",
        "0 trials",
        "1 trial",
        "2 trials",
    ]
    assert counted(1200, "pair") == "1,200 pairs"


def test_tints_travel_inside_plain_strings() -> None:
    text = f"overlap {tint('0.34', Ink.OVERLAP)}, {tint('A', Ink.A)}"
    assert plain(text) == "overlap 0.34, A"
    assert runs(text) == (Run("overlap "), Run("0.34", Ink.OVERLAP), Run(", "), Run("A", Ink.A))
    assert runs("plain") == (Run("plain"),)
    assert runs("") == ()


def test_bold_words_and_formulas_stand_in_sentences_and_tints() -> None:
    text = rf"**One** gap: $\gap{{s}}$ = {tint('**0.34** m', Ink.GAP)}"
    assert runs(text) == (
        Run("One", bold=True),
        Run(" gap: "),
        Run(r"\gap{s}", is_formula=True),
        Run(" = "),
        Run("0.34", Ink.GAP, bold=True),
        Run(" m", Ink.GAP),
    )
    assert plain(text) == "One gap: s = 0.34 m"
    assert runs(tint(f"edge 2 of {tint('A', Ink.A)}", Ink.QUIET)) == (Run("edge 2 of ", Ink.QUIET), Run("A", Ink.A))


@pytest.mark.parametrize(
    ("latex", "typed"),
    [
        (r"\examined{\hat n}", "n\u0302"),
        (r"\hat{t}", "t\u0302"),
        (r"\omega_A", "ω_A"),
        (r"-\boldsymbol{v} \cdot \hat n", "−v · n\u0302"),
        (r"\max(a, b) \le |v|", "max(a, b) ≤ |v|"),
        (r"\boldsymbol{v}\cdot\hat n", "v·n\u0302"),
        (r"\|v\|", "‖v‖"),
    ],
)
def test_a_formula_can_be_typed(latex: str, typed: str) -> None:
    assert plain(f"${latex}$") == typed


@pytest.mark.parametrize(
    ("value", "more", "text"),
    [
        (0.345, {}, "0.34"),
        (-0.001, {}, "0.00"),
        (-0.0, {"decimals": 0}, "0"),
        (-1.5, {}, "−1.50"),
        (1.5, {"sign": True}, "+1.50"),
        (0.001, {"sign": True}, "0.00"),
        (-1.5, {"sign": True}, "−1.50"),
        (12.3456, {"decimals": 4}, "12.3456"),
    ],
)
def test_fixed_decimals(value: float, more: dict[str, Any], text: str) -> None:
    assert fixed(value, **more) == text


def test_an_equation_is_true_of_the_numbers_that_it_shows() -> None:
    def product(a: float, b: float) -> float:
        return a * b

    assert equation("{a} − {b} = {result}", lambda a, b: a - b, a=1.5, b=0.25) == "1.50 − 0.25 = 1.25"
    assert equation("{a} · {b} = {result}", product, a=104.994, b=7.496) == "104.994 · 7.496 = 787.035"
    assert equation("{a} / {b} = {result}", lambda a, b: a / b, a=0.0012, b=0.004) == "0.0012 / 0.0040 = 0.3000"
    assert equation("{a} / {b} = {result}", lambda a, b: a / b, a=3e-9, b=1e-9).endswith("= 3.000000")
    tinted = equation(f"{tint('{a}', Ink.GAP)} = {{result}}", lambda a: a, a=-0.5)
    assert plain(tinted) == "−0.50 = −0.50"


@given(a=st.floats(-100.0, 100.0), b=st.floats(-100.0, 100.0))
def test_shown_equations_agree_to_one_unit_of_the_last_digit(a: float, b: float) -> None:
    shown = equation("{a};{b};{result}", lambda a, b: a * b, a=a, b=b).replace("−", "-").split(";")
    left, right, result = map(float, shown)
    places = len(shown[2].partition(".")[2])
    assert places == 6 or abs(left * right - result) <= 10.0**-places * (1.0 + 1e-6)


def test_explanations_join_prose_and_one_formula() -> None:
    assert explained("One\n    two.", "a = b") == "One two.\n\n$$a = b$$"


def test_wider_text_is_wider() -> None:
    assert text_width("overlap 0.34", 13.5) == pytest.approx(74.0, abs=2.0)
    assert text_width("", 13.5) == 0.0
    assert text_width("→", 10.0) > 0.0


@given(
    starts=st.lists(st.floats(0.0, 600.0), min_size=1, max_size=7),
    widths=st.lists(st.floats(5.0, 200.0), min_size=7, max_size=7),
    keep=st.integers(0, 6),
)
def test_names_in_a_row_never_overlap(starts: list[float], widths: list[float], keep: int) -> None:
    lefts, keep = sorted(starts), keep % len(starts)
    shown = names_that_fit(lefts, widths, 10.0, keep)
    assert keep in shown
    for i, j in itertools.pairwise(shown):
        assert lefts[i] + widths[i] + 10.0 <= lefts[j]


def test_of_names_the_present_and_the_last_one_go_before_others() -> None:
    assert names_that_fit([0.0, 100.0, 300.0], [50.0, 60.0, 40.0], 10.0, 0) == [0, 1, 2]
    assert names_that_fit([0.0, 355.0, 400.0], [30.0, 60.0, 60.0], 10.0, 0) == [0, 2]
    assert names_that_fit([0.0, 355.0, 400.0], [30.0, 60.0, 60.0], 10.0, 1) == [0, 1]


def test_a_table_of_a_long_trace_makes_the_last_pages_only() -> None:
    from viz.lesson.page import MOST_TOLD, Page, table_of

    made: list[int] = []

    class Told(Sequence[Page]):
        def __len__(self) -> int:
            return 500

        def __getitem__(self, index: Any) -> Any:
            made.append(index)
            return Page("Stage").row(str(index), key="kept" if index % 2 else "")

    table = table_of(("step",), Told(), 400)
    assert table is not None
    assert made == list(range(401 - MOST_TOLD, 401))
    assert table.rows[-1][1].cells == ("400",)
    assert [step for step, row in table.rows if row.key] == [399], "a later row of a key takes the earlier's place"
    assert table.current == {len(table.rows) - 1}
