"""The tests of a search for a separating axis, each worked out when somebody asks for it.

Of most axes one look tells that they cannot be the best: see `Glance`. Their projections are for readers: a trace
shows every one, a plain call makes none that is not asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geometry.record import MadeField, XYField
from geometry.sat.support import FEW_VERTICES
from geometry.shape import Convex
from geometry.tolerance import PARALLEL, rounding

if TYPE_CHECKING:
    from geometry.sat.separating_axis import Axis, AxisTested

Cast = Callable[[Convex, Convex, "Axis", "AxisTested | None"], "AxisTested"]


class Glance:
    """What no separation can exceed: both shapes hold a disc about their middle, and these are `way` apart.

    Along a unit direction n a disc's middle lies its radius behind the furthest point at least, so

        s(n) <= |way . n| - radii of the discs - radii of the shapes
    """

    def __init__(self, a: Convex, b: Convex) -> None:
        (ax, ay, of_a), (bx, by, of_b) = a.once(_disc_within), b.once(_disc_within)
        self.way_xy = bx - ax, by - ay
        # Two middles, two distances and two projections, each with the rounding of a few products: five times that of
        # one comparison is more than all of it.
        self.room = of_a + of_b + a.radius + b.radius - 5.0 * rounding(a, b)


def _disc_within(shape: Convex) -> tuple[float, float, float]:
    """A disc that the core holds, about the mean of its vertices: x, y and the radius; 0 of a core without area."""
    vertices = shape.points_xy
    x, y = (sum(along) / len(vertices) for along in zip(*vertices, strict=True))
    if len(vertices) < 3:
        return x, y, 0.0
    edges = zip(vertices, shape.normals_xy, strict=True)
    return x, y, max(0.0, min([(px - x) * nx + (py - y) * ny for (px, py), (nx, ny) in edges]))


class Tests:
    """The axes tested so far, in order, and what they have shown."""

    def __init__(self, cast: Cast, a: Convex, b: Convex) -> None:
        self.cast, self.a, self.b = cast, a, b
        self.axes: list[Axis] = []
        self.made: dict[int, AxisTested] = {}

    def last(self, best: AxisTested | None) -> AxisTested:
        """The newest; `best`: the best before it."""
        return self._at(len(self.axes) - 1, best)

    def made_last(self) -> AxisTested | None:
        """The last one, where a glance was not enough."""
        return self.made.get(len(self.axes) - 1)

    def _at(self, i: int, best: AxisTested | None) -> AxisTested:
        if i not in self.made:
            self.made[i] = self.cast(self.a, self.b, self.axes[i], best)
        return self.made[i]

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
