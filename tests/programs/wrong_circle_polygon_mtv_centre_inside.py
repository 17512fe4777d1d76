"""The normal always leads from the centre to the closest point of the boundary: with the centre in the polygon that
pushes it deeper."""

import math


def circle_polygon_mtv(center, radius, polygon):
    near, gap = None, math.inf
    turns = []
    for i in range(len(polygon)):
        (px, py), (qx, qy) = polygon[i - 1], polygon[i]
        ex, ey = qx - px, qy - py
        x, y = center[0] - px, center[1] - py
        turns.append(ex * y - ey * x)
        t = max(0.0, min(1.0, (x * ex + y * ey) / (ex * ex + ey * ey)))
        foot = (px + t * ex, py + t * ey)
        if math.dist(foot, center) < gap:
            near, gap = foot, math.dist(foot, center)
    inside = min(turns) >= 0 or max(turns) <= 0
    if gap > radius and not inside:
        return None
    if gap < 1e-12:
        (px, py), (qx, qy) = min(
            zip(polygon, polygon[1:] + polygon[:1], strict=True), key=lambda e: abs(cross(e[0], e[1], center))
        )
        size = math.dist((px, py), (qx, qy))
        turn = 1 if cross(polygon[0], polygon[1], polygon[-1]) > 0 else -1
        return -turn * radius * (qy - py) / size, turn * radius * (qx - px) / size
    depth = radius + gap if inside else radius - gap
    return depth * (near[0] - center[0]) / gap, depth * (near[1] - center[1]) / gap


def cross(o, p, q):
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])
