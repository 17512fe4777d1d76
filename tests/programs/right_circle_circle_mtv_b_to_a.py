"""A unit normal from B to A in screen coordinates, with the depth; circles that touch are apart."""

from math import hypot


class Contact:
    def __init__(self, normal, depth):
        self.normal, self.depth = normal, depth


def find_contact(ax, ay, ar, bx, by, br):
    nx, ny = ax - bx, by - ay
    gap = hypot(nx, ny)
    if gap >= ar + br:
        return None
    if gap == 0:
        return Contact((0.0, 1.0), ar + br)
    return Contact((nx / gap, ny / gap), ar + br - gap)


def circle_circle_mtv(center_a, radius_a, center_b, radius_b):
    found = find_contact(*center_a, radius_a, *center_b, radius_b)
    return None if found is None else (found.normal, found.depth)
