"""What is said of the step: idea, formula, sentence, task, table and controls, each in its slot, which never moves
while stepping. With large text, or in a small window, one group of slots at a time."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.chrome import GROUPS
from viz.desktop.look import Fonts
from viz.desktop.panels.controls import PITCH, controls_of, show_controls
from viz.desktop.panels.formula_box import formula_box
from viz.desktop.panels.said import card_of, nested_of
from viz.desktop.panels.switch import switch
from viz.desktop.panels.table import PITCH as ROW
from viz.desktop.panels.table import height_of, rows_in, show_table
from viz.desktop.panels.tasks import show_task
from viz.desktop.panels.terms import show_terms
from viz.desktop.pen import Pen, link
from viz.desktop.places import Places, Rect
from viz.desktop.session import Session
from viz.lesson.conventions import staying
from viz.lesson.difference import conventions_of

_IDEA, _SENTENCE, _STEP, _LEAST, _NOTE = 14.0, 14.0, 12.0, 11.5, 10.5


def explain(session: Session, fonts: Fonts, at: Places) -> None:
    """In the panel's window."""
    if at.slots is None:
        _group(session, fonts, at)
        return
    pen = Pen(imgui.get_window_draw_list(), session.theme, fonts, at.letters)
    slots, page, k = at.slots, session.told.page, at.letters
    idea = rich_text.fitted(page.idea, fonts, _IDEA * k, slots.idea.width, slots.idea.height, _LEAST * k)
    idea.draw(pen.draw, slots.idea.x, slots.idea.y - 3.0 * k, pen.theme, fonts)
    show_terms(session, pen, idea, page.idea, slots.idea.x, slots.idea.y - 3.0 * k)
    formula_box(pen, slots.formula, page.formula)
    _note(session, pen, slots.formula.right, slots.formula.bottom, slots.formula.width)
    _head(session, pen, slots.step)
    words = slots.step.height - 16.0 * k
    sentence = rich_text.fitted(page.sentence, fonts, _SENTENCE * k, slots.step.width, words, _LEAST * k)
    sentence.draw(pen.draw, slots.step.x, slots.step.y + 14.5 * k, pen.theme, fonts)
    show_terms(session, pen, sentence, page.sentence, slots.step.x, slots.step.y + 14.5 * k, "said")
    if (card := card_of(session)) is not None:
        show_task(pen, slots.task, card)
    _table(session, pen, slots.table)


def _note(session: Session, pen: Pen, right: float, top: float, room: float) -> float:
    """Below a formula, while numbers are told otherwise elsewhere: whose conventions words and formulas have. Returns
    its height."""
    if not (stays := staying(conventions_of(session.player.scene, session.conventions))):
        return 0.0
    words = pen.shortened(stays, _NOTE, room)
    pen.words(right, top + 10.0 * pen.scale, words, _NOTE, pen.theme.quiet, align=1.0)
    return 14.0 * pen.scale


def _head(session: Session, pen: Pen, at: Rect) -> None:
    """Which step this is; where it holds a trace the way into it, inside one the way out."""
    k, theme, player = pen.scale, pen.theme, session.player
    base = at.y + 9.2 * k
    words = f"Step {player.index + 1}" + ("" if session.task.hides_end else f" of {len(player.trace)}")
    x = at.x
    if len(player.levels) > 1:
        above = player.levels[-2]
        if link(pen, "step out", x, base, f"↑ step {above.index + 1}", _STEP, theme.accent).pressed:
            player.out()
            return
        x += pen.width(f"↑ step {above.index + 1}", _STEP) + 8.0 * k
        words = f"› {words.lower()}"
    pen.words(x, base, words, _STEP, theme.quiet)
    inside = nested_of(session)
    if inside:
        x += pen.width(words, _STEP) + 14.0 * k
        shown = pen.shortened(f"↓ {inside}", _STEP, at.right - x)
        if link(pen, "step into", at.right, base, shown, _STEP, theme.accent, align=1.0).pressed:
            player.into()


