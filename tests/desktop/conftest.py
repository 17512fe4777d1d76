"""An off-screen window for tests: EGL, no display needed. Where GL is missing the tests are skipped with the
reason, unless SEPARATRIX_REQUIRE_DISPLAY says that a missing one is a failure."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lessons import CURRICULUM
from viz.desktop import display
from viz.lesson.curriculum import by_id

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

collect_ignore = ["engine.py", "live_app.py"]  # looking for doctests in them would import pyglet too early
LESSONS = {name: entry.lesson for name, entry in by_id(CURRICULUM).items()}


def missing(reason: str) -> None:
    """Skip, or fail where the machine has promised a display."""
    if os.environ.get("SEPARATRIX_REQUIRE_DISPLAY"):
        pytest.fail(f"SEPARATRIX_REQUIRE_DISPLAY is set, but {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def off_screen() -> None:
    try:
        display.prepare(headless=True)
    except display.NoDisplayError as reason:
        missing(str(reason))


@pytest.fixture
def open_desktop(
    off_screen: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Callable[..., Desktop]]:
    """Opens off-screen windows and closes them after the test. What they save goes to a folder of the test."""
    monkeypatch.setenv("HOME", str(tmp_path))
    from viz.desktop.window import Desktop

    opened: list[Desktop] = []

    def open_one(lesson: Any = "axis-by-axis", size: tuple[int, int] = (1280, 720), **more: Any) -> Desktop:
        chosen = LESSONS[lesson] if isinstance(lesson, str) else lesson
        opened.append(Desktop(CURRICULUM, chosen, size, **more))
        opened[-1].session.reduced_motion = True  # what is asked for is what the next frame shows
        opened[-1].settle()
        return opened[-1]

    yield open_one
    for desktop in opened:
        desktop.close()


@pytest.fixture
def desktop(open_desktop: Callable[..., Desktop]) -> Desktop:
    return open_desktop()
