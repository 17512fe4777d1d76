"""Faulty ways into the local frame of a box.

Source: Shapes and collision detection.
"""

from __future__ import annotations

import numpy as np

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


def turned_the_wrong_way(box: Convex, circle: Convex) -> WrongLocal:
    """Turned by the box's angle, not by its opposite: R (center - middle)."""
    space = box_space(box)
    x, y = circle.points[0] - space.middle
    return _answered(space, x * space.axis_x + y * space.axis_y, circle)


def rotated_first(box: Convex, circle: Convex) -> WrongLocal:
    """Rotated before it is translated: R^T center - middle."""
    space, center = box_space(box), circle.points[0]
    turned = np.array((space.axis_x @ center, space.axis_y @ center))
    return _answered(space, turned - space.middle, circle)


def one_sign_wrong(box: Convex, circle: Convex) -> WrongLocal:
    """Into the local frame by `turned_wrongly`."""
    space = box_space(box)
    (c, s), offset = space.axis_x, readonly(circle.points[0] - space.middle)
    return _answered(space, turned_wrongly(offset, np.array((c, -s)), np.array((s, c))), circle)


def _answered(space: BoxSpace, center: Vector, circle: Convex) -> WrongLocal:
    center = readonly(center)
    found = circle_in_box_axes(xy_of(-space.half), space.half_xy, xy_of(center), circle.radius, 0.0)
    return WrongLocal(center, found.separation)
