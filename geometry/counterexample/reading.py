"""Reading what a routine answered: numbers, points and lists of them, or one sentence on what came instead."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from numbers import Real
from typing import Any

from geometry.counterexample.statement import Arguments, Conventions
from geometry.counterexample.words import kind_of, told
from geometry.vector import XY

Judge = Callable[[Arguments, Any, Conventions], str | None]


class Unreadable(ValueError):
    """An answer of the wrong type; its text is the sentence."""


def reads(expected: str) -> Callable[[Judge], Judge]:
    """Decorator of a judge: what it cannot read is told in one sentence, "Returned …; expected `expected`."."""

    def decorate(judge: Judge) -> Judge:
        @wraps(judge)
        def judged(arguments: Arguments, answer: Any, conventions: Conventions) -> str | None:
            try:
                return judge(arguments, answer, conventions)
            except Unreadable as unread:
                text = str(unread)
                return text if text.endswith(".") else f"Returned {text}; expected {expected}."

        return judged

    return decorate


def number(value: Any, name: str = "") -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise Unreadable(kind_of(value) + (f" for {name}" if name else ""))
    real = float(value)
    if not math.isfinite(real):
        raise Unreadable(
            f"Returned {told(real) if math.isnan(real) else f'{real:g}'}{f' for {name}' if name else ''}."
        )
    return real


def truth(value: Any) -> bool:
    """True or False; 1 and 0 will do."""
    if type(value).__name__ in ("bool", "bool_") or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise Unreadable(kind_of(value))


def is_row(value: Any) -> bool:
    """Whether this is a list, a tuple or an array."""
    return isinstance(value, list | tuple) or type(value).__name__ == "ndarray"


def row(value: Any, count: int | None = None) -> list[Any]:
    """A list, a tuple or an array, of `count` items where given."""
    if not is_row(value) or (count is not None and len(value) != count):
        raise Unreadable(kind_of(value))
    return list(value)


def point(value: Any, y_down: bool = False) -> XY:
    """(x, y), y upward."""
    x, y = row(value, 2)
    x, y = number(x, "x"), number(y, "y")
    return (x, -y if y_down else y)


def points(value: Any, y_down: bool = False) -> list[XY]:
    """A list of (x, y), y upward."""
    return [point(each, y_down) for each in row(value)]
