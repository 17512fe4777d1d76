"""The tests of a search for a separating axis, each worked out when somebody asks for it.

Of most axes a glance tells that they cannot be the best: see `glance`. Their projections are for readers: a trace
shows every one, a plain call works out none that is not asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geometry.record import MadeField, XYField
from geometry.sat.support import FEW_VERTICES
from geometry.shape import Convex
from geometry.tolerance import PARALLEL

if TYPE_CHECKING:
    from geometry.sat.separating_axis import Axis, AxisTested

Cast = Callable[[Convex, Convex, "Axis", "AxisTested | None"], "AxisTested"]


class Tests:
    """The axes tested so far, in order, and what they have shown."""

    def __init__(self, cast: Cast, a: Convex, b: Convex) -> None:
        self.cast, self.a, self.b = cast, a, b
        self.axes: list[Axis] = []
        self.made: dict[int, AxisTested] = {}

    def last(self, best: AxisTested | None) -> AxisTested:
        """Of the last axis; `best`: the best before it."""
        return self._at(len(self.axes) - 1, best)

    def made_last(self) -> AxisTested | None:
        """Of the last axis, where a glance was not enough."""
        return self.made.get(len(self.axes) - 1)

    def _at(self, i: int, best: AxisTested | None) -> AxisTested:
        tested = self.made.get(i)
        if tested is None:
            tested = self.made[i] = self.cast(self.a, self.b, self.axes[i], best)
        return tested

    def __iter__(self) -> Iterator[AxisTested]:
        best = None
        for i in range(len(self.axes)):
            tested = self._at(i, best)
            best = tested.best_so_far
            yield tested

    def twin(self, axis: Axis) -> Axis | None:
        """The axis among those tested that is the same line through the origin; among many it is looked for by
        numpy."""
        x, y = axis.direction_xy
        if len(self.axes) > FEW_VERTICES:
            xs, ys = self._directions()
            twins = np.flatnonzero(np.abs(x * ys - y * xs) <= PARALLEL)
            return self.axes[twins[0]] if twins.size else None
        for tested in self.axes:
            other_x, other_y = tested.direction_xy
            if -PARALLEL <= x * other_y - y * other_x <= PARALLEL:
                return tested
        return None

    _rows: NDArray[np.float64]
    _filled: int

    def _directions(self) -> NDArray[np.float64]:
        """Of all axes: x in the first row, y in the second; when they are full, rows twice as long are laid out."""
        count = len(self.axes)
        if not hasattr(self, "_rows") or count > self._rows.shape[1]:
            self._rows, self._filled = np.empty((2, 2 * count)), 0
        for i in range(self._filled, count):
            self._rows[:, i] = self.axes[i].direction_xy
        self._filled = count
        return self._rows[:, :count]


class TestsField(MadeField):
    """A record's field given as `Tests`, and read as a tuple of what they have shown."""

    make = staticmethod(lambda *tests: tests)

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> tuple[AxisTested, ...]: ...
        def __set__(self, owner: object, value: Tests) -> None: ...


class MadeTestsField(XYField):
    """The `Tests` that such a field was given as."""

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: type | None = None) -> Tests: ...  # type: ignore[override]
