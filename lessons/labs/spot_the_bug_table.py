"""The table of the last steps: what each routine made of the smallest example."""

from __future__ import annotations

import re

from lessons.labs.cards.card import Asked, Card, Trouble
from lessons.labs.cards.running import Compared, compared
from lessons.labs.spot_the_bug_scene import CardScene
from lessons.labs.spot_the_bug_steps import LineAsked
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Table, TableRow
from viz.lesson.text import tint

WHOLE = re.compile(r"\(−?\d+\.00, −?\d+\.00\)")  # a point that a value above is told of without decimals


def run_table(moment: Moment[CardScene]) -> Table:
    """While the line is asked for the faulty run alone, and nothing in it points to that line."""
    card, step = moment.scene.card, moment.step
    found = compared(card, step.arguments)
    is_asked = isinstance(step, LineAsked)
    rows = _asked(found, card, step.asked.faulty) if is_asked else _told(found, card, step.asked)
    return Table(_columns(found, is_asked=is_asked), tuple((moment.index, row) for row in rows), frozenset())


def _columns(found: Compared, *, is_asked: bool) -> tuple[str, ...]:
    shared = (found.shared,) if found.shared else ()
    name = found.value
    if is_asked and found.aside:
        return "value", tint("pink, at the end", Ink.FAULTY)
    if is_asked:
        return found.name, *shared, tint(name or "pink, at the end", Ink.FAULTY)
    return found.name, *shared, f"{name}, right".strip(", "), tint(f"{name}, pink".strip(", "), Ink.FAULTY)


def _asked(found: Compared, card: Card, faulty: object) -> list[TableRow]:
    if found.aside:
        return [TableRow((row.name, tint(row.faulty, Ink.FAULTY))) for row in found.aside]
    rows = [
        TableRow((row.name, *((row.shared,) if found.shared else ()), tint(row.faulty, Ink.FAULTY)))
        for row in found.rows
    ]
    if found.value:
        return rows
    told = "no answer" if isinstance(faulty, Trouble) and "after" in faulty.text else _short(card.said(faulty))
    return [*rows, TableRow(("answer", tint(told, Ink.FAULTY)))]


def _told(found: Compared, card: Card, asked: Asked) -> list[TableRow]:
    rows = []
    for row in found.telling:
        pink = tint(row.faulty, Ink.FAULTY) if row.differs else row.faulty
        rows.append(TableRow((row.name, *((row.shared,) if found.shared else ()), row.right, pink)))
    if found.shared:
        return rows
    right, faulty = (_short(words) for words in card.both_said(asked))
    if isinstance(asked.faulty, Trouble) and "after" in asked.faulty.text:
        faulty = "no answer"
    return [*rows, TableRow(("answer", right, tint(faulty, Ink.FAULTY)))]


def _short(words: str) -> str:
    """An answer in a cell, without the article or the noun that the card's question has; a point of whole numbers
    as the values above it."""
    for start in ("a distance of ", "a depth of ", "a normal of ", "the pairs ", "the pair ", "a hit at "):
        words = words.removeprefix(start)
    return words.replace(".00", "") if WHOLE.fullmatch(words) else words
