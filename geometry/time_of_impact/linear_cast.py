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
from typing import NamedTuple

from numpy.typing import ArrayLike

from geometry.cone import held
from geometry.guards import require_pair
from geometry.minkowski.difference import Difference, minkowski_difference
from geometry.outcome import Miss
from geometry.shape import Convex
from geometry.time_of_impact.impact import TimeOfImpact, met, missed, overlapped
from geometry.time_of_impact.linear_cast_steps import (
    CornerTested,
    DifferenceFormed,
    FaceTested,
    FeatureHit,
    LinearCastStep,
    OriginMeasured,
    RayFormed,
)
from geometry.time_of_impact.moving import slid
from geometry.tolerance import ROUNDING
from geometry.trace import Steps, steppable
from geometry.vector import SMALLEST_LENGTH, XY, xy_given, xy_rows


@steppable
def linear_cast(
    a: Convex, motion_a: ArrayLike, b: Convex, motion_b: ArrayLike = (0.0, 0.0)
) -> Steps[LinearCastStep, TimeOfImpact]:
    """When two shapes, as they lie in the world, first touch if each moves by its displacement without turning.

    Exact up to rounding. Touching at the start is OVERLAPPED; sliding along in touch counts as contact. Raises
    ValueError for anything but two Convex and two vectors.
    """
    require_pair("linear_cast", a, b)
    move_a, move_b = xy_given(motion_a, "motion_a"), xy_given(motion_b, "motion_b")
    difference = minkowski_difference(a, b)
    yield DifferenceFormed(difference)
    formed = _ray_of(difference, a, move_a, b, move_b)
    yield formed
    corners = xy_rows(difference.points)
    faces = _faces(difference, corners, a, b)
    origin = _origin_of(formed, corners, faces)
    yield origin
    if origin.overlapped or origin.miss is not None:
        result = overlapped(a, b) if origin.miss is None else missed(origin.miss, 0)
        yield result
        return result
    entry = yield from _enter.steps(formed, corners, faces)
    if isinstance(entry, Miss):
        result = missed(entry, 0)
    else:
        yield entry
        t = entry.fraction
        result = met(slid(a, t, move_a), slid(b, t, move_b), t, entry.normal_xy, 0, formed.tolerance)
    yield result
    return result


def _ray_of(difference: Difference, a: Convex, motion_a: XY, b: Convex, motion_b: XY) -> RayFormed:
    (ax, ay), (bx, by) = motion_a, motion_b
    ray = bx - ax, by - ay
    distance = math.hypot(*ray)
    if distance <= SMALLEST_LENGTH:  # its square would underflow
        ray, distance = (0.0, 0.0), 0.0
    largest = max(a.max_coordinate, b.max_coordinate, abs(ax), abs(ay), abs(bx), abs(by))
    return RayFormed(difference, ray, distance, ROUNDING * largest)


class _Face(NamedTuple):
    """A face of the difference's core, as plain numbers."""

    start: XY
    end: XY
    normal: XY  # unit, outward


def _faces(difference: Difference, corners: tuple[XY, ...], a: Convex, b: Convex) -> list[_Face]:
    """Face i runs from corner i to the next. The normals are those of the edges that it is made of: the ends of a
    face are differences, and rounded in proportion to where the shapes are: of a short one far from the origin they
    have lost the direction."""
    faces = []
    for start, end, edge in zip(corners, (*corners[1:], corners[0]), difference.edges, strict=False):  # a point: none
        if edge.of_a is not None:
            normal = a.normals_xy[edge.of_a]
        else:
            assert edge.of_b is not None
            x, y = b.normals_xy[edge.of_b]
            normal = 0.0 - x, 0.0 - y
        faces.append(_Face(start, end, normal))
    return faces


