"""Left: chapters and lessons, and under them the way to the view settings and the keys."""

from __future__ import annotations

from typing import Any

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from viz.desktop.look import BY_KEYBOARD, SMALL, TITLE, Fonts, packed, vec4
from viz.desktop.panels.view_menu import POPUP, view_menu
from viz.desktop.session import Session
from viz.desktop.words import width_of
from viz.lesson import Lesson

TITLE_OF_WINDOW = "Lessons"


def lessons_panel(session: Session, fonts: Fonts) -> None:
    flags = imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse
    if imgui.begin(TITLE_OF_WINDOW, None, flags)[0]:
        imgui.push_font(fonts.bold, TITLE - 4.0)
        imgui.text("Separatrix")
        imgui.pop_font()
        foot = imgui.get_frame_height() + 6.0 * session.text_size
        height = max(imgui.get_content_region_avail().y - foot, 40.0)
        imgui.begin_child("list", (0.0, height), imgui.ChildFlags_.nav_flattened)
        imgui.push_style_var(imgui.StyleVar_.item_spacing, (8.0, 1.0 * session.text_size))
        for chapter in session.curriculum:
            imgui.dummy((0.0, 6.0 * session.text_size))
            imgui.push_font(fonts.bold, SMALL)
            imgui.text_colored(vec4(session.theme.quiet), f"{chapter.number}  {chapter.title}")
            imgui.pop_font()
            for lesson in chapter.lessons:
                _lesson(session, lesson, fonts)
        imgui.pop_style_var()
        imgui.end_child()
        _foot(session, fonts)
    imgui.end()


def _lesson(session: Session, lesson: Lesson[Any], fonts: Fonts) -> None:
    theme, scale = session.theme, session.text_size
    chosen = lesson.id == session.lesson.id
    corner = imgui.get_cursor_screen_pos()
    width, height = max(imgui.get_content_region_avail().x, 1.0), imgui.get_frame_height()
    if imgui.invisible_button(f"lesson {lesson.id}", (width, height), BY_KEYBOARD) and not chosen:
        session.open(lesson)
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
    size = imgui.get_font_size() * min(1.0, max(0.4, (width - inset) / width_of(lesson.title)))
    at = (corner.x + inset, corner.y + (height - size) / 2.0)
    draw.add_text(fonts.regular, size, at, color, lesson.title)
    if hovered:
        imgui.set_item_tooltip(lesson.summary)


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
        session.show_keys = not session.show_keys
    imgui.set_item_tooltip("All keys (F1)")
    imgui.pop_style_color(2)
    if session.open_view_menu:
        session.open_view_menu = False
        session.wanted_text_size = session.text_size
        imgui.open_popup(POPUP)
    view_menu(session, fonts)
