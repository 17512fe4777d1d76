"""The fields of a step as rows of names and numbers, with what the source says of each and which ones are new."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from geometry.conventions import Conventions
from geometry.interval import Interval
from geometry.trace import Trace
from viz.lesson.conventions import OURS, shown

UNTOLD = " as here"  # beside a number that stays in our conventions while others are on
DEEPEST = 2  # records inside records inside records are not opened

_COMMENT = re.compile(r"^\s+(\w+): [^#]*#\s*(.+)$")


class Value(NamedTuple):
    """One field. `depth` 0 is the step's own; `path` is unique within the step; `note` is the source's comment."""

    path: str
    name: str
    depth: int
    text: str
    note: str
    changed: bool
    value: Any


def values(step: Any, previous: Any = None, conventions: Conventions = OURS) -> list[Value]:
    """The rows of a step, told in some conventions. `changed` marks what `previous` (the step before, if any) had
    not, or had otherwise."""
    earlier = () if previous is None else _rows(previous, "", 0, conventions)
    before = {path: text for path, _, _, text, _, _ in earlier}
    return [
        Value(path, name, depth, text, note, previous is not None and before.get(path) != text, value)
        for path, name, depth, text, note, value in _rows(step, "", 0, conventions)
    ]


def number(value: float) -> str:
    """Six significant digits and a true minus sign."""
    text = f"{value + 0.0:.6g}"
    if "e" not in text:
        return text.replace("-", "−")
    return re.sub(r"e([+-])0?", lambda m: "e−" if m[1] == "-" else "e", text).replace("-", "−")


def _rows(
    record: Any, prefix: str, depth: int, conventions: Conventions
) -> Iterator[tuple[str, str, int, str, str, Any]]:
    kind: type = type(record)
    if not is_dataclass(kind):
        yield "", kind.__name__, depth, str(record), "", record
        return
    for name, note in _fields(kind):
        value, path = getattr(record, name), prefix + name
        told, is_told = shown(record, name, note, value, conventions)
        yield path, name, depth, _text(told) + ("" if is_told else UNTOLD), note, value
        inner: type = type(value)
        if depth < DEEPEST and _opens(inner):
            yield from _rows(value, f"{path}.", depth + 1, conventions)


@lru_cache(maxsize=256)
def _fields(kind: type) -> tuple[tuple[str, str], ...]:
    """The names of a record's fields, with their notes."""
    notes = _notes(kind)
    return tuple((field.name, notes.get(field.name, "")) for field in fields(kind))


@lru_cache(maxsize=256)
def _opens(kind: type) -> bool:
    """Whether a value of that kind is shown with its fields beneath it."""
    if not is_dataclass(kind) or issubclass(kind, Trace | Interval):
        return False
    return not any(kind.__name__ in str(field.type) for field in fields(kind))  # a chain would open link by link


def _text(value: Any) -> str:
    if isinstance(value, float):
        return number(value)
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case int():
            return str(value).replace("-", "−")
        case np.ndarray() if value.shape == (2,):
            x, y = value.tolist()
            return f"({number(x)}, {number(y)})"
        case np.ndarray():
            return f"{len(value)} points"
        case Trace():
            return f"{len(value)} steps"
        case Interval(low, high):
            return f"[{number(low)}, {number(high)}]"
        case tuple():
            return f"{len(value)} of {type(value[0]).__name__}" if value else "empty"
        case _:
            kind = type(value)
            if is_dataclass(kind) and kind.__str__ is object.__str__:
                return kind.__name__
            return str(value).replace("-", "−")


def _notes(record: type) -> dict[str, str]:
    """The comment beside each field in the source of the record."""
    try:
        source = inspect.getsource(record)
    except (OSError, TypeError):
        return {}
    found = (_COMMENT.match(line) for line in source.splitlines())
    return {match[1]: match[2] for match in found if match}
