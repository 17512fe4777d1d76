"""Questions and terms in the window's search, and the answer below the figure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from lessons.reference import reference
from tests.desktop.conftest import LESSONS

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop

Open = Callable[..., "Desktop"]


def drive(desktop: Desktop, act: Callable[[Any], None]) -> None:
    from tests.desktop.engine import drive as run  # needs the display to be prepared

    run(desktop, act)


def test_typing_why_leads_to_a_question_and_its_answer_stands_below_the_figure(open_desktop: Open) -> None:
    desktop = open_desktop("gjk", reference=reference())
    session, chrome = desktop.session, desktop.session.chrome
    whole = session.world.view.size[1]
    seen: list[Any] = []

    def act(context: Any) -> None:
        chrome.find()
        context.yield_(2)
        context.key_chars("why wall")
        context.yield_(2)
        context.item_click("//##drawer/**/found Why does my bullet fly through the wall?")
        context.yield_(3)
        seen.append((session.lesson.id, session.player.stage, chrome.drawer, chrome.search))
        seen.append(session.world.view.size[1] < whole)
        context.item_click("//##strip/close")
        context.yield_(2)
        seen.append((chrome.question, desktop.canvas.figures[0].state.view.size[1]))

    drive(desktop, act)
    assert seen[:2] == [("tunnelling", "Why", False, ""), True]
    assert seen[2][0] is None


def test_a_term_is_found_by_the_search_and_opens_its_card(open_desktop: Open) -> None:
    desktop = open_desktop("gjk", reference=reference())
    chrome = desktop.session.chrome

    def act(context: Any) -> None:
        chrome.find()
        context.yield_(2)
        context.key_chars("hysteresis")
        context.yield_(2)
        context.item_click("//##drawer/**/found hysteresis")
        context.yield_(2)

    drive(desktop, act)
    assert [each.name for each in chrome.terms] == ["hysteresis"]
    assert not chrome.drawer


def test_every_question_opens_in_the_window(open_desktop: Open) -> None:
    from viz.desktop.study import open_question

    desktop = open_desktop("gjk", reference=reference())
    session = desktop.session
    for each in reference().questions[::4]:
        open_question(session, each)
        desktop.settle(1)
        assert session.lesson is LESSONS[each.lesson]
        assert session.presets[session.scene_index][0] == each.scene
        assert session.player.stage == each.stage
        assert session.chrome.question is each
        assert not each.compare or session.compare == each.compare
        assert not session.task.is_open


def test_the_answer_goes_with_its_lesson_and_with_escape(open_desktop: Open) -> None:
    from viz.desktop.study import open_question

    desktop = open_desktop("gjk", reference=reference())
    session = desktop.session
    open_question(session, reference().questions[0])
    session.open(LESSONS["gjk"])
    desktop.settle(1)
    assert session.chrome.question is None
    open_question(session, reference().questions[0])
    assert session.chrome.close_one()
    assert session.chrome.question is None


@pytest.mark.parametrize(("words", "lesson"), [("why gjk", "gjk"), ("hysteresis zz", "aabb")])
def test_enter_opens_the_first_question_of_one_that_begins_with_why(
    open_desktop: Open, words: str, lesson: str
) -> None:
    from imgui_bundle import imgui

    from tests.desktop.test_keyboard import key

    desktop = open_desktop("aabb", reference=reference())
    key(desktop, imgui.Key.mod_ctrl, imgui.Key.k)
    desktop.settle(2)
    imgui.get_io().add_input_characters_utf8(words)
    desktop.settle(3)
    key(desktop, imgui.Key.enter)
    desktop.settle(2)
    assert desktop.session.lesson.id == lesson
    question = desktop.session.chrome.question
    assert (question is not None) == (lesson == "gjk")
    assert desktop.session.chrome.terms == []
