"""How near a pointer is to what it may point at: a point, a line, or an area."""

from __future__ import annotations

import itertools
import math

from viz.lesson.mark import Coordinates, Pair


def distance_to(path: Coordinates, at: Pair) -> tuple[float, float]:
    """From a point to a path, or to the one point that it is; of a closed path to the area inside, and how large
    that is."""
    if len(path) == 1:
        return math.dist(path[0], at), 0.0
    nearest, area, winds = math.inf, 0.0, False
    for (x, y), (x2, y2) in itertools.pairwise(path):
        dx, dy = x2 - x, y2 - y
        squared = dx * dx + dy * dy
        t = 0.0 if squared == 0.0 else min(max(((at[0] - x) * dx + (at[1] - y) * dy) / squared, 0.0), 1.0)
        nearest = min(nearest, math.hypot(at[0] - x - t * dx, at[1] - y - t * dy))
        area += (x * y2 - x2 * y) / 2.0
        if (y > at[1]) != (y2 > at[1]) and at[0] < x + (at[1] - y) / dy * dx:  # a ray to the right leaves there
            winds = not winds
    if path[0] != path[-1]:
        return nearest, 0.0
    return 0.0 if winds else nearest, abs(area)
