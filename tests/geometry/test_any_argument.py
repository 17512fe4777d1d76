"""Any argument of any public routine: an answer without a NaN, or a ValueError or TypeError that says what is wrong.

Each routine is called with one argument of a valid call replaced by each of the values below, plain and traced.
"""

from __future__ import annotations

import copy
import inspect
import math
import pickle
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

import geometry as g
from geometry.trace import Call
from tests.geometry.public_calls import BODIES, BOXES, CALLS, L_SHAPE, PACKED, RAY, SWEEP, A

ANYTHING: dict[str, Any] = {
    "None": None, "text": "x", "bytes": b"12", "True": True, "one": 1, "zero": 0, "minus one": -1.0,
    "NaN": math.nan, "infinite": -math.inf, "beyond doubles": 10**400, "denormal": 5e-324, "huge": 1e300,
    "complex": 1j, "float32": np.float32(2.0), "int64": np.int64(3), "0-d": np.array(1.0),
    "long double": np.longdouble("1e4000"), "date": np.datetime64("2020-01-01"), "time span": np.timedelta64(3),
    "outline": [(0, 0), (1, 0), (0, 1)], "zeros": np.zeros((3, 2)),
    "objects": np.array([[1, object()]], dtype=object),
    "empty": [], "dict": {}, "set": {1, 2}, "generator": (each for each in ()), "function": len, "class": g.Convex,
    "slice": slice(1), "NaN vector": (0, math.nan), "tiny vector": (1e-310, 0), "zero vector": (0, 0),
    "three numbers": (1, 2, 3), "masked points": np.ma.array([[0, 0], [1, 0], [0, 1]], mask=[[1, 0], [0, 0], [0, 0]]),
    "masked vector": np.ma.array([1.0, 2.0], mask=[True, False]),
    "Convex": A, "point": g.point((0, 0)), "Polygon": L_SHAPE, "Ray": RAY, "Pose": g.Pose(), "Sweep": SWEEP,
    "Aabb": BOXES[0], "boxes": BOXES, "shapes": [A, None], "Shapes": PACKED, "bodies": BODIES,
    "no bodies": [BODIES[0], A], "Interval": g.Interval(0.0, 1.0),
}  # fmt: skip
# Python's own words for a value of the wrong kind: they do not say which argument it was.
MACHINE_WORDS = re.compile(r"object (has no|is not)|not supported between|unsupported operand|scalar index|0-d array")
HOLD_ANYTHING = {
    "Interval",
    "AabbTree.rotations",
}  # answers of inner loops are not checked; flags are not either


def public_routines() -> set[str]:
    values = {name: getattr(g, name) for name in dir(g) if not name.startswith("_")}
    return {
        name
        for name, value in values.items()
        if isinstance(value, g.Steppable) or (inspect.isfunction(value) and name != "steppable")
    }


def numbers_in(value: Any, depth: int = 0) -> Iterator[Any]:
    """The floats and arrays of an answer."""
    if isinstance(value, float | np.ndarray):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from numbers_in(each, depth + 1)
    elif is_dataclass(value) and depth < 5 and not isinstance(value, Call):  # what was given is no answer
        for field in fields(value):
            yield from numbers_in(getattr(value, field.name), depth + 1)
    elif isinstance(value, g.Shapes):
        yield from (value.x, value.y, value.normal_x, value.normal_y, value.length, value.radius, value.count)


def has_nan(value: Any) -> bool:
    return any(
        math.isnan(each) if isinstance(each, float) else each.dtype.kind == "f" and bool(np.isnan(each).any())
        for each in numbers_in(value)
    )


def test_every_public_routine_is_attacked() -> None:
    assert public_routines() <= CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_an_answer_or_a_sentence(name: str) -> None:
    routine, valid = getattr(g, name), CALLS[name]
    assert not has_nan(routine(**valid))
    for argument in valid:
        for kind, value in ANYTHING.items():
            for call in (routine, routine.trace) if isinstance(routine, g.Steppable) else (routine,):
                try:
                    answer = call(**{**valid, argument: value})
                except (ValueError, TypeError) as refusal:
                    told = str(refusal)
                    assert len(told) > 14
                    assert not MACHINE_WORDS.search(told), f"{name}, {argument} = {kind}: {told}"
                else:
                    is_free = name in HOLD_ANYTHING or f"{name}.{argument}" in HOLD_ANYTHING
                    assert is_free or not has_nan(answer), f"{name}, {argument} = {kind}: NaN in {answer}"


@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))], ids=["copy", "pickle"]
)
@pytest.mark.parametrize("name", [name for name in CALLS if name != "boundary"])  # which answers with a bare array
def test_copies_of_answers_are_read_only(name: str, how: Any) -> None:
    answer = getattr(g, name)(**CALLS[name])
    if isinstance(answer, g.AabbTree | g.Quadtree | g.SweepAndPrune | g.UniformGrid | np.ndarray):
        return
    again = how(answer)
    assert type(again) is type(answer)
    there = [each for each in numbers_in(answer) if isinstance(each, np.ndarray)]
    copied = [each for each in numbers_in(again) if isinstance(each, np.ndarray)]
    for one, other in zip(there, copied, strict=True):
        assert np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
        assert not other.flags.writeable


def test_places_that_are_no_places() -> None:
    for refused in (
        lambda: g.Ray((0, 0), (1, 1)).at(math.nan),
        lambda: g.Pose().place(np.array((math.nan, 0.0))),
        lambda: g.Pose().unplace(np.array(((0.0, math.inf), (0.0, 0.0)))),
        lambda: A.at("x"),  # type: ignore[arg-type]
        lambda: g.Aabb((1, 0), (0, 1)),
        lambda: g.Aabb((0, 0, 0), (1, 1, 1)),
    ):
        with pytest.raises(ValueError, match=r"must|takes"):
            refused()
