"""Shrinking: simpler at every step, the same every time, and of any nested data."""

from __future__ import annotations

import random
from typing import Any

import pytest

from geometry.counterexample.problem import PROBLEMS, Conventions
from geometry.counterexample.search import failing, in_process, shrink, shrink_data
from geometry.counterexample.shrink import cost
from geometry.counterexample.statement import Arguments, turns_left


def anything(arguments: Arguments) -> None:
    """Accepts all."""


def smallest(arguments: Arguments, fails: Any, accepts: Any = anything) -> Any:
    *_, last = arguments, *shrink_data(arguments, accepts, fails)
    return last


def test_each_step_is_simpler_and_still_fails() -> None:
    rng = random.Random(1)
    data = ([(rng.uniform(-9, 9), rng.uniform(-9, 9)) for _ in range(9)], rng.uniform(5, 9))

    def fails(scene: Any) -> bool:
        return len(scene[0]) >= 4 and max(x for x, _ in scene[0]) > 3.3 and scene[1] > 1.25

    before = cost(data)
    steps = list(shrink_data(data, anything, fails))
    for step in steps:
        assert fails(step)
        assert cost(step) < before
        before = cost(step)
    points, number = steps[-1]
    assert len(points) == 4
    assert all(value.is_integer() for point in points for value in point)
    assert number == 2.0
    assert steps == list(shrink_data(data, anything, fails))


def test_nested_data_of_any_kind() -> None:
    data = ({"bodies": [{"at": (1.234, 5.6), "kind": "box", "fixed": True}, {"at": (9.0, 1.0)}], "count": 7},)
    found = smallest(data, lambda scene: scene[0]["bodies"][:1] != [] and scene[0]["bodies"][0]["at"][1] > 2.5)
    assert found == ({"bodies": [{"at": (0.0, 3.0), "kind": "box", "fixed": True}], "count": 0},)
    assert type(found[0]["count"]) is int


def test_what_is_refused_is_not_asked() -> None:
    asked = []

    def accepts(scene: Arguments) -> None:
        if scene[0] < 2.0:
            raise ValueError("too small")

    def fails(scene: Arguments) -> bool:
        asked.append(scene[0])
        return True

    assert smallest((17.3,), fails, accepts) == (2.0,)
    assert min(asked) >= 2.0


def test_simple_scenes_stay_as_they_are() -> None:
    assert list(shrink_data(([(0.0, 0.0)],), anything, lambda scene: len(scene[0]) == 1)) == []


@pytest.mark.parametrize(("value", "least"), [(123_456.789, 100_000.0), (0.1234, 0.13), (17.5, 10.0)])
def test_round_numbers(value: float, least: float) -> None:
    """The simplest number that is at least `least`, coming from above."""
    bound = {100_000.0: 99_000.0, 0.13: 0.12, 10.0: 9.5}[least]
    found = smallest((value,), lambda scene: bound < scene[0] < max(2 * value, 0.9))
    assert cost(found)[:3] <= cost((least,))[:3]


def test_outlines_keep_their_winding_and_no_touch_comes_in() -> None:
    problem = PROBLEMS["mtv"]
    assert problem.touches is not None
    for k in range(8):
        arguments = problem.families["clockwise"](random.Random(k))
        if problem.touches(arguments):
            continue
        for step in shrink(problem, arguments, lambda scene: True):
            assert [turns_left(each) for each in step] == [turns_left(each) for each in arguments]
            assert not problem.touches(step)
            problem.accepts(step)


def test_time_is_kept() -> None:
    problem = PROBLEMS["overlap"]
    arguments = problem.families["random"](random.Random(1))
    assert list(shrink(problem, arguments, lambda scene: True, budget_s=0.0)) == []


def test_failing_takes_two_answers_for_a_failure() -> None:
    last: list[Any] = []

    def distance(a: Any, b: Any) -> float:
        answer: float = PROBLEMS["distance"].right((a, b), Conventions())
        last.append(answer)
        return answer if len(last) < 2 or last[-2] == answer else answer + 1e-9

    problem, ask = PROBLEMS["distance"], in_process(distance)
    rng = random.Random(2)
    scene, *others = [problem.clear(rng) for _ in range(4)]
    assert failing(problem, ask, Conventions(), tuple(others))(scene)
