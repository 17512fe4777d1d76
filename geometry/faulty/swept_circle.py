"""Rules for moving circles that are wrong, each by one idea that is often met.

Source: 2D continuous collision (S1.1, S1.4 to S1.6, S1.10, S1.11). All of them solve the right quadratic, but look at
the wrong root, ask in the wrong order, take the wrong length, or leave out a part of the wall.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from numpy.typing import ArrayLike

from geometry.outcome import Outcome
from geometry.record import record
from geometry.swept_circle.circle_point import swept_circle_circle
from geometry.vector import Vector, cross, dot, length, vector


@record
class FaultyImpact:
    """What a faulty rule takes for the time of impact."""

    fraction: float | None  # None: no impact is reported


def both_roots(center: ArrayLike, radius: float, motion: ArrayLike, point: ArrayLike) -> tuple[float, float] | None:
    """When the centre of the moving circle is `radius` away from the point, on its path extended without end; None
    for never, and for no motion."""
    offset, v = vector(center, "center") - vector(point, "point"), vector(motion, "motion")
    a, b, c = dot(v, v), dot(offset, v), dot(offset, offset) - radius * radius
    discriminant = b * b - a * c
    if a <= 0.0 or discriminant < 0.0:
        return None
    root = math.sqrt(discriminant)
    return (-b - root) / a, (-b + root) / a


def lowest_positive_root(center: ArrayLike, radius: float, motion: ArrayLike, point: ArrayLike) -> FaultyImpact:
    """The least root in [0, 1], with no look at the start: of shapes that overlap there it is the exit."""
    found = both_roots(center, radius, motion, point) or ()
    return FaultyImpact(next((t for t in found if 0.0 <= t <= 1.0), None))


def closing_first(center: ArrayLike, radius: float, motion: ArrayLike, point: ArrayLike) -> FaultyImpact:
    """Whether the gap closes is asked before whether there is one: an overlap that moves apart is not reported."""
    offset = vector(center, "center") - vector(point, "point")
    if dot(offset, vector(motion, "motion")) >= 0.0:
        return FaultyImpact(None)
    if length(offset) <= radius:
        return FaultyImpact(0.0)
    return lowest_positive_root(center, radius, motion, point)


def no_end_of_time(center: ArrayLike, radius: float, motion: ArrayLike, point: ArrayLike) -> FaultyImpact:
    """The first root, however late it comes; an overlap at the start is seen."""
    if length(vector(center, "center") - vector(point, "point")) <= radius:
        return FaultyImpact(0.0)
    found = both_roots(center, radius, motion, point)
    return FaultyImpact(None if found is None or found[0] < 0.0 else found[0])


def velocities_added(
    center_a: ArrayLike,
    radius_a: float,
    motion_a: ArrayLike,
    center_b: ArrayLike,
    radius_b: float,
    motion_b: ArrayLike,
) -> FaultyImpact:
    """Two moving circles by the sum of their velocities, where the difference is meant."""
    total = vector(motion_a, "motion_a") + vector(motion_b, "motion_b")
    found = swept_circle_circle(center_a, radius_a, total, center_b, radius_b)
    return FaultyImpact(None if found.outcome is Outcome.SEPARATED else found.fraction)


def slab_roots(
    center: ArrayLike, distance: float, motion: ArrayLike, start: ArrayLike, end: ArrayLike
) -> tuple[float, float] | None:
    """When the centre is `distance` away from the line of the wall, the earlier time first; None for a path along
    it."""
    c, p, v = vector(center, "center"), vector(start, "start"), vector(motion, "motion")
    wall = vector(end, "end") - p
    across, twice_area, reach = cross(v, wall), cross(c - p, wall), distance * length(wall)
    if across == 0.0:
        return None
    first, last = sorted(((-twice_area - reach) / across, (-twice_area + reach) / across))
    return first, last


def _on_wall(
    circle: tuple[ArrayLike, float, ArrayLike],
    ends: tuple[ArrayLike, ArrayLike],
    accepts: Callable[[Vector, Vector, Vector], bool],
    *,
    slab: float | None = None,
    asks_start: bool = True,
    asks_caps: bool = True,
) -> FaultyImpact:
    """Centre, radius and motion against a wall, by the right rule, of which each faulty one changes one part: overlap
    at the start; when the centre comes into the slab (`slab` away from the wall's line, the radius unless given), at
    a place that is accepted; the circle around the end beyond which its foot lies. With no look at the start the
    first root in [0, 1] is taken, the exit too."""
    (c, v), radius = (vector(circle[0], "center"), vector(circle[2], "motion")), circle[1]
    p, q = vector(ends[0], "start"), vector(ends[1], "end")
    wall, size = q - p, dot(q - p, q - p)
    if asks_start:
        part = min(max(dot(c - p, wall) / size, 0.0), 1.0) if size > 0.0 else 0.0
        if length(c - p - part * wall) <= radius:
            return FaultyImpact(0.0)
    roots = (slab_roots(c, radius if slab is None else slab, v, p, q) or ())[: 1 if asks_start else 2]
    t = next((t for t in roots if 0.0 <= t <= 1.0), None)
    at = c if t is None else c + t * v
    if t is not None and accepts(at, p, q):
        return FaultyImpact(t)
    along = dot(at - p, wall)
    if not asks_caps or (size > 0.0 and 0.0 <= along <= size):
        return FaultyImpact(None)
    return lowest_positive_root(c, radius, v, p if along <= 0.0 else q)


def _is_beside(at: Vector, p: Vector, q: Vector) -> bool:
    return 0.0 <= dot(at - p, q - p) <= dot(q - p, q - p)


def radius_not_squared(
    center: ArrayLike, radius: float, motion: ArrayLike, start: ArrayLike, end: ArrayLike
) -> FaultyImpact:
    """r in the place of r² on the squared side of the equation: the slab reaches √r instead of r."""
    return _on_wall((center, radius, motion), (start, end), _is_beside, slab=math.sqrt(radius))


def centre_for_foot(
    center: ArrayLike, radius: float, motion: ArrayLike, start: ArrayLike, end: ArrayLike
) -> FaultyImpact:
    """(p − c) · (q − c) <= 0 with the centre itself: right for a point on the wall's line, but the centre is r away
    from it, and the face of a wall shorter than 2 r is never hit."""
    return _on_wall((center, radius, motion), (start, end), lambda at, p, q: dot(p - at, q - at) <= 0.0)


def unit_against_square(
    center: ArrayLike, radius: float, motion: ArrayLike, start: ArrayLike, end: ArrayLike
) -> FaultyImpact:
    """The foot is measured along a unit vector, and compared with the squared length of the wall."""
    return _on_wall(
        *((center, radius, motion), (start, end)),
        lambda at, p, q: 0.0 <= dot(at - p, q - p) / max(length(q - p), 1e-300) <= dot(q - p, q - p),
    )


def exit_as_impact(
    center: ArrayLike, radius: float, motion: ArrayLike, start: ArrayLike, end: ArrayLike
) -> FaultyImpact:
    """The first root in [0, 1], with no look at the start: in contact already, it is the exit."""
    return _on_wall((center, radius, motion), (start, end), _is_beside, asks_start=False)


def faces_only(center: ArrayLike, radius: float, motion: ArrayLike, start: ArrayLike, end: ArrayLike) -> FaultyImpact:
    """The wall has no round ends: a circle whose foot is beyond an end passes through it."""
    return _on_wall((center, radius, motion), (start, end), _is_beside, asks_caps=False)
