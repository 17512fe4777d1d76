"""The window on the lab of cards: more scenes than a row has, a button among the controls, lines that are clicked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


@pytest.fixture
def cards(open_desktop: Callable[..., Desktop]) -> Desktop:
    return open_desktop("spot-the-bug")


def scene_of(desktop: Desktop) -> Any:
    """A scene of the lab, with what its cards have."""
    return desktop.session.player.scene


def test_the_row_turns_to_the_next_nine_scenes(cards: Desktop) -> None:
    from tests.desktop.engine import drive

    def act(context: Any) -> None:
        context.item_click("//##panel/scenes9")
        context.yield_(2)
        context.item_click("//##panel/###scene9")
        assert cards.session.player.scene is cards.session.presets[9][1].scene
        context.item_click("//##panel/scenes-9")
        context.yield_(2)
        context.item_click("//##panel/###scene0")
        assert cards.session.player.scene is cards.session.presets[0][1].scene

    drive(cards, act)


def test_the_button_finds_a_scene_on_which_the_answers_differ(cards: Desktop) -> None:
    from tests.desktop.engine import drive

    def act(context: Any) -> None:
        assert not scene_of(cards).asked.differs
        context.item_click("//##panel/##finds")
        context.yield_(2)
        assert scene_of(cards).finds == 1
        assert scene_of(cards).asked.differs

    drive(cards, act)
    cards.session.undo()
    assert not scene_of(cards).asked.differs


def test_a_line_is_clicked_in_the_code_panel(cards: Desktop) -> None:
    from tests.desktop.engine import drive

    session = cards.session
    card = scene_of(cards).card
    session.player.go(len(session.player.trace) - 2)
    wrong, right = card.source[-1].number, card.wrong_line

    def act(context: Any) -> None:
        context.item_click("//##panel/tab Code")
        context.yield_(2)
        for line in (wrong, right):
            context.item_click(f"//##panel/**/##line {line}")
            context.yield_(2)
            answer = session.task.settled
            assert answer is not None
            assert answer[1].chosen == f"line {line}"
            assert answer[1].verdict is not None
            assert answer[1].verdict.right == (line == right)

    drive(cards, act)
