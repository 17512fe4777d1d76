"""Scenes in and out: save, open, copy as a code, paste, pictures. A popup below its name in the top bar."""

from __future__ import annotations

import os
from pathlib import Path

from imgui_bundle import imgui

from viz.desktop.keyboard import record
from viz.desktop.places import Places
from viz.desktop.session import Session

POPUP = "file"
_LONGEST = 40  # letters of a path
_WISHES = (
    ("Save the scene …", "Ctrl+S", "save"),
    ("Open a scene …", "Ctrl+O", "open"),
    ("Copy as a code", "Ctrl+Shift+C", "copy"),
    ("Paste a code or points", "Ctrl+V", "paste"),
    ("Copy the shapes as points", "", "points"),
    ("Save a picture …", "Ctrl+E", "picture"),
)


def open_file_menu(session: Session) -> None:
    imgui.open_popup(POPUP)


def file_menu(session: Session, at: Places) -> None:
    """The popup's contents, while it is open."""
    chrome = session.chrome
    imgui.set_next_window_pos((at.top.right - 16.0 * at.bars, at.top.bottom + 4.0), imgui.Cond_.always, (1.0, 0.0))
    imgui.push_style_var(imgui.StyleVar_.window_padding, (16.0 * at.ui, 12.0 * at.ui))
    is_open = imgui.begin_popup(POPUP)
    imgui.pop_style_var()
    if not is_open:
        return
    wishes: tuple[tuple[str, str, str], ...] = _WISHES
    if chrome.own_file:
        (words, keys, wish), *others = wishes
        again = f"Save again in {Path(chrome.own_file).name}", keys, "again"
        wishes = again, (words, "Ctrl+Shift+S", wish), *others
    for words, keys, wish in wishes:
        if imgui.menu_item(words, keys, False)[0]:
            chrome.wish = wish
    words = "End the recording" if chrome.recording else "Record the figure …"
    if imgui.menu_item(words, "Ctrl+Shift+E", chrome.recording)[0]:
        record(session)
    if session.conventions.y_down:
        imgui.text_disabled("Points are copied and pasted with y down, as in View")
    else:
        _, chrome.y_down = imgui.checkbox("Pasted points are of a screen: y points down", chrome.y_down)
    if chrome.recent:
        imgui.separator()
        for i, path in enumerate(chrome.recent):
            shown = path if len(path) <= _LONGEST else f"…{path[1 - _LONGEST :]}"
            if imgui.menu_item(f"{shown}##{i}", "", False, os.path.exists(path))[0]:
                chrome.to_open = path
    imgui.end_popup()
