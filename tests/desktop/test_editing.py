"""Editing: undo and redo, exact numbers, kinds of shape, vertices; and what a refusal leaves behind."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.desktop.test_interface import body, drag, drive, screen
from viz.lesson.grip import Grip, Part
from viz.session.reshape import ShapeKind, kind_of, with_size

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def key(desktop: Desktop, *keys: Any, frames: int = 1) -> None:
    """Press keys together, hold them for some frames, let them go."""
    from imgui_bundle import imgui

    io = imgui.get_io()
    for each in keys:
        io.add_key_event(each, True)
    for _ in range(frames):
        desktop.frame(1.0 / 60.0)
    for each in reversed(keys):
        io.add_key_event(each, False)
    desktop.frame(1.0 / 60.0)


def undo_keys() -> tuple[Any, ...]:
    from imgui_bundle import imgui

    return imgui.Key.mod_ctrl, imgui.Key.z


def redo_keys() -> tuple[Any, ...]:
    from imgui_bundle import imgui

    return imgui.Key.mod_ctrl, imgui.Key.mod_shift, imgui.Key.z


def test_one_drag_is_one_entry(desktop: Desktop) -> None:
    session = desktop.session
    before = session.player.scene
    grip = Grip("b", Part.WHOLE)
    session.hold(grip, body(desktop, "b").pose.position)
    for i in range(1, 20):
        session.carry(session.drag.start + (0.01 * i, 0.02 * i), snap=False)
    session.release()
    after = session.player.scene
    assert after is not before
    key(desktop, *undo_keys())
    assert session.player.scene is before
    key(desktop, *undo_keys())  # nothing is left to undo
    assert session.player.scene is before
    key(desktop, *redo_keys())
    assert session.player.scene is after


def test_a_drag_that_moves_nothing_is_no_entry(desktop: Desktop) -> None:
    session = desktop.session
    session.hold(Grip("b", Part.WHOLE), body(desktop, "b").pose.position)
    session.release()
    assert not session.history.can_undo


def test_one_turn_is_one_entry(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    session = desktop.session
    before = session.player.scene
    key(desktop, imgui.Key.a, frames=20)
    assert body(desktop, "b").pose.angle > before.b.pose.angle + 0.2
    key(desktop, *undo_keys())
    assert session.player.scene is before


def test_reset_leads_back_to_the_present_scene_and_can_be_undone_as_presets_can(desktop: Desktop) -> None:
    session = desktop.session
    first = session.player.scene
    session.preset(3)
    third = session.player.scene
    session.set_field("b", body(desktop, "b").moved((0.3, 0.0)))
    edited = session.player.scene
    session.reset()
    assert session.player.scene is third
    assert session.scene_index == 3
    session.undo()
    assert session.player.scene is edited
    session.undo()
    assert session.player.scene is third
    session.undo()
    assert session.player.scene is first
    assert session.scene_index == 0


def test_undo_keeps_the_place(desktop: Desktop) -> None:
    session = desktop.session
    session.player.go(3)
    session.set_field("b", body(desktop, "b").moved((0.05, 0.0)))
    session.undo()
    assert session.player.index == 3


def test_the_switch_and_the_choice_can_be_undone(open_desktop: Any) -> None:
    desktop = open_desktop("gjk")
    session = desktop.session
    before = (session.player.scene.order, session.player.scene.warm)

    def act(context: Any) -> None:
        context.item_click("//##panel/**/##warm")

    session.set_field("order", "B − A")

    drive(desktop, act)
    assert (session.player.scene.order, session.player.scene.warm) == ("B − A", not before[1])
    session.undo()
    assert (session.player.scene.order, session.player.scene.warm) == ("B − A", before[1])
    session.undo()
    assert session.player.scene.order == before[0] != "B − A"


@pytest.mark.parametrize("kind", ShapeKind)
def test_any_shape_becomes_any_kind_and_every_step_is_drawn(desktop: Desktop, kind: ShapeKind) -> None:
    from viz.session.reshape import with_kind

    session = desktop.session
    session.focus = Grip("b", Part.VERTEX, 3)
    assert session.reshape("b", lambda b: with_kind(b, kind))
    if kind is not ShapeKind.FREE:
        assert kind_of(body(desktop, "b").shape) is kind
    for index in range(len(session.player.trace)):
        session.player.go(index)
        desktop.frame(1.0 / 60.0)
    session.undo()
    assert kind_of(body(desktop, "b").shape) is ShapeKind.BOX


def test_exact_numbers_can_be_typed(desktop: Desktop) -> None:
    before = body(desktop, "b").pose.angle
    desktop.session.chrome.tab = "Edit"
    desktop.settle()

    def act(context: Any) -> None:
        context.item_input_value("//##panel/**/b/angle", 45.0)
        context.item_input_value("//##panel/**/b/radius", 0.2)

    drive(desktop, act)
    after = body(desktop, "b")
    assert after.pose.angle == pytest.approx(math.radians(45.0), abs=1e-6)
    assert after.shape.radius == pytest.approx(0.2, abs=1e-6)
    session = desktop.session
    for _ in range(2):
        session.undo()
    assert body(desktop, "b").pose.angle == before
    assert not session.history.can_undo


def test_a_refused_number_says_why_and_changes_nothing(desktop: Desktop) -> None:
    session = desktop.session
    before = session.player.scene
    assert not session.reshape("b", lambda b: with_size(b, -1.0, 1.0))
    assert session.player.scene is before
    assert session.notice is not None
    assert "width" in session.notice.text
    assert not session.reshape("b", lambda b: b.with_vertex(0, b.world.points[2]))
    assert session.player.scene is before
    assert "vertex" in session.notice.text


def test_a_double_click_on_an_edge_adds_a_corner_and_delete_removes_it(desktop: Desktop) -> None:
    from imgui_bundle import imgui

    before = body(desktop, "b").world.points
    middle = (before[0] + before[1]) / 2.0

    def act(context: Any) -> None:
        context.mouse_move_to_pos(screen(desktop, middle))
        context.yield_(3)
        assert str(desktop.session.highlighted) == "edge 0 of B"
        context.mouse_double_click(0)
        context.yield_(2)
        assert len(body(desktop, "b").shape.points) == 5
        assert desktop.session.focus == Grip("b", Part.VERTEX, 1)
        context.key_press(imgui.Key.delete)
        context.yield_(2)

    drive(desktop, act)
    assert body(desktop, "b").world.points == pytest.approx(before, abs=1e-9)


def test_shift_snaps(desktop: Desktop) -> None:
    session = desktop.session
    start = body(desktop, "b").pose.position
    session.hold(Grip("b", Part.WHOLE), start)
    session.carry(start + np.array((0.31, 0.17)), snap=True)
    assert body(desktop, "b").pose.position / 0.25 == pytest.approx(np.round(body(desktop, "b").pose.position / 0.25))
    session.release()


def test_dragging_with_the_mouse_is_one_entry(desktop: Desktop) -> None:
    before = desktop.session.player.scene
    start = screen(desktop, body(desktop, "b").pose.position)
    drive(desktop, lambda context: drag(context, start, (start[0] + 40.0, start[1] + 20.0)))
    assert desktop.session.player.scene is not before
    desktop.session.undo()
    assert desktop.session.player.scene is before


def test_an_outline_is_drawn_by_hand(desktop: Desktop) -> None:
    """One edit; Escape leaves the shape as it is; what is no outline says so."""
    from imgui_bundle import imgui

    session = desktop.session
    session.chrome.tab = "Edit"
    desktop.settle()
    before = session.player.scene
    corners = [screen(desktop, at) for at in ((-0.5, -0.5), (0.5, -0.6), (0.7, 0.5), (-0.4, 0.6), (-0.5, -0.5))]

    def line(context: Any, *places: tuple[float, float]) -> None:
        context.mouse_move_to_pos(places[0])
        context.mouse_down(0)
        for place in places[1:]:
            context.mouse_move_to_pos(place)
            context.yield_(2)
        context.mouse_up(0)
        context.yield_(2)

    def act(context: Any) -> None:
        context.item_click("//##panel/**/b/draw by hand")
        assert session.sketch is not None
        context.key_press(imgui.Key.escape)
        context.yield_(2)
        assert session.sketch is None
        context.item_click("//##panel/**/b/draw by hand")
        line(context, *corners)
        assert session.sketch is None
        points = body(desktop, "b").world.points
        assert len(points) == 4
        assert sorted(points[:, 0].round(1)) == [-0.5, -0.4, 0.5, 0.7]
        assert session.focus == Grip("b", Part.WHOLE)
        session.undo()
        assert session.player.scene is before
        context.item_click("//##panel/**/b/draw by hand")
        line(context, corners[0], corners[0])

    drive(desktop, act)
    assert session.player.scene is before
    assert session.notice is not None
    assert "once around" in session.notice.text


@pytest.mark.parametrize(("button", "corners"), [("Convex hull", 5), ("Largest convex piece", 4), ("Leave it", None)])
def test_a_concave_outline_is_refused_and_a_convex_one_offered(
    desktop: Desktop, button: str, corners: int | None
) -> None:
    """What a button would make is drawn while the pointer is over it; one edit takes it."""
    session = desktop.session
    before = session.player.scene
    line = [(-0.6, -0.6), (0.6, -0.6), (0.6, 0.0), (0.0, 0.0), (0.0, 0.6), (-0.6, 0.6), (-0.6, -0.6)]
    places = [screen(desktop, at) for at in line]

    def act(context: Any) -> None:
        session.begin_sketch("b")
        context.mouse_move_to_pos(places[0])
        context.mouse_down(0)
        for place in places[1:]:
            context.mouse_move_to_pos(place)
            context.yield_(2)
        context.mouse_up(0)
        context.yield_(3)
        assert session.offered is not None
        assert session.player.scene is before
        context.mouse_move(f"//##offer/{button}")
        context.yield_(2)
        assert (session.considered is None) == (corners is None)
        context.item_click(f"//##offer/{button}")
        context.yield_(2)

    drive(desktop, act)
    assert session.offered is None
    assert session.considered is None
    if corners is None:
        assert session.player.scene is before
    else:
        assert len(body(desktop, "b").shape.points) == corners
        session.undo()
        assert session.player.scene is before


def test_an_outline_is_drawn_where_several_panes_show_the_world(open_desktop: Any) -> None:
    """The line begins and ends in the pane of the press: the others do not end it."""
    desktop = open_desktop("tunnelling")
    session = desktop.session
    assert sum(pane.is_world for pane in session.lesson.panes) > 1
    desktop.settle()
    seen: list[int] = []

    def act(context: Any) -> None:
        session.begin_sketch("a")
        x, y = desktop.canvas.corner.x + 60.0, desktop.canvas.corner.y + 90.0
        context.mouse_move_to_pos((x, y))
        context.mouse_down(0)
        for place in ((x + 90.0, y), (x + 90.0, y + 90.0), (x, y + 90.0), (x, y)):
            context.mouse_move_to_pos(place)
            context.yield_(2)
            seen.append(0 if session.sketch is None else len(session.sketch.points))
        context.mouse_up(0)
        context.yield_(2)

    drive(desktop, act)
    assert seen[0] > 0
    assert seen == sorted(set(seen)), "it grows until the release"
    assert session.sketch is None
    assert len(body(desktop, "a").shape.points) == 4


def test_what_the_scene_has_lost_has_neither_focus_nor_pointer(open_desktop: Any) -> None:
    """A stack has a body a field; another scene in its place may have fewer."""
    session = open_desktop("resting").session
    scene = session.player.scene
    fields = [name for name, _, _ in scene.bodies()]
    fewer = replace(scene, things=scene.things[:1])
    session.focus = session.hovered = Grip(fields[-1], Part.WHOLE)
    session.begin()
    assert session.change(fewer)
    session.commit()
    assert session.turnable() is None
    assert session.focus is None
    assert session.hovered is None
    session.focus = Grip(fields[0], Part.WHOLE)
    session.undo()
    assert session.player.scene is scene
    assert session.focus == Grip(fields[0], Part.WHOLE)


def test_a_scene_that_is_left_by_undo_keeps_only_what_it_is_and_one_that_stays_all_it_worked_out(
    open_desktop: Any,
) -> None:
    session = open_desktop("faces-of-the-difference").session
    own = session.player.scene
    session.set_field("b", own.b.turned(0.1))
    first = session.player.scene
    session.set_field("b", own.b.turned(0.2))
    second = session.player.scene
    assert "trace" not in vars(first)
    session.locked = True
    session.undo()
    assert second.trace is session.player.trace, "the faces of the trace are those of the scene"
    session.locked = False
    session.undo()
    assert "trace" not in vars(second)
    session.redo()
    assert "trace" not in vars(first)
    assert second.trace is session.player.trace


def test_a_scene_that_a_review_shows_too_keeps_what_it_worked_out(open_desktop: Any) -> None:
    from viz.desktop.reviewing import begin_review

    session = open_desktop("faces-of-the-difference").session
    own = session.player
    for seed in range(50):
        review = begin_review(session, (4,), 40, seed)
        while review.lesson.id != "faces-of-the-difference" or session.player.scene is not own.scene:
            if review.is_over:
                break
            review.forward()
        if not review.is_over and session.player.scene is own.scene:
            break
        review.end()
    shown = session.player.scene
    assert session.player is not own
    session.set_field("b", shown.b.turned(0.1))
    review.end()
    assert session.player is own
    assert own.scene.trace is own.trace


def test_an_undo_that_is_refused_is_there_once_the_scene_is_unlocked(open_desktop: Any) -> None:
    session = open_desktop("gjk").session
    first = session.player.scene
    session.set_field("b", first.b.turned(0.5))
    second = session.player.scene
    session.locked = True
    session.undo()
    assert session.player.scene is second
    session.locked = False
    session.undo()
    assert session.player.scene is first
    session.redo()
    assert session.player.scene is second


def test_a_click_that_does_not_move_flips_a_switch_in_a_pane(open_desktop: Any) -> None:
    """The press does it: no drag has to follow, and the world below cannot be held meanwhile."""
    desktop = open_desktop("all-methods")
    session = desktop.session
    session.preset(list(session.lesson.presets).index("Turns out of the way"))
    desktop.settle()
    seen: list[tuple[str, ...]] = []

    def act(context: Any) -> None:
        scene = session.player.scene
        low, size = scene.cell
        for cell in (2, 4, 4, 0):  # substeps, the linear cast twice, the motion
            context.mouse_move_to_pos(screen(desktop, low + scene.shift(cell) + 0.5 * size))
            context.mouse_click(0)
            context.yield_(2)
            seen.append(session.player.scene.marked)

    drive(desktop, act)
    assert seen == [("Substeps",), ("Substeps", "Linear cast"), ("Substeps",), ("Substeps",)]
    assert session.task.is_open
