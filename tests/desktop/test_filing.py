"""Scenes in and out of the window: files, codes, pasted outlines, and what is kept between two starts."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from geometry.vector import Vector
from lessons import CURRICULUM
from tests.desktop.answering import enter_path
from tests.desktop.conftest import LESSONS
from tests.desktop.test_editing import key
from viz.desktop.asked_path import AskedPath, scene_path
from viz.export.still import Look, caption, still
from viz.files.lecture_file import read_lecture
from viz.files.scene_file import from_json, to_code
from viz.lesson.grip import placed_grips
from viz.picture.theme import LIGHT

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

Open = Callable[..., "Desktop"]
VERSION_1 = Path(__file__).parents[1] / "viz" / "data" / "version-1.separatrix"
PENTAGON = "[(0, 0), (200, 0), (220, 110), (100, 160), (20, 100)]"
TRIANGLE = "[(150, 90), (260, 80), (250, 180)]"


def said(desktop: Desktop) -> str:
    notice = desktop.session.notice
    return "" if notice is None else notice.text


def test_pasted_outlines_become_a_and_b_and_one_of_the_selected_shape(open_desktop: Open) -> None:
    desktop = open_desktop("gjk")
    session = desktop.session
    desktop.filing.paste(f"{PENTAGON}\n{TRIANGLE}")
    desktop.settle()
    scene = session.player.scene
    assert scene.a.world.points.tolist() == pytest.approx(
        np.array([(0, 0), (200, 0), (220, 110), (100, 160), (20, 100)])
    )
    assert scene.b.world.points.tolist() == pytest.approx(np.array([(150, 90), (260, 80), (250, 180)]))
    assert all(session.view.bounds().low <= (0.0, 0.0))
    assert session.history.can_undo
    session.undo()
    assert len(session.player.scene.a.shape.points) != 5 or session.player.scene.a.world.points.max() < 10.0
    session.focus, session.shows_focus = None, True
    session.next_grip(backwards=False)
    selected = session.focus
    assert selected is not None
    desktop.filing.paste(TRIANGLE)
    assert getattr(session.player.scene, selected.field).world.points.max() == 260.0


def test_points_of_a_screen_and_clockwise_ones_are_taken_as_they_are_meant(open_desktop: Open) -> None:
    desktop = open_desktop("gjk")
    desktop.session.chrome.y_down = True
    desktop.filing.paste(f"{TRIANGLE}\n[(0, 0), (0, 10), (10, 10), (10, 0)]")
    scene = desktop.session.player.scene
    assert scene.a.world.points[:, 1].max() == -80.0
    assert scene.b.world.points[:, 1].min() == -10.0


def test_a_concave_outline_is_offered_a_remedy_where_the_lesson_is_convex(open_desktop: Open) -> None:
    desktop = open_desktop("gjk")
    desktop.filing.paste("0 0\n4 0\n4 4\n2 1\n0 4\n")
    assert desktop.session.offered is not None
    assert desktop.session.player.scene is desktop.session.presets[0][1].scene


def test_an_outline_that_is_refused_leaves_no_edit_open(open_desktop: Open) -> None:
    desktop = open_desktop("gjk")
    session, scene = desktop.session, desktop.session.player.scene
    with pytest.raises(ValueError, match="not taken"):
        desktop.filing.paste("0 0\n4 4\n4 0\n0 4\n")
    assert not session.is_editing
    assert not session.history.can_undo
    assert session.player.scene is scene


def test_a_concave_outline_is_taken_where_the_lesson_is_about_them(open_desktop: Open) -> None:
    desktop = open_desktop("ear-clipping")
    desktop.filing.paste("0 0\n4 0\n4 4\n2 1\n0 4\n")
    assert desktop.session.offered is None
    assert len(desktop.session.player.scene.outline.points) == 5


def test_a_code_goes_round_through_the_clipboard(open_desktop: Open) -> None:
    from imgui_bundle import imgui

    desktop = open_desktop("gjk")
    session = desktop.session
    session.set_field("b", session.player.scene.b.moved((0.5, 0.25)))
    place = session.player.scene.b.pose.position
    session.player.go(2)
    session.chrome.wish = "copy"
    desktop.settle()
    assert imgui.get_clipboard_text().startswith("SX1-")
    session.preset(3)
    session.chrome.wish = "paste"
    desktop.settle()
    assert np.array_equal(session.player.scene.b.pose.position, place)
    assert (session.player.index, session.scene_index) == (2, 0)
    session.undo()
    assert session.player.scene is session.presets[3][1].scene


@pytest.mark.parametrize("time", [0.0, 0.4, 1.0])
def test_a_code_brings_back_a_time_of_a_motion(open_desktop: Open, time: float) -> None:
    """Its very beginning too: there nothing runs, and a step whose usual time is its end does not go there."""
    desktop = open_desktop("minkowski-difference")
    session = desktop.session
    session.reduced_motion = False
    session.player.go(3)
    desktop.settle(1)
    session.clock.scrub(time)
    told = desktop.filing.present()
    assert told.time == time
    session.preset(2)
    desktop.settle(2)
    desktop.filing.paste(to_code(told))
    desktop.settle(3)
    assert (session.clock.time, session.clock.playing) == (time, False)
    session.preset(2)
    desktop.filing.paste(to_code(replace(told, time=None)))
    desktop.settle(3)
    assert session.clock.playing
    assert session.clock.time < 1.0, "a step that tells no time begins its motion"


def test_a_picture_is_that_of_the_time_on_the_clock(open_desktop: Open, tmp_path: Path) -> None:
    desktop = open_desktop("minkowski-difference")
    session = desktop.session
    session.player.go(3)
    desktop.settle(1)
    written = []
    for time in (0.0, 1.0):
        session.clock.scrub(time)
        desktop.filing.save_picture(tmp_path / f"at-{time:.0f}.svg")
        written.append((tmp_path / f"at-{time:.0f}.svg").read_bytes())
        look = Look(session.theme)
        assert written[-1] == still(session.lesson, replace(session.player.moment, time=time), ".svg", look)
    assert written[0] != written[1]


def test_a_code_opens_its_own_lesson(open_desktop: Open) -> None:
    desktop = open_desktop("two-shadows")
    desktop.filing.paste(to_code(from_json(VERSION_1.read_text(encoding="utf-8"))))
    desktop.settle()
    assert desktop.session.lesson.id == "gjk"
    assert desktop.session.player.index == 2
    assert desktop.session.presets[desktop.session.scene_index][0] == "Pentagon and triangle"


def test_what_is_no_scene_is_one_sentence_and_changes_nothing(open_desktop: Open, tmp_path: Path) -> None:
    desktop = open_desktop("gjk")
    session, scene = desktop.session, desktop.session.player.scene
    damaged = tmp_path / "damaged.separatrix"
    damaged.write_text(VERSION_1.read_text(encoding="utf-8").replace("1.2666666666666668", "1e999"))
    binary = tmp_path / "binary.separatrix"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, told in (
        (damaged, "damaged.separatrix: b.points[1] must be a number up to"),
        (binary, "it is not UTF-8 text"),
        (tmp_path / "gone.separatrix", "No such file"),
        (tmp_path, "irectory"),
    ):
        desktop.filing.dropped([str(path)])
        desktop.settle()
        assert told in said(desktop)
        assert session.player.scene is scene


def test_a_scene_is_saved_and_opened_again(open_desktop: Open, tmp_path: Path) -> None:
    desktop = open_desktop("gjk", settings=tmp_path / "settings.json")
    session = desktop.session
    session.set_field("b", session.player.scene.b.turned(0.5))
    desktop.filing.save_file(tmp_path / "mine")
    path = tmp_path / "mine.separatrix"
    assert str(path) in said(desktop)
    assert session.chrome.recent == [str(path)]
    angle = session.player.scene.b.pose.angle
    session.preset(2)
    desktop.filing.dropped([str(path)])
    desktop.settle()
    assert session.player.scene.b.pose.angle == angle


def test_a_scene_of_a_file_is_saved_again_in_it_until_another_is_looked_at(
    open_desktop: Open, tmp_path: Path
) -> None:
    from imgui_bundle import imgui

    desktop = open_desktop("gjk")
    session, path = desktop.session, tmp_path / "mine.separatrix"
    first = session.player.scene
    session.set_field("b", first.b.moved((0.5, 0.0)))
    assert session.chrome.own_file == ""
    desktop.filing.save_file(path)
    session.set_field("b", first.b.moved((0.7, 0.0)))
    desktop.settle()
    assert session.chrome.own_file == str(path)
    key(desktop, imgui.Key.mod_ctrl, imgui.Key.s)
    desktop.settle()
    assert from_json(path.read_text(encoding="utf-8")) == desktop.filing.present()
    session.preset(1)
    desktop.settle()
    assert session.chrome.own_file == "", "another scene is not the file's"
    desktop.filing.open_file(path)
    desktop.settle()
    assert session.chrome.own_file == str(path)
    session.undo()
    desktop.settle()
    assert session.chrome.own_file == "", "nor is that to which undo leads"
    desktop.filing.open_file(path)
    session.open(LESSONS["epa"])
    desktop.settle()
    assert session.chrome.own_file == ""


def test_a_scene_is_kept_from_one_start_to_the_next_until_it_is_reset(off_screen: None, tmp_path: Path) -> None:
    settings = tmp_path / "settings.json"
    with contextlib.closing(started("gjk", settings)) as first:
        first.session.set_field("b", first.session.player.scene.b.moved((0.5, 0.25)))
        place = first.session.player.scene.b.pose.position
        first.settle()
        kept = (tmp_path / "scenes.json").read_text()
    assert '"gjk"' in kept, "written at once: the next line may be a crash"
    with contextlib.closing(started("two-shadows", settings)) as second:
        second.session.open(LESSONS["gjk"])
        assert np.array_equal(second.session.player.scene.b.pose.position, place)
        assert "as you left it" in said(second)
        second.settle()
        second.session.reset()
        second.settle()
        assert json.loads((tmp_path / "scenes.json").read_text())["scenes"] == {}
    with contextlib.closing(started("gjk", settings)) as third:
        assert third.session.player.scene is third.session.presets[0][1].scene


def test_what_is_held_when_the_lesson_changes_or_the_window_closes_is_kept(off_screen: None, tmp_path: Path) -> None:
    settings = tmp_path / "settings.json"
    places = {}
    with contextlib.closing(started("gjk", settings)) as first:
        for lesson in ("gjk", "axis-by-axis"):
            first.session.open(LESSONS[lesson])
            grip = next(p for p in placed_grips(first.session.player.scene, 0.01) if p.grip.field == "b")
            first.session.hold(grip.grip, grip.at)
            first.session.carry(grip.at + (0.25, 0.5), snap=False)
            places[lesson] = first.session.player.scene.b.pose.position
        assert first.session.is_editing
    with contextlib.closing(started("two-shadows", settings)) as second:
        for lesson, place in places.items():
            second.session.open(LESSONS[lesson])
            assert np.array_equal(second.session.player.scene.b.pose.position, place)


def test_a_scene_of_a_file_lies_over_what_was_left_and_undo_leads_back(off_screen: None, tmp_path: Path) -> None:
    settings = tmp_path / "settings.json"
    place = left_moved(settings)
    with contextlib.closing(started("two-shadows", settings)) as second:
        second.session.take_up(from_json(VERSION_1.read_text(encoding="utf-8")))
        assert not np.array_equal(second.session.player.scene.b.pose.position, place)
        second.session.undo()
        assert np.array_equal(second.session.player.scene.b.pose.position, place)


def test_a_lecture_leaves_the_scene_that_was_left_alone(off_screen: None, tmp_path: Path) -> None:
    settings = tmp_path / "settings.json"
    place = left_moved(settings)
    text = f"[[moment]]\nfile = '{VERSION_1}'\n[[moment]]\nlesson = 'gjk'\n[[moment]]\nlesson = 'two-shadows'"
    with contextlib.closing(started("two-shadows", settings)) as second:
        from viz.desktop.lecturing import Lecturing

        lecture = Lecturing(second.session, read_lecture(text, LESSONS.__getitem__, tmp_path), lambda _: None)
        for _ in lecture.lecture.moments:
            second.settle()
            lecture.forward()
    with contextlib.closing(started("gjk", settings)) as third:
        assert np.array_equal(third.session.player.scene.b.pose.position, place)


def left_moved(settings: Path) -> Vector:
    """Where B stands in gjk once it was moved and the window closed."""
    with contextlib.closing(started("gjk", settings)) as desktop:
        desktop.session.set_field("b", desktop.session.player.scene.b.moved((0.5, 0.25)))
        return desktop.session.player.scene.b.pose.position


def started(lesson: str, settings: Path) -> Desktop:
    from viz.desktop.window import Desktop

    desktop = Desktop(CURRICULUM, LESSONS[lesson], settings=settings)
    desktop.settle()
    return desktop


def drive(desktop: Desktop, act: Callable[[Any], None]) -> None:
    from tests.desktop.engine import drive as run  # needs the display to be prepared

    run(desktop, act)


def asked_of(desktop: Desktop) -> AskedPath:
    asked = desktop.session.chrome.asked
    assert asked is not None
    return asked


def test_without_a_dialog_the_window_asks_where(open_desktop: Open, tmp_path: Path) -> None:
    """The proposed path is seen, its name is replaced by typing, Enter saves, and an unwritable folder is told."""
    desktop = open_desktop("gjk")
    session = desktop.session
    proposed, told = [], []

    def act(context: Any) -> None:
        from imgui_bundle import imgui

        session.chrome.wish = "save"
        context.yield_(4)
        proposed.append(asked_of(desktop).path)
        assert not list(tmp_path.glob("*.separatrix")), "nothing is written before it is asked"
        context.key_chars("mine")
        context.key_press(imgui.Key.enter)
        context.yield_(4)
        assert session.chrome.asked is None
        session.chrome.wish = "save"
        context.yield_(4)
        context.key_press(imgui.Key.mod_ctrl | imgui.Key.a)
        context.key_chars(str(tmp_path / "mine.separatrix" / "inside"))
        context.item_click("//##path/path save")
        context.yield_(4)
        told.append(asked_of(desktop).told)
        context.key_press(imgui.Key.escape)
        context.yield_(4)
        assert session.chrome.asked is None

    drive(desktop, act)
    assert proposed == [str(tmp_path / "gjk.separatrix")]
    assert [path.name for path in tmp_path.glob("*.separatrix")] == ["mine.separatrix"]
    assert told[-1].startswith(f"The folder {tmp_path / 'mine.separatrix'} cannot be written: ")
    assert told[-1].endswith(".")


def test_without_a_dialog_the_window_asks_which_file_to_open(open_desktop: Open, tmp_path: Path) -> None:
    desktop = open_desktop("axis-by-axis")
    session = desktop.session
    path = tmp_path / "one.separatrix"
    path.write_text(VERSION_1.read_text(encoding="utf-8"), encoding="utf-8")
    told = []

    def act(context: Any) -> None:
        from imgui_bundle import imgui

        session.chrome.wish = "open"
        context.yield_(4)
        assert asked_of(desktop).path == f"{tmp_path}/"
        context.key_chars("two.separatrix")
        context.key_press(imgui.Key.enter)
        context.yield_(4)
        told.append(asked_of(desktop).told)
        for _ in "two.separatrix":
            context.key_press(imgui.Key.backspace)
        context.key_press(imgui.Key.enter)
        context.yield_(4)
        told.append(asked_of(desktop).told)
        context.key_chars("one.separatrix")
        context.key_press(imgui.Key.enter)
        context.yield_(4)
        assert session.chrome.asked is None

    drive(desktop, act)
    assert told == [
        f"{tmp_path}/two.separatrix cannot be read: No such file or directory.",
        f"{tmp_path} is a folder: add the name of a file.",
    ]
    assert session.lesson.id == "gjk"
    assert session.chrome.recent == [str(path)]


def test_a_file_that_is_there_is_replaced_at_the_second_enter(tmp_path: Path) -> None:
    written: list[Path] = []
    named = lambda path: path.with_suffix(".txt")  # noqa: E731
    asked = AskedPath("Save", f" {tmp_path / 'one'} ", written.append, named)
    (tmp_path / "one.txt").write_text("before")
    assert not asked.enter()
    assert asked.told == "one.txt is there already. Enter again: replace it."
    assert asked.enter()
    assert written == [tmp_path / "one.txt"]
    new = AskedPath("Save", str(tmp_path / "new" / "two.txt"), written.append, named)
    assert not new.enter()
    assert new.told == f"There is no folder {tmp_path / 'new'}. Enter again: make it."
    assert new.enter()
    assert not AskedPath("Save", "  ", written.append, named).enter()
    assert len(written) == 2


@pytest.mark.parametrize("saves", [False, True])
def test_a_path_that_no_file_can_have_is_refused(tmp_path: Path, saves: bool) -> None:
    """A scene's code was pasted into the field: a name of 700 letters."""

    def act(path: Path) -> None:
        path.write_text("") if saves else path.read_text()

    asked = AskedPath("Path", str(tmp_path / ("SX1-" + 700 * "A")), act, scene_path if saves else None)
    assert not asked.enter()
    assert asked.told.endswith("File name too long.")
    assert not AskedPath("Path", str(tmp_path / "a\0b"), act, scene_path if saves else None).enter()


