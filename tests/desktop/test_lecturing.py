"""A lecture in the window: its moments, its keys, the pen and the spotlight."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from viz.__main__ import find_lesson
from viz.files.lecture_file import read_lecture

if TYPE_CHECKING:
    from viz.desktop.lecturing import Lecturing
    from viz.desktop.window import Desktop

Open = Callable[..., "Desktop"]
TEXT = '''
title = "Three"
[[moment]]
lesson = "gjk"
scene = "Overlap"
step = 2
note = """Ask them what a triangle around the origin
proves.

Then drag."""
[[moment]]
lesson = "two-shadows"
question = false
locked = true
window = true
[[moment]]
lesson = "gjk"
view = "second"
'''


def given(desktop: Desktop, notes: list[str]) -> Lecturing:
    from viz.desktop.lecturing import Lecturing

    return Lecturing(desktop.session, read_lecture(TEXT, find_lesson, Path()), lambda each: notes.append(str(each)))


def press(desktop: Desktop, name: str) -> None:
    from imgui_bundle import imgui

    io, key = imgui.get_io(), getattr(imgui.Key, name)
    io.add_key_event(key, True)
    desktop.settle(2)
    io.add_key_event(key, False)
    desktop.settle(2)


def test_a_locked_moment_sets_no_goal(open_desktop: Open) -> None:
    """It could not be reached there."""
    from viz.desktop.panels.said import card_of

    desktop = open_desktop("minimum-translation")
    desktop.session.player.go(len(desktop.session.player.trace) - 1)
    desktop.session.skip()
    before = card_of(desktop.session)
    assert before is not None
    assert before.head == "Goal"
    desktop.session.locked = True
    assert card_of(desktop.session) is None


def test_page_down_and_up_lead_along_the_moments(open_desktop: Open) -> None:
    desktop = open_desktop()
    session, notes = desktop.session, []
    lecture = given(desktop, notes)
    assert (session.lesson.id, session.player.index, session.presenting) == ("gjk", 1, True)
    assert "1 / 3  gjk: Overlap, step 2" in notes[0]
    assert "    Ask them what a triangle around the origin proves.\n    \n    Then drag.\n" in notes[0]
    assert "next: two-shadows" in notes[0]
    press(desktop, "page_down")
    assert (session.lesson.id, session.presenting, session.asks, session.locked) == (
        "two-shadows",
        False,
        False,
        True,
    )
    scene = session.player.scene
    press(desktop, "right_arrow")
    assert session.player.index == 1, "the arrows still step"
    session.set_field("b", scene.b.moved((1.0, 0.0)))
    assert session.player.scene is scene, "locked"
    press(desktop, "page_down")
    assert (session.lesson.id, session.chrome.views, session.locked) == ("gjk", "second", False)
    press(desktop, "page_down")
    assert lecture.index == 2
    assert session.notice is not None
    assert "last moment" in session.notice.text
    press(desktop, "page_up")
    press(desktop, "page_up")
    press(desktop, "page_up")
    assert (session.lesson.id, session.player.index, lecture.place) == ("gjk", 1, "1 / 3")
    assert len(notes) == 5


def test_a_moment_is_shown_as_its_file_has_it_whatever_was_dragged_in_it(open_desktop: Open) -> None:
    desktop = open_desktop()
    lecture = given(desktop, [])
    session = desktop.session
    before = session.player.scene.b.pose.position
    session.set_field("b", session.player.scene.b.moved((1.0, 0.0)))
    lecture.forward()
    lecture.back()
    assert session.player.scene.b.pose.position == pytest.approx(before)


def test_the_place_in_the_lecture_is_seen_whatever_is_asked(
    open_desktop: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    from viz.desktop.panels.said import card_of
    from viz.desktop.pen import Pen

    desktop, said, words = open_desktop(size=(1920, 1080)), [], Pen.words

    def heard(self: Pen, x: float, baseline: float, text: str, *more: object, **named: object) -> float:
        said.append(text)
        return words(self, x, baseline, text, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Pen, "words", heard)
    lecture = given(desktop, [])
    desktop.session.player.last()  # where there is a goal
    desktop.settle()
    assert card_of(desktop.session) is not None
    assert [each for each in said if "/ 3" in each][-1] == "1 / 3    Page Down: next"
    lecture.go(2)
    desktop.settle()
    assert [each for each in said if "/ 3" in each][-1] == "3 / 3    Page Up: back", "no moment comes next"


def test_the_pen_draws_over_the_figure_and_holds_nothing(open_desktop: Open) -> None:
    from imgui_bundle import imgui

    desktop = open_desktop("gjk")
    session, io = desktop.session, imgui.get_io()
    scene = session.player.scene
    press(desktop, "w")
    assert session.pointing.pen
    x, y = session.view.to_screen(scene.b.world.centroid).tolist()
    for i in range(5):
        io.add_mouse_pos_event(x + 10.0 * i, 40.0 + y + 5.0 * i)
        desktop.settle(1)
        io.add_mouse_button_event(0, True)
        desktop.settle(1)
    io.add_mouse_button_event(0, False)
    desktop.settle(2)
    (line,) = session.pointing.lines
    assert len(line.points) >= 4
    assert line.ended is not None
    assert session.player.scene is scene
    assert session.wants_frame() < 1.0, "the line is about to vanish"
    line.ended -= 100.0
    desktop.settle(2)
    assert session.pointing.lines == []
    press(desktop, "o")
    assert session.pointing.spotlight
    press(desktop, "escape")
    assert not session.pointing.is_on


def test_the_spotlight_leaves_a_circle_around_the_pointer() -> None:
    from viz.desktop.pointing import _dim_around
    from viz.picture.theme import DARK

    class Taken:
        flags, quads = 3, []

        def add_quad_filled(self, *corners: object) -> None:
            self.quads.append(corners[:4])

    taken: Any = Taken()
    _dim_around(taken, (300.0, 90.0), 70.0, 1000.0, DARK)
    for quad in taken.quads:
        far = [math.dist(corner, (300.0, 90.0)) for corner in quad]
        assert far == pytest.approx([70.0, 70.0, 2000.0, 2000.0])
    assert taken.quads[0][0] == pytest.approx(taken.quads[-1][1]), "closed"
    assert taken.flags == 3
