"""The values of a scene's fields as plain JSON, and back. Numbers come back to the last bit.

Body      {"points": [[x, y], ...], "radius": r, "at": [x, y], "angle": radians}    points about its own pivot
Arrow     {"from": [x, y], "to": [x, y]}
Outline   {"rings": [[[x, y], ...], ...]}                                           the outer ring, then holes
point     [x, y]
others    numbers, words, true and false, lists of any of these
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar, get_args, get_origin

import numpy as np

from geometry import Convex, Pose
from geometry.vector import LARGEST_COORDINATE, array_of
from viz.lesson.outline import Outline
from viz.lesson.scene import Arrow, Body, Choice, Control, Slider

T = TypeVar("T")
MOST_VERTICES = 2000  # of one shape
MOST_ITEMS = 5000  # of a list
MOST_COUNTED = 1000  # of a whole number that no slider bounds
_LONGEST = 200  # letters of a word


def encode(value: Any) -> Any:
    """A value as JSON. Raises ValueError for one of a kind that no file holds."""
    match value:
        case Body():
            found = {"points": value.shape.points.tolist(), "radius": value.shape.radius}
            found |= {"at": value.pose.position.tolist(), "angle": value.pose.angle}
            return found | ({"counts_turns": True} if value.counts_turns else {})
        case Arrow():
            return {"from": value.start.tolist(), "to": value.end.tolist()}
        case Outline():
            return {"rings": [ring.tolist() for ring in value.rings]}
        case Enum():
            return value.value
        case bool() | int() | float() | str():
            return value
        case np.ndarray() if value.shape == (2,):
            return value.tolist()
        case tuple():
            return [encode(each) for each in value]
    raise ValueError(f"a scene file holds no {type(value).__name__}")


def decode(found: Any, like: Any, where: str, control: Control | None = None) -> Any:
    """The value that JSON stands for, of the kind of `like`. Raises ValueError that names what is wrong where."""
    match like:
        case Enum():
            options = [str(each.value) for each in type(like)]
            return type(like)(_one_of(found, options, where))
        case bool():
            if not isinstance(found, bool):
                raise ValueError(f"{where} must be true or false, not {shown(found)}")
            return found
        case int():
            if isinstance(found, bool) or not isinstance(found, int):
                raise ValueError(f"{where} must be a whole number, not {shown(found)}")
            if not isinstance(control, Slider) and abs(found) > MOST_COUNTED:
                raise ValueError(f"{where} must be a whole number up to {MOST_COUNTED}, not {shown(found)}")
            return int(_in_range(found, where, control))
        case float():
            return _in_range(_number(found, where), where, control)
        case str():
            return _word(found, where) if not isinstance(control, Choice) else _one_of(found, control.options, where)
        case np.ndarray():
            return _point(found, where)
        case tuple():
            return tuple(_any(each, f"{where}[{i}]") for i, each in enumerate(_list(found, where)))
    value = _any(found, where)
    if type(value) is not type(like):
        raise ValueError(f"{where} must be {_KINDS.get(type(like), type(like).__name__)}, not {shown(found)}")
    return value


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of an annotated kind, whatever is in its tuples."""
    if get_origin(kind) is not tuple:
        return kind is Any or not isinstance(kind, type) or isinstance(value, kind)
    inner = get_args(kind)
    if not isinstance(value, tuple):
        return False
    if inner[1:] == (...,):
        return all(fits(each, inner[0]) for each in value)
    return len(value) == len(inner) and all(map(fits, value, inner))


_KINDS = {Body: "a shape", Arrow: "an arrow", Outline: "an outline"}


def shown(found: Any) -> str:
    """A value of a file in a message: short."""
    text = repr(found)
    return text if len(text) <= 40 else f"{text[:37]}..."


def keys_of(found: Any, where: str, needed: set[str], allowed: set[str]) -> Mapping[str, Any]:
    """Raises ValueError for anything but an object with these keys."""
    if not isinstance(found, dict):
        raise ValueError(f"{where} must be an object, not {shown(found)}")
    if missing := sorted(needed - set(found)):
        raise ValueError(f"{where} lacks {missing[0]!r}")
    if unknown := sorted(set(found) - needed - allowed):
        raise ValueError(f"{where} has {unknown[0]!r}, which this version does not know")
    return found


