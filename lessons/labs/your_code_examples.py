"""The example files of this package, run in this process: they are ours, quick, and the same on every machine.

A file of the user's never is: it runs in a process of its own, see `your_code_open`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache, cached_property
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from geometry.counterexample.search import Answer
from geometry.counterexample.statement import Arguments

FOLDER = Path(__file__).parent / "examples"
MOST_LINES = 20_000  # that one call may run: no clock, so that the same call always ends at the same line
MOST_SEEN = 200  # steps that are told of one call: the first ones and the last


class Seen(NamedTuple):
    """A place in a call: a yield of a generator, or a line of a function that is none."""

    line: int
    function: str
    values: dict[str, Any]


class _EndlessError(Exception):
    """The call has run too many lines."""


class Example:
    """One function of one example file."""

    def __init__(self, file: Path, function: str) -> None:
        self.file, self.function = file, function

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
        return self._called(arguments, [], 0)

    def steps(self, arguments: Arguments) -> list[Seen]:
        """Where the call goes: every yield, of a function that is no generator every line."""
        seen: list[Seen] = []
        self._called(arguments, seen, MOST_SEEN)
        return seen

    def _called(self, arguments: Arguments, seen: list[Seen], most: int) -> Answer:
        lines, before = [0, 0], sys.gettrace()  # how many, and the last one
        yields = inspect.isgeneratorfunction(self.routine)

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            if frame.f_code.co_filename != str(self.file):
                return None
            if event == "line":
                lines[0], lines[1] = lines[0] + 1, frame.f_lineno
                if lines[0] > MOST_LINES:
                    raise _EndlessError
                if most and not yields and frame.f_code.co_name == self.function:
                    _note(seen, frame, most)
            return trace

        sys.settrace(trace)
        try:
            answer = self.routine(*deepcopy(arguments))
            if yields:
                answer = self._to_the_end(answer, seen, most)
        except _EndlessError:
            return Answer(None, f"had not answered after {MOST_LINES:,} lines; it was in line {lines[1]}", lines[1])
        except Exception as error:
            return Answer(None, f"raised {type(error).__name__} in line {lines[1]}", lines[1])
        finally:
            sys.settrace(before)
        return Answer(answer, None)

    def _to_the_end(self, run: Any, seen: list[Seen], most: int) -> Any:
        last = None
        while True:
            try:
                last = next(run)
            except StopIteration as end:
                return last if end.value is None else end.value
            if most:
                _note(seen, run.gi_frame, most)


def _note(seen: list[Seen], frame: FrameType, most: int) -> None:
    """One more step; of too many the newest takes the place of the last."""
    del seen[most - 1 :]
    held = {name: list(each) if isinstance(each, list) else each for name, each in frame.f_locals.items()}
    seen.append(Seen(frame.f_lineno, frame.f_code.co_name, held))


@cache
def example(name: str, function: str) -> Example:
    """The example in a file of the package's folder, without its suffix."""
    return Example(FOLDER / f"{name}.py", function)
