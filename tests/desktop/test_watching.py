"""A window that follows a file: `separatrix check FILE --open`. Saved ten times a second, with errors among the
saves, it goes on; a drag asks the routine anew; what is mended is seen to be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from geometry.counterexample.statement import Conventions
from lessons import CURRICULUM
from lessons.labs.checking.check import check_file
from lessons.labs.checking.result import Options
from lessons.labs.your_code import YourCode
from lessons.labs.your_code_check import Checked, Frame
from lessons.labs.your_code_examples import FOLDER
from lessons.labs.your_code_open import STAYS, Next, OwnFile
from viz.__main__ import main
from viz.lesson.grip import Grip, Part
from viz.lesson.text import plain

if TYPE_CHECKING:
    from viz.desktop.watching import Watching
    from viz.desktop.window import Desktop

BROKEN = (FOLDER / "mtv_by_centres.py").read_text(encoding="utf-8")
MENDED = (FOLDER / "mtv_b_to_a_y_down.py").read_text(encoding="utf-8")
SYNTAX = BROKEN.replace("best = None\n", "best = None (\n", 1)
ENDLESS = "def mtv(a, b):\n    while True:\n        pass\n"
ENTRY = next(each for chapter in CURRICULUM for each in chapter.lessons if each.id == "your-code")


FRAMES = (Frame("found", ([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)], [(2.0, 0.0), (3.0, 0.0), (2.0, 1.0)])),)


class Followed:
    """A window on a file."""

    def __init__(self, open_desktop: Callable[..., Desktop], path: Path, text: str) -> None:
        from viz.desktop.watching import Watching

        path.write_text(text)
        self.path, self.own = path, OwnFile(YourCode, check_file(path, Options(budget=0.3, time_limit=0.3)), 0.3)
        self.desktop = open_desktop(self.own.lesson)
        self.watching: Watching = Watching(self.desktop, self.own.lesson, self.own)
        self.session = self.desktop.session

    def frame(self) -> None:
        self.watching.look()
        self.desktop.frame(1.0 / 60.0)

    def until(self, true: Callable[[], bool], seconds: float = 300.0) -> None:  # of a busy machine
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"waited in vain: {self.said}"
            self.frame()
            for _ in range(10):  # a frame is dear here
                self.watching.look()
                time.sleep(0.01)

    @property
    def arguments(self) -> Any:
        scene: Any = self.session.player.scene
        return scene.arguments

    @property
    def said(self) -> str:
        return plain(self.session.situation)


@pytest.fixture
def follow(open_desktop: Callable[..., Desktop], tmp_path: Path) -> Iterator[Callable[[str], Followed]]:
    before, opened = ENTRY.lesson, list[Followed]()

    def one(text: str) -> Followed:
        opened.append(Followed(open_desktop, tmp_path / "mine.py", text))
        return opened[-1]

    yield one
    for each in opened:
        each.own.close()
    ENTRY.put(before)


def test_it_opens_on_the_smallest_failing_scene(follow: Callable[[str], Followed]) -> None:
    window = follow(BROKEN)
    assert window.session.player.stage == "Failure"
    window.until(lambda: window.said.startswith("Moved as your routine says, B still overlaps A by"))
    at = window.session.player.trace.line(window.session.player.index)
    assert at.file == str(window.path)
    assert BROKEN.splitlines()[at.line - 1].strip().startswith("return overlap * n[0]")


def test_a_drag_asks_the_file_again(follow: Callable[[str], Followed]) -> None:
    """Far to the lower right the centres are right."""
    window = follow(BROKEN)
    session, start = window.session, np.zeros(2)
    session.hold(Grip("b", Part.WHOLE), start)
    for k in range(1, 11):
        session.carry(start + k * np.array((0.15, -0.1)), snap=False)
        window.frame()
    window.until(lambda: window.said == "Your routine is right here.")
    session.release()
    assert session.history.undo(session.entry) is not None


def test_a_syntax_error_is_said_and_what_was_good_stays(follow: Callable[[str], Followed]) -> None:
    window = follow(BROKEN)
    scene, line = window.arguments, SYNTAX[: SYNTAX.index("(\n")].count("\n") + 1
    window.path.write_text(SYNTAX)
    window.until(lambda: STAYS in window.said)
    assert window.said.startswith(f"Line {line}") or "syntax error" in window.said
    assert window.arguments == scene
    assert window.session.player.stage == "Failure"
    window.path.write_text(MENDED)
    window.until(lambda: window.said == "Your routine is right here.")
    assert window.arguments == scene, "the scene that failed, mended"
    assert window.session.player.stage == "Answer"


def opened_broken(follow: Callable[[str], Followed]) -> Followed:
    """A file that is no Python yet: an example is shown, and nothing is said of it as if no file were open."""
    window = follow(SYNTAX)
    line = SYNTAX[: SYNTAX.index("(\n")].count("\n") + 1
    assert window.said.startswith(f"Line {line}: the file has a syntax error: ")
    assert window.own.head == "mine.py"
    page = plain(window.session.page.sentence)
    assert page.startswith("Your file is not shown yet. "), page
    return window


def test_a_file_that_begins_with_a_syntax_error_shows_its_smallest_failing_scene_once_it_is_mended(
    follow: Callable[[str], Followed],
) -> None:
    window = opened_broken(follow)
    window.session.player.go(3)
    window.path.write_text(SYNTAX + "\n")
    window.until(lambda: "The file has been saved" not in window.said and is_idle(window))
    assert "syntax error" in window.said, "an error still"
    window.path.write_text(BROKEN)
    window.until(lambda: window.own.fails)
    window.frame()
    assert window.session.scene_index == 0
    assert window.session.player.scene is window.session.presets[0][1].scene
    assert window.arguments == window.own.lesson.own[0].scene.arguments  # type: ignore[attr-defined]
    assert window.session.player.stage == "Failure"
    window.until(lambda: window.said.startswith("Moved as your routine says, B still overlaps A by"))


def test_a_file_that_begins_with_a_syntax_error_is_said_to_be_right_once_it_is(
    follow: Callable[[str], Followed],
) -> None:
    window = opened_broken(follow)
    window.path.write_text(MENDED)
    window.until(lambda: window.said == "Your routine is right here.")
    assert window.session.scene_index == 0
    assert window.session.player.stage == "Answer"
    window.until(lambda: is_idle(window))
    assert window.own.head.startswith("mine.py   0 of ")


def test_it_stands_at_its_own_scene_when_somebody_comes_back_to_it(follow: Callable[[str], Followed]) -> None:
    window = opened_broken(follow)
    window.session.open(next(each for each in CURRICULUM[0].lessons).lesson)
    window.path.write_text(BROKEN)
    window.until(lambda: window.own.fails and is_idle(window))
    window.session.open(ENTRY.lesson)
    window.frame()
    assert window.session.scene_index == 0
    assert window.session.player.stage == "Failure"
    window.session.preset(3)
    window.path.write_text(MENDED)
    window.until(lambda: not window.own.fails and is_idle(window))
    window.frame()
    assert window.session.scene_index == 3, "what was chosen by hand stays"


def test_what_was_saved_while_the_check_ran_is_checked(follow: Callable[[str], Followed], tmp_path: Path) -> None:
    """Between the report and the window lie seconds, in which the error is mended."""
    path = tmp_path / "late.py"
    path.write_text(SYNTAX)
    report = check_file(path, Options(budget=0.3, time_limit=0.3))
    path.write_text(BROKEN)
    own = OwnFile(YourCode, report, 0.3)
    try:
        end = time.monotonic() + 300.0
        while not own.fails:
            assert time.monotonic() < end
            own.news()
            time.sleep(0.02)
    finally:
        own.close()


def test_a_scene_changed_by_hand_opens_at_its_answer_once_the_file_is_mended(
    follow: Callable[[str], Followed],
) -> None:
    window = follow(BROKEN)
    session = window.session
    session.hold(Grip("b", Part.WHOLE), np.zeros(2))
    session.carry(np.array((0.01, 0.0)), snap=False)
    session.release()
    changed = window.arguments
    assert session.player.stage == "Failure"
    window.path.write_text(MENDED)
    window.until(lambda: window.said == "Your routine is right here.")
    assert window.arguments == changed
    assert session.player.stage == "Answer"


def test_saved_ten_times_a_second_it_never_falls_over(
    follow: Callable[[str], Followed], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = follow(BROKEN)
    faults: list[Exception] = []
    monkeypatch.setattr(window.desktop.rescue, "from_fault", faults.append)
    saves = [SYNTAX, BROKEN, "", "def", "\0", MENDED[: len(MENDED) // 2], ENDLESS, "raise SystemExit\n", BROKEN]
    due = time.monotonic()
    for k in range(30):
        if k % 7 == 6:
            window.path.unlink(missing_ok=True)
        else:
            window.path.write_text(saves[k % len(saves)])
        due += 0.1
        while time.monotonic() < due:
            window.frame()
    assert not faults
    window.path.write_text(MENDED)
    window.until(lambda: window.said == "Your routine is right here.")
    window.session.player.go(0)
    window.frame()


def test_a_loop_without_an_end_does_not_stop_the_window(follow: Callable[[str], Followed]) -> None:
    window = follow(BROKEN)
    window.path.write_text(ENDLESS)
    began, longest = time.monotonic(), 0.0
    while "had not answered" not in window.session.page.sentence:
        before = time.thread_time()
        window.frame()
        longest = max(longest, time.thread_time() - before)
        assert time.monotonic() - began < 60.0
    assert longest < 1.0
    at = window.session.player.trace.line(window.session.player.index)
    assert at.line in (2, 3)


ANOTHER = """def overlap(a, b):
    xs, ys = [x for x, _ in a], [y for _, y in a]
    us, vs = [x for x, _ in b], [y for _, y in b]
    return max(xs) >= min(us) and max(us) >= min(xs) and max(ys) >= min(vs) and max(vs) >= min(ys)
