"""Lessons stay small: what would make one grow is split off, or shared in `viz` and `geometry`."""

from __future__ import annotations

from pathlib import Path

import pytest

import lessons

MODULES = sorted(Path(lessons.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_module_of_a_lesson_is_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400
