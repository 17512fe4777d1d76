"""The table of a lesson: what the algorithm has compared so far, as numbers."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop.look import BODY, SMALL, Fonts, ink_color, packed, vec4
from viz.desktop.session import Session
from viz.desktop.words import is_number, width_of
from viz.ink import Ink
from viz.table import Row, RowState, Table
from viz.text import plain, runs
from viz.theme import Theme

_MOST_ROWS = 14  # a longer table scrolls by itself, the current row in view
_BULLET = 15.0  # pixels: room for a bullet before a row's name


def show_table(session: Session, table: Table, fonts: Fonts, wrap: float) -> None:
    """The table, in smaller letters where `wrap` pixels are too few for it. A click on a row goes to its step."""
    scale = session.text_size
    imgui.dummy((0.0, 2.0 * scale))
    row_height = imgui.get_text_line_height() + 2.0 * imgui.get_style().cell_padding.y
    is_long = len(table.rows) > _MOST_ROWS
    if is_long:
        imgui.begin_child("table", (0.0, _MOST_ROWS * row_height), imgui.ChildFlags_.nav_flattened)
        wrap -= imgui.get_style().scrollbar_size
    flags = imgui.TableFlags_.sizing_fixed_fit | imgui.TableFlags_.no_pad_outer_x
    if imgui.begin_table("table", len(table.columns), flags):
        _rows(session, table, fonts, wrap)
        imgui.end_table()
    if is_long:
        imgui.end_child()


def _rows(session: Session, table: Table, fonts: Fonts, wrap: float) -> None:
    theme, scale = session.theme, session.text_size
    widths = _column_widths(table, fonts, scale)
    padding = 2.0 * imgui.get_style().cell_padding.x * len(widths)
    fit = min(1.0, max(0.4, (wrap - padding) / sum(widths)))
    imgui.push_font(fonts.regular, BODY * fit)
    for name, width in zip(table.columns, widths, strict=True):
        imgui.table_setup_column(name, imgui.TableColumnFlags_.width_fixed, width * fit)
    imgui.push_font(fonts.regular, SMALL * fit)
    imgui.table_next_row()
    for name in table.columns:
        imgui.table_next_column()
        imgui.text_colored(vec4(theme.quiet), name)
    imgui.pop_font()
    for number, row in enumerate(table.rows):
        _row(session, row, number, fonts)
        if row.state is RowState.CURRENT and len(table.rows) > _MOST_ROWS and not imgui.is_window_hovered():
            imgui.set_scroll_here_y(0.5)
    imgui.pop_font()


def _column_widths(table: Table, fonts: Fonts, scale: float) -> list[float]:
    """The width of the longest words in each column. In a row of fewer cells the last one runs on over the columns
    that it leaves free, and does not count."""
    imgui.push_font(fonts.mono, 0.0)
    digit = imgui.calc_text_size("0").x
    imgui.pop_font()
    widths = [width_of(name) for name in table.columns]
    for row in table.rows:
        cells = row.cells if len(row.cells) == len(widths) else row.cells[:-1]
        for i, cell in enumerate(cells):
            words = plain(cell)
            width = digit * len(words) if is_number(cell) else width_of(words)
            widths[i] = max(widths[i], width + (_BULLET * scale if i == 0 else 0.0))
    return [width + 6.0 * scale for width in widths]


def _font(cell: str, fonts: Fonts) -> imgui.ImFont:
    return fonts.mono if is_number(cell) else fonts.regular


def _row(session: Session, row: Row, number: int, fonts: Fonts) -> None:
    theme, scale = session.theme, session.text_size
    imgui.table_next_row()
    imgui.table_next_column()
    corner = imgui.get_cursor_screen_pos()
    if row.state is RowState.CURRENT:
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, packed(theme.rule))
    elif row.feature is not None and row.feature == session.lit:
        imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, packed(theme.rule, 0.6))
    flags = imgui.SelectableFlags_.span_all_columns | imgui.SelectableFlags_.allow_overlap
    if imgui.selectable(f"##row{number}", False, flags)[0] and row.step is not None:
        session.player.go(row.step)
    if imgui.is_item_hovered():
        session.point_at(row.feature)
    imgui.same_line(0.0, 0.0)
    faded = packed(theme.style(Ink.GHOST).color) if row.state is RowState.PENDING else None
    indent = 0.0
    if row.ink is not None:
        _bullet(theme, row, corner, scale)
        indent = _BULLET * scale
    for i, cell in enumerate(row.cells):
        if i > 0:
            imgui.table_next_column()
        else:
            imgui.set_cursor_screen_pos((corner.x + indent, corner.y))
        runs_on = i == len(row.cells) - 1
        if runs_on:
            at = imgui.get_cursor_screen_pos()
            window, size = imgui.get_window_pos(), imgui.get_window_size()
            top = max(at.y, window.y)
            bottom = max(min(at.y + 2.0 * imgui.get_text_line_height(), window.y + size.y), top)
            imgui.push_clip_rect((at.x, top), (window.x + size.x, bottom), False)
        imgui.push_font(_font(cell, fonts), 0.0)
        _cell(cell, theme, faded)
        imgui.pop_font()
        if runs_on:
            imgui.pop_clip_rect()


def _bullet(theme: Theme, row: Row, corner: imgui.ImVec2, scale: float) -> None:
    assert row.ink is not None
    draw = imgui.get_window_draw_list()
    middle = (corner.x + 5.0 * scale, corner.y + imgui.get_text_line_height() / 2.0)
    color = ink_color(theme, row.ink)
    if row.state is RowState.PENDING:
        draw.add_circle(middle, 4.0 * scale, color, 0, 1.4)
    else:
        draw.add_circle_filled(middle, 4.6 * scale, color)


def _cell(cell: str, theme: Theme, faded: int | None) -> None:
    for i, (piece, ink) in enumerate(runs(cell)):
        if i:
            imgui.same_line(0.0, 0.0)
        color = ink_color(theme, ink) if faded is None else faded
        imgui.push_style_color(imgui.Col_.text, color)
        imgui.text_unformatted(piece)
        imgui.pop_style_color()
