"""Presenting: the figure over the whole window, title and formula on a line above it, below it the statement and the
task in large letters, and the table as one column of names and numbers."""

from __future__ import annotations

import math

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.look import Fonts, packed, vec4
from viz.desktop.panels.formula_box import formula_on_line
from viz.desktop.panels.lesson_list import number_of
from viz.desktop.panels.said import card_of
from viz.desktop.panels.tasks import Card
from viz.desktop.pen import Pen, link, place, window
from viz.desktop.places import Presenting, Rect
from viz.desktop.rich_text import Laid
from viz.desktop.session import Session
from viz.lesson.ink import Ink
from viz.lesson.page import Table, TableRow

WINDOWS = "##presented", "##band", "##track"
TABLE = 210.0  # of the design's pixels: room for the table at the right, or more, by steps
_WIDER = 60.0
_MOST_ROWS = 6
_BETWEEN, _MARGIN, _AIR = 20.0, 32.0, 44.0  # names and numbers, the window's right, what the figure keeps off
_KEYS = "Space: play    Arrow keys: step    Esc: leave"
_NEXT, _LAST = "Page Down: next", "Page Up: back"  # while a lecture is given


def present(session: Session, fonts: Fonts, at: Presenting, *, has_table: bool) -> None:
    """Everything but the panes themselves. `has_table`: one view is shown, which leaves room for the table."""
    theme, k = session.theme, at.scale
    with window(WINDOWS[0], at.figure, over=True, passive=True) as draw:
        pen = Pen(draw, theme, fonts, k)
        _head(session, pen, at.head)
        if has_table and session.told.table is not None:
            _table(pen, at.figure, session.told.table)
    with window(WINDOWS[1], at.band, vec4(theme.raised)) as draw:
        _band(session, Pen(draw, theme, fonts, k), at.band)
    with window(WINDOWS[2], at.track, vec4(theme.rule)) as draw:
        _track(session, Pen(draw, theme, fonts, k), at.track)


def table_room(session: Session, fonts: Fonts, k: float) -> float:
    """The breadth that the figure leaves free for the table, at its right; none where the lesson has no table."""
    table = session.told.table
    if table is None:
        return TABLE * k if session.lesson.story.columns else 0.0
    names, numbers, _ = _columns(fonts, table, k)
    needed = max(n.width for n in names) + max(n.width for n in numbers) + (_BETWEEN + _MARGIN + _AIR) * k
    return (TABLE + _WIDER * max(math.ceil((needed / k - TABLE) / _WIDER), 0)) * k


def covered(session: Session, at: Presenting, room: float, *, has_table: bool) -> list[Rect]:
    """What stands over the figure: title and formula, and the table."""
    k, table = at.scale, session.told.table if has_table else None
    found = [at.head]
    if table is not None:
        rows = min(len(table.rows), _MOST_ROWS)
        found.append(Rect(at.figure.right - room, 95.0 * k, room, (40.0 * rows + 36.0) * k))
    return found


def _head(session: Session, pen: Pen, at: Rect) -> None:
    k, theme = pen.scale, pen.theme
    base, number, title = at.y + 48.0 * k, number_of(session), session.lesson.title
    wide = pen.width(number, 24.0, bold=True) + pen.width(title, 24.0, bold=True) + 56.0 * k
    pen.ground(Rect(at.x + 20.0 * k, at.y + 14.0 * k, wide - 24.0 * k, 44.0 * k))  # no lower: the figure starts there
    x = pen.words(at.x + 32.0 * k, base, number, 24.0, theme.quiet, bold=True)
    x = pen.words(x + 12.0 * k, base, title, 24.0, theme.text, bold=True)
    formula, right = session.told.page.formula, at.right - 32.0 * k
    if formula:
        pen.draw.channels_split(2)
        pen.draw.channels_set_current(1)  # what stands behind it is drawn once its breadth is known
        left = formula_on_line(pen, right, base, formula, 24.0, right - x - 40.0 * k, at.bottom - 6.0 * k)
        pen.draw.channels_set_current(0)
        pen.ground(Rect(left - 12.0 * k, at.y + 14.0 * k, right - left + 24.0 * k, at.height - 20.0 * k))
        pen.draw.channels_merge()


def _table(pen: Pen, at: Rect, table: Table) -> None:
    """The newest rows as a name and the number of the last column."""
    k, theme = pen.scale, pen.theme
    first = max(len(table.rows) - _MOST_ROWS, 0)
    rows = [row for _, row in table.rows[first:]]
    names, numbers, column = _columns(pen.fonts, table, k)
    widest, figures = max(n.width for n in names), max(n.width for n in numbers)
    right, pitch = at.right - _MARGIN * k, 40.0 * k
    left = right - figures - _BETWEEN * k - widest
    base = at.y + 118.0 * k
    head = rich_text.one_line(f"{table.columns[column]} by {table.columns[0]}", pen.fonts, 17.0 * k)
    ends = min(left - 44.0 * k, right - head.width - 16.0 * k)
    pen.ground(Rect(ends + 12.0 * k, base - 20.0 * k, at.right - ends - 12.0 * k, pitch * len(rows) + 30.0 * k))
    head.draw_on(pen.draw, right - head.width, base, theme, pen.fonts, packed(theme.quiet))
    for i, row in enumerate(rows):
        base += pitch
        is_here = first + i in table.current
        bullet = 22.0 * k if row.ink is not None else 0.0
        if is_here:
            box = Rect(left - bullet - 16.0 * k, base - 27.0 * k, right - left + bullet + 28.0 * k, 38.0 * k)
            pen.box(box, theme.rule, 8.0, 0.9)
        _bullet(pen, row, left - bullet, base)
        shade = packed(theme.color(Ink.FAULTY) if row.faulty else theme.text if is_here else theme.body)
        names[i].draw_on(pen.draw, left, base, theme, pen.fonts, shade)
        numbers[i].draw_on(pen.draw, right - numbers[i].width, base, theme, pen.fonts, shade)


