"""Rows that can be pointed at and pressed, with words drawn over them: much less work a frame than ImGui's tables."""

from __future__ import annotations

from imgui_bundle import imgui

_OVERLAID = imgui.SelectableFlags_.allow_overlap  # a button may stand on a row


def row_at(
    name: str, left: float, top: float, width: float, height: float, shade: int | None = None
) -> tuple[bool, bool]:
    """A row of the list that is being drawn, on a ground of the colour `shade`; returns whether it is pressed and
    whether the pointer is on it."""
    if shade is not None:
        imgui.get_window_draw_list().add_rect_filled((left, top), (left + width, top + height), shade)
    imgui.set_cursor_screen_pos((left, top))
    pressed = imgui.selectable(name, False, _OVERLAID, (width, height))[0]
    return pressed, imgui.is_item_hovered()
