"""Whether an outline is convex, and what a separating axis test of its own edge normals is worth if it is not.

    cross(e_(i-1), e_i) < 0     a walker with the inside on the left turns right at vertex i: it is reflex

Every projection of an outline is that of its convex hull, so no axis sees a notch. And an outline is projected on its
own edge normals alone, not on those of its hull: a point that lies in all of its strips {x: min <= x . n <= max} is
parted from it by none of them. So the test takes the outline for the common part of the strips,

    area(outline) <= area(hull) <= area(common part),

with equality on the left exactly for a convex outline, for which both are equalities. "Apart" is proved, "overlap" is
not; that is asked of convex pieces (`geometry.concave.pairs`).

Source: SAT explained, "The problem of concavity".
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np

from geometry.concave.pairs import PairsTested, polygon_pairs
from geometry.interval import Interval
from geometry.outline import signed_area
from geometry.polygon import Polygon
from geometry.record import VectorField, copies_readonly, record
from geometry.shape import Convex, hull
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Points, Vector, following, readonly, xy_rows

SAME_DIRECTION = 1e-9  # radians: two edges this near to parallel have one strip


class Turn(Enum):
    """What a vertex is to a walker who has the inside on the left."""

    CONVEX = "convex"  # a turn to the left
    STRAIGHT = "straight"
    REFLEX = "reflex"  # a turn to the right


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class DistanceFound:
    """What is true: how far the two shapes are apart, asked of their convex pieces."""

    pairs: PairsTested

    @property
    def is_overlap(self) -> bool:
        return bool(self.pairs.overlapping)


@record
class AxisProjected:
    """Both projections on one edge normal."""

    owner: str  # "A" or "B"
    edge: int
    normal: VectorField  # unit, outward
    of_a: Interval
    of_b: Interval

    @property
    def separation(self) -> float:
        """The gap (positive) or minus the least move along the axis that ends the overlap."""
        return self.of_a.separation(self.of_b)


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class AxesProjected:
    """All edge normals of both, A's first, and the one of greatest separation."""

    tests: tuple[AxisProjected, ...]
    best: AxisProjected

    @property
    def is_gap(self) -> bool:
        """Whether the test says: apart."""
        return self.best.separation > 0.0


@record
class Turned:
    """One vertex, walked by with the inside on the left."""

    vertex: int
    before: VectorField  # the edge that leads to it
    after: VectorField  # the edge that leaves it
    cross: float
    turn: Turn


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class HullFound:
    """The convex hull, and where it leaves the outline."""

    outline: Points  # counter-clockwise
    bridges: tuple[tuple[int, int], ...]  # pairs of vertices of A that it joins over a notch
    area: float


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class StripsFound:
    """What lies in every strip."""

    strips: tuple[tuple[Vector, Interval], ...]  # of A's edges, one for each direction
    outline: Points  # of their common part, counter-clockwise
    area: float


@copies_readonly
@dataclass(frozen=True, slots=True, eq=False)
class Convexity:
    """The answer: the reflex vertices, and both answers on the pair."""

    reflex: tuple[int, ...]
    areas: tuple[float, float, float]  # of A, of its hull, of the strips' common part
    tested: AxesProjected
    pairs: PairsTested

    __repr__ = summary

    @property
    def is_convex(self) -> bool:
        return not self.reflex

    @property
    def is_wrong(self) -> bool:
        """Whether the test reports an overlap of shapes that are apart."""
        return not self.tested.is_gap and not self.pairs.overlapping


ConvexityStep = DistanceFound | AxesProjected | Turned | HullFound | StripsFound | Convexity


@steppable
def convexity(a: Polygon, b: Convex) -> Steps[ConvexityStep, Convexity]:
    """The true distance of an outline and a convex shape, the separating axis test of their edge normals, and why the
    two may disagree: the turn at every vertex of A, its hull, its strips.

    Vertices and edges have the numbers of the list, which may run either way round. Sharp shapes: raises ValueError
    for a radius, for holes and for a shape without edges.
    """
    if a.holes or a.radius or b.radius or len(b.points) < 3:
        raise ValueError("the test on the outline's own edges is for sharp shapes without holes")
    truth = DistanceFound(polygon_pairs(a, b))
    yield truth
    tested = outline_axes(a, b)
    yield tested
    ring, points, exact = a.ordered[0], xy_rows(a.points), a.exact
    for k, v in enumerate(ring):
        before, after = ring[k - 1], ring[(k + 1) % len(ring)]
        (px, py), (x, y), (qx, qy) = points[before], points[v], points[after]
        sign = exact.turn(before, v, after)
        turn = Turn.CONVEX if sign > 0 else Turn.REFLEX if sign < 0 else Turn.STRAIGHT
        yield Turned(v, (x - px, y - py), (qx - x, qy - y), exact.cross(before, v, after), turn)
    around = outline_hull(a)
    yield around
    common = outline_strips(a)
    yield common
    answer = Convexity(a.reflex, (a.area, around.area, common.area), tested, truth.pairs)
    yield answer
    return answer


