"""Giving a shape another kind, size, radius or number of vertices, where it stands."""

from __future__ import annotations

import math
from enum import Enum
from functools import lru_cache

import numpy as np

from geometry import Convex, box, capsule, circle, regular_polygon
from geometry.vector import cross, following, length, readonly
from viz.lesson.outline import Outline
from viz.lesson.scene import Body

MOST_SIDES = 100
_SAME = 1e-9  # relative: sides and angles that differ by less are meant to be equal


class ShapeKind(Enum):
    """What a shape is called; any of them may be rounded."""

    CIRCLE = "circle"
    CAPSULE = "capsule"
    BOX = "box"
    REGULAR = "regular polygon"
    FREE = "free polygon"


@lru_cache(maxsize=64)  # asked for every frame, of shapes that seldom change
def kind_of(shape: Convex) -> ShapeKind:
    """The simplest name that fits."""
    count = len(shape.points)
    if count <= 2:
        return (ShapeKind.CIRCLE, ShapeKind.CAPSULE)[count - 1]
    sides = np.roll(shape.points, -1, axis=0) - shape.points
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    turns = (following(sides) * sides).sum(axis=1) / (lengths * np.roll(lengths, -1))
    if count == 4 and np.abs(turns).max() < _SAME:
        return ShapeKind.BOX
    if np.ptp(lengths) < _SAME * lengths.max() and np.ptp(turns) < _SAME:
        return ShapeKind.REGULAR
    return ShapeKind.FREE


def with_kind(body: Body, kind: ShapeKind) -> Body:
    """A shape of that kind, about as large, in the same place; the same one where it has the kind already."""
    shape = body.shape
    if kind_of(shape) is kind or (kind is ShapeKind.FREE and len(shape.points) > 2):
        return body
    size = math.sqrt(_area(shape))
    match kind:
        case ShapeKind.CIRCLE:
            made = circle(size / math.sqrt(math.pi))
        case ShapeKind.CAPSULE:
            made = capsule((-0.5 * size, 0.0), (0.5 * size, 0.0), 0.375 * size)
        case ShapeKind.BOX:
            made = box(1.2 * size, size / 1.2)
        case ShapeKind.REGULAR:
            count = len(shape.points)
            made = _regular(5 if count < 3 or kind_of(shape) is ShapeKind.BOX else count, size)
        case ShapeKind.FREE:
            made = _regular(5, size)
    return body.shaped(made)


def with_sides(body: Body, sides: int) -> Body:
    """A regular polygon with so many sides and the same area."""
    sides = min(max(sides, 3), MOST_SIDES)
    core = Convex(body.shape.points) if len(body.shape.points) > 2 else body.shape
    made = _regular(sides, math.sqrt(_area(core)))
    return body.shaped(Convex(made.points, body.shape.radius))


def with_size(body: Body, width: float, height: float) -> Body:
    """A box of that size. Raises ValueError unless both are positive."""
    return body.shaped(Convex(box(width, height).points, body.shape.radius))


def with_radius(body: Body, radius: float) -> Body:
    """The same core, rounded by `radius`. Raises ValueError for a negative one, and for a circle of none."""
    if len(body.shape.points) == 1 and radius <= 0.0:
        raise ValueError("the radius of a circle must be positive")
    return body.shaped(Convex(body.shape.points, radius))


def with_vertex_added(body: Body, edge: int) -> Body:
    """A new vertex in the middle of an edge, pushed out a little so that it is a corner.

    It goes out at most half as far as the neighbouring corners allow. Raises ValueError for a circle or a
    capsule, and for more than MOST_SIDES vertices.
    """
    points = body.shape.points
    count = len(points)
    if count < 3:
        raise ValueError("only a polygon can be given another vertex")
    if count >= MOST_SIDES:
        raise ValueError(f"a shape here has at most {MOST_SIDES} vertices")
    start, end, n = points[edge], points[(edge + 1) % count], body.shape.normals[edge]
    before, after = start - points[edge - 1], points[(edge + 2) % count] - end
    middle = (start + end) / 2.0
    out = 0.12 * length(end - start)
    # At middle + h n the outline turns left at `start` while cross(before, middle + h n - start) > 0, and at `end`
    # while cross(end - middle - h n, after) > 0: both are straight lines in h, positive at 0.
    for at_0, slope in (
        (cross(before, middle - start), cross(before, n)),
        (cross(end - middle, after), -cross(n, after)),
    ):
        if slope < 0.0:
            out = min(out, -0.5 * at_0 / slope)
    corner = middle + out * n
    changed = np.insert(points, edge + 1, corner, axis=0)
    return body.shaped(Convex(readonly(changed), body.shape.radius)).centred()


def with_another_vertex(value: Body | Outline, edge: int) -> Body | Outline:
    """With a new vertex on an edge."""
    return value.with_vertex_added(edge) if isinstance(value, Outline) else with_vertex_added(value, edge)


def without_vertex(value: Body | Outline, index: int) -> Body | Outline:
    """Without one vertex. Raises ValueError where fewer than three would stay."""
    return value.with_vertex_removed(index) if isinstance(value, Outline) else with_vertex_removed(value, index)


def with_vertex_removed(body: Body, index: int) -> Body:
    """The same of a body."""
    if len(body.shape.points) <= 3:
        raise ValueError("a polygon needs three vertices")
    changed = np.delete(body.shape.points, index, axis=0)
    return body.shaped(Convex(readonly(changed), body.shape.radius)).centred()


def _regular(sides: int, size: float) -> Convex:
    """Of area size^2: a regular polygon of circumradius R has area n R^2 sin(2 pi / n) / 2."""
    return regular_polygon(sides, size * math.sqrt(2.0 / (sides * math.sin(math.tau / sides))))


def _area(shape: Convex) -> float:
    """Of the core grown by its radius (Steiner: area + perimeter r + pi r^2)."""
    points, r = shape.points, shape.radius
    after = following(points)
    core = abs(float((points[:, 0] * after[:, 1] - points[:, 1] * after[:, 0]).sum())) / 2.0
    sides = np.hypot(*(after - points).T)
    return core + float(sides.sum()) * r + math.pi * r * r
