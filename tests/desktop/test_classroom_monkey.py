"""Some events of the monkey in the classroom; tests/campaigns/test_classroom.py has thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desktop.classroom_monkey import Classroom

EVENTS, SEED = 60, 20261123


def test_a_monkey_in_the_classroom(off_screen: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    classroom = Classroom(tmp_path, SEED, (900, 560))
    try:
        classroom.run(EVENTS)
        classroom.check()
    finally:
        classroom.close()
