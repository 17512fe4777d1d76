"""Faulty ways into the local frame of a box.

Source: Shapes and collision detection.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from geometry.primitives.circle_aabb import circle_in_box_axes
from geometry.primitives.circle_obb import BoxSpace, box_space
from geometry.record import record
from geometry.shape import Convex
from geometry.vector import Vector, readonly, xy_of


def turned_wrongly(local: Vector, axis_x: Vector, axis_y: Vector) -> Vector:
    """A turn with one sign wrong: (x cos - y sin, x sin - y cos), where x_axis = (cos, sin), y_axis = (-sin, cos)."""
    return readonly(local[0] * axis_x + local[1] * np.array((axis_y[0], -axis_y[1])))


@record
class WrongLocal:
    """Where a faulty rule puts the centre of a circle in the local frame of a box, and what comes of it there."""

    center: Vector
    separation: float
    corners: Vector  # of the box, carried by the same rule; right, they would be those of an axis-aligned box


def turned_the_wrong_way(box: Convex, circle: Convex) -> WrongLocal:
    """Turned by the box's angle, not by its opposite: R (center - middle)."""
    space = box_space(box)
    return _answered(space, box, circle, lambda p: _by(p - space.middle, (space.axis_x, space.axis_y)))


def rotated_first(box: Convex, circle: Convex) -> WrongLocal:
    """Rotated before it is translated: R^T center - middle."""
    space = box_space(box)
    columns = np.column_stack((space.axis_x, space.axis_y))
    return _answered(space, box, circle, lambda p: _by(p, columns) - space.middle)


def one_sign_wrong(box: Convex, circle: Convex) -> WrongLocal:
    """Into the local frame by `turned_wrongly`."""
    space = box_space(box)
    c, s = space.axis_x
    columns = (np.array((c, -s)), np.array((s, c)))
    return _answered(space, box, circle, lambda p: turned_wrongly(readonly(p - space.middle), *columns))


def _by(p: Vector, columns: ArrayLike) -> Vector:
    """The first column by the first coordinate, and the second one by the second."""
    first, second = np.asarray(columns)
    carried: Vector = p[0] * first + p[1] * second
    return carried


def _answered(space: BoxSpace, box: Convex, circle: Convex, carried: Callable[[Vector], Vector]) -> WrongLocal:
    center = readonly(carried(circle.points[0]))
    corners = readonly(np.array([carried(corner) for corner in box.points]))
    found = circle_in_box_axes(xy_of(-space.half), space.half_xy, xy_of(center), circle.radius, 0.0)
    return WrongLocal(center, found.separation, corners)
