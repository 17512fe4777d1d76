"""Separating axis routines with one wrong line each, for *Spot the bug*. Written as a student writes them.

Sources: SAT explained, Rounding collider corners; the others are slips of many forum threads. In each docstring what
comes after its first line says what is wrong; the lab does not show it.
"""

from __future__ import annotations

import math

from geometry.faulty.spot_plain import (
    XY,
    Ring,
    axes,
    contains,
    dot,
    edges,
    highest,
    interval,
    lowest,
    middle,
    minus,
    nearest_on_ring,
    normals,
    times,
    unit,
)


def push_out(a: Ring, b: Ring) -> XY | None:
    """The shortest move of B that parts A and B.

    Wrong: a negative overlap is a gap, and ends the search. Here its size is compared, so B is pulled by the gap.
    """
    least, move = math.inf, None
    for n in axes(a, b):
        overlap = highest(a, n) - lowest(b, n)
        if abs(overlap) < least:
            least, move = abs(overlap), times(overlap, n)
    return move


def push_by_edges(a: Ring, b: Ring) -> XY | None:
    """The shortest move of B that parts A and B.

    Wrong: the normal has the length of its edge, so an overlap on a long edge seems larger than it is.
    """
    least, best = math.inf, (0.0, 0.0)
    for p, q in edges(a) + [(q, p) for p, q in edges(b)]:
        n = (q[1] - p[1], p[0] - q[0])
        overlap = highest(a, n) - lowest(b, n)
        if overlap < 0.0:
            return None
        if overlap < least:
            least, best = overlap, n
    n = unit(best)
    depth = highest(a, n) - lowest(b, n)
    return times(depth, n)


def push_along_axis(a: Ring, b: Ring) -> XY | None:
    """The shortest move of B that parts A and B.

    Wrong: both the axis and the overlap change their signs, so their product keeps its sign.
    """
    least, best = math.inf, (0.0, 0.0)
    for n in normals(a) + normals(b):
        a_low, a_high = interval(a, n)
        b_low, b_high = interval(b, n)
        overlap = min(a_high - b_low, b_high - a_low)
        if overlap < 0.0:
            return None
        if b_high - a_low < a_high - b_low:
            n = times(-1.0, n)
            overlap = -overlap
        if abs(overlap) < least:
            least, best = abs(overlap), times(overlap, n)
    return best


def push_from_centre(a: Ring, b: Ring) -> XY | None:
    """The shortest move of B that parts A and B.

    Wrong: which way is shorter is seen in the projections; the centres may lie the other way round.
    """
    least, best = math.inf, (0.0, 0.0)
    for n in normals(a) + normals(b):
        a_low, a_high = interval(a, n)
        b_low, b_high = interval(b, n)
        overlap = min(a_high - b_low, b_high - a_low)
        if overlap < 0.0:
            return None
        if overlap < least:
            least, best = overlap, n
    if dot(best, minus(middle(b), middle(a))) < 0.0:
        best = times(-1.0, best)
    return times(least, best)


def push_by_shared_part(a: Ring, b: Ring) -> XY | None:
    """The shortest move of B that parts A and B.

    Wrong: where one projection contains the other, their common part is shorter than the way out.
    """
    least, best = math.inf, (0.0, 0.0)
    for n in normals(a) + normals(b):
        a_low, a_high = interval(a, n)
        b_low, b_high = interval(b, n)
        overlap = min(a_high, b_high) - max(a_low, b_low)
        if overlap < 0.0:
            return None
        if b_low + b_high < a_low + a_high:
            n = times(-1.0, n)
        if overlap < least:
            least, best = overlap, n
    return times(least, best)


def greatest_gap(a: Ring, b: Ring) -> tuple[float, XY]:
    """The greatest separation of A and B on any axis, and that axis.

    Wrong: B's normals are left out, and only one of them may show the gap.
    """
    best, axis = -math.inf, (0.0, 0.0)
    for n in normals(a):
        gap = lowest(b, n) - highest(a, n)
        if gap > best:
            best, axis = gap, n
    return best, axis


def polygon_circle(polygon: Ring, circle: tuple[XY, float]) -> tuple[float, XY]:
    """The separation of a polygon and a circle, and its axis.

    Wrong: in front of a corner the axis from the nearest vertex to the centre decides, and it is not tested.
    """
    centre, radius = circle
    best, axis = -math.inf, (0.0, 0.0)
    candidates = normals(polygon)
    for n in candidates:
        gap = dot(centre, n) - radius - highest(polygon, n)
        if gap > best:
            best, axis = gap, n
    return best, axis


def polygon_circle_nearest(polygon: Ring, circle: tuple[XY, float]) -> tuple[float, XY]:
    """The separation of a polygon and a circle, and its axis.

    Wrong: on the boundary the nearest point is the centre itself, and 0 / 0 is no direction.
    """
    centre, radius = circle
    nearest = nearest_on_ring(centre, polygon)
    distance = math.dist(nearest, centre)
    n = unit(minus(centre, nearest))
    if contains(polygon, centre):
        n, distance = times(-1.0, n), -distance
    return distance - radius, n


def circle_hits(polygon: Ring, circle: tuple[XY, float]) -> bool:
    """Whether a polygon and a circle overlap.

    Wrong: the boundary may be far away from a centre that lies inside.
    """
    centre, radius = circle
    nearest = nearest_on_ring(centre, polygon)
    distance = math.dist(nearest, centre)
    return distance <= radius


def overlaps_outline(outline: Ring, box: Ring) -> bool:
    """Whether an outline of any form and a convex polygon overlap.

    Wrong: no axis parts shapes that lie in each other's notches. A concave outline has to be cut into convex pieces.
    """
    pieces = [outline]
    overlaps = False
    for piece in pieces:
        gaps = [lowest(box, n) - highest(piece, n) for n in axes(piece, box)]
        overlaps = overlaps or max(gaps) <= 0.0
    return overlaps


def outward_normals(outline: Ring) -> tuple[XY, ...]:
    """The outward unit normal of each edge.

    Wrong: (−y, x) is outward for clockwise lists only; the winding is not looked at.
    """
    found = []
    for p, q in edges(outline):
        x, y = q[0] - p[0], q[1] - p[1]
        n = (-y, x)
        found.append(unit(n))
    return tuple(found)


SLOP = 0.01


def push_off_the_floor(floor: tuple[XY, XY], box: tuple[XY, XY]) -> tuple[float, float]:
    """How far up a static floor and a box on it are pushed.

    Wrong: a static floor takes no share, and 0.51 for each is no slop: it parts them by 2 % of the depth.
    """
    (left, _), (right, top) = floor
    (low_x, low_y), (high_x, high_y) = box
    depth = top - low_y
    beside = high_x < left or low_x > right
    if beside or depth <= SLOP or high_y < top:
        return 0.0, 0.0
    floor_up, box_up = -0.51 * depth, 0.51 * depth
    return floor_up, box_up