def outward(a: Polygon) -> Points:
    """The outward unit normal of every edge i (from vertex i to vertex i + 1 of the list), shape (n, 2)."""
    e = following(a.outline) - a.outline
    normals = np.stack((e[:, 1], -e[:, 0]), axis=1) / np.hypot(e[:, 0], e[:, 1])[:, None]
    return readonly(normals if a.is_counter_clockwise else -normals)


def outline_axes(a: Polygon, b: Convex) -> AxesProjected:
    """The separating axis test as it is written for convex shapes: on the edge normals of both. The first of equal
    separations counts."""
    tests: list[AxisProjected] = []
    for owner, normals in (("A", outward(a)), ("B", b.normals)):
        of_a, of_b = a.outline @ normals.T, b.points @ normals.T
        ends = (of_a.min(axis=0), of_a.max(axis=0), of_b.min(axis=0), of_b.max(axis=0))
        found = zip(xy_rows(normals), np.stack(ends, axis=1).tolist(), strict=True)
        for i, (n, (low, high, other_low, other_high)) in enumerate(found):
            tests.append(AxisProjected(owner, i, n, Interval(low, high), Interval(other_low, other_high)))
    return AxesProjected(tuple(tests), max(tests, key=lambda test: test.separation))


def outline_hull(a: Polygon) -> HullFound:
    """The convex hull of an outline, and its bridges: edges below which a part of the outline lies."""
    ring, exact = a.ordered[0], a.exact
    place = {(x, y): k for k, (x, y) in enumerate(a.points[list(ring)].tolist())}
    corners = hull(a.outline).points
    stops = [place[x, y] for x, y in corners.tolist()]
    bridges = []
    for first, last in zip(stops, stops[1:] + stops[:1], strict=True):
        count = (last - first) % len(ring)
        between = [ring[(first + k) % len(ring)] for k in range(1, count)]
        if any(exact.turn(ring[first], v, ring[last]) != 0 for v in between):
            bridges.append((ring[first], ring[last]))
    return HullFound(corners, tuple(bridges), signed_area(corners))


def outline_strips(a: Polygon) -> StripsFound:
    """The strips of an outline's edge normals, and their common part.

    Every border of a strip touches the hull, so none is made needless by others: sorted by direction, each meets the
    next one in a corner of the common part.
    """
    normals = outward(a)
    upward = np.where((normals[:, :1] < 0.0) | ((normals[:, :1] == 0.0) & (normals[:, 1:] < 0.0)), -normals, normals)
    angles = np.arctan2(upward[:, 1], upward[:, 0])
    order = np.argsort(angles, kind="stable")
    kept = [int(order[0])]
    for i in order[1:].tolist():
        if angles[i] - angles[kept[-1]] > SAME_DIRECTION:
            kept.append(i)
    if len(kept) > 1 and angles[kept[-1]] - angles[kept[0]] > math.pi - SAME_DIRECTION:
        kept.pop()  # straight up and straight down are one direction
    directions = upward[kept]
    along = a.outline @ directions.T
    lows, highs = along.min(axis=0), along.max(axis=0)
    n = np.concatenate((directions, -directions))
    h = np.concatenate((highs, -lows))
    m, g = following(n), following(h)
    turn = n[:, 0] * m[:, 1] - n[:, 1] * m[:, 0]
    corners = np.stack((h * m[:, 1] - g * n[:, 1], g * n[:, 0] - h * m[:, 0]), axis=1) / turn[:, None]
    strips = tuple(
        (readonly(d.copy()), Interval(low, high))
        for d, low, high in zip(directions, lows.tolist(), highs.tolist(), strict=True)
    )
    return StripsFound(strips, readonly(corners), signed_area(corners))
