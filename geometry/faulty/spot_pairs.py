"""Routines for pairs of circles and axis-aligned boxes with one wrong line each, for *Spot the bug*.

A circle is (centre, radius), a box (low corner, high corner). Sources: Collision detection for dummies, Shapes and
collision. In each docstring what comes after its first line says what is wrong; the lab does not show it.
"""

from __future__ import annotations

import math
import sys

from geometry.faulty.spot_plain import XY, Ring, axes, clamped, highest, lowest, minus, times, unit

Disc = tuple[XY, float]
Box = tuple[XY, XY]


def part_circles(a: Disc, b: Disc) -> tuple[XY, XY]:
    """The centres of A and B after B has been pushed out of A.

    Wrong: the push from A to B is added to A, which moves it towards B.
    """
    (p, r), (q, s) = a, b
    n = unit(minus(q, p))
    depth = r + s - math.dist(p, q)
    if depth > 0.0:
        x, y = times(depth, n)
        p = (p[0] + x, p[1] + y)
    return p, q


def polygon_distance(a: Ring, b: Ring) -> float:
    """The separation of A and B on the best axis, negative where they overlap.

    Wrong: both comparisons with 0 are strict, so shapes that just touch get neither value.
    """
    distance = sys.float_info.max
    gap = max(lowest(b, n) - highest(a, n) for n in axes(a, b))
    if gap > 0.0:
        distance = gap
    if gap < 0.0:
        distance = -min(highest(a, n) - lowest(b, n) for n in axes(a, b))
    return distance


def box_circle(box: Box, circle: Disc) -> tuple[float, XY]:
    """The separation of a box and a circle, and the normal from the box.

    Wrong: a centre inside the box is its own clamped point, and 0 / 0 is no direction.
    """
    centre, radius = circle
    nearest = clamped(centre, box)
    distance = math.dist(centre, nearest)
    n = unit(minus(centre, nearest))
    return distance - radius, n


def contacts(a: Disc, b: Box, c: Disc) -> tuple[bool, bool, bool]:
    """Whether A and B, B and C, A and C are in contact.

    Wrong: touching is contact for a circle and the box, and is none for two circles.
    """
    hits = []
    for centre, radius in (a, c):
        nearest = clamped(centre, b)
        hits.append(not math.dist(centre, nearest) > radius)
    distance = math.dist(a[0], c[0])
    hits.append(distance < a[1] + c[1])
    return hits[0], hits[1], hits[2]


def circle_circle(a: Disc, b: Disc) -> tuple[float, XY]:
    """The separation of two circles, and the normal from A to B.

    Wrong: circles about one centre have no line of centres, and 0 / 0 is no direction.
    """
    (p, r), (q, s) = a, b
    distance = math.dist(p, q)
    n = unit(minus(q, p))
    return distance - (r + s), n


def contact_on_top(a: Box, b: Box) -> tuple[XY, ...] | None:
    """The contact point on A's upper face, of a box B that stands on it; None for no contact.

    Wrong: the normal points out of A, so the way back to A's face is plus the depth.
    """
    left, right = max(a[0][0], b[0][0]), min(a[1][0], b[1][0])
    depth = a[1][1] - b[0][1]
    if depth < 0.0 or left > right:
        return None
    bottom = b[0][1]
    return ((0.5 * (left + right), bottom - depth),)


def resting_points(floor: Box, box: Ring) -> tuple[XY, ...] | None:
    """The deepest points of a box that rests on a floor; None where it does not reach the floor.

    Wrong: an edge that rests flat has two deepest corners; with one of them the box rocks.
    """
    top = floor[1][1]
    deepest = min(box, key=lambda p: p[1])
    if deepest[1] > top:
        return None
    return (deepest,)


def push_pair(a: Disc, b: Box) -> XY | None:
    """The push of a box B out of a circle A, by the routine for a box and a circle.

    Wrong: that routine's normal points from the box to the circle, and is not turned round with the arguments.
    """
    separation, n = box_and_circle(b, a)
    if separation > 0.0:
        return None
    return times(-separation, n)


def box_and_circle(box: Box, circle: Disc) -> tuple[float, XY]:
    """Right: the separation, and the normal from the box to the circle."""
    (low, high), (centre, radius) = box, circle
    nearest = clamped(centre, box)
    if nearest != centre:
        return math.dist(centre, nearest) - radius, unit(minus(centre, nearest))
    ways = (
        (centre[0] - low[0], (-1.0, 0.0)),
        (high[0] - centre[0], (1.0, 0.0)),
        (centre[1] - low[1], (0.0, -1.0)),
        (high[1] - centre[1], (0.0, 1.0)),
    )
    depth, n = min(ways)
    return -depth - radius, n
