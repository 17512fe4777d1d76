"""Linear casts that are wrong in one thing each.

Source of the first and the last: Collision detection for dummies.
"""

from __future__ import annotations

from geometry.minkowski.difference import minkowski_difference
from geometry.outcome import Outcome
from geometry.record import record
from geometry.shape import Convex
from geometry.time_of_impact.impact import TimeOfImpact, gap_along
from geometry.time_of_impact.linear_cast import linear_cast
from geometry.vector import Vector, dot, xy_of

_ROUNDED = 1e-9  # of the motion: shapes that touch at the start are crossed at 0, up to rounding


@record
class FaultyCast:
    """When a faulty cast believes that the shapes meet; None for never. And the face of the difference that it goes
    by, with when the line of that is crossed."""

    fraction: float | None
    face: int | None = None
    crossed: float | None = None


def reversed_ray(a: Convex, motion_a: Vector, b: Convex, motion_b: Vector) -> FaultyCast:
    """The origin runs along v = v_A - v_B through A - B: against its way."""
    return _said(linear_cast(a, motion_b, b, motion_a))


def first_face(a: Convex, motion_a: Vector, b: Convex, motion_b: Vector) -> FaultyCast:
    """A hit as soon as the line of a front face is crossed, whatever the other faces say."""
    found = linear_cast(a, motion_a, b, motion_b)
    times = [(t, face) for t, face in _crossings(a, b, motion_a - motion_b) if 0.0 <= t <= 1.0]
    if found.outcome is Outcome.OVERLAPPED or not times:
        return _said(found)
    t, face = min(times)
    return FaultyCast(t, face, t)


def no_start_test(a: Convex, motion_a: Vector, b: Convex, motion_b: Vector) -> FaultyCast:
    """Never asks whether the shapes overlap at the start: the last face was crossed before t = 0, which is no hit."""
    found = linear_cast(a, motion_a, b, motion_b)
    times = _crossings(a, b, motion_a - motion_b)
    if found.outcome is not Outcome.OVERLAPPED or not times:
        return _said(found)
    t, face = max(times)
    return FaultyCast(max(t, 0.0) if -_ROUNDED <= t <= 1.0 else None, face, t)


def _crossings(a: Convex, b: Convex, v: Vector) -> list[tuple[float, int]]:
    """When the line of each front face of A - B is crossed, and which face that is."""
    normals = [
        a.normals[edge.of_a] if edge.of_a is not None else 0.0 - b.normals[edge.of_b]
        for edge in minkowski_difference(a, b).edges
    ]
    return [(gap_along(a, b, *xy_of(n)) / dot(v, n), i) for i, n in enumerate(normals) if dot(v, n) > 1e-9]


def _said(found: TimeOfImpact) -> FaultyCast:
    return FaultyCast(None if found.outcome is Outcome.SEPARATED else found.fraction)
