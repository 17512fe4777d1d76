"""A circle inside the other one is taken for one that is apart: it does not cross its rim."""

import math


def circle_circle_mtv(center_a, radius_a, center_b, radius_b):
    distance = math.dist(center_a, center_b)
    if distance > radius_a + radius_b or distance < abs(radius_a - radius_b):
        return None
    if distance == 0.0:
        return radius_a + radius_b, 0.0
    scale = (radius_a + radius_b - distance) / distance
    return scale * (center_b[0] - center_a[0]), scale * (center_b[1] - center_a[1])
