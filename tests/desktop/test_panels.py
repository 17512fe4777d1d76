"""The panels beside the figure: steps, code, values, conventions; and words far longer than usual."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from viz.desktop.conventions import CONVENTIONS

from tests.desktop.test_interface import drive
from tests.desktop.test_pictures import check_layout, front, picture
from tests.viz.stand_in import Countdown, CountdownTwice, Everything
from viz.lesson.lesson import Moment
from viz.session.source import function_lines

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def test_a_click_on_a_step_goes_there(desktop: Desktop) -> None:
    front("Steps")
    desktop.settle()
    drive(desktop, lambda context: context.item_click("//Steps/###step6"))
    assert desktop.session.player.index == 6


def test_stepping_moves_the_marked_line(desktop: Desktop) -> None:
    front("Code")
    player = desktop.session.player
    seen = set()
    for index in range(len(player.trace)):
        player.go(index)
        desktop.settle(2)
        at = player.trace.line(index)
        assert desktop.code._shown == (at.file, at.line, index)
        seen.add(at.line)
    assert len(seen) >= 3  # tested, skipped, decided: three different lines


def test_a_caller_can_be_looked_at(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("minimum-translation")
    front("Code")
    desktop.session.player.go(1)
    desktop.settle()
    calls = desktop.session.player.trace.lines[1]
    assert [call.function for call in calls] == ["minimum_translation", "separating_axis"]
    drive(desktop, lambda context: (context.item_click("//Code/###call0"), context.yield_(2)))
    assert desktop.code._shown == (calls[0].file, calls[0].line, 1)
    assert "yield from" in next(
        line.text for line in function_lines(calls[0].file, calls[0].function) if line.number == calls[0].line
    )


def test_values_step_into_a_nested_trace(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(CountdownTwice())
    front("Values")
    desktop.settle()
    drive(desktop, lambda context: context.item_click("//Values/values/###into inner"))
    assert len(desktop.session.player.levels) == 2


def test_the_breadcrumb_leads_out_again(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(CountdownTwice())
    desktop.session.player.into()
    desktop.settle()
    picture(desktop, "nested")
    check_layout(desktop)
    drive(desktop, lambda context: context.item_click("//Timeline/###level0"))
    assert len(desktop.session.player.levels) == 1


def test_the_loop_and_the_sentence(desktop: Desktop) -> None:
    def act(context: Any) -> None:
        context.item_click("//Timeline/###loop")
        context.item_click("//##canvas/situation")

    drive(desktop, act)
    assert desktop.session.player.looping
    assert desktop.session.notice is not None
    assert desktop.session.notice.text == "Copied."


def test_every_convention_is_explained(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    corner = desktop.canvas.corner
    io = imgui.get_io()
    for x in (30.0, 120.0, 260.0):
        io.add_mouse_pos_event(corner.x + x, corner.y + 20.0)
        desktop.settle(3)
        assert any(window.active and "Tooltip" in window.name for window in imgui.get_current_context().windows), (
            f"nothing is said at {x}"
        )
    assert len(CONVENTIONS) == 3


class Wordy(Countdown):
    """Says far too much."""

    id, title = "wordy", "A lesson with a title that is much longer than any title has a right to be, really"

    def explain(self, moment: Moment[Everything]) -> str:
        return "Words follow words, and **more words** follow those. " * 150 + r"$$a = b$$" + "And on it goes. " * 80

    def caption(self, moment: Moment[Everything]) -> str:
        return "This caption, too, goes on for longer than it should. " * 6

    def situation(self, moment: Moment[Everything]) -> str:
        return "The situation is told at a length that nobody has asked for, " * 4 + "at all."


@pytest.mark.parametrize(("size", "text_size"), [((800, 500), 1.0), ((1280, 720), 1.0), ((1920, 1080), 2.5)])
def test_very_long_words(open_desktop: Callable[..., Desktop], size: tuple[int, int], text_size: float) -> None:
    desktop = open_desktop(Wordy(), size, text_size=text_size)
    for tab in ("Steps", "Explanation"):
        front(tab)
        picture(desktop, f"wordy-{size[0]}-{tab.lower()}")
        check_layout(desktop)
    desktop.session.presenting = True
    picture(desktop, f"wordy-{size[0]}-present")
