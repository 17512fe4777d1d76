"""The nearest foot on an edge, and the circle's point that faces it; a common point for shapes that overlap."""

import math


def foot(p, u, v):
    ex, ey = v[0] - u[0], v[1] - u[1]
    t = max(0.0, min(1.0, ((p[0] - u[0]) * ex + (p[1] - u[1]) * ey) / (ex * ex + ey * ey)))
    return u[0] + t * ex, u[1] + t * ey


def inside(p, outline):
    turns = [
        (v[0] - u[0]) * (p[1] - u[1]) - (v[1] - u[1]) * (p[0] - u[0])
        for u, v in zip(outline, outline[1:] + outline[:1], strict=True)
    ]
    return min(turns) >= 0 or max(turns) <= 0


def circle_polygon_closest_points(center, radius, polygon):
    feet = [foot(center, polygon[i - 1], polygon[i]) for i in range(len(polygon))]
    near = min(feet, key=lambda each: math.dist(each, center))
    gap = math.dist(near, center)
    if inside(center, polygon):
        return center, center
    if gap <= radius:
        return near, near
    scale = radius / gap
    return (center[0] + scale * (near[0] - center[0]), center[1] + scale * (near[1] - center[1])), near
