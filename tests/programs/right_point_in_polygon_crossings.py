"""Counts crossings to the right, half-open; on the boundary it says now yes, now no."""


def point_in_polygon(point, outline):
    x, y = point
    inside = False
    for i in range(len(outline)):
        (x0, y0), (x1, y1) = outline[i - 1], outline[i]
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside
