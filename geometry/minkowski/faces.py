"""The faces of the Minkowski difference, one by one, without building it: each face of A with the supporting vertices
of B, then each face of B with those of A.

An edge of A with outward normal n makes a face of A - B by itself, moved by minus the vertex of B that is furthest
along -n: the supporting vertex. Where B has an edge across n there are two, and the face is as long as both edges.
An edge of B does the same the other way round, its normal turned. The separation along n is how far the origin lies
beyond the face; the greatest of all decides whether A and B overlap, and how deep. Apart, the distance is that of the
nearest point of any face, which may be a corner. A difference has a face for every edge, or for two parallel ones,
and no others: so these are all.

Source: Collision detection for dummies, put right: 0 is contact (its loop answers touching shapes with the largest
number there is), a difference of solid shapes and not of their boundaries, A - B throughout (it says B - A and draws
A grown by B), parallel edges make one face, and circles and capsules are shapes like any other.
"""

from __future__ import annotations

import math

import numpy as np

from geometry.cone import held_between
from geometry.guards import require_pair
from geometry.outcome import Outcome
from geometry.record import record
from geometry.sat.separating_axis import Owner
from geometry.shape import Convex
from geometry.summary import summary
from geometry.tolerance import PARALLEL, rounding
from geometry.trace import Steps, steppable
from geometry.vector import Points, Vector, array_of, cross, dot, length, readonly, unit, xy_of


@record
class DifferenceFace:
    """One face of A - B (of the cores; the radius lies outside of it), and the best before it."""

    owner: Owner  # whose edge it is: A, B; ANY where neither has one and the difference is a point
    edge: int | None  # index of that edge; None for a point
    supports: tuple[int, ...]  # vertices of the other shape: one, or two where it has a parallel edge
    normal: Vector  # unit, outward from A - B: from A to B. A's own normal, B's turned round
    start: Vector  # the face, counter-clockwise
    end: Vector
    separation: float  # along normal, radius included; negative when the origin is on the inner side
    closest: Vector  # the face's point nearest to the origin
    distance: float  # of that point from the origin
    same_as: tuple[Owner, int] | None  # a face met before, of the parallel edge of A: the two are one
    best: DifferenceFace | None  # the face of greatest separation before this one
    is_best: bool  # whether this one takes its place
    nearest: DifferenceFace | None  # the face of least distance before this one
    is_nearest: bool

    @property
    def best_so_far(self) -> DifferenceFace:
        return self if self.is_best or self.best is None else self.best

    @property
    def nearest_so_far(self) -> DifferenceFace:
        return self if self.is_nearest or self.nearest is None else self.nearest


@record
class SidesCompared:
    """On which side of every face the origin lies: in front of one it is outside, behind all of them inside."""

    faces: tuple[DifferenceFace, ...]  # all
    best: DifferenceFace  # of the greatest separation
    in_front: tuple[DifferenceFace, ...]  # those that the origin is in front of, each once


@record
class DifferenceFaces:
    """The answer: signed distance and normal."""

    outcome: Outcome  # SEPARATED or OVERLAPPED; touching is OVERLAPPED
    separation: float  # signed: minus the depth when overlapping
    normal: Vector  # unit, A to B
    decisive: DifferenceFace  # greatest separation when the origin is inside, least distance when outside
    closest: Vector  # point of the difference of the cores that is nearest to the origin; of its boundary, if inside
    faces: tuple[DifferenceFace, ...]  # all, in the order of testing
    radius: float  # of both together
    supports: int  # supporting vertices looked for
    dots: int  # dot products taken for them and for the separations
    tolerance: float  # a separation this near to 0 cannot be told from touching

    __repr__ = summary

    @property
    def count(self) -> int:
        """Different faces: parallel edges of A and B make one together."""
        return sum(face.same_as is None for face in self.faces)


FaceStep = DifferenceFace | SidesCompared | DifferenceFaces


@steppable
def minkowski_faces(a: Convex, b: Convex) -> Steps[FaceStep, DifferenceFaces]:
    """Separation and normal of any two shapes from the faces of their difference.

    Tie rule: the first face tested keeps its place, A's edges in order, then B's, unless a later one is better by
    more than rounding.
    """
    require_pair("minkowski_faces", a, b)
    faces: list[DifferenceFace] = []
    best = nearest = None
    for owner, edge in _edges(a, b):
        face = _face(a, b, owner, edge, faces, best, nearest)
        faces.append(face)
        yield face
        best, nearest = face.best_so_far, face.nearest_so_far
    assert best is not None  # two points offer Owner.ANY
    assert nearest is not None
    tie = rounding(a, b)
    in_front = tuple(face for face in faces if face.same_as is None and face.separation > tie)
    yield SidesCompared(tuple(faces), best, in_front)
    answer = _answer(a, b, tuple(faces), best, nearest)
    yield answer
    return answer


def _edges(a: Convex, b: Convex) -> list[tuple[Owner, int | None]]:
    """A's edges in order, then B's; a segment has two, one each way, and two points make a point."""
    pairs: list[tuple[Owner, int | None]] = [(Owner.A, i) for i in range(len(a.normals))]
    pairs += [(Owner.B, i) for i in range(len(b.normals))]
    return pairs or [(Owner.ANY, None)]


