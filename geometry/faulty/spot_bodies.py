"""Outlines, many boxes and a bounce with one wrong line each, for *Spot the bug*. See `spot_axes`.

Sources: SAT explained; the others are slips of many forum threads.
"""

from __future__ import annotations

import math
from itertools import combinations

from geometry.dynamics.mass import mass_properties
from geometry.faulty.spot_plain import XY, Ring, cross, dot, minus
from geometry.faulty.spot_shared import Box, size
from geometry.shape import Convex
from geometry.vector import xy_of

CELL = 4.0  # side of the grid's cells, world units
RESTITUTION = 0.5

Triangle = tuple[XY, XY, XY]
Pair = tuple[int, int]  # numbers of boxes, the lower one first


def ears(outline: Ring) -> list[Triangle]:
    """The triangles of a counter-clockwise outline, by clipping ears.

    Wrong: a convex vertex is a tip, and its triangle is an ear only if no other vertex lies in it.
    """
    triangles, ring = [], list(outline)
    while len(ring) > 3:
        for i in range(len(ring)):
            p, q, r = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]
            turn = cross(minus(q, p), minus(r, q))
            if turn > 0.0:
                triangles.append((p, q, r))
                del ring[i]
                break
        else:
            break
    return [*triangles, (ring[0], ring[1], ring[2])]


def fan(a: Ring) -> list[Triangle]:
    """The triangles of a convex outline: all from its first vertex.

    Wrong: the last vertex of a triangle has the number 2. (SAT explained, 10.)
    """
    last = len(a) - 1
    if last < 3:
        return []
    return [(a[0], a[i], a[i + 1]) for i in range(1, last)]


def swept_pairs(*boxes: Box) -> list[Pair]:
    """The pairs of boxes that touch or overlap, by sweep and prune along x.

    Wrong: a gap in y says nothing about the next box; only a gap in x ends the loop.
    """
    pairs = []
    order = sorted(range(len(boxes)), key=lambda i: boxes[i][0][0])
    for k, i in enumerate(order):
        (_, bottom), (right, top) = boxes[i]
        for j in order[k + 1 :]:
            (next_left, next_bottom), (_, next_top) = boxes[j]
            if next_left > right or next_bottom > top or next_top < bottom:
                break
            pairs.append((min(i, j), max(i, j)))
    return sorted(pairs)


def cell_pairs(*boxes: Box) -> list[Pair]:
    """The pairs of boxes that touch or overlap, by a grid of square cells of side CELL.

    Wrong: a box lies in every cell that it overlaps, not only in the cell of its centre.
    """
    cells: dict[tuple[int, int], list[int]] = {}
    for i, ((left, bottom), (right, top)) in enumerate(boxes):
        x, y = (left + right) / 2.0, (bottom + top) / 2.0
        cells.setdefault((math.floor(x / CELL), math.floor(y / CELL)), []).append(i)
    pairs = set()
    for members in cells.values():
        for i, j in combinations(members, 2):
            (low, high), (other_low, other_high) = boxes[i], boxes[j]
            if all(low[k] <= other_high[k] and other_low[k] <= high[k] for k in (0, 1)):
                pairs.add((i, j))
    return sorted(pairs)


def bounce(a: Ring, motion: XY) -> tuple[XY, float]:
    """Velocity and spin after the lowest vertex of a body of density 1, without spin, has hit the smooth floor.

    Wrong: the contact point also gives way by turning: inverse mass + arm² / inertia.
    """
    body = mass_properties(Convex(a))
    lowest = min(a, key=lambda p: p[1])
    arm = lowest[0] - xy_of(body.center)[0]
    if motion[1] >= 0.0:
        return motion, 0.0
    give = 1.0 / body.mass
    impulse = -(1.0 + RESTITUTION) * motion[1] / give
    return (motion[0], motion[1] + impulse / body.mass), impulse * arm / body.inertia


def reflex_vertices(outline: Ring) -> list[int]:
    """The vertices of a counter-clockwise outline with an inner angle of more than 180 degrees.

    Wrong: arccos knows no angle above 180 degrees.
    """
    reflex = []
    for i, corner in enumerate(outline):
        back, on = minus(outline[i - 1], corner), minus(outline[(i + 1) % len(outline)], corner)
        angle = math.acos(dot(back, on) / (size(back) * size(on)))
        if angle > math.pi:
            reflex.append(i)
    return reflex
