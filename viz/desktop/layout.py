"""Where the panels are docked: lessons left, the explanation and its fellows right, timeline below, the canvas in
the middle. They can be dragged elsewhere by their tabs; the arrangement is kept in the settings."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.panels import code, edit, explanation, lessons, steps, timeline, values

_DOCK = "MainDock"
_LEFT, _RIGHT, _BOTTOM = 232.0, 380.0, 112.0  # logical pixels at text size 100 %
_PANELS_MOST = 0.56  # of the window's width: the figure is the largest thing
RIGHT = (
    explanation.TITLE_OF_WINDOW,
    steps.TITLE_OF_WINDOW,
    code.TITLE_OF_WINDOW,
    values.TITLE_OF_WINDOW,
    edit.TITLE_OF_WINDOW,
)

PANELS = (lessons.TITLE_OF_WINDOW, *RIGHT, timeline.TITLE_OF_WINDOW)  # in the order of F6

_Private = imgui.internal.DockNodeFlagsPrivate_


def dock_panels(text_size: float, *, rebuild: bool) -> tuple[imgui.ImVec2, imgui.ImVec2]:
    """Submit the dock space; returns the position and size of its central node. Call before any panel.

    `rebuild`: forget any arrangement and make the usual one.
    """
    dock = imgui.get_id(_DOCK)
    viewport = imgui.get_main_viewport()
    if rebuild or imgui.internal.dock_builder_get_node(dock) is None:
        _build(dock, viewport.work_size, text_size)
    imgui.dock_space_over_viewport(dock, viewport, imgui.DockNodeFlags_.passthru_central_node)
    centre = imgui.internal.dock_builder_get_central_node(dock)
    return centre.pos, centre.size


def hide_panels() -> tuple[imgui.ImVec2, imgui.ImVec2]:
    """Keep the dock space alive without showing it; returns the whole window for the canvas."""
    viewport = imgui.get_main_viewport()
    flags = imgui.DockNodeFlags_.keep_alive_only | imgui.DockNodeFlags_.passthru_central_node
    imgui.dock_space_over_viewport(imgui.get_id(_DOCK), viewport, flags)
    return viewport.work_pos, viewport.work_size


def _build(dock: int, size: imgui.ImVec2, text_size: float) -> None:
    builder = imgui.internal
    builder.dock_builder_remove_node(dock)
    builder.dock_builder_add_node(dock, _Private.dock_space | imgui.DockNodeFlags_.passthru_central_node)
    builder.dock_builder_set_node_size(dock, size)
    shrink = min(1.0, _PANELS_MOST * size.x / ((_LEFT + _RIGHT) * text_size)) * text_size
    left, right = _LEFT * shrink / size.x, _RIGHT * shrink / size.x
    split = builder.dock_builder_split_node(dock, imgui.Dir.left, left)
    left_node, rest = split.id_at_dir, split.id_at_opposite_dir
    split = builder.dock_builder_split_node(rest, imgui.Dir.right, right / (1.0 - left))
    right_node, rest = split.id_at_dir, split.id_at_opposite_dir
    split = builder.dock_builder_split_node(rest, imgui.Dir.down, min(_BOTTOM * text_size / size.y, 0.4))
    bottom_node, centre = split.id_at_dir, split.id_at_opposite_dir
    quiet = _Private.no_tab_bar
    for name, node, flags in (
        (lessons.TITLE_OF_WINDOW, left_node, quiet),
        *((name, right_node, _Private.no_window_menu_button | _Private.no_close_button) for name in RIGHT),
        (timeline.TITLE_OF_WINDOW, bottom_node, quiet),
    ):
        builder.dock_builder_dock_window(name, node)
        builder.dock_builder_get_node(node).local_flags |= flags
    builder.dock_builder_get_node(centre).local_flags |= (
        imgui.DockNodeFlags_.no_docking_over_central_node | _Private.no_tab_bar
    )
    builder.dock_builder_finish(dock)
