"""The vertex with the greatest dot product, by a loop."""


def support(a, d):
    best = a[0]
    most = best[0] * d[0] + best[1] * d[1]
    for p in a[1:]:
        product = p[0] * d[0] + p[1] * d[1]
        if product > most:
            best, most = p, product
    return best
