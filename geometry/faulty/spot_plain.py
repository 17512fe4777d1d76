"""What the wrong routines of *Spot the bug* stand on: rings of points in plain Python, and these few are right.

A ring is convex and counter-clockwise: ((x, y), ...). Nothing here decides anything of the project.
"""

from __future__ import annotations

import math

XY = tuple[float, float]
Ring = tuple[XY, ...]


def dot(p: XY, q: XY) -> float:
    return p[0] * q[0] + p[1] * q[1]


def cross(p: XY, q: XY) -> float:
    return p[0] * q[1] - p[1] * q[0]


def minus(p: XY, q: XY) -> XY:
    return p[0] - q[0], p[1] - q[1]


def times(t: float, p: XY) -> XY:
    return t * p[0], t * p[1]


def unit(p: XY) -> XY:
    """Raises ZeroDivisionError for the zero vector."""
    size = math.hypot(*p)
    return p[0] / size, p[1] / size


def edges(ring: Ring) -> list[tuple[XY, XY]]:
    """Start and end of each edge, in order."""
    return [(ring[i], ring[(i + 1) % len(ring)]) for i in range(len(ring))]


def normals(ring: Ring) -> list[XY]:
    """The outward unit normals, one an edge."""
    return [unit((q[1] - p[1], p[0] - q[0])) for p, q in edges(ring)]


def axes(a: Ring, b: Ring) -> list[XY]:
    """Every direction that may part them with B moved along it: A's outward normals, B's inward ones."""
    return normals(a) + [(-x, -y) for x, y in normals(b)]


def interval(ring: Ring, n: XY) -> XY:
    """The projection on an axis: its least and greatest value."""
    values = [dot(p, n) for p in ring]
    return min(values), max(values)


def lowest(ring: Ring, n: XY) -> float:
    """The least value of the projection."""
    return interval(ring, n)[0]


def highest(ring: Ring, n: XY) -> float:
    """The greatest value of the projection."""
    return interval(ring, n)[1]


def middle(ring: Ring) -> XY:
    """The mean of the vertices."""
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def clamped(p: XY, box: tuple[XY, XY]) -> XY:
    """The point of an axis-aligned box, given by its corners, that is nearest to p: p itself where it lies inside."""
    (low_x, low_y), (high_x, high_y) = box
    return min(max(p[0], low_x), high_x), min(max(p[1], low_y), high_y)


def nearest_on_edge(c: XY, p: XY, q: XY) -> XY:
    """The point of the segment p q that is nearest to c."""
    way = minus(q, p)
    t = min(max(dot(minus(c, p), way) / dot(way, way), 0.0), 1.0)
    return p[0] + t * way[0], p[1] + t * way[1]


def nearest_on_ring(c: XY, ring: Ring) -> XY:
    """The point of the boundary that is nearest to c."""
    return min((nearest_on_edge(c, p, q) for p, q in edges(ring)), key=lambda p: math.dist(p, c))


def contains(ring: Ring, c: XY) -> bool:
    """Whether a convex ring contains the point, its boundary included."""
    return all(dot(minus(c, p), n) <= 0.0 for p, n in zip(ring, normals(ring), strict=True))


def normal_at(ring: Ring, c: XY) -> XY:
    """The outward normal of the edge that is nearest to a point."""
    near = min(range(len(ring)), key=lambda i: math.dist(c, nearest_on_edge(c, *edges(ring)[i])))
    return normals(ring)[near]


def runs_left(ring: Ring) -> bool:
    """Whether a ring of any form is counter-clockwise."""
    return sum(cross(p, q) for p, q in edges(ring)) > 0.0
