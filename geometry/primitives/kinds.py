"""The kinds of shape that have routines of their own, and the refusal of the wrong ones."""

from __future__ import annotations

from enum import Enum
from math import hypot

from geometry.guards import require_convex
from geometry.shape import Convex
from geometry.tolerance import COLLINEAR, rounding
from geometry.vector import XY


class ShapeKind(Enum):
    """What a table of pair routines is indexed by."""

    CIRCLE = "circle"  # one point and a radius; a radius of 0 is a point
    BOX = "box"  # a sharp rectangle, turned any way
    GENERAL = "general"  # everything else: capsules, other polygons, rounded ones

    __hash__ = object.__hash__  # members are single; the table is looked up often, and Enum's own is slow


_CIRCLE, _BOX, _GENERAL = ShapeKind  # looking a member up takes Python 3.11 longer than a dot product


def shape_kind(shape: Convex) -> ShapeKind:
    """The kind of a shape, read off its points and radius."""
    require_convex("shape_kind", "a Convex", shape, "the shape")
    if len(shape.points) == 1:
        return _CIRCLE
    return _BOX if shape.radius == 0.0 and is_rectangle(shape) else _GENERAL


def is_rectangle(shape: Convex) -> bool:
    """Whether the core is a rectangle, up to the rounding of its vertices.

    The diagonals of a parallelogram share their middle, and those of a rectangle are as long as each other too.
    """
    if len(shape.points) != 4:
        return False
    (px, py), (qx, qy), (rx, ry), (sx, sy) = shape.points_xy
    extent = max(max(px, qx, rx, sx) - min(px, qx, rx, sx), max(py, qy, ry, sy) - min(py, qy, ry, sy))
    allowed = COLLINEAR * extent + rounding(shape)
    if not hypot((px - qx) + (rx - sx), (py - qy) + (ry - sy)) <= allowed:
        return False
    return abs(hypot(rx - px, ry - py) - hypot(sx - qx, sy - qy)) <= allowed


def center_of(routine: str, expected: str, shape: Convex, name: str) -> XY:
    """The centre of a circle. Raises ValueError for any other shape."""
    if not isinstance(shape, Convex) or len(shape.points) != 1:
        raise ValueError(f"{routine} takes {expected}; {name} {description(shape)}")
    return shape.points_xy[0]


def require_box(routine: str, expected: str, shape: Convex, name: str) -> None:
    """Raises ValueError unless the shape is a sharp rectangle."""
    if not isinstance(shape, Convex) or shape.radius > 0.0 or not is_rectangle(shape):
        raise ValueError(f"{routine} takes {expected}; {name} {description(shape)}")


def description(shape: object) -> str:
    """What a shape is, to be told what it should have been: "has 4 vertices"."""
    if not isinstance(shape, Convex):
        return f"is no Convex but of type {type(shape).__name__}"
    if len(shape.points) == 1:
        return "is a circle"
    if len(shape.points) != 4:
        return f"has {len(shape.points)} vertices"
    if shape.radius > 0.0:
        return f"is rounded, with 4 vertices and a radius of {shape.radius:g}"
    return "has 4 vertices" if is_rectangle(shape) else "has 4 vertices that make no rectangle"
