"""One function of a user's file, kept at hand: asked for answers and steps for as long as a window shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from geometry.counterexample.problem import PROBLEMS, Arguments, Problem, signatures
from geometry.counterexample.search import Answer
from lessons.labs.checking.asking import Asking, UnfinishedError, pointed
from lessons.labs.checking.check import load_sentence, misfit
from lessons.labs.checking.process import MEMORY_LIMIT, TIME_LIMIT, Process

MOST_STEPS = 500


@dataclass(frozen=True)
class Step:
    """Where a call paused: at a yield, or at a line of a function that is no generator."""

    line: int  # in the file
    function: str  # that the line is in
    values: dict[str, Any]  # by name, as plain data: numbers, texts, (x, y), lists, dicts
    yielded: Any = None


@dataclass(frozen=True)
class Stepped:
    """One call, step by step."""

    steps: tuple[Step, ...]
    answer: Any = None
    trouble: str = ""  # why there is no answer, one sentence; the steps are those before it
    line: int = 0  # of the trouble
    asked: Arguments = field(default=())


class Routine:
    """A function in its process. For one thread at a time; close it, or use it in a `with`."""

    def __init__(
        self, path: Path, problem: Problem, *, time_limit: float = TIME_LIMIT, memory_limit: int = MEMORY_LIMIT
    ) -> None:
        wanted = signatures((problem,))
        self.path, self.problem = path, problem
        self.process = Process(path, wanted, time_limit=time_limit, memory_limit=memory_limit)
        self._asking = Asking(self.process, problem)
        self.trouble, self.line = self._trouble()

    def _trouble(self) -> tuple[str, int]:
        loaded, name = self.process.loaded, self.problem.function
        if loaded["is"] != "loaded":
            return load_sentence(loaded, self.process), loaded.get("line", 0)
        if name not in loaded["functions"]:
            return f"{self.path.name} has no function `{name}`.", 0
        found = loaded["functions"][name]
        if not found["fits"]:
            return misfit(self.problem, found["parameters"]), found["line"]
        return "", found["line"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self.process.close()

    def ask(self, arguments: Arguments) -> Answer:
        """An answer, or the sentence on why there is none."""
        if self.trouble:
            return Answer(None, self.trouble)
        try:
            return self._asking(arguments)
        except UnfinishedError as reason:
            return Answer(None, str(reason))

    def steps(self, arguments: Arguments, most: int = MOST_STEPS) -> Stepped:
        """One call, with at most so many of its steps."""
        if self.trouble:
            return Stepped((), trouble=self.trouble, line=self.line, asked=arguments)
        told = self.process.steps(self.problem.function, arguments, most)
        found = tuple(
            Step(each["line"], each["function"], pointed(each["values"]), pointed(each.get("yielded")))
            for each in told["steps"]
        )
        if told["is"] == "answer":
            return Stepped(found, pointed(told["value"]), asked=arguments)
        return Stepped(found, None, self._asking.sentence(told, arguments), told.get("line", 0), arguments)


def steps(path: Path, function: str, arguments: Arguments, most: int = MOST_STEPS) -> Stepped:
    """The steps of one call of a function of a file. Raises ValueError for one that there is no problem of."""
    if function not in PROBLEMS:
        raise ValueError(f"there is no function {function!r} to check: {', '.join(PROBLEMS)}")
    with Routine(path, PROBLEMS[function]) as routine:
        return routine.steps(arguments, most)
