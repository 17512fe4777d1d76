"""The time on a clock as its play head tells it."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from viz.lesson.text import fixed

Told = Callable[[float], str]


@lru_cache(64)  # two clocks that tell the same are equal
def fraction(symbol: str = "t") -> Told:
    """The part of the way from 0 to 1: "t = 0.50"."""
    return lambda time: f"{symbol} = {fixed(time)}"


@lru_cache(64)
def seconds(end: float, start: float = 0.0, digits: int = 2) -> Told:
    """The time of what happens, whatever time it is played in: "t = 1.50 s"."""
    return lambda time: f"t = {fixed(start + time * (end - start), digits)} s"


@lru_cache(64)
def frames(count: float, first: int = 0, last: float = math.inf) -> Told:
    """The frame that is reached of a run of so many: "frame 12"."""
    return lambda time: f"frame {min(first + int(time * count + 1e-9), last)}"


@lru_cache(64)
def counted_up(symbol: str, last: int, first: int = 0) -> Told:
    """How many have come, from the first number to the last: "n = 7"."""
    return lambda time: f"{symbol} = {first + math.floor(time * (last - first) + 1e-9)}"
