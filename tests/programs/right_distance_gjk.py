"""GJK by the nearest point of the simplex, down to a small residue; minus the depth where the shapes overlap."""


def nearest_on(p, q):
    """The point of the segment nearest to the origin."""
    ex, ey = q[0] - p[0], q[1] - p[1]
    size = ex * ex + ey * ey
    t = 0.0 if size == 0 else max(0.0, min(1.0, -(p[0] * ex + p[1] * ey) / size))
    return (p[0] + t * ex, p[1] + t * ey)


def depth(a, b):
    least = None
    for first, second in ((a, b), (b, a)):
        for i in range(len(first)):
            (x0, y0), (x1, y1) = first[i - 1], first[i]
            nx, ny = y1 - y0, x0 - x1
            size = (nx * nx + ny * ny) ** 0.5
            pa = [(x * nx + y * ny) / size for x, y in first]
            pb = [(x * nx + y * ny) / size for x, y in second]
            out = min(max(pa) - min(pb), max(pb) - min(pa))
            least = out if least is None else min(least, out)
    return least


def distance(a, b):
    inside = depth(a, b)
    if inside > -1e-9:
        return -inside
    v = (a[0][0] - b[0][0], a[0][1] - b[0][1])
    simplex = [v]
    for _ in range(100):
        p = max(a, key=lambda each: -each[0] * v[0] - each[1] * v[1])
        q = max(b, key=lambda each: each[0] * v[0] + each[1] * v[1])
        w = (p[0] - q[0], p[1] - q[1])
        squared = v[0] * v[0] + v[1] * v[1]
        if squared - (v[0] * w[0] + v[1] * w[1]) <= 1e-10 * squared or w in simplex:
            break
        ends = [(nearest_on(w, other), [w, other]) for other in simplex]
        v, simplex = min(ends, key=lambda each: each[0][0] ** 2 + each[0][1] ** 2)
    return (v[0] * v[0] + v[1] * v[1]) ** 0.5
