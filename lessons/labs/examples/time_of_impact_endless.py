"""A `time_of_impact` with one bug: the time is limited to 1 before it is compared with 1: a miss never ends."""

import math


def time_of_impact(a, velocity_a, b, velocity_b):
    """The time from 0 to 1 at which the shapes first touch; None for a miss."""
    speed = math.hypot(velocity_a[0] - velocity_b[0], velocity_a[1] - velocity_b[1])
    if speed == 0:
        return 0.0 if gap(a, b) == 0 else None
    t = 0.0
    while True:
        apart = gap(moved(a, velocity_a, t), moved(b, velocity_b, t))
        if apart <= 1e-12:
            return t
        t = min(t + apart / speed, 1.0)
        if t > 1.0:
            return None


def moved(shape, velocity, t):
    return [(x + t * velocity[0], y + t * velocity[1]) for x, y in shape]


def gap(a, b):
    """The distance of two convex shapes, 0 where they overlap."""
    if overlapping(a, b):
        return 0.0
    return min(
        point_to_edge(p, other[i - 1], other[i])
        for shape, other in ((a, b), (b, a))
        for p in shape
        for i in range(len(other))
    )


def overlapping(a, b):
    for shape in (a, b):
        for i in range(len(shape)):
            (x1, y1), (x2, y2) = shape[i - 1], shape[i]
            n = (y2 - y1, x1 - x2)
            in_a = [x * n[0] + y * n[1] for x, y in a]
            in_b = [x * n[0] + y * n[1] for x, y in b]
            if max(in_a) < min(in_b) or max(in_b) < min(in_a):
                return False
    return True


def point_to_edge(p, u, v):
    ex, ey = v[0] - u[0], v[1] - u[1]
    px, py = p[0] - u[0], p[1] - u[1]
    along = max(0.0, min(1.0, (px * ex + py * ey) / (ex * ex + ey * ey)))
    return math.hypot(px - along * ex, py - along * ey)
