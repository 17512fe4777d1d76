"""Bug: the search for the greatest dot product starts at 0."""


def support(a, d):
    best, most = a[0], 0
    for p in a:
        product = p[0] * d[0] + p[1] * d[1]
        if product > most:
            best, most = p, product
    return best
