"""What every lesson says and draws is what was last read and found right: the golden record, in `expected`."""

from __future__ import annotations

import difflib
import itertools

import pytest

from lessons import CURRICULUM
from tests.lessons.record import EXPECTED, expected, record

IDS = [entry.id for chapter in CURRICULUM for entry in chapter.lessons]
SHOWN = 40  # lines of a difference


@pytest.mark.parametrize("lesson", IDS)
def test_a_lesson_says_and_draws_what_is_on_record(lesson: str) -> None:
    path = expected(lesson)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    now = record(lesson)
    if now == before:
        return
    changes = difflib.unified_diff(before.splitlines(), now.splitlines(), "on record", "now", n=2, lineterm="")
    shown = "\n".join(itertools.islice(changes, SHOWN))
    pytest.fail(f"If this is meant: python -m tests.tools.golden {lesson}\n{shown}", pytrace=False)


def test_nothing_else_is_on_record() -> None:
    assert {path.name for path in EXPECTED.iterdir()} == {expected(lesson).name for lesson in IDS}
