"""Left: chapters and lessons."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.look import SMALL, TITLE, Fonts, packed, vec4
from viz.desktop.session import Session

TITLE_OF_WINDOW = "Lessons"


def lessons_panel(session: Session, fonts: Fonts) -> None:
    theme = session.theme
    imgui.begin(TITLE_OF_WINDOW, None, imgui.WindowFlags_.no_move)
    imgui.push_font(fonts.bold, TITLE - 4.0)
    imgui.text("Separatrix")
    imgui.pop_font()
    for chapter in session.curriculum:
        imgui.dummy((0.0, 6.0 * session.text_size))
        imgui.push_font(fonts.bold, SMALL)
        imgui.text_colored(vec4(theme.quiet), f"{chapter.number}  {chapter.title}")
        imgui.pop_font()
        for lesson in chapter.lessons:
            chosen = lesson.id == session.lesson.id
            corner = imgui.get_cursor_screen_pos()
            height = imgui.get_frame_height()
            width = imgui.get_content_region_avail().x
            imgui.push_id(lesson.id)
            if imgui.invisible_button("lesson", (width, height)) and not chosen:
                session.open(lesson)
            hovered = imgui.is_item_hovered()
            imgui.pop_id()
            draw = imgui.get_window_draw_list()
            far = (corner.x + width, corner.y + height)
            if chosen or hovered:
                draw.add_rect_filled(corner, far, packed(theme.rule, 1.0 if chosen else 0.45), 4.0)
            if chosen:
                bar = 3.0 * session.text_size
                draw.add_rect_filled(corner, (corner.x + bar, far[1]), packed(theme.accent), 1.5)
            color = packed(theme.text if chosen or hovered else theme.quiet)
            inset = 14.0 * session.text_size
            room = (width - inset) / imgui.calc_text_size(lesson.title).x
            size = imgui.get_font_size() * min(1.0, room)
            at = (corner.x + inset, corner.y + (height - size) / 2.0)
            draw.add_text(fonts.regular, size, at, color, lesson.title)
            if hovered:
                imgui.set_item_tooltip(lesson.summary)
    imgui.end()
