"""Bug: all differences in the order of the loops, without the hull."""


def minkowski_difference(a, b):
    return [(p[0] - q[0], p[1] - q[1]) for p in a for q in b]