def test_a_recent_file_of_an_impossible_path_names_no_folder(open_desktop: Open) -> None:
    desktop = open_desktop("gjk")
    desktop.session.chrome.recent = ["/" + 700 * "A" + "/x.separatrix"]
    assert desktop.filing._folder().is_dir()


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png", ".csv"])
def test_a_picture_is_that_of_the_step_and_theme(open_desktop: Open, tmp_path: Path, suffix: str) -> None:
    desktop = open_desktop("circle-circle")
    session = desktop.session
    session.choose_theme(LIGHT)
    session.player.go(3)
    desktop.filing.save_picture(tmp_path / f"mine{suffix}")
    look = Look(LIGHT, scale=2 if suffix == ".png" else 1)
    written, expected = (
        (tmp_path / f"mine{suffix}").read_bytes(),
        still(session.lesson, session.player.moment, suffix, look),
    )
    assert written == expected if suffix != ".pdf" else abs(len(written) - len(expected)) < 100  # it has a date
    assert str(tmp_path) in said(desktop)
    beside = tmp_path / "mine.caption.txt"
    if suffix == ".csv":
        assert not beside.exists(), "a table needs none"
    else:
        assert beside.read_text(encoding="utf-8") == caption(session.lesson, session.player.moment)


def test_ctrl_e_saves_a_picture_where_there_is_no_dialog(
    open_desktop: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    desktop = open_desktop("circle-circle")
    monkeypatch.setattr(desktop.filing, "_folder", lambda: tmp_path)
    for _ in range(2):
        desktop.session.chrome.wish = "picture"
        desktop.settle()
        enter_path(desktop)
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["circle-circle-1-2.svg", "circle-circle-1.svg"]


def test_a_picture_of_another_kind_is_refused(open_desktop: Open, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.bmp"):
        open_desktop("circle-circle").filing.save_picture(tmp_path / "mine.bmp")
    assert not list(tmp_path.glob("mine*"))
