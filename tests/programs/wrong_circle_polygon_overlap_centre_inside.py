"""Looks at the boundary only: a small circle in the middle of the polygon is missed."""

import math


def to_segment(c, p, q):
    ex, ey = q[0] - p[0], q[1] - p[1]
    t = max(0, min(1, ((c[0] - p[0]) * ex + (c[1] - p[1]) * ey) / (ex * ex + ey * ey)))
    return math.dist(c, (p[0] + t * ex, p[1] + t * ey))


def circle_polygon_overlap(center, radius, polygon):
    return any(to_segment(center, polygon[i - 1], polygon[i]) <= radius for i in range(len(polygon)))
