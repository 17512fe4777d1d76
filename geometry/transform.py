"""Placing a shape in the world: rotation by an angle, then translation."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry.record import copies_readonly
from geometry.vector import Points, Vector, array_of, number, placeable, readonly, vector, xy_given, xy_of

_FEW = 16  # points: for more of them numpy's loops are quicker


def placed(local: Points, x: float, y: float, angle: float) -> Points:
    """Local points, known to be valid, in rows of any kind, in the world: turned by the angle, then moved to (x, y).

    Products and sums one by one, in one order: a matrix product may fuse them, as the processor's kernel of BLAS has
    it, and then edges that are parallel on one machine are not on another.
    """
    if local.size <= 2 * _FEW:
        return in_rows(placed_numbers(local.reshape(-1, 2).tolist(), x, y, angle)).reshape(local.shape)
    c, s = math.cos(angle), math.sin(angle)
    world = local * c
    world[..., 0] -= s * local[..., 1]
    world[..., 1] += s * local[..., 0]
    world += array_of(x, y)
    return readonly(world)


def placed_numbers(vertices: Iterable[Sequence[float]], x: float, y: float, angle: float) -> list[float]:
    """`placed` as plain numbers, to the last bit: x and y of one point after the other."""
    c, s = math.cos(angle), math.sin(angle)
    numbers: list[float] = []
    for u, v in vertices:
        numbers += (c * u - s * v + x, s * u + c * v + y)
    return numbers


def in_rows(numbers: list[float]) -> Points:
    """Plain numbers, x and y of one point after the other, as read-only points."""
    return np.frombuffer(array("d", numbers).tobytes()).reshape(-1, 2)


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """`world = position + R(angle) local`: position in world units, angle in radians, counter-clockwise.

    Raises ValueError when either is not finite.
    """

    position: Vector
    angle: float = 0.0

    def __init__(self, position: ArrayLike = (0.0, 0.0), angle: float = 0.0) -> None:
        object.__setattr__(self, "position", array_of(*xy_given(position, "position")))
        object.__setattr__(self, "angle", number(angle, "angle"))

    def __repr__(self) -> str:
        return f"Pose({tuple(self.position.tolist())}, {self.angle})"

    def place(self, local: ArrayLike) -> Points:
        """Local points `(n, 2)` or one `(2,)`, in the world. Raises ValueError for anything but finite numbers."""
        return self.place_points(placeable(local, "local points"))

    def place_points(self, local: Points) -> Points:
        """`place` for what is known to be points, as those of a shape are."""
        return placed(local, *xy_of(self.position), self.angle)

    def unplace(self, world: ArrayLike) -> Points:
        """World points `(n, 2)` or one `(2,)`, in the local frame. Raises ValueError as `place` does."""
        return placed(placeable(world, "world points") - self.position, 0.0, 0.0, -self.angle)

    def turned(self, by: float) -> Pose:
        """The same place, turned by an angle in radians."""
        return Pose(self.position, self.angle + by)

    def moved(self, by: ArrayLike) -> Pose:
        """The same turn, moved by a world vector."""
        return Pose(self.position + vector(by, "displacement"), self.angle)


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """The motion of a body over an interval: straight from `start` to `end` while turning evenly about its position.

    It turns by the difference of the angles, which is not wrapped: from 0 to 4 pi is two full turns. Fraction 0 is
    `start` and fraction 1 is `end`, exactly.
    """

    start: Pose
    end: Pose

    def __init__(self, start: Pose, end: Pose | None = None) -> None:
        """A body at rest when there is no `end`. Raises ValueError for anything but poses."""
        end = start if end is None else end
        for pose, name in ((start, "start"), (end, "end")):
            if not isinstance(pose, Pose):
                raise ValueError(f"the {name} of a sweep must be a Pose, not of type {type(pose).__name__}")
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "end", end)

    def __repr__(self) -> str:
        return f"Sweep({self.start!r}, {self.end!r})"

    @property
    def motion(self) -> Vector:
        """World displacement over the whole sweep: the velocity, with the interval as the unit of time."""
        return readonly(self.end.position - self.start.position)

    @property
    def turn(self) -> float:
        """Radians over the whole sweep, counter-clockwise positive, not wrapped."""
        return self.end.angle - self.start.angle

    def at(self, fraction: float) -> Pose:
        """The pose at a fraction of the way. Raises ValueError unless it lies in [0, 1]."""
        t = number(fraction, "fraction")
        if not 0.0 <= t <= 1.0:
            raise ValueError(f"fraction must lie in [0, 1], not {t:g}")
        # (1 - t) p + t q meets both ends exactly; p + t (q - p) may miss q by rounding.
        (x, y), (u, v) = xy_of(self.start.position), xy_of(self.end.position)
        pose: Pose = object.__new__(Pose)  # of finite numbers, which stay so between two finite ones
        object.__setattr__(pose, "position", array_of((1.0 - t) * x + t * u, (1.0 - t) * y + t * v))
        object.__setattr__(pose, "angle", (1.0 - t) * self.start.angle + t * self.end.angle)
        return pose

    def moved(self, by: ArrayLike) -> Sweep:
        """The same motion from another place."""
        return Sweep(self.start.moved(by), self.end.moved(by))
