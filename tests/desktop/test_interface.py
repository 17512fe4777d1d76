"""Every control of the window, worked by name through the Dear ImGui test engine in an off-screen window."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lessons import CURRICULUM
from viz.lesson.grip import Grip, Part, ring
from viz.lesson.scene import Body

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def drive(desktop: Desktop, act: Callable[[Any], None]) -> None:
    from tests.desktop.engine import drive as run  # needs the display to be prepared

    run(desktop, act)


def screen(desktop: Desktop, world: Any) -> tuple[float, float]:
    """Where a world point is drawn in the window."""
    x, y = desktop.session.view.to_screen(world)
    return desktop.canvas.corner.x + float(x), desktop.canvas.corner.y + float(y)


def body(desktop: Desktop, name: str) -> Body:
    value = getattr(desktop.session.player.scene, name)
    assert isinstance(value, Body)
    return value


def drag(context: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    context.mouse_move_to_pos(start)
    context.mouse_down(0)
    context.mouse_move_to_pos(end)
    context.mouse_up(0)


def test_the_buttons_step(desktop: Desktop) -> None:
    player = desktop.session.player
    seen: list[int] = []

    def act(context: Any) -> None:
        for button in ("forward", "forward", "back", "last", "first"):
            context.item_click(f"//##timeline/{button}")
            seen.append(player.index)

    drive(desktop, act)
    assert seen == [1, 2, 1, len(player.trace) - 1, 0]


def test_play_runs_to_the_end_and_stops(desktop: Desktop) -> None:
    session = desktop.session

    def act(context: Any) -> None:
        context.item_click("//##timeline/speed")
        context.item_click("//##timeline/speed")
        assert session.player.speed == 4.0
        context.item_click("//##timeline/play")
        assert session.player.playing
        context.yield_(round(60 * (len(session.player.trace) + 1) / 4.0))

    drive(desktop, act)
    assert session.player.moment.is_last
    assert not session.player.playing


def test_pressing_along_the_ticks_scrubs(desktop: Desktop) -> None:
    player = desktop.session.player

    def act(context: Any) -> None:
        context.item_click("//##timeline/ticks")  # its middle

    drive(desktop, act)
    assert abs(player.index - (len(player.trace) - 1) / 2.0) <= 0.5


@pytest.mark.parametrize("name", [entry.id for c in CURRICULUM for entry in (c.lessons[0], c.lessons[-1])])
def test_lessons_and_scenes_open_by_click(desktop: Desktop, name: str) -> None:
    def chapter(lesson: str) -> int:
        return next(c.number for c in CURRICULUM if lesson in [entry.id for entry in c.lessons])

    def act(context: Any) -> None:
        if desktop.session.lesson.id != name:
            context.item_click("//##top/lessons")
            context.yield_(2)
            if chapter(name) != chapter(desktop.session.lesson.id):  # one chapter is open at a time
                context.item_click(f"//##drawer/**/chapter {chapter(name)}")
            context.item_click(f"//##drawer/**/lesson {name}")
            assert not desktop.session.chrome.drawer
        assert desktop.session.lesson.id == name
        for i in (min(len(desktop.session.presets), 9) - 1, 0):  # of cards the row shows nine
            context.item_click(f"//##panel/###scene{i}")
            assert desktop.session.player.scene is desktop.session.presets[i][1].scene

    drive(desktop, act)


def test_dragging_moves_a_body_by_as_much_as_the_pointer(desktop: Desktop) -> None:
    before = body(desktop, "b").pose.position
    start = screen(desktop, before + (0.1, 0.07))  # off its middle: the grab offset is kept
    drive(desktop, lambda context: drag(context, start, (start[0] + 60.0, start[1] - 30.0)))
    moved = body(desktop, "b").pose.position - before
    assert moved * desktop.session.view.scale == pytest.approx((60.0, 30.0), abs=0.5)


def test_a_press_on_a_panel_never_moves_a_shape(desktop: Desktop) -> None:
    scene = desktop.session.player.scene

    def act(context: Any) -> None:
        for x, y in ((560.0, 20.0), (1100.0, 20.0), (560.0, 650.0), (1270.0, 400.0)):
            drag(context, (x, y), (screen(desktop, body(desktop, "b").pose.position)))
        assert desktop.session.player.scene is scene

    drive(desktop, act)


def test_the_ring_turns_a_body(desktop: Desktop) -> None:
    before = body(desktop, "b")
    pivot = before.pose.position
    start = ring(before, desktop.session.view.pixel)
    arm = start - pivot
    end = pivot + np.array((-arm[1], arm[0]))  # a quarter turn to the left
    drive(desktop, lambda context: drag(context, screen(desktop, start), screen(desktop, end)))
    turned = math.remainder(body(desktop, "b").pose.angle - before.pose.angle, math.tau)
    assert turned == pytest.approx(math.pi / 2.0, abs=0.02)


def test_a_corner_can_be_dragged_and_a_reflex_one_is_refused_with_a_reason(desktop: Desktop) -> None:
    before = body(desktop, "a").world.points
    middle = body(desktop, "a").pose.position
    corner = before[0]
    inside = corner + 0.04 * (middle - corner)
    beyond = corner + 1.6 * (middle - corner)

    def act(context: Any) -> None:
        drag(context, screen(desktop, corner), screen(desktop, inside))
        moved = body(desktop, "a").world.points
        assert moved[0] == pytest.approx(inside, abs=2.0 * desktop.session.view.pixel)
        assert moved[1:] == pytest.approx(before[1:])
        context.mouse_move_to_pos(screen(desktop, moved[0]))
        context.mouse_down(0)
        context.mouse_move_to_pos(screen(desktop, beyond))
        assert desktop.session.notice is not None
        assert "vertex" in desktop.session.notice.text
        context.mouse_up(0)

    drive(desktop, act)


def test_dragging_at_step_k_keeps_the_place(desktop: Desktop) -> None:
    session = desktop.session
    session.player.go(2)
    stage = session.player.stage
    trace = session.player.trace
    start = screen(desktop, body(desktop, "b").pose.position)
    drive(desktop, lambda context: drag(context, start, (start[0] + 25.0, start[1] + 10.0)))
    assert session.player.trace is not trace
    assert session.player.index == 2
    assert session.player.stage == stage


def test_held_a_and_d_turn_smoothly(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    for key, way in ((imgui.Key.a, 1.0), (imgui.Key.d, -1.0)):
        angles = [body(desktop, "b").pose.angle]
        imgui.get_io().add_key_event(key, True)
        for _ in range(30):
            desktop.frame(1.0 / 60.0)
            angles.append(body(desktop, "b").pose.angle)
        imgui.get_io().add_key_event(key, False)
        desktop.settle()
        steps = np.diff(angles[1:]) * way
        assert steps.min() == pytest.approx(steps.max(), rel=1e-6)
        assert steps.sum() == pytest.approx(math.radians(90.0) * 29 / 60.0, rel=0.01)


def test_keys_step_zoom_fit_and_reset(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    session = desktop.session

    def press(key: Any) -> None:
        imgui.get_io().add_key_event(key, True)
        desktop.frame(1.0 / 60.0)
        imgui.get_io().add_key_event(key, False)
        desktop.frame(1.0 / 60.0)

    press(imgui.Key.right_arrow)
    press(imgui.Key.right_arrow)
    press(imgui.Key.left_arrow)
    assert session.player.index == 1
    press(imgui.Key.end)
    assert session.player.moment.is_last
    fitted = session.view
    session.look(fitted.zoomed(3.0, (10.0, 10.0)))
    press(imgui.Key.f)
    assert session.view.scale == pytest.approx(fitted.scale)
    press(imgui.Key._2)
    assert session.player.scene is session.presets[1][1].scene
    press(imgui.Key.r)
    assert session.player.index == 0
    press(imgui.Key.tab)
    assert session.focus is not None
    press(imgui.Key.f1)
    assert session.chrome.keys


def test_alt_arrows_nudge_the_focused_handle(desktop: Desktop) -> None:
    session = desktop.session
    session.focus = Grip("a", Part.WHOLE)
    before = body(desktop, "a").pose.position
    session.nudge(np.array((8.0 * session.view.pixel, 0.0)))
    assert body(desktop, "a").pose.position - before == pytest.approx((8.0 * session.view.pixel, 0.0))


def test_wheel_zooms_about_the_pointer_and_right_drag_pans(desktop: Desktop) -> None:
    session = desktop.session
    corner = body(desktop, "a").world.points[0]
    at = screen(desktop, corner)

    def act(context: Any) -> None:
        context.mouse_move_to_pos(at)
        scale = session.view.scale
        context.mouse_wheel_y(2.0)
        assert session.view.scale > 1.2 * scale
        assert screen(desktop, corner) == pytest.approx(at, abs=1.0)
        context.mouse_down(1)
        context.mouse_move_to_pos((at[0] + 40.0, at[1] + 30.0))
        context.mouse_up(1)
        assert screen(desktop, corner) == pytest.approx((at[0] + 40.0, at[1] + 30.0), abs=1.5)

    drive(desktop, act)


def test_a_faulty_idea_that_is_right_on_this_scene_is_told_as_such(
    open_desktop: Callable[..., Desktop], monkeypatch: pytest.MonkeyPatch
) -> None:
    from viz.desktop.pen import Pen

    desktop = open_desktop("point-on-line")
    session, said = desktop.session, []
    words = Pen.words
    monkeypatch.setattr(
        Pen,
        "words",
        lambda pen, x, y, text, *rest, **more: said.append(text) or words(pen, x, y, text, *rest, **more),
    )

    def before_the_switch() -> set[str]:
        said.clear()
        desktop.settle(2)
        return {"Compare with", "No error here:"} & set(said)

    assert before_the_switch() == {"Compare with"}
    session.compare_with("clamped to the segment")
    assert before_the_switch() == {"No error here:"}, "the foot lies between a and b"
    session.preset(1)
    assert before_the_switch() == {"Compare with"}, "beyond b"
    session.compare_with("")
    session.preset(0)
    assert before_the_switch() == {"Compare with"}
