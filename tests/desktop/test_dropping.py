"""A file that is dragged from another program and dropped on the window."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.desktop.conftest import LESSONS
from tests.desktop.test_end_to_end import ROOT, LiveApp, launch, virtual_display
from viz.files.scene_file import saved, to_json

__all__ = ["launch", "virtual_display"]  # fixtures
MANY = ("text/uri-list", "text/plain", "UTF8_STRING", "STRING", "text/x-moz-url")


@pytest.mark.display
def test_a_dropped_file_is_opened_in_however_many_forms_it_is_offered(
    launch: Callable[..., LiveApp], tmp_path: Path
) -> None:
    """File managers offer a file in one form, or in many; text alone is no file, and nothing happens."""
    app = launch("axis-by-axis")
    window = app.search()

    def drop(lesson: str, *forms: str) -> None:
        name, preset = next(iter(LESSONS[lesson].presets.items()))
        path = tmp_path / f"{lesson} 100 %.separatrix"
        path.write_text(to_json(saved(LESSONS[lesson], name, preset.scene)), encoding="utf-8")
        source = [sys.executable, "-m", "tests.desktop.drag_source", window, str(path), *forms]
        subprocess.run(source, cwd=ROOT, env=app.environment, check=True, timeout=60)

    for lesson, forms in (("gjk", MANY[:1]), ("epa", MANY), ("point-on-line", MANY[1:3] + MANY[:1])):
        drop(lesson, *forms)
        app.until(lambda lesson=lesson: app.state["lesson"] == lesson, f"the scene of {lesson}")
    drop("gjk", "text/plain")
    app.xdotool("key", "Right")
    app.until(lambda: app.state["index"] == 1, "a step: the window goes on")
    assert app.state["lesson"] == "point-on-line"
    app.close()
