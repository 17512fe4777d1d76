"""More that the wrong routines of *Spot the bug* stand on, beside `spot_plain`: none of it is wrong.

A routine that need not end is a generator: each iteration yields the state that the next one depends on, so that
whoever asks can stop it, and sees that a state comes again.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import TypeVar

from geometry import shape
from geometry.faulty.spot_plain import XY, Ring, contains, minus, nearest_on_ring, unit
from geometry.vector import xy_rows

T = TypeVar("T")
Run = Generator[object, None, T]
Disc = tuple[XY, float]  # centre, radius
Wall = tuple[XY, XY]  # its ends
Box = tuple[XY, XY]  # lower left and upper right corner


def moved(p: XY, d: XY, t: float = 1.0) -> XY:
    """p + t d."""
    return p[0] + t * d[0], p[1] + t * d[1]


def size(p: XY) -> float:
    """|p|."""
    return math.hypot(p[0], p[1])


def outward(p: XY, q: XY) -> XY:
    """The unit normal of the edge p q of a ring."""
    return unit((q[1] - p[1], p[0] - q[0]))


def separation_from(ring: Ring, p: XY) -> float:
    """The distance of a point from a convex ring; negative inside, that from its boundary."""
    distance = size(minus(p, nearest_on_ring(p, ring)))
    return -distance if contains(ring, p) else distance


def hull(cloud: Sequence[XY]) -> Ring:
    """The convex hull."""
    return xy_rows(shape.hull(cloud).points)
