"""The axis of least overlap, its direction from the projections; either winding."""


def mtv(a, b):
    best = None
    for shape in (a, b):
        for i in range(len(shape)):
            (x0, y0), (x1, y1) = shape[i - 1], shape[i]
            nx, ny = y1 - y0, x0 - x1
            length = (nx * nx + ny * ny) ** 0.5
            nx, ny = nx / length, ny / length
            pa = [x * nx + y * ny for x, y in a]
            pb = [x * nx + y * ny for x, y in b]
            onward, back = max(pa) - min(pb), max(pb) - min(pa)
            if onward < 0 or back < 0:
                return None
            if best is None or onward < best[0]:
                best = (onward, nx, ny)
            if back < best[0]:
                best = (back, -nx, -ny)
    depth, nx, ny = best
    return (depth * nx, depth * ny)
