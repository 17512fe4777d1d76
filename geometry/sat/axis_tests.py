"""The tests of a search for a separating axis, each worked out when somebody asks for it.

Of most axes a glance tells that they cannot be the best: see `glance`. Their projections are for readers: a trace
shows every one, a plain call works out none that is not asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from geometry.record import MadeField, XYField
from geometry.shape import Convex
from geometry.tolerance import PARALLEL

if TYPE_CHECKING:
    from geometry.sat.separating_axis import Axis, AxisTested

Cast = Callable[[Convex, Convex, "Axis", "AxisTested | None"], "AxisTested"]

PLACES = 1e9  # for axes to be filed in, by the square of x: that of twins differs by 2 PARALLEL and a few roundings


class AxisTests:
    """The axes tested so far, in order, and what they have shown."""

    def __init__(self, cast: Cast, a: Convex, b: Convex) -> None:
        self.cast, self.a, self.b = cast, a, b
        self.axes: list[Axis] = []
        self.made: dict[int, AxisTested] = {}
        self.filed: set[int] = set()

    def last(self, best: AxisTested | None) -> AxisTested:
        """Of the last axis; `best`: the best before it."""
        return self.at(len(self.axes) - 1, best)

    def made_last(self) -> AxisTested | None:
        """Of the last axis, where a glance was not enough."""
        return self.made.get(len(self.axes) - 1)

    def at(self, i: int, best: AxisTested | None) -> AxisTested:
        """Of axis i; `best`: the best before it."""
        tested = self.made.get(i)
        if tested is None:
            tested = self.made[i] = self.cast(self.a, self.b, self.axes[i], best)
        return tested

    def __iter__(self) -> Iterator[AxisTested]:
        best = None
        for i in range(len(self.axes)):
            tested = self.at(i, best)
            best = tested.best_so_far
            yield tested

    def twin(self, axis: Axis) -> Axis | None:
        """The axis among those tested that is the same line through the origin, and is not tested again."""
        x, y = axis.direction_xy
        place, filed = int(x * x * PLACES), self.filed  # twins are filed in one place, or side by side
        if place in filed or place - 1 in filed or place + 1 in filed:
            for tested in self.axes:
                other_x, other_y = tested.direction_xy
                if -PARALLEL <= x * other_y - y * other_x <= PARALLEL:
                    return tested
        filed.add(place)
        return None


class TestsField(MadeField):
    """A record's field given as `AxisTests`, and read as a tuple of what they have shown."""

    make = staticmethod(lambda *tests: tests)

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> tuple[AxisTested, ...]: ...
        def __set__(self, owner: object, value: AxisTests) -> None: ...


class MadeTestsField(XYField):
    """The `AxisTests` that such a field was given as."""

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> AxisTests: ...  # type: ignore[override]
