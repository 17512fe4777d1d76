"""Awkward pairs, each with the reason why it is awkward and its signed separation, worked out by hand.

An error found anywhere becomes a row here.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from geometry import (
    Convex,
    Pose,
    box,
    capsule,
    circle,
    convex,
    point,
    rectangle,
    regular_polygon,
    rounded,
    segment,
)


class Awkward(NamedTuple):
    name: str
    why: str
    a: Convex
    b: Convex
    separation: float  # signed: minus the depth when the shapes overlap


SQUARE = box(2.0, 2.0)
DIAMOND = convex([(0, -1), (1, 0), (0, 1), (-1, 0)])
SLIVER = convex([(0, 0), (1, 0), (0.5, 1e-9)])
FAR = (1e6, -1e6)
_SLANT = (math.cos(0.3), math.sin(0.3))  # no coordinate along it is exact


def _along(distance: float) -> tuple[float, float]:
    return distance * _SLANT[0], distance * _SLANT[1]


TOUCHING = (
    Awkward("edge on edge", "exactly parallel edges, and every contact point ties", SQUARE, box(2, 2, (2, 0.5)), 0),
    Awkward("edge on whole edge", "both vertices of the edge are shared", SQUARE, box(2, 2, (0, 2)), 0),
    Awkward("vertex on edge", "one support point against two", SQUARE, DIAMOND.moved((2, 0.3)), 0),
    Awkward("vertex on vertex", "no edge faces the other shape", DIAMOND, DIAMOND.moved((2, 0)), 0),
    Awkward("corner on corner", "two axes tie at 0, so two normals are right", SQUARE, box(2, 2, (2, 2)), 0),
    Awkward("circles touching", "both sums are exact: 0 is contact", circle(1), circle(0.5, (1.5, 0)), 0),
    Awkward("circle touching an edge", "the foot lies inside the edge", SQUARE, circle(1, (0.2, 2)), 0),
    Awkward("circle touching a corner", "3-4-5: an exact distance", SQUARE, circle(5, (4, 5)), 0),
    Awkward("rounded boxes touching", "edges face each other", rounded(SQUARE, 0.25), box(2, 2, (2.25, 0)), 0),
    Awkward("triangles share an edge", "same two vertices in opposite order",
            convex([(0, 0), (3, 0), (1, 2)]), convex([(0, 0), (2, -3), (3, 0)]), 0),
    Awkward("segment along an edge", "no area rests on another", SQUARE, segment((-0.5, 1), (0.5, 1)), 0),
    Awkward("point on an edge", "nothing but one support point", SQUARE, point((0.3, 1)), 0),
    Awkward("point on a vertex", "both are the same point", SQUARE, point((1, 1)), 0),
)  # fmt: skip

OVERLAPPING = (
    Awkward("coincident", "every axis ties, and each both ways", SQUARE, SQUARE, -2),
    Awkward("contained", "the shorter way out is past the near side, not through the centre", box(4, 4),
            box(1, 1, (1.0, 0)), -1.5),
    Awkward("circle contained", "the cores do not overlap, the discs do", circle(3), circle(1, (1, 0)), -3),
    Awkward("concentric circles", "no direction joins the centres", circle(1, (2, 1)), circle(0.5, (2, 1)), -1.5),
    Awkward("coincident points", "neither size nor direction", point((2, 1)), point((2, 1)), 0),
    Awkward("circle centre on an edge", "the closest points of the cores coincide", SQUARE, circle(0.5, (1, 0.3)),
            -0.5),
    Awkward("circle centre on a vertex", "any direction of the corner's cone will do", SQUARE, circle(0.5, (1, 1)),
            -0.5),
    Awkward("circle centre inside", "the centre is nearest to the edge that it leaves by", SQUARE,
            circle(0.5, (0.7, 0.2)), -0.8),
    Awkward("crossing capsules", "the cores overlap, though they have no area", capsule((-1, 0), (1, 0), 0.25),
            capsule((0.2, -1), (0.2, 1), 0.25), -1.3),
    Awkward("T of capsules", "an end lies on the middle of the other core", capsule((-1, 0), (1, 0), 0.25),
            capsule((0, 0), (0, 2), 0.25), -0.5),
    Awkward("T of segments", "touching, without any area", segment((-1, 0), (1, 0)), segment((0, 0), (0, 2)), 0),
    Awkward("overlapping collinear capsules", "the cores overlap along a line: sideways is shorter",
            capsule((-1, 0), (1, 0), 0.25), capsule((0, 0), (2, 0), 0.25), -0.5),
    Awkward("parallel overlapping boxes", "ties on two opposite edges", SQUARE, box(2, 2, (1.5, 0)), -0.5),
    Awkward("deep in a disc", "a small core in a large radius", rounded(box(0.1, 0.1), 5), circle(1, (2, 0)), -4.05),
)  # fmt: skip

APART = (
    Awkward("collinear capsules end to end", "their only normal sees an overlap of 0, or of a hair by rounding",
            capsule((0, 0), _along(1), 0.3), capsule(_along(5), _along(6), 0.3), 3.4),
    Awkward("collinear segments", "no edge normal sees the gap", segment((0, 0), _along(1)),
            segment(_along(3), _along(4)), 2),
    Awkward("nearly collinear segments", "the second normal is skipped as parallel: the first sees 1e-13 of overlap",
            segment((-0.5, 0), (0.5, 0)), segment((5, -1e-13), (6, 1e-13)), 4.5),
    Awkward("point beyond a segment's end", "the only normal sees an overlap of 0", segment((0, 0), _along(1)),
            point(_along(3)), 2),
    Awkward("boxes in line", "two edges of each lie on the same two lines", SQUARE, box(2, 2, (2.25, 0)), 0.25),
    Awkward("corners facing", "the edge normals see a gap of 3, the corners are 5 apart", SQUARE,
            rectangle((4, 5), (6, 7)), 5),
    Awkward("rounded corners facing", "every edge normal sees an overlap: only the closest-point axis has the gap",
            rounded(SQUARE, 2), rounded(rectangle((4, 5), (6, 7)), 2), 1),
    Awkward("slivers end to end", "edge normals within 1e-8 of each other", SLIVER, SLIVER.moved((6, 0)), 5),
    Awkward("points", "no edges at all", point((0, 0)), point((3, 4)), 5),
)  # fmt: skip

SCALES = (
    Awkward("far from the origin", "coordinates lose six digits", SQUARE.moved(FAR),
            box(2, 2, (FAR[0] + 1.5, FAR[1] + 0.25)), -0.5),
    Awkward("sliver far from the origin", "thinner than the rounding allows would be refused",
            box(1, 1e-6).moved(FAR), box(1, 1, (FAR[0], FAR[1] + 1)), 0.4999995),
    Awkward("tiny", "every length is 1e-6", box(2e-6, 2e-6), circle(1e-6, (1.5e-6, 0)), -0.5e-6),
    Awkward("huge", "every length is 1e6", box(2e6, 2e6), circle(1e6, (1.5e6, 0)), -0.5e6),
    Awkward("tiny on huge", "a size ratio of 1e12: only the large one's rounding counts", box(2e6, 2e6),
            circle(1e-6, (1e6, 0.5)), -1e-6),
    Awkward("size ratio 1e6", "a small box near a large face's end", box(2e6, 2e6), box(2, 2, (1e6 + 1.5, 9e5)), 0.5),
    Awkward("many sides", "neighbouring edge normals are nearly parallel", regular_polygon(64, 1.0),
            point((1.5, 0)), 0.5),
    Awkward("turned and far", "no coordinate is exact", SQUARE.at(Pose(FAR, 0.3)),
            SQUARE.at(Pose((FAR[0] + 3 * _SLANT[0], FAR[1] + 3 * _SLANT[1]), 0.3)), 1),
)  # fmt: skip

AWKWARD = TOUCHING + OVERLAPPING + APART + SCALES
