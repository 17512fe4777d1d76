"""A circle against a box that is turned any way: into the box's space, clamp, and back.

In the box's space its middle is the origin and its edges lie along the axes. The way there is the inverse of the
box's own placing: first back by its place, then back by its turn. A rotation's inverse is its transpose, so each
coordinate in box space is a dot product with one of the box's axes:

    local = R^T (center - middle) = (x . offset, y . offset),   R = (x  y)

Sources: Collision detection for dummies, Shapes and collision detection (translate, then transpose).
"""

from __future__ import annotations

import math

from geometry.primitives.circle_aabb import CircleInBoxStep, circle_in_box_axes
from geometry.primitives.contact import Contact, PairResult
from geometry.primitives.kinds import center_of, require_box
from geometry.record import VectorField, XYField, record
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import XY, unit_xy


@record
class BoxSpace:
    """A box as middle, axes and half extents."""

    middle: VectorField  # world
    axis_x: VectorField  # unit, world; along the edge from vertex 0 to vertex 1
    axis_y: VectorField  # unit, world; axis_x turned a quarter counter-clockwise
    half: VectorField  # half the box's length along each of its axes

    middle_xy = XYField("middle")
    axis_x_xy = XYField("axis_x")
    axis_y_xy = XYField("axis_y")
    half_xy = XYField("half")


@record
class Translated:
    """The circle's centre, seen from the box's middle; still in world axes."""

    space: BoxSpace  # of the box
    center: VectorField  # of the circle, world
    offset: VectorField  # center - middle, world axes


@record
class Unturned:
    """R^T offset: the centre in box space. The steps that follow stay there."""

    space: BoxSpace  # of the box
    offset: VectorField  # center - middle, world axes
    local: VectorField  # (axis_x . offset, axis_y . offset): the centre in box space


@record
class BackInWorld:
    """The contact turned by R and moved by the middle; a separation is the same in every space."""

    space: BoxSpace  # of the box
    local: Contact  # the contact in box space
    point: VectorField  # of the contact, world
    normal: VectorField  # unit, world; from the box to the circle


CircleObbStep = BoxSpace | Translated | Unturned | CircleInBoxStep | BackInWorld | PairResult


@steppable
def circle_obb(box: Convex, circle: Convex) -> Steps[CircleObbStep, PairResult]:
    """The contact of a box of any turn, A, and a circle, B.

    Tie rule: see `circle_in_box_axes`; +x is the way from the box's vertex 0 to its vertex 1. Raises ValueError
    unless the box is a sharp rectangle and the circle a circle.
    """
    expected = "a box and a circle"
    require_box("circle_obb", expected, box, "the box")
    x, y = center = center_of("circle_obb", expected, circle, "the circle")
    space = box_space(box)
    yield space
    (middle_x, middle_y), (half_x, half_y) = space.middle_xy, space.half_xy
    offset = dx, dy = x - middle_x, y - middle_y
    yield Translated(space, center, offset)
    (xx, xy), (yx, yy) = space.axis_x_xy, space.axis_y_xy
    local = (xx * dx + xy * dy, yx * dx + yy * dy)
    yield Unturned(space, offset, local)
    tolerance, low = rounding(box, circle), (-half_x, -half_y)
    contact = yield from circle_in_box_axes.steps(low, (half_x, half_y), local, circle.radius, tolerance)
    to_point, normal = _turned(space, contact.point_xy), _turned(space, contact.normal_xy)
    point = (middle_x + to_point[0], middle_y + to_point[1])
    yield BackInWorld(space, contact, point, normal)
    result = PairResult.of(Contact(point, normal, contact.separation), tolerance)
    yield result
    return result


def box_space(box: Convex) -> BoxSpace:
    """The box's own space. The longer edge gives the turn: its direction suffers least from rounding."""
    (px, py), (qx, qy), (rx, ry), (sx, sy) = box.points_xy
    mx, my = (px + qx + rx + sx) / 4.0, (py + qy + ry + sy) / 4.0
    if math.hypot(qx - px, qy - py) >= math.hypot(rx - qx, ry - qy):
        x, y = unit_xy(qx - px, qy - py)
    else:
        y, x = unit_xy(rx - qx, ry - qy)
        y = -y
    arms = [(ax - mx, ay - my) for ax, ay in box.points_xy]
    along_x = sum([abs(ax * x + ay * y) for ax, ay in arms]) / 4.0
    along_y = sum([abs(ay * x - ax * y) for ax, ay in arms]) / 4.0
    return BoxSpace((mx, my), (x, y), (-y, x), (along_x, along_y))


def _turned(space: BoxSpace, local: XY) -> XY:
    """R local: from box space to world axes."""
    (x, y), (xx, xy), (yx, yy) = local, space.axis_x_xy, space.axis_y_xy
    return x * xx + y * yx, x * xy + y * yy