def _columns(fonts: Fonts, table: Table, k: float) -> tuple[list[Laid], list[Laid], int]:
    """Of the newest rows the names and the numbers, and which column these are."""
    rows = [row for _, row in table.rows[-_MOST_ROWS:]]
    column = max(i for i, name in enumerate(table.columns) if name)
    names = [rich_text.one_line(row.cells[0], fonts, 20.0 * k) for row in rows]
    return (
        names,
        [rich_text.one_line(row.cells[min(column, len(row.cells) - 1)], fonts, 20.0 * k) for row in rows],
        column,
    )


def _bullet(pen: Pen, row: TableRow, x: float, base: float) -> None:
    k = pen.scale
    if row.ink is not None:
        pen.box(Rect(x, base - 14.0 * k, 13.0 * k, 13.0 * k), pen.theme.color(row.ink), 3.0)


def _band(session: Session, pen: Pen, at: Rect) -> None:
    k, theme, inset = pen.scale, pen.theme, 32.0 * pen.scale
    left, right, base = at.x + inset, at.right - inset, at.y + 81.0 * k
    given = session.lecture
    place = "" if given is None else f"{given.place}    {_NEXT if given.index + 1 < given.count else _LAST}"
    room = right - left - (pen.width(place, 16.0) + 24.0 * k if place else 0.0)
    statement = rich_text.fitted(session.situation, pen.fonts, 25.0 * k, room, 40.0 * k, 15.0 * k)
    statement.draw(pen.draw, left, at.y + 32.0 * k - 0.5 * statement.height, theme, pen.fonts)
    card = card_of(session)
    used = 0.0 if card is None else _task(pen, card, Rect(left, base, right - left, 26.0 * k))
    if place:  # whatever is asked below it: who speaks has to see how far the lecture is
        pen.words(right, at.y + 38.0 * k, place, 16.0, theme.quiet, align=1.0)
    elif left + used + 24.0 * k + pen.width(_KEYS, 16.0) <= right:
        pen.words(right, base, _KEYS, 16.0, theme.quiet, align=1.0)


def _task(pen: Pen, card: Card, at: Rect) -> float:
    """What is asked, or what came of it, in one line or two; at the right what can be pressed and how it stands.
    Returns the width that it takes."""
    k, theme, base = pen.scale, pen.theme, at.y
    shade = theme.color(Ink.FAULTY) if card.is_wrong else theme.accent
    pen.box(Rect(at.x, base - 21.0 * k, 4.0 * k, 26.0 * k), shade, 2.0)
    x, right = at.x + 16.0 * k, at.right
    for each in reversed([*card.buttons, *card.links]):
        if link(pen, f"task {each.words}", right, base, each.words, 16.0, theme.accent, align=1.0).pressed:
            each.act()
        right -= pen.width(each.words, 16.0) + 16.0 * k
    if card.remark:
        remark = rich_text.one_line(card.remark, pen.fonts, 17.0 * k)
        remark.draw_on(pen.draw, right - remark.width, base, theme, pen.fonts, packed(theme.quiet))
        right -= remark.width + 24.0 * k
    x = pen.words(x, base, f"{card.head}: ", 21.0, shade, bold=True)
    text = rich_text.fitted(card.text, pen.fonts, 21.0 * k, right - x - 8.0 * k, 50.0 * k, 12.0 * k)
    lines_above = 0.5 * (text.lines - 1) * text.height / max(text.lines, 1)
    text.draw_on(pen.draw, x, base - lines_above, theme, pen.fonts, packed(theme.text))
    return at.width if right < at.right or text.lines > 1 else x + text.width - at.x


def _track(session: Session, pen: Pen, at: Rect) -> None:
    """One piece a step; a press goes there."""
    player, theme, k = session.player, pen.theme, pen.scale
    count = len(player.trace)
    piece = at.width / count
    hides = session.task.hides_end
    pen.box(at._replace(width=8.0 * k if hides else piece * (player.index + 1)), theme.accent)
    if piece > 6.0 * k and not hides:
        for i in range(1, count):
            x = at.x + piece * i
            pen.line((x, at.y), (x, at.bottom), theme.raised, 2.5)
    if place("track", at).pressed or imgui.is_item_active():
        player.go(int((imgui.get_io().mouse_pos.x - at.x) / piece))
