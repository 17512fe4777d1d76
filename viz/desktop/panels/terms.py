"""Bold words that the glossary knows, as places that can be pressed: each opens its definition."""

from __future__ import annotations

from typing import NamedTuple

from imgui_bundle import imgui

from viz.desktop.look import Fonts, packed
from viz.desktop.pen import Pen, place
from viz.desktop.places import Rect
from viz.desktop.rich_text import Laid, Placed, width_of
from viz.desktop.session import Session
from viz.lesson.glossary import Glossary, Term, bold_runs


class Spot(NamedTuple):
    """A term, or a part of it on one line, from the top left of the text."""

    term: Term
    left: float
    right: float
    baseline: float


def spots(laid: Laid, text: str, fonts: Fonts, glossary: Glossary, lesson: str) -> list[Spot]:
    """Where the terms of a text stand once it is laid out."""
    parts = [part for part in laid.parts if part.bold and not part.is_formula]
    found: list[Spot] = []
    number, begun = 0, 0  # the part, and its letters that belong to words before
    for passage in bold_runs(text):
        term = glossary.find("".join(run.plain for run in passage), lesson)
        left = sum(len(run.text.replace(" ", "")) for run in passage if not run.is_formula)
        while left and number < len(parts):
            part = parts[number]
            end = begun
            while end < len(part.words) and left:
                left -= part.words[end] != " "
                end += 1
            if term is not None:
                found.append(_spot(term, part, begun, end, fonts, laid.em))
            begun = end + len(part.words[end:]) - len(part.words[end:].lstrip())
            if begun >= len(part.words):
                number, begun = number + 1, 0
    return found


def show_terms(session: Session, pen: Pen, laid: Laid, text: str, x: float, y: float, name: str = "term") -> None:
    """Over a text that was drawn from its top left at (x, y). `name`: of the text, one of a kind in its window."""
    glossary = session.study.reference.glossary
    em = laid.em
    for i, spot in enumerate(spots(laid, text, pen.fonts, glossary, session.lesson.id)):
        at = Rect(x + spot.left, y + spot.baseline - em, spot.right - spot.left, 1.3 * em)
        pressed, hovered = place(f"{name} {spot.term.name} {i}", at)
        if pressed:
            session.chrome.show_term(spot.term)
        if hovered:
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
        low = round(y + spot.baseline + 0.22 * em) + 0.5
        color = packed(pen.theme.accent if hovered else pen.theme.quiet, 1.0 if hovered else 0.6)
        dot = 2.0 * pen.scale
        left = at.x
        while left < at.right:
            pen.draw.add_line((left, low), (min(left + dot, at.right), low), color, pen.scale)
            left += dot if hovered else 2.0 * dot


def _spot(term: Term, part: Placed, begun: int, end: int, fonts: Fonts, em: float) -> Spot:
    words = part.words
    left = part.x + width_of(words[:begun], fonts.bold, em)
    return Spot(term, left, part.x + width_of(words[:end].rstrip(), fonts.bold, em), part.baseline)
