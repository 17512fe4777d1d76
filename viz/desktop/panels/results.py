"""What came of a review, over the whole window: counts, chapters, and every question with the way back to it."""

from __future__ import annotations

from imgui_bundle import imgui

from viz.desktop import rich_text
from viz.desktop.look import Fonts, packed, vec4
from viz.desktop.pen import Pen, link, place, window
from viz.desktop.places import Places, Rect
from viz.desktop.reviewing import Reviewing, begin_review
from viz.desktop.session import Session
from viz.session.review import Item, Outcome, Result, outcome_of

TITLE_OF_WINDOW = "##results"
_WIDE, _ROW, _EDGE = 780.0, 30.0, 24.0
_SHORT = {
    Outcome.FIRST: "at the first try",
    Outcome.LATER: "at a later try",
    Outcome.SHOWN: "shown",
    Outcome.OPEN: "not answered",
}


def results(session: Session, fonts: Fonts, at: Places) -> None:
    """Nothing while no review has come to its end."""
    review = session.study.review
    if review is None or not review.is_over:
        return
    if session.lesson is not review.ended_in:
        review.end(session.lesson)  # the learner has gone on to another lesson
        return
    result, k, theme = review.result, at.letters, session.theme
    room = Rect(0.0, at.top.bottom, at.top.width, at.timeline.bottom - at.top.bottom)
    wide = min(_WIDE * k, room.width - 2.0 * _EDGE * k)
    left = room.x + 0.5 * (room.width - wide)
    with window(TITLE_OF_WINDOW, room, vec4(theme.canvas), over=True) as draw:
        pen = Pen(draw, theme, fonts, k)
        y = _head(pen, Rect(left, room.y + 22.0 * k, wide, 0.0), result)
        y = _chapters(pen, Rect(left, y, wide, 0.0), result)
        foot = 52.0 * k
        listed = Rect(left, y, wide, max(room.bottom - foot - y, _ROW * k))
        imgui.set_cursor_screen_pos((listed.x, listed.y))
        imgui.begin_child("questions", (listed.width, listed.height), imgui.ChildFlags_.nav_flattened)
        _questions(pen._replace(draw=imgui.get_window_draw_list()), listed, review)
        imgui.end_child()
        pen.line((left, room.bottom - foot + 4.0 * k), (left + wide, room.bottom - foot + 4.0 * k), theme.rule)
        _foot(session, pen, Rect(left, room.bottom - 0.5 * foot, wide, 0.0), review)


def _head(pen: Pen, at: Rect, result: Result) -> float:
    """Title, date and seed, and the four counts; returns where what follows begins."""
    k, theme = pen.scale, pen.theme
    pen.words(at.x, at.y + 18.0 * k, "Review", 22.0, theme.text, bold=True)
    told = f"{result.date}, {len(result.items)} questions, seed {result.seed}"
    pen.words(at.right, at.y + 18.0 * k, told, 12.5, theme.quiet, align=1.0)
    quarter = at.width / len(Outcome)
    for i, outcome in enumerate(Outcome):
        x, base = at.x + quarter * i, at.y + 66.0 * k
        color = theme.accent if outcome is Outcome.FIRST else theme.text
        end = pen.words(x, base, str(result.count(outcome)), 30.0, color, bold=True)
        pen.words(end + 8.0 * k, base, _SHORT[outcome], 13.0, theme.body)
    return at.y + 92.0 * k


def _chapters(pen: Pen, at: Rect, result: Result) -> float:
    """A row of dots a chapter, in two columns: filled for the first try, a ring for a later one."""
    k, theme, chapters = pen.scale, pen.theme, result.chapters
    rows, half = (len(chapters) + 1) // 2, 0.5 * at.width
    for i, chapter in enumerate(chapters):
        x, base = at.x + half * (i // rows), at.y + (18.0 + 24.0 * (i % rows)) * k
        items = result.in_chapter(chapter)
        pen.words(x, base, pen.shortened(chapter, 13.5, 170.0 * k), 13.5, theme.text)
        for j, each in enumerate(items):
            _dot(pen, (x + (186.0 + 13.0 * j) * k, base - 4.5 * k), each.outcome)
        share = f"{result.count(Outcome.FIRST, chapter)} of {len(items)}"
        pen.words(x + half - 24.0 * k, base, share, 13.0, theme.quiet, align=1.0)
    return at.y + (24.0 * rows + 18.0) * k


def _dot(pen: Pen, at: tuple[float, float], outcome: Outcome) -> None:
    k, theme = pen.scale, pen.theme
    if outcome is Outcome.FIRST:
        pen.draw.add_circle_filled(at, 4.5 * k, packed(theme.accent))
    else:
        color = theme.accent if outcome is Outcome.LATER else theme.quiet
        pen.draw.add_circle(at, 4.0 * k, packed(color), 0, 1.3 * k)


def _questions(pen: Pen, at: Rect, review: Reviewing) -> None:
    """Each leads back to its scene."""
    k, y = pen.scale, imgui.get_cursor_screen_pos().y
    chosen: int | None = None
    for i, item in enumerate(review.items):
        row = Rect(at.x, y, at.width - 14.0 * k, (_ROW - 2.0) * k)
        pressed, hovered = place(f"question {i + 1}", row)
        if hovered:
            pen.box(row, pen.theme.raised, 6.0)
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
        _question(pen, row, item)
        chosen = i if pressed else chosen
        y += _ROW * k
    imgui.set_cursor_screen_pos((at.x, y))
    imgui.dummy((1.0, 1.0))
    if chosen is not None:
        review.go(chosen)


def _question(pen: Pen, at: Rect, item: Item) -> None:
    k, theme, base = pen.scale, pen.theme, at.y + 18.5 * pen.scale
    if item.outcome is Outcome.FIRST:
        pen.tick(at.x + 14.0 * k, at.y + 14.0 * k, theme.accent)
    else:
        _dot(pen, (at.x + 14.0 * k, at.y + 14.0 * k), item.outcome)
    pen.words(at.x + 32.0 * k, base, item.number, 13.0, theme.quiet, bold=True)
    told = outcome_of(item)
    pen.words(at.right - 8.0 * k, base, told, 12.5, theme.quiet, align=1.0)
    x = at.x + 74.0 * k
    room = at.right - 24.0 * k - pen.width(told, 12.5) - x
    words = item.asked.text if item.asked is not None else item.title
    laid = rich_text.fitted(words, pen.fonts, 13.5 * k, room, 18.0 * k, 13.5 * k)
    laid.draw_on(pen.draw, x, base, theme, pen.fonts, packed(theme.text))


def _foot(session: Session, pen: Pen, at: Rect, review: Reviewing) -> None:
    k, theme, base = pen.scale, pen.theme, at.y + 6.0 * pen.scale
    result = review.result
    x = pen.words(at.x, base, "Save as", 13.5, theme.quiet) + 14.0 * k
    for words, suffix, text in (
        ("text", "txt", result.as_text),
        ("HTML", "html", result.as_html),
        ("JSON", "json", result.as_json),
    ):
        if link(pen, f"save {words}", x, base, words, 13.5, theme.accent).pressed:
            session.study.to_save = f"review-{result.date}.{suffix}", text()
        x += pen.width(words, 13.5) + 16.0 * k
    if link(pen, "close review", at.right, base, "close", 13.5, theme.accent, align=1.0, bold=True).pressed:
        review.end()
    x = at.right - pen.width("close", 13.5, bold=True) - 22.0 * k
    if link(pen, "another review", x, base, "another review", 13.5, theme.accent, align=1.0).pressed:
        begin_review(session, review.chapters, review.wanted)