def _origin_of(formed: RayFormed, corners: tuple[XY, ...], faces: list[_Face]) -> OriginMeasured:
    """The origin against the outline: outside, its nearest point gives the normal; inside, the nearest face."""
    radius, (rx, ry) = formed.difference.radius, formed.ray_xy
    k, along, distance = 0, 0.0, math.inf
    for i, (foot, part) in enumerate([_foot(face) for face in faces] or [(corners[0], 0.0)]):
        way = math.hypot(*foot)
        if way < distance:
            k, nearest, along, distance = i, foot, part, way
    inside = len(faces) > 2 and all(x * nx + y * ny >= 0.0 for (x, y), _, (nx, ny) in faces)
    x, y = nearest
    if 0.0 < along < 1.0:  # between the ends the face's own normal: the way to the origin may be all rounding
        nx, ny = faces[k].normal
        nx, ny = (0.0 - nx, 0.0 - ny) if not inside and nx * x + ny * y > 0.0 else (nx + 0.0, ny + 0.0)
    elif distance > 0.0:
        nx, ny = (x / distance, y / distance) if inside else (-x / distance, -y / distance)
    else:
        nx, ny = 1.0, 0.0
    separation = (-distance if inside else distance) - radius
    closing = -(nx * rx + ny * ry)
    # That the gap does not close is only sure along a line that really has the difference on one side.
    certain = -max([x * nx + y * ny for x, y in corners]) - radius
    miss = None
    if separation > formed.tolerance:
        if formed.distance == 0.0:
            miss = Miss.NO_MOTION
        elif certain > formed.tolerance and closing <= 0.0:
            miss = Miss.RECEDING
        elif certain - closing > formed.tolerance:
            miss = Miss.TOO_FAR
    return OriginMeasured(nearest, (nx, ny), separation, closing, separation <= formed.tolerance, miss)


def _foot(face: _Face) -> tuple[XY, float]:
    """The face's point nearest to the origin, and which part of the face lies before it."""
    (x, y), (u, v), _ = face
    ex, ey = u - x, v - y
    squared = ex * ex + ey * ey
    part = min(max(-(x * ex + y * ey) / (squared if squared > 0.0 else 1.0), 0.0), 1.0)
    return (x + part * ex, y + part * ey), part


@steppable
def _enter(
    formed: RayFormed, corners: tuple[XY, ...], faces: list[_Face]
) -> Steps[FaceTested | CornerTested, FeatureHit | Miss]:
    """Every face in turn; then, for a rounded difference or one without area, its corners."""
    last: FaceTested | None = None
    for i, face in enumerate(faces):
        (x, y), (u, v), _ = face
        size = math.hypot(u - x, v - y)
        if size <= formed.tolerance:
            continue  # rounding has made a corner of it
        tested = _face(formed, i, face, size, last)
        yield tested
        if tested.is_back:
            if tested.separation > formed.tolerance:
                return Miss.PASSING  # the origin is beyond this line, and comes no nearer to it
            continue
        last = tested if tested.is_last else last
    if last is not None:
        entered = (last.face, _held_between_ends(formed, last)) if last.on_face else _crossed(formed, faces, last)
        if entered is not None:
            k, fraction = entered
            x, y = faces[k].normal
            return _hit(formed, fraction, (x + 0.0, y + 0.0), face=k)
        if len(corners) > 2 and formed.difference.radius == 0.0:
            return Miss.PASSING
    soonest: CornerTested | None = None
    for i, corner in enumerate(corners):
        met_corner = _corner(formed, i, corner, soonest)
        yield met_corner
        soonest = met_corner if met_corner.is_first else soonest
    if soonest is None or soonest.first is None:
        return Miss.PASSING
    return _hit(formed, soonest.first, _against(formed, soonest, faces), corner=soonest.corner)


def _face(formed: RayFormed, index: int, face: _Face, size: float, last: FaceTested | None) -> FaceTested:
    """Where the ray crosses the line of a face. A face that the ray nears by no more than rounding is a back face."""
    (x, y), (u, v), (nx, ny) = face
    radius, (rx, ry) = formed.difference.radius, formed.ray_xy
    start, end = (x + radius * nx, y + radius * ny), (u + radius * nx, v + radius * ny)
    # The origin lies -normal . start beyond the line; the end nearer to it has fewer digits to lose.
    near_x, near_y = (x, y) if math.hypot(x, y) <= math.hypot(u, v) else (u, v)
    separation, approach = -(nx * near_x + ny * near_y) - radius, nx * rx + ny * ry
    if approach >= -formed.tolerance:
        return FaceTested(index, start, end, (nx, ny), approach, separation, None, None, False, False)
    fraction = separation / -approach
    place = nx * (fraction * ry - y) - ny * (fraction * rx - x)  # the normal turned left is the way along the face
    # A disc continues a rounded face; of a sharp one the last corner must not fall between two faces.
    slack = formed.tolerance if radius == 0.0 else 0.0
    on_face = -slack <= place <= size + slack and separation >= -formed.tolerance
    is_last = last is None or last.fraction is None or fraction > last.fraction
    return FaceTested(index, start, end, (nx, ny), approach, separation, fraction, place, on_face, is_last)


