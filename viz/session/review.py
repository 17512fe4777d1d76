"""A review: predictions of several lessons, mixed, and what came of them as a page to keep. All of it is counted from
what was answered; a seed deals the same questions again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from html import escape
from typing import Any, NamedTuple

from viz.lesson.lesson import Lesson
from viz.lesson.text import plain
from viz.session.answer import Answer
from viz.session.player import Player


class Outcome(Enum):
    """What came of a question, in the words of the result page."""

    FIRST = "right at the first try"
    LATER = "right at a later try"
    SHOWN = "answer shown"
    OPEN = "not answered"


class Asked(NamedTuple):
    """A prediction of a lesson."""

    scene: str  # its name
    step: int  # from 0
    text: str  # with the marks of bold words and formulas

    @property
    def words(self) -> str:
        """As it would be typed."""
        return " ".join(plain(self.text).split())


@dataclass(frozen=True)
class Item:
    """One question of a review, and what came of it."""

    chapter: str  # "2 Separating axes"
    number: str  # of the lesson, "2.3"
    lesson: str  # id
    title: str
    asked: Asked | None = None  # None before it was dealt
    tries: int = 0
    outcome: Outcome = Outcome.OPEN

    def answered(self, answer: Answer | None) -> Item:
        """The same after what the learner has done about it; what came first counts."""
        if answer is None or self.outcome is not Outcome.OPEN:
            return self
        if answer.verdict is None or not answer.verdict.right:
            return self if answer.tries <= self.tries else replace(self, tries=answer.tries)
        first = Outcome.FIRST if answer.tries == 1 else Outcome.LATER
        return replace(self, tries=answer.tries, outcome=Outcome.SHOWN if answer.is_shown else first)


def predictions(lesson: Lesson[Any], scene: str) -> list[Asked]:
    """Every prediction on the main track of one of a lesson's scenes."""
    pages = enumerate(Player(lesson, lesson.presets[scene]).pages)
    return [Asked(scene, step, page.prediction.text) for step, page in pages if page.prediction is not None]


def deal(lesson: Lesson[Any], chance: random.Random, before: Sequence[Asked] = ()) -> Asked | None:
    """One of a lesson's predictions, in one of its scenes that ask, not one of those `before` unless it has no other;
    None where it asks nothing. No more scenes are looked at than needed: some have thousands of boxes."""
    told = {each.text for each in before}
    again: list[Asked] = []
    for scene in chance.sample(list(lesson.presets), len(lesson.presets)):
        found = predictions(lesson, scene)
        if fresh := [each for each in found if each.text not in told]:
            return chance.choice(fresh)
        again += found
    return chance.choice(again) if again else None


def mixed(items: Sequence[Item], count: int, chance: random.Random) -> list[Item]:
    """So many of the lessons, in any order; each of them once before one comes again."""
    dealt: list[Item] = []
    while items and len(dealt) < count:
        dealt.extend(chance.sample(list(items), min(len(items), count - len(dealt))))
    return dealt


@dataclass(frozen=True)
class Result:
    """What came of a review."""

    items: tuple[Item, ...]
    date: str  # "2026-11-23"
    seed: int

    def count(self, outcome: Outcome, chapter: str = "") -> int:
        """Of all chapters unless one is named."""
        return sum(each.outcome is outcome and chapter in ("", each.chapter) for each in self.items)

    @property
    def chapters(self) -> list[str]:
        """In teaching order."""
        return sorted({each.chapter for each in self.items}, key=lambda chapter: int(chapter.split()[0]))

    def in_chapter(self, chapter: str) -> list[Item]:
        return [each for each in self.items if each.chapter == chapter]

    @property
    def title(self) -> str:
        return f"Review: {self.count(Outcome.FIRST)} of {len(self.items)} right at the first try"

    def as_text(self) -> str:
        lines = [self.title, f"{self.date}, seed {self.seed}", ""]
        for chapter in self.chapters:
            lines.append(f"{chapter}: {self.count(Outcome.FIRST, chapter)} of {len(self.in_chapter(chapter))}")
            lines.extend(
                f"  {_mark(each)} {each.number} {each.title}: {_told(each)}" for each in self.in_chapter(chapter)
            )
        return "\n".join(lines) + "\n"

    def as_json(self) -> str:
        told = {
            "separatrix": "review",
            "date": self.date,
            "seed": self.seed,
            "counts": {each.name.lower(): self.count(each) for each in Outcome},
            "chapters": {
                chapter: {each.name.lower(): self.count(each, chapter) for each in Outcome}
                for chapter in self.chapters
            },
            "questions": [
                {
                    "lesson": each.lesson,
                    "scene": each.asked.scene if each.asked else "",
                    "step": each.asked.step + 1 if each.asked else 0,
                    "question": each.asked.words if each.asked else "",
                    "outcome": each.outcome.name.lower(),
                    "tries": each.tries,
                }
                for each in self.items
            ],
        }
        return json.dumps(told, ensure_ascii=False, indent=2) + "\n"

    def as_html(self) -> str:
        """One page that needs no network, dark or light as its reader's screen, with a table a chapter."""
        return "\n".join(
            [
                '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
                f"<title>{escape(self.title)}</title>",
                f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(self.title)}</h1>",
                f'<p><time datetime="{self.date}">{self.date}</time>, seed {self.seed}</p>',
                *(line for chapter in self.chapters for line in self._section(chapter)),
                "</main>\n</body>\n</html>\n",
            ]
        )

    def _section(self, chapter: str) -> Iterator[str]:
        items = self.in_chapter(chapter)
        yield f"<h2>{escape(chapter)}: {self.count(Outcome.FIRST, chapter)} of {len(items)}</h2>\n<table>"
        yield '<tr><th scope="col">lesson</th><th scope="col">question</th><th scope="col">result</th></tr>'
        for each in items:
            cells = f"{each.number} {each.title}", each.asked.words if each.asked else "", outcome_of(each)
            yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
        yield "</table>"


def outcome_of(item: Item) -> str:
    """In words, with the tries where there were several."""
    if item.outcome is Outcome.LATER or (item.outcome is Outcome.OPEN and item.tries):
        return f"{item.outcome.value} ({item.tries} {'try' if item.tries == 1 else 'tries'})"
    return str(item.outcome.value)


def _mark(item: Item) -> str:
    return {Outcome.FIRST: "+", Outcome.LATER: "o", Outcome.SHOWN: "s", Outcome.OPEN: "-"}[item.outcome]


def _told(item: Item) -> str:
    return f"{outcome_of(item)}. {item.asked.words if item.asked else ''}".strip()


_STYLE = (
    ":root { color-scheme: light dark } body { font: 16px/1.5 sans-serif; margin: 0 } "
    "main { max-width: 52rem; margin: 0 auto; padding: 1rem } table { border-collapse: collapse; width: 100% } "
    "th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-top: 1px solid #8886 }"
)
