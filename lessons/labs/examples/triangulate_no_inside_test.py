"""A `triangulate` by clipping ears, with one bug: an ear may have other vertices inside."""


def triangulate(outline):
    """The outline as n − 2 triangles."""
    left = list(outline)
    if area(left) < 0:
        left.reverse()
    triangles = []
    while len(left) > 3:
        for i in range(len(left)):
            ear = left[i - 1], left[i], left[(i + 1) % len(left)]
            if area(ear) > 0:
                break
        triangles.append(ear)
        left.remove(ear[1])
    return [*triangles, tuple(left)]


def area(points):
    """Positive where the points run counter-clockwise."""
    total = 0.0
    for i in range(len(points)):
        (x1, y1), (x2, y2) = points[i - 1], points[i]
        total += x1 * y2 - x2 * y1
    return total / 2
