"""The table of keys, and who gets them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.desktop.conftest import LESSONS
from tests.desktop.test_editing import key
from tests.desktop.test_interface import body, drag, drive, screen
from tests.viz.counting import Counting, CountingTwice, started
from viz.lesson.grip import Grip, Part, placed_grips

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def press(desktop: Desktop, *names: str) -> None:
    from imgui_bundle import imgui

    key(desktop, *(getattr(imgui.Key, name) for name in names))


@pytest.mark.parametrize("presented", [False, True])
def test_after_a_start_and_after_presenting_the_keys_are_the_figures(desktop: Desktop, presented: bool) -> None:
    from imgui_bundle import imgui

    session = desktop.session
    if presented:
        press(desktop, "p")
        desktop.settle()
        press(desktop, "escape")
        desktop.settle()
    for _ in range(3):
        press(desktop, "tab")
    press(desktop, "right_arrow")
    press(desktop, "right_arrow")
    assert session.player.index == 2
    press(desktop, "space")
    assert session.playing, "toggled once, not twice"
    press(desktop, "space")
    assert not session.playing
    assert (session.player.index, len(session.player.levels)) == (2, 1)
    assert not imgui.get_io().nav_visible
    assert not imgui.get_io().want_text_input


def test_page_keys_step_too(desktop: Desktop) -> None:
    player = desktop.session.player
    press(desktop, "page_down")
    press(desktop, "page_down")
    press(desktop, "page_up")
    assert player.index == 1


def test_space_plays_time_where_there_is_any(open_desktop: Callable[..., Desktop]) -> None:
    session = open_desktop(Counting(clock=started)).session
    session.reduced_motion = False
    assert session.plays_time
    session.play_or_pause()
    assert session.clock.playing
    assert not session.player.playing
    session.play_or_pause()
    assert not session.playing


def test_r_resets_the_present_scene(desktop: Desktop) -> None:
    session = desktop.session
    press(desktop, "_3")
    third = session.player.scene
    session.set_field("b", body(desktop, "b").moved((0.2, 0.0)))
    session.player.go(2)
    press(desktop, "r")
    assert session.player.scene is third
    assert (session.scene_index, session.player.index) == (2, 0)
    press(desktop, "mod_ctrl", "z")
    assert session.player.scene is not third


@pytest.mark.parametrize("name", ["delete", "backspace"])
def test_both_keys_remove_the_selected_vertex(desktop: Desktop, name: str) -> None:
    session = desktop.session
    count = len(body(desktop, "a").world.points)
    session.select(Grip("a", Part.VERTEX, 1))
    press(desktop, name)
    assert len(body(desktop, "a").world.points) == count - 1


def test_a_and_d_turn_arrows_too(open_desktop: Callable[..., Desktop]) -> None:
    from imgui_bundle import imgui

    desktop = open_desktop("two-shadows")
    session = desktop.session
    session.select(Grip("axis", Part.WHOLE))

    def angle() -> float:
        x, y = session.player.scene.axis.vector  # type: ignore[attr-defined]
        return math.atan2(y, x)

    before = angle()
    key(desktop, imgui.Key.a, frames=20)
    turned = math.remainder(angle() - before, math.tau)
    assert 0.2 < turned < 0.8
    key(desktop, imgui.Key.d, frames=20)
    assert math.remainder(angle() - before, math.tau) < turned
    session.undo()
    session.undo()
    assert angle() == pytest.approx(before)


def test_a_shape_that_is_turned_while_it_is_dragged_stays_turned(desktop: Desktop) -> None:
    session = desktop.session
    placed = next(p for p in placed_grips(session.player.scene, session.pixel) if p.grip == Grip("b", Part.WHOLE))
    before = body(desktop, "b").pose
    session.hold(placed.grip, placed.at)
    session.carry(placed.at + (0.1, 0.0), snap=False)
    session.turn(placed.grip, 0.3)
    session.carry(placed.at + (0.2, 0.0), snap=False)
    session.release()
    after = body(desktop, "b").pose
    assert after.angle - before.angle == pytest.approx(0.3)
    assert after.position - before.position == pytest.approx([0.2, 0.0])


def test_in_every_lesson_each_part_turns_or_says_why_not(open_desktop: Callable[..., Desktop]) -> None:
    """A box that a lesson keeps upright ended the lesson, once A or D was held with it selected."""
    session = open_desktop("circle-aabb").session
    refused = set()
    for lesson in LESSONS.values():
        session.open(lesson)
        for placed in placed_grips(session.player.scene, session.pixel):
            session.select(placed.grip)
            grip, before, session.notice = session.turnable(), session.player.scene, None
            if grip is not None:
                session.turn(grip, 0.1)
                if session.notice is not None:
                    assert session.player.scene is before
                    assert session.notice.text
                    refused.add(lesson.id)
    assert "circle-aabb" in refused


def test_a_key_after_a_long_rest_turns_nothing_by_a_leap(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    before = body(desktop, "b").pose.angle
    imgui.get_io().add_key_event(imgui.Key.a, True)
    desktop.frame(5.0)
    assert body(desktop, "b").pose.angle == before
    desktop.frame(1.0 / 60.0)
    assert 0.0 < body(desktop, "b").pose.angle - before < 0.05
    imgui.get_io().add_key_event(imgui.Key.a, False)
    desktop.settle()


def test_escape_leaves_one_thing_after_the_other(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(CountingTwice())
    session = desktop.session
    session.presenting = True
    session.player.into()
    press(desktop, "mod_ctrl", "k")
    assert (session.chrome.drawer, session.chrome.finding) == (True, True)
    session.chrome.finding = False
    press(desktop, "f1")
    for expected in (
        (False, True, 2, True),
        (False, False, 2, True),
        (False, False, 1, True),
        (False, False, 1, False),
    ):
        press(desktop, "escape")
        desktop.settle()
        now = (session.chrome.keys, session.chrome.drawer, len(session.player.levels), session.presenting)
        assert now == expected


def test_f2_to_f4_choose_what_presenting_shows(desktop: Desktop) -> None:
    chrome = desktop.session.chrome
    press(desktop, "f3")
    assert chrome.views == "", "only while presenting"
    press(desktop, "f11")
    assert desktop.session.presenting
    for name, views in (("f3", "second"), ("f4", "both"), ("f2", "first")):
        press(desktop, name)
        assert chrome.views == views


def test_one_click_on_a_number_edits_it_and_its_digits_go_nowhere_else(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    desktop.session.chrome.tab = "Edit"
    desktop.settle()
    scene = desktop.session.player.scene

    def act(context: Any) -> None:
        window = "//##panel" if imgui.internal.find_window_by_name("##panel") else "//Edit"
        context.set_ref(window)
        context.item_click("**/b/angle")
        context.yield_(3)
        assert imgui.get_io().want_text_input
        context.key_chars_replace_enter("30")
        context.yield_(3)

    drive(desktop, act)
    assert desktop.session.scene_index == 0
    assert body(desktop, "b").pose.angle == pytest.approx(math.radians(30.0))
    assert desktop.session.player.scene is not scene


def test_a_press_on_empty_canvas_after_a_jump_of_the_pointer_pans_by_nothing(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    session, io = desktop.session, imgui.get_io()
    bounds = session.view.bounds()
    x, y = screen(desktop, bounds.low + 0.03 * bounds.extent)
    io.add_mouse_pos_event(x + 300.0, y - 250.0)
    desktop.settle()
    before = session.view
    io.add_mouse_pos_event(x, y)  # a pen comes down: place and press at once
    io.add_mouse_button_event(0, True)
    desktop.settle(4)
    assert session.view == before
    io.add_mouse_pos_event(x + 20.0, y - 10.0)
    desktop.settle(2)
    assert session.view.center != before.center
    moved = (np.array(before.center) - session.view.center) * session.view.scale
    assert moved == pytest.approx((20.0, 10.0), abs=1.0)
    io.add_mouse_button_event(0, False)
    desktop.settle()


def test_a_refused_drag_says_why_at_the_pointer(desktop: Desktop) -> None:
    session = desktop.session
    corner = body(desktop, "a").world.points[0]
    session.hold(Grip("a", Part.VERTEX, 0), corner)
    session.carry(corner + 3.0 * (body(desktop, "a").pose.position - corner), snap=False)
    assert session.notice is not None
    assert "vertex" in session.notice.text
    session.release()


def test_the_ball_sets_the_time_and_its_rails_end_the_velocity(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop("linear-cast")
    session = desktop.session
    session.player.go(1)
    session.task.skip()
    desktop.settle()
    space = next(figure for figure in desktop.canvas.figures if figure.state.pane.name == "space")

    def at(place: Any) -> tuple[float, float]:
        x, y = space.state.view.to_screen(place)
        return space.corner.x + float(x), space.corner.y + float(y)

    v, near = session.player.scene.velocity, 3.0 * space.state.view.pixel

    def act(context: Any) -> None:
        drag(context, at((0.0, 0.0)), at(-0.4 * v))
        assert session.clock.time == pytest.approx(0.4, abs=near)
        assert not session.history.can_undo, "time is no edit"
        drag(context, at(-0.4 * v), at(-0.7 * v))
        assert session.clock.time == pytest.approx(0.7, abs=near)
        context.mouse_move_to_pos(at(-v))
        context.mouse_down(0)
        context.mouse_move_to_pos(at(-v + (0.4, 0.3)))
        context.yield_(2)
        assert session.player.scene.velocity == pytest.approx(v - (0.4, 0.3), abs=near)
        assert session.clock.time == pytest.approx(0.7, abs=near), "the ball keeps its time"
        context.mouse_up(0)

    drive(desktop, act)
    assert session.player.index == 1
    session.undo()
    assert session.player.scene.velocity == pytest.approx(v)


def test_the_play_head_is_dragged_in_a_chart_over_time(open_desktop: Callable[..., Desktop]) -> None:
    desktop = open_desktop(Counting(clock=started))
    session = desktop.session
    chart = next(figure for figure in desktop.canvas.figures if figure.state.pane.name == "curve")

    def at(time: float) -> tuple[float, float]:
        x, y = chart.state.view.to_screen((time, 4.0))
        return chart.corner.x + float(x), chart.corner.y + float(y)

    def act(context: Any) -> None:
        context.mouse_move_to_pos(at(0.3))
        context.mouse_down(0)
        context.yield_(2)
        assert session.clock.time == pytest.approx(0.3, abs=2.0 * chart.state.view.pixel)
        context.mouse_move_to_pos(at(0.8))
        context.mouse_up(0)

    drive(desktop, act)
    assert session.clock.time == pytest.approx(0.8, abs=2.0 * chart.state.view.pixel)
    assert session.player.index == 0
    assert not session.history.can_undo
