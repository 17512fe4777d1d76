"""One function of a user's file, asked as the search asks: a scene in, an answer or one sentence of trouble out."""

from __future__ import annotations

import time
from typing import Any

from geometry.counterexample.problem import Arguments, Problem
from geometry.counterexample.search import Answer
from lessons.labs.checking.plain import KEPT_LETTERS
from lessons.labs.checking.process import Process
from lessons.labs.checking.sentences import sentence_of

FATAL = ("unfinished", "gone")  # nothing can be found out
_BRIEF = 0.03  # s that a call has at least, once one has not ended
_SLOWER = 20.0  # times slower than the slowest good call: it will not end either


class StopAskingError(Exception):
    """The time is up."""


class UnfinishedError(Exception):
    """Nothing can be found out; its text says why, in one sentence."""


class Asking:
    """Asks one function. Keeps what the last call was, and what the calls printed."""

    def __init__(self, process: Process, problem: Problem) -> None:
        self.process, self.problem = process, problem
        self.calls = self.printed = 0
        self.head = ""  # the first letters that were printed
        self.kind = "answer"  # of the last call
        self.last_trouble = ("answer", 0)  # its kind, and its line in the file
        self.until = float("inf")  # monotonic; afterwards asking ends
        self.is_patient = False  # whether every call has its full time
        self.where = ""  # " on touching shapes", for the sentences
        self._slowest = 0.0  # s of the processor, of a call that was answered
        self._has_hung = False

    def __call__(self, arguments: Arguments) -> Answer:
        """Raises UnfinishedError where the function is not written yet, and StopAskingError where the time is up."""
        if time.monotonic() > self.until:
            raise StopAskingError("the time is up")
        told = next(self.process.ask(self.problem.function, [arguments], self.limit))
        self.calls += 1
        if "printed" in told:
            self.head, self.printed = (self.head + told["head"])[:KEPT_LETTERS], self.printed + told["printed"]
        self.kind = told["is"]
        if self.kind == "answer":
            self._slowest = max(self._slowest, told.get("used", 0.0))
            return Answer(pointed(told["value"]), None)
        self.last_trouble = (self.kind, told.get("line", 0))
        self._has_hung |= self.kind == "endless"
        sentence = self.sentence(told, arguments)
        if self.kind in FATAL:
            raise UnfinishedError(sentence)
        return Answer(None, sentence)

    @property
    def limit(self) -> float:
        """Seconds that the next call has: once a call has hung, others that take far longer than the good ones are
        taken to hang too."""
        full = self.process.time_limit
        return min(max(_BRIEF, _SLOWER * self._slowest), full) if self._has_hung and not self.is_patient else full

    def sentence(self, told: dict[str, Any], arguments: Arguments) -> str:
        return sentence_of(
            told,
            f"`{self.problem.function}`",
            time_limit=self.process.time_limit,
            memory_limit=self.process.memory_limit,
            call=arguments,
            where=self.where,
        )


def pointed(value: Any) -> Any:
    """An answer out of JSON: a list of two numbers, or of a point and something, is a tuple."""
    if isinstance(value, list):
        items = [pointed(each) for each in value]
        is_pair = len(items) == 2 and not any(isinstance(each, list | dict) for each in items)
        return tuple(items) if is_pair else items
    if isinstance(value, dict):
        return {key: pointed(each) for key, each in value.items()}
    return value
