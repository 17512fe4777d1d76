"""Bug: only vertices are compared, never the inside of an edge."""


def closest_points(a, b):
    pairs = [(p, q) for p in a for q in b]
    return min(pairs, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)
