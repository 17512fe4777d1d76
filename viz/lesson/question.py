"""Questions before a step, and goals for the scene. Answers come from the trace, never from a typist."""

from __future__ import annotations

from typing import NamedTuple


class Question(NamedTuple):
    """Asked at a step, about what comes next. Answered by choosing an option or, without options, by clicking the
    feature in the figure ("edge 2 of A")."""

    text: str
    answers: frozenset[str]  # the right ones
    because: str  # what the algorithm finds, in words: shown once an answer has been given
    options: tuple[str, ...] = ()

    def is_right(self, answer: str) -> bool:
        return answer in self.answers


class Goal(NamedTuple):
    """Something to bring about in the scene."""

    text: str
    is_reached: bool
    now: str  # how things stand, with the number that counts
