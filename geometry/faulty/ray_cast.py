"""Ray casts that are wrong, each by one idea that is often met.

Source: Rounding collider corners, for the first two; the third takes a mitred outline for a rounded one.
"""

from __future__ import annotations

from geometry.outcome import Outcome
from geometry.query.ray_cast import ray_cast
from geometry.query.ray_steps import FaceConsidered
from geometry.ray import Ray, RayKind
from geometry.record import record
from geometry.shape import Convex, circle
from geometry.vector import dot, left_of, length


@record
class FaultyCast:
    """Where a rule reports a hit, along the ray; None for no hit."""

    distance: float | None


def perpendicular_alone(shape: Convex, ray: Ray) -> FaultyCast:
    """One axis, across the ray. That is the whole line's test: it knows neither start nor end."""
    return FaultyCast(ray_cast(shape, _line(ray)).distance)


def entries_ahead(shape: Convex, ray: Ray) -> FaultyCast:
    """The last extended edge to be crossed, of those that lie ahead of the start, and its corner circle if need be.

    A start in the pocket between an arc and the extended edges has them behind it.
    """
    if ray_cast(shape, ray).outcome is Outcome.OVERLAPPED or ray_cast(shape, _line(ray)).distance is None:
        return FaultyCast(ray_cast(shape, ray).distance)
    ahead = [face for face in _faces(shape, ray) if face.distance is not None and face.distance >= 0.0]
    if not ahead:
        return FaultyCast(None)
    entry = max(ahead, key=lambda face: face.distance or 0.0)
    assert entry.point is not None
    along, size = dot(entry.point - entry.start, left_of(entry.normal)), length(entry.end - entry.start)
    if 0.0 <= along <= size:
        return FaultyCast(entry.distance)
    if shape.radius == 0.0:
        return FaultyCast(None)
    corner = shape.points[(entry.edge + (along > size)) % len(shape.points)]
    return FaultyCast(ray_cast(circle(shape.radius, corner), ray).distance)


def mitred(shape: Convex, ray: Ray) -> FaultyCast:
    """The last entry into the extended edges, wherever on them: the corners are never rounded."""
    found = ray_cast(shape, ray)
    entries = [face.distance for face in _faces(shape, ray) if face.distance is not None]
    return FaultyCast(max(entries) if found.outcome is Outcome.HIT and entries else found.distance)


def _faces(shape: Convex, ray: Ray) -> list[FaceConsidered]:
    return [step for step in ray_cast.trace(shape, _line(ray)) if isinstance(step, FaceConsidered)]


def _line(ray: Ray) -> Ray:
    return Ray(ray.origin, ray.translation, RayKind.LINE)
