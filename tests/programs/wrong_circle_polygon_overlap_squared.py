"""The distance is compared with the square of the radius."""

import math


def circle_polygon_overlap(center, radius, polygon):
    inside, nearest = True, math.inf
    turns = []
    for i in range(len(polygon)):
        (px, py), (qx, qy) = polygon[i - 1], polygon[i]
        ex, ey = qx - px, qy - py
        x, y = center[0] - px, center[1] - py
        turns.append(ex * y - ey * x)
        t = max(0.0, min(1.0, (x * ex + y * ey) / (ex * ex + ey * ey)))
        nearest = min(nearest, math.hypot(x - t * ex, y - t * ey))
    inside = min(turns) >= 0 or max(turns) <= 0
    return inside or nearest <= radius**2
