"""Squares of lengths only; touching counts."""


def circle_circle_overlap(center_a, radius_a, center_b, radius_b):
    dx = center_b[0] - center_a[0]
    dy = center_b[1] - center_a[1]
    return dx * dx + dy * dy <= (radius_a + radius_b) ** 2
