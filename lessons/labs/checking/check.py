"""Checking a user's file: every function of it that has a problem's name is run, judged, and its failure made small."""

from __future__ import annotations

import difflib
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from geometry.counterexample.problem import PROBLEMS, Arguments, Conventions, Problem
from geometry.counterexample.search import (
    Answer,
    Failure,
    NoConvention,
    Row,
    Searched,
    learn,
    search,
    shrink,
    verdict_on,
)
from lessons.labs.checking.asking import Asking, StopAskingError
from lessons.labs.checking.conventions import conventions_told
from lessons.labs.checking.process import MEMORY_LIMIT, TIME_LIMIT, Process
from lessons.labs.checking.sentences import sentence_of

RIGHT, WRONG, UNCHECKED = "right", "wrong", "unchecked"
SCENES = 3000  # of one function, where no budget is given
BUDGET = 5.0  # s of searching, at most
_SHRINKING = 8.0  # s, at most
_SHARE = 0.6  # of the budget: when a failure is known, the rest of it goes on counting no longer than this
_TWO = "Gave two answers for one scene."
MOST_SLOW_LEARNING = 3


@dataclass(frozen=True)
class Options:
    """How to check."""

    function: str | None = None  # this one only
    seed: int = 0
    budget: float | None = None  # s of searching a function; None: `SCENES` scenes, in `BUDGET` s at most
    time_limit: float = TIME_LIMIT  # s a call
    memory_limit: int = MEMORY_LIMIT  # MB


@dataclass(frozen=True)
class Checked:
    """What is known of one function."""

    name: str
    verdict: str  # RIGHT, WRONG or UNCHECKED
    sentence: str
    line: int = 0  # of its `def` in the file
    problem: Problem | None = None
    conventions: Conventions | None = None
    rows: tuple[Row, ...] = ()  # how the conventions were read
    tried: Mapping[str, int] = field(default_factory=dict)  # scenes, by family
    failed: Mapping[str, int] = field(default_factory=dict)
    family: str = ""  # of the first failure
    trouble: str = ""  # "answer" where an answer is wrong; else the worker's word: "exception", "endless", …
    trouble_line: int = 0
    trail: tuple[Arguments, ...] = ()  # the failing scene as it was found, then simpler and simpler
    answer: Any = None  # to the smallest scene
    right: Any = None  # an answer to it
    printed: int = 0  # letters, by all calls
    head: str = ""  # the first of them
    seconds: float = 0.0
    calls: int = 0

    @property
    def scene(self) -> Arguments | None:
        """The smallest scene on which the function fails."""
        return self.trail[-1] if self.trail else None

    @property
    def told(self) -> str:
        """Its conventions in words; empty where none are known."""
        return conventions_told(self.problem, self.conventions) if self.problem and self.conventions else ""


@dataclass(frozen=True)
class Report:
    """What is known of a file."""

    path: Path
    options: Options
    functions: tuple[Checked, ...] = ()
    sentence: str = ""  # why the file as a whole cannot be checked
    line: int = 0  # of that
    others: tuple[str, ...] = ()  # functions in the file that have no problem's name

    @property
    def verdict(self) -> str:
        verdicts = [each.verdict for each in self.functions]
        if WRONG in verdicts:
            return WRONG
        return UNCHECKED if self.sentence or UNCHECKED in verdicts or not verdicts else RIGHT

    @property
    def status(self) -> int:
        """Of the command: 0 all right, 1 one is wrong, 2 something could not be checked."""
        return {RIGHT: 0, WRONG: 1, UNCHECKED: 2}[self.verdict]


def check_file(path: Path, options: Options = Options(), problems: Mapping[str, Problem] = PROBLEMS) -> Report:  # noqa: B008
    """Run a file in a process of its own and check its functions, one after the other.

    Raises ValueError for a file that cannot be read, and for a function that there is no problem of.
    """
    *_, report = checking(path, options, problems)
    return report


