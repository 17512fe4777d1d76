"""Conservative advancement: steps of gap over speed, down to a small gap; a start in contact is no hit."""


def separation(a, b):
    """The gap, by all edges and all pairs of vertex and edge; 0 or less when the shapes overlap."""
    most = None
    for shape in (a, b):
        for i in range(len(shape)):
            nx, ny = shape[i][1] - shape[i - 1][1], shape[i - 1][0] - shape[i][0]
            size = (nx * nx + ny * ny) ** 0.5
            pa = [(x * nx + y * ny) / size for x, y in a]
            pb = [(x * nx + y * ny) / size for x, y in b]
            gap = max(min(pb) - max(pa), min(pa) - max(pb))
            most = gap if most is None else max(most, gap)
    if most <= 0:
        return most, (0, 0)
    best = None
    for first, second, sign in ((a, b, 1), (b, a, -1)):
        for p in first:
            for j in range(len(second)):
                (ux, uy), (wx, wy) = second[j - 1], second[j]
                ex, ey = wx - ux, wy - uy
                t = max(0, min(1, ((p[0] - ux) * ex + (p[1] - uy) * ey) / (ex * ex + ey * ey)))
                x, y = ux + t * ex - p[0], uy + t * ey - p[1]
                far = (x * x + y * y) ** 0.5
                if best is None or far < best[0]:
                    best = (far, (sign * x, sign * y))
    return best


def time_of_impact(a, velocity_a, b, velocity_b):
    vx, vy = velocity_a[0] - velocity_b[0], velocity_a[1] - velocity_b[1]
    gap, (x, y) = separation(a, b)
    if gap <= 0:
        return None
    t = 0.0
    for _ in range(1000):
        if gap < 1e-8:
            return t
        closing = (x * vx + y * vy) / gap
        if closing <= 0:
            return None
        t += gap / closing
        if t > 1:
            return None
        gap, (x, y) = separation([(p[0] + t * vx, p[1] + t * vy) for p in a], b)
        if gap <= 0:
            return t
    return t
