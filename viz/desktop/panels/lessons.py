"""Left: chapters and lessons, and under them the way to the view settings and the keys."""

from __future__ import annotations

from typing import Any

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from viz.desktop.look import BY_KEYBOARD, SMALL, TITLE, Fonts, packed, vec4
from viz.desktop.panels.view_menu import POPUP, view_menu
from viz.desktop.session import Session
from viz.desktop.words import width_of
from viz.lesson.curriculum import Chapter, Entry

TITLE_OF_WINDOW = "Lessons"
_W = imgui.WindowFlags_
_FLAGS = _W.no_move | _W.no_scrollbar | _W.no_scroll_with_mouse


class LessonsPanel:
    """All chapters; those that the height has no room for are closed, except the one that is being read."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._chosen: dict[int, bool] = {}  # chapters that the user has opened or closed
        self._lesson = session.lesson.id
        self._chapter_of = {entry.id: chapter.number for chapter in session.curriculum for entry in chapter.lessons}

    def show(self, fonts: Fonts) -> None:
        if imgui.begin(TITLE_OF_WINDOW, None, _FLAGS)[0]:
            imgui.push_font(fonts.bold, TITLE - 4.0)
            imgui.text("Separatrix")
            imgui.pop_font()
            foot = imgui.get_frame_height() + 6.0 * self.session.text_size
            height = max(imgui.get_content_region_avail().y - foot, 40.0)
            imgui.begin_child("list", (0.0, height), imgui.ChildFlags_.nav_flattened)
            imgui.push_style_var(imgui.StyleVar_.item_spacing, (8.0, 1.0 * self.session.text_size))
            self._chapters(fonts, height)
            imgui.pop_style_var()
            imgui.end_child()
            _foot(self.session, fonts)
        imgui.end()

    def _chapters(self, fonts: Fonts, height: float) -> None:
        session = self.session
        if session.lesson.id != self._lesson:  # wherever it was opened from, it is to be seen
            self._lesson = session.lesson.id
            self._chosen = {number: is_open for number, is_open in self._chosen.items() if is_open}
        line = imgui.get_frame_height() + imgui.get_style().item_spacing.y
        lines = len(session.curriculum) + len(self._chapter_of)
        there_is_room = lines * line <= height
        reading = self._chapter_of.get(session.lesson.id)
        width = max(imgui.get_content_region_avail().x, 1.0)
        for chapter in session.curriculum:
            is_open = self._chosen.get(chapter.number, there_is_room or chapter.number == reading)
            if _heading(session, chapter, fonts, is_open, width):
                self._chosen[chapter.number] = not is_open
            if is_open:
                for entry in chapter.lessons:
                    _entry(session, entry, fonts, width)


def _heading(session: Session, chapter: Chapter, fonts: Fonts, is_open: bool, width: float) -> bool:
    """A chapter's number and title, which open and close it; returns whether they were pressed."""
    corner, height, scale = imgui.get_cursor_screen_pos(), imgui.get_frame_height(), session.text_size
    pressed = imgui.invisible_button(f"chapter {chapter.number}", (width, height), BY_KEYBOARD)
    lit = imgui.is_item_hovered() or imgui.is_item_focused()
    color = packed(session.theme.text if lit else session.theme.quiet)
    draw, size, x, middle = imgui.get_window_draw_list(), SMALL * scale, corner.x, corner.y + height / 2.0
    draw.add_text(fonts.bold, size, (x, middle - size / 2.0), color, chapter.heading)
    x, half = x + width - 12.0 * scale, 3.5 * scale
    if is_open:
        mark: list[Any] = [(x - half, middle - 0.5 * half), (x, middle + 0.5 * half), (x + half, middle - 0.5 * half)]
    else:
        mark = [(x - 0.5 * half, middle - half), (x + 0.5 * half, middle), (x - 0.5 * half, middle + half)]
    draw.add_polyline(mark, color, 1.4 * scale, 0)
    return pressed


def _entry(session: Session, entry: Entry, fonts: Fonts, width: float) -> None:
    theme, scale = session.theme, session.text_size
    chosen = entry.id == session.lesson.id
    corner = imgui.get_cursor_screen_pos()
    height = imgui.get_frame_height()
    if imgui.invisible_button(f"lesson {entry.id}", (width, height), BY_KEYBOARD) and not chosen:
        session.open(entry.opened)
    if not imgui.is_item_visible():
        return
    hovered = imgui.is_item_hovered() or imgui.is_item_focused()
    draw, far = imgui.get_window_draw_list(), (corner.x + width, corner.y + height)
    if chosen or hovered:
        draw.add_rect_filled(corner, far, packed(theme.rule, 1.0 if chosen else 0.45), 4.0)
    if chosen:
        draw.add_rect_filled(corner, (corner.x + 3.0 * scale, far[1]), packed(theme.accent), 1.5)
    color = packed(theme.text if chosen or hovered else theme.quiet)
    inset = 14.0 * scale
    size = imgui.get_font_size() * min(1.0, max(0.4, (width - inset) / width_of(entry.title)))
    at = (corner.x + inset, corner.y + (height - size) / 2.0)
    draw.add_text(fonts.regular, size, at, color, entry.title)
    if hovered:
        imgui.set_item_tooltip(entry.lesson.summary)


def _foot(session: Session, fonts: Fonts) -> None:
    imgui.push_style_color(imgui.Col_.text, vec4(session.theme.quiet))
    imgui.push_style_color(imgui.Col_.button, vec4(session.theme.panel))
    style = imgui.get_style()
    needed = imgui.calc_text_size(f"{icons.ICON_FA_SLIDERS}  View{icons.ICON_FA_KEYBOARD}  Keys").x
    needed += 4.0 * style.frame_padding.x + style.item_spacing.x
    view, keys = ("  View", "  Keys") if needed <= imgui.get_content_region_avail().x else ("", "")
    if imgui.button(f"{icons.ICON_FA_SLIDERS}{view}###view"):
        session.wanted_text_size = session.text_size
        imgui.open_popup(POPUP)
    imgui.set_item_tooltip("Theme, text size, motion, presenting (V)")
    imgui.same_line()
    if imgui.button(f"{icons.ICON_FA_KEYBOARD}{keys}###keys"):
        session.chrome.keys = not session.chrome.keys
    imgui.set_item_tooltip("All keys (F1)")
    imgui.pop_style_color(2)
    if session.chrome.view_menu:
        session.chrome.view_menu = False
        session.wanted_text_size = session.text_size
        imgui.open_popup(POPUP)
    view_menu(session, fonts)
