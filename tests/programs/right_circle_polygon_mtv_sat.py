"""Separating axes: the normals of the edges, and the line to the nearest vertex. The vector moves the polygon."""

import math


def axes_of(center, polygon):
    for (px, py), (qx, qy) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        length = math.hypot(qx - px, qy - py)
        yield (qy - py) / length, (px - qx) / length
    near = min(polygon, key=lambda p: math.dist(p, center))
    length = math.dist(near, center)
    if length > 0:
        yield (near[0] - center[0]) / length, (near[1] - center[1]) / length


def circle_polygon_mtv(center, radius, polygon):
    best = None
    for nx, ny in axes_of(center, polygon):
        dots = [x * nx + y * ny for x, y in polygon]
        middle = center[0] * nx + center[1] * ny
        forth = middle + radius - min(dots)  # how far the polygon has to go along n
        back = max(dots) - middle + radius
        if forth < 0 or back < 0:
            return None
        for depth, sign in ((forth, 1), (back, -1)):
            if best is None or depth < best[0]:
                best = depth, sign * nx, sign * ny
    depth, nx, ny = best
    return depth * nx, depth * ny
