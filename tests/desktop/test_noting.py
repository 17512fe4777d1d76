"""What a learner does in the window is noted, shown in the list of lessons, and can be switched off and cleared."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.answering import answer_rightly, answer_wrongly
from viz.__main__ import find_lesson
from viz.files.lecture_file import Lecture, LectureMoment
from viz.files.scene_file import saved
from viz.session.progress import Done, Mark, load

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

Open = Callable[..., "Desktop"]


def drive(desktop: Desktop, act: Callable[[Any], None]) -> None:
    from tests.desktop.engine import drive as run  # needs the display to be prepared

    run(desktop, act)


def opened(open_desktop: Open, tmp_path: Path, **more: Any) -> Desktop:
    return open_desktop("reference-and-incident", settings=tmp_path / "settings.json", **more)


def answer(desktop: Desktop) -> None:
    """Every prediction of the present scene, rightly."""
    for index in range(len(desktop.session.player.trace)):
        desktop.session.player.go(index)
        answer_rightly(desktop.session)
        desktop.settle(1)


def test_steps_and_answers_are_noted_and_kept(open_desktop: Open, tmp_path: Path) -> None:
    desktop = opened(open_desktop, tmp_path)
    session = desktop.session
    first = session.presets[0][0]
    asked = [i for i, page in enumerate(session.player.pages) if page.prediction is not None]
    answer(desktop)
    done = session.study.done["reference-and-incident"]
    assert done.steps[first] == set(range(len(session.player.trace)))
    assert done.answers[first] == dict.fromkeys(asked, 1)
    assert not done.whole, "the goal is still to be reached"
    desktop.noting.close()
    found, problem = load(tmp_path / "progress.json")
    assert problem is None
    assert found == {"reference-and-incident": done}
    from viz.desktop.noting import Noting

    session.study.done = {}
    Noting(session, tmp_path / "progress.json")
    assert session.study.done["reference-and-incident"] == done
    assert session.study.mark("reference-and-incident") is Mark.BEGUN
    assert session.study.mark("mass") is Mark.NEW


def test_a_wrong_try_counts_and_a_goal_completes_the_lesson(open_desktop: Open, tmp_path: Path) -> None:
    desktop = open_desktop("axis-by-axis", settings=tmp_path / "settings.json")
    session, done = desktop.session, desktop.session.study.done["axis-by-axis"]
    session.player.go(next(i for i, page in enumerate(session.player.pages) if page.prediction is not None))
    assert answer_wrongly(session)
    desktop.settle(1)
    assert done.answers == {}
    answer_rightly(session)
    desktop.settle(1)
    assert list(done.answers[session.presets[0][0]].values()) == [2]
    answer(desktop)
    assert done.mark is Mark.BEGUN
    done.goal = True
    assert desktop.noting._is_whole(session.lesson, done)


def test_nothing_is_noted_while_presenting_or_lecturing_or_when_it_is_off(open_desktop: Open, tmp_path: Path) -> None:
    from viz.desktop.lecturing import Lecturing

    desktop = opened(open_desktop, tmp_path)
    session = desktop.session
    before = {name: {k: set(v) for k, v in done.steps.items()} for name, done in session.study.done.items()}

    def steps() -> dict[str, dict[str, set[int]]]:
        for _ in range(3):
            session.player.forward()
            desktop.settle(1)
        return {name: {k: set(v) for k, v in done.steps.items()} for name, done in session.study.done.items()}

    session.presenting = True
    assert steps() == before
    session.presenting = False
    session.study.notes = False
    assert steps() == before
    assert session.study.mark("reference-and-incident") is Mark.NEW, "nor shown"
    session.study.notes = True
    lesson = find_lesson("gjk")
    name, preset = next(iter(lesson.presets.items()))
    Lecturing(
        session, Lecture("One", (LectureMoment(saved(lesson, name, preset.scene), presents=False),)), lambda _: None
    )
    assert steps() == before


def test_clearing_can_be_taken_back_and_reaches_the_file(open_desktop: Open, tmp_path: Path) -> None:
    desktop = opened(open_desktop, tmp_path)
    study = desktop.session.study
    study.done["gjk"] = Done({"Overlap": {1}})
    desktop.noting._changed.add("gjk")
    desktop.settle(1)
    seen: list[list[str]] = []

    def act(context: Any) -> None:
        for item in ("Clear what was noted", "Undo clearing"):
            context.item_click("//##top/view") if not seen else None
            context.item_click(f"//$FOCUSED/{item}")
            context.yield_(2)
            seen.append(sorted(study.done))

    drive(desktop, act)
    assert seen == [[], ["gjk", "reference-and-incident"]]
    desktop.noting.close()
    assert set(load(tmp_path / "progress.json")[0]) == {"gjk", "reference-and-incident"}
    study.wishes_clear = True
    desktop.noting.tick()
    desktop.noting.close()
    assert json.loads((tmp_path / "progress.json").read_text()) == {"lessons": {}}


def test_what_is_noted_after_clearing_stays_when_that_is_taken_back(open_desktop: Open, tmp_path: Path) -> None:
    desktop = opened(open_desktop, tmp_path)
    study = desktop.session.study
    study.done["gjk"] = Done({"Overlap": {1}})
    study.wishes_clear = True
    desktop.settle(1)
    assert study.done == {}
    desktop.session.player.forward()
    desktop.settle(2)
    assert set(study.done) == {"reference-and-incident"}
    study.wishes_clear = False
    desktop.settle(2)
    assert set(study.done) == {"gjk", "reference-and-incident"}
    assert max(*study.done["reference-and-incident"].steps.values(), set()) == {0, 1}


def test_a_damaged_file_is_told_in_the_window(open_desktop: Open, tmp_path: Path) -> None:
    (tmp_path / "progress.json").write_text("{")
    desktop = opened(open_desktop, tmp_path)
    assert desktop.session.notice is not None
    assert "progress cannot be read" in desktop.session.notice.text


def test_noting_costs_a_frame_next_to_nothing(open_desktop: Open, tmp_path: Path) -> None:
    """At a place that was noted before, and while something is dragged: a thousandth of a frame's 16 ms."""
    desktop = opened(open_desktop, tmp_path)
    desktop.settle(2)
    start = time.thread_time()
    for _ in range(1000):
        desktop.noting.tick()
    assert time.thread_time() - start < 0.5  # 0.02 ms each here


def test_closing_writes_what_is_left_and_needs_no_file(open_desktop: Open, tmp_path: Path) -> None:
    desktop = opened(open_desktop, tmp_path)
    done = desktop.session.study.done
    for name in ("gjk", "epa"):
        done[name] = Done({"x": {1}})
        desktop.noting._changed.add(name)
        if name == "gjk":
            desktop.noting._write()
    desktop.noting.close()
    assert {"gjk", "epa"} <= set(load(tmp_path / "progress.json")[0])
    desktop.noting._path = None
    desktop.noting._changed.add("gjk")
    desktop.noting.close()
    assert desktop.noting._changed == set()
