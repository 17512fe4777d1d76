"""Bug: shapes that are clearly apart overlap, since a tolerance of a hundredth is taken off the gap."""

TOLERANCE = 0.01


def overlap(a, b):
    for shape in (a, b):
        for i in range(len(shape)):
            (x0, y0), (x1, y1) = shape[i - 1], shape[i]
            length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
            nx, ny = (y1 - y0) / length, (x0 - x1) / length
            on_a = [nx * x + ny * y for x, y in a]
            on_b = [nx * x + ny * y for x, y in b]
            if min(on_a) > max(on_b) + TOLERANCE or min(on_b) > max(on_a) + TOLERANCE:
                return False
    return True
