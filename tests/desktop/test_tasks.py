"""Questions before a step and goals for the scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.test_interface import body, drive, screen
from tests.desktop.test_pictures import picture

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def test_a_choice_is_judged_by_the_trace(desktop: Desktop) -> None:
    session = desktop.session
    question = session.question()
    assert question is not None
    assert question.options == ("a gap", "no gap")
    nxt = session.player.trace.steps[1]
    assert question.answers == {"a gap" if nxt.is_gap else "no gap"}
    picture(desktop, "question")
    drive(desktop, lambda context: context.item_click("//###Explanation/###option0"))
    assert session.answer == "a gap"
    assert not question.is_right("a gap")
    session.give_answer("no gap")
    assert session.answer == "a gap", "the first answer stands"
    session.player.forward()
    assert session.answer is None


def test_a_click_in_the_figure_answers(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("minimum-translation")
    session = desktop.session
    scene = session.player.scene
    question = session.question()
    assert question is not None
    assert question.options == ()
    assert question.answers == {"edge 1 of B", "edge 3 of B"}
    session.give_answer("edge 0 of A")
    picture(desktop, "question-answered")
    session._answer = None  # as if never asked
    start, end = body(desktop, "b").world.edge(1)

    def act(context: Any) -> None:
        context.mouse_move_to_pos(screen(desktop, (start + end) / 2.0))
        context.yield_(3)
        context.mouse_click(0)
        context.yield_(2)

    drive(desktop, act)
    assert session.answer == "edge 1 of B"
    assert session.player.scene is scene, "a click moves nothing"


def test_a_goal_is_live(desktop: Desktop) -> None:
    from geometry import separating_axis

    session = desktop.session
    goal = session.lesson.goal(session.player.moment)
    assert goal is not None
    assert not goal.is_reached
    scene = session.player.scene
    found = separating_axis(scene.a.world, scene.b.world, early_out=False)
    session.set_field("b", scene.b.moved(-found.separation * found.normal))
    reached = session.lesson.goal(session.player.moment)
    assert reached is not None
    assert reached.is_reached
    assert "0.00" in reached.now


def test_they_can_be_switched_off(desktop: Desktop) -> None:
    session = desktop.session
    session.asks = False
    assert session.question() is None
    session.give_answer("a gap")
    assert session.answer is None
    desktop.settle()
