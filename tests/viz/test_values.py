"""The fields of steps as rows."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import pytest

from geometry import box, separating_axis
from tests.lessons.second_edition import SCENES, Told, name_of
from tests.viz.stand_in import count_down
from viz.session.values import number, values

SHAPES = box(1, 1), box(1, 1, (0.4, 0.3))


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.5"), (-1.25, "−1.25"), (1234567.0, "1.23457e6"), (-3.2e-15, "−3.2e−15"), (-0.0, "0"), (2e10, "2e10")],
)
def test_numbers(value: float, text: str) -> None:
    assert number(value) == text


def test_rows_have_names_numbers_and_the_source_s_notes() -> None:
    rows = {row.path: row for row in values(separating_axis.trace(*SHAPES).steps[0])}
    assert rows["separation"].text == "−0.7"
    assert rows["separation"].note == "along normal; negative when the projections overlap, 0 when they touch"
    assert rows["axis"].text == "edge 0 of A"
    assert rows["axis.direction"].depth == 1
    assert rows["axis.direction"].text == "(0, −1)"
    assert rows["axis.closest"].text == "none"
    assert rows["projection_a"].text == "[−0.5, 0.5]"
    assert rows["best"].text == "none"
    assert not any(row.changed for row in rows.values())


def test_what_changed_is_marked() -> None:
    first, second = separating_axis.trace(*SHAPES).steps[:2]
    changed = {row.path for row in values(second, first) if row.changed}
    assert {"axis", "axis.edge", "separation", "best"} <= changed
    assert "axis.owner" not in changed
    assert not any(row.changed for row in values(first, first))


def test_every_kind_of_value_is_told() -> None:
    @dataclass
    class Odd:
        flag: bool
        count: int
        many: object
        none: None
        trace: object
        empty: tuple[int, ...] = ()

    rows = {r.name: r.text for r in values(Odd(True, -3, np.zeros((4, 2)), None, count_down.trace(3)))}
    assert rows == {
        "flag": "yes", "count": "−3", "many": "4 points", "none": "none", "trace": "4 steps", "empty": "empty",
    }  # fmt: skip
    assert values(7)[0].text == "7"


@pytest.mark.parametrize("told", SCENES, ids=name_of)
def test_every_step_of_every_lesson_has_values(told: Told) -> None:
    previous = None
    for step in told.moments()[0].trace:
        rows = values(step, previous)
        assert rows or not fields(step), "only a step that holds nothing has none"
        assert len({row.path for row in rows}) == len(rows)
        assert not any("nan" in row.text for row in rows)
        previous = step
