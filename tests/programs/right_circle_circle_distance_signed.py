"""Minus the depth where the circles overlap."""

import math


def circle_circle_distance(center_a, radius_a, center_b, radius_b):
    return math.dist(center_a, center_b) - radius_a - radius_b
