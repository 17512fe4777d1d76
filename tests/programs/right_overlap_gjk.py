"""GJK: does the difference A − B contain the origin? Touching counts."""


def farthest(shape, d):
    return max(shape, key=lambda p: p[0] * d[0] + p[1] * d[1])


def overlap(a, b):
    def support(d):
        p, q = farthest(a, d), farthest(b, (-d[0], -d[1]))
        return (p[0] - q[0], p[1] - q[1])

    def cross(p, q):
        return p[0] * q[1] - p[1] * q[0]

    def towards(p, q):
        """Perpendicular to the segment, on the origin's side."""
        e = (q[0] - p[0], q[1] - p[1])
        n = (-e[1], e[0])
        return n if n[0] * -p[0] + n[1] * -p[1] >= 0 else (-n[0], -n[1])

    d = (1.0, 0.0)
    simplex = [support(d)]
    d = (-simplex[0][0], -simplex[0][1])
    for _ in range(100):
        if d == (0.0, 0.0):
            return True
        w = support(d)
        if w[0] * d[0] + w[1] * d[1] < 0:
            return False
        if w in simplex:  # nothing new: the origin lies on the boundary, or outside by rounding only
            return True
        simplex.append(w)
        if len(simplex) == 2:
            d = towards(*simplex)
            continue
        p, q, r = simplex
        sides = [cross((q[0] - p[0], q[1] - p[1]), (r[0] - p[0], r[1] - p[1]))]
        if sides[0] < 0:
            p, q = q, p
        for start, end in ((q, r), (r, p)):
            if cross((end[0] - start[0], end[1] - start[1]), (-start[0], -start[1])) < 0:
                simplex = [start, end]
                d = (end[1] - start[1], start[0] - end[0])
                break
        else:
            return True
    return True
