"""Bug: only A's normals are tried."""


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


def overlap(a, b):
    for nx, ny in normals(a):
        low_a, high_a, low_b, high_b = spans(a, b, nx, ny)
        if high_a < low_b or high_b < low_a:
            return False
    return True
