"""Where the panels are docked: lessons left, the explanation and its fellows right, timeline below, the canvas in
the middle. They can be dragged elsewhere by their tabs; the arrangement is kept in the settings."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.panels import code, edit, explanation, lessons, steps, timeline, values

_DOCK = "MainDock"
_LEFT, _RIGHT, _BOTTOM = 232.0, 380.0, 112.0  # logical pixels at text size 100 %
_PANELS_MOST = 0.56  # of the window's width: the figure is the largest thing
_NARROW, _PANELS_MOST_NARROW = 900.0, 0.46
RIGHT = (
    explanation.TITLE_OF_WINDOW,
    steps.TITLE_OF_WINDOW,
    code.TITLE_OF_WINDOW,
    values.TITLE_OF_WINDOW,
    edit.TITLE_OF_WINDOW,
)

PANELS = (lessons.TITLE_OF_WINDOW, *RIGHT, timeline.TITLE_OF_WINDOW)  # in the order of F6

_Private = imgui.internal.DockNodeFlagsPrivate_


class Layout:
    """Knows which arrangement stands, so that it is made anew when a much narrower window asks for another."""

    def __init__(self) -> None:
        self._is_narrow: bool | None = None

    def dock_panels(self, text_size: float, *, rebuild: bool) -> tuple[imgui.ImVec2, imgui.ImVec2]:
        """Submit the dock space; returns the position and size of its central node. Call before any panel.

        `rebuild`: forget any arrangement and make the usual one.
        """
        dock = imgui.get_id(_DOCK)
        viewport = imgui.get_main_viewport()
        is_narrow = viewport.work_size.x < _NARROW * text_size
        crossed = self._is_narrow is not None and is_narrow != self._is_narrow
        self._is_narrow = is_narrow
        if rebuild or crossed or imgui.internal.dock_builder_get_node(dock) is None:
            _build(dock, viewport.work_size, text_size, is_narrow)
        imgui.dock_space_over_viewport(dock, viewport, imgui.DockNodeFlags_.passthru_central_node)
        centre = imgui.internal.dock_builder_get_central_node(dock)
        return centre.pos, centre.size

    def hide_panels(self) -> tuple[imgui.ImVec2, imgui.ImVec2]:
        """Keep the dock space alive without showing it; returns the whole window for the canvas."""
        viewport = imgui.get_main_viewport()
        flags = imgui.DockNodeFlags_.keep_alive_only | imgui.DockNodeFlags_.passthru_central_node
        imgui.dock_space_over_viewport(imgui.get_id(_DOCK), viewport, flags)
        return viewport.work_pos, viewport.work_size


def _build(dock: int, size: imgui.ImVec2, text_size: float, is_narrow: bool) -> None:
    """Lessons left, the other panels right; in a narrow window the lessons are one more tab on the right."""
    builder, quiet = imgui.internal, _Private.no_tab_bar
    builder.dock_builder_remove_node(dock)
    builder.dock_builder_add_node(dock, _Private.dock_space | imgui.DockNodeFlags_.passthru_central_node)
    builder.dock_builder_set_node_size(dock, size)
    columns = _RIGHT + (0.0 if is_narrow else _LEFT)
    most = _PANELS_MOST_NARROW if is_narrow else _PANELS_MOST
    shrink = min(1.0, most * size.x / (columns * text_size)) * text_size
    left, right = _LEFT * shrink / size.x, _RIGHT * shrink / size.x
    rest, rooms = dock, []
    if not is_narrow:
        split = builder.dock_builder_split_node(rest, imgui.Dir.left, left)
        rest = split.id_at_opposite_dir
        rooms.append((lessons.TITLE_OF_WINDOW, split.id_at_dir, quiet))
        right /= 1.0 - left
    split = builder.dock_builder_split_node(rest, imgui.Dir.right, right)
    rest, right_node = split.id_at_opposite_dir, split.id_at_dir
    tabs = _Private.no_window_menu_button | _Private.no_close_button
    rooms.extend((name, right_node, tabs) for name in (*RIGHT, *((lessons.TITLE_OF_WINDOW,) if is_narrow else ())))
    split = builder.dock_builder_split_node(rest, imgui.Dir.down, min(_BOTTOM * text_size / size.y, 0.4))
    rooms.append((timeline.TITLE_OF_WINDOW, split.id_at_dir, quiet))
    for name, node, flags in rooms:
        builder.dock_builder_dock_window(name, node)
        builder.dock_builder_get_node(node).local_flags |= flags
    builder.dock_builder_get_node(split.id_at_opposite_dir).local_flags |= (
        imgui.DockNodeFlags_.no_docking_over_central_node | quiet
    )
    builder.dock_builder_finish(dock)
