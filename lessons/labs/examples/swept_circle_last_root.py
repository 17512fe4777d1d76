"""A `swept_circle` with one bug: of the two times at which a circle touches a point it takes the later one."""

import math


def swept_circle(center, radius, velocity, start, end):
    """The first time from 0 to 1 at which the moving circle touches the wall; None for a miss."""
    if distance_to_wall(center, start, end) <= radius:
        return 0.0
    times = [side_time(center, radius, velocity, start, end)]
    times += [corner_time(center, radius, velocity, corner) for corner in (start, end)]
    times = [t for t in times if t is not None and 0 <= t <= 1]
    return min(times) if times else None


def distance_to_wall(center, start, end):
    wx, wy = end[0] - start[0], end[1] - start[1]
    cx, cy = center[0] - start[0], center[1] - start[1]
    along = max(0.0, min(1.0, (cx * wx + cy * wy) / (wx * wx + wy * wy)))
    return math.hypot(cx - along * wx, cy - along * wy)


def side_time(center, radius, velocity, start, end):
    """When the circle touches the wall's line, if it does so between the wall's ends."""
    length = math.dist(start, end)
    tx, ty = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    nx, ny = -ty, tx
    cx, cy = center[0] - start[0], center[1] - start[1]
    height = cx * nx + cy * ny
    if height < 0:
        height, nx, ny = -height, -nx, -ny
    closing = -(velocity[0] * nx + velocity[1] * ny)
    if closing <= 0:
        return None
    t = (height - radius) / closing
    along = (cx + t * velocity[0]) * tx + (cy + t * velocity[1]) * ty
    return t if 0 <= along <= length else None


def corner_time(center, radius, velocity, corner):
    """When the circle touches one point."""
    px, py = center[0] - corner[0], center[1] - corner[1]
    a = velocity[0] ** 2 + velocity[1] ** 2
    b = px * velocity[0] + py * velocity[1]
    c = px * px + py * py - radius * radius
    root = b * b - a * c
    if a == 0 or root < 0:
        return None
    return (-b + math.sqrt(root)) / a
