"""Asking a routine, and what its answer is worth."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from geometry.counterexample.statement import Arguments, Conventions, Problem
from geometry.record import record


@record
class Answer:
    """What came back: a value, or one sentence on why none did (an exception, the time, a mutated argument)."""

    value: Any = None
    trouble: str | None = None


Ask = Callable[[Arguments], Answer]  # gets arguments that it must not change


def in_process(routine: Callable[..., Any]) -> Ask:
    """Ask a routine of our own: for spot-the-bug and the tests. A stranger's runs in a process of its own."""

    def ask(arguments: Arguments) -> Answer:
        given = deepcopy(arguments)
        try:
            value = routine(*given)
        except Exception as error:
            return Answer(None, f"Raised {type(error).__name__}: {error}.")
        return Answer(value) if given == arguments else Answer(None, "Changed its arguments.")

    return ask


def verdict_on(problem: Problem, arguments: Arguments, answer: Answer, conventions: Conventions) -> str | None:
    """What is wrong with an answer, in one sentence; None if it is right."""
    return answer.trouble if answer.trouble is not None else problem.judge(arguments, answer.value, conventions)


def failing(
    problem: Problem, ask: Ask, conventions: Conventions, between: tuple[Arguments, ...] = ()
) -> Callable[[Arguments], bool]:
    """For `shrink`: whether a routine fails on arguments, by its answer or by giving two. `between`: other scenes to
    ask before asking again, where a routine keeps something from call to call (`Failure.between`)."""

    def fails(arguments: Arguments) -> bool:
        answer = ask(arguments)
        if verdict_on(problem, arguments, answer, conventions) is not None:
            return True
        for other in between:
            ask(other)
            if not same(answer, ask(arguments)):
                return True
        return not between and not same(answer, ask(arguments))

    return fails


class Patience:
    """Asks until troubles have taken a while: an endless loop costs its whole time limit at every scene."""

    def __init__(self, ask: Ask, seconds: float = 5.0) -> None:
        self._ask, self._left = ask, seconds
        self._last = Answer()
        self.asked = self.troubles = 0  # while there was patience

    @property
    def is_over(self) -> bool:
        return self._left <= 0.0

    def __call__(self, arguments: Arguments) -> Answer:
        """The answer; once patience is over the last trouble again, without asking."""
        if self.is_over:
            return self._last
        start = time.monotonic()
        answer = self._ask(arguments)
        self.asked += 1
        if answer.trouble is not None:
            self.troubles += 1
            self._left -= time.monotonic() - start
            self._last = answer
        return answer


def same(first: Answer, second: Answer) -> bool:
    """Whether two answers are one: as they print, so that nan is nan, and an array needs no ==."""
    return first.trouble == second.trouble and (
        first.value is second.value or repr(first.value) == repr(second.value)
    )
