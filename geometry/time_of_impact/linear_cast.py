"""Linear cast: two shapes that move without turning, as a ray from the origin against their Minkowski difference.

While A moves by v_A and B by v_B, the difference A - B keeps its shape and moves by t v, where v = v_A - v_B is the
relative velocity. They touch when it reaches the origin; or, the difference held still, when the origin, moving by

    ray = -v = v_B - v_A

reaches the difference. That is a ray against a convex outline: of the faces that look at it (n . ray < 0) the one
whose line is crossed last is where it enters, if it enters at all. Of a rounded difference a face is moved out by the
radius, and beyond its ends the discs around the corners decide.

Source: Collision detection for dummies (linear cast, whose difference is B - A and whose ray is therefore the other
way round, and which does not say what happens when the shapes overlap at the start).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from geometry.cone import held
from geometry.guards import require_pair
from geometry.minkowski.difference import Difference, minkowski_difference
from geometry.outcome import Miss
from geometry.record import record
from geometry.shape import Convex
from geometry.time_of_impact.impact import TimeOfImpact, met, missed, overlapped
from geometry.tolerance import ROUNDING
from geometry.trace import Steps, steppable
from geometry.vector import SMALLEST_LENGTH, Vector, array_of, cross, dot, length, readonly, vector, xy_of


@record
class DifferenceFormed:
    """A - B at the start. It keeps its shape, as neither of them turns."""

    difference: Difference


@record
class RayFormed:
    """The difference at the start, and the ray that the origin takes through it."""

    difference: Difference
    ray: Vector  # -v = v_B - v_A: displacement of the origin over the interval, the difference held still
    distance: float  # |ray|
    tolerance: float  # a gap this near to 0 cannot be told from touching


@record
class OriginMeasured:
    """Where the origin is at the start, and whether the ray takes it nearer."""

    nearest: Vector  # the point of the difference's core outline nearest to the origin
    normal: Vector  # unit, from the difference to the origin: from A to B
    separation: float  # of the shapes at the start; negative when they overlap
    closing: float  # -normal . ray: how much of the gap the ray closes; 0 or less: receding
    overlapped: bool  # touching, up to rounding, or deeper
    miss: Miss | None  # what this decides, if anything


@record
class FaceTested:
    """One face of the difference against the ray."""

    face: int  # index of the edge of the difference
    start: Vector  # its ends, moved out by the radius
    end: Vector
    normal: Vector  # unit, outward
    approach: float  # normal . ray; 0 or more: a back face, or one that the ray runs along
    separation: float  # of the origin from the face's line at the start, signed
    fraction: float | None  # at which the ray crosses the face's line; None for a back face
    place: float | None  # of the crossing along the face, from its start, as a length
    on_face: bool  # whether the crossing lies between the face's ends
    is_last: bool  # whether no other face so far is crossed later

    @property
    def is_back(self) -> bool:
        """Skipped: the ray does not enter here."""
        return self.fraction is None


@record
class CornerTested:
    """One corner's disc against the ray: the quadratic of `swept_circle_point`."""

    corner: int  # index of the difference's vertex
    point: Vector
    passing: float  # least distance of the ray's line from the corner
    first: float | None  # fraction at which the ray enters the disc; None where it passes by or recedes
    last: float | None  # fraction at which it leaves it
    is_first: bool  # whether no other corner so far is met sooner


@record
class FeatureHit:
    """What the ray enters by: a face, or the disc of a corner."""

    face: int | None  # index of the difference's edge, which knows the edges of A and B that it is made of
    corner: int | None  # index of the difference's vertex
    fraction: float
    place: Vector  # where on the ray: -place is how far A, seen from B, has moved
    normal: Vector  # unit, from A to B


LinearCastStep = DifferenceFormed | RayFormed | OriginMeasured | FaceTested | CornerTested | FeatureHit | TimeOfImpact


@steppable
def linear_cast(
    a: Convex, motion_a: ArrayLike, b: Convex, motion_b: ArrayLike = (0.0, 0.0)
) -> Steps[LinearCastStep, TimeOfImpact]:
    """When two shapes, as they lie in the world, first touch if each moves by its displacement without turning.

    Exact up to rounding. Touching at the start is OVERLAPPED; sliding along in touch counts as contact. Raises
    ValueError for anything but two Convex and two vectors.
    """
    require_pair("linear_cast", a, b)
    move_a, move_b = vector(motion_a, "motion_a"), vector(motion_b, "motion_b")
    difference = minkowski_difference(a, b)
    yield DifferenceFormed(difference)
    formed = _ray_of(difference, a, move_a, b, move_b)
    yield formed
    normals = _normals(formed.difference, a, b)
    origin = _origin_of(formed, normals)
    yield origin
    if origin.overlapped or origin.miss is not None:
        result = overlapped(a, b) if origin.miss is None else missed(origin.miss, 0)
        yield result
        return result
    entry = yield from _enter(formed, normals)
    if isinstance(entry, Miss):
        result = missed(entry, 0)
    else:
        yield entry
        t = entry.fraction
        result = met(a.moved(t * move_a), b.moved(t * move_b), t, entry.normal, 0, formed.tolerance)
    yield result
    return result


