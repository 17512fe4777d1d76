"""Bug: counts crossings with <= at both ends of an edge, so that a vertex counts twice."""


def point_in_polygon(point, outline):
    x, y = point
    inside = False
    for i in range(len(outline)):
        (x0, y0), (x1, y1) = outline[i - 1], outline[i]
        if y0 == y1:
            continue
        if min(y0, y1) <= y <= max(y0, y1) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside
