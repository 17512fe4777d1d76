"""Bug: does not stop at a gap, and pulls shapes together that are apart."""


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
        for depth, sign in ((high_a - low_b, 1), (high_b - low_a, -1)):
            if best is None or depth < best[0]:
                best = (depth, sign * nx, sign * ny)
    depth, nx, ny = best
    return (depth * nx, depth * ny)
