"""Bug: looks for vertices inside the other shape only; two crossed bars have none."""


def inside(p, shape):
    signs = []
    for i in range(len(shape)):
        (x0, y0), (x1, y1) = shape[i - 1], shape[i]
        signs.append((x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0))
    return min(signs) >= 0 or max(signs) <= 0


def overlap(a, b):
    return any(inside(p, b) for p in a) or any(inside(p, a) for p in b)
