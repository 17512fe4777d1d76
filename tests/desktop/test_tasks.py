"""Predictions before a step, answered in the figure, and challenges."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from geometry.feature import FeatureRef
from lessons.labs.spot_the_bug import SpotTheBug
from tests.desktop.test_interface import body, drag, drive, screen
from tests.viz.counting import Counting, adjust, choose, place
from viz.lesson.grip import Grip, Part
from viz.lesson.prediction import Adjust, Click

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def test_a_choice_is_answered_in_its_card(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(Counting({4: choose}))
    task = desktop.session.task
    task.give("no")
    assert task.is_open, "wrong: it can be tried again"
    desktop.settle()
    task.give("yes")
    assert task.head == "Right, at the second try"
    desktop.settle()
    desktop.session.player.go(3)
    assert task.head == "Predict"


def test_a_press_on_a_path_in_a_lens_slides_the_point_there(open_desktop: Callable[..., Desktop]) -> None:
    """As the track of a slider does; and the point goes on with the pointer until it is let go."""
    from viz.lesson.prediction import Place

    desktop = open_desktop("inner-edges")
    session = desktop.session
    every = [page.prediction for page in session.player.pages]
    session.player.go(next(i for i, each in enumerate(every) if isinstance(each, Place) and each.along))
    desktop.settle(3)
    task, asked = session.task, session.task.prediction
    assert isinstance(asked, Place)
    figure = next(each for each in desktop.canvas.figures if each.state.pane.name == asked.pane == "corner")
    (path,), (start,), (right,) = asked.along, asked.start, asked.right

    def at(place: tuple[float, float]) -> tuple[float, float]:
        x, y = figure.state.view.to_screen(place).tolist()
        return figure.corner.x + x, figure.corner.y + y

    ends = sorted((path[0], path[-1]), key=lambda end: abs(end[0] - start[0]))
    far = 0.7 * ends[1][0] + 0.3 * start[0], start[1]

    def act(context: Any) -> None:
        context.mouse_move_to_pos(at(far))
        context.mouse_down(0)
        context.yield_(2)
        assert task.points[0] == pytest.approx(far, abs=2.0 * figure.state.view.pixel), "a press alone"
        context.mouse_move_to_pos(at(right))
        context.mouse_up(0)
        context.yield_(2)
        assert task.points[0] == pytest.approx(right, abs=2.0 * figure.state.view.pixel)
        context.key_press(imgui.Key.enter)
        context.yield_(2)

    from imgui_bundle import imgui

    drive(desktop, act)
    assert task.head == "Right"


def click_on(desktop: Desktop, name: str, edge: int, count: int = 1, wait: int = 40) -> None:
    """Click or double-click the middle of an edge, and wait until a click can be no double click any more."""
    start, end = body(desktop, name).world.edge(edge)

    def act(context: Any) -> None:
        context.mouse_move_to_pos(screen(desktop, (start + end) / 2.0))
        context.yield_(3)
        context.mouse_click(0) if count == 1 else context.mouse_double_click(0)
        context.yield_(wait)

    drive(desktop, act)


def test_a_click_in_the_figure_answers_and_selects_nothing(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("axis-by-axis")
    session = desktop.session
    scene, focus = session.player.scene, session.focus
    asked = session.task.prediction
    assert isinstance(asked, Click)
    edge = min(asked.right, key=str)
    assert isinstance(edge, FeatureRef)
    click_on(desktop, edge.owner.lower(), edge.index)
    assert session.task.head == "Right"
    assert session.player.scene is scene, "a click moves nothing"
    assert session.focus == focus


def test_a_double_click_edits_and_does_not_answer(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("axis-by-axis")
    session = desktop.session
    count = len(body(desktop, "b").world.points)
    click_on(desktop, "b", 1, count=2)
    assert len(body(desktop, "b").world.points) == count + 1
    session.undo()
    assert session.task.answer is not None
    assert session.task.answer.tries == 0


def test_a_click_on_a_vertex_selects_it_and_does_not_answer(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("axis-by-axis")
    session = desktop.session
    vertex = body(desktop, "a").world.points[0]

    def act(context: Any) -> None:
        context.mouse_move_to_pos(screen(desktop, vertex))
        context.yield_(3)
        context.mouse_click(0)
        context.yield_(40)

    drive(desktop, act)
    assert session.focus == Grip("a", Part.VERTEX, 0)
    assert session.task.answer is not None
    assert (session.task.answer.tries, session.task.is_open) == (0, True)


def test_points_are_placed_with_the_pointer_or_the_keys_and_checked(open_desktop: Callable[..., Desktop]) -> None:
    from imgui_bundle import imgui

    desktop = open_desktop(Counting({4: place}))
    session, task = desktop.session, desktop.session.task
    history = session.history.can_undo

    def act(context: Any) -> None:
        drag(context, screen(desktop, task.points[1]), screen(desktop, (2.0, 1.4)))
        session.check()
        assert task.head == "Place the points: 1 of 2"
        context.key_press(imgui.Key.mod_shift | imgui.Key.tab)
        assert task.selected == 0
        context.key_press(imgui.Key.mod_alt | imgui.Key.up_arrow)
        assert task.points[0][1] > 0.5
        drag(context, screen(desktop, task.points[0]), screen(desktop, (0.0, 1.0)))
        context.key_press(imgui.Key.enter)
        context.yield_(2)

    drive(desktop, act)
    assert task.head == "Right, at the second try"
    assert session.history.can_undo == history, "placing is no edit of the scene"


def test_what_is_known_is_stated_until_it_is_answered(open_desktop: Callable[..., Desktop]) -> None:
    session = open_desktop(Counting({4: choose})).session
    assert session.situation == "Nobody knows."
    assert session.moment().is_open
    session.task.give("yes")
    assert session.situation == "4 are left at 0.00."
    assert not session.moment().is_open


def test_an_answer_made_in_the_scene_can_be_shown_and_undone(open_desktop: Callable[..., Desktop]) -> None:
    session = open_desktop(Counting({4: adjust})).session
    before = session.player.scene
    for _ in range(2):
        session.check()
        session.task.try_again()
    session.show_answer()
    assert session.player.scene.way == "down"
    assert session.task.head == "Shown"
    session.undo()
    assert session.player.scene is before


@pytest.mark.parametrize("is_moved", [False, True])
def test_an_answer_made_in_the_scene_is_seen_whole(open_desktop: Callable[..., Desktop], is_moved: bool) -> None:
    """The smallest counter-example is small beside the scene that the card opens with. A view of the user's stays."""
    session = open_desktop(SpotTheBug()).session
    asked, state = session.task.prediction, session.world
    assert isinstance(asked, Adjust)
    if is_moved:
        session.look(state.view.zoomed(0.5, (100.0, 100.0)), state.pane.name)
    before = state.view
    session.change(asked.right(session.player.scene))
    session.check()
    aimed = state.view if state.goal is None else state.goal
    state.fit(session.framed)
    assert state.view != before
    assert aimed == (before if is_moved else state.view)


def test_skipping_steps_on(desktop: Desktop) -> None:
    session = desktop.session
    session.skip()
    assert session.player.index == 1
    session.player.back()
    assert not session.task.is_open


def test_a_challenge_is_live(open_desktop: Callable[..., Desktop]) -> None:
    session = open_desktop(Counting({4: choose})).session
    assert session.task.challenge is None, "a prediction is open"
    session.skip()
    challenge = session.task.challenge
    assert challenge is not None
    assert (challenge.reached, challenge.now) == (False, "now 4")
    session.set_field("count", 7.0)
    reached = session.task.challenge
    assert reached is not None
    assert reached.reached


def test_they_can_be_switched_off(desktop: Desktop) -> None:
    session = desktop.session
    session.asks = False
    assert session.task.prediction is None
    assert session.task.challenge is None
    desktop.settle()


def test_a_check_of_nothing_is_no_try(open_desktop: Callable[..., Desktop]) -> None:
    session = open_desktop("conventions").session
    session.task.check()
    assert session.task.answer is not None
    assert session.task.head == "Nothing chosen"
    assert (session.task.answer.tries, session.task.is_open) == (0, True)
