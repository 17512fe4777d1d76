"""Bug: the sign of the axis is taken from the centres."""


def spans(a, b, nx, ny):
    pa = [x * nx + y * ny for x, y in a]
    pb = [x * nx + y * ny for x, y in b]
    return min(pa), max(pa), min(pb), max(pb)


def normals(shape):
    for i in range(len(shape)):
        (x0, y0), (x1, y1) = shape[i - 1], shape[i]
        nx, ny = y1 - y0, x0 - x1
        size = (nx * nx + ny * ny) ** 0.5
        yield nx / size, ny / size


def mtv(a, b):
    best = None
    for nx, ny in [*normals(a), *normals(b)]:
        low_a, high_a, low_b, high_b = spans(a, b, nx, ny)
        depth = min(high_a - low_b, high_b - low_a)
        if depth < 0:
            return None
        if best is None or depth < best[0]:
            best = (depth, nx, ny)
    depth, nx, ny = best
    dx = sum(x for x, _ in b) / len(b) - sum(x for x, _ in a) / len(a)
    dy = sum(y for _, y in b) / len(b) - sum(y for _, y in a) / len(a)
    if dx * nx + dy * ny < 0:
        nx, ny = -nx, -ny
    return (depth * nx, depth * ny)
