"""The right answers, by the project's own routines, in plain values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from geometry import Aabb, Convex, Polygon, minimum_translation, overlaps, separation
from geometry.primitives.circle_aabb import circle_aabb
from geometry.primitives.circle_circle import circle_circle
from geometry.sat.edge_normals import edge_normal
from geometry.sat.separating_axis import separating_axis
from geometry.sat.support import support_ties
from lessons.labs.cards.parts import XY, Disc, Kind, Ring, convex_of

Box = tuple[XY, XY]


def xy(point: Any) -> XY:
    """An array as two plain numbers."""
    x, y = point.tolist()
    return x, y


def push(a: Ring, b: Ring) -> XY | None:
    """The minimum translation of B; None where the polygons are apart."""
    move = minimum_translation(convex_of(Kind.POLYGON, a), convex_of(Kind.POLYGON, b)).translation
    return None if move is None else xy(move)


def axis(a: Ring, b: Ring) -> tuple[float, XY]:
    """The greatest separation of two polygons along an edge normal, and that normal, from A to B."""
    return axis_of(convex_of(Kind.POLYGON, a), convex_of(Kind.POLYGON, b))


def axis_of(a: Convex, b: Convex) -> tuple[float, XY]:
    """The same of any two convex shapes."""
    best = separating_axis(a, b, early_out=False).best
    return best.separation, xy(best.normal)


def polygon_circle(polygon: Ring, circle: Disc) -> tuple[float, XY]:
    """The same of a polygon and a circle."""
    return axis_of(convex_of(Kind.POLYGON, polygon), convex_of(Kind.CIRCLE, circle))


def circle_hits(polygon: Ring, circle: Disc) -> bool:
    """Whether they touch or overlap."""
    return overlaps(convex_of(Kind.POLYGON, polygon), convex_of(Kind.CIRCLE, circle))


def overlaps_outline(outline: Ring, box: Ring) -> bool:
    """Whether one of the outline's convex pieces touches or overlaps the polygon."""
    other = convex_of(Kind.POLYGON, box)
    return any(overlaps(piece, other) for piece in _pieces(outline))


@lru_cache(maxsize=64)
def _pieces(outline: Ring) -> tuple[Convex, ...]:
    return Polygon(outline).pieces


def outward_normals(outline: Ring) -> tuple[XY, ...]:
    """Of each edge, either way round."""
    listed = np.array(outline)
    return tuple(xy(edge_normal(listed, i, concave=True).normal) for i in range(len(outline)))


def polygon_distance(a: Ring, b: Ring) -> float:
    """The greatest separation on a normal of either: polygons in front of each other's corners are farther apart."""
    shapes = [convex_of(Kind.POLYGON, each) for each in (a, b)]
    normals = [*shapes[0].normals, *(-n for n in shapes[1].normals)]
    return max(float((shapes[1].points @ n).min() - (shapes[0].points @ n).max()) for n in normals)


def part_circles(a: Disc, b: Disc) -> tuple[XY, XY]:
    """The centres after B has been moved along the normal until the circles just touch, if they overlap."""
    found = circle_circle(convex_of(Kind.CIRCLE, a), convex_of(Kind.CIRCLE, b))
    depth = max(-found.separation, 0.0)
    return a[0], (b[0][0] + depth * float(found.normal[0]), b[0][1] + depth * float(found.normal[1]))


def circles(a: Disc, b: Disc) -> tuple[float, XY]:
    """The separation of two circles, and the normal from A to B."""
    found = circle_circle(convex_of(Kind.CIRCLE, a), convex_of(Kind.CIRCLE, b))
    return found.separation, xy(found.normal)


def box_circle(box: Box, circle: Disc) -> tuple[float, XY]:
    """The separation of an axis-aligned box and a circle, and the normal from the box."""
    found = circle_aabb(_aabb(box), convex_of(Kind.CIRCLE, circle))
    return found.separation, xy(found.normal)


def contacts(a: Disc, b: Box, c: Disc) -> tuple[bool, bool, bool]:
    """Whether A and B, B and C, A and C touch or overlap."""
    first, box, second = (convex_of(k, x) for k, x in ((Kind.CIRCLE, a), (Kind.BOX, b), (Kind.CIRCLE, c)))
    return overlaps(first, box), overlaps(box, second), overlaps(first, second)


def contact_on_top(a: Box, b: Box) -> tuple[XY, ...] | None:
    """The middle of the part of A's upper face that lies in B; None for no contact."""
    if not overlaps(convex_of(Kind.BOX, a), convex_of(Kind.BOX, b)):
        return None
    left, right = np.clip((b[0][0], b[1][0]), a[0][0], a[1][0]).tolist()
    return ((0.5 * (left + right), a[1][1]),)


def resting_points(floor: Box, box: Ring) -> tuple[XY, ...] | None:
    """All support points of a box downwards, from left to right; None where it does not reach the floor."""
    shape = convex_of(Kind.POLYGON, box)
    if separation(convex_of(Kind.BOX, floor), shape) > 0.0:
        return None
    return tuple(sorted(xy(each.point) for each in support_ties(shape, (0.0, -1.0))))


def push_pair(a: Disc, b: Box) -> XY | None:
    """The minimum translation of a box out of a circle; None where they are apart."""
    move = minimum_translation(convex_of(Kind.CIRCLE, a), convex_of(Kind.BOX, b)).translation
    return None if move is None else xy(move)


def _aabb(box: Box) -> Aabb:
    return Aabb(np.array(box[0]), np.array(box[1]))
