"""The curriculum: chapters of lessons in teaching order, each imported only when it is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

from viz.lesson.lesson import Lesson


@dataclass(frozen=True)
class Entry:
    """A lesson's line in the curriculum. With dozens of lessons the window would open late if it read them all, so a
    line says what the list of lessons shows, and where the class is: "package.module:Class"."""

    id: str
    title: str
    where: str

    @classmethod
    def of(cls, lesson: Lesson[Any]) -> Entry:
        """The line of a lesson that is there already."""
        entry = cls(lesson.id, lesson.title, "")
        entry.__dict__["lesson"] = lesson
        return entry

    @cached_property
    def lesson(self) -> Lesson[Any]:
        """What the class makes."""
        module, name = self.where.split(":")
        made: Lesson[Any] = getattr(import_module(module), name)()
        return made

    @property
    def is_read(self) -> bool:
        """Whether `lesson` is there already: to read its module takes some milliseconds."""
        return "lesson" in self.__dict__

    def put(self, lesson: Lesson[Any]) -> None:
        """Another one in the place of what the class makes: a lesson that shows a file of the user's."""
        self.__dict__["lesson"] = lesson


@dataclass(frozen=True, slots=True)
class Chapter:
    """A number, a title and its lessons, in teaching order."""

    number: int
    title: str
    lessons: Sequence[Entry]

    @property
    def heading(self) -> str:
        return f"{self.number}  {self.title}"

    def numbered(self) -> Iterator[tuple[str, Entry]]:
        """Its lessons, each with its number, as "2.3"."""
        return ((f"{self.number}.{i}", entry) for i, entry in enumerate(self.lessons, start=1))


Curriculum = Sequence[Chapter]


def numbered(curriculum: Curriculum) -> Iterator[tuple[str, Entry]]:
    """Every lesson with its number, as "2.3"."""
    return (each for chapter in curriculum for each in chapter.numbered())


def by_id(curriculum: Curriculum) -> dict[str, Entry]:
    """Every lesson under its id."""
    return {entry.id: entry for chapter in curriculum for entry in chapter.lessons}


def titles(curriculum: Curriculum) -> dict[str, str]:
    """Number and title of every lesson, as "2.3 Two polygons", under its id."""
    return {entry.id: f"{number} {entry.title}" for number, entry in numbered(curriculum)}
