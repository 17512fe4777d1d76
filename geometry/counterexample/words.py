"""Numbers in sentences: two decimals, more where two are not enough, and a minus sign that is one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def told(value: float, decimals: int = 2) -> str:
    """A number for a sentence. A small one gets the decimals for two digits, at most six; below it is "nearly 0"."""
    if value != 0.0 and abs(value) < 5e-7:
        return "nearly 0"
    while decimals < 6 and value != 0.0 and abs(value) < 0.995 * 10.0 ** (1 - decimals):
        decimals += 1
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text.replace("-", "−")


def apart(*values: float) -> tuple[str, ...]:
    """Numbers with as many decimals as it takes to tell them apart, at most nine."""
    for decimals in range(2, 9):
        texts = tuple(told(value, decimals) for value in values)
        if len(set(texts)) == len(set(values)):
            return texts
    return tuple(f"{value:.9f}".replace("-", "−") for value in values)


def place(point: Iterable[float]) -> str:
    """(x, y) in a sentence."""
    return f"({', '.join(told(value) for value in point)})"


def kind_of(value: Any) -> str:
    """What a value is, with its article: "a string"."""
    names = {
        "str": "a string",
        "int": "an integer",
        "float": "a number",
        "bool": "a truth value",
        "NoneType": "None",
        "list": "a list",
        "tuple": "a tuple",
        "dict": "a dictionary",
        "complex": "a complex number",
    }
    name = type(value).__name__
    text = names.get(name, f"a value of type {name}")
    return f"{text} of {len(value)}" if name in ("list", "tuple") else text