"""  # the boxes around them


def pressed(window: Followed, key: str) -> None:
    """A real key, held for a frame."""
    from imgui_bundle import imgui

    from tests.desktop.test_editing import key as press

    press(window.desktop, getattr(imgui.Key, key))


def clicked(window: Followed, words: str) -> None:
    """A real click on words of the strip, where they are on the screen."""
    from imgui_bundle import imgui

    from tests.desktop.engine import drive

    assert imgui is not None
    drive(window.desktop, lambda context: context.item_click(f"//##strip/{words}"))


def is_idle(window: Followed) -> bool:
    return "being checked" not in window.own.head


def test_another_failing_scene_is_shown_in_the_place_of_a_dragged_one(follow: Callable[[str], Followed]) -> None:
    window = follow(ANOTHER)
    session = window.session
    shown = {repr(window.arguments)}
    for _ in range(3):
        session.hold(Grip("b", Part.WHOLE), np.zeros(2))
        session.carry(np.array((0.5, 0.25)), snap=False)
        session.release()
        window.frame()
        turn = window.own.gone_on
        pressed(window, "f8")
        assert window.said == "Another failing scene is being looked for."
        window.until(lambda turn=turn: window.own.gone_on > turn)  # type: ignore[misc]
        window.frame()
        assert repr(window.arguments) not in shown
        shown.add(repr(window.arguments))
        assert session.player.stage == "Failure"
        window.until(lambda: "overlap" in window.said and "being" not in window.said)
        assert checked_now(window).family in checked_now(window).tried
    assert session.scene_index == 0


def test_the_next_failing_scene_is_shown_from_an_example_too(follow: Callable[[str], Followed]) -> None:
    window = follow(ANOTHER)
    window.session.preset(4)
    pressed(window, "f8")
    window.until(lambda: window.own.gone_on == 1)
    window.frame()
    assert window.session.scene_index == 0
    assert window.session.player.scene is window.session.presets[0][1].scene
    assert window.arguments == window.own.lesson.own[0].scene.arguments  # type: ignore[attr-defined]


def test_once_all_were_shown_it_is_said(follow: Callable[[str], Followed]) -> None:
    """Each failing scene is taken for one that was shown."""
    window = follow("def support(a, d):\n    raise KeyError\n")
    window.own._next.takes = lambda found: False  # type: ignore[method-assign]
    pressed(window, "f8")
    window.until(lambda: is_idle(window))
    assert window.said == "No other failing scene was found."
    assert window.own.gone_on == 0
    assert window.session.player.stage == "Failure"


def test_the_next_failing_scene_is_of_the_next_family() -> None:
    found = Checked("mtv", Conventions(), "", (), {}, {"a": 1, "b": 0, "c": 2, "d": 3}, "c", "", FRAMES)
    order = Next()
    order.begin(found)
    assert order.families == ["d", "a", "c"], "round to that of the scene that is shown"
    assert not order.takes(found), "it has been shown"
    order.families.clear()
    assert not order.takes(found), "the last chance"
    assert order.takes(found), "from then on it may be shown again"


def test_check_again_looks_at_other_scenes_of_the_file_as_it_is(follow: Callable[[str], Followed]) -> None:
    window = follow(BROKEN)
    before, scene = checked_now(window), window.arguments
    pressed(window, "f5")
    assert window.said == "The file is being checked again, on other scenes."
    assert window.own.head == "mine.py is being checked."
    window.until(lambda: checked_now(window) is not before and is_idle(window))
    assert checked_now(window).failures
    assert window.own.head.endswith(" scenes fail")
    assert window.session.player.stage == "Failure"
    window.path.write_text(SYNTAX)
    window.until(lambda: STAYS in window.said)
    pressed(window, "f5")
    assert STAYS in window.said
    assert scene is not None


def test_what_is_right_has_no_next_failing_scene(follow: Callable[[str], Followed]) -> None:
    window = follow(MENDED)
    window.until(lambda: is_idle(window))
    pressed(window, "f8")
    assert is_idle(window)
    assert window.own.head.startswith("mine.py   0 of ")
    assert window.own.next_failure(window.session.player.scene) is None
    pressed(window, "f5")
    assert not is_idle(window)


def test_the_keys_do_nothing_in_another_lesson(follow: Callable[[str], Followed]) -> None:
    window = follow(BROKEN)
    window.session.open(CURRICULUM[0].lessons[0].lesson)
    window.frame()
    pressed(window, "f5")
    pressed(window, "f8")
    assert is_idle(window)


def test_the_buttons_are_clicked(follow: Callable[[str], Followed]) -> None:
    window = follow(ANOTHER)
    clicked(window, "Next failing scene (F8)")
    assert window.said == "Another failing scene is being looked for."
    assert not is_idle(window)


def test_the_button_checks_again(follow: Callable[[str], Followed]) -> None:
    window = follow(MENDED)
    clicked(window, "Check again (F5)")
    assert not is_idle(window)


def checked_now(window: Followed) -> Checked:
    lesson: Any = window.own.lesson
    found: Checked = lesson.own[0].checked
    return found


def test_another_lesson_is_left_alone(follow: Callable[[str], Followed]) -> None:
    window = follow(BROKEN)
    other = next(each for each in CURRICULUM[0].lessons).lesson
    window.session.open(other)
    window.path.write_text(MENDED)
    window.until(lambda: ENTRY.lesson is window.own.lesson and not checked_now(window).failures)
    assert window.session.lesson is other
    window.session.open(ENTRY.lesson)
    window.frame()
    assert window.session.lesson is window.own.lesson


def test_the_command_opens_the_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The report is printed, and the window opened on what it found; not for a file that is only named in a scene."""
    file, shown, before = tmp_path / "mine.py", list[YourCode](), ENTRY.lesson
    file.write_text(BROKEN)

    def run(lesson: YourCode, theme: str | None, begin: object) -> int:
        shown.append(lesson)
        return 0

    monkeypatch.setattr("viz.__main__._run", run)
    try:
        assert main(["check", str(file), "--budget", "0.3", "--open"]) == 0
        assert ENTRY.lesson is shown[0]
    finally:
        ENTRY.put(before)
    assert "mtv" in capsys.readouterr().out
    assert shown[0].own[0].subject.file == file
