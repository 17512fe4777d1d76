"""The first point of a shape on a ray, by extended edges and corner circles.

    does the line miss?         one axis, across the ray: the shape's projection, and the ray's, a single point
    does the ray fall short?    the other axis, along it: what makes a line a half-line or a segment
    does it start inside?       then nothing is entered: an outcome of its own, at fraction 0
    for every edge of the boundary, extended without end:
        facing away or along?   culled
        met at t = height over it / speed towards it; the last of these lines to be crossed is the way in
    met within the edge: done. Beyond one of its ends: the circle of that corner, and no other, decides

The extended edges bound the shape with its corners mitred. Between a mitre's tip and the shape lies a pocket with
three sides, the two extended edges and the arc. A line that enters it by an edge leaves it through the arc, or by the
other edge, and then leaves the mitred shape as well and misses; the first axis has ruled that out. So one arc is
enough. No tip is ever worked out (it lies at r / sin(half the corner), far out for a sharp corner, and a capsule has
none), and an origin within a pocket is no special case: its line came in behind it.

Source: Rounding collider corners (raycasts), put right for half-lines, which pass its perpendicular test beyond and
behind, and for origins inside the mitred shape.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from geometry.cone import held_at
from geometry.feature import Feature, edge, vertex
from geometry.guards import require_convex
from geometry.outcome import Miss, Outcome
from geometry.query.point_query import point_query, rounding_at
from geometry.query.ray_steps import (
    ArcTested,
    EndTested,
    FaceConsidered,
    Facing,
    LineTested,
    OriginTested,
    OvershootTested,
    RayCast,
    RayCastStep,
    SpanTested,
)
from geometry.ray import Ray, RayKind
from geometry.sat.support import FEW_VERTICES, furthest
from geometry.shape import Convex
from geometry.tolerance import PARALLEL
from geometry.trace import Steps, steppable
from geometry.vector import XY, Points, readonly, unit_xy, xy_of

# A ray that meets an edge at a smaller sine than this glides along it: where it crosses the edge's line is then known
# more than ten times as roughly as how far from that line it is.
GLIDING = 0.1

_TOWARDS, _ALONG, _AWAY = Facing  # in a loop: looking a member up takes Python 3.11 longer than a dot product


@steppable
def ray_cast(shape: Convex, ray: Ray) -> Steps[RayCastStep, RayCast]:
    """The first point of `shape` on `ray`; see `Ray` for how far it goes.

    An origin inside the shape or touching it is OVERLAPPED at fraction 0, with the shortest way out as its normal
    (a line has no start and is never inside). Touching, of a grazing line or of a segment's end, is a hit. Ties:
    of two edges met at once the first. Edges within PARALLEL of the ray's direction count as never crossed, which
    may move a hit by that fraction of the shape. Raises ValueError for a shape that is no Convex or a ray that is
    no Ray.
    """
    if not isinstance(shape, Convex) or not isinstance(ray, Ray):
        raise ValueError(f"ray_cast takes a Convex and a Ray, not {type(shape).__name__} and {type(ray).__name__}")
    tolerance = rounding_at(shape, ray.origin_xy)
    across = _line_test(shape, ray, tolerance)
    yield across
    if across.is_gap:
        answer = _miss(Miss.PASSING)
    else:
        span = _span_test(shape, ray, tolerance)
        yield span
        if span.miss is not None:
            answer = _miss(span.miss)
        else:
            answer = yield from _from_origin.steps(shape, ray, tolerance)
    yield answer
    return answer


@steppable
def _from_origin(shape: Convex, ray: Ray, tolerance: float) -> Steps[RayCastStep, RayCast]:
    """The answer for a ray whose line meets the shape: is that within the ray's reach?"""
    if ray.kind is RayKind.LINE:
        return (yield from _first_meeting.steps(shape, ray, tolerance))
    found = point_query(shape, ray.origin)
    yield OriginTested(point_query.trace(shape, ray.origin), found, found.is_inside)
    if found.is_inside:
        return RayCast(Outcome.OVERLAPPED, None, 0.0, 0.0, ray.origin_xy, found.normal_xy, found.feature)
    hit = yield from _first_meeting.steps(shape, ray, tolerance)
    assert hit.distance is not None
    assert hit.normal_xy is not None
    assert hit.feature is not None
    if hit.distance < 0.0:
        return _miss(Miss.RECEDING)
    if ray.kind is RayKind.HALF_LINE or hit.distance <= ray.length:
        return hit
    end = ray.at(1.0)
    at_end = point_query(shape, end)
    yield EndTested(hit.distance, ray.length, at_end, at_end.is_inside)
    if at_end.is_inside:
        # All of the shape lies behind the line across the normal at `hit`, where the ray's line goes on to. The end
        # lies before that line, and no further from it than from the shape. Its own normal may be all rounding, but
        # not on an arc: a ray that grazes it comes within rounding of it a long way before they meet.
        normal = hit.normal_xy
        if hit.feature.is_vertex and shape.radius > tolerance:
            normal = _outward(shape, hit.feature.index, xy_of(end))
        return RayCast(Outcome.HIT, None, 1.0, ray.length, xy_of(end), normal, hit.feature)
    return _miss(Miss.TOO_FAR)


