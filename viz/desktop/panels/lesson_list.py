"""The curriculum as the window shows it: numbers of lessons, neighbours, and what a search finds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from viz.desktop.session import Session
from viz.desktop.study import entry_of
from viz.lesson.curriculum import Curriculum, Entry, numbered, titles


def number_of(session: Session) -> str:
    """Of the lesson that is open, as "2.3"; nothing for one that is in no chapter."""
    found = entry_of(session.curriculum, session.lesson.id)
    return "" if found is None else found[0]


def neighbours(session: Session) -> tuple[Entry | None, Entry | None]:
    """The lessons before and after the one that is open, across chapters."""
    row = [entry for _, entry in numbered(session.curriculum)]
    place = next((i for i, entry in enumerate(row) if entry.id == session.lesson.id), None)
    if place is None:
        return None, None
    return row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None


def learned(session: Session) -> str:
    """What the open lesson has brought, and what it has built on: the terms, and the titles of lessons."""
    known = titles(session.curriculum)
    built = [known[each] for each in session.lesson.builds_on if each in known]
    told = [f"Terms: {', '.join(session.lesson.terms)}"] if session.lesson.terms else []
    return "\n".join([*told, *([f"Builds on: {', '.join(built)}"] if built else [])])


def found(curriculum: Curriculum, words: str, *, is_hasty: bool = False) -> list[tuple[str, Entry]]:
    """The lessons that a search finds, with their numbers: first those in whose titles words begin with what is
    sought, then those with it anywhere in their titles. Every word occurs in a lesson's title, terms or idea; of
    lessons that nobody has read yet a hasty search knows the title only."""
    wanted = words.lower().split()
    begun, in_titles, elsewhere = [], [], []
    for chapter in curriculum:
        for number, entry in chapter.numbered():
            title = f"{number} {entry.title}".lower()
            terms = () if is_hasty and not entry.is_read else _terms(entry)
            rest = f"{chapter.title} {entry.id} {' '.join(terms)}".lower()
            if all(f" {word}" in f" {title}" for word in wanted):
                begun.append((number, entry))
            elif all(word in title for word in wanted):
                in_titles.append((number, entry))
            elif all(word in title or word in rest for word in wanted):
                elsewhere.append((number, entry))
    return begun + in_titles + elsewhere


@lru_cache(maxsize=256)
def _terms(entry: Entry) -> Sequence[str]:
    """What else a lesson is found by: its idea in a line and the terms it introduces."""
    return entry.lesson.summary, *entry.lesson.terms
