"""Moving shapes with one wrong line each, for *Spot the bug*. See `spot_axes`.

A motion is the displacement of a whole step: times lie in [0, 1]. Sources: 2D continuous collision and Collision
detection for dummies, by the number of the error.
"""

from __future__ import annotations

import math
from functools import lru_cache

from geometry.faulty.spot_plain import XY, Ring, cross, dot, interval, middle, minus, nearest_on_edge, normals, unit
from geometry.faulty.spot_shared import Disc, Run, Wall, moved, size
from geometry.minkowski.gjk import gjk
from geometry.shape import Convex
from geometry.transform import Pose
from geometry.vector import xy_of

TARGET = 0.01  # gap at which turning bodies are said to meet
TOLERANCE = 1e-5  # of the target
TURN_A, TURN_B = math.pi / 4.0, -math.pi / 4.0  # how far they turn, radians


def squared_impact(a: Disc, motion: XY, wall: Wall) -> float | None:
    """When a moving circle first touches a wall; None for never.

    Wrong: r in the place of r² in the squared equation. (Continuous, 1.)
    """
    (centre, r), (p, q) = a, wall
    if distance_to(wall, centre) <= r:
        return 0.0
    times = [meets_point(a, motion, p), meets_point(a, motion, q)]
    along = minus(q, p)
    height, closing = cross(along, minus(centre, p)), cross(along, motion)
    alpha, beta = closing * closing, closing * height
    gamma = height * height - r * dot(along, along)
    if beta < 0.0 and beta * beta >= alpha * gamma:
        t = (-beta - math.sqrt(beta * beta - alpha * gamma)) / alpha
        if is_beside(wall, moved(centre, motion, t)):
            times.append(t)
    return earliest(times)


def wall_impact(a: Disc, motion: XY, wall: Wall) -> float | None:
    """When a moving circle first touches a wall; None for never.

    Wrong: the test is right for the foot of the centre, which lies on the line of the wall. (Continuous, 4.)
    """
    (centre, r), (p, q) = a, wall
    if distance_to(wall, centre) <= r:
        return 0.0
    times = [meets_point(a, motion, p), meets_point(a, motion, q)]
    for t in times_at_line(a, motion, wall)[:1]:
        there = moved(centre, motion, t)
        if dot(minus(p, there), minus(q, there)) <= 0.0:
            times.append(t)
    return earliest(times)


def two_root_impact(a: Disc, motion: XY, wall: Wall) -> float | None:
    """When a moving circle first touches a wall; None for never.

    Wrong: where it was at the first root says nothing about where it is now. (Continuous, 5.)
    """
    (centre, _), (p, q) = a, wall
    times = [meets_point(a, motion, p), meets_point(a, motion, q)]
    roots = times_at_line(a, motion, wall)
    if roots and roots[0] <= 0.0 <= roots[1]:
        now = moved(centre, motion, roots[0])
        if is_beside(wall, now):
            return 0.0
    times += [t for t in roots if is_beside(wall, moved(centre, motion, t))]
    return earliest(times)


def placed_impact(a: Disc, motion: XY, wall: Wall) -> float | None:
    """When a moving circle first touches a wall; None for never.

    Wrong: a place along a unit vector is compared with a squared length. (Continuous, 6.)
    """
    (centre, r), (p, q) = a, wall
    if distance_to(wall, centre) <= r:
        return 0.0
    times = [meets_point(a, motion, p), meets_point(a, motion, q)]
    for t in times_at_line(a, motion, wall)[:1]:
        place = dot(minus(moved(centre, motion, t), p), unit(minus(q, p)))
        if 0.0 <= place <= dot(minus(q, p), minus(q, p)):
            times.append(t)
    return earliest(times)


def circles_meet(a: Disc, motion_a: XY, b: Disc, motion_b: XY) -> float | None:
    """When two moving circles first touch; None for never.

    Wrong: how A moves as seen from B is the difference of the motions. (Continuous, 10.)
    """
    motion = moved(motion_a, motion_b)
    grown = a[0], a[1] + b[1]
    return earliest([meets_point(grown, motion, b[0])])