def _ray_of(difference: Difference, a: Convex, motion_a: Vector, b: Convex, motion_b: Vector) -> RayFormed:
    ray = readonly(motion_b - motion_a)
    distance = length(ray)
    if distance <= SMALLEST_LENGTH:  # its square would underflow
        ray, distance = readonly(np.zeros(2)), 0.0
    largest = max(a.max_coordinate, b.max_coordinate, *(float(np.abs(v).max()) for v in (motion_a, motion_b)))
    return RayFormed(difference, ray, distance, ROUNDING * largest)


def _normals(difference: Difference, a: Convex, b: Convex) -> list[Vector]:
    """Outward, one a face: those of the edges that it is made of. The ends of a face are differences, and rounded in
    proportion to where the shapes are: of a short one far from the origin they have lost the direction."""
    return [
        a.normals[edge.of_a] if edge.of_a is not None else readonly(0.0 - b.normals[edge.of_b])
        for edge in difference.edges
    ]


def _origin_of(formed: RayFormed, normals: list[Vector]) -> OriginMeasured:
    """The origin against the outline: outside, its nearest point gives the normal; inside, the nearest face."""
    points, radius = formed.difference.points, formed.difference.radius
    edges = np.roll(points, -1, axis=0) - points
    squared = (edges * edges).sum(axis=1)
    along = np.clip(-(points * edges).sum(axis=1) / np.where(squared > 0.0, squared, 1.0), 0.0, 1.0)
    feet = points + along[:, None] * edges
    distances = np.hypot(feet[:, 0], feet[:, 1])
    k = int(distances.argmin())
    nearest, distance = feet[k], float(distances[k])
    inside = len(points) > 2 and bool(((points * normals).sum(axis=1) >= 0.0).all())
    if 0.0 < along[k] < 1.0:  # between the ends the face's own normal: the way to the origin may be all rounding
        normal = normals[k]
        normal = readonly(0.0 - normal) if not inside and dot(normal, nearest) > 0.0 else readonly(normal + 0.0)
    elif distance > 0.0:
        normal = readonly((nearest if inside else -nearest) / distance)
    else:
        normal = readonly(np.array((1.0, 0.0)))
    separation = (-distance if inside else distance) - radius
    closing = -dot(normal, formed.ray)
    # That the gap does not close is only sure along a line that really has the difference on one side.
    certain = -float((points @ normal).max()) - radius
    miss = None
    if separation > formed.tolerance:
        if formed.distance == 0.0:
            miss = Miss.NO_MOTION
        elif certain > formed.tolerance and closing <= 0.0:
            miss = Miss.RECEDING
        elif certain - closing > formed.tolerance:
            miss = Miss.TOO_FAR
    return OriginMeasured(readonly(nearest.copy()), normal, separation, closing, separation <= formed.tolerance, miss)


def _enter(formed: RayFormed, normals: list[Vector]) -> Steps[FaceTested | CornerTested, FeatureHit | Miss]:
    """Every face in turn; then, for a rounded difference or one without area, its corners."""
    last: FaceTested | None = None
    for face, edge in enumerate(formed.difference.edges):
        if length(edge.end - edge.start) <= formed.tolerance:
            continue  # rounding has made a corner of it
        tested = _face(formed, face, normals[face], last)
        yield tested
        if tested.is_back:
            if tested.separation > formed.tolerance:
                return Miss.PASSING  # the origin is beyond this line, and comes no nearer to it
            continue
        last = tested if tested.is_last else last
    if last is not None:
        entered = (last.face, _held_between_ends(formed, last)) if last.on_face else _crossed(formed, normals, last)
        if entered is not None:
            face, fraction = entered
            return _hit(formed, fraction, readonly(normals[face] + 0.0), face=face)
        if len(formed.difference.points) > 2 and formed.difference.radius == 0.0:
            return Miss.PASSING
    soonest: CornerTested | None = None
    for corner in range(len(formed.difference.points)):
        met_corner = _corner(formed, corner, soonest)
        yield met_corner
        soonest = met_corner if met_corner.is_first else soonest
    if soonest is None or soonest.first is None:
        return Miss.PASSING
    way = soonest.first * formed.ray - soonest.point
    against = way if length(way) > formed.tolerance else -formed.ray
    normal = xy_of(against / length(against))
    if normals:
        normal = held(normal, xy_of(normals[soonest.corner - 1]), xy_of(normals[soonest.corner]))
    return _hit(formed, soonest.first, array_of(*normal), corner=soonest.corner)


