"""GJK ray cast: the linear cast without ever building the difference.

    x = the origin, which moves along ray = -v through A - B, held still; v = v_A - v_B, the relative velocity
    repeat
        d = the direction from the simplex's nearest point to x; p = the support point of A - B along d
        nothing of A - B lies beyond the line across d through p (for rounded shapes, moved out by the radius)
        x lies beyond it: moving along the ray cannot touch before that line; if it leads away, never
            x = where the ray meets the line
        add p to the simplex, keep what holds the point nearest to x
        that point is no further from x than the radius: x has arrived

Every line is a lower bound of the time, so x never goes too far. The simplex is a part of A - B wherever x stands, so
it is kept from round to round.

Sources: van den Bergen, Ray casting against general convex objects (2004); Collision detection for dummies (its
Figure 6), which asks for the nearest point anew each time.
"""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from geometry.guards import require_cap, require_pair
from geometry.minkowski.simplex import DifferenceSupport, Simplex, SimplexRegion, SimplexVertex, nearest, turned
from geometry.outcome import Miss, Outcome
from geometry.record import VectorField, XYField, record
from geometry.shape import Convex
from geometry.time_of_impact.impact import TimeOfImpact, met, missed, overlapped
from geometry.time_of_impact.moving import slid
from geometry.tolerance import ROUNDING
from geometry.trace import Steps, steppable
from geometry.vector import SMALLEST_LENGTH, XY, unit_xy, xy_given

_INSIDE = SimplexRegion.INSIDE  # in loops: looking a member up takes Python 3.11 longer than a dot product

# A dozen rounds are many for polygons. A path that grazes a rounded corner comes nearer by three quarters a round.
RAY_CAST_ITERATIONS = 100


@record
class RayCastStarted:
    """The ray, and the first simplex."""

    ray: VectorField  # -v = v_B - v_A: displacement of the origin over the interval, the difference held still
    distance: float  # |ray|
    radius: float  # of both shapes together
    simplex: Simplex  # one vertex, seen from the origin
    tolerance: float  # a gap this near to 0 cannot be told from touching

    ray_xy = XYField("ray")


@record
class PlaneFound:
    """One round: the estimate, the support point towards it, and the line that it must reach first."""

    iteration: int  # from 1
    fraction: float  # of the ray, where the estimate is
    estimate: VectorField  # x = fraction * ray, in the space of A - B
    simplex: Simplex  # looked from; its `w` and `closest` are measured from the estimate
    closest: VectorField  # of the simplex to the estimate, in the space of A - B
    normal: VectorField  # unit, from there to the estimate: from A to B
    support: SimplexVertex  # of A - B along normal; its `w` is measured from the origin
    plane: VectorField  # the point of the line: the support point moved out by the radius
    gap: float  # of the estimate beyond the line; 0 or less where it is not beyond it
    closing: float  # -normal . ray: how much of a gap along normal the whole ray closes
    next_fraction: float  # where the ray meets the line; `fraction` where nothing is gained
    miss: Miss | None  # what this decides, if anything

    normal_xy = XYField("normal")


@record
class SimplexKept:
    """The support point added, and what holds the nearest point to the new estimate kept."""

    iteration: int
    fraction: float
    estimate: VectorField
    candidates: tuple[SimplexVertex, ...]  # measured from the estimate
    simplex: Simplex  # measured from the estimate
    separation: float  # of the simplex from the estimate, less the radius: an upper bound of what is left
    arrived: bool


GjkRayCastStep = RayCastStarted | PlaneFound | SimplexKept | TimeOfImpact


@steppable
def gjk_ray_cast(
    a: Convex,
    motion_a: ArrayLike,
    b: Convex,
    motion_b: ArrayLike = (0.0, 0.0),
    *,
    cap: int = RAY_CAST_ITERATIONS,
) -> Steps[GjkRayCastStep, TimeOfImpact]:
    """When two shapes, as they lie in the world, first touch if each moves by its displacement without turning.

    Up to rounding. Touching at the start is OVERLAPPED. Raises ValueError for anything but two Convex and two
    vectors, and for a cap below 1.
    """
    require_pair("gjk_ray_cast", a, b)
    move_a, move_b = xy_given(motion_a, "motion_a"), xy_given(motion_b, "motion_b")
    require_cap(cap)
    difference = DifferenceSupport(a, b)
    start = _started(difference, a, move_a, b, move_b)
    yield start
    t, simplex = 0.0, start.simplex
    crossed: XY | None = None  # the normal of the last line that the estimate was moved to
    arrived = simplex.distance - start.radius <= start.tolerance
    iteration = 0
    while not arrived and iteration < cap:
        iteration += 1
        normal = simplex.direction_xy
        assert normal is not None  # else the distance is 0, and x has arrived
        support = difference.along(normal)
        line = gap, _, onward, miss = _line(start, t, normal, support)
        yield _plane(start, iteration, t, simplex, support, line)
        if miss is not None:
            result = missed(miss, iteration)
            yield result
            return result
        before, t = t, onward
        if t > before:
            crossed = normal
        candidates, kept, arrived = _keep(difference, start, simplex, support, gap, t, t > before)
        yield _kept(start, iteration, t, candidates, kept, arrived)
        simplex = kept
    result = _ending(a, move_a, b, move_b, t, crossed, arrived, iteration, start.tolerance)
    yield result
    return result


