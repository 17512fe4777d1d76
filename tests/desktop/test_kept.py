"""What the session keeps: the scenes of every lesson, the views, the place; and how the views follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.desktop.conftest import LESSONS
from tests.desktop.test_interface import body
from tests.viz.counting import Counting
from viz.lesson.grip import Grip, Part
from viz.picture.framing import FRAMING_SECONDS, still_fits

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def test_a_change_of_lesson_loses_nothing(desktop: Desktop) -> None:
    session = desktop.session
    session.preset(2)
    original = session.player.scene
    session.set_field("b", body(desktop, "b").moved((0.2, 0.1)))
    session.player.go(3)
    edited = session.player.scene
    session.look(session.view.zoomed(2.0, (10.0, 10.0)))
    view = session.view
    session.open(LESSONS["gjk"])
    desktop.settle()
    assert not session.history.can_undo
    session.preset(1)
    session.open(LESSONS["axis-by-axis"])
    desktop.settle()
    assert session.player.scene is edited
    assert (session.player.index, session.scene_index) == (3, 2)
    assert session.view == view
    session.undo()
    assert session.player.scene is original
    session.open(LESSONS["gjk"])
    assert session.scene_index == 1


def test_what_is_held_is_let_go_at_a_change_of_lesson(desktop: Desktop) -> None:
    session = desktop.session
    before = session.player.scene
    session.hold(Grip("b", Part.WHOLE), body(desktop, "b").pose.position)
    session.carry(body(desktop, "b").pose.position + (0.3, 0.0), snap=False)
    session.play_or_pause()
    session.open(LESSONS["gjk"])
    assert session.drag is None
    session.open(LESSONS["axis-by-axis"])
    assert not session.playing
    session.undo()
    assert session.player.scene is before


def test_a_preset_switches_its_comparison_on_and_the_users_own_stays(open_desktop: Callable[..., Desktop]) -> None:
    session = open_desktop(Counting()).session
    session.preset(1)
    assert (session.compare, session.player.moment.is_last) == ("counts up", True)
    session.preset(0)
    assert session.compare == "", "it was the scene's"
    session.compare_with("counts up")
    session.preset(2)
    assert session.compare == "counts up", "it is the user's"
    session.compare_with("")
    assert session.moment().faulty is None
    session.undo()
    assert session.scene_index == 0


def test_the_view_goes_to_what_another_stage_draws(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(Counting())
    session = desktop.session
    session.reduced_motion = False
    before = session.view
    session.player.go(1)
    session.follow()
    assert session.world.goal is None, "the same stage"
    session.player.last()
    session.follow()
    assert session.world.is_moving
    assert session.wants_frame() == 0.0
    goal = session.world.goal
    assert goal is not None
    seen = []
    for _ in range(round(FRAMING_SECONDS * 60) + 1):
        desktop.frame(1.0 / 60.0)
        seen.append(session.view.scale)
    assert session.view == goal
    assert goal != before
    steps = np.diff(seen)
    assert (steps <= 1e-9).all() or (steps >= -1e-9).all(), "without a swerve"


@pytest.mark.parametrize("name", ["swept-circles", "linear-cast"])
def test_a_comparison_that_is_switched_on_is_seen_whole(open_desktop: Callable[..., Desktop], name: str) -> None:
    session = (desktop := open_desktop(LESSONS[name])).session
    session.player.last()
    desktop.settle(3)
    session.compare_with(session.lesson.compare[0].name)
    desktop.settle(4)
    assert session.moment().faulty is not None
    for state in session.panes.values():
        assert still_fits(state.view, state.pane, session.framed.moment, session.figure_scale), state.pane.name


def test_a_stage_may_be_seen_near_until_a_time_and_whole_after_it(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(LESSONS["angular-bound"])
    session = desktop.session
    session.player.last()
    desktop.settle(2)
    clock = session.clock.declared
    assert clock is not None
    assert 0.0 < session.clock.time == clock.ticks[-1] < clock.near == clock.impact < 1.0, "it opens near"
    at_hit = session.view
    session.clock.scrub(1.0)
    desktop.settle(2)
    assert session.view == at_hit, "A stops at the wall: there is no more to see"
    session.set_field("speed", 0.3)  # nothing is hit, and the bound of the whole turn is many times as long as A
    session.set_field("turn", -200.0)
    desktop.settle(2)
    clock = session.clock.declared
    assert clock is not None
    assert clock.impact is None
    assert 0.0 < clock.ticks[-1] == clock.near < 1.0
    session.clock.scrub(clock.near)
    session.fit()
    desktop.settle(2)
    near = session.view
    session.clock.scrub(0.0)
    desktop.settle(2)
    assert session.view == near, "the same for all times until then"
    session.clock.scrub(1.0)
    desktop.settle(2)
    whole = session.view
    assert whole.scale < 0.8 * near.scale
    session.clock.scrub(clock.near + 0.1)
    desktop.settle(2)
    assert session.view == whole
    session.clock.scrub(clock.near)
    desktop.settle(2)
    assert session.view == near
    session.look(near.zoomed(2.0, (10.0, 10.0)))
    own = session.view
    session.clock.scrub(1.0)
    desktop.settle(2)
    assert session.view == own, "the learner's own view stays"


def test_a_drag_never_moves_the_view_but_what_has_left_is_followed(desktop: Desktop) -> None:
    session = desktop.session
    before = session.view
    start = body(desktop, "b").pose.position
    session.hold(Grip("b", Part.WHOLE), start)
    for i in range(1, 9):
        session.carry(start + (0.5 * i, 0.0), snap=False)
        desktop.frame(1.0 / 60.0)
        assert session.view == before
    session.release()
    desktop.settle()
    bounds = session.view.bounds()
    assert (bounds.low < body(desktop, "b").world.points).all()
    assert (bounds.high > body(desktop, "b").world.points).all()


def test_a_drag_within_the_pane_leaves_the_view_alone(desktop: Desktop) -> None:
    session = desktop.session
    before = session.view
    session.set_field("b", body(desktop, "b").moved((0.1, 0.05)))
    desktop.settle()
    assert session.view == before


def test_the_users_own_view_stays(desktop: Desktop) -> None:
    session = desktop.session
    mine = session.view.zoomed(1.3, (40.0, 40.0))
    session.look(mine)
    session.player.last()
    session.set_field("b", body(desktop, "b").moved((9.0, 0.0)))
    desktop.settle()
    assert session.view == mine
