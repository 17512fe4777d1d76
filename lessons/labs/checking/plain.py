"""Values of a user's program as plain data: what can leave its process. Imports nothing of ours."""

from __future__ import annotations

import dataclasses
from typing import Any

MOST_VALUES = 20_000  # lists, and what they hold, in one answer
_DEEPEST = 8  # lists in lists
KEPT_LETTERS = 200  # of a text, of what is printed, of a message


class TooLargeError(Exception):
    """An answer that is no answer any more."""


class StrangeError(Exception):
    """A value that is none of the plain types; its text is its type."""


def plain(value: Any, room: list[int], depth: int = 0) -> Any:
    """A value as JSON can say it: numbers, texts, lists (of tuples, arrays, dataclass fields as a dict, and anything
    with a numeric x and y as a point). What is none of these is told by its type. `room`: how many values may
    come."""
    kind = type(value)
    if value is None or kind is bool or kind is float:
        return value
    if kind is int:
        return value if abs(value) < 1 << 62 else (float("inf") if value > 0 else float("-inf"))
    if isinstance(value, str):
        return str(value[:KEPT_LETTERS])
    room[0] -= 1
    if room[0] < 0 or depth > _DEEPEST:
        raise TooLargeError
    if isinstance(value, list | tuple):
        if len(value) > room[0] + 1:
            raise TooLargeError
        return [plain(each, room, depth + 1) for each in value]
    if isinstance(value, dict):
        return {str(key)[:80]: plain(each, room, depth + 1) for key, each in value.items()}
    if isinstance(value, type):
        raise StrangeError("type")
    if hasattr(value, "tolist"):  # numpy
        if getattr(value, "size", 0) > room[0]:
            raise TooLargeError
        return plain(value.tolist(), room, depth + 1)
    if isinstance(getattr(value, "x", None), int | float) and isinstance(getattr(value, "y", None), int | float):
        return [plain(value.x, room), plain(value.y, room)]
    if dataclasses.is_dataclass(value):
        named = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return plain(named, room, depth + 1)
    if hasattr(value, "__float__"):  # Fraction, Decimal
        return float(value)
    raise StrangeError(kind.__name__)
