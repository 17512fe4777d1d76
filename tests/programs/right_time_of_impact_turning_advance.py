"""Conservative advancement: the distance by brute force, the bound with both arcs. Both windings will do."""

import math


def centroid(points):
    x0, y0 = points[0]
    area = cx = cy = 0.0
    for (px, py), (qx, qy) in zip(points, points[1:] + points[:1], strict=True):
        cross = (px - x0) * (qy - y0) - (qx - x0) * (py - y0)
        area += cross / 2
        cx += cross * (px + qx - 2 * x0) / 6
        cy += cross * (py + qy - 2 * y0) / 6
    return x0 + cx / area, y0 + cy / area


def placed(points, center, velocity, spin, t):
    c, s = math.cos(t * spin), math.sin(t * spin)
    x0, y0 = center[0] + t * velocity[0], center[1] + t * velocity[1]
    arms = [(x - center[0], y - center[1]) for x, y in points]
    return [(x0 + c * x - s * y, y0 + s * x + c * y) for x, y in arms]


def to_segment(p, u, v):
    ex, ey = v[0] - u[0], v[1] - u[1]
    t = max(0.0, min(1.0, ((p[0] - u[0]) * ex + (p[1] - u[1]) * ey) / (ex * ex + ey * ey)))
    return math.hypot(p[0] - u[0] - t * ex, p[1] - u[1] - t * ey)


def meet(a, b):
    for first in (a, b):
        for i in range(len(first)):
            (px, py), (qx, qy) = first[i - 1], first[i]
            nx, ny = qy - py, px - qx
            ones, others = ([x * nx + y * ny for x, y in each] for each in (a, b))
            if max(ones) < min(others) or max(others) < min(ones):
                return False
    return True


def gap_between(a, b):
    if meet(a, b):
        return 0.0
    return min(to_segment(p, t[i - 1], t[i]) for s, t in ((a, b), (b, a)) for p in s for i in range(len(t)))


def time_of_impact(a, velocity_a, spin_a, b, velocity_b, spin_b):
    center_a, center_b = centroid(a), centroid(b)
    reach_a = max(math.dist(p, center_a) for p in a)
    reach_b = max(math.dist(p, center_b) for p in b)
    bound = math.dist(velocity_a, velocity_b) + abs(spin_a) * reach_a + abs(spin_b) * reach_b
    near = 1e-7 * (reach_a + reach_b)
    t = 0.0
    while t <= 1.0:
        gap = gap_between(placed(a, center_a, velocity_a, spin_a, t), placed(b, center_b, velocity_b, spin_b, t))
        if gap <= near:
            return t
        if bound == 0.0:
            return None
        t += gap / bound
    return None
