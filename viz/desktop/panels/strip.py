"""A strip below the figure, which grows smaller for it: the answer to a question that led here, where a review
stands, or where the check of a file stands that is watched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from viz.desktop import rich_text
from viz.desktop.look import Fonts, packed, vec4
from viz.desktop.panels.tasks import Link
from viz.desktop.pen import Pen, link, window
from viz.desktop.places import Places, Rect
from viz.desktop.reviewing import Reviewing
from viz.desktop.session import Session
from viz.session.review import Outcome

TITLE_OF_WINDOW = "##strip"
_HEAD, _EM, _HIGH, _EDGE = 14.0, 13.5, 76.0, 20.0
_LOW = 38.0  # of one that has a head only


class Strip(NamedTuple):
    head: str
    text: str
    links: Sequence[Link] = ()  # at the right end of the head


def _strip_of(session: Session) -> Strip | None:
    """What is to be shown; a question's answer goes when its lesson is left."""
    chrome, review = session.chrome, session.study.review
    if review is not None:
        return _review_strip(review)
    question = chrome.question
    if question is None:
        return _watched_strip(session)
    if question.lesson != session.lesson.id:
        chrome.question = None
        return None
    return Strip(question.ask, question.answer, [Link("close", chrome.close_question)])


def _review_strip(review: Reviewing) -> Strip | None:
    if review.is_over:
        return None
    is_last = review.index + 1 == review.count
    is_answered = review.item.outcome is not Outcome.OPEN
    links = [Link("end", review.end)]
    links += [] if review.is_here else [Link("to the question", review.again, bold=True)]
    links += [] if review.index == 0 else [Link("‹ back", review.back)]
    links.append(Link("result ›" if is_last else "next ›", review.forward, bold=is_answered))
    return Strip(review.head, review.words, links)


def _watched_strip(session: Session) -> Strip | None:
    watched = session.study.watched
    if watched is None or not watched.is_shown or session.presenting:
        return None
    links = [Link("Next failing scene (F8)", watched.next_failure, bold=True)] if watched.fails else []
    return Strip(watched.head, "", [*links, Link("Check again (F5)", watched.again, bold=True)])


def strip(session: Session, fonts: Fonts, at: Places) -> Rect:
    """Show it, if there is anything to be said; returns what the figure keeps."""
    told, figure = _strip_of(session), at.figure
    if told is None:
        return figure
    high = round(min((_HIGH if told.text else _LOW) * at.letters, 0.3 * figure.height))
    figure = figure._replace(height=figure.height - high)
    _show(session, fonts, told, Rect(figure.x, figure.bottom, figure.width, float(high)), at.letters)
    return figure


def _show(session: Session, fonts: Fonts, strip: Strip, at: Rect, k: float) -> None:
    """`k`: of the design's pixels."""
    theme = session.theme
    with window(TITLE_OF_WINDOW, at, vec4(theme.raised)) as draw:
        pen = Pen(draw, theme, fonts, k)
        pen.box(Rect(at.x, at.y, 4.0 * k, at.height), theme.accent)
        x, right, base = at.x + _EDGE * k, at.right - _EDGE * k, at.y + 24.0 * k
        for each in reversed(strip.links):
            width = pen.width(each.words, _EM, bold=each.bold)
            if link(pen, each.words, right, base, each.words, _EM, theme.accent, align=1.0, bold=each.bold).pressed:
                each.act()
            right -= width + 18.0 * k
        pen.words(x, base, pen.shortened(strip.head, _HEAD, right - x, bold=True), _HEAD, theme.text, bold=True)
        if not strip.text:
            return
        wide, high = at.right - _EDGE * k - x, at.height - 36.0 * k
        text = rich_text.fitted(strip.text, fonts, _EM * k, wide, high, 11.0 * k)
        text.draw(draw, x, at.y + 32.0 * k, theme, fonts, packed(theme.body))