def _started(difference: DifferenceSupport, a: Convex, motion_a: XY, b: Convex, motion_b: XY) -> RayCastStarted:
    (ax, ay), (bx, by) = motion_a, motion_b
    ray = bx - ax, by - ay
    distance = math.hypot(*ray)
    if distance <= SMALLEST_LENGTH:
        ray, distance = (0.0, 0.0), 0.0
    (px, py), (qx, qy) = a.points_xy[0], b.points_xy[0]
    first = difference.along(unit_xy(qx - px, qy - py) if (px, py) != (qx, qy) else (1.0, 0.0))
    largest = max(a.max_coordinate, b.max_coordinate, abs(ax), abs(ay), abs(bx), abs(by))
    return RayCastStarted(ray, distance, a.radius + b.radius, nearest([first]), ROUNDING * largest)


def _line(
    start: RayCastStarted, t: float, normal: XY, support: SimplexVertex
) -> tuple[float, float, float, Miss | None]:
    """The support line across the way from the simplex to the estimate: how far beyond it the estimate is, how much
    of a gap the whole ray closes, the fraction where the ray meets it, and what that decides."""
    (nx, ny), (rx, ry), (wx, wy) = normal, start.ray_xy, support.w_xy
    gap = nx * (t * rx - wx) + ny * (t * ry - wy) - start.radius
    closing = -(nx * rx + ny * ry)
    if gap <= start.tolerance:
        return gap, closing, t, None
    if closing <= 0.0:
        still = Miss.NO_MOTION if start.distance == 0.0 else Miss.RECEDING
        return gap, closing, t, still if t == 0.0 else Miss.PASSING
    if gap - (1.0 - t) * closing > start.tolerance:
        return gap, closing, t, Miss.TOO_FAR
    return gap, closing, min(t + gap / closing, 1.0), None


def _plane(
    start: RayCastStarted,
    iteration: int,
    t: float,
    simplex: Simplex,
    support: SimplexVertex,
    line: tuple[float, float, float, Miss | None],
) -> PlaneFound:
    """`_line` as a step."""
    gap, closing, next_fraction, miss = line
    assert simplex.direction_xy is not None
    normal = nx, ny = simplex.direction_xy
    (rx, ry), (cx, cy), (wx, wy), radius = start.ray_xy, simplex.closest_xy, support.w_xy, start.radius
    x, y = t * rx, t * ry
    return PlaneFound(
        iteration, t, (x, y), simplex, (x + cx, y + cy), normal, support,
        (wx + radius * nx, wy + radius * ny), gap, closing, next_fraction, miss,
    )  # fmt: skip


def _keep(
    difference: DifferenceSupport,
    start: RayCastStarted,
    old: Simplex,
    support: SimplexVertex,
    gap: float,
    t: float,
    moved: bool,
) -> tuple[tuple[SimplexVertex, ...], Simplex, bool]:
    """The simplex with the new support point, seen from the estimate at t: what it is made of, itself, and whether x
    has arrived.

    Arrived: the simplex, which is a part of the difference, touches the estimate. Or nothing more can be told apart:
    the support point is an old one, and the estimate is not beyond its line by more than rounding.
    """
    estimate, is_old = (t * start.ray_xy[0], t * start.ray_xy[1]), old.has_pair(support)
    candidates = tuple([seen_from(estimate, each) for each in old.vertices]) if moved else old.vertices
    if not is_old:
        candidates = (*candidates, seen_from(estimate, support))
    simplex = nearest(candidates)
    repeated = is_old and gap <= start.tolerance
    inside = simplex.region is _INSIDE or simplex.direction_xy is None
    arrived = inside or repeated or simplex.distance - start.radius <= start.tolerance
    if not arrived and not moved and simplex.pairs == old.pairs:  # nothing gained in this round
        simplex = turned(difference, simplex)
        arrived = simplex.direction_xy == old.direction_xy
    return candidates, simplex, arrived


def _kept(
    start: RayCastStarted,
    iteration: int,
    t: float,
    candidates: tuple[SimplexVertex, ...],
    simplex: Simplex,
    arrived: bool,
) -> SimplexKept:
    """`_keep` as a step."""
    (rx, ry), separation = start.ray_xy, simplex.distance - start.radius
    return SimplexKept(iteration, t, (t * rx, t * ry), candidates, simplex, separation, arrived)


def seen_from(estimate: XY, vertex: SimplexVertex) -> SimplexVertex:
    """The point of A - B that two vertices make, measured from the estimate instead of the origin."""
    (x, y), (px, py), (qx, qy) = estimate, vertex.on_a_xy, vertex.on_b_xy
    return SimplexVertex((px - qx - x, py - qy - y), (px, py), (qx, qy), vertex.index_a, vertex.index_b)


def _ending(
    a: Convex,
    motion_a: XY,
    b: Convex,
    motion_b: XY,
    t: float,
    normal: XY | None,
    arrived: bool,
    iterations: int,
    tolerance: float,
) -> TimeOfImpact:
    if normal is None:  # no line was ever crossed: in touch where they stand
        if arrived:
            return overlapped(a, b, iterations)
        return TimeOfImpact(Outcome.FAILED, 0.0, None, None, None, None, iterations)
    hit = met(slid(a, t, motion_a), slid(b, t, motion_b), t, normal, iterations, tolerance)
    if arrived:
        return hit
    return TimeOfImpact(Outcome.FAILED, t, hit.separation, normal, hit.on_a, hit.on_b, iterations)
