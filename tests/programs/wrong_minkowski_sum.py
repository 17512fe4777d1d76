"""Bug: A plus B instead of A minus B."""


def hull(points):
    points = sorted(set(points))
    found = []
    for some in (points, points[::-1]):
        chain = []
        for p in some:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1]) <= (
                chain[-1][1] - chain[-2][1]
            ) * (p[0] - chain[-2][0]):
                chain.pop()
            chain.append(p)
        found += chain[:-1]
    return found


def minkowski_difference(a, b):
    return hull([(p[0] + q[0], p[1] + q[1]) for p in a for q in b])
