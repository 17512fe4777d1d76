"""Bug: keeps the least distance from call to call."""

least = [1e9]


def distance(a, b):
    found = 1e9
    for shape in (a, b):
        for i in range(len(shape)):
            nx, ny = shape[i][1] - shape[i - 1][1], shape[i - 1][0] - shape[i][0]
            pa = [x * nx + y * ny for x, y in a]
            pb = [x * nx + y * ny for x, y in b]
            if max(pa) < min(pb) or max(pb) < min(pa):
                break
        else:
            continue
        break
    else:
        return 0.0
    for first, second in ((a, b), (b, a)):
        for x, y in first:
            for i in range(len(second)):
                (ux, uy), (vx, vy) = second[i - 1], second[i]
                ex, ey = vx - ux, vy - uy
                t = max(0, min(1, ((x - ux) * ex + (y - uy) * ey) / (ex * ex + ey * ey)))
                found = min(found, ((x - ux - t * ex) ** 2 + (y - uy - t * ey) ** 2) ** 0.5)
    least[0] = min(least[0] * 1.5, found)
    return least[0]
