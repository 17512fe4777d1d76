"""What ends a program, or would: signals, faults in a lesson, a full disk, a kill in the middle of a save. Each in a
process of its own."""

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

import pytest

from tests.desktop.conftest import LESSONS
from tests.desktop.test_end_to_end import ROOT, x_server
from viz.files import kept, kept_undo
from viz.files.scene_file import from_json
from viz.lesson.grip import placed_grips
from viz.session import progress, settings

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

VERSION_1 = (Path(__file__).parents[1] / "viz" / "data" / "version-1.separatrix").read_bytes()
# Run before the app: it says when it has drawn a few frames.
TELLS_WHEN_DRAWN = """
import resource
import sys
import viz.__main__ as m
from viz.desktop import display
prepare = display.prepare
once_drawn = lambda: None
def prepared():
    prepare()
    from viz.desktop.loop import Loop
    draw = Loop._draw
    def drawn(self, passed):
        draw(self, passed)
        if self.drawn == 3:
            once_drawn()
            print("drawn", flush=True)
    Loop._draw = drawn
display.prepare = prepared
"""
# And this: the lesson fails wherever its second step is shown.
FAILS_AT_STEP_TWO = """
lesson = m.ENTRIES["axis-by-axis"].lesson
told = type(lesson).situation
def situation(self, moment):
    if moment.index == 1:
        raise RuntimeError("sabotaged")
    return told(self, moment)
type(lesson).situation = situation
"""
FAILS_FROM_THEN_ON = """
import itertools
lesson = m.ENTRIES["axis-by-axis"].lesson
calls, clock = itertools.count(), type(lesson).clock
def failing(self, moment):
    if next(calls):
        raise RuntimeError("sabotaged")
    return clock(self, moment)
type(lesson).clock = failing
"""
CANNOT_BE_OPENED = """
lesson = m.ENTRIES["axis-by-axis"].lesson
def run(self, scene):
    raise RuntimeError("sabotaged")
type(lesson).run = run
"""
DISK_IS_FULL = """
largest = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
once_drawn = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, largest))
"""


@pytest.fixture(scope="module")
def shown_on() -> Iterator[str]:
    with x_server("1320x760x24") as display:
        yield display


