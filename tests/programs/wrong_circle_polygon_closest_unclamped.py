"""The foot of the centre on the line of an edge, also beyond the edge's ends."""

import math


def circle_polygon_closest_points(center, radius, polygon):
    (x, y), feet, turns = center, [], []
    for (px, py), (qx, qy) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        ex, ey = qx - px, qy - py
        turns.append(ex * (y - py) - ey * (x - px))
        t = ((x - px) * ex + (y - py) * ey) / (ex * ex + ey * ey)
        if t < 1:  # the other end is not looked at
            feet.append((px + t * ex, py + t * ey))
    if min(turns) >= 0 or max(turns) <= 0:
        return None
    near = min([*feet, *polygon], key=lambda each: math.dist(each, center))
    gap = math.dist(near, center)
    if gap <= radius:
        return None
    return (x + radius * (near[0] - x) / gap, y + radius * (near[1] - y) / gap), near
