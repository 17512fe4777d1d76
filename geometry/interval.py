"""Intervals of signed lengths: what a shape covers of an axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geometry.record import MadeField, record
from geometry.vector import XY


@record(eq=True)
class Interval:
    """What a shape covers of an axis, its projection: signed lengths from the origin, `low` <= `high`."""

    low: float
    high: float

    @property
    def length(self) -> float:
        return self.high - self.low

    def separation(self, other: Interval) -> float:
        """Gap between the two (positive), or minus the least move that would part them (negative or 0).

        Containment is no special case: the shorter way out wins.
        """
        return max(other.low - self.high, self.low - other.high)


class IntervalField(MadeField):
    """A record's field given as two numbers, and read as an `Interval`."""

    make = Interval

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> Interval: ...
        def __set__(self, owner: object, value: XY) -> None: ...
