"""The nearest face of the hull of A − B, as a normal from B to A and a negative depth."""


def hull(points):
    points = sorted(set(points))
    chains = []
    for some in (points, points[::-1]):
        chain = []
        for p in some:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1]) <= (
                chain[-1][1] - chain[-2][1]
            ) * (p[0] - chain[-2][0]):
                chain.pop()
            chain.append(p)
        chains += chain[:-1]
    return chains


def mtv(a, b):
    ring = hull([(p[0] - q[0], p[1] - q[1]) for p in a for q in b])
    best = None
    for i in range(len(ring)):
        (x0, y0), (x1, y1) = ring[i - 1], ring[i]
        nx, ny = y1 - y0, x0 - x1
        length = (nx * nx + ny * ny) ** 0.5
        if length < 1e-9:
            continue
        nx, ny = nx / length, ny / length
        far = nx * x0 + ny * y0
        if far < 0:
            return None
        if best is None or far < best[0]:
            best = (far, nx, ny)
    return ((-best[1], -best[2]), -best[0])
