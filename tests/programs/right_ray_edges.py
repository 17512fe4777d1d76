"""The nearest crossing with an edge: a start inside is answered by the way out."""


def ray_cast(origin, direction, shape):
    (ox, oy), (dx, dy) = origin, direction
    best = None
    for i in range(len(shape)):
        (px, py), (qx, qy) = shape[i - 1], shape[i]
        ex, ey = qx - px, qy - py
        cross = dx * ey - dy * ex
        if abs(cross) < 1e-12:
            continue
        t = ((px - ox) * ey - (py - oy) * ex) / cross
        s = ((px - ox) * dy - (py - oy) * dx) / cross
        if t >= 0 and -1e-9 <= s <= 1 + 1e-9 and (best is None or t < best):
            best = t
    return best
