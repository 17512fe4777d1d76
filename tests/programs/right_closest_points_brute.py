"""Every vertex against every edge; B's point comes first. None for shapes that overlap."""


def foot(p, u, v):
    ex, ey = v[0] - u[0], v[1] - u[1]
    t = max(0, min(1, ((p[0] - u[0]) * ex + (p[1] - u[1]) * ey) / (ex * ex + ey * ey)))
    return (u[0] + t * ex, u[1] + t * ey)


def inside(p, shape):
    signs = []
    for i in range(len(shape)):
        (x0, y0), (x1, y1) = shape[i - 1], shape[i]
        signs.append((x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0))
    return min(signs) >= 0 or max(signs) <= 0


def cross(o, p, q):
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def crossing(p, q, r, s):
    return cross(p, q, r) * cross(p, q, s) < 0 and cross(r, s, p) * cross(r, s, q) < 0


def closest_points(a, b):
    if any(inside(p, b) for p in a) or any(inside(p, a) for p in b):
        return None
    for i in range(len(a)):
        for j in range(len(b)):
            if crossing(a[i - 1], a[i], b[j - 1], b[j]):
                return None
    pairs = [(foot(p, b[j - 1], b[j]), p) for p in a for j in range(len(b))]
    pairs += [(p, foot(p, a[i - 1], a[i])) for p in b for i in range(len(a))]
    return min(pairs, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)
