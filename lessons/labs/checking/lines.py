"""Which line events of a traced function are steps of it."""

from __future__ import annotations

import dis
from functools import lru_cache
from types import CodeType, FrameType


def is_step(frame: FrameType) -> bool:
    """Whether a line event is the function's own. From Python 3.12 on a comprehension runs within its function, with
    an event for each round; before, it is a function of its own, and its line is one step. Here it is one always."""
    return frame.f_lasti not in _within_comprehensions(frame.f_code)


@lru_cache(maxsize=64)
def _within_comprehensions(code: CodeType) -> frozenset[int]:
    """The offsets of the instructions of comprehensions that have been compiled into their function: each first puts
    the names that it uses for itself aside, and ends where its loop does. What it runs over is worked out before."""
    instructions, found = list(dis.get_instructions(code)), set[int]()
    for index, each in enumerate(instructions):
        if each.opname == "LOAD_FAST_AND_CLEAR":
            end = next(later.argval for later in instructions[index:] if later.opname == "FOR_ITER")
            found.update(range(each.offset, end))
    return frozenset(found)
