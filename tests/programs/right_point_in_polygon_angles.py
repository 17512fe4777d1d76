"""Adds the angles that the edges make at the point; the boundary counts as inside."""

from math import atan2, pi


def point_in_polygon(point, outline):
    total = 0.0
    for i in range(len(outline)):
        ax, ay = outline[i - 1][0] - point[0], outline[i - 1][1] - point[1]
        bx, by = outline[i][0] - point[0], outline[i][1] - point[1]
        turn, along = ax * by - ay * bx, ax * bx + ay * by
        if abs(turn) < 1e-12 and along <= 0:
            return True
        total += atan2(turn, along)
    return abs(total) > pi
