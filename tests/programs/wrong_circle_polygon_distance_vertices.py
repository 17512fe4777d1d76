"""Measures to the vertices only, not to what is between them."""

import math


def circle_polygon_distance(center, radius, polygon):
    turns = [
        (q[0] - p[0]) * (center[1] - p[1]) - (q[1] - p[1]) * (center[0] - p[0])
        for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True)
    ]
    if min(turns) >= 0 or max(turns) <= 0:
        return 0.0
    return max(0.0, min(math.dist(center, p) for p in polygon) - radius)
