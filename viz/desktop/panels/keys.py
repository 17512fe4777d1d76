"""The keys on screen (F1)."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.keyboard import HELP
from viz.desktop.look import TITLE, Fonts, vec4
from viz.desktop.session import Session

TITLE_OF_WINDOW = "Keys"


def keys_panel(session: Session, fonts: Fonts) -> None:
    if not session.chrome.keys:
        return
    viewport = imgui.get_main_viewport()
    middle = (viewport.pos.x + viewport.size.x / 2.0, viewport.pos.y + viewport.size.y / 2.0)
    imgui.set_next_window_pos(middle, imgui.Cond_.always, (0.5, 0.5))
    imgui.push_style_color(imgui.Col_.window_bg, vec4(session.theme.raised))
    imgui.push_style_var(imgui.StyleVar_.window_rounding, 8.0)
    flags = imgui.WindowFlags_
    imgui.begin(
        TITLE_OF_WINDOW,
        None,
        flags.no_decoration | flags.always_auto_resize | flags.no_docking | flags.no_move | flags.no_saved_settings,
    )
    imgui.push_font(fonts.bold, TITLE)
    imgui.text("Keys")
    imgui.pop_font()
    if imgui.begin_table("keys", 2, imgui.TableFlags_.sizing_fixed_fit):
        for keys, what in HELP:
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.push_font(fonts.bold, 0.0)
            imgui.text_colored(vec4(session.theme.accent), keys)
            imgui.pop_font()
            imgui.table_next_column()
            imgui.text(what)
        imgui.end_table()
    imgui.text_colored(vec4(session.theme.quiet), "F1 or Esc closes this.")
    imgui.end()
    imgui.pop_style_var()
    imgui.pop_style_color()
