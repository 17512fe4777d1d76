"""The greatest separation over the faces of both shapes, always with its normal: minus the depth where they overlap,
the gap where they are apart. None is never returned."""

from math import hypot


def counter_clockwise(shape):
    x0, y0 = shape[0]
    twice = 0
    for i in range(1, len(shape) - 1):
        (x1, y1), (x2, y2) = shape[i], shape[i + 1]
        twice += (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0)
    return shape if twice > 0 else shape[::-1]


def best_face(shape, other):
    best, normal = float("-inf"), None
    for (x, y), (next_x, next_y) in zip(shape, shape[1:] + shape[:1], strict=True):
        length = hypot(next_x - x, next_y - y)
        nx, ny = (next_y - y) / length, (x - next_x) / length
        gap = min(nx * (px - x) + ny * (py - y) for px, py in other)
        if gap > best:
            best, normal = gap, (nx, ny)
    return best, normal


def mtv(a, b):
    a, b = counter_clockwise(a), counter_clockwise(b)
    gap_a, normal_a = best_face(a, b)
    gap_b, normal_b = best_face(b, a)
    if gap_a >= gap_b:
        return normal_a, gap_a
    return (-normal_b[0], -normal_b[1]), gap_b
