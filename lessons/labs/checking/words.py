"""The conventions of a routine in words: for the report, and for the starter file."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from geometry.counterexample.problem import Conventions, Problem

_NORMAL = {False: "normal A to B", True: "normal B to A"}
_OTHERS: dict[str, dict[bool, str]] = {  # what stands for the normal in answers that have none
    "closest_points": {False: "A's point first", True: "B's point first"},
    "minkowski_difference": {False: "A − B", True: "B − A"},
}
_WORDS: dict[str, dict[Any, str]] = {
    "normal_b_to_a": _NORMAL,
    "y_down": {False: "y up", True: "y down"},
    "clockwise": {False: "outlines counter-clockwise", True: "outlines clockwise"},
    "depth_negative": {False: "depth positive", True: "depth negative"},
    "in_lengths": {False: "in multiples of the direction", True: "in lengths"},
    "start_inside": {
        "zero": "from inside: a hit at 0",
        "exit": "from inside: the exit",
        "miss": "from inside: no hit",
    },
    "touching_counts": {True: "touching counts", False: "touching does not count", None: "touching either way"},
}


def words_of(problem: Problem, name: str) -> dict[Any, str]:
    """What a convention may be, in the words that fit this problem."""
    if name == "normal_b_to_a":
        return _OTHERS.get(problem.question, _NORMAL)
    if name == "depth_negative" and problem.question == "distance":
        return {False: "0 for overlap", True: "minus the depth for overlap"}
    return _WORDS.get(name, {})


def choices(problem: Problem) -> list[str]:
    """The conventions that a routine for this problem may choose, by name: those in which its settings differ."""
    names = [field.name for field in fields(Conventions)]
    free = [name for name in names if len({getattr(each, name) for each in problem.settings}) > 1]
    return free + (["touching_counts"] if problem.touching is not None and "touching_counts" not in free else [])


def conventions_told(problem: Problem, conventions: Conventions) -> str:
    """ "normal A to B, touching counts": what was free to choose, and how it is. Of the direction of y and the sign
    of a depth only the unusual is told: a plain vector shows neither."""
    names = [name for name in _WORDS if name in choices(problem)]
    usual = {"y_down", "depth_negative", "in_lengths"} - (
        {"depth_negative"} if problem.question == "distance" else set()
    )
    told = [
        words_of(problem, name).get(value, "")
        for name in names
        if (value := getattr(conventions, name)) or name not in usual
    ]
    if not conventions.either_winding and "clockwise" not in names:
        told.append(_WORDS["clockwise"][conventions.clockwise])
    return ", ".join(each for each in told if each)
