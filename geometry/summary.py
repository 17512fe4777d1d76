"""Records on one short line, for a prompt or a debugger. Answers take it for their `__repr__`."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import numpy as np

WIDTH = 110  # characters, about what a terminal has


def summary(value: Any) -> str:
    """A record by its name and its plain fields, in order, as many as fit; anything else as `repr` has it."""
    kind: type = type(value)
    if not is_dataclass(kind):
        return _plain(value) or f"{kind.__name__}"
    line = ""
    for field in fields(kind):
        text = _plain(getattr(value, field.name))
        if text is None:
            continue
        part = f"{field.name}={text}"
        if len(line) + len(part) > WIDTH:
            return f"{kind.__name__}({line}…)"
        line += f"{part}, "
    left_out = any(_plain(getattr(value, field.name)) is None for field in fields(kind))
    return f"{kind.__name__}({line + '…' if left_out else line[:-2]})"


def _plain(value: Any) -> str | None:
    """A value that fits on a line: a number, a name, a vector; None for arrays of them, records and the like."""
    match value:
        case Enum():
            return value.name
        case bool() | int() | str() | None:
            return repr(value)
        case float():
            return f"{value + 0.0:.6g}"  # + 0.0: no negative zero
        case np.ndarray() if value.shape == (2,):
            return f"({value[0] + 0.0:.6g}, {value[1] + 0.0:.6g})"
        case tuple():
            return f"{len(value)} of {type(value[0]).__name__}" if value else "()"
        case _:
            return None
