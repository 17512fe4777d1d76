"""Many shapes as a structure of arrays: what all the shapes have for a first vertex stands side by side, and so on.

An operation on a vertex is then one operation on a row of numbers, for all shapes at once. Shapes of fewer vertices
repeat their last one, and their last edge: a repeated vertex changes no projection, and of two equal edges the first
is named.

    shapes = Shapes.of([box(1, 1), circle(0.5), …])      # packed once
    placed = shapes.at(x, y, angle)                      # each in its own pose, every frame
    a, b = placed.take(first), placed.take(second)       # one of each pair
    separations(a, b)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.shape import Convex
from geometry.tolerance import COLLINEAR, EPSILON
from geometry.vector import LARGEST_COORDINATE, readonly

Numbers = NDArray[np.float64]
Indices = NDArray[np.intp]
Picker = Callable[[NDArray[Any]], NDArray[Any]]


class Shapes:
    """n shapes of up to v vertices. Arrays `(v, n)` are by vertex or edge, then by shape; arrays `(n,)` by shape.

    x, y            the cores' vertices, counter-clockwise
    normal_x, _y    unit outward normals of the cores' edges; edge i starts at vertex i; a circle's are 0
    length          of the edges; a circle's is 0
    radius, count   of each shape, and how many vertices it has
    """

    def __init__(
        self,
        x: Numbers,
        y: Numbers,
        normal_x: Numbers,
        normal_y: Numbers,
        length: Numbers,
        radius: Numbers,
        count: Indices,
    ) -> None:
        self.x, self.y, self.normal_x, self.normal_y = x, y, normal_x, normal_y
        self.length, self.radius, self.count = length, radius, count
        for array in (x, y, normal_x, normal_y, length, radius, count):
            array.setflags(write=False)

    def __reduce__(self) -> tuple[type[Shapes], tuple[NDArray[Any], ...]]:
        return Shapes, (self.x, self.y, self.normal_x, self.normal_y, self.length, self.radius, self.count)

    @classmethod
    def of(cls, shapes: Sequence[Convex]) -> Shapes:
        """Pack shapes. Raises ValueError for anything but a Convex, by its place."""
        for i, shape in enumerate(shapes):
            if not isinstance(shape, Convex):
                raise ValueError(f"Shapes.of takes Convex; shape {i} is of type {type(shape).__name__}")
        count = np.array([len(shape.points) for shape in shapes], dtype=np.intp)
        most = int(count.max()) if len(count) else 1
        vertices = np.concatenate([shape.points for shape in shapes] or [np.empty((0, 2))])
        first = np.cumsum(count) - count
        place = np.minimum(np.arange(most, dtype=np.intp)[:, None], count - 1)
        here = first + place
        after = first + np.where(place + 1 < count, place + 1, 0)
        x, y = vertices[here, 0], vertices[here, 1]
        along_x, along_y = vertices[after, 0] - x, vertices[after, 1] - y
        length = np.hypot(along_x, along_y)
        size = np.where(length > 0.0, length, 1.0)  # a circle's only edge has none
        radius = np.array([shape.radius for shape in shapes], dtype=np.float64)
        return cls(x, y, along_y / size, -along_x / size, length, radius, count)

    def __len__(self) -> int:
        return len(self.radius)

    def __repr__(self) -> str:
        return f"Shapes({len(self)} of up to {len(self.x)} vertices)"

    def shape(self, index: int) -> Convex:
        """One of them, as a shape of its own."""
        count = int(self.count[index])
        points = np.stack((self.x[:count, index], self.y[:count, index]), axis=1)
        return Convex(points, float(self.radius[index]))

    def take(self, indices: ArrayLike) -> Shapes:
        """Those at these places, in that order; a place may come more than once. Raises ValueError for others."""
        chosen = np.asarray(indices)
        if chosen.ndim != 1 or (chosen.dtype.kind not in "iu" and chosen.size):
            raise ValueError(f"indices must be a row of whole numbers, not {chosen.dtype} of shape {chosen.shape}")
        if chosen.size and not (chosen.min() >= 0 and chosen.max() < len(self)):
            raise ValueError(
                f"indices must lie in 0 to {len(self) - 1}, not {int(chosen.min())} to {int(chosen.max())}"
            )
        return self._each(lambda array: array.take(chosen.astype(np.intp), axis=-1))

    def part(self, chosen: slice) -> Shapes:
        """A run of them, without a copy."""
        return self._each(lambda array: array[..., chosen])

    def whole(self) -> Shapes:
        """These, with rows that stand one after the other in memory: a part's do not, and are picked from slowly."""
        return self if self.x.flags.c_contiguous else self.take(np.arange(len(self)))

    def at(self, x: ArrayLike, y: ArrayLike, angle: ArrayLike) -> Shapes:
        """Each of these shapes, taken as local, placed in the world: `(x, y) + R(angle) local`, arrays of shape (n,).

        Raises ValueError for another shape, for NaN or infinity, and for a shape too far out for its size.
        """
        px, py = self._row(x, "x"), self._row(y, "y")
        turn = self._row(angle, "angle")
        c, s = np.cos(turn), np.sin(turn)
        world_x, world_y = _turned(self.x, self.y, c, s)
        world_x += px
        world_y += py
        normals = _turned(self.normal_x, self.normal_y, c, s)
        placed = Shapes(world_x, world_y, *normals, self.length, self.radius, self.count)
        self._require_corners(placed, np.maximum(np.abs(px), np.abs(py)))
        placed.__dict__["size"] = self.size  # a motion does not change it
        return placed

    @cached_property
    def max_coordinate(self) -> Numbers:
        """The largest coordinate of each, by amount: the scale of its rounding errors; shape (n,)."""
        return np.asarray(np.maximum(np.abs(self.x).max(axis=0), np.abs(self.y).max(axis=0)) + self.radius)

    @cached_property
    def bounds(self) -> Numbers:
        """The axis-aligned bounding boxes, radii included: low x, low y, high x, high y; shape (4, n)."""
        low_x, low_y = self.x.min(axis=0) - self.radius, self.y.min(axis=0) - self.radius
        high_x, high_y = self.x.max(axis=0) + self.radius, self.y.max(axis=0) + self.radius
        return readonly(np.stack((low_x, low_y, high_x, high_y)))

    @cached_property
    def size(self) -> Numbers:
        """Twice the way from the mean of the vertices to the farthest boundary point, as in `Convex`; shape (n,)."""
        if not len(self):
            return self.radius
        again = len(self.x) - self.count  # how often the last vertex is repeated
        x, y = ((row.sum(axis=0) - again * row[-1]) / self.count for row in (self.x, self.y))
        return readonly(2.0 * (np.hypot(self.x - x, self.y - y).max(axis=0) + self.radius))

    @cached_property
    def has_circles(self) -> bool:
        """Whether any of them has a single vertex, and so no edges."""
        return bool((self.count == 1).any())

    @cached_property
    def _extent(self) -> Numbers:
        """Some side of each core that is at most its size: what may blur when it is moved far out."""
        extent = np.maximum(np.ptp(self.x, axis=0), np.ptp(self.y, axis=0))
        return np.where(self.count == 1, np.inf, extent)  # a single point cannot

    def _row(self, values: ArrayLike, name: str) -> Numbers:
        row = np.asarray(values)
        if row.dtype.kind not in "iuf" or row.shape not in ((), self.radius.shape):
            raise ValueError(f"{name} must be {len(self)} numbers, not {row.dtype} of shape {row.shape}")
        numbers = row.astype(np.float64, copy=False)
        if row.size and not np.abs(numbers).max() <= LARGEST_COORDINATE:  # nor is NaN
            bad = int(np.flatnonzero(~(np.abs(np.atleast_1d(numbers)) <= LARGEST_COORDINATE))[0])
            raise ValueError(f"{name} must be finite and within ±{LARGEST_COORDINATE:g}, number {bad} is not")
        return np.broadcast_to(numbers, self.radius.shape)

    def _require_corners(self, placed: Shapes, far: Numbers) -> None:
        """Where rounding may have merged corners, the shape's own maker looks at them. (A turn may shrink the longer
        side by the square root of two at the most.)"""
        for i in np.flatnonzero(8.0 * EPSILON * far > 0.5 * COLLINEAR * self._extent).tolist():
            try:
                placed.shape(i)
            except ValueError as error:
                raise ValueError(f"shape {i} is too far from the origin for its size: {error}") from None

    def _each(self, pick: Picker) -> Shapes:
        made = Shapes(
            pick(self.x),
            pick(self.y),
            pick(self.normal_x),
            pick(self.normal_y),
            pick(self.length),
            pick(self.radius),
            pick(self.count),
        )
        for name in ("max_coordinate", "bounds", "size"):
            if name in self.__dict__:  # worked out already: no need to do it again
                made.__dict__[name] = pick(self.__dict__[name])
        return made


def require_pairs(routine: str, a: object, b: object) -> None:
    """Raises ValueError unless both are Shapes, as many of each."""
    if not isinstance(a, Shapes) or not isinstance(b, Shapes):
        raise ValueError(f"{routine} takes two Shapes, not {type(a).__name__} and {type(b).__name__}")
    if len(a) != len(b):
        raise ValueError(f"{routine} takes as many shapes A as B, not {len(a)} and {len(b)}")


def _turned(x: Numbers, y: Numbers, c: Numbers, s: Numbers) -> tuple[Numbers, Numbers]:
    """Rows of vectors, each turned by its own angle."""
    turned_x, turned_y = x * c, x * s
    turned_x -= y * s
    turned_y += y * c
    return turned_x, turned_y
