"""The keys on screen, and the conventions that every picture follows (F1)."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.keyboard import HELP
from viz.desktop.look import TITLE, Fonts, vec4
from viz.desktop.places import Places
from viz.desktop.session import Session

TITLE_OF_WINDOW = "Keys"
CONVENTIONS = (
    ("y points up", "as in mathematics; on screens y often points down: then turns and perpendiculars change sides"),
    ("counter-clockwise", "vertices, edges and angles count that way; the outside of an edge is on its right"),
    ("from A to B", "a contact normal points from A to B; separation is negative where shapes overlap"),
)


def keys_panel(session: Session, fonts: Fonts, at: Places) -> None:
    if not session.chrome.keys:
        return
    viewport, k = imgui.get_main_viewport(), at.ui
    middle = (viewport.pos.x + viewport.size.x / 2.0, viewport.pos.y + viewport.size.y / 2.0)
    imgui.set_next_window_pos(middle, imgui.Cond_.always, (0.5, 0.5))
    imgui.set_next_window_size_constraints((0.0, 0.0), (viewport.size.x - 16.0, viewport.size.y - 16.0))
    imgui.push_style_color(imgui.Col_.window_bg, vec4(session.theme.raised))
    imgui.push_style_var(imgui.StyleVar_.window_rounding, 8.0 * k)
    imgui.push_style_var(imgui.StyleVar_.window_padding, (22.0 * k, 16.0 * k))
    flags = imgui.WindowFlags_
    imgui.begin(
        TITLE_OF_WINDOW,
        None,
        flags.no_title_bar | flags.no_resize | flags.no_collapse | flags.always_auto_resize | flags.no_docking
        | flags.no_move | flags.no_saved_settings,
    )  # fmt: skip
    imgui.set_window_focus()
    _heading("Keys", fonts)
    _list(session, fonts, "keys", HELP)
    imgui.dummy((0.0, 4.0 * k))
    _heading("Conventions", fonts)
    _list(session, fonts, "conventions", CONVENTIONS)
    imgui.text_colored(vec4(session.theme.quiet), "F1 or Esc closes this.")
    imgui.end()
    imgui.pop_style_var(2)
    imgui.pop_style_color()


def _heading(words: str, fonts: Fonts) -> None:
    imgui.push_font(fonts.bold, TITLE)
    imgui.text(words)
    imgui.pop_font()


def _list(session: Session, fonts: Fonts, name: str, rows: tuple[tuple[str, str], ...]) -> None:
    if imgui.begin_table(name, 2, imgui.TableFlags_.sizing_fixed_fit):
        for keys, what in rows:
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.push_font(fonts.bold, 0.0)
            imgui.text_colored(vec4(session.theme.accent), keys)
            imgui.pop_font()
            imgui.table_next_column()
            imgui.text(what)
        imgui.end_table()
