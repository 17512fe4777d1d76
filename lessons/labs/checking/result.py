"""What a check finds out: of one function, and of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from geometry.counterexample.problem import Arguments, Conventions, Problem
from geometry.counterexample.search import Row
from lessons.labs.checking.process import MEMORY_LIMIT, TIME_LIMIT
from lessons.labs.checking.words import conventions_told

RIGHT, WRONG, UNCHECKED = "right", "wrong", "unchecked"
HELPER = "helper"  # it has a problem's name, answers another question, and another function uses it
SCENES = 2000  # of one function, where no budget is given
BUDGET = 8.0  # s of searching, at most
LEAST = 60  # scenes, however little time there is


@dataclass(frozen=True)
class Options:
    """How to check."""

    function: str | None = None  # this one only
    family: str | None = None  # scenes of this family only
    seed: int = 0
    budget: float | None = None  # s of searching a function; None: `SCENES` scenes, in `BUDGET` s at most
    time_limit: float = TIME_LIMIT  # s a call
    memory_limit: int = MEMORY_LIMIT  # MB


@dataclass(frozen=True)
class Checked:
    """What is known of one function."""

    name: str
    verdict: str  # RIGHT, WRONG, UNCHECKED or HELPER
    sentence: str
    line: int = 0  # of its `def` in the file
    helps: tuple[str, ...] = ()  # functions of the file that use it
    problem: Problem | None = None
    conventions: Conventions | None = None
    rows: tuple[Row, ...] = ()  # how the conventions were read
    torn: str = ""  # why these are only the nearest ones: it keeps to none
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
        if self.torn or self.problem is None or self.conventions is None:
            return ""
        return conventions_told(self.problem, self.conventions)


@dataclass(frozen=True)
class Report:
    """What is known of a file."""

    path: Path
    options: Options
    text: str = ""  # of the file as it was checked
    functions: tuple[Checked, ...] = ()
    sentence: str = ""  # why the file as a whole cannot be checked
    line: int = 0  # of that
    others: tuple[str, ...] = ()  # functions in the file that have no problem's name

    @property
    def verdict(self) -> str:
        verdicts = [each.verdict for each in self.functions if each.verdict != HELPER]
        if WRONG in verdicts:
            return WRONG
        return UNCHECKED if self.sentence or UNCHECKED in verdicts or not verdicts else RIGHT

    @property
    def status(self) -> int:
        """Of the command: 0 all right, 1 one is wrong, 2 something could not be checked."""
        return {RIGHT: 0, WRONG: 1, UNCHECKED: 2}[self.verdict]
