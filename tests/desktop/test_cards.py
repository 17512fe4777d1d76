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


def test_all_cards_are_listed_by_chapter_with_marks(cards: Desktop) -> None:
    """A card is done when both its predictions are answered; a click in the list loads it."""
    from tests.desktop.engine import drive
    from viz.session.progress import Done, Mark

    session = cards.session
    names = [name for name, _ in session.presets]
    session.study.done[session.lesson.id] = Done(answers={names[0]: {0: 1, 6: 2}, names[3]: {0: 1}})
    listed = cards.panel.scenes._list
    assert [listed.mark(names[i]) for i in (0, 3, 5)] == [Mark.DONE, Mark.BEGUN, Mark.NEW]
    assert listed.solved() == 1

    def act(context: Any) -> None:
        context.item_click("//##panel/scene list")
        context.yield_(2)
        context.item_click("//$FOCUSED/###list20")
        assert session.player.scene is session.presets[20][1].scene

    drive(cards, act)


def test_columns_of_the_list_hold_all_groups_in_order() -> None:
    from viz.desktop.panels.scene_list import columns

    found = columns([12, 8, 5, 4, 5, 7, 2, 2, 1])
    assert [i for part in found for i in part] == list(range(9))
    assert len(found) <= 3
    assert columns([46]) == [range(1)]


def test_a_map_that_a_drag_left_unfinished_is_filled_in_the_frames_that_follow(
    cards: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no time to spend a frame asks one cell; frames are wanted until the map is that of the shapes at rest."""
    import numpy as np

    from lessons.labs import spot_the_bug_map
    from viz.lesson.canvas import Crowd
    from viz.lesson.grip import Grip, Part

    monkeypatch.setattr(spot_the_bug_map, "BUDGET", 0.0)
    session = cards.session
    session.player.go(1)
    session.task.skip()
    cards.settle()
    corner = scene_of(cards).b.world.points[2]
    session.hold(Grip("b", Part.VERTEX, 2), corner)
    session.carry(corner + (0.5, 0.25), snap=False)
    cards.frame(1.0 / 60.0)
    session.release()
    cards.frame(1.0 / 60.0)
    marks = cards.canvas.figures[1]._picture
    assert session.wants_frame() == 0.0
    for _ in range(3 * spot_the_bug_map.CELLS**2):  # cells, and halvings of the border
        cards.frame(1.0 / 60.0)
    region = next(mark for mark in cards.canvas.figures[1]._picture if isinstance(mark, Crowd))
    triangles, border = spot_the_bug_map.map_of(scene_of(cards)).region()
    assert marks is not cards.canvas.figures[1]._picture
    assert np.array_equal(region.triangles, np.array(triangles).reshape(-1, 6))
    assert np.array_equal(region.segments, np.array(border).reshape(-1, 4))
