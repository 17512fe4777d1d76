"""A shape in motion as plain numbers: what a search places at one time after the other.

`shape.at(sweep.at(t))` is the same, checked anew at every time. Here both were checked before the search.
"""

from __future__ import annotations

from geometry.shape import Convex
from geometry.time_of_impact.impact import turning_radius
from geometry.transform import Sweep, placed
from geometry.vector import XY, Points, array_of, readonly, xy_of


def slid(shape: Convex, fraction: float, motion: XY) -> Convex:
    """`shape.moved(fraction * motion)`, of a motion that was checked before."""
    x, y = fraction * motion[0], fraction * motion[1]
    if x == y == 0.0:
        return shape
    if max(abs(x), abs(y)) >= shape.near:
        return shape.moved((x, y))
    return trusted(shape.points + array_of(x, y), shape.radius)


def trusted(points: Points, radius: float) -> Convex:
    """A valid shape after a rigid motion that it is near enough for."""
    numbers = points.ravel().tolist()
    shape = object.__new__(Convex)
    known = shape.__dict__  # past the guard of a frozen class, and past the looks at what is known already
    known["points"], known["radius"] = readonly(points), radius
    known["points_xy"] = tuple(zip(numbers[::2], numbers[1::2]))  # noqa: B905  # quicker, and both are as long
    known["max_coordinate"] = max(max(numbers), -min(numbers)) + radius
    return shape


class Moving:
    """A shape, given in its local frame, and its sweep."""

    def __init__(self, shape: Convex, sweep: Sweep) -> None:
        self.shape, self.sweep = shape, sweep
        self.vertices, self.radius = shape.points_xy, shape.radius
        self.start, self.end = xy_of(sweep.start.position), xy_of(sweep.end.position)
        self.start_angle, self.turn = sweep.start.angle, sweep.turn
        self.end_angle = sweep.end.angle
        self.reach = turning_radius(shape)
        self._is_near = max(map(abs, (*self.start, *self.end))) < shape.near

    @property
    def motion(self) -> XY:
        """Of its sweep."""
        (x, y), (u, v) = self.start, self.end
        return u - x, v - y

    def angle(self, t: float) -> float:
        """Of `Sweep.at(t)`."""
        return (1.0 - t) * self.start_angle + t * self.end_angle

    def position(self, t: float) -> XY:
        """Of `Sweep.at(t)`."""
        (x, y), (u, v) = self.start, self.end
        return (1.0 - t) * x + t * u, (1.0 - t) * y + t * v

    def at(self, t: float) -> Convex:
        """The shape as it lies at t. Raises ValueError where it is too far out for its size."""
        if not self._is_near:
            return self.shape.at(self.sweep.at(t))
        x, y = self.position(t)
        return trusted(placed(self.shape.points, x, y, self.angle(t)), self.radius)
