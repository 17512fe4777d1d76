"""The radii are taken from the squared distance."""


def circle_circle_distance(center_a, radius_a, center_b, radius_b):
    dx, dy = center_b[0] - center_a[0], center_b[1] - center_a[1]
    return max(0.0, dx * dx + dy * dy - (radius_a + radius_b) ** 2) ** 0.5