def _face(formed: RayFormed, face: int, normal: Vector, last: FaceTested | None) -> FaceTested:
    """Where the ray crosses the line of a face. A face that the ray nears by no more than rounding is a back face."""
    edge, radius = formed.difference.edges[face], formed.difference.radius
    size = length(edge.end - edge.start)
    start, end = readonly(edge.start + radius * normal), readonly(edge.end + radius * normal)
    # The origin lies -normal . start beyond the line; the end nearer to it has fewer digits to lose.
    near = edge.start if length(edge.start) <= length(edge.end) else edge.end
    separation, approach = -dot(normal, near) - radius, dot(normal, formed.ray)
    if approach >= -formed.tolerance:
        return FaceTested(face, start, end, normal, approach, separation, None, None, False, False)
    fraction = separation / -approach
    place = cross(normal, fraction * formed.ray - edge.start)  # the normal turned left is the way along the face
    # A disc continues a rounded face; of a sharp one the last corner must not fall between two faces.
    slack = formed.tolerance if radius == 0.0 else 0.0
    on_face = -slack <= place <= size + slack and separation >= -formed.tolerance
    is_last = last is None or last.fraction is None or fraction > last.fraction
    return FaceTested(face, start, end, normal, approach, separation, fraction, place, on_face, is_last)


def _crossed(formed: RayFormed, normals: list[Vector], last: FaceTested) -> tuple[int, float] | None:
    """The face that the ray enters by where the last one is crossed beyond its ends, and the fraction; None where a
    corner decides.

    Faces that are nearly parallel are crossed at the same time, up to rounding, and the last of them may be the wrong
    one by a long way. On which side of the ray a face's ends lie is known better: c = end x ray rises along the faces
    that look at the ray, and it enters where that is 0. From the last face the outline is followed to there.
    """
    outline, ray = formed.difference.edges, formed.ray
    out = [formed.difference.radius * n for n in normals]
    i = last.face
    for _ in outline:
        start, end = outline[i].start + out[i], outline[i].end + out[i]
        at_start, at_end = cross(start, ray), cross(end, ray)
        if at_start <= 0.0 <= at_end:
            part = at_start / (at_start - at_end) if at_start < at_end else 0.0
            return i, dot(start + part * (end - start), ray) / formed.distance**2
        turn = -1 if at_start > 0.0 else 1
        j = (i + turn) % len(outline)
        if dot(normals[j], ray) >= 0.0:  # at the end of those that look at the ray: it passes by, or grazes
            grazes = (
                formed.difference.radius == 0.0
                and min(abs(at_start), abs(at_end)) <= formed.tolerance * formed.distance
            )
            return (i, dot(start if turn < 0 else end, ray) / formed.distance**2) if grazes else None
        beside = outline[j].end if turn < 0 else outline[j].start
        if turn * cross(beside + out[j], ray) >= 0.0:
            return None  # between the two faces: on the arc
        i = j
    return None


def _held_between_ends(formed: RayFormed, face: FaceTested) -> float:
    """The fraction at which the ray crosses a face, not before the one of its ends nor after the other: a ray that
    runs nearly along it crosses its line at a fraction that is all rounding."""
    assert face.fraction is not None
    squared = formed.distance * formed.distance
    ends = (dot(face.start, formed.ray) / squared, dot(face.end, formed.ray) / squared)
    return min(max(face.fraction, min(ends)), max(ends))


def _corner(formed: RayFormed, corner: int, soonest: CornerTested | None) -> CornerTested:
    """With u the ray's direction, c the corner and m = c x u: along the ray the disc reaches from
    c . u - sqrt(R^2 - m^2) to c . u + sqrt(R^2 - m^2)."""
    point, radius = formed.difference.points[corner], formed.difference.radius
    u = formed.ray / formed.distance
    passing, ahead = abs(cross(point, u)), dot(point, u)
    if passing > radius + formed.tolerance or ahead <= 0.0:
        return CornerTested(corner, readonly(point.copy()), passing, None, None, False)
    half = math.sqrt(max((radius - passing) * (radius + passing), 0.0))
    # The product of both roots is |c|^2 - R^2: no cancellation in the smaller one.
    first = (length(point) - radius) * (length(point) + radius) / (ahead + half) / formed.distance
    is_first = soonest is None or soonest.first is None or first < soonest.first
    return CornerTested(corner, readonly(point.copy()), passing, first, (ahead + half) / formed.distance, is_first)


def _hit(
    formed: RayFormed, fraction: float, normal: Vector, *, face: int | None = None, corner: int | None = None
) -> FeatureHit | Miss:
    if (fraction - 1.0) * formed.distance > formed.tolerance:
        return Miss.TOO_FAR
    if fraction * formed.distance < -formed.tolerance:
        return Miss.PASSING
    t = min(max(fraction, 0.0), 1.0)
    return FeatureHit(face, corner, t, readonly(t * formed.ray), normal)
