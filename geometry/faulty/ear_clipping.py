"""Ear clipping with a slip: the loops that articles and first attempts have, one fault each.

Without a slip the loop below finds the triangles of `geometry.concave.ear_clipping`, in the same order. Sources: SAT
explained, errors 8 to 13, and the two that everybody makes once (no test for vertices inside; testing the ear's own).
A loop that stalls is cut off when a whole turn has changed nothing (the printed one goes on idly until its CAP), and
all of them then take what is left for the last triangle, as the printed one does.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geometry.outline import signed_area
from geometry.record import copies_readonly
from geometry.summary import summary
from geometry.vector import XY, Points, points, xy_rows

# The printed loop counts its passes over the ring and gives up after these; every pass may clip one ear or several.
CAP = 1000


class Slip(Enum):
    """What is wrong."""

    NONE = "none"
    NO_INSIDE_TEST = "no inside test"  # any convex vertex is clipped
    WRONG_SIGN = "wrong cross sign"  # error 8: (-y, x) where the printed test needs (y, -x): reflex tips are clipped
    WINDING = "winding not checked"  # error 9: a clockwise outline is taken as it comes
    TRIANGLE_REFUSED = "triangle refused"  # error 10: n = length - 1; if n < 3, nothing
    CAP = "cap of 1000 passes"  # error 11: the rest is left out without a word
    STRAIGHT_EARS = "straight vertex clipped"  # error 12: a straight vertex is clipped, a triangle of no area
    HALF_OPEN = "half-open triangle"  # error 13: u + v < 1, a vertex on the new diagonal counts as outside
    OWN_VERTICES = "own vertices tested"  # the ear's three corners lie in its triangle: there is never an ear


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class FaultyTriangulation:
    """What a loop with a slip comes to."""

    slip: Slip
    triangles: tuple[tuple[int, int, int], ...]  # vertex numbers, as the loop takes them
    left: tuple[int, ...]  # the ring where the loop gave up; empty where it ended
    covered: float  # sum of the triangles' areas
    area: float  # of the outline
    empty: int  # triangles without area
    idle_passes: int  # whole turns round the ring without a clip, until it was cut off

    __repr__ = summary

    @property
    def error(self) -> float:
        """By how much the triangles' sum misses the area of the outline: covered twice or outside, or missed."""
        return abs(self.covered - self.area)

    @property
    def has_ended(self) -> bool:
        return not self.left


def ear_clipping_with(slip: Slip, outline: Points) -> FaultyTriangulation:
    """Ear clipping of an outline without holes, `(n, 2)`, with one slip. Raises ValueError for fewer than three
    vertices."""
    given = points(outline, "outline")
    if len(given) < 3:
        raise ValueError(f"an outline needs at least 3 vertices, not {len(given)}")
    vertices = xy_rows(given)
    ring = list(range(len(vertices)))
    left_over = np.ones(len(vertices), dtype=bool)  # not clipped yet
    if slip is not Slip.WINDING and signed_area(given) < 0.0:
        ring = [0, *ring[:0:-1]]
    triangles: list[tuple[int, int, int]] = []
    if slip is Slip.TRIANGLE_REFUSED and len(ring) - 1 < 3:
        return _answer(slip, given, triangles, ring, 0)
    i = since_ear = 0
    while len(ring) > 3:
        a, b, c = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]
        if _is_ear(slip, given, left_over, (vertices[a], vertices[b], vertices[c])):
            triangles.append((a, b, c))
            del ring[i]
            left_over[b] = False
            i, since_ear = max(i - 1, 0), 0
        else:
            i, since_ear = (i + 1) % len(ring), since_ear + 1
        gives_up = slip is Slip.CAP and len(triangles) > CAP and len(ring) > 3
        if since_ear >= len(ring) or gives_up:  # nothing has changed for a whole turn: nothing ever will
            break
    left = ring if len(ring) > 3 else []
    triangles.append((ring[0], ring[1], ring[2]))  # without asking whether they are the last
    return _answer(slip, given, triangles, left, CAP if left and since_ear else 0)


def _is_ear(slip: Slip, points: Points, left: NDArray[np.bool_], corners: tuple[XY, XY, XY]) -> bool:
    turn = _cross(*corners)
    if slip is Slip.WRONG_SIGN:
        turn = -turn
    if turn < 0.0 or (turn == 0.0 and slip is not Slip.STRAIGHT_EARS):
        return False
    if slip is Slip.NO_INSIDE_TEST:
        return True
    is_inside = left & _held(slip, points, corners)
    if slip is not Slip.OWN_VERTICES:
        for corner in corners:
            is_inside &= (points != corner).any(axis=1)
    return not is_inside.any()


def _held(slip: Slip, points: Points, corners: tuple[XY, XY, XY]) -> NDArray[np.bool_]:
    """Whether the triangle a, b, c holds each point, of either winding, its boundary included; the diagonal, from c
    to a, is left out by the half-open one."""
    sign = -1.0 if _cross(*corners) < 0.0 else 1.0
    x, y = points.T
    of_ab, of_bc, of_ca = (
        sign * ((qx - px) * (y - qy) - (qy - py) * (x - qx))
        for (px, py), (qx, qy) in pairwise((*corners, corners[0]))
    )
    held = (of_ab >= 0.0) & (of_bc >= 0.0)
    return np.asarray(held & ((of_ca > 0.0) if slip is Slip.HALF_OPEN else (of_ca >= 0.0)), dtype=bool)


def _cross(a: XY, b: XY, c: XY) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _answer(
    slip: Slip, outline: Points, triangles: list[tuple[int, int, int]], left: list[int], idle: int
) -> FaultyTriangulation:
    corners = outline[np.array(triangles, dtype=np.intp).reshape(-1, 3)]
    arms = corners[:, 1:] - corners[:, :1]
    areas = 0.5 * np.abs(arms[:, 0, 0] * arms[:, 1, 1] - arms[:, 0, 1] * arms[:, 1, 0])
    return FaultyTriangulation(
        slip, tuple(triangles), tuple(left), float(areas.sum()), abs(signed_area(outline)),
        int((areas == 0.0).sum()), idle,
    )  # fmt: skip
