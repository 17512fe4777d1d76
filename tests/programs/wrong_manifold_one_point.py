"""Bug: keeps one point only, also where an edge lies flat on another."""


def deepest(first, second):
    """The edge of `first` behind which `second` is least deep."""
    best = None
    for i in range(len(first)):
        p, q = first[i], first[(i + 1) % len(first)]
        nx, ny = q[1] - p[1], p[0] - q[0]
        size = (nx * nx + ny * ny) ** 0.5
        nx, ny = nx / size, ny / size
        gap = min(x * nx + y * ny for x, y in second) - (p[0] * nx + p[1] * ny)
        if best is None or gap > best[0]:
            best = (gap, nx, ny, p, q)
    return best


def manifold(a, b):
    of_a, of_b = deepest(a, b), deepest(b, a)
    if of_a[0] >= 0 or of_b[0] >= 0:
        return None
    is_a = of_a[0] >= of_b[0]
    gap, nx, ny, u, v = of_a if is_a else of_b
    other = b if is_a else a
    edges = [(other[i], other[(i + 1) % len(other)]) for i in range(len(other))]

    def facing(edge):
        p, q = edge
        ex, ey = q[1] - p[1], p[0] - q[0]
        return (ex * nx + ey * ny) / (ex * ex + ey * ey) ** 0.5

    p, q = min(edges, key=facing)
    tx, ty = -ny, nx
    points = [p, q]
    for sign, limit in ((1, v), (-1, u)):
        top = sign * (limit[0] * tx + limit[1] * ty)
        heights = [sign * (x * tx + y * ty) - top for x, y in points]
        (p, q), (hp, hq) = points, heights
        if hp > 0 and hq > 0:
            break
        if hp > 0 or hq > 0:
            t = hp / (hp - hq)
            cut = (p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]))
            points = [cut, q] if hp > 0 else [p, cut]
    face = u[0] * nx + u[1] * ny
    points = [(x, y) for x, y in points if x * nx + y * ny - face <= 1e-9 * abs(face) + 1e-9]
    normal = (nx, ny) if is_a else (-nx, -ny)
    return normal, -gap, points[:1]
