"""What the plain wrong routines share: vectors as tuples, outlines as rows of them.

An outline runs counter-clockwise. Nothing here is wrong: the slip of a routine stands in its own body. A routine that
need not end is a generator that yields once an iteration, so that whoever asks it can stop.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import TypeVar

from geometry import shape
from geometry.vector import XY, xy_rows

T = TypeVar("T")
Run = Generator[None, None, T]
Outline = Sequence[XY]
Disc = tuple[XY, float]  # centre, radius
Wall = tuple[XY, XY]  # its ends
Box = tuple[XY, XY]  # lower left and upper right corner


def sub(p: XY, q: XY) -> XY:
    return p[0] - q[0], p[1] - q[1]


def add(p: XY, d: XY, t: float = 1.0) -> XY:
    """p + t d."""
    return p[0] + t * d[0], p[1] + t * d[1]


def dot(p: XY, q: XY) -> float:
    return p[0] * q[0] + p[1] * q[1]


def cross(p: XY, q: XY) -> float:
    return p[0] * q[1] - p[1] * q[0]


def size(p: XY) -> float:
    """|p|."""
    return math.hypot(p[0], p[1])


def unit(p: XY) -> XY:
    """Raises ZeroDivisionError for the zero vector."""
    return p[0] / size(p), p[1] / size(p)


def edges(outline: Outline) -> list[tuple[XY, XY]]:
    """Start and end of each."""
    return list(zip(outline, (*outline[1:], outline[0]), strict=True))


def outward(u: XY, v: XY) -> XY:
    """The unit normal of an edge from u to v."""
    return unit((v[1] - u[1], u[0] - v[0]))


def project(outline: Outline, axis: XY) -> tuple[float, float]:
    """Least and greatest value along the axis."""
    places = [dot(p, axis) for p in outline]
    return min(places), max(places)


def nearest_on(p: XY, u: XY, v: XY) -> XY:
    """The point of the segment from u to v that is nearest to p."""
    along = sub(v, u)
    t = dot(sub(p, u), along) / dot(along, along)
    return add(u, along, min(max(t, 0.0), 1.0))


def separation_from(outline: Outline, p: XY) -> float:
    """The distance of a point from a convex polygon; negative inside, that from its boundary."""
    inside = all(dot(sub(p, u), outward(u, v)) < 0.0 for u, v in edges(outline))
    distance = min(size(sub(p, nearest_on(p, u, v))) for u, v in edges(outline))
    return -distance if inside else distance


def centre(outline: Outline) -> XY:
    """The mean of the vertices."""
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def hull(cloud: Outline) -> list[XY]:
    """The convex hull."""
    return list(xy_rows(shape.hull(cloud).points))
