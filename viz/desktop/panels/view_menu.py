"""How everything looks: theme, text size, motion, what is asked, how numbers are told. A popup below its name in the
top bar."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.look import SMALL, Fonts, vec4
from viz.desktop.panels.conventions import conventions_menu
from viz.desktop.places import Places
from viz.desktop.session import Session
from viz.picture.theme import THEMES
from viz.session.settings import LARGEST_TEXT, SMALLEST_TEXT

POPUP = "view"


def open_view_menu(session: Session) -> None:
    session.wanted_text_size = session.text_size
    imgui.open_popup(POPUP)


def view_menu(session: Session, fonts: Fonts, at: Places) -> None:
    """The popup's contents, while it is open."""
    corner = (at.top.right - 16.0 * at.bars, at.top.bottom + 4.0)
    imgui.set_next_window_pos(corner, imgui.Cond_.always, (1.0, 0.0))
    imgui.push_style_var(imgui.StyleVar_.window_padding, (16.0 * at.ui, 12.0 * at.ui))
    imgui.set_next_window_size_constraints((0.0, 0.0), (at.top.width, at.panel.bottom - at.top.bottom - 8.0))
    is_open = imgui.begin_popup(POPUP)
    imgui.pop_style_var()
    if not is_open:
        return
    _heading("Theme", session, fonts)
    for i, (name, theme) in enumerate(THEMES.items()):
        if i:
            imgui.same_line()
        if imgui.radio_button(name, session.theme is theme):
            session.choose_theme(theme)
    _heading("Text size", session, fonts)
    imgui.set_next_item_width(170.0 * at.letters)
    percent = round(session.wanted_text_size * 100.0)
    changed, percent = imgui.slider_int(
        "##text size", percent, round(100 * SMALLEST_TEXT), round(100 * LARGEST_TEXT), "%d %%"
    )
    if changed:
        session.wanted_text_size = min(max(percent / 100.0, SMALLEST_TEXT), LARGEST_TEXT)
    if imgui.is_item_deactivated():
        session.text_size = session.wanted_text_size
    _heading("Figure and tasks", session, fonts)
    _, session.reduced_motion = imgui.checkbox("Less motion", session.reduced_motion)
    _, session.asks = imgui.checkbox("Predictions and goals", session.asks)
    _, session.chrome.grid = imgui.checkbox("Grid", session.chrome.grid)
    _, session.player.looping = imgui.checkbox("Playing starts over at the end", session.player.looping)
    _heading("Numbers, as another engine tells them", session, fonts)
    conventions_menu(session, fonts, 230.0 * at.letters)
    _heading("Progress", session, fonts)
    study = session.study
    _, study.notes = imgui.checkbox("Note what I have done", study.notes)
    imgui.push_style_color(imgui.Col_.button, vec4(session.theme.rule))
    if study.done and imgui.button("Clear what was noted"):
        study.wishes_clear = True
    if study.cleared and imgui.button("Undo clearing"):
        study.wishes_clear = False
    imgui.pop_style_color()
    imgui.end_popup()


def _heading(text: str, session: Session, fonts: Fonts) -> None:
    imgui.dummy((0.0, 2.0 * session.interface_scale))
    imgui.push_font(fonts.bold, SMALL)
    imgui.text_colored(vec4(session.theme.quiet), text)
    imgui.pop_font()
