"""The edges' normals only: beside a corner the circle seems to touch."""


def circle_polygon_overlap(center, radius, polygon):
    for i in range(len(polygon)):
        (px, py), (qx, qy) = polygon[i - 1], polygon[i]
        nx, ny = qy - py, px - qx
        size = (nx * nx + ny * ny) ** 0.5
        dots = [(x * nx + y * ny) / size for x, y in polygon]
        middle = (center[0] * nx + center[1] * ny) / size
        if middle - radius > max(dots) or middle + radius < min(dots):
            return False
    return True
