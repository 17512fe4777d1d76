"""Cuts A with each edge of B and looks whether an area is left; touching does not count."""


def area(points):
    x0, y0 = points[0]
    total = 0
    for i in range(1, len(points) - 1):
        total += (points[i][0] - x0) * (points[i + 1][1] - y0) - (points[i + 1][0] - x0) * (points[i][1] - y0)
    return total / 2


def overlap(a, b):
    if area(b) < 0:
        b = b[::-1]
    left = list(a)
    for i in range(len(b)):
        (x0, y0), (x1, y1) = b[i - 1], b[i]
        kept = []
        for j in range(len(left)):
            p, q = left[j - 1], left[j]
            sp = (x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0)
            sq = (x1 - x0) * (q[1] - y0) - (y1 - y0) * (q[0] - x0)
            if (sp < 0) != (sq < 0):
                t = sp / (sp - sq)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
            if sq >= 0:
                kept.append(q)
        left = kept
        if len(left) < 3:
            return False
    return abs(area(left)) > 1e-12