def polygons_meet(a: Ring, motion_a: XY, b: Ring, motion_b: XY) -> float | None:
    """When two polygons that do not turn first touch; None for never.

    Wrong: this is how B moves as seen from A, and A's projections are moved by it. (For dummies, 7.)
    """
    motion = minus(motion_b, motion_a)
    enter, leave = 0.0, 1.0
    for n in normals(a) + normals(b):
        (a_low, a_high), (b_low, b_high) = interval(a, n), interval(b, n)
        speed = dot(motion, n)
        if speed == 0.0 and (a_high < b_low or b_high < a_low):
            return None
        if speed != 0.0:
            first, last = sorted(((b_low - a_high) / speed, (b_high - a_low) / speed))
            enter, leave = max(enter, first), min(leave, last)
    return enter if enter <= leave else None


def turning_bodies_meet(a: Ring, motion: XY, b: Ring) -> Run[float | None]:
    """When A, that moves and turns by TURN_A, comes as near as TARGET to B, that turns by TURN_B; None for never.

    Wrong: a negative bound says that they never meet; here it steps back in time. (For dummies, 1.)
    """
    t = 0.0
    arcs = abs(TURN_A) * reach(a) + abs(TURN_B) * reach(b)
    while True:
        yield t
        gap, n = gap_between(swept(a, motion, TURN_A, t), swept(b, (0.0, 0.0), TURN_B, t))
        if gap <= TARGET + TOLERANCE:
            return t
        bound = dot(motion, n) + arcs
        t += (gap - TARGET) / bound
        if t < 0.0 or t > 1.0:
            return None


def meets_point(a: Disc, motion: XY, p: XY) -> float:
    """When a moving circle first touches the point p; inf for never, 0 where it contains p."""
    offset = minus(a[0], p)
    alpha, beta, gamma = dot(motion, motion), dot(offset, motion), dot(offset, offset) - a[1] ** 2
    if gamma <= 0.0:
        return 0.0
    if beta >= 0.0 or beta * beta < alpha * gamma:
        return math.inf
    return (-beta - math.sqrt(beta * beta - alpha * gamma)) / alpha


def times_at_line(a: Disc, motion: XY, wall: Wall) -> list[float]:
    """The two times at which the centre is a radius away from the line of the wall, the earlier one first; none for
    a motion along it."""
    (centre, r), (p, q) = a, wall
    closing, height, rise = cross(minus(q, p), motion), cross(minus(q, p), minus(centre, p)), r * size(minus(q, p))
    return sorted(((rise - height) / closing, (-rise - height) / closing)) if closing else []


def is_beside(wall: Wall, place: XY) -> bool:
    """Whether the foot of a place on the line of the wall lies on the wall."""
    p, q = wall
    return 0.0 <= dot(minus(place, p), minus(q, p)) <= dot(minus(q, p), minus(q, p))


def distance_to(wall: Wall, place: XY) -> float:
    """Of a place from the wall."""
    return size(minus(place, nearest_on_edge(place, *wall)))


def earliest(times: list[float]) -> float | None:
    """The least of those in [0, 1]."""
    return min((t for t in times if 0.0 <= t <= 1.0), default=None)


def swept(ring: Ring, motion: XY, turn: float, t: float) -> Convex:
    """Where a ring is at t: it turns evenly about the mean of its vertices."""
    x, y = middle(ring)
    return _about_its_middle(ring).at(Pose((x + t * motion[0], y + t * motion[1]), t * turn))


@lru_cache(maxsize=8)
def _about_its_middle(ring: Ring) -> Convex:
    x, y = middle(ring)
    return Convex([(u - x, v - y) for u, v in ring])


def reach(ring: Ring) -> float:
    """The greatest distance of a vertex from their mean."""
    return max(size(minus(p, middle(ring))) for p in ring)


def gap_between(a: Convex, b: Convex) -> tuple[float, XY]:
    """The distance of two polygons and the unit normal from A to B; 0 and no direction where they touch."""
    found = gjk(a, b)
    return (0.0, (0.0, 0.0)) if found.normal is None else (found.separation or 0.0, xy_of(found.normal))
