"""The table of a lesson: what the algorithm has compared so far, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from viz.desktop.look import BODY, SMALL, Fonts, ink_color, packed
from viz.desktop.panels.rows import row_at
from viz.desktop.session import Session
from viz.desktop.words import begins_as_number, width_of
from viz.lesson.ink import Ink
from viz.lesson.page import Table, TableRow
from viz.lesson.text import runs
from viz.picture.theme import Theme

_MOST_ROWS = 14  # a longer table scrolls by itself, the current row in view
_BULLET = 15.0  # pixels: room for a bullet before a row's name
_AFTER = 14.0  # pixels between columns


def show_table(session: Session, table: Table, fonts: Fonts, wrap: float) -> None:
    """The table, in smaller letters where `wrap` pixels are too few for it. A click on a row goes to its step."""
    imgui.dummy((0.0, 2.0 * session.text_size))
    is_long = len(table.rows) > _MOST_ROWS
    if is_long:
        height = imgui.get_text_line_height() + 2.0 * imgui.get_style().cell_padding.y
        imgui.begin_child("table", (0.0, _MOST_ROWS * height), imgui.ChildFlags_.nav_flattened)
        wrap -= imgui.get_style().scrollbar_size
    cells = [[_read(cell) for cell in row.cells] for _, row in table.rows]
    widths = _column_widths(table.columns, cells, fonts, session.text_size)
    fit = min(1.0, max(0.4, wrap / sum(widths)))
    imgui.push_id("table")
    imgui.push_font(fonts.regular, BODY * fit)
    _rows(session, table, cells, [width * fit for width in widths], fonts, wrap)
    imgui.pop_font()
    imgui.pop_id()
    if is_long:
        imgui.end_child()


class _Cell(NamedTuple):
    """The words of a cell in pieces of one ink."""

    pieces: list[tuple[str, Ink | None]]
    words: str
    is_number: bool


def _read(cell: str) -> _Cell:
    pieces = [(run.plain, run.ink) for run in runs(cell)]
    words = "".join([piece for piece, _ in pieces])
    return _Cell(pieces, words, begins_as_number(words))


def _rows(
    session: Session, table: Table, cells: list[list[_Cell]], widths: list[float], fonts: Fonts, wrap: float
) -> None:
    theme, draw, size = session.theme, imgui.get_window_draw_list(), imgui.get_font_size()
    padding, start = imgui.get_style().cell_padding.y, imgui.get_cursor_screen_pos()
    left, y = start.x, start.y
    color = packed(theme.quiet)
    x = left
    for name, width in zip(table.columns, widths, strict=True):
        draw.add_text(fonts.regular, size * SMALL / BODY, (x, y + padding), color, name)
        x += width
    height = size + 2.0 * padding
    y += height
    follow = len(table.rows) > _MOST_ROWS and not imgui.is_window_hovered()
    for number, (step, row) in enumerate(table.rows):
        shade, is_current = None, number in table.current
        if is_current:
            shade = packed(theme.rule)
        elif row.feature is not None and row.feature == session.highlighted:
            shade = packed(theme.rule, 0.6)
        pressed, hovered = row_at(f"##row{number}", left, y, wrap, height, shade)
        if pressed:
            session.player.go(step)
        if hovered:
            session.point_at(row.feature)
        _row(draw, row, cells[number], left, y + padding, widths, size, fonts, session)
        if follow and is_current:
            imgui.set_scroll_here_y(0.5)
        y += height
    imgui.set_cursor_screen_pos((left, y))
    imgui.dummy((wrap, 0.0))


def _column_widths(names: Sequence[str], cells: list[list[_Cell]], fonts: Fonts, scale: float) -> list[float]:
    """The width of the longest words in each column, with the air after them. In a row of fewer cells the last one
    runs on over the columns that it leaves free, and does not count."""
    imgui.push_font(fonts.mono, 0.0)
    digit = imgui.calc_text_size("0").x
    imgui.pop_font()
    widths = [width_of(name) for name in names]
    for row in cells:
        for i, cell in enumerate(row if len(row) == len(widths) else row[:-1]):
            width = digit * len(cell.words) if cell.is_number else width_of(cell.words)
            if i == 0:
                width += _BULLET * scale
            if width > widths[i]:
                widths[i] = width
    return [width + _AFTER * scale for width in widths]


def _row(
    draw: imgui.ImDrawList,
    row: TableRow,
    cells: list[_Cell],
    x: float,
    y: float,
    widths: list[float],
    size: float,
    fonts: Fonts,
    session: Session,
) -> None:
    """The words of a row; the last cell may run on over the columns that are left."""
    theme = session.theme
    indent = 0.0
    if row.ink is not None:
        _bullet(draw, theme, row, x, y + size / 2.0, session.text_size)
        indent = _BULLET * session.text_size
    for cell, width in zip(cells, widths, strict=False):
        font = fonts.mono if cell.is_number else fonts.regular
        at = x + indent
        for i, (piece, ink) in enumerate(cell.pieces, start=1):
            draw.add_text(font, size, (at, y), ink_color(theme, ink), piece)
            if i < len(cell.pieces):
                at += width_of(piece, font)
        x += width
        indent = 0.0


def _bullet(draw: imgui.ImDrawList, theme: Theme, row: TableRow, x: float, y: float, scale: float) -> None:
    middle, color = (x + 5.0 * scale, y), ink_color(theme, row.ink)
    draw.add_circle_filled(middle, 4.6 * scale, color)