class App:
    """The app as a user starts it, in a process of its own; `before` is Python that is run first."""

    def __init__(self, shown_on: str, folder: Path, *words: str, before: str = "") -> None:
        self.settings, self.log = folder / "settings.json", folder / "separatrix.log"
        self.environment = {
            **os.environ, "DISPLAY": shown_on, "PYTHONPATH": str(ROOT), "SEPARATRIX_SETTINGS": str(self.settings)
        }  # fmt: skip
        program = f"{TELLS_WHEN_DRAWN}\n{before}\nsys.exit(m.main({list(words)!r}))"
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.xdotool("search", "--sync", "--onlyvisible", "--name", "Separatrix", "windowfocus")
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "drawn\n", self.process.stderr and self.process.stderr.read()

    def xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.environment, check=True, capture_output=True, timeout=60)

    def until(self, true: Callable[[], bool], seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
            assert time.monotonic() < end
            time.sleep(0.05)

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Send a signal; the exit status and what was said on standard error."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=30)
        return self.process.returncode, said


@pytest.mark.display
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_closes_the_window_as_a_user_would(shown_on: str, tmp_path: Path, number: signal.Signals) -> None:
    app = App(shown_on, tmp_path, "gjk")
    assert app.end(number) == (128 + number, "")
    assert json.loads(app.settings.read_text())["lesson"] == "gjk"
    assert not app.log.exists()


@pytest.mark.display
def test_a_file_of_the_command_line_is_the_scene_s_own(shown_on: str, tmp_path: Path) -> None:
    """It can be saved again there, and is among those used last."""
    path = tmp_path / "mine.separatrix"
    path.write_bytes(VERSION_1)
    tells = "import viz.desktop.filing as f; close = f.Filing.close\n"
    tells += "def told(self):\n print(self.session.chrome.own_file, flush=True); close(self)\nf.Filing.close = told\n"
    app = App(shown_on, tmp_path, str(path), before=f"def once_drawn():\n exec({tells!r}, {{}})\n")
    app.process.send_signal(signal.SIGTERM)
    out, said = app.process.communicate(timeout=60)
    assert (out.strip(), said) == (str(path), "")
    assert json.loads((tmp_path / "scenes.json").read_text())["recent"] == [str(path)]


@pytest.mark.display
def test_a_lesson_that_fails_is_opened_anew(shown_on: str, tmp_path: Path) -> None:
    app = App(shown_on, tmp_path, "axis-by-axis", before=FAILS_AT_STEP_TWO)
    app.xdotool("key", "Right")
    app.until(app.log.exists)
    assert app.end(signal.SIGTERM) == (128 + signal.SIGTERM, "")
    log = app.log.read_text()
    assert log.count("RuntimeError: sabotaged") == 1
    assert "axis-by-axis, step 2" in log
    assert json.loads(app.settings.read_text())["lesson"] == "axis-by-axis"


@pytest.mark.display
def test_a_lesson_that_cannot_be_opened_anew_gives_way_to_another(shown_on: str, tmp_path: Path) -> None:
    app = App(shown_on, tmp_path, "axis-by-axis", before=FAILS_FROM_THEN_ON)
    app.xdotool("key", "Right")
    app.until(lambda: app.log.exists() and app.log.read_text().count(" separatrix ") == 2)
    assert app.end(signal.SIGTERM) == (128 + signal.SIGTERM, "")
    assert app.log.read_text().count(" separatrix ") == 2, "one entry a fault: in the frame, and in opening it anew"
    assert json.loads(app.settings.read_text())["lesson"] == next(iter(LESSONS))


@pytest.mark.display
def test_a_remembered_lesson_that_cannot_be_opened_does_not_stop_the_start(shown_on: str, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"lesson": "axis-by-axis", "theme": "light"}')
    app = App(shown_on, tmp_path, before=CANNOT_BE_OPENED)
    assert app.end(signal.SIGTERM) == (128 + signal.SIGTERM, "")
    assert "sabotaged" in app.log.read_text()
    assert json.loads(app.settings.read_text())["theme"] == "light"


@pytest.mark.display
def test_a_full_disk_is_told_and_costs_nothing(shown_on: str, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"lesson": "gjk", "theme": "light"}')
    app = App(shown_on, tmp_path, "epa", before=DISK_IS_FULL)
    status, said = app.end(signal.SIGTERM)
    assert status == 128 + signal.SIGTERM
    assert said.count("\n") == 1
    assert "cannot be saved" in said
    assert json.loads(app.settings.read_text()) == {"lesson": "gjk", "theme": "light"}
    assert {each.name for each in tmp_path.iterdir()} <= {"settings.json", "progress.json"}  # no draft is left


SAVE_FOR_EVER = """
import itertools, sys
from pathlib import Path
from viz.files import kept, kept_undo
from viz.files.scene_file import SavedScene, to_json
from viz.files.whole import write_whole
from viz.session import progress
from viz.session.settings import Settings, save
folder = Path(sys.argv[1])
print("ready", flush=True)
for i in itertools.count():
    scene = SavedScene("gjk", f"scene {i}", {"long": ["x" * 20] * 1000})
    save(folder / "settings.json", Settings(lesson=f"lesson {i}" + "x" * 20_000))
    kept.save(folder / "scenes.json", {"gjk": scene}, [f"file {i}"])
    kept_undo.save(folder / "undo.json", to_json(scene), [to_json(scene)] * 3, [])
    progress.save(folder / "progress.json", {"gjk": progress.Done({f"scene {i % 100}": set(range(2000))})})
    write_whole(folder / "mine.separatrix", to_json(scene))
"""


def test_a_kill_in_the_middle_of_a_save_leaves_whole_files(tmp_path: Path) -> None:
    """The settings, kept scenes, undo, progress, and a scene's file: each is one that was written."""
    for pause in (0.002, 0.005, 0.011, 0.017, 0.023, 0.031):
        saving = subprocess.Popen(
            [sys.executable, "-c", SAVE_FOR_EVER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert saving.stdout is not None
        saving.stdout.readline()
        end = time.monotonic() + 60.0
        while not (tmp_path / "mine.separatrix").exists():
            assert time.monotonic() < end
            time.sleep(0.005)
        time.sleep(0.05 + pause)
        saving.kill()
        saving.wait()
        saving.stdout.close()
        assert settings.load(tmp_path / "settings.json")[0].lesson.startswith("lesson ")
        scenes, problem = kept.load(tmp_path / "scenes.json")
        assert problem is None
        assert scenes.scenes["gjk"].scene.startswith("scene ")
        undo, problem = kept_undo.load(tmp_path / "undo.json")
        assert problem is None
        assert undo is not None
        assert len(undo.past) == 3
        done, problem = progress.load(tmp_path / "progress.json")
        assert problem is None
        assert done["gjk"].steps
        assert from_json((tmp_path / "mine.separatrix").read_text(encoding="utf-8")).scene.startswith("scene ")
        assert not list(tmp_path.glob("*.damaged"))


def test_a_fault_between_two_calls_of_imgui(
    open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever in a frame it comes, the frames after it are sound; without a log the trace goes to standard error."""
    desktop = open_desktop("axis-by-axis")
    session = desktop.session
    session.player.go(2)
    for name in ("situation", "clock"):
        with monkeypatch.context() as sabotage:
            sabotage.setattr(type(session.lesson), name, _fail)
            desktop._sheltered_frame()
        assert session.notice is not None
        assert "opened anew" in session.notice.text
        assert session.player.index == 0
        for _ in range(40):
            desktop._sheltered_frame()


@pytest.mark.parametrize("is_held", [False, True])
def test_a_scene_that_cannot_be_drawn_is_taken_back(
    open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch, is_held: bool
) -> None:
    """What was done before it is not lost, whether the edit has ended or not."""
    desktop = open_desktop("gjk")
    session = desktop.session
    session.set_field("b", session.player.scene.b.turned(0.5))
    kept, situation = session.player.scene, type(session.lesson).situation
    grip = next(p for p in placed_grips(kept, session.pixel) if p.grip.field == "b")
    session.hold(grip.grip, grip.at)
    session.carry(grip.at + 1.0, snap=False)
    if not is_held:
        session.release()
    failing = session.player.scene
    assert failing is not kept

    def told(self: object, moment: Any) -> str:
        if moment.scene is failing:
            raise RuntimeError("sabotaged")
        return situation(self, moment)

    monkeypatch.setattr(type(session.lesson), "situation", told)
    for _ in range(3):
        desktop._sheltered_frame()
    assert session.player.scene is kept
    assert session.notice is not None
    assert "the last change was taken back" in session.notice.text
    assert not session.is_editing
    session.undo()
    assert session.player.scene is session.presets[0][1].scene


def test_faults_without_end_end_the_program(
    open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = open_desktop("axis-by-axis")
    monkeypatch.setattr(type(desktop.canvas), "situation", _fail)
    for _ in range(3):
        desktop._sheltered_frame()
    with pytest.raises(RuntimeError, match="sabotaged"):
        desktop._sheltered_frame()


def _fail(*_: object) -> None:
    raise RuntimeError("sabotaged")
