"""Separating axes of both shapes; touching counts."""


def overlap(a, b):
    for shape in (a, b):
        for i in range(len(shape)):
            x0, y0 = shape[i]
            x1, y1 = shape[(i + 1) % len(shape)]
            nx, ny = y1 - y0, x0 - x1
            pa = [x * nx + y * ny for x, y in a]
            pb = [x * nx + y * ny for x, y in b]
            if max(pa) < min(pb) or max(pb) < min(pa):
                return False
    return True
