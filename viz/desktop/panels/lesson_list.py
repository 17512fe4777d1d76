"""The curriculum as the window shows it: numbers of lessons, neighbours, and what a search finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from viz.desktop.session import Session
from viz.lesson.curriculum import Chapter, Curriculum, Entry


def entries(curriculum: Curriculum) -> Iterator[tuple[Chapter, int, Entry]]:
    """Every lesson with its chapter and its number in it, from 1."""
    for chapter in curriculum:
        for number, entry in enumerate(chapter.lessons, start=1):
            yield chapter, number, entry


def number_of(session: Session) -> str:
    """Of the lesson that is open, as "2.3"; nothing for one that is in no chapter."""
    here = session.lesson.id
    return next((f"{chapter.number}.{i}" for chapter, i, e in entries(session.curriculum) if e.id == here), "")


def neighbours(session: Session) -> tuple[Entry | None, Entry | None]:
    """The lessons before and after the one that is open, across chapters."""
    row = [entry for _, _, entry in entries(session.curriculum)]
    place = next((i for i, entry in enumerate(row) if entry.id == session.lesson.id), None)
    if place is None:
        return None, None
    return row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None


def learned(session: Session) -> str:
    """What the open lesson has brought, and what it has built on: the terms, and the titles of lessons."""
    titles = {entry.id: f"{chapter.number}.{i} {entry.title}" for chapter, i, entry in entries(session.curriculum)}
    built = [titles[each] for each in session.lesson.builds_on if each in titles]
    told = [f"Terms: {', '.join(session.lesson.terms)}"] if session.lesson.terms else []
    return "\n".join([*told, *([f"Builds on: {', '.join(built)}"] if built else [])])


def found(curriculum: Curriculum, words: str) -> list[tuple[Chapter, int, Entry]]:
    """The lessons that a search finds, those with the words in their titles first: every word occurs in a lesson's
    title, terms or idea."""
    wanted = words.lower().split()
    hits = []
    for place, (chapter, number, entry) in enumerate(entries(curriculum)):
        title = f"{chapter.number}.{number} {entry.title}".lower()
        rest = f"{chapter.title} {entry.id} {' '.join(_terms(entry))}".lower()
        if all(word in title or word in rest for word in wanted):
            rank = 0 if all(word in title for word in wanted) else 1
            hits.append((rank, place, (chapter, number, entry)))
    return [hit for _, _, hit in sorted(hits, key=lambda hit: hit[:2])]


@lru_cache(maxsize=256)
def _terms(entry: Entry) -> Sequence[str]:
    """What else a lesson is found by: its idea in a line and the terms it introduces."""
    return entry.lesson.summary, *entry.lesson.terms
