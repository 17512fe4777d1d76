"""Moving shapes on plain numbers, each wrong in one line. A motion is the displacement of a whole step: t in [0, 1].

radius_not_squared   r in the place of r² in the squared equation (2D continuous collision, error 1)
centre_for_foot      the on-segment test with the circle's centre, not with its foot (error 4)
first_root_place     asks where the contact of the first root is, not where the circle is now (error 5)
unit_against_square  a place measured by a unit vector, compared with a squared length (error 6)
centre_on_the_line   no side, so no impact, for a centre on the line of the wall (error 9)
velocities_added     the sum of two motions for their difference (error 10)
reversed_motion      the motion of B as seen from A, used as that of A seen from B (Collision detection for
                     dummies, error 7)
steps_back           no test for a pair that recedes (Collision detection for dummies, error 1)
"""

from __future__ import annotations

import math

from geometry.faulty.plain import (
    Disc,
    Outline,
    Run,
    Wall,
    add,
    centre,
    cross,
    dot,
    edges,
    nearest_on,
    outward,
    project,
    size,
    sub,
    unit,
)
from geometry.minkowski.gjk import gjk
from geometry.shape import Convex
from geometry.vector import XY, xy_of

TARGET = 0.01  # gap at which an angular cast says that the bodies meet
TURN_A, TURN_B = math.pi / 2.0, -math.pi / 2.0  # of its bodies, radians


def radius_not_squared(a: Disc, motion: XY, wall: Wall) -> float | None:
    """When a moving circle first touches a wall, in [0, 1]; None for never."""
    (centre, radius), (p, q) = a, wall
    if size(sub(centre, nearest_on(centre, p, q))) <= radius:
        return 0.0
    along = sub(q, p)
    times = [first_on_point(centre, radius, motion, end) for end in (p, q)]
    # cross(along, centre + t motion - p)² = r² |along|²
    alpha = cross(along, motion) ** 2
    beta = cross(along, motion) * cross(along, sub(centre, p))
    gamma = cross(along, sub(centre, p)) ** 2 - radius * dot(along, along)
    if alpha > 0.0 and beta < 0.0 and beta * beta >= alpha * gamma:
        t = (-beta - math.sqrt(beta * beta - alpha * gamma)) / alpha
        if is_beside(add(centre, motion, t), p, q):
            times.append(t)
    return earliest(times)


def centre_for_foot(a: Disc, motion: XY, wall: Wall) -> float | None:
    """When a moving circle first touches a wall, in [0, 1]; None for never."""
    (centre, radius), (p, q) = a, wall
    if size(sub(centre, nearest_on(centre, p, q))) <= radius:
        return 0.0
    times = [first_on_point(centre, radius, motion, end) for end in (p, q)]
    for t in times_at_line(centre, radius, motion, p, q)[:1]:
        there = add(centre, motion, t)
        if dot(sub(p, there), sub(q, there)) <= 0.0:
            times.append(t)
    return earliest(times)


def first_root_place(a: Disc, motion: XY, wall: Wall) -> float | None:
    """When a moving circle first touches a wall, in [0, 1]; None for never."""
    (centre, radius), (p, q) = a, wall
    times = [first_on_point(centre, radius, motion, end) for end in (p, q)]
    roots = times_at_line(centre, radius, motion, p, q)
    if roots and roots[0] <= 0.0 <= roots[1]:
        now = add(centre, motion, roots[0])
        if is_beside(now, p, q):
            return 0.0
    times += [t for t in roots if is_beside(add(centre, motion, t), p, q)]
    return earliest(times)


def unit_against_square(a: Disc, motion: XY, wall: Wall) -> float | None:
    """When a moving circle first touches a wall, in [0, 1]; None for never."""
    (centre, radius), (p, q) = a, wall
    if size(sub(centre, nearest_on(centre, p, q))) <= radius:
        return 0.0
    times = [first_on_point(centre, radius, motion, end) for end in (p, q)]
    along = sub(q, p)
    for t in times_at_line(centre, radius, motion, p, q)[:1]:
        place = dot(sub(add(centre, motion, t), p), unit(along))
        if 0.0 <= place <= dot(along, along):
            times.append(t)
    return earliest(times)


