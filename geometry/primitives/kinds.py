"""The kinds of shape that have routines of their own, and the refusal of the wrong ones."""

from __future__ import annotations

from enum import Enum

from geometry.guards import require_convex
from geometry.outline import extent
from geometry.shape import Convex
from geometry.tolerance import COLLINEAR, rounding
from geometry.vector import Vector, length


class ShapeKind(Enum):
    """What a table of pair routines is indexed by."""

    CIRCLE = "circle"  # one point and a radius; a radius of 0 is a point
    BOX = "box"  # a sharp rectangle, turned any way
    GENERAL = "general"  # everything else: capsules, other polygons, rounded ones


def shape_kind(shape: Convex) -> ShapeKind:
    """The kind of a shape, read off its points and radius."""
    require_convex("shape_kind", "a Convex", shape, "the shape")
    if len(shape.points) == 1:
        return ShapeKind.CIRCLE
    return ShapeKind.BOX if shape.radius == 0.0 and is_rectangle(shape) else ShapeKind.GENERAL


def is_rectangle(shape: Convex) -> bool:
    """Whether the core is a rectangle, up to the rounding of its vertices.

    The diagonals of a parallelogram share their middle, and those of a rectangle are as long as each other too.
    """
    if len(shape.points) != 4:
        return False
    p, q, r, s = shape.points
    allowed = COLLINEAR * extent(shape.points) + rounding(shape)
    return length((p - q) + (r - s)) <= allowed and abs(length(r - p) - length(s - q)) <= allowed


def center_of(routine: str, expected: str, shape: Convex, name: str) -> Vector:
    """The centre of a circle. Raises ValueError for any other shape."""
    if not isinstance(shape, Convex) or shape_kind(shape) is not ShapeKind.CIRCLE:
        raise ValueError(f"{routine} takes {expected}; {name} {description(shape)}")
    center: Vector = shape.points[0]
    return center


def require_box(routine: str, expected: str, shape: Convex, name: str) -> None:
    """Raises ValueError unless the shape is a sharp rectangle."""
    if not isinstance(shape, Convex) or shape_kind(shape) is not ShapeKind.BOX:
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
