"""A review in the window: questions of several lessons one after the other, as the moments of a lecture are. Each
opens a fresh state of its lesson; what the learner has left there is back when the review ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

from viz.desktop.lecturing import Lecturing
from viz.desktop.looking import Looked
from viz.desktop.session import Session
from viz.desktop.study import entry_of, go_to
from viz.files.lecture_file import Lecture
from viz.files.scene_file import SavedScene
from viz.lesson.curriculum import Curriculum
from viz.lesson.lesson import Lesson
from viz.session.history import History
from viz.session.progress import Mark
from viz.session.review import Item, Outcome, Result, deal, mixed, outcome_of

COUNT = 10


class Reviewing(Lecturing):
    """Where the review stands; `tick` once a frame."""

    def __init__(
        self,
        session: Session,
        lessons: Sequence[Item],
        count: int,
        seed: int,
        today: date,
        chapters: Sequence[int] = (),
    ) -> None:
        """`lessons`: those that are asked about; `chapters`: which chose them. Raises ValueError for none."""
        if not lessons:
            raise ValueError("there is nothing to review yet: take a lesson first, or name chapters")
        self._chance = random.Random(seed)
        self.items = mixed(lessons, count, self._chance)
        self.seed, self.today, self.chapters, self.wanted = seed, today, chapters, count
        self.is_over, self.ended_in = False, session.lesson  # whether the result is shown; the lesson behind it
        self._states: dict[int, Looked] = {}  # of the lessons, as each question was left
        self._before: dict[str, tuple[Looked | None, SavedScene | None]] = {}  # as they were before the review
        self._opened, self._asks = session.lesson, session.asks
        session.asks, session.locked, session.presenting = True, False, False
        session.study.review = self
        super().__init__(session, Lecture("Review", ()), lambda _: None)

    @property
    def count(self) -> int:
        return len(self.items)

    @property
    def item(self) -> Item:
        """The question where the review stands."""
        return self.items[self.index]

    @property
    def lesson(self) -> Lesson[Any]:
        found = entry_of(self.session.curriculum, self.item.lesson)
        assert found is not None
        return found[1].lesson

    @property
    def is_here(self) -> bool:
        """Whether the learner looks at the question."""
        session, asked = self.session, self.item.asked
        is_place = asked is not None and session.player.levels[0].index == asked.step
        return is_place and session.lesson.id == self.item.lesson and len(session.player.levels) == 1

    @property
    def result(self) -> Result:
        return Result(tuple(self.items), self.today.isoformat(), self.seed)

    def tick(self) -> None:
        """Note what has been answered."""
        if not self.is_over and self.is_here:
            self.items[self.index] = self.item.answered(self.session.task.answer)

    def show(self) -> None:
        """The question, as it was left; a fresh one is dealt first."""
        if not self._is_dealt():
            self._finish()
            return
        self.is_over = False
        lesson, session, state = self.lesson, self.session, self._states.get(self.index)
        before = session.swap(lesson.id, state)
        self._before.setdefault(lesson.id, (before, session.left.pop(lesson.id, None)))
        session.open(lesson)
        self._states[self.index] = session.state
        asked = self.item.asked
        if state is None and asked is not None:
            go_to(session, lesson, list(lesson.presets).index(asked.scene), asked.step)
            session.history = session.state.history = History()  # nothing was done yet

    def _is_dealt(self) -> bool:
        """Deal a question where there is none yet; a lesson that asks nothing is left out. Whether there is one."""
        while self.items and self.item.asked is None:
            asked = deal(self.lesson, self._chance, [each.asked for each in self.items if each.asked is not None])
            if asked is not None:
                self.items[self.index] = replace(self.item, asked=asked)
            else:
                del self.items[self.index]
                self.index = max(min(self.index, self.count - 1), 0)
        return bool(self.items)

    def at_end(self) -> None:
        self._finish()

    def _finish(self) -> None:
        self.is_over, self.ended_in = True, self.session.lesson
        self.session.presenting = False

    def again(self) -> None:
        """Back to the question, from wherever the learner has gone."""
        self.go(self.index)
        if self.item.asked is not None:
            self.session.player.out(0)
            self.session.player.go(self.item.asked.step)

    def end(self, to: Lesson[Any] | None = None) -> None:
        """All lessons as they were before; goes on with the one that was open then, or with another."""
        session = self.session
        session.study.review = session.lecture = None
        session.asks = self._asks
        for lesson, (looked, left) in self._before.items():
            session.swap(lesson, looked)
            if left is not None:
                session.left[lesson] = left
        session.open(self._opened if to is None else to)

    @property
    def head(self) -> str:
        return f"Review: question {self.index + 1} of {self.count}"

    @property
    def words(self) -> str:
        """Where the learner stands."""
        item = self.item
        if not self.is_here:
            return f"The question is in {item.number} {item.title}."
        if item.outcome is not Outcome.OPEN:
            return f"{item.number} {item.title}: {outcome_of(item)}."
        told = f"{item.number} {item.title}: {item.asked.text if item.asked else ''}"
        return f"Not yet. {told}" if item.tries else told


def lessons_of(curriculum: Curriculum, wanted: Callable[[int, str], bool]) -> list[Item]:
    """The lessons that a review may ask about; `wanted`: by the number of the chapter and the id of the lesson."""
    return [
        Item(f"{chapter.number} {chapter.title}", number, entry.id, entry.title)
        for chapter in curriculum
        for number, entry in chapter.numbered()
        if wanted(chapter.number, entry.id)
    ]


def begin_review(
    session: Session, chapters: Sequence[int] = (), count: int = COUNT, seed: int | None = None
) -> Reviewing | None:
    """Ask about chapters, or without any about the lessons that were begun; None, and a message, where there is
    nothing to ask."""
    if chapters:
        lessons = lessons_of(session.curriculum, lambda chapter, _: chapter in chapters)
    else:
        lessons = lessons_of(session.curriculum, lambda _, lesson: session.study.mark(lesson) is not Mark.NEW)
    today = date.today()
    if session.study.review is not None:
        session.study.review.end()
    with suppress(ValueError):
        return Reviewing(session, lessons, count, random.randrange(10_000) if seed is None else seed, today, chapters)
    session.say("There is nothing to review yet: take a lesson first.")
    return None
