"""What the window remembers from one start to the next."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lessons import CURRICULUM
from viz.choosing import find_lesson
from viz.files.lecture_file import read_lecture
from viz.picture.theme import DARK, LIGHT, PROJECTOR

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def start(path: Path, lesson: str | None = None) -> Desktop:
    from tests.desktop.conftest import LESSONS
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, None if lesson is None else LESSONS[lesson], settings=path)
    desktop.settle()
    return desktop


def test_a_projector_s_letters_are_larger_from_the_start(tmp_path: Path) -> None:
    desktop = start(tmp_path / "settings.json")
    session = desktop.session
    session.choose_theme(PROJECTOR)
    assert (session.theme, session.text_size, session.wanted_text_size) == (PROJECTOR, 1.25, 1.25)
    session.choose_theme(DARK)
    assert (session.theme, session.text_size) == (DARK, 1.0)
    desktop.close()


def test_it_begins_as_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    first = start(path)
    assert first.session.lesson is CURRICULUM[0].lessons[0].lesson
    assert first.opening is not None, "the very first start shows one picture"
    first.apply_theme(LIGHT, 1.5)
    first.session.reduced_motion = True
    first.session.open(CURRICULUM[1].lessons[-1].lesson)
    first.session.chrome.pinned = "Code"
    first.session.study.notes = False
    first.settle()
    first.close()
    kept = json.loads(path.read_text())
    known = {"theme", "text_size", "reduced_motion", "asks", "lesson", "pinned", "conventions", "engine", "progress"}
    assert set(kept) == known
    second = start(path)
    session = second.session
    assert (session.theme, session.text_size, session.reduced_motion) == (LIGHT, 1.5, True)
    assert session.lesson is CURRICULUM[1].lessons[-1].lesson
    assert session.chrome.pinned == "Code"
    assert not session.study.notes
    assert second.opening is None
    second.close()
    third = start(path, "axis-by-axis")  # asked for by name
    assert third.session.lesson.id == "axis-by-axis"
    third.close()


@pytest.mark.parametrize(
    "text", ["{", '{"text_size": -3}', '{"layout": "[Docking][Data]\\nDockSpace ID=zzz"}', '{"lesson": "gone"}']
)
def test_a_damaged_file_is_reported_and_stops_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    desktop = start(path)
    desktop.settle()
    is_damaged = path.with_suffix(".damaged").exists()
    assert is_damaged == (text == "{")
    assert (desktop.session.notice is not None) == (is_damaged or "text_size" in text)
    desktop.close()
    assert json.loads(path.read_text())["theme"] == "dark"


def test_a_place_that_cannot_be_written_is_reported_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    desktop = start(blocked / "settings.json")
    desktop.close()
    assert "cannot be saved" in capsys.readouterr().err


def test_nothing_is_remembered_without_a_file(open_desktop: Callable[..., Desktop]) -> None:
    assert open_desktop().settings is None


def test_a_theme_of_the_command_line_is_for_this_time(tmp_path: Path) -> None:
    """And what a lecture asks, and its lesson, are its own; what is chosen in the window is kept."""
    from viz.desktop.lecturing import Lecturing

    path = tmp_path / "settings.json"
    for before in (None, '{"theme": "light", "text_size": 1.1, "lesson": "gjk"}'):
        if before is not None:
            path.write_text(before)
        desktop = start(path)
        desktop.remembering.wear(PROJECTOR)
        assert desktop.session.theme is PROJECTOR
        moments = "title = 'x'\n[[moment]]\nlesson = 'epa'\nquestion = false\n"
        Lecturing(desktop.session, read_lecture(moments, find_lesson, tmp_path))
        assert not desktop.session.asks
        desktop.session.reduced_motion = True
        desktop.close()
        kept = json.loads(path.read_text())
        assert (kept["theme"], kept["text_size"]) == (("dark", 1.0) if before is None else ("light", 1.1))
        assert (kept["asks"], kept["lesson"]) == (True, "" if before is None else "gjk")
        assert kept["reduced_motion"]
    desktop = start(path)
    desktop.remembering.wear(PROJECTOR)
    desktop.session.choose_theme(DARK)
    desktop.close()
    assert json.loads(path.read_text())["theme"] == "dark"
