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
from collections.abc import Iterable

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
    normal: XY | None = None
    arrived = simplex.distance - start.radius <= start.tolerance
    iteration = 0
    while not arrived and iteration < cap:
        iteration += 1
        found = _plane(difference, start, iteration, t, simplex)
        yield found
        if found.miss is not None:
            result = missed(found.miss, iteration)
            yield result
            return result
        if found.next_fraction > t:
            t, normal = found.next_fraction, found.normal_xy
        kept = _keep(difference, start, found, t)
        yield kept
        simplex, arrived = kept.simplex, kept.arrived
    result = _ending(a, move_a, b, move_b, t, normal, arrived, iteration, start.tolerance)
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


def _plane(
    difference: DifferenceSupport, start: RayCastStarted, iteration: int, t: float, simplex: Simplex
) -> PlaneFound:
    """The support line across the way from the simplex to the estimate, and where the ray meets it."""
    normal = simplex.direction_xy
    assert normal is not None  # else the distance is 0, and x has arrived
    (nx, ny), (rx, ry), radius = normal, start.ray_xy, start.radius
    x, y = t * rx, t * ry
    support = difference.along(normal)
    wx, wy = support.w_xy
    gap = nx * (x - wx) + ny * (y - wy) - radius
    closing = -(nx * rx + ny * ry)
    miss, next_fraction = None, t
    if gap > start.tolerance:
        if closing <= 0.0:
            still = Miss.NO_MOTION if start.distance == 0.0 else Miss.RECEDING
            miss = still if t == 0.0 else Miss.PASSING
        elif gap - (1.0 - t) * closing > start.tolerance:
            miss = Miss.TOO_FAR
        else:
            next_fraction = min(t + gap / closing, 1.0)
    cx, cy = simplex.closest_xy
    return PlaneFound(
        iteration, t, (x, y), simplex, (x + cx, y + cy), normal, support,
        (wx + radius * nx, wy + radius * ny), gap, closing, next_fraction, miss,
    )  # fmt: skip


def _keep(difference: DifferenceSupport, start: RayCastStarted, found: PlaneFound, t: float) -> SimplexKept:
    """The simplex with the new support point, seen from the new estimate.

    Arrived: the simplex, which is a part of the difference, touches the estimate. Or nothing more can be told apart:
    the support point is an old one, and the estimate is not beyond its line by more than rounding.
    """
    x, y = start.ray_xy
    estimate = t * x, t * y
    old = found.simplex.pairs
    pairs = dict.fromkeys((*old, found.support.pair))
    candidates = seen_from(estimate, difference, pairs)
    simplex = nearest(candidates)
    separation = simplex.distance - start.radius
    repeated = found.support.pair in old and found.gap <= start.tolerance
    inside = simplex.region is SimplexRegion.INSIDE or simplex.direction_xy is None
    arrived = inside or repeated or separation <= start.tolerance
    if not arrived and t == found.fraction and simplex.pairs == old:  # nothing gained in this round
        simplex = turned(difference, simplex)
        arrived = simplex.direction_xy == found.simplex.direction_xy
    return SimplexKept(found.iteration, t, estimate, candidates, simplex, separation, arrived)


def seen_from(
    estimate: XY, difference: DifferenceSupport, pairs: Iterable[tuple[int, int]]
) -> tuple[SimplexVertex, ...]:
    """The points of A - B that these vertices make, measured from the estimate instead of the origin."""
    (x, y), of_a, of_b = estimate, difference.a.points_xy, difference.b.points_xy
    seen = []
    for i, j in pairs:
        (px, py), (qx, qy) = p, q = of_a[i], of_b[j]
        seen.append(SimplexVertex((px - qx - x, py - qy - y), p, q, i, j))
    return tuple(seen)


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
