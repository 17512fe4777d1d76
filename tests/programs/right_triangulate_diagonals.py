"""Splits the outline at a diagonal that stays inside, again and again; triangles of points, clockwise ones too."""


def cross(o, p, q):
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def inside(p, ring):
    hit = False
    for i in range(len(ring)):
        (x0, y0), (x1, y1) = ring[i - 1], ring[i]
        if (y0 > p[1]) != (y1 > p[1]) and p[0] < x0 + (p[1] - y0) / (y1 - y0) * (x1 - x0):
            hit = not hit
    return hit


def on_segment(r, p, q):
    size = (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2
    along = (r[0] - p[0]) * (q[0] - p[0]) + (r[1] - p[1]) * (q[1] - p[1])
    return abs(cross(p, q, r)) <= 1e-9 * size and 0 < along < size


def is_diagonal(ring, i, j):
    p, q = ring[i], ring[j]
    for k in range(len(ring)):
        r, s = ring[k], ring[(k + 1) % len(ring)]
        if r not in (p, q) and on_segment(r, p, q):
            return False
        if r in (p, q) or s in (p, q):
            continue
        if cross(p, q, r) * cross(p, q, s) < 0 and cross(r, s, p) * cross(r, s, q) < 0:
            return False
    return inside(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), ring)


def triangulate(outline):
    if len(outline) == 3:
        return [tuple(outline)]
    count = len(outline)
    for step in range(2, count - 1):
        for i in range(count):
            j = (i + step) % count
            i, j = min(i, j), max(i, j)
            if j - i >= 2 and (i, j) != (0, count - 1) and is_diagonal(outline, i, j):
                return triangulate(outline[i : j + 1]) + triangulate(outline[j:] + outline[: i + 1])
    return []
