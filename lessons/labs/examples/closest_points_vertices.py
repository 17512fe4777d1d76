"""A `closest_points` with one bug: it looks at the vertices, and never at the edges between them."""

import math


def closest_points(a, b):
    """The points of A and B that are closest to each other; None where the shapes overlap."""
    if overlapping(a, b):
        return None
    return min(((p, q) for p in a for q in b), key=lambda pair: math.dist(*pair))


def overlapping(a, b):
    for shape in (a, b):
        for i in range(len(shape)):
            (x1, y1), (x2, y2) = shape[i - 1], shape[i]
            n = (y2 - y1, x1 - x2)
            in_a = [x * n[0] + y * n[1] for x, y in a]
            in_b = [x * n[0] + y * n[1] for x, y in b]
            if max(in_a) < min(in_b) or max(in_b) < min(in_a):
                return False
    return True
