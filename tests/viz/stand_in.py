"""What a small lesson of the tests' own counts down, with one body, one arrow and one point to hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from geometry import Steps, Trace, Vector, box, steppable
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, Body, Scene, at, body, choice, handle, slider, toggle


@dataclass(frozen=True)
class Counted:
    left: int


@steppable
def count_down(n: int) -> Steps[Counted, int]:
    for left in range(n, -1, -1):
        yield Counted(left)
    return n


@dataclass(frozen=True)
class Outer:
    """A step with a trace of its own in it, except where there is nothing left to count."""

    left: int
    inner: Trace[Counted, int] | None


@steppable
def count_down_twice(n: int) -> Steps[Outer, int]:
    for left in range(n, 0, -1):
        yield Outer(left, count_down.trace(left) if left > 0 and n > 1 else None)
    yield Outer(0, None)
    return n


@dataclass(frozen=True, eq=False)
class Everything(Scene):
    box: Body = body(Ink.A, "the box")
    arrow: Arrow = handle(Ink.VECTOR_P)
    point: Vector = handle(Ink.VECTOR_Q)
    count: float = slider("Count", 1, 9, 4.0)
    loud: bool = toggle("Loud", False)
    way: str = choice("Way", ("up", "down"), "up")

    def __post_init__(self) -> None:
        if not 1 <= self.count <= 9:
            raise ValueError("count must lie in [1, 9]")


def everything(**changes: Any) -> Everything:
    start = {
        "box": at(box(2.0, 1.0), 0.0, 0.0),
        "arrow": Arrow((3.0, 0.0), (4.0, 1.0)),
        "point": np.array((-3.0, 1.0)),
    }
    return Everything(**(start | changes))