def checking(
    path: Path, options: Options = Options(), problems: Mapping[str, Problem] = PROBLEMS  # noqa: B008
) -> Iterator[Report]:
    """The same, with what is known so far after each function: for a window that goes on drawing. Close it to stop."""
    if options.function is not None and options.function not in problems:
        raise ValueError(f"there is no function {options.function!r} to check: {', '.join(problems)}")
    try:
        with open(path, "rb"):
            pass
    except OSError as reason:
        raise ValueError(f"{path}: {reason.strerror}") from None
    wanted = {name: len(problem.parameters) for name, problem in problems.items()}
    with Process(path, wanted, time_limit=options.time_limit, memory_limit=options.memory_limit) as process:
        loaded = process.loaded
        if loaded["is"] != "loaded":
            yield Report(path, options, sentence=load_sentence(loaded, process), line=loaded.get("line", 0))
            return
        found, others = loaded["functions"], tuple(loaded["others"])
        names = [name for name in found if options.function in (None, name)]
        if not names:
            yield Report(path, options, sentence=_nothing(path, options, [*found, *others], problems), others=others)
            return
        done: list[Checked] = []
        for name in names:
            done.append(_checked(process, problems[name], found[name], options))
            yield Report(path, options, tuple(done), others=others)


def load_sentence(loaded: Mapping[str, Any], process: Process) -> str:
    """Why a file does not load."""
    limits = {"time_limit": process.load_limit, "memory_limit": process.memory_limit}
    return sentence_of(loaded, process.path.name, **limits)  # type: ignore[arg-type]


def _nothing(path: Path, options: Options, found: Sequence[str], problems: Mapping[str, Problem]) -> str:
    """There is nothing to check: what was found instead."""
    wanted = [options.function] if options.function else list(problems)
    missing = f"no function `{options.function}`" if options.function else "no function that can be checked"
    if not found:
        return f"{path.name} has {missing}; it has none at all."
    near = [(name, difflib.get_close_matches(name, wanted, n=1, cutoff=0.5)) for name in found]
    hint = next((f"; is `{name}` meant to be `{match[0]}`?" for name, match in near if match), ".")
    return f"{path.name} has {missing}; it has {', '.join(f'`{name}`' for name in found[:8])}{hint}"


def _checked(process: Process, problem: Problem, described: Mapping[str, Any], options: Options) -> Checked:
    """One function: its parameters, its conventions, the search, the smallest scene."""
    name, line = problem.name, described["line"]
    if not described["fits"]:
        return Checked(name, UNCHECKED, _misfit(problem, described["parameters"]), line, problem)
    began, asking = time.monotonic(), Asking(process, problem)
    try:
        made = _found_out(asking, problem, options)
    except StopAskingError as reason:  # it is not written yet, or the file does not load any more
        made = {"verdict": UNCHECKED, "sentence": str(reason)}
    used = {"printed": asking.printed, "head": asking.head, "calls": asking.calls}
    return Checked(name, line=line, problem=problem, seconds=time.monotonic() - began, **used, **made)


def _misfit(problem: Problem, parameters: Sequence[str] | None) -> str:
    call = f"{problem.name}({', '.join(each.name for each in problem.parameters)})"
    if parameters is None:
        return f"`{problem.name}` is no function; expected {call}."
    has = f"{len(parameters)} parameter{'s' if len(parameters) != 1 else ''} ({', '.join(parameters)})"
    return f"`{problem.name}` has {has if parameters else 'no parameters'}; it is called as {call}."


def _found_out(asking: Asking, problem: Problem, options: Options) -> dict[str, Any]:
    """The fields of `Checked` that asking tells."""
    first: Failure | None = None
    known, no_convention = Learned(asking, problem, options.seed), ""
    conventions, rows = known.conventions, known.rows
    searched = known.searched
    if searched is None:
        budget = BUDGET if options.budget is None else options.budget
        scenes = SCENES if options.budget is None else None
        searched = _searched(asking, problem, conventions, options.seed, scenes, budget)
        no_convention = known.sentence
    first = searched.first
    facts: dict[str, Any] = {
        "conventions": conventions,
        "rows": rows,
        "tried": dict(searched.tried),
        "failed": dict(searched.failed),
    }
    if first is None and not no_convention:
        tried = {family: count for family, count in searched.tried.items() if count}
        told = conventions_told(problem, conventions)
        ending = f" Conventions: {told}." if told else ""
        sentence = f"No failure in {sum(tried.values()):,} scenes of {len(tried)} families.{ending}"
        return {"verdict": RIGHT, "sentence": f"`{problem.name}`: {sentence}", **facts}
    if first is None:
        return {"verdict": WRONG, "sentence": _convention_sentence(problem, no_convention), **facts}
    return {"verdict": WRONG, **facts, **_smallest(asking, problem, conventions, first, no_convention)}
