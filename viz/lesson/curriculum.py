"""The curriculum: chapters of lessons in teaching order, each imported only when it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
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


@dataclass(frozen=True, slots=True)
class Chapter:
    """A number, a title and its lessons, in teaching order."""

    number: int
    title: str
    lessons: Sequence[Entry]

    @property
    def heading(self) -> str:
        return f"{self.number}  {self.title}"


Curriculum = Sequence[Chapter]