def _crossed(formed: RayFormed, faces: list[_Face], last: FaceTested) -> tuple[int, float] | None:
    """The face that the ray enters by where the last one is crossed beyond its ends, and the fraction; None where a
    corner decides.

    Faces that are nearly parallel are crossed at the same time, up to rounding, and the last of them may be the wrong
    one by a long way. On which side of the ray a face's ends lie is known better: c = end x ray rises along the faces
    that look at the ray, and it enters where that is 0. From the last face the outline is followed to there.
    """
    radius, (rx, ry), squared = formed.difference.radius, formed.ray_xy, formed.distance**2
    i = last.face
    for _ in faces:
        (x, y), (u, v), (nx, ny) = faces[i]
        x, y, u, v = x + radius * nx, y + radius * ny, u + radius * nx, v + radius * ny
        at_start, at_end = x * ry - y * rx, u * ry - v * rx
        if at_start <= 0.0 <= at_end:
            part = at_start / (at_start - at_end) if at_start < at_end else 0.0
            return i, ((x + part * (u - x)) * rx + (y + part * (v - y)) * ry) / squared
        back = at_start > 0.0
        j = (i - 1 if back else i + 1) % len(faces)
        (px, py), (qx, qy), (nx, ny) = faces[j]
        if nx * rx + ny * ry >= 0.0:  # at the end of those that look at the ray: it passes by, or grazes
            if radius > 0.0 or min(abs(at_start), abs(at_end)) > formed.tolerance * formed.distance:
                return None
            return i, (x * rx + y * ry if back else u * rx + v * ry) / squared
        bx, by = (qx + radius * nx, qy + radius * ny) if back else (px + radius * nx, py + radius * ny)
        beside = bx * ry - by * rx
        if beside <= 0.0 if back else beside >= 0.0:
            return None  # between the two faces: on the arc
        i = j
    return None


def _held_between_ends(formed: RayFormed, face: FaceTested) -> float:
    """The fraction at which the ray crosses a face, not before the one of its ends nor after the other: a ray that
    runs nearly along it crosses its line at a fraction that is all rounding."""
    assert face.fraction is not None
    squared, (rx, ry) = formed.distance * formed.distance, formed.ray_xy
    ends = [(x * rx + y * ry) / squared for x, y in (face.start_xy, face.end_xy)]
    return min(max(face.fraction, min(ends)), max(ends))


def _corner(formed: RayFormed, index: int, corner: XY, soonest: CornerTested | None) -> CornerTested:
    """With u the ray's direction, c the corner and m = c x u: along the ray the disc reaches from
    c . u - sqrt(R^2 - m^2) to c . u + sqrt(R^2 - m^2)."""
    radius, distance, (x, y), (rx, ry) = formed.difference.radius, formed.distance, corner, formed.ray_xy
    ux, uy = rx / distance, ry / distance
    passing, ahead = abs(x * uy - y * ux), x * ux + y * uy
    if passing > radius + formed.tolerance or ahead <= 0.0:
        return CornerTested(index, corner, passing, None, None, False)
    half = math.sqrt(max((radius - passing) * (radius + passing), 0.0))
    # The product of both roots is |c|^2 - R^2: no cancellation in the smaller one.
    size = math.hypot(x, y)
    first = (size - radius) * (size + radius) / (ahead + half) / distance
    is_first = soonest is None or soonest.first is None or first < soonest.first
    return CornerTested(index, corner, passing, first, (ahead + half) / distance, is_first)


def _against(formed: RayFormed, soonest: CornerTested, faces: list[_Face]) -> XY:
    """The normal where the ray meets a corner's disc: from the corner to there, held in the cone of the corner;
    against the ray where the two are one point."""
    assert soonest.first is not None
    (x, y), (rx, ry) = soonest.point_xy, formed.ray_xy
    wx, wy = soonest.first * rx - x, soonest.first * ry - y
    size = math.hypot(wx, wy)
    if size <= formed.tolerance:
        wx, wy, size = -rx, -ry, math.hypot(rx, ry)
    normal = wx / size, wy / size
    return held(normal, faces[soonest.corner - 1].normal, faces[soonest.corner].normal) if faces else normal


def _hit(
    formed: RayFormed, fraction: float, normal: XY, *, face: int | None = None, corner: int | None = None
) -> FeatureHit | Miss:
    if (fraction - 1.0) * formed.distance > formed.tolerance:
        return Miss.TOO_FAR
    if fraction * formed.distance < -formed.tolerance:
        return Miss.PASSING
    t, (x, y) = min(max(fraction, 0.0), 1.0), formed.ray_xy
    return FeatureHit(face, corner, t, (t * x, t * y), normal)
