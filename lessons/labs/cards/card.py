"""A card of *Spot the bug*: a routine that is wrong in one line, the right one beside it, and their scenes.

    Card(
        7, "overlaps: box and diamond", "Separating axes", "axis-by-axis", 1, (A_POLYGON, B_POLYGON),
        question="Do A and B overlap?",
        faulty=overlaps_by_edges_of_a, right=rights.axis, answers=AXIS_VERDICT,
        line="for edge in edges(a):",
        reason="Only the edges of A offer axes. …", decides="…",
        generate=near_pairs, opening=(...), by_hand=True,
    )

A card is data. `faulty` and `right` take the parts of the scene in order, as plain tuples (see `parts`), and return
plain values; the source of `faulty` is shown as it runs. It may raise, return nan, or be a generator that yields once
an iteration: it is stopped after MOST_ITERATIONS, and what went wrong is a `Trouble`, an answer like any other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from types import GeneratorType
from typing import Any, NamedTuple, TypeVar

from lessons.labs.cards.parts import Arguments, Part, check, numbers
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.session.source import CodeLine, function_lines

T = TypeVar("T")
Pausing = Generator[None, None, T]

MOST_ITERATIONS = 1000  # of a routine that may never end
AGREE = 1e-6  # errors up to this are rounding
NO_NUMBER = "no number"
NO_END = f"no answer after {MOST_ITERATIONS:,} iterations"


_more: ContextVar[int] = ContextVar("decimals beyond the usual ones", default=0)
MOST_DIGITS = 4  # decimals beyond the usual ones that two answers are told apart by


def digits(usual: int = 2) -> int:
    """The decimals of a number in an answer: more than the usual ones where two answers would read the same."""
    return usual + _more.get()


class Trouble(NamedTuple):
    """What came in the place of an answer."""

    text: str  # a noun phrase: "no number"


@dataclass(frozen=True, slots=True)
class Answers:
    """A kind of answer: how two are compared, told and drawn."""

    # (arguments, right, faulty): 0 where the faulty one is right too, by the property that decides; never negative.
    error: Callable[[Arguments, Any, Any], float]
    said: Callable[[Any], str]  # a noun phrase with its numbers: "overlap by 1.00", "no hit"
    draw: Callable[[Canvas, tuple[Part, ...], Arguments, Any, Ink], None]  # ANSWER: the right one; FAULTY: the other
    # Draws the mistake itself, from both answers.
    why: Callable[[Canvas, tuple[Part, ...], Arguments, Any, Any], None] | None = None
    is_length: bool = True  # whether the error is a number that says something: "They differ by 0.71."


class Asked(NamedTuple):
    """Both answers on a scene."""

    right: Any
    faulty: Any  # may be a Trouble
    error: float  # 0 where they agree; infinite where there is no answer

    @property
    def differs(self) -> bool:
        return self.error > AGREE


@dataclass(frozen=True, eq=False)
class Card:
    """One bug. What it says before it is solved (`title`, `question`) does not give it away."""

    number: int
    title: str  # with the number at most 26 letters: the routine and its scene
    chapter: str  # that the bug belongs to
    lesson: str  # its lesson's id
    difficulty: int  # 1 to 3
    parts: tuple[Part, ...]  # of the scene: the arguments, in order
    question: str  # that both routines answer, one short sentence
    faulty: Callable[..., Any]
    right: Callable[..., Any]
    answers: Answers
    line: str  # the text of the wrong line, without indentation, as it stands in the source
    reason: str  # why it is wrong: one sentence, with the number of the line before it ("Line 12: …")
    decides: str  # the property that tells right from wrong: one sentence
    generate: Callable[[Random], Arguments]  # scenes aimed at the bug's neighbourhood, most of which agree
    opening: Arguments  # both agree
    by_hand: bool = False  # ●: can be shown with four vertices a shape (outlines six) and whole numbers
    accepts: Callable[..., None] | None = None  # raises ValueError for arguments that the routine need not take
    mended: str = ""  # what has to stand in the place of the wrong line: the right line, or several
    also: str = ""  # the text of a line that is as good an answer: a change there would mend the routine too
    credit: str = ""  # "Error 4 of *SAT explained*"

    def ask(self, *arguments: Any) -> Asked:
        """Both answers. Raises ValueError for a scene that is none (see `refuse`)."""
        return _end_of(self.asking(arguments))

    def asking(self, arguments: Arguments) -> Pausing[Asked]:
        """`ask`, with a pause after each iteration of a routine that need not end."""
        self.refuse(arguments)
        right, faulty = self.right(*arguments), (yield from self._running(arguments))
        if isinstance(faulty, Trouble) or isinstance(right, Trouble):
            return Asked(right, faulty, 0.0 if right == faulty else math.inf)
        return Asked(right, faulty, self.answers.error(arguments, right, faulty))

    def refuse(self, arguments: Arguments) -> None:
        """Raises ValueError for a part that is not of its form, and for what the card does not take."""
        for part, value in zip(self.parts, arguments, strict=True):
            check(part, value)
        if self.accepts is not None:
            self.accepts(*arguments)

    def differs(self, arguments: Arguments) -> bool:
        """Whether the answers differ there; False for no scene."""
        return _end_of(self.comparing(arguments))

    def comparing(self, arguments: Arguments) -> Pausing[bool]:
        """`differs`, with pauses."""
        try:
            return (yield from self.asking(arguments)).differs
        except ValueError:
            return False

    def said(self, answer: Any) -> str:
        """An answer in words."""
        return answer.text if isinstance(answer, Trouble) else self.answers.said(answer)

    def both_said(self, asked: Asked) -> tuple[str, str]:
        """Both answers in words; where they differ with as many decimals as tell them apart."""
        told = self.said(asked.right), self.said(asked.faulty)
        more = 0
        while asked.differs and told[0] == told[1] and more < MOST_DIGITS:
            more += 1
            token = _more.set(more)
            told = self.said(asked.right), self.said(asked.faulty)
            _more.reset(token)
        return told

    def run_faulty(self, arguments: Arguments) -> Any:
        """What the faulty routine answers: a Trouble where it raises, gives no number or does not end."""
        return _end_of(self._running(arguments))

    def _running(self, arguments: Arguments) -> Pausing[Any]:
        try:
            answer = self.faulty(*arguments)
            if isinstance(answer, GeneratorType):
                answer = yield from _ending(answer)
        except (ArithmeticError, ValueError):  # the scene itself is none of those that are refused
            return Trouble(NO_NUMBER)
        return answer if _is_finite(answer) else Trouble(NO_NUMBER)

    @cached_property
    def source(self) -> tuple[CodeLine, ...]:
        """The lines of the faulty routine that a learner reads: the docstring, which tells the bug, is not among
        them."""
        code = self.faulty.__code__
        return without_docstring(function_lines(code.co_filename, self.faulty.__qualname__))

    @cached_property
    def wrong_line(self) -> int:
        """The number in the file of the wrong line, the one that `mended` replaces."""
        return self._number_of(self.line)

    @cached_property
    def shown(self) -> dict[int, int]:
        """The number that a line has where it is read, from 1, by its number in the file."""
        return {line.number: i for i, line in enumerate(self.source, 1)}

    @cached_property
    def accepted(self) -> tuple[int, ...]:
        """The numbers of the lines that are right answers to "Which line is faulty?"."""
        return (self.wrong_line, self._number_of(self.also)) if self.also else (self.wrong_line,)

    def _number_of(self, text: str) -> int:
        """Raises ValueError where the source has a line not just once."""
        here = [line.number for line in self.source if line.text.strip() == text]
        if len(here) != 1:
            raise ValueError(f"card {self.number}: the source has {len(here)} lines {text!r}")
        return here[0]

    @property
    def file(self) -> Path:
        return Path(self.faulty.__code__.co_filename)


def without_docstring(lines: tuple[CodeLine, ...]) -> tuple[CodeLine, ...]:
    """The lines of a function but for its docstring."""
    kept, inside = [], False
    for line in lines:
        text = line.text.strip()
        opens = not inside and text.startswith('"""')
        if not (inside or opens or line.is_folded):
            kept.append(line)
        if opens or inside:
            inside = not text.removeprefix('"""' if opens else "").endswith('"""')
    return tuple(kept)


def _ending(run: Any) -> Pausing[Any]:
    """What a generator returns. It yields the state that its next iteration depends on: one that comes again will
    come for ever, and no more of its iterations have to be run to know."""
    known = set()
    for _ in range(MOST_ITERATIONS):
        try:
            state = next(run)
        except StopIteration as end:
            return end.value
        if state is not None and state in known:
            break
        known.add(state)
        yield
    return Trouble(NO_END)


def _end_of(run: Pausing[T]) -> T:
    """What it returns, without a pause."""
    while True:
        try:
            next(run)
        except StopIteration as end:
            found: T = end.value
            return found


def _is_finite(answer: Any) -> bool:
    if answer is None or isinstance(answer, bool | str | Trouble):
        return True
    return all(map(math.isfinite, numbers(answer)))
