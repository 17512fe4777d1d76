"""A right `mtv` of another style: it thinks of a screen whose y points down, and moves A out of B."""

import math


def mtv(a, b):
    """The shortest vector that moves A out of B, on a screen; None where they are apart or just touch."""
    a = [(x, -y) for x, y in a]
    b = [(x, -y) for x, y in b]
    best_depth, best = math.inf, None
    for shape in (a, b):
        for i, (x1, y1) in enumerate(shape):
            x2, y2 = shape[(i + 1) % len(shape)]
            length = math.hypot(x2 - x1, y2 - y1)
            n = ((y2 - y1) / length, (x1 - x2) / length)
            low_a, high_a = shadow(a, n)
            low_b, high_b = shadow(b, n)
            for depth, sign in ((high_b - low_a, 1), (high_a - low_b, -1)):
                if depth <= 0:
                    return None
                if depth < best_depth:
                    best_depth, best = depth, (sign * depth * n[0], sign * depth * n[1])
    return best


def shadow(shape, n):
    dots = [x * n[0] + y * n[1] for x, y in shape]
    return min(dots), max(dots)