def _table(session: Session, pen: Pen, at: Rect) -> None:
    """The rows at the top, the controls at the bottom."""
    k, count = pen.scale, len(controls_of(session))
    low = PITCH * count * k
    table = session.told.table
    if table is not None:
        room = at.height - low - (4.0 * k if count else 0.0)
        show_table(session, pen, at._replace(height=room), table, rows_in(room, k))
    show_controls(session, pen, Rect(at.x, at.bottom - low, at.width, low))


def _group(session: Session, fonts: Fonts, at: Places) -> None:
    """One group of slots, as high as its words are; the panel scrolls as a whole where that is too much."""
    chrome, k = session.chrome, at.letters
    column = at.body.inset(at.margin)
    pen = Pen(imgui.get_window_draw_list(), session.theme, fonts, at.bars)
    middle = at.body.y + 22.0 * at.bars
    shown = GROUPS.index(chrome.group)
    width = column.width
    shown, _ = switch(pen, "group", column.right, middle, GROUPS, shown, width)
    chrome.group = GROUPS[shown]
    top = at.body.y + 42.0 * at.bars
    imgui.set_cursor_screen_pos((at.body.x, top))
    imgui.begin_child(chrome.group, (at.body.width, at.body.bottom - top), imgui.ChildFlags_.nav_flattened)
    start = imgui.get_cursor_screen_pos()
    inner = Pen(imgui.get_window_draw_list(), session.theme, fonts, k)
    flow = Rect(column.x, start.y, max(width - imgui.get_style().scrollbar_size, 1.0), 0.0)
    match chrome.group:
        case "Explain":
            bottom = _flow_words(session, inner, flow)
        case "Task":
            bottom = _flow_task(session, inner, flow)
        case _:
            bottom = _flow_table(session, inner, flow)
    imgui.set_cursor_screen_pos((at.body.x, bottom))
    imgui.dummy((1.0, 1.0))
    imgui.end_child()


def _flow_words(session: Session, pen: Pen, at: Rect) -> float:
    k, page, y = pen.scale, session.told.page, at.y
    idea = rich_text.lay_out(page.idea, pen.fonts, _IDEA * k, at.width)
    idea.draw(pen.draw, at.x, y, pen.theme, pen.fonts)
    show_terms(session, pen, idea, page.idea, at.x, y)
    y += idea.height + 8.0 * k
    if page.formula:
        high = 58.0 * k
        formula_box(pen, Rect(at.x, y, at.width, high), page.formula)
        y += high + 10.0 * k
    y += _note(session, pen, at.right, y, at.width)
    _head(session, pen, Rect(at.x, y, at.width, 16.0 * k))
    y += 14.5 * k
    laid = rich_text.lay_out(page.sentence, pen.fonts, _SENTENCE * k, at.width)
    laid.draw(pen.draw, at.x, y, pen.theme, pen.fonts)
    show_terms(session, pen, laid, page.sentence, at.x, y, "said")
    return y + laid.height + 10.0 * k


def _flow_task(session: Session, pen: Pen, at: Rect) -> float:
    k, y = pen.scale, at.y
    if (card := card_of(session)) is not None:
        lines = rich_text.lay_out(card.text, pen.fonts, 13.5 * k, at.width - 28.0 * k).height
        high = lines + (64.0 if card.buttons else 36.0) * k
        show_task(pen, Rect(at.x, y, at.width, high), card, fills=True)
        return y + high + 10.0 * k
    pen.words(at.x, y + 14.0 * k, "Nothing is asked here.", 13.5, pen.theme.quiet)
    return y + 24.0 * k


def _flow_table(session: Session, pen: Pen, at: Rect) -> float:
    k, y, table = pen.scale, at.y, session.told.table
    if table is not None:
        rows = min(len(table.rows), 9)
        high = height_of(rows, k)
        show_table(session, pen, Rect(at.x, y, at.width, high), table, rows)
        y += high + 0.3 * ROW * k
    count = len(controls_of(session))
    show_controls(session, pen, Rect(at.x, y, at.width, PITCH * count * k))
    return y + PITCH * count * k + 6.0 * k
