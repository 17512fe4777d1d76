"""For a screen: takes clockwise outlines, counts y of its answer downward, and moves A instead of B."""


def mtv(a, b):
    best = None
    for first, second, sign in ((a, b, -1), (b, a, 1)):
        for i in range(len(first)):
            (x0, y0), (x1, y1) = first[i], first[(i + 1) % len(first)]
            nx, ny = y0 - y1, x1 - x0  # outward for a clockwise outline
            length = (nx * nx + ny * ny) ** 0.5
            nx, ny = nx / length, ny / length
            depth = nx * x0 + ny * y0 - min(x * nx + y * ny for x, y in second)
            if depth < 0:
                return (0, 0)
            if best is None or depth < best[0]:
                best = (depth, sign * nx, sign * ny)
    depth, nx, ny = best
    return (depth * nx, -depth * ny)
