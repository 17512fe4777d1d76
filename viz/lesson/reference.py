"""What stands beside the lessons, for the window and the command line: the glossary, and the
questions that learners ask."""

from __future__ import annotations

from dataclasses import dataclass

from viz.lesson.glossary import Glossary
from viz.lesson.questions import Question


@dataclass(frozen=True)
class Reference:
    glossary: Glossary
    questions: tuple[Question, ...] = ()


NO_REFERENCE = Reference(Glossary(()))