def _face(
    a: Convex,
    b: Convex,
    owner: Owner,
    edge: int | None,
    before: list[DifferenceFace],
    best: DifferenceFace | None,
    nearest: DifferenceFace | None,
) -> DifferenceFace:
    """The face that an edge makes with the other shape's supporting vertices."""
    radius, tie = a.radius + b.radius, rounding(a, b)
    same_as: tuple[Owner, int] | None = None
    if edge is None:
        start = end = readonly(a.points[0] - b.points[0])
        normal = readonly(-unit(start)) if start.any() else readonly(np.array((1.0, 0.0)))
        supports: tuple[int, ...] = (0,)
    else:
        own, other = (a.points, b.points) if owner is Owner.A else (b.points, a.points)
        outward = (a if owner is Owner.A else b).normals[edge]
        p, q = own[edge], own[(edge + 1) % len(own)]
        supports = _supporting(other, outward, q - p)
        # Turned round, the other's edge runs along this one: the face starts where both do, and ends where both do.
        first, last = other[supports[0]], other[supports[-1]]
        if owner is Owner.A:
            start, end, normal = readonly(p - first), readonly(q - last), readonly(outward + 0.0)
        else:
            start, end, normal = readonly(first - p), readonly(last - q), readonly(0.0 - outward)
            twin = supports[0]  # the parallel edge of A starts at its first supporting vertex
            if len(supports) == 2:
                same_as = (Owner.A, twin)
    separation = -dot(start, normal) - radius
    closest = _nearest_on(start, end)
    distance = length(closest)
    is_best = best is None or separation > best.separation + tie
    # A corner belongs to two faces, and a difference without area has two sides: the one that the origin is further
    # beyond is meant.
    is_nearest = (
        nearest is None
        or distance < nearest.distance - tie
        or (distance <= nearest.distance + tie and separation > nearest.separation + tie)
    )
    return DifferenceFace(
        owner, edge, supports, normal, start, end, separation, closest, distance, same_as,
        best, is_best, nearest, is_nearest,
    )  # fmt: skip


def _supporting(points: Points, outward: Vector, along: Vector) -> tuple[int, ...]:
    """The vertices furthest against `outward`: one, or both ends of an edge that runs against `along`, in order.

    Far from the origin the products along a nearly parallel edge differ by less than their rounding: the edge itself
    then says which end is further. Whether it is parallel, PARALLEL decides.
    """
    n = len(points)
    furthest = int((points @ outward).argmin())
    for step in (1, -1):
        for _ in range(n):
            beside = (furthest + step) % n
            if dot(points[beside] - points[furthest], outward) >= 0.0:
                break
            furthest = beside
    for first in ((furthest - 1) % n, furthest) if n > 1 else ():
        edge = points[(first + 1) % n] - points[first]
        if dot(edge, along) < 0.0 and abs(cross(edge, along)) <= PARALLEL * length(edge) * length(along):
            return first, (first + 1) % n
    return (furthest,)


def _nearest_on(start: Vector, end: Vector) -> Vector:
    """The point of a segment nearest to the origin: start + t edge, t = -start . edge / |edge|^2 clamped to [0, 1].

    Between the ends it is square to the edge, at the distance edge x start / |edge| to its left.
    """
    edge = end - start
    from_start, from_end = -dot(start, edge), dot(end, edge)
    if from_start <= 0.0 or from_end <= 0.0:
        return start if from_start <= 0.0 else end
    size = math.hypot(*edge)
    left = np.array((-edge[1], edge[0])) / size
    return readonly(dot(start, left) * left)


def _answer(
    a: Convex, b: Convex, faces: tuple[DifferenceFace, ...], best: DifferenceFace, nearest: DifferenceFace
) -> DifferenceFaces:
    """Inside, the face of greatest separation; outside, the nearest point.

    Outside a difference without area (two segments on one line) no face may have the origin beyond it, though it
    lies off the ends: then it is on the line of a face and away from all of them, which inside it cannot be.
    """
    radius, tie = a.radius + b.radius, rounding(a, b)
    beyond = best.separation + radius  # of the cores
    others = sum(len(b.points) if face.owner is Owner.A else len(a.points) for face in faces)
    counts = (len(faces), others + 2 * len(faces))
    if nearest.distance > tie and beyond >= -tie:
        separation, normal = nearest.distance - radius, _toward(nearest, a, b)
        outcome = Outcome.SEPARATED if separation > tie else Outcome.OVERLAPPED
        return DifferenceFaces(outcome, separation, normal, nearest, nearest.closest, faces, radius, *counts, tie)
    closest = _nearest_on(best.start, best.end)
    return DifferenceFaces(
        Outcome.OVERLAPPED, best.separation, best.normal, best, closest, faces, radius, *counts, tie
    )


def _toward(face: DifferenceFace, a: Convex, b: Convex) -> Vector:
    """The unit direction from a face's nearest point to the origin: its normal, unless that point is an end. Of an
    end it is the way there, which may be all rounding: it is held in the cones of the two corners that make it."""
    if face.closest is face.start:
        own, other = 0, face.supports[0]
    elif face.closest is face.end:
        own, other = 1, face.supports[-1]
    else:
        return face.normal
    way = xy_of(0.0 - unit(face.closest))
    if face.edge is None:
        return array_of(*way)
    if face.owner is Owner.A:
        return array_of(*held_between(way, a, (face.edge + own) % len(a.points), b, other))
    return array_of(*held_between(way, a, other, b, (face.edge + own) % len(b.points)))
