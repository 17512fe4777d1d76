"""How everything looks: theme, text size, motion, presenting. A popup behind one button."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.look import SMALL, Fonts, vec4
from viz.desktop.session import Session
from viz.picture.theme import THEMES
from viz.session.settings import LARGEST_TEXT, SMALLEST_TEXT

POPUP = "view"


def view_menu(session: Session, fonts: Fonts) -> None:
    """The popup's contents, while it is open."""
    viewport = imgui.get_main_viewport()
    foot = (viewport.pos.x + 12.0 * session.text_size, viewport.pos.y + viewport.size.y - 52.0 * session.text_size)
    imgui.set_next_window_pos(foot, imgui.Cond_.appearing, (0.0, 1.0))
    if not imgui.begin_popup(POPUP):
        return
    scale = session.text_size
    _heading("Theme", session, fonts)
    for i, (name, theme) in enumerate(THEMES.items()):
        if i:
            imgui.same_line()
        if imgui.radio_button(name, session.theme is theme):
            session.theme = theme
    _heading("Text size", session, fonts)
    imgui.set_next_item_width(150.0 * scale)
    percent = round(session.text_size * 100.0)
    changed, percent = imgui.slider_int(
        "##text size", percent, round(100 * SMALLEST_TEXT), round(100 * LARGEST_TEXT), "%d %%"
    )
    if changed:
        session.wanted_text_size = min(max(percent / 100.0, SMALLEST_TEXT), LARGEST_TEXT)
    if imgui.is_item_deactivated():
        session.text_size = session.wanted_text_size
    _heading("Motion", session, fonts)
    _, session.reduced_motion = imgui.checkbox("Reduced motion", session.reduced_motion)
    _, session.asks = imgui.checkbox("Questions and goals", session.asks)
    imgui.dummy((0.0, 4.0 * scale))
    if imgui.button("Present (P)"):
        session.presenting = True
        imgui.close_current_popup()
    imgui.same_line()
    if imgui.button("Usual layout"):
        session.layout_is_usual = False
        imgui.close_current_popup()
    imgui.end_popup()


def _heading(text: str, session: Session, fonts: Fonts) -> None:
    imgui.dummy((0.0, 2.0 * session.text_size))
    imgui.push_font(fonts.bold, SMALL)
    imgui.text_colored(vec4(session.theme.quiet), text)
    imgui.pop_font()
