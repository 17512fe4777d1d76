"""Bug: returns the index of the vertex."""


def support(a, d):
    return max(range(len(a)), key=lambda i: a[i][0] * d[0] + a[i][1] * d[1])
