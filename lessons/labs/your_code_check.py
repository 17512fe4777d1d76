"""One check of one routine, as plain data: what it told of its conventions, which scenes it failed on, and the first
failure on its way to the smallest scene.

    python -m lessons.labs.your_code_check      writes down the checks of the example files anew

Those of the examples are read from a file: to run a thousand scenes takes seconds, and a lesson opens at once. A test
runs them again and compares.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from geometry.counterexample.problem import PROBLEMS
from geometry.counterexample.search import (
    Answer,
    Ask,
    NoConvention,
    Row,
    failing,
    learn,
    search,
    shrink,
    verdict_on,
)
from geometry.counterexample.statement import Arguments, Conventions, Problem
from lessons.labs.your_code_examples import FOLDER, Called, Example, example

SEED, SCENES = 0, 1000  # of the examples' checks, where an example has no seed of its own
CHECKS = Path(__file__).parent / "your_code_checks.json"


class Subject(Protocol):
    """A routine that can be asked, with its source."""

    @property
    def file(self) -> Path: ...

    @property
    def function(self) -> str: ...

    @property
    def text(self) -> str: ...

    def call(self, arguments: Arguments) -> Called | None:
        """What it answers, and where the call goes; None: not yet."""


class Frame(NamedTuple):
    """The failing scene on its way to the smallest one."""

    name: str
    arguments: Arguments
    value: Any = None  # what the routine answers
    trouble: str | None = None

    @property
    def vertices(self) -> int:
        return sum(len(each) for each in self.arguments if isinstance(each, list))

    @property
    def decimals(self) -> int:
        """The most that a number of the scene has."""
        return max(map(_decimals, _numbers(self.arguments)), default=0)

    @property
    def span(self) -> tuple[float, float]:
        """The least and the greatest number of the scene."""
        every = _numbers(self.arguments)
        return min(every), max(every)


@dataclass(frozen=True, eq=False)
class Checked:
    """The outcome of a check."""

    problem: str
    conventions: Conventions
    contradiction: str  # why no convention fits; empty where one does
    rows: tuple[Row, ...]  # scenes that told the conventions
    tried: Mapping[str, int]  # scenes of each family
    failed: Mapping[str, int]
    family: str  # of the first failure; empty where there is none
    sentence: str  # why the smallest scene is wrong
    frames: tuple[Frame, ...]  # of the failure, the smallest last; of a right routine one scene

    @property
    def asks(self) -> Problem:
        return PROBLEMS[self.problem]

    @property
    def failures(self) -> int:
        return sum(self.failed.values())

    @property
    def scenes(self) -> int:
        return sum(self.tried.values())


def check(problem: Problem, ask: Ask, seed: int, scenes: int | None = None, budget_s: float | None = None) -> Checked:
    """Learn, search, shrink. A time instead of a count of scenes is for files that somebody waits for."""
    learned = learn(problem, ask, seed)
    conventions = learned.conventions
    found = search(problem, ask, conventions, seed, scenes=scenes, budget_s=budget_s)
    made = Checked(
        problem.name, conventions, learned.sentence if isinstance(learned, NoConvention) else "", learned.rows,
        found.tried, found.failed, "", "", (),
    )  # fmt: skip
    if found.first is None:
        shown = made.rows[0].arguments if made.rows else _sample(problem, seed)
        return replace(made, frames=(_answered(Frame("scene", shown), ask),))
    first = found.first.arguments
    smaller = list(shrink(problem, first, failing(problem, ask, conventions)))
    smallest = smaller[-1] if smaller else first
    why = verdict_on(problem, smallest, ask(smallest), conventions) or found.first.sentence
    frames = tuple(_answered(frame, ask) for frame in frames_of(first, smaller))
    return replace(made, family=found.first.family, sentence=why, frames=frames)


def _answered(frame: Frame, ask: Ask) -> Frame:
    answer = ask(frame.arguments)
    return frame._replace(value=answer.value, trouble=answer.trouble)


def frames_of(first: Arguments, smaller: list[Arguments]) -> tuple[Frame, ...]:
    """The scene as it was found, with as few vertices as it gets, and with simple numbers; less of them where one of
    these changes nothing."""
    every = [Frame("", each) for each in (first, *smaller)]
    fewest = min(every, key=lambda frame: frame.vertices)
    last = "simple numbers" if every[0].decimals else "smaller numbers"
    chosen = {"found": every[0], "fewer vertices": fewest, last: every[-1]}
    if fewest.vertices == every[0].vertices or fewest.arguments == every[-1].arguments:
        del chosen["fewer vertices"]
    if len(every) == 1:
        del chosen[last]
    return tuple(Frame(name, frame.arguments) for name, frame in chosen.items())


def _sample(problem: Problem, seed: int) -> Arguments:
    import random

    return problem.clear(random.Random(seed))


def _numbers(value: Any) -> list[float]:
    if isinstance(value, list | tuple):
        return [number for each in value for number in _numbers(each)]
    return [float(value)]


def _decimals(value: float) -> int:
    text = repr(value)
    return 16 if "e" in text else len(text.partition(".")[2].rstrip("0"))


# As JSON: what a process of its own says, and what the examples' file holds.


def to_json(checked: Checked) -> Any:
    return json.loads(json.dumps(asdict(checked) | {"frames": checked.frames}))


def from_json(told: Any) -> Checked:
    return Checked(
        told["problem"],
        Conventions(**told["conventions"]),
        told["contradiction"],
        tuple(Row(r["question"], _given(r["arguments"]), r["value"], r["read_as"]) for r in told["rows"]),
        told["tried"],
        told["failed"],
        told["family"],
        told["sentence"],
        tuple(Frame(name, _given(arguments), *answer) for name, arguments, *answer in told["frames"]),
    )


def _given(arguments: Any) -> Arguments:
    """Arguments out of JSON, which knows no tuples: a point is one, an outline a list of them."""
    return tuple(
        [tuple(p) for p in each] if _is_outline(each) else tuple(each) if isinstance(each, list) else each
        for each in arguments
    )


def _is_outline(value: Any) -> bool:
    return isinstance(value, list) and isinstance(value[0], list)


# The examples


class Shown(NamedTuple):
    """An example file as a scene of the lesson."""

    name: str  # of the scene
    stem: str  # of the file
    problem: str
    seed: int = SEED  # of its check: the one of the first few that ends with the clearest scene

    @property
    def subject(self) -> Example:
        return example(self.stem, self.problem)


EXAMPLES = (
    Shown("No file yet: an example", "mtv_by_centres", "mtv"),
    Shown("One shape's normals", "overlap_one_set_of_normals", "overlap", 1),
    Shown("Number of a vertex", "support_index", "support", 2),
    Shown("Vertices only", "closest_points_vertices", "closest_points", 1),
    Shown("Ears not tested", "triangulate_no_inside_test", "triangulate", 2),
    Shown("The last root", "swept_circle_last_root", "swept_circle"),
    Shown("No end", "time_of_impact_endless", "time_of_impact"),
    Shown("Right: B to A, y down", "mtv_b_to_a_y_down", "mtv"),
)


@cache
def checks() -> Mapping[str, Checked]:
    """The checks of the examples, by the stem of their file."""
    return {stem: from_json(told) for stem, told in json.loads(CHECKS.read_text(encoding="utf-8")).items()}


def checked_anew(shown: Shown, ask: Callable[[Arguments], Answer] | None = None) -> Checked:
    return check(PROBLEMS[shown.problem], ask or shown.subject.ask, shown.seed, SCENES)


def main() -> None:
    found = {shown.stem: to_json(checked_anew(shown)) for shown in EXAMPLES}
    CHECKS.write_text(json.dumps(found, indent=None, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    assert FOLDER.is_dir()
    main()
