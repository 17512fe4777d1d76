"""The steps of a card, and the trace that they make up: its source lines are those of the faulty routine."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from geometry.record import record
from geometry.trace import SourceLine, Trace
from lessons.labs.cards.card import Asked, Card
from lessons.labs.cards.measured import measured_of
from lessons.labs.cards.parts import Arguments
from lessons.labs.spot_the_bug_scene import CardScene


@record
class Answered:
    """Both routines on the learner's scene."""

    right: str
    faulty: str
    error: float  # infinite for no answer


@record
class Mapped:
    """What random scenes told."""

    scenes: int
    differs: int


@record
class Shrunk:
    """A state of the shrinking: a scene on which the answers differ."""

    number: int  # from 0
    count: int
    arguments: Arguments
    asked: Asked
    before: Arguments | None = None  # the state before

    @property
    def is_last(self) -> bool:
        return self.number == self.count - 1


@record
class LineAsked:
    """The source, to be read with the values of the smallest example."""

    arguments: Arguments
    asked: Asked


@record
class LineTold:
    """The wrong line."""

    line: int
    reason: str
    arguments: Arguments  # of the smallest example
    asked: Asked


def trace_of(scene: CardScene) -> Trace[Any, Asked]:
    """From the two answers to the wrong line."""
    card, measured, asked = scene.card, scene.measured, scene.asked
    states = _states(card)
    shrunk = [
        Shrunk(i, len(states), arguments, answers, measured.states[i - 1] if i else None)
        for i, (arguments, answers) in enumerate(zip(measured.states, states, strict=True))
    ]
    line = card.wrong_line
    steps = (
        Answered(card.said(asked.right), card.said(asked.faulty), asked.error),
        Mapped(measured.scenes, measured.differs),
        *shrunk,
        LineAsked(measured.smallest, states[-1]),
        LineTold(line, card.reason, measured.smallest, states[-1]),
    )
    head = card.source[0].number
    lines = [_line(card, head)] * (len(steps) - 1) + [_line(card, line)]
    return Trace(card.faulty.__name__, steps, tuple(lines), None, asked)


@lru_cache(maxsize=64)
def _states(card: Card) -> tuple[Asked, ...]:
    """The answers on the states of the shrinking: the same for every scene of the card."""
    return tuple(card.ask(*arguments) for arguments in measured_of(card.number).states)


def _line(card: Card, number: int) -> tuple[SourceLine, ...]:
    return (SourceLine(card.faulty.__qualname__, str(card.file), number),)
