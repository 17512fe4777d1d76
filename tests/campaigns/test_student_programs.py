"""Programs as students write them, twenty seeds each: no right one is called wrong, every bug is found and shrunk.

    pytest -m campaign -n0 -s tests/campaigns/test_student_programs.py

Prints a line a program: of the right ones the conventions learned, of the wrong ones the scenes until the first
failure, the processor seconds to find and to shrink it, and the size of the smallest scene.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from geometry.counterexample.problem import Conventions
from geometry.counterexample.search import Learned, failing, in_process, learn, search, shrink
from tests.programs import RIGHT, WRONG, loaded

SEEDS = range(20)
SCENES = 300  # for a right program, with each seed
FOUND_S = 5.0


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_no_right_program_is_called_wrong(path: Path) -> None:
    spoken: Counter[str] = Counter()
    alarms = []
    for seed in SEEDS:
        problem, routine = loaded(path)
        ask = in_process(routine)
        learned = learn(problem, ask, seed)
        spoken[shown(learned.conventions)] += 1
        found = search(problem, ask, learned.conventions, seed, scenes=SCENES)
        if not isinstance(learned, Learned) or found.first is not None:
            alarms.append((seed, learned, found.first))
    print(f"\n{path.stem}: {len(SEEDS)} seeds, {SCENES} scenes each, {len(alarms)} called wrong; {dict(spoken)}")
    assert not alarms, alarms[0]


def shown(conventions: Conventions) -> str:
    usual = Conventions()
    names = [field.name for field in fields(Conventions)]  # type: ignore[arg-type]
    return ", ".join(f"{n}={getattr(conventions, n)}" for n in names if getattr(conventions, n) != getattr(usual, n))


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_each_bug_is_found_and_shrunk(path: Path) -> None:
    tries, seconds, shrinking, sizes, decimals = [], [], [], [], []
    for seed in SEEDS:
        problem, routine = loaded(path)
        ask, start = in_process(routine), time.process_time()
        conventions = learn(problem, ask, seed).conventions
        found = search(problem, ask, conventions, seed, stops_at_first=True)
        seconds.append(time.process_time() - start)
        assert found.first is not None, seed
        tries.append(sum(found.tried.values()))
        start = time.process_time()
        fails = failing(problem, ask, conventions, found.first.between)
        *_, smallest = found.first.arguments, *shrink(problem, found.first.arguments, fails)
        shrinking.append(time.process_time() - start)
        outlines = [len(each) for each in smallest if isinstance(each, list)]
        sizes.append(outlines)
        decimals.append(max(decimals_of(value) for value in numbers(smallest)))
    print(
        f"\n{path.stem}: first failure after {max(tries)} scenes and {max(seconds):.2f} s at most, shrunk in"
        f" {max(shrinking):.2f} s; at most {max(sizes, key=sum)} vertices, {max(decimals)} decimals"
    )
    assert max(seconds) <= FOUND_S
    assert max(decimals) <= 2
    for outlines in sizes:
        assert sum(outlines) <= 8
        assert len(outlines) < 2 or max(outlines) <= 4


def numbers(data: Any) -> list[float]:
    return [n for each in data for n in numbers(each)] if isinstance(data, list | tuple) else [data]


def decimals_of(value: float) -> int:
    return next((count for count in range(9) if round(value, count) == value), 9)
