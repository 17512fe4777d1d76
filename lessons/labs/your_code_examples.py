"""The example files of this package, run in this process: they are ours, quick, and the same on every machine.

A file of the user's never is: it runs in a process of its own, see `your_code_open`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache, cached_property
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import Any, NamedTuple

from geometry.counterexample.search import Answer
from geometry.counterexample.statement import Arguments
from lessons.labs.checking.lines import is_step

FOLDER = Path(__file__).parent / "examples"
MOST_LINES = 1_000  # of its own that a call may run: no clock, so that the same call always ends at the same line
MOST_SEEN = 200  # steps that are told of one call: the first ones and the last


class Seen(NamedTuple):
    """A place in a call: a yield of a generator, or a line of a function that is none."""

    line: int
    function: str
    values: dict[str, Any]


class Called(NamedTuple):
    """What came of a call, and where it went: every yield, of a function that is no generator every line."""

    answer: Answer
    seen: tuple[Seen, ...]
    line: int  # the last one that ran; 0: not known


class _EndlessError(Exception):
    """The call has run too many lines."""


class Example:
    """One function of one example file."""

    def __init__(self, file: Path, function: str) -> None:
        self.file, self.function = file, function
        self._last: tuple[Arguments, Called] | None = None

    @cached_property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def routine(self) -> Callable[..., Any]:
        names: dict[str, Any] = {"__name__": self.file.stem}
        exec(compile(self.text, str(self.file), "exec", dont_inherit=True), names)
        found: Callable[..., Any] = names[self.function]
        return found

    def ask(self, arguments: Arguments) -> Answer:
        """What the function answers; a generator what it returns, else what it yields last."""
        return self._called(arguments, 0).answer

    def call(self, arguments: Arguments) -> Called:
        """The same, with every step."""
        if self._last is None or self._last[0] != arguments:
            self._last = arguments, self._called(arguments, MOST_SEEN)
        return self._last[1]

    def _called(self, arguments: Arguments, most: int) -> Called:
        seen: list[Seen] = []
        lines, last, before = 0, 0, sys.gettrace()
        yields = inspect.isgeneratorfunction(self.routine)

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal lines, last
            if frame.f_code is not self.routine.__code__:
                return None
            if event == "line" and is_step(frame):
                lines, last = lines + 1, frame.f_lineno
                if lines > MOST_LINES:
                    raise _EndlessError
                if most and not yields:
                    _note(seen, frame, most)
            return trace

        sys.settrace(trace)
        try:
            answer = self.routine(*deepcopy(arguments))
            if yields:
                answer = _to_the_end(answer, seen, most)
            found = Answer(answer)
        except _EndlessError:
            found = Answer(
                None, f"`{self.function}` had not answered after {MOST_LINES:,} lines; it was in line {last}."
            )
        except Exception as error:
            found = Answer(None, f"`{self.function}` raised {type(error).__name__} in line {last}.")
        finally:
            sys.settrace(before)
        return Called(found, tuple(seen), last)


def _to_the_end(run: Any, seen: list[Seen], most: int) -> Any:
    """What a generator returns, else what it yields last."""
    last = None
    while True:
        try:
            last = next(run)
        except StopIteration as end:
            return last if end.value is None else end.value
        if most:
            _note(seen, run.gi_frame, most, last if isinstance(last, dict) else {})


def _note(seen: list[Seen], frame: FrameType, most: int, yielded: Mapping[str, Any] = MappingProxyType({})) -> None:
    """One more step; of too many the newest takes the place of the last."""
    del seen[most - 1 :]
    held = {name: list(each) if isinstance(each, list) else each for name, each in frame.f_locals.items()}
    seen.append(Seen(frame.f_lineno, frame.f_code.co_name, {**held, **yielded}))


@cache
def example(name: str, function: str) -> Example:
    """The example in a file of the package's folder, without its suffix."""
    return Example(FOLDER / f"{name}.py", function)
