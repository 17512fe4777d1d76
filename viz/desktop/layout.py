"""Where the panels are docked: lessons left, explanation right, timeline below, the canvas in the middle."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.panels import explanation, lessons, timeline

_DOCK = "MainDock"
_LEFT, _RIGHT, _BOTTOM = 232.0, 380.0, 112.0  # logical pixels at text size 100 %
_PANELS_MOST = 0.56  # of the window's width: the figure is the largest thing

_Private = imgui.internal.DockNodeFlagsPrivate_


def dock_panels(text_size: float) -> tuple[imgui.ImVec2, imgui.ImVec2]:
    """Submit the dock space; returns the position and size of its central node. Call before any panel."""
    dock = imgui.get_id(_DOCK)
    viewport = imgui.get_main_viewport()
    if imgui.internal.dock_builder_get_node(dock) is None:
        _build(dock, viewport.work_size, text_size)
    imgui.dock_space_over_viewport(dock, viewport, imgui.DockNodeFlags_.passthru_central_node)
    centre = imgui.internal.dock_builder_get_central_node(dock)
    return centre.pos, centre.size


def _build(dock: int, size: imgui.ImVec2, text_size: float) -> None:
    builder = imgui.internal
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
    for name, node in (
        (lessons.TITLE_OF_WINDOW, left_node),
        (explanation.TITLE_OF_WINDOW, right_node),
        (timeline.TITLE_OF_WINDOW, bottom_node),
    ):
        builder.dock_builder_dock_window(name, node)
        builder.dock_builder_get_node(node).local_flags |= _Private.no_tab_bar
    builder.dock_builder_get_node(centre).local_flags |= (
        imgui.DockNodeFlags_.no_docking_over_central_node | _Private.no_tab_bar
    )
    builder.dock_builder_finish(dock)
