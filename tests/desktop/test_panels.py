"""The panels beside the figure: steps, code, values, conventions; and words far longer than usual."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.test_interface import drive
from tests.desktop.test_pictures import check_layout, front, picture
from tests.desktop.test_window import texts
from tests.viz.counting import Counting, CountingTwice, Telling
from viz.lesson.lesson import Layout, Moment, Pane
from viz.lesson.page import Page
from viz.session.source import function_lines

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def test_a_click_on_a_step_goes_there(desktop: Desktop) -> None:
    desktop.session.player.last()  # only steps that have been reached are listed
    front(desktop, "Steps")
    desktop.settle()
    drive(desktop, lambda context: context.item_click("//##panel/**/###step3"))
    assert desktop.session.player.index == 3


def test_the_steps_that_lie_ahead_are_counted(desktop: Desktop) -> None:
    front(desktop, "Steps")
    last = len(desktop.session.player.trace) - 1
    for at, expected in ((1, f"{last - 1} more steps"), (last - 1, "1 more step"), (last, "")):
        desktop.session.player.go(at)
        desktop.settle(2)
        assert [each for each in texts(desktop) if "more step" in each] == ([expected] if expected else [])


def test_stepping_moves_the_marked_line(desktop: Desktop) -> None:
    desktop.session.preset(list(desktop.session.lesson.presets).index("Corner in an edge"))  # which skips an axis
    front(desktop, "Code")
    player = desktop.session.player
    seen = set()
    for index in range(len(player.trace)):
        player.go(index)
        desktop.settle(2)
        at = player.trace.line(index)
        assert desktop.panel.code._shown == (at.file, at.line, index)
        seen.add(at.line)
    assert len(seen) >= 3  # tested, skipped, decided: three different lines


def test_a_caller_can_be_looked_at(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("minimum-translation")
    front(desktop, "Code")
    desktop.session.player.go(1)
    desktop.settle()
    calls = desktop.session.player.trace.lines[1]
    assert [call.function for call in calls] == ["parting_moves", "minimum_translation"]
    drive(desktop, lambda context: (context.item_click("//##panel/call0"), context.yield_(2)))
    assert desktop.panel.code._shown == (calls[0].file, calls[0].line, 1)
    assert "yield from" in next(
        line.text for line in function_lines(calls[0].file, calls[0].function) if line.number == calls[0].line
    )


def test_values_step_into_a_nested_trace(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(CountingTwice())
    front(desktop, "Values")
    desktop.settle()
    drive(desktop, lambda context: context.item_click("//##panel/**/###into inner"))
    assert len(desktop.session.player.levels) == 2


def test_the_breadcrumb_leads_out_again(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(CountingTwice())
    desktop.session.player.into()
    desktop.settle()
    picture(desktop, "nested")
    check_layout(desktop)
    drive(desktop, lambda context: context.item_click("//##panel/step out"))
    assert len(desktop.session.player.levels) == 1


def test_a_click_on_the_sentence_copies_it(desktop: Desktop) -> None:
    drive(desktop, lambda context: context.item_click("//##situation/situation"))
    assert desktop.session.notice is not None
    assert desktop.session.notice.text == "Copied."


def test_the_conventions_stand_beside_the_keys(desktop: Desktop) -> None:
    from viz.desktop.panels.keys import CONVENTIONS

    assert [name for name, _ in CONVENTIONS] == ["y points up", "counter-clockwise", "from A to B"]
    desktop.session.chrome.keys = True
    picture(desktop, "keys")


class Wordily(Telling):
    """Says far too much."""

    def page(self, moment: Moment[Any]) -> Page:
        idea = "Words follow words, and **more words** follow those. " * 150 + "And on it goes. " * 80
        page = Page("Many", idea, "a = b").says("This sentence, too, goes on for longer than it should. " * 6)
        return page.row("left", "gone")


class Wordy(Counting):
    id, title = "wordy", "A lesson with a title that is much longer than any title has a right to be, really"

    def __init__(self) -> None:
        super().__init__()
        self.story = Wordily()

    @property
    def layout(self) -> Layout:
        return Pane("world", "", self.story.draw, is_world=True)

    def situation(self, moment: Moment[Any]) -> str:
        return "The situation is told at a length that nobody has asked for, " * 4 + "at all."


@pytest.mark.parametrize(("size", "text_size"), [((800, 500), 1.0), ((1280, 720), 1.0), ((1920, 1080), 2.5)])
def test_very_long_words(open_desktop: Callable[..., Desktop], size: tuple[int, int], text_size: float) -> None:
    desktop = open_desktop(Wordy(), size, text_size=text_size)
    for tab in ("Steps", "Explain"):
        front(desktop, tab)
        picture(desktop, f"wordy-{size[0]}-{tab.lower()}")
        check_layout(desktop)
    desktop.session.presenting = True
    picture(desktop, f"wordy-{size[0]}-present")


def test_the_ground_of_the_presented_title_ends_with_its_words(
    open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lower it would cut what the figure shows at its top."""
    from viz.desktop.pen import Pen

    grounds: list[Any] = []
    ground = Pen.ground

    def noted(pen: Pen, at: Any, opacity: float = 0.92) -> None:
        grounds.append(at)
        ground(pen, at, opacity)

    monkeypatch.setattr(Pen, "ground", noted)
    desktop = open_desktop(Counting())
    grounds.clear()
    desktop.session.presenting = True
    desktop.settle(2)
    title = min(grounds, key=lambda at: (at.y, at.x))
    assert title.y < 48.0 < title.bottom <= 58.0


@pytest.mark.parametrize(("is_below", "is_short"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_note_below_its_title_is_whole_and_clear_of_the_switch(
    open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch, is_below: bool, is_short: bool
) -> None:
    """The switch of the comparisons covers the rest of the first line, no word of the second."""
    from viz.desktop.pen import Pen

    written: dict[str, list[tuple[float, float]]] = {}
    words, note = Pen.words, "a note" if is_short else "of a scene with more than one thing to say in this pane"

    def noted(pen: Pen, x: float, baseline: float, text: str, *more: Any, **named: Any) -> float:
        written.setdefault(text, []).append((x, baseline))
        return words(pen, x, baseline, text, *more, **named)

    class Noted(CountingTwice):
        @cached_property
        def layout(self) -> Layout:
            return Pane("world", "Title", self.story.draw, True, note=note, is_note_below=is_below)

    monkeypatch.setattr(Pen, "words", noted)
    desktop = open_desktop(Noted(), (700, 500))
    desktop.settle(2)
    (x, title), (note_x, below), (_, switch) = (written[each][-1] for each in ("Title", note, "Compare with"))
    if is_below or not is_short:
        assert note_x == x
        assert below > title
        assert below - 10.0 >= switch + 10.0, "below the switch's ground"
    else:
        assert below == title
        assert note_x > x
