"""The centre in the polygon, or nearer to an edge than the radius: touching does not count."""


def overlaps_segment(c, r, p, q):
    ex, ey = q[0] - p[0], q[1] - p[1]
    t = ((c[0] - p[0]) * ex + (c[1] - p[1]) * ey) / (ex * ex + ey * ey)
    t = min(1.0, max(0.0, t))
    dx, dy = c[0] - p[0] - t * ex, c[1] - p[1] - t * ey
    return dx * dx + dy * dy < r * r


def contains(polygon, c):
    left = right = 0
    for i in range(len(polygon)):
        (px, py), (qx, qy) = polygon[i - 1], polygon[i]
        turn = (qx - px) * (c[1] - py) - (qy - py) * (c[0] - px)
        left += turn > 0
        right += turn < 0
    return left == 0 or right == 0


def circle_polygon_overlap(center, radius, polygon):
    if contains(polygon, center):
        return True
    return any(overlaps_segment(center, radius, polygon[i - 1], polygon[i]) for i in range(len(polygon)))
