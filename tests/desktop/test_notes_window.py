"""The speaker's notes in a window of their own, in a process of its own, beside a real lecture."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.desktop.test_end_to_end import ROOT, x_server
from tests.desktop.test_lecturing import TEXT
from viz.__main__ import find_lesson
from viz.files.lecture_file import read_lecture
from viz.picture.theme import LIGHT, PROJECTOR, THEMES, Theme, rgb

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


class Given:
    """`separatrix lecture FILE --notes window` as a lecturer starts it."""

    def __init__(self, shown_on: str, folder: Path) -> None:
        (folder / "three.toml").write_text(TEXT, encoding="utf-8")
        self.environment = {
            **os.environ, "DISPLAY": shown_on, "PYTHONPATH": str(ROOT),
            "SEPARATRIX_SETTINGS": str(folder / "settings.json"), "PYTHONUNBUFFERED": "1",
        }  # fmt: skip
        self.said = (folder / "said").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "viz", "lecture", str(folder / "three.toml"), "--notes", "window"],
            env=self.environment, stdout=self.said, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def xdotool(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=60)
        return done.stdout.strip()

    def press(self, key: str, window: str) -> None:
        """Sends it once the window has the focus: one that is not viewable yet refuses it, and its key is lost."""

        def has_focus() -> bool:
            self.xdotool("search", "--onlyvisible", "--name", f"^{window}", "windowfocus")
            return self.xdotool("getwindowfocus", "getwindowname").startswith(window)

        self.until(has_focus)
        self.xdotool("key", key)

    def notes(self) -> str:
        """The name of the window with the notes; nothing where there is none."""
        return self.xdotool("search", "--name", "^Notes", "getwindowname")

    def printed(self) -> str:
        return Path(self.said.name).read_text(encoding="utf-8")

    def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + 60.0
        while not true():
            assert time.monotonic() < end, (self.notes(), self.printed())
            time.sleep(0.05)


@pytest.fixture
def given(tmp_path: Path) -> Iterator[Given]:
    with x_server("1960x1120x24") as shown_on:
        lecture = Given(shown_on, tmp_path)
        try:
            lecture.until(lambda: lecture.notes().startswith("Notes 1 / 3"))
            yield lecture
        finally:
            lecture.process.kill()
            lecture.process.communicate()
            lecture.said.close()


@pytest.mark.display
def test_the_notes_follow_the_lecture_lead_it_and_end_with_it(given: Given) -> None:
    assert given.notes() == "Notes 1 / 3  GJK: Overlap, step 2"
    assert given.printed() == "", "the notes stand in their window"
    given.press("Page_Down", "Notes")
    given.until(lambda: given.notes().startswith("Notes 2 / 3  Two shadows"))
    given.press("Page_Down", "Separatrix")
    given.until(lambda: given.notes().startswith("Notes 3 / 3  GJK"))
    given.process.send_signal(signal.SIGTERM)
    assert given.process.wait(30) == 128 + signal.SIGTERM
    given.until(lambda: given.notes() == "")


@pytest.mark.display
def test_the_notes_end_with_a_lecture_that_is_killed(given: Given) -> None:
    given.process.kill()
    given.until(lambda: given.notes() == "")


@pytest.mark.display
def test_notes_whose_window_is_gone_go_on_in_the_terminal(given: Given) -> None:
    pid = given.xdotool("search", "--name", "^Notes", "getwindowpid") or ""
    children = Path(f"/proc/{given.process.pid}/task/{given.process.pid}/children").read_text().split()
    os.kill(int(pid or children[0]), signal.SIGKILL)
    given.until(lambda: "they go on here" in given.printed())
    assert "1 / 3  gjk: Overlap, step 2" in given.printed()
    given.press("Page_Down", "Separatrix")
    given.until(lambda: "2 / 3  two-shadows" in given.printed())


def test_a_moment_is_drawn_with_its_note_the_next_title_and_the_time(off_screen: None) -> None:
    import pyglet

    from viz.desktop.notes_window import NotesView, load_fonts

    load_fonts()
    window = pyglet.window.Window(760, 520)
    try:
        view = NotesView(window)
        told: dict[str, Any] = {
            "place": "2 / 7",
            "title": "GJK",
            "coming": "EPA: Two boxes",
            "begun": time.time() - 61,
        }
        view.tell(told | {"note": "One\nline.\n\nAnother of them, n̂."})
        assert view.draw()
        assert not view.draw(), "nothing has changed"
        assert [each.text for each in view._texts] == ["2 / 7", "GJK", "Next: EPA: Two boxes"]
        assert view._clock.text in ("1:01", "1:02")
        assert view.note.document.text == "One line.\n\nAnother of them, n̂."
        data = pyglet.image.get_buffer_manager().get_color_buffer().get_image_data().get_data("RGBA", 4 * 760)
        rows = np.frombuffer(data, np.uint8).reshape(520, 760, 4)[::-1, :, :3].astype(int)
        ground = rows[0, 0]
        inked = np.abs(rows - ground).sum(axis=2) > 150
        for top, bottom in ((10, 60), (62, 100), (110, 200), (470, 510)):
            assert inked[top:bottom].any(), "words stand there"
        view.tell(told | {"note": "Word after word. " * 200, "coming": ""})
        assert view._texts[2].text == "This is the last moment."
        assert view.note.content_height > view.note.height
        view.scroll(-2.0)
        assert view.note.view_y < 0.0
        view.scroll(99.0)
        assert view.note.view_y == 0.0
    finally:
        window.close()


def test_elapsed_time_has_hours_from_the_first_on() -> None:
    from viz.desktop.notes_window import elapsed

    assert [elapsed(each) for each in (-1.0, 0.0, 59.9, 61.0, 3599.0, 3600.0, 7325.0)] == [
        "0:00", "0:00", "0:59", "1:01", "59:59", "1:00:00", "2:02:05"
    ]  # fmt: skip


def test_the_notes_are_in_the_theme_of_the_lecture(
    open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From its first moment on, and when another is chosen while a moment is shown."""
    from viz.desktop import notes_pipe
    from viz.desktop.lecturing import Lecturing

    heard, popen = tmp_path / "heard", subprocess.Popen

    def listens(_words: list[str], **more: Any) -> subprocess.Popen[str]:
        program = f"import sys; open({str(heard)!r}, 'w').write(sys.stdin.read())"
        return popen([sys.executable, "-c", program], **more)

    monkeypatch.setattr(notes_pipe.subprocess, "Popen", listens)
    desktop = open_desktop()
    desktop.session.choose_theme(PROJECTOR)
    notes = notes_pipe.NotesPipe()
    notes.lecturing = Lecturing(desktop.session, read_lecture(TEXT, find_lesson, tmp_path), notes.tell)
    notes.look()
    desktop.session.choose_theme(LIGHT)
    for _ in range(3):
        notes.look()
    notes.lecturing.forward()
    process = notes.process
    notes.close()
    assert process is not None
    assert process.stdout is not None
    process.wait(30)
    process.stdout.close()
    told = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    assert [(each["theme"], each["place"]) for each in told] == [
        ("projector", "1 / 3"), ("light", "1 / 3"), ("light", "2 / 3")
    ]  # fmt: skip


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_word_of_the_notes_is_in_the_colours_of_the_theme(off_screen: None, theme: Theme) -> None:
    import pyglet

    from viz.desktop.notes_window import NotesView, load_fonts

    load_fonts()
    window = pyglet.window.Window(300, 260)
    try:
        view = NotesView(window)
        view.tell({"place": "2", "title": "I", "coming": "I", "begun": 0.0, "note": "I", "theme": theme.name})
        view.draw()
        data = pyglet.image.get_buffer_manager().get_color_buffer().get_image_data().get_data("RGBA", 4 * 300)
        pixels = np.frombuffer(data, np.uint8).reshape(260, 300, 4)[..., :3]
        assert tuple(pixels[130, 290] / 255.0) == pytest.approx(rgb(theme.canvas), abs=0.02)
        inks = [*(each.color[:3] for each in view._texts), view._clock.color[:3]]
        inks.append(view.note.document.get_style("color")[:3])
        wanted = [theme.quiet, theme.text, theme.accent, theme.text, theme.body]
        assert inks == [tuple(round(255 * part) for part in rgb(each)) for each in wanted]
    finally:
        window.close()
