"""Bug: the normals are not divided by their length before their overlaps are compared."""


def mtv(a, b):
    best = None
    for shape in (a, b):
        for i in range(len(shape)):
            (x0, y0), (x1, y1) = shape[i - 1], shape[i]
            nx, ny = y1 - y0, x0 - x1
            pa = [x * nx + y * ny for x, y in a]
            pb = [x * nx + y * ny for x, y in b]
            for depth, sign in ((max(pa) - min(pb), 1), (max(pb) - min(pa), -1)):
                if depth < 0:
                    return None
                if best is None or depth < best[0]:
                    best = (depth, sign * nx, sign * ny)
    depth, nx, ny = best
    size = nx * nx + ny * ny
    return (depth * nx / size, depth * ny / size)
