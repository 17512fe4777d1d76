"""The fields of the step, live: names as in the source, numbers, and which ones this step has changed."""

from __future__ import annotations

import inspect

from imgui_bundle import imgui

from geometry import Trace
from viz.desktop.look import SMALL, Fonts, packed, vec4
from viz.desktop.panels.rows import row_at
from viz.desktop.session import Session
from viz.desktop.words import begins_as_number
from viz.lesson.text import sentence
from viz.session.values import Value, values

TITLE_OF_WINDOW = "Values"
_NAMES = 0.48  # of the width


def values_panel(session: Session, fonts: Fonts) -> None:
    if imgui.begin(TITLE_OF_WINDOW, None, imgui.WindowFlags_.no_move)[0]:
        player, theme = session.player, session.theme
        step = player.moment.step
        imgui.push_font(fonts.bold, 0.0)
        imgui.text(type(step).__name__)
        imgui.pop_font()
        about = inspect.cleandoc(type(step).__doc__ or "").split("\n")[0]
        if not about.startswith(f"{type(step).__name__}("):  # what dataclasses write where nobody wrote anything
            imgui.push_font(fonts.regular, SMALL)
            imgui.push_style_color(imgui.Col_.text, vec4(theme.quiet))
            imgui.text_wrapped(about)
            imgui.pop_style_color()
            imgui.pop_font()
        imgui.dummy((0.0, 2.0 * session.text_size))
        previous = player.trace.steps[player.index - 1] if player.index else None
        rows = values(step, previous)
        imgui.push_id("values")
        _rows(session, rows, fonts)
        imgui.pop_id()
    imgui.end()


def _rows(session: Session, rows: list[Value], fonts: Fonts) -> None:
    """Names on the left, numbers on the right."""
    theme, scale, moment = session.theme, session.text_size, session.player.moment
    draw, size, start = imgui.get_window_draw_list(), imgui.get_font_size(), imgui.get_cursor_screen_pos()
    padding, width = imgui.get_style().cell_padding.y, max(imgui.get_content_region_avail().x, 1.0)
    left, y, middle, height = start.x, start.y, start.x + _NAMES * width, size + 2.0 * padding
    quiet, text, regular = packed(theme.quiet), packed(theme.text), fonts.regular
    for row in rows:
        named = session.lesson.feature_in(moment, row.path, row.value)
        shade = packed(theme.rule) if named is not None and named == session.highlighted else None
        if row_at(f"##{row.path}", left, y, width, height, shade)[1]:
            session.point_at(named)
            if row.note:
                imgui.set_tooltip(sentence(row.note))
        if row.changed:
            draw.add_circle_filled((left + 3.0 * scale, y + height / 2.0), 3.0 * scale, packed(theme.accent))
        indent = (12.0 + 14.0 * row.depth) * scale
        room = imgui.ImVec4(left, y, middle - 4.0 * scale, y + height)
        draw.add_text(regular, size, (left + indent, y + padding), quiet, row.name, cpu_fine_clip_rect=room)
        if isinstance(row.value, Trace):
            imgui.set_cursor_screen_pos((middle, y + padding))
            if imgui.small_button(f"step into ({row.text})###into {row.path}"):
                session.player.into(row.name)
        else:
            font = fonts.mono if begins_as_number(row.text) else regular
            draw.add_text(font, size, (middle, y + padding), text, row.text)
        y += height
    imgui.set_cursor_screen_pos((left, y))
    imgui.dummy((width, 0.0))
