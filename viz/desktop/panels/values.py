"""The fields of the step, live: names as in the source, numbers, and which ones this step has changed."""

from __future__ import annotations

import inspect

from imgui_bundle import imgui

from geometry import Trace
from viz.desktop.look import SMALL, Fonts, packed, vec4
from viz.desktop.session import Session
from viz.desktop.words import is_number
from viz.text import sentence
from viz.values import Value, values

TITLE_OF_WINDOW = "Values"


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
        if imgui.begin_table("values", 2, imgui.TableFlags_.sizing_fixed_fit | imgui.TableFlags_.no_pad_outer_x):
            imgui.table_setup_column("name", imgui.TableColumnFlags_.width_stretch, 1.0)
            imgui.table_setup_column("value", imgui.TableColumnFlags_.width_stretch, 1.1)
            for row in rows:
                _row(session, row, fonts)
            imgui.end_table()
    imgui.end()


def _row(session: Session, row: Value, fonts: Fonts) -> None:
    theme, scale = session.theme, session.text_size
    imgui.table_next_row()
    imgui.table_next_column()
    corner = imgui.get_cursor_screen_pos()
    named = session.lesson.feature_in(session.player.moment, row.path, row.value)
    if named is not None and named == session.lit:
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, packed(theme.rule))
    imgui.selectable(
        f"##{row.path}", False, imgui.SelectableFlags_.span_all_columns | imgui.SelectableFlags_.allow_overlap
    )
    if imgui.is_item_hovered():
        session.point_at(named)
        if row.note:
            imgui.set_tooltip(sentence(row.note))
    if row.changed:
        middle = (corner.x + 3.0 * scale, corner.y + imgui.get_text_line_height() / 2.0)
        imgui.get_window_draw_list().add_circle_filled(middle, 3.0 * scale, packed(theme.accent))
    imgui.set_cursor_screen_pos((corner.x + (12.0 + 14.0 * row.depth) * scale, corner.y))
    imgui.text_colored(vec4(theme.quiet), row.name)
    imgui.table_next_column()
    if isinstance(row.value, Trace):
        if imgui.small_button(f"step into ({row.text})###into {row.path}"):
            session.player.into(row.name)
        return
    imgui.push_font(fonts.mono if is_number(row.text) else fonts.regular, 0.0)
    imgui.text_colored(vec4(theme.text), row.text)
    imgui.pop_font()
