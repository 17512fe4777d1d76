"""A circle against a box that is turned any way: into the box's space, clamp, and back.

In the box's space its middle is the origin and its edges lie along the axes. The way there is the inverse of the
box's own placing: first back by its place, then back by its turn. A rotation's inverse is its transpose, so each
coordinate in box space is a dot product with one of the box's axes:

    local = R^T (center - middle) = (x . offset, y . offset),   R = (x  y)

Sources: Collision detection for dummies, Shapes and collision detection (translate, then transpose).
"""

from __future__ import annotations

import numpy as np

from geometry.primitives.circle_aabb import CircleInBoxStep, circle_in_box_axes
from geometry.primitives.contact import Contact, PairResult
from geometry.primitives.kinds import center_of, require_box
from geometry.record import record
from geometry.shape import Convex
from geometry.tolerance import rounding
from geometry.trace import Steps, steppable
from geometry.vector import Vector, dot, left_of, length, readonly, right_of, unit


@record
class BoxSpace:
    """A box as middle, axes and half extents."""

    middle: Vector  # world
    axis_x: Vector  # unit, world; along the edge from vertex 0 to vertex 1
    axis_y: Vector  # unit, world; axis_x turned a quarter counter-clockwise
    half: Vector  # half the box's length along each of its axes


@record
class Translated:
    """The circle's centre, seen from the box's middle; still in world axes."""

    space: BoxSpace  # of the box
    center: Vector  # of the circle, world
    offset: Vector  # center - middle, world axes


@record
class Unturned:
    """R^T offset: the centre in box space. The steps that follow stay there."""

    space: BoxSpace  # of the box
    offset: Vector  # center - middle, world axes
    local: Vector  # (axis_x . offset, axis_y . offset): the centre in box space


@record
class BackInWorld:
    """The contact turned by R and moved by the middle; a separation is the same in every space."""

    space: BoxSpace  # of the box
    local: Contact  # the contact in box space
    point: Vector  # of the contact, world
    normal: Vector  # unit, world; from the box to the circle


CircleObbStep = BoxSpace | Translated | Unturned | CircleInBoxStep | BackInWorld | PairResult


@steppable
def circle_obb(box: Convex, circle: Convex) -> Steps[CircleObbStep, PairResult]:
    """The contact of a box of any turn, A, and a circle, B.

    Tie rule: see `circle_in_box_axes`; +x is the way from the box's vertex 0 to its vertex 1. Raises ValueError
    unless the box is a sharp rectangle and the circle a circle.
    """
    expected = "a box and a circle"
    require_box("circle_obb", expected, box, "the box")
    center = center_of("circle_obb", expected, circle, "the circle")
    space = box_space(box)
    yield space
    offset = readonly(center - space.middle)
    yield Translated(space, center, offset)
    local = readonly(np.array((dot(space.axis_x, offset), dot(space.axis_y, offset))))
    yield Unturned(space, offset, local)
    tolerance = rounding(box, circle)
    low, high = readonly(-space.half), space.half
    contact = yield from circle_in_box_axes.steps(low, high, local, circle.radius, tolerance)
    point = readonly(space.middle + _turned(space, contact.point))
    normal = _turned(space, contact.normal)
    yield BackInWorld(space, contact, point, normal)
    result = PairResult.of(Contact(point, normal, contact.separation), tolerance)
    yield result
    return result


def box_space(box: Convex) -> BoxSpace:
    """The box's own space. The longer edge gives the turn: its direction suffers least from rounding."""
    middle = box.points.mean(axis=0)
    along_x, along_y = box.points[1] - box.points[0], box.points[2] - box.points[1]
    axis_x = unit(along_x) if length(along_x) >= length(along_y) else right_of(unit(along_y))
    axis_y = left_of(axis_x)
    from_middle = box.points - middle
    half = np.array((np.abs(from_middle @ axis_x).mean(), np.abs(from_middle @ axis_y).mean()))
    return BoxSpace(readonly(middle), axis_x, axis_y, readonly(half))


def _turned(space: BoxSpace, local: Vector) -> Vector:
    """R local: from box space to world axes."""
    return readonly(local[0] * space.axis_x + local[1] * space.axis_y)