def centre_on_the_line(point: XY, motion: XY, wall: Wall) -> float | None:
    """When a moving point first meets a wall, in [0, 1]; None for never."""
    p, q = wall
    height = cross(sub(q, p), sub(point, p))
    closing = cross(sub(q, p), motion)
    if height * closing >= 0.0:
        return None
    t = -height / closing
    return t if t <= 1.0 and is_beside(add(point, motion, t), p, q) else None


def velocities_added(a: Disc, motion_a: XY, b: Disc, motion_b: XY) -> float | None:
    """When two moving circles first touch, in [0, 1]; None for never."""
    motion = add(motion_a, motion_b)
    return earliest([first_on_point(a[0], a[1] + b[1], motion, b[0])])


def reversed_motion(a: Outline, motion_a: XY, b: Outline, motion_b: XY) -> float | None:
    """When two polygons that move without turning first touch, in [0, 1]; None for never."""
    motion = sub(motion_b, motion_a)
    enter, leave = 0.0, 1.0
    for u, v in edges(a) + edges(b):
        axis = outward(u, v)
        (low, high), (other_low, other_high) = project(a, axis), project(b, axis)
        speed = dot(motion, axis)
        if speed == 0.0:
            if high < other_low or other_high < low:
                return None
        else:
            first, last = sorted(((other_low - high) / speed, (other_high - low) / speed))
            enter, leave = max(enter, first), min(leave, last)
    return enter if enter <= leave else None


def steps_back(a: Outline, motion: XY, b: Outline) -> Run[float | None]:
    """When A comes as near as TARGET to B, in [0, 1]; None for never.

    A moves and turns by TURN_A, B turns by TURN_B, each evenly and about the mean of its vertices.
    """
    arcs = abs(TURN_A) * reach(a) + abs(TURN_B) * reach(b)
    t = 0.0
    while True:
        yield
        gap, normal = gap_between(swept(a, motion, TURN_A, t), swept(b, (0.0, 0.0), TURN_B, t))
        if gap <= TARGET:
            return t
        speed = dot(motion, normal) + arcs
        t += (gap - TARGET) / speed
        if t < 0.0 or t > 1.0:
            return None


def first_on_point(centre: XY, radius: float, motion: XY, p: XY) -> float:
    """When a moving circle first touches the point p; inf for never, 0 where it contains p."""
    offset = sub(centre, p)
    alpha, beta, gamma = dot(motion, motion), dot(offset, motion), dot(offset, offset) - radius * radius
    if gamma <= 0.0:
        return 0.0
    if beta >= 0.0 or beta * beta < alpha * gamma:
        return math.inf
    return (-beta - math.sqrt(beta * beta - alpha * gamma)) / alpha


def times_at_line(centre: XY, radius: float, motion: XY, p: XY, q: XY) -> list[float]:
    """The two times at which the centre is a radius away from the line of the wall, the earlier one first; none for
    a motion along it."""
    wall = sub(q, p)
    across, height, reach = cross(wall, motion), cross(wall, sub(centre, p)), radius * size(wall)
    return sorted(((reach - height) / across, (-reach - height) / across)) if across else []


def is_beside(place: XY, p: XY, q: XY) -> bool:
    """Whether the foot of a place on the line of the wall lies on the wall."""
    return 0.0 <= dot(sub(place, p), sub(q, p)) <= dot(sub(q, p), sub(q, p))


def earliest(times: list[float]) -> float | None:
    """The least of those in [0, 1]."""
    return min((t for t in times if 0.0 <= t <= 1.0), default=None)


def swept(outline: Outline, motion: XY, turn: float, t: float) -> list[XY]:
    """Where an outline is at t."""
    (x, y), (c, s) = centre(outline), (math.cos(t * turn), math.sin(t * turn))
    arms = [sub(p, (x, y)) for p in outline]
    return [(x + t * motion[0] + c * u - s * v, y + t * motion[1] + s * u + c * v) for u, v in arms]


def reach(outline: Outline) -> float:
    """The greatest distance of a vertex from their mean."""
    return max(size(sub(p, centre(outline))) for p in outline)


def gap_between(a: Outline, b: Outline) -> tuple[float, XY]:
    """The distance of two convex polygons and the unit normal from A to B; 0 and any normal where they touch."""
    found = gjk(Convex(a), Convex(b))
    return (0.0, (0.0, 0.0)) if found.normal is None else (found.separation or 0.0, xy_of(found.normal))
