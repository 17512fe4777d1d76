"""The foot of the centre on each edge; 0 for shapes in contact."""


def circle_polygon_distance(center, radius, polygon):
    x, y = center
    inside, least = False, float("inf")
    for (px, py), (qx, qy) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (py > y) != (qy > y) and x < px + (y - py) * (qx - px) / (qy - py):
            inside = not inside
        ex, ey = qx - px, qy - py
        t = max(0.0, min(1.0, ((x - px) * ex + (y - py) * ey) / (ex**2 + ey**2)))
        least = min(least, ((x - px - t * ex) ** 2 + (y - py - t * ey) ** 2) ** 0.5)
    return 0.0 if inside else max(0.0, least - radius)
