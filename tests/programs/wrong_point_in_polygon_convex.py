"""Bug: asks for the left side of every edge, which is right for convex outlines only."""


def point_in_polygon(point, outline):
    x, y = point
    signs = []
    for i in range(len(outline)):
        (x0, y0), (x1, y1) = outline[i - 1], outline[i]
        signs.append((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))
    return min(signs) >= 0 or max(signs) <= 0
