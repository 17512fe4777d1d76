"""Gift wrapping of all differences, B − A, clockwise."""


def minkowski_difference(a, b):
    points = list({(q[0] - p[0], q[1] - p[1]) for p in a for q in b})
    start = min(points)
    ring = [start]
    while len(ring) <= len(points):
        x, y = ring[-1]
        chosen = None
        for p in points:
            if p == (x, y):
                continue
            if chosen is None:
                chosen = p
                continue
            turn = (chosen[0] - x) * (p[1] - y) - (chosen[1] - y) * (p[0] - x)
            longer = (p[0] - x) ** 2 + (p[1] - y) ** 2 > (chosen[0] - x) ** 2 + (chosen[1] - y) ** 2
            if turn > 1e-12 or (abs(turn) <= 1e-12 and longer):
                chosen = p
        if chosen == start:
            return ring
        ring.append(chosen)
    return ring
