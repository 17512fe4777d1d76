"""The face that the centre is farthest in front of; outside, the nearest place of all faces. Normal from the polygon
to the circle, depth negative; outlines counter-clockwise."""

import math


def circle_polygon_mtv(center, radius, polygon):
    cx, cy = center
    height, normal, nearest, gap = -math.inf, None, None, math.inf
    for i, (px, py) in enumerate(polygon):
        qx, qy = polygon[(i + 1) % len(polygon)]
        ex, ey = qx - px, qy - py
        size = math.hypot(ex, ey)
        nx, ny = ey / size, -ex / size
        above = (cx - px) * nx + (cy - py) * ny
        if above > height:
            height, normal = above, (nx, ny)
        along = min(1.0, max(0.0, ((cx - px) * ex + (cy - py) * ey) / size**2))
        x, y = cx - px - along * ex, cy - py - along * ey
        if math.hypot(x, y) < gap:
            gap, nearest = math.hypot(x, y), (x, y)
    if height < 1e-9 * (1 + abs(cx) + abs(cy)):  # the centre is in the polygon
        return normal, height - radius
    if gap > radius:
        return None
    return (nearest[0] / gap, nearest[1] / gap), gap - radius
