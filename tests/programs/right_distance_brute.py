"""Every vertex against every edge, unless the shapes overlap: then 0."""


def to_segment(p, u, v):
    ex, ey = v[0] - u[0], v[1] - u[1]
    t = ((p[0] - u[0]) * ex + (p[1] - u[1]) * ey) / (ex * ex + ey * ey)
    t = max(0, min(1, t))
    return ((p[0] - u[0] - t * ex) ** 2 + (p[1] - u[1] - t * ey) ** 2) ** 0.5


def apart(a, b):
    for i in range(len(a)):
        nx, ny = a[i][1] - a[i - 1][1], a[i - 1][0] - a[i][0]
        pa = [x * nx + y * ny for x, y in a]
        pb = [x * nx + y * ny for x, y in b]
        if max(pa) < min(pb) or max(pb) < min(pa):
            return True
    return False


def distance(a, b):
    if not apart(a, b) and not apart(b, a):
        return 0.0
    return min(to_segment(p, t[i - 1], t[i]) for s, t in ((a, b), (b, a)) for p in s for i in range(len(t)))
