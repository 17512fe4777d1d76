"""The table of a story: rows that are reached, the newest of them, those of the present step marked."""

from __future__ import annotations

from collections.abc import Sequence

from viz.desktop import rich_text
from viz.desktop.look import packed
from viz.desktop.pen import Pen, link, place
from viz.desktop.places import Rect
from viz.desktop.rich_text import Laid
from viz.desktop.session import Session
from viz.lesson.ink import Ink
from viz.lesson.page import Table, TableRow
from viz.lesson.text import plain, runs, tint

PITCH, _HEAD = 22.5, 27.0  # from row to row; the head with its rule
_EM, _HEAD_EM, _LEAST_EM = 13.5, 12.0, 10.5
_BULLET, _AIR = 16.0, 10.0
_LEFT_OUT, _FEW = 12.5, 2  # letters of the line on rows that are left out; rows that are worth more than it
_NUMERIC = frozenset("+−—-(0123456789.∞…<≤>≥")


def rows_in(height: float, scale: float) -> int:
    """How many rows a box of that height shows."""
    return max(int((height - _HEAD * scale) / (PITCH * scale)), 1)


def height_of(rows: int, scale: float) -> float:
    """Of a table with so many rows and the remark below them."""
    return (_HEAD + PITCH * (rows + 1)) * scale


def show_table(session: Session, pen: Pen, at: Rect, table: Table, most: int) -> None:
    """The newest `most` rows, and how many there are besides; a click on a row goes to its step."""
    k, theme = pen.scale, pen.theme
    if len(table.rows) > most and rows_in(at.height, k) <= most:
        most = max(most - 1, min(most, _FEW))  # room for the line that says so
    first = _first(table, most)
    shown = table.rows[first : first + most]
    cells, widths, rights = _columns(pen, table.columns, [row for _, row in shown], at.width)
    lefts = _lefts(widths, at.width)
    base = at.y + 16.0 * k
    for i, name in enumerate(table.columns):
        head = rich_text.one_line(name, pen.fonts, _HEAD_EM * k)
        x = at.x + lefts[i] + (widths[i] - head.width if rights[i] else 0.0)
        head.draw_on(pen.draw, x, base, theme, pen.fonts, packed(theme.quiet))
    y = base + 8.0 * k
    pen.line((at.x, y), (at.right, y), theme.rule)
    base = y + 18.0 * k
    remark = ""
    for n, (step, row) in enumerate(shown):
        is_here = first + n in table.current
        box = Rect(at.x - 8.0 * k, base - 15.8 * k, at.width + 16.0 * k, PITCH * k)
        pressed, hovered = place(f"##row{first + n}", box)
        if pressed:
            session.player.go(step)
        if hovered:
            session.point_at(row.feature)
        lit = row.feature is not None and row.feature == session.highlighted
        if is_here or lit or hovered:
            pen.box(box, theme.rule, 5.0, 0.75 if is_here else 0.4)
        _row(pen, row, cells[n], at.x, base, lefts, widths, rights, is_here=is_here)
        if is_here and row.mark:
            ink = Ink.FAULTY if row.faulty else _last_ink(row)
            remark = row.mark if ink is None else tint(row.mark, ink)
        base += PITCH * k
    if base - 9.0 * k < at.bottom:
        _left_out(session, pen, at, base, table, range(first, first + len(shown)))
    if remark and base < at.bottom:
        words = rich_text.one_line(remark, pen.fonts, 13.0 * k)
        words.draw_on(pen.draw, at.right - words.width, base + 2.5 * k, theme, pen.fonts, packed(theme.quiet))


def _left_out(session: Session, pen: Pen, at: Rect, base: float, table: Table, shown: range) -> None:
    """How many rows stand before and after those that are shown, at the left below them; a press goes to the next of
    them."""
    x, last = at.x, len(table.rows) - 1
    for count, words, row in (
        (shown.start, "earlier", shown.start - 1),
        (last + 1 - shown.stop, "later", min(shown.stop, last)),
    ):
        if count > 0:
            told = f"{'↑' if words == 'earlier' else '↓'} {count} {words}"
            if link(pen, f"rows {words}", x, base + 2.5 * pen.scale, told, _LEFT_OUT, pen.theme.accent).pressed:
                session.player.go(table.rows[row][0])
            x += pen.width(told, _LEFT_OUT) + 14.0 * pen.scale


def _first(table: Table, most: int) -> int:
    """The first row that is shown: the newest ones, but the present step's in view."""
    first = max(len(table.rows) - most, 0)
    return min(first, *table.current) if table.current else first


def _columns(
    pen: Pen, columns: Sequence[str], rows: Sequence[TableRow], width: float
) -> tuple[list[list[Laid]], list[float], list[bool]]:
    """The cells laid out in letters small enough, each column's width, and whether it holds numbers, which end at its
    right. In a row of fewer cells the last one runs on over the columns that it leaves free, and does not count."""
    k, em = pen.scale, _EM
    while True:
        cells = [[rich_text.one_line(cell, pen.fonts, em * k) for cell in row.cells] for row in rows]
        widths = [rich_text.one_line(name, pen.fonts, _HEAD_EM * k).width for name in columns]
        for row, laid in zip(rows, cells, strict=True):
            counted = laid if len(laid) == len(columns) else laid[:-1]
            for i, cell in enumerate(counted):
                bullet = _BULLET * k if i == 0 and row.ink is not None else 0.0
                widths[i] = max(widths[i], cell.width + bullet)
        if sum(widths) + _AIR * k * (len(widths) - 1) <= width or em <= _LEAST_EM:
            break
        em -= 0.75
    rights = [i > 0 and _is_numeric(rows, i) for i in range(len(columns))]
    return cells, widths, rights


def _is_numeric(rows: Sequence[TableRow], column: int) -> bool:
    words = [plain(row.cells[column]).strip() for row in rows if len(row.cells) > column]
    return all(not each or each[0] in _NUMERIC for each in words)


def _lefts(widths: Sequence[float], width: float) -> list[float]:
    """Where the columns begin: what is left of the width lies between them in equal parts."""
    air = (width - sum(widths)) / max(len(widths) - 1, 1)
    lefts, x = [], 0.0
    for each in widths:
        lefts.append(x)
        x += each + air
    return lefts


def _row(
    pen: Pen,
    row: TableRow,
    cells: Sequence[Laid],
    left: float,
    base: float,
    lefts: Sequence[float],
    widths: Sequence[float],
    rights: Sequence[bool],
    *,
    is_here: bool,
) -> None:
    theme, k = pen.theme, pen.scale
    shade = theme.color(Ink.FAULTY) if row.faulty else theme.text if is_here else theme.body
    for i, cell in enumerate(cells):
        x = left + lefts[i]
        if i == 0 and row.ink is not None:
            pen.box(Rect(x, base - 9.5 * k, 9.0 * k, 9.0 * k), theme.color(row.ink), 2.0)
            x += _BULLET * k
        elif rights[i]:
            x += widths[i] - cell.width
        cell.draw_on(pen.draw, x, base, theme, pen.fonts, packed(shade))


def _last_ink(row: TableRow) -> Ink | None:
    inks = [run.ink for run in runs(row.cells[-1]) if run.ink is not None]
    return inks[-1] if inks else None
