"""The edges of A and of −B merged by angle; takes counter-clockwise outlines only."""

from math import atan2, pi


def edges_of(shape):
    low = min(range(len(shape)), key=lambda i: (round(shape[i][1], 6), shape[i][0]))
    ring = shape[low:] + shape[:low]
    return ring[0], [(q[0] - p[0], q[1] - p[1]) for p, q in zip(ring, ring[1:] + ring[:1], strict=True)]


def angle(e):
    found = atan2(e[1], e[0])
    return found if found > -1e-6 else found + 2 * pi


def minkowski_difference(a, b):
    (ax, ay), edges_a = edges_of(a)
    (bx, by), edges_b = edges_of([(-x, -y) for x, y in b])
    x, y = ax + bx, ay + by
    found = []
    for ex, ey in sorted(edges_a + edges_b, key=angle):
        found.append((x, y))
        x, y = x + ex, y + ey
    return found
