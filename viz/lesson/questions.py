"""Questions that learners ask, each with the scene that answers it. The data come from outside."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from viz.lesson.lesson import Lesson, Moment
from viz.lesson.page import stages

_ALWAYS = frozenset(("why", "does", "do", "is", "are", "the", "a"))  # words that find nothing by themselves


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, the answer in one or two sentences, and where it is seen."""

    ask: str
    answer: str
    lesson: str  # id
    scene: str  # its name
    stage: str  # its name
    compare: str = ""  # the comparison that is switched on; empty for that of the scene

    def found_in(self, lesson: Lesson[Any]) -> tuple[int, int]:
        """The numbers of its scene and step, from 0. Raises ValueError for a scene or a stage that is not there."""
        if self.scene not in lesson.presets:
            raise ValueError(f"{self.ask} {self.lesson} has no scene {self.scene!r}")
        preset = lesson.presets[self.scene]
        first = Moment(preset.scene, lesson.run(preset.scene), 0)
        names = {name: steps.start for name, steps in reversed(stages(lesson.stage_names(first)))}
        if self.stage not in names:
            raise ValueError(f"{self.ask} {self.scene!r} has no stage {self.stage!r}")
        return list(lesson.presets).index(self.scene), names[self.stage]


def read_questions(text: str) -> tuple[Question, ...]:
    """The questions of a TOML file's text. Raises ValueError or TypeError that names what is missing or unknown."""
    return tuple(Question(**told) for told in tomllib.loads(text)["question"])


def search(questions: Sequence[Question], words: str) -> list[Question]:
    """The questions that hold every word; all of them for "why" alone. Those that ask with the words come first."""
    typed = words.casefold().replace("?", " ").split()
    wanted = [word for word in typed if word not in _ALWAYS]
    if not wanted:
        return list(questions) if "why" in typed else []
    hits = []
    for place, each in enumerate(questions):
        ask, rest = each.ask.casefold(), each.answer.casefold()
        if all(word in ask or word in rest for word in wanted):
            hits.append((not all(word in ask for word in wanted), place, each))
    return [each for _, _, each in sorted(hits, key=lambda hit: hit[:2])]


def in_words(number: int, question: Question, title: Callable[[str], str]) -> str:
    """A question for a terminal (`title`: of the lesson with an id)."""
    where = f"{title(question.lesson)}: {question.scene}, {question.stage}"
    told = (textwrap.fill(each, 76) for each in (question.answer, where))
    return "\n".join([f"{number}. {question.ask}", *(textwrap.indent(each, "   ") for each in told)])
