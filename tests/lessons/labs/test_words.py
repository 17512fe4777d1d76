"""Conventions and values in words, and as Python reads them."""

from __future__ import annotations

import ast
import math
from dataclasses import replace
from typing import Any

import pytest

from geometry.counterexample.problem import PROBLEMS, Conventions
from lessons.labs.checking.plain import StrangeError, TooLargeError, plain
from lessons.labs.checking.sentences import literal, short
from lessons.labs.checking.template import template
from lessons.labs.checking.words import choices, conventions_told, words_of

USUAL = {
    "overlap": "touching counts",
    "mtv": "normal A to B, touching counts",
    "distance": "0 for overlap",
    "closest_points": "A's point first",
    "support": "",
    "minkowski_difference": "A − B",
    "manifold": "normal A to B, touching counts",
    "ray_cast": "from inside: a hit at 0",
    "circle_cast": "from inside: a hit at 0",
    "swept_circle": "from inside: a hit at 0",
    "time_of_impact": "from inside: a hit at 0",
    "time_of_impact_turning": "from inside: a hit at 0",
    **{f"circle_{other}_overlap": "touching counts" for other in ("circle", "polygon")},
    **{f"circle_{other}_mtv": "normal A to B, touching counts" for other in ("circle", "polygon")},
    **{f"circle_{other}_distance": "0 for overlap" for other in ("circle", "polygon")},
    **{f"circle_{other}_closest_points": "A's point first" for other in ("circle", "polygon")},
    "triangulate": "",
    "point_in_polygon": "touching counts",
}
OTHERS = [  # problem, what is not usual, its words
    ("mtv", {"normal_b_to_a": True}, "normal B to A, touching counts"),
    ("mtv", {"y_down": True}, "normal A to B, y down, touching counts"),
    ("mtv", {"depth_negative": True}, "normal A to B, depth negative, touching counts"),
    ("mtv", {"touching_counts": False}, "normal A to B, touching does not count"),
    ("mtv", {"touching_counts": None}, "normal A to B, touching either way"),
    ("mtv", {"either_winding": False}, "normal A to B, touching counts, outlines counter-clockwise"),
    ("mtv", {"either_winding": False, "clockwise": True}, "normal A to B, touching counts, outlines clockwise"),
    ("distance", {"depth_negative": True}, "minus the depth for overlap"),
    ("closest_points", {"normal_b_to_a": True}, "B's point first"),
    ("minkowski_difference", {"normal_b_to_a": True}, "B − A"),
    ("support", {"y_down": True}, "y down"),
    ("ray_cast", {"start_inside": "exit"}, "from inside: the exit"),
    ("ray_cast", {"start_inside": "miss"}, "from inside: no hit"),
    ("ray_cast", {"in_lengths": True}, "in lengths, from inside: a hit at 0"),
]


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_usual_conventions_are_told_in_few_words(name: str) -> None:
    assert conventions_told(PROBLEMS[name], Conventions()) == USUAL[name]


@pytest.mark.parametrize(("name", "changed", "told"), OTHERS)
def test_other_conventions_are_told(name: str, changed: dict[str, Any], told: str) -> None:
    assert conventions_told(PROBLEMS[name], replace(Conventions(), **changed)) == told


@pytest.mark.parametrize("name", PROBLEMS)
def test_every_choice_has_words_of_its_own_and_stands_in_the_starter(name: str) -> None:
    problem = PROBLEMS[name]
    text = template(problem)
    for choice in choices(problem):
        words = words_of(problem, choice)
        free = {getattr(each, choice) for each in problem.settings} | ({True, False} if "touch" in choice else set())
        assert free <= set(words)
        assert len(set(words.values())) == len(words)
        assert all(words[value] in text for value in free)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2"),
        (-0.5, "-0.5"),
        ((1.0, 2.5), "(1, 2.5)"),
        ([(0.0, 0.0), (1.0, 0.0)], "[(0, 0), (1, 0)]"),
        ([1.0, 2.0], "(1, 2)"),
        ([0, 1, 2], "[0, 1, 2]"),
        (((1.0, 0.0), 2.0), "((1, 0), 2)"),
        ((3.0,), "(3,)"),
        ({"normal": (1.0, 0.0)}, "{'normal': (1, 0)}"),
        (None, "None"),
        (True, "True"),
        ("left", "'left'"),
        (1e300, "1e+300"),
    ],
)
def test_a_value_is_written_as_python_reads_it(value: Any, text: str) -> None:
    assert literal(value) == text
    assert ast.literal_eval(text) is not ...


def test_numbers_without_a_size_are_infinite() -> None:
    assert plain(10**400, [9]) == math.inf
    assert plain(-(10**400), [9]) == -math.inf
    assert plain([(1 << 62) - 1, -5, 0], [9]) == [(1 << 62) - 1, -5, 0]


def test_values_that_are_too_many_too_deep_or_no_values_are_refused() -> None:
    deep: Any = 1.0
    for _ in range(10):
        deep = [deep]
    assert plain(deep[0], [100]) == deep[0]
    for refused in (deep, [deep], [0.0] * 200, [[1.0]] * 150):
        with pytest.raises(TooLargeError):
            plain(refused, [100])
    for strange in (object(), int, {1.0}, iter([]), lambda: None):
        with pytest.raises(StrangeError):
            plain(strange, [100])


def test_a_right_answer_is_told_without_the_last_digits_rounding() -> None:
    told = literal(short(((0.4999999999999999, -1e-17), [{"t": 1.0 / 3.0}], None, True)))
    assert told == "((0.5, 0), [{'t': 0.333333333}], None, True)"
