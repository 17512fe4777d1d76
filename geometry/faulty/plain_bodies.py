"""Outlines, many boxes and a bounce on plain numbers, each wrong in one line.

ears_without_look    any convex vertex is clipped, whatever lies in the ear (everybody does it once; SAT explained,
                     error 13, is its half-open relative)
triangle_refused     nothing for an outline of three vertices (SAT explained, error 10)
sweep_stopped_early  `break` at the first box that is apart in y, where `continue` is meant (a common slip)
cell_of_the_centre   each box in the one cell that its centre lies in (a common slip)
mass_without_arm     the effective mass without the lever arm (a common slip)
rotated_wrongly      the rotation with its signs exchanged (SAT explained, error 23)
angle_by_arccos      the inner angle by arccos, which is never above 180 degrees (forums)
"""

from __future__ import annotations

import math
from itertools import combinations

from geometry.dynamics.mass import mass_properties
from geometry.faulty.plain import Box, Outline, cross, dot, size, sub
from geometry.shape import Convex
from geometry.vector import XY, xy_of

CELL = 4.0  # world units
RESTITUTION = 0.5

Triangle = tuple[int, int, int]  # vertex numbers


def ears_without_look(outline: Outline) -> list[Triangle]:
    """The triangles of a counter-clockwise outline, by clipping ears."""
    triangles = []
    ring = list(range(len(outline)))
    while len(ring) > 3:
        for k in range(len(ring)):
            before, tip, after = ring[k - 1], ring[k], ring[(k + 1) % len(ring)]
            if cross(sub(outline[tip], outline[before]), sub(outline[after], outline[tip])) > 0.0:
                triangles.append((before, tip, after))
                del ring[k]
                break
        else:
            return triangles
    return [*triangles, (ring[0], ring[1], ring[2])]


def triangle_refused(outline: Outline) -> list[Triangle]:
    """The triangles of a convex outline: a fan from vertex 0."""
    last = len(outline) - 1
    if last < 3:
        return []
    return [(0, i, i + 1) for i in range(1, last)]


def sweep_stopped_early(*boxes: Box) -> list[tuple[int, int]]:
    """The pairs of boxes that touch or overlap."""
    pairs = []
    order = sorted(range(len(boxes)), key=lambda i: boxes[i][0][0])
    for k, i in enumerate(order):
        (_, bottom), (right, top) = boxes[i]
        for j in order[k + 1 :]:
            (other_left, other_bottom), (_, other_top) = boxes[j]
            if other_left > right:
                break
            if other_bottom > top or other_top < bottom:
                break
            pairs.append((min(i, j), max(i, j)))
    return sorted(pairs)


def cell_of_the_centre(*boxes: Box) -> list[tuple[int, int]]:
    """The pairs of boxes that touch or overlap, by a grid of square cells of side CELL."""
    cells: dict[tuple[int, int], list[int]] = {}
    for i, ((left, bottom), (right, top)) in enumerate(boxes):
        x, y = (left + right) / 2.0, (bottom + top) / 2.0
        cells.setdefault((math.floor(x / CELL), math.floor(y / CELL)), []).append(i)
    found = []
    for members in cells.values():
        for i, j in combinations(members, 2):
            ((al, ab), (ar, at)), ((bl, bb), (br, bt)) = boxes[i], boxes[j]
            if al <= br and bl <= ar and ab <= bt and bb <= at:
                found.append((i, j))
    return sorted(found)


def mass_without_arm(outline: Outline, velocity: XY) -> tuple[XY, float]:
    """Velocity and spin of a body of density 1, without spin, after its lowest vertex has hit the smooth floor."""
    body = mass_properties(Convex(outline))
    lowest = min(outline, key=lambda p: p[1])
    arm = lowest[0] - xy_of(body.center)[0]
    approach = velocity[1]
    if approach >= 0.0:
        return velocity, 0.0
    inverse_mass = 1.0 / body.mass
    impulse = -(1.0 + RESTITUTION) * approach / inverse_mass
    return (velocity[0], velocity[1] + impulse / body.mass), impulse * arm / body.inertia


def angle_by_arccos(outline: Outline) -> list[int]:
    """The reflex vertices of a counter-clockwise outline: those with an inner angle of more than 180 degrees."""
    reflex = []
    for i, corner in enumerate(outline):
        back, on = sub(outline[i - 1], corner), sub(outline[(i + 1) % len(outline)], corner)
        angle = math.acos(dot(back, on) / (size(back) * size(on)))
        if angle > math.pi:
            reflex.append(i)
    return reflex