def _any(found: Any, where: str) -> Any:
    """A value that tells its kind itself."""
    match found:
        case {"points": _}:
            return _body(found, where)
        case {"from": _}:
            ends = keys_of(found, where, {"from", "to"}, set())
            return Arrow(_point(ends["from"], f"{where}.from"), _point(ends["to"], f"{where}.to"))
        case {"rings": _}:
            rings = _list(keys_of(found, where, {"rings"}, set())["rings"], f"{where}.rings")
            if not rings:
                raise ValueError(f"{where}.rings must hold a ring at least")
            made = [_points(ring, f"{where}.rings[{i}]") for i, ring in enumerate(rings)]
            return _made(lambda: Outline(*made), where)
        case list():
            return tuple(_any(each, f"{where}[{i}]") for i, each in enumerate(_list(found, where)))
        case bool():
            return found
        case int() | float():
            return _number(found, where)
        case str():
            return _word(found, where)
    raise ValueError(f"{where} is nothing that a scene is made of: {shown(found)}")


def _body(found: Any, where: str) -> Body:
    held = keys_of(found, where, {"points", "radius", "at", "angle"}, {"counts_turns"})
    points, radius = _points(held["points"], f"{where}.points"), _number(held["radius"], f"{where}.radius")
    pose = Pose(_point(held["at"], f"{where}.at"), _number(held["angle"], f"{where}.angle"))
    turns = decode(held.get("counts_turns", False), False, f"{where}.counts_turns")
    return _made(lambda: Body(Convex(points, radius), pose, turns), where)


def _made(make: Callable[[], T], where: str) -> T:
    try:
        return make()
    except ValueError as reason:
        raise ValueError(f"{where}: {reason}") from None


def _points(found: Any, where: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    rows = _list(found, where)
    if not 1 <= len(rows) <= MOST_VERTICES:
        raise ValueError(f"{where} must hold 1 to {MOST_VERTICES} points, not {len(rows)}")
    return np.array([_point(row, f"{where}[{i}]") for i, row in enumerate(rows)])


def _point(found: Any, where: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    pair = _list(found, where)
    if len(pair) != 2:
        raise ValueError(f"{where} must be a point [x, y], not {shown(found)}")
    return array_of(_number(pair[0], where), _number(pair[1], where))


def _list(found: Any, where: str) -> list[Any]:
    if not isinstance(found, list):
        raise ValueError(f"{where} must be a list, not {shown(found)}")
    if len(found) > MOST_ITEMS:
        raise ValueError(f"{where} is too long: {len(found)} items, at most {MOST_ITEMS}")
    return found


def _number(found: Any, where: str) -> float:
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise ValueError(f"{where} must be a number, not {shown(found)}")
    if not abs(found) <= LARGEST_COORDINATE or not math.isfinite(found):
        raise ValueError(f"{where} must be a number up to {LARGEST_COORDINATE:g}, not {shown(found)}")
    return float(found)


def _in_range(value: float, where: str, control: Control | None) -> float:
    if isinstance(control, Slider) and not control.low <= value <= control.high:
        raise ValueError(f"{where} must lie in [{control.low:g}, {control.high:g}], not {shown(value)}")
    if abs(value) > LARGEST_COORDINATE:
        raise ValueError(f"{where} must be a number up to {LARGEST_COORDINATE:g}, not {shown(value)}")
    return value


def _word(found: Any, where: str) -> str:
    if not isinstance(found, str) or len(found) > _LONGEST:
        raise ValueError(f"{where} must be a word, not {shown(found)}")
    return found


def _one_of(found: Any, options: tuple[str, ...] | list[str], where: str) -> str:
    if found not in options:
        raise ValueError(f"{where} must be one of {', '.join(options)}, not {shown(found)}")
    return str(found)
