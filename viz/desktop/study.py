"""What stands beside the lessons in the window: the glossary and the way from a word to the step
that shows it, and what the learner has done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from viz.lesson.curriculum import Curriculum, Entry, numbered
from viz.lesson.glossary import Place
from viz.lesson.lesson import Lesson
from viz.lesson.questions import Question
from viz.lesson.reference import NO_REFERENCE, Reference
from viz.session.progress import Done, Mark

if TYPE_CHECKING:
    from viz.desktop.reviewing import Reviewing
    from viz.desktop.session import Session
    from viz.desktop.watching import Watching


@dataclass
class Study:
    """What the session knows of it."""

    reference: Reference = NO_REFERENCE
    notes: bool = True  # whether what the learner does is noted, and shown in the list of lessons
    done: dict[str, Done] = field(default_factory=dict)  # by the ids of lessons
    cleared: dict[str, Done] = field(default_factory=dict)  # the same before it was cleared
    review: Reviewing | None = None  # that is under way
    watched: Watching | None = None  # what a lesson follows, outside of the window
    to_save: tuple[str, str] | None = None  # the name and the text of a file that is to be saved
    wishes_clear: bool | None = None  # it is to be cleared; False: that is to be taken back

    def mark(self, lesson: str) -> Mark:
        """How a lesson stands."""
        return self.done[lesson].mark if self.notes and lesson in self.done else Mark.NEW


def entry_of(curriculum: Curriculum, lesson: str) -> tuple[str, Entry] | None:
    """A lesson's number, as "2.3", and its line in the curriculum; None for one that is not there."""
    return next(((number, entry) for number, entry in numbered(curriculum) if entry.id == lesson), None)


def go_to(session: Session, lesson: Lesson[Any], scene: int, step: int, compare: str = "") -> None:
    """Look at a step of a lesson's scene, both from 0; undo leads back to a scene that was changed."""
    if session.lesson is not lesson:
        session.open(lesson)
    session.preset(scene)
    if compare:
        session.compare_with(compare)
    session.player.go(step)


def open_place(session: Session, place: Place) -> None:
    """Look at the step at which a word is used."""
    found = entry_of(session.curriculum, place.lesson)
    if found is not None:
        lesson = found[1].lesson
        go_to(session, lesson, list(lesson.presets).index(place.scene), place.step)


def open_question(session: Session, question: Question) -> None:
    """Look at the scene that answers a question, with its answer below. Nothing for a lesson that is not there."""
    found = entry_of(session.curriculum, question.lesson)
    if found is not None:
        lesson = found[1].lesson
        go_to(session, lesson, *question.found_in(lesson), question.compare)
        session.chrome.question = question