@steppable
def _first_meeting(shape: Convex, ray: Ray, tolerance: float) -> Steps[RayCastStep, RayCast]:
    """Where the ray's whole line meets the shape first, wherever along the ray that is."""
    entry: FaceConsidered | None = None
    for considered in crossings(shape, ray):
        yield considered
        entry = considered.entry_so_far
    if entry is None:  # nothing faces the ray: a circle, or a core that lies along it
        x, y = ray.direction_xy
        corner: int | None = furthest(shape, -x, -y)[0]
    else:
        overshoot = _overshoot(entry, tolerance, len(shape.points))
        yield overshoot
        corner = overshoot.corner
        if corner is not None:
            way_in, distance = _followed(shape, ray, entry)
            if distance is not None:
                return _hit(ray, distance, shape.normals_xy[way_in], edge(way_in))
            corner = way_in
    if corner is None:
        assert entry is not None
        return _hit(ray, _within_ends(entry, ray), entry.normal_xy, edge(entry.edge))
    arc = _arc_test(shape, corner, ray)
    yield arc
    if arc.radius > 0.0:
        normal = held_at(_arc_normal(arc, ray), shape, corner)
    elif entry is not None:
        normal = entry.normal_xy
    else:
        x, y = ray.direction_xy
        normal = (-x, -y)
    return _hit(ray, arc.distance, normal, vertex(corner))


def crossings(shape: Convex, ray: Ray) -> Iterator[FaceConsidered]:
    """Where the ray crosses the line of every edge, in their order; also of a ray that passes the shape by."""
    entry: FaceConsidered | None = None
    for i in range(len(shape.edges_xy)):
        considered = _consider(shape, i, ray, entry)
        yield considered
        entry = considered.entry_so_far


def extended_outline(shape: Convex) -> Points | None:
    """The boundary's edges, extended until neighbours meet: `(n, 2)`, the tip outside every vertex. None for circles
    and capsules, whose edges never meet.

    The tip lies along the bisector m = (p + q) / |p + q| of the two normals, where p . (r m / p . m) = r.
    """
    require_convex("extended_outline", "a Convex", shape, "the shape")
    if len(shape.points) < 3:
        return None
    before = np.roll(shape.normals, 1, axis=0)
    both = before + shape.normals
    # r m / (p . m) = r (p + q) / (1 + p . q), and 1 + p . q = |p + q|^2 / 2
    scale = 2.0 * shape.radius / np.maximum((both * both).sum(axis=1), PARALLEL**2)
    tips: Points = shape.points + scale[:, None] * both
    return readonly(tips)


def _line_test(shape: Convex, ray: Ray, tolerance: float) -> LineTested:
    x, y = ray.direction_xy
    axis = (-y, x)  # left of the ray
    low, high = _projection(shape, ray, axis)
    separation = max(low, -high)
    return LineTested(axis, (low, high), separation, tolerance, separation > tolerance)


def _span_test(shape: Convex, ray: Ray, tolerance: float) -> SpanTested:
    low, high = _projection(shape, ray, ray.direction_xy)
    first = -math.inf if ray.kind is RayKind.LINE else 0.0
    last = ray.length if ray.kind is RayKind.SEGMENT else math.inf
    miss = None
    if high < first - tolerance:
        miss = Miss.RECEDING
    elif low > last + tolerance:
        miss = Miss.TOO_FAR
    return SpanTested(ray.direction_xy, (low, high), (first, last), miss, tolerance)


def _projection(shape: Convex, ray: Ray, axis: XY) -> XY:
    """Measured from the ray's origin, so that no digits are lost far from the world's."""
    (ox, oy), (x, y) = ray.origin_xy, axis
    if len(shape.points) > FEW_VERTICES:
        along = ((shape.points - ray.origin) @ axis).tolist()
    else:
        along = [(px - ox) * x + (py - oy) * y for px, py in shape.points_xy]
    return min(along) - shape.radius, max(along) + shape.radius


def _consider(shape: Convex, i: int, ray: Ray, entry: FaceConsidered | None) -> FaceConsidered:
    """The height over the edge's line falls by -approach for every unit along the ray: 0 after height / -approach."""
    (ox, oy), (dx, dy) = ray.origin_xy, ray.direction_xy
    (x, y), (nx, ny) = shape.points_xy[i], shape.normals_xy[i]
    start, end = shape.edges_xy[i]
    height = nx * (ox - x) + ny * (oy - y) - shape.radius
    approach = nx * dx + ny * dy
    if approach >= -PARALLEL:
        facing = _ALONG if approach <= PARALLEL else _AWAY
        return FaceConsidered(i, start, end, (nx, ny), height, approach, facing, None, None, False, entry)
    distance = height / -approach
    is_entry = entry is None or entry.distance is None or distance > entry.distance
    point = (ox + distance * dx, oy + distance * dy)
    return FaceConsidered(i, start, end, (nx, ny), height, approach, _TOWARDS, distance, point, is_entry, entry)


