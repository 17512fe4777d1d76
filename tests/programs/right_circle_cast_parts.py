"""Edges moved out by the radius, and a circle about each vertex; a start in contact is None, as in some engines."""


def circle_cast(center, radius, direction, shape):
    (cx, cy), (dx, dy) = center, direction
    x0, y0 = shape[0]
    area = sum(
        (p[0] - x0) * (q[1] - y0) - (p[1] - y0) * (q[0] - x0)
        for p, q in zip(shape, shape[1:] + shape[:1], strict=True)
    )
    ring = shape if area > 0 else shape[::-1]
    inside, times = True, []
    for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
        ex, ey = q[0] - p[0], q[1] - p[1]
        size = (ex * ex + ey * ey) ** 0.5
        nx, ny = ey / size, -ex / size
        height = nx * (cx - p[0]) + ny * (cy - p[1])
        if height > 0:
            inside = False
            along = max(0, min(1, ((cx - p[0]) * ex + (cy - p[1]) * ey) / (size * size)))
            if (cx - p[0] - along * ex) ** 2 + (cy - p[1] - along * ey) ** 2 <= radius * radius:
                return None
        speed = nx * dx + ny * dy
        if speed < 0 and height >= radius:
            t = (radius - height) / speed
            along = (cx + t * dx - p[0]) * ex + (cy + t * dy - p[1]) * ey
            if 0 <= along <= size * size:
                times.append(t)
        x, y = cx - p[0], cy - p[1]
        alpha, beta, gamma = dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - radius * radius
        root = beta * beta - alpha * gamma
        if root >= 0 and beta < 0 and gamma >= 0:
            times.append((-beta - root**0.5) / alpha)
    return None if inside or not times else min(times)
