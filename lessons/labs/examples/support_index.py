"""A `support` with one bug: it returns which vertex it is, not the vertex."""


def support(a, d):
    """The vertex of A that lies farthest along d."""
    dots = [x * d[0] + y * d[1] for x, y in a]
    return dots.index(max(dots))
