"""What every lesson says and draws is what was last read and found right: the golden record, in `expected`."""

from __future__ import annotations

import difflib
import itertools
from typing import Any

import pytest

from tests.lessons.pages import LESSONS
from tests.lessons.record import EXPECTED, expected, record
from viz.lesson.first_edition import Lesson

SHOWN = 40  # lines of a difference


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_says_and_draws_what_is_on_record(lesson: Lesson[Any]) -> None:
    path = expected(lesson.id)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    now = record(lesson.id)
    if now == before:
        return
    changes = difflib.unified_diff(before.splitlines(), now.splitlines(), "on record", "now", n=2, lineterm="")
    shown = "\n".join(itertools.islice(changes, SHOWN))
    pytest.fail(f"If this is meant: python -m tests.tools.golden {lesson.id}\n{shown}", pytrace=False)


def test_nothing_else_is_on_record() -> None:
    assert {path.name for path in EXPECTED.iterdir()} == {expected(lesson.id).name for lesson in LESSONS}
