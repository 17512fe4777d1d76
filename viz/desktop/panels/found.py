"""What a search finds besides lessons: terms of the glossary, and questions."""

from __future__ import annotations

from viz.desktop.pen import Pen, place
from viz.desktop.places import Rect
from viz.desktop.session import Session
from viz.desktop.study import entry_of, open_question
from viz.lesson.questions import search
from viz.lesson.text import plain

_HEAD, _ROW, _MOST = 26.0, 41.5, 8


def found_terms(session: Session, pen: Pen, at: Rect, y: float) -> tuple[float, bool]:
    """Rows from `y` on; returns where they end, and whether one was chosen."""
    terms = session.study.reference.glossary.search(session.chrome.search)[:_MOST]
    chosen = False
    y = _head(pen, at, y, "Terms") if terms else y
    for term in terms:
        if _row(pen, at, y, f"found {term.name}", "Aa", term.name, plain(term.text)):
            session.chrome.show_term(term)
            chosen = True
        y += _ROW * pen.scale
    return y, chosen


def found_questions(session: Session, pen: Pen, at: Rect, y: float) -> tuple[float, bool]:
    """The same of questions; all of them for "why" alone."""
    questions = search(session.study.reference.questions, session.chrome.search)
    chosen = False
    y = _head(pen, at, y, "Questions") if questions else y
    for question in questions:
        number, entry = entry_of(session.curriculum, question.lesson) or ("", None)
        where = f"{number} {entry.title}" if entry is not None else ""
        if _row(pen, at, y, f"found {question.ask}", "?", question.ask, where):
            open_question(session, question)
            chosen = True
        y += _ROW * pen.scale
    return y, chosen


def open_first(session: Session) -> bool:
    """What stands first of all this: a question, else a term; whether there is any."""
    words, known = session.chrome.search, session.study.reference
    if questions := search(known.questions, words):
        open_question(session, questions[0])
    elif terms := known.glossary.search(words):
        session.chrome.show_term(terms[0])
    else:
        return False
    return True


def _head(pen: Pen, at: Rect, y: float, words: str) -> float:
    pen.words(at.x + 16.0 * pen.scale, y + 18.0 * pen.scale, words, 12.0, pen.theme.quiet, bold=True)
    return y + _HEAD * pen.scale


def _row(pen: Pen, at: Rect, y: float, name: str, sign: str, words: str, line: str) -> bool:
    """A sign, words, and a quiet line below them; whether it was pressed."""
    k, theme = pen.scale, pen.theme
    row = Rect(at.x + 8.0 * k, y - 1.0 * k, at.width - 16.0 * k, (_ROW - 2.5) * k)
    pressed, hovered = place(name, row)
    if hovered:
        pen.box(row, theme.rule, 7.0, 0.5)
    pen.words(at.x + 32.0 * k, y + 24.0 * k, sign, 15.0, theme.accent, bold=True, align=0.5)
    x = at.x + 56.0 * k
    room = row.right - 8.0 * k - x
    pen.words(x, y + 15.5 * k, pen.shortened(words, 13.5, room), 13.5, theme.text)
    pen.words(x, y + 31.5 * k, pen.shortened(line, 12.0, room), 12.0, theme.quiet)
    return pressed
