"""What was done in a lesson can be undone after the next start of the program, however the last one has ended."""

from __future__ import annotations

import contextlib
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lessons import CURRICULUM
from tests.desktop.conftest import LESSONS
from tests.desktop.test_end_to_end import x_server
from tests.desktop.test_nothing_is_lost import App

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


@contextlib.contextmanager
def started(settings: Path, lesson: str = "gjk") -> Iterator[Desktop]:
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, LESSONS[lesson], settings=settings)
    desktop.settle()
    with contextlib.closing(desktop):
        yield desktop


def place(desktop: Desktop) -> tuple[float, float]:
    scene: Any = desktop.session.player.scene
    x, y = scene.b.pose.position.tolist()
    return x, y


def move(desktop: Desktop, by: float) -> tuple[float, float]:
    scene: Any = desktop.session.player.scene
    desktop.session.set_field("b", scene.b.moved((by, 0.0)))
    return place(desktop)


def said(desktop: Desktop) -> str:
    notice = desktop.session.notice
    return "" if notice is None else notice.text


@pytest.fixture
def settings(off_screen: None, tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_undo_and_redo_go_on_at_the_next_start(settings: Path) -> None:
    with started(settings) as first:
        places = [place(first), *(move(first, 0.25 * i) for i in (1, 2, 3, 4))]
        first.session.undo()
    with started(settings) as second:
        assert place(second) == places[3]
        second.session.redo()
        assert place(second) == places[4]
        for expected in reversed(places[:4]):
            second.session.undo()
            assert place(second) == expected
        assert second.session.player.scene is second.session.presets[0][1].scene, "the lesson's own, not its like"
        assert not second.session.history.can_undo
        second.session.redo()
    with started(settings, "two-shadows") as third:
        third.session.open(LESSONS["gjk"])
        assert place(third) == places[1]
        third.session.undo()
        assert place(third) == places[0]


def test_the_last_fifty_edits_are_kept_and_an_edit_does_not_cost_them_all(settings: Path) -> None:
    from viz.desktop import undoing

    with started(settings) as first:
        places = [move(first, 0.01) for _ in range(60)]
        first.settle(20)
        told: list[object] = []
        saved = undoing.saved
        with pytest.MonkeyPatch.context() as counting:
            counting.setattr(undoing, "saved", lambda *a, **k: told.append(a) or saved(*a, **k))  # type: ignore[func-returns-value]
            places.append(move(first, 0.01))
            first.settle(2)
            first.filing._undoing.close()
        assert len(told) == 2, "the present scene and the one before it"
    with started(settings) as second:
        assert place(second) == places[-1]
        count = 0
        while second.session.history.can_undo:
            second.session.undo()
            count += 1
        assert count == 50
        assert np.allclose(place(second), places[-51])


def test_lessons_that_were_left_longest_ago_make_room(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viz.session.history.MOST_OF_ALL", 100)
    with started(settings) as desktop:
        session = desktop.session
        for lesson in ("gjk", "epa"):
            session.open(LESSONS[lesson])
            for _ in range(70):
                move(desktop, 0.01)
        session.open(LESSONS["gjk"])
        gjk, epa = (session.looked[lesson].history for lesson in ("gjk", "epa"))
        assert (len(gjk.past), len(epa.past)) == (70, 50)


@pytest.mark.parametrize(
    ("text", "expected", "is_kept"),
    [("{", "cannot be read", False), ('{"separatrix-undo": 9}', "later version", True)],
)
def test_a_file_of_no_use_is_told_and_the_scene_is_there(
    settings: Path, text: str, expected: str, is_kept: bool
) -> None:
    path = settings.with_name("undo") / "gjk.json"
    with started(settings) as first:
        moved = move(first, 0.5)
    path.write_text(text)
    with started(settings) as second:
        assert expected in said(second)
        assert said(second).count(".json") <= 1
        assert place(second) == moved
        move(second, 0.5)
    assert (path.read_text() == text) is is_kept


def test_an_edit_that_the_lesson_does_not_take_any_more_is_left_out(settings: Path) -> None:
    path = settings.with_name("undo") / "gjk.json"
    with started(settings) as first:
        places = [place(first), move(first, 0.5), move(first, 0.5)]
    told = json.loads(path.read_text())
    told["past"][1]["fields"]["gone"] = 3
    path.write_text(json.dumps(told))
    with started(settings) as second:
        assert place(second) == places[2]
        second.session.undo()
        assert place(second) == places[0]


def test_a_lecture_s_edits_are_none_of_the_learner_s(settings: Path) -> None:
    with started(settings) as first:
        move(first, 0.5)
    before = (settings.with_name("undo") / "gjk.json").read_text()
    with started(settings) as second:
        second.session.lecture = object()  # type: ignore[assignment]
        move(second, 0.5)
    assert (settings.with_name("undo") / "gjk.json").read_text() == before


@pytest.mark.display
def test_a_killed_program_leaves_its_undo(tmp_path: Path) -> None:
    """With real keys in real windows: three nudges, a kill, and Ctrl+Z in the next start leads back."""

    def kept() -> dict[str, Any]:
        with contextlib.suppress(FileNotFoundError):
            told: dict[str, Any] = json.loads((tmp_path / "scenes.json").read_text())["scenes"]
            return told
        return {}

    def at(scenes: dict[str, Any]) -> list[float] | None:
        return scenes["gjk"]["fields"]["b"]["at"] if "gjk" in scenes else None

    def undo_length() -> int:
        with contextlib.suppress(FileNotFoundError):
            return len(json.loads((tmp_path / "undo" / "gjk.json").read_text())["past"])
        return 0

    with x_server("1320x760x24") as shown_on:
        app = App(shown_on, tmp_path, "gjk")
        places = []
        for i in range(3):
            app.xdotool("key", "alt+Right")
            app.until(lambda i=i: undo_length() == i + 1 and at(kept()) not in [None, *places])  # type: ignore[misc]
            places.append(at(kept()))
        app.end(signal.SIGKILL)
        app = App(shown_on, tmp_path, "gjk")
        for expected in (places[1], places[0], None):
            app.xdotool("key", "ctrl+z")
            app.until(lambda expected=expected: at(kept()) == expected)  # type: ignore[misc]
        app.xdotool("key", "ctrl+shift+z")
        app.until(lambda: at(kept()) == places[0])
        app.end(signal.SIGTERM)
