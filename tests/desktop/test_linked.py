"""Pointing at a feature anywhere lights it everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.desktop.test_interface import body, drag, drive, screen

pytestmark = pytest.mark.usefixtures("off_screen")

if TYPE_CHECKING:
    from viz.desktop.window import Desktop


def test_an_edge_in_the_figure(desktop: Desktop) -> None:
    start, end = body(desktop, "a").world.edge(2)

    def act(context: Any) -> None:
        context.mouse_move_to_pos(screen(desktop, (start + end) / 2.0))
        context.yield_(3)
        assert str(desktop.session.highlighted) == "edge 2 of A"
        context.mouse_move_to_pos(screen(desktop, body(desktop, "b").world.points[2]))
        context.yield_(3)
        assert str(desktop.session.highlighted) == "vertex 2 of B"
        context.mouse_move_to_pos(screen(desktop, (0.0, 2.5)))
        context.yield_(3)
        assert desktop.session.highlighted is None

    drive(desktop, act)


def test_a_row_of_the_table(desktop: Desktop) -> None:
    table = desktop.session.told.table
    assert table is not None
    feature = table.rows[0][1].feature
    assert str(feature) == "edge 0 of A"

    def act(context: Any) -> None:
        context.mouse_move("//##panel/##row0")
        context.yield_(3)
        assert desktop.session.highlighted == feature

    drive(desktop, act)


def test_a_value_of_the_step(desktop: Desktop) -> None:
    facing = desktop.session.player.moment.step.facing
    assert facing is not None
    desktop.session.chrome.tab = "Values"
    desktop.settle()

    def act(context: Any) -> None:
        context.mouse_move("//##panel/**/##facing")
        context.yield_(3)
        assert desktop.session.highlighted == facing

    drive(desktop, act)


def test_a_label_in_the_figure(desktop: Desktop) -> None:
    figure = desktop.canvas.figures[0]
    painted: list[Any] = []
    paint = figure.painter.paint

    def spy(*args: Any, **more: Any) -> Any:
        painted[:] = paint(*args, **more)
        return list(painted)

    figure.painter.paint = spy  # type: ignore[method-assign]
    desktop.settle()
    label = next(p for p in painted if getattr(p.mark, "text", "") == "edge 0 of A")

    def act(context: Any) -> None:
        x, y = figure.corner.x + label.x + label.width / 2.0, figure.corner.y + label.y + label.height / 2.0
        context.mouse_move_to_pos((x, y))
        context.yield_(3)
        assert str(desktop.session.highlighted) == "edge 0 of A"

    drive(desktop, act)


def test_panes_pan_and_zoom_by_themselves(open_desktop: Any) -> None:
    desktop = open_desktop("edge-normals")
    desktop.session.player.go(3)  # from where on both orders of the list are shown beside World
    desktop.settle(3)
    level = desktop.canvas.figures[1]
    world = desktop.session.view
    before = level.state.view.scale

    def act(context: Any) -> None:
        context.mouse_move_to_pos((level.corner.x + 100.0, level.corner.y + 100.0))
        context.mouse_wheel_y(2.0)
        context.yield_(2)

    drive(desktop, act)
    assert level.state.view.scale > 1.2 * before
    assert desktop.session.view is world
    desktop.session.fit()
    assert level.state.view.scale == pytest.approx(before)


def test_a_symbol_and_the_vectors_of_point_on_line(open_desktop: Any) -> None:
    desktop = open_desktop("point-on-line")
    session = desktop.session
    session.player.go(3)
    scene = session.player.scene
    desktop.settle()
    seen: dict[str, str] = {}

    def act(context: Any) -> None:
        for name, place in (
            ("p", scene.a + 0.6 * (scene.c - scene.a)),
            ("q", scene.a + 0.5 * (scene.b - scene.a)),
        ):
            context.mouse_move_to_pos(screen(desktop, place))
            context.yield_(3)
            seen[name] = str(session.highlighted)
        context.mouse_move("//##panel/##row2")
        context.yield_(3)
        seen["p · q"] = str(session.highlighted)

    drive(desktop, act)
    assert seen == {"p": "p", "q": "q", "p · q": "p · q"}


@pytest.mark.parametrize(("order", "sign"), [("A − B", -1.0), ("B − A", 1.0)])
def test_dragging_the_difference_moves_b(open_desktop: Any, order: str, sign: float) -> None:
    desktop = open_desktop("gjk")
    session = desktop.session
    session.set_field("order", order)
    session.fit()
    desktop.settle()
    space = next(figure for figure in desktop.canvas.figures if figure.state.pane.name == "space")
    view = space.state.view
    first, second = session.player.scene.operands
    x, y = view.to_screen(-sign * (first.centroid - second.centroid))  # in the middle of the difference
    start = (space.corner.x + float(x), space.corner.y + float(y))
    before, scale = body(desktop, "b").pose.position, view.scale

    def act(context: Any) -> None:
        drag(context, start, (start[0] + 36.0, start[1] + 24.0))
        drag(context, (space.corner.x + 12.0, space.corner.y + 60.0), (space.corner.x + 60.0, space.corner.y + 90.0))

    drive(desktop, act)
    moved = (body(desktop, "b").pose.position - before) * scale
    assert moved == pytest.approx((sign * 36.0, sign * -24.0), abs=1.0)  # and beside it the view is panned
    assert not space.state.fitted
    session.undo()
    assert body(desktop, "b").pose.position == pytest.approx(before)


@pytest.mark.parametrize("order", ["A − B", "B − A"])
def test_an_index_lights_the_vertex_of_the_shape_that_it_is_of(open_desktop: Any, order: str) -> None:
    desktop = open_desktop("gjk")
    desktop.session.set_field("order", order)
    desktop.session.player.go(1)
    desktop.session.chrome.tab = "Values"
    desktop.settle()
    index = desktop.session.player.moment.step.vertex.index_a

    def act(context: Any) -> None:
        context.mouse_move("//##panel/**/##vertex.index_a")
        context.yield_(3)
        assert str(desktop.session.highlighted) == f"vertex {index} of A"

    drive(desktop, act)