def _overshoot(entry: FaceConsidered, tolerance: float, count: int) -> OvershootTested:
    assert entry.point_xy is not None
    (px, py), (x, y), (end_x, end_y), (nx, ny) = entry.point_xy, entry.start_xy, entry.end_xy, entry.normal_xy
    size = math.hypot(end_x - x, end_y - y)
    along = nx * (py - y) - ny * (px - x)  # n turned left is the way along the edge
    corner = None
    if along < -tolerance:
        corner = entry.edge
    elif along > size + tolerance:
        corner = (entry.edge + 1) % count
    return OvershootTested(entry, along, size, corner)


def _followed(shape: Convex, ray: Ray, entry: FaceConsidered) -> tuple[int, float | None]:
    """The edge that the ray enters by where the last line is crossed beyond its edge's ends, and the distance; or the
    corner whose arc decides after all, and None.

    Edges that are nearly parallel are crossed at one place, up to rounding, and the last of them may be the wrong one
    by a long way. On which side of the ray an edge's ends lie is known better: among the edges that meet the ray
    their height left of it falls from end to end, and it enters where that is 0. From `entry` the outline is followed
    to there.
    """
    edges, normals, (dx, dy) = shape.edges_xy, shape.normals_xy, ray.direction_xy
    i = entry.edge
    while True:
        (start, left_of_start), (end, left_of_end) = (_measured(p, ray) for p in edges[i])
        if left_of_start >= 0.0 >= left_of_end:
            part = left_of_start / (left_of_start - left_of_end) if left_of_start > left_of_end else 0.0
            return i, start + part * (end - start)
        back = left_of_start < 0.0
        j = (i - 1 if back else i + 1) % len(edges)
        (nx, ny), beside = normals[j], _measured(edges[j][1 if back else 0], ray)[1]
        if nx * dx + ny * dy >= 0.0 or (beside >= 0.0 if back else beside <= 0.0):
            if shape.radius == 0.0:  # it grazes the outermost corner
                return i, start if back else end
            return (i if back else j), None
        i = j


def _measured(p: XY, ray: Ray) -> XY:
    """A point as the ray sees it: how far along it, and how far to its left."""
    (ox, oy), (dx, dy) = ray.origin_xy, ray.direction_xy
    x, y = p[0] - ox, p[1] - oy
    return x * dx + y * dy, dx * y - dy * x


def _within_ends(entry: FaceConsidered, ray: Ray) -> float:
    """The distance along the ray to the edge, not before the one of its ends nor after the other: of a ray that runs
    nearly along it that is all rounding."""
    assert entry.distance is not None
    if entry.approach < -GLIDING:
        return entry.distance
    start, end = _measured(entry.start_xy, ray)[0], _measured(entry.end_xy, ray)[0]
    return min(max(entry.distance, min(start, end)), max(start, end))


def _arc_test(shape: Convex, corner: int, ray: Ray) -> ArcTested:
    """Pythagoras: half_chord^2 = r^2 - beside^2, as a product that keeps its digits near a graze. It is known that
    the line meets the circle: a `beside` above the radius is rounding, and grazes."""
    center = x, y = shape.points_xy[corner]
    (ox, oy), (dx, dy), r = ray.origin_xy, ray.direction_xy, shape.radius
    forward, beside = (x - ox) * dx + (y - oy) * dy, dx * (y - oy) - dy * (x - ox)
    half_chord = math.sqrt(max(0.0, (r - abs(beside)) * (r + abs(beside))))
    return ArcTested(corner, center, r, forward, beside, half_chord, forward - half_chord)


def _outward(shape: Convex, corner: int, point: XY) -> XY:
    """The normal of a corner's arc where it is nearest to a point."""
    (x, y), (px, py) = shape.points_xy[corner], point
    return held_at(unit_xy(px - x, py - y), shape, corner)


def _arc_normal(arc: ArcTested, ray: Ray) -> XY:
    """From the centre to the hit: half_chord back along the ray, and -beside to its left."""
    across = min(1.0, max(-1.0, arc.beside / arc.radius))
    back = math.sqrt((1.0 - across) * (1.0 + across))
    x, y = ray.direction_xy
    return across * y - back * x, -across * x - back * y


def _hit(ray: Ray, distance: float, normal: XY, feature: Feature) -> RayCast:
    (ox, oy), (x, y) = ray.origin_xy, ray.direction_xy
    point = (ox + distance * x, oy + distance * y)
    return RayCast(Outcome.HIT, None, distance / ray.length, distance, point, normal, feature)


def _miss(why: Miss) -> RayCast:
    return RayCast(Outcome.SEPARATED, why, None, None, None, None, None)
