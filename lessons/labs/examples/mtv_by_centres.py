"""An `mtv` with one bug."""

import math


def mtv(a, b):
    """The shortest vector that moves B out of A; None where they are apart."""
    best = None
    for shape in (a, b):
        for i in range(len(shape)):
            (x1, y1), (x2, y2) = shape[i - 1], shape[i]
            length = math.hypot(x2 - x1, y2 - y1)
            n = ((y2 - y1) / length, (x1 - x2) / length)
            in_a = [x * n[0] + y * n[1] for x, y in a]
            in_b = [x * n[0] + y * n[1] for x, y in b]
            overlap = min(max(in_a) - min(in_b), max(in_b) - min(in_a))
            if overlap < 0:
                return None
            if best is None or overlap < best[0]:
                best = overlap, n
    overlap, n = best
    ax = sum(x for x, _ in a) / len(a)
    ay = sum(y for _, y in a) / len(a)
    bx = sum(x for x, _ in b) / len(b)
    by = sum(y for _, y in b) / len(b)
    if (bx - ax) * n[0] + (by - ay) * n[1] < 0:
        n = (-n[0], -n[1])
    return overlap * n[0], overlap * n[1]
