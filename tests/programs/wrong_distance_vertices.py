"""Bug: overlapping shapes are not noticed where no vertex lies inside; the distance of the boundaries is returned."""


def distance(a, b):
    best = None
    for first, second in ((a, b), (b, a)):
        for x, y in first:
            for i in range(len(second)):
                (ux, uy), (vx, vy) = second[i - 1], second[i]
                ex, ey = vx - ux, vy - uy
                t = max(0, min(1, ((x - ux) * ex + (y - uy) * ey) / (ex * ex + ey * ey)))
                far = ((x - ux - t * ex) ** 2 + (y - uy - t * ey) ** 2) ** 0.5
                if best is None or far < best:
                    best = far
    return best
