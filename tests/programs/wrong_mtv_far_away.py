"""Bug: the search for a least value starts at 10,000, which is not beyond everything."""


def mtv(a, b):
    best = None
    for shape in (a, b):
        for i in range(len(shape)):
            (x0, y0), (x1, y1) = shape[i - 1], shape[i]
            nx, ny = y1 - y0, x0 - x1
            size = (nx * nx + ny * ny) ** 0.5
            nx, ny = nx / size, ny / size
            low_a = low_b = 10_000
            high_a = high_b = -10_000
            for x, y in a:
                low_a, high_a = min(low_a, x * nx + y * ny), max(high_a, x * nx + y * ny)
            for x, y in b:
                low_b, high_b = min(low_b, x * nx + y * ny), max(high_b, x * nx + y * ny)
            for depth, sign in ((high_a - low_b, 1), (high_b - low_a, -1)):
                if depth < 0:
                    return None
                if best is None or depth < best[0]:
                    best = (depth, sign * nx, sign * ny)
    depth, nx, ny = best
    return (depth * nx, depth * ny)
