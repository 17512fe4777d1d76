"""Two ways in which a ray cast is often left unfinished."""

from __future__ import annotations

from geometry import Convex, Outcome, Ray, RayCast, RayKind, circle, ray_cast
from geometry.query.ray_steps import FaceConsidered
from geometry.vector import dot, left_of, length

NONE, PERPENDICULAR, AHEAD = "nothing", "one axis alone", "edges ahead alone"
RULES = (NONE, PERPENDICULAR, AHEAD)


def faulty_distance(rule: str, shape: Convex, ray: Ray) -> float | None:
    """Where the rule reports a hit, along the ray; None where it reports none."""
    return perpendicular_alone(shape, ray) if rule == PERPENDICULAR else only_edges_ahead(shape, ray)


def perpendicular_alone(shape: Convex, ray: Ray) -> float | None:
    """One axis, across the ray. That is the whole line's test: it knows neither start nor end."""
    return ray_cast(shape, _line(ray)).distance


def only_edges_ahead(shape: Convex, ray: Ray) -> float | None:
    """The last extended edge to be crossed, of those that lie ahead of the start, and its corner circle if need be.

    A start in the pocket between an arc and the extended edges has them behind it.
    """
    if ray_cast(shape, ray).outcome is Outcome.OVERLAPPED or ray_cast(shape, _line(ray)).distance is None:
        return ray_cast(shape, ray).distance
    faces = [s for s in ray_cast.trace(shape, _line(ray)) if isinstance(s, FaceConsidered)]
    ahead = [(face.distance, face) for face in faces if face.distance is not None and face.distance >= 0.0]
    if not ahead:
        return None
    distance, entry = max(ahead, key=lambda pair: pair[0])
    assert entry.point is not None
    along, size = dot(entry.point - entry.start, left_of(entry.normal)), length(entry.end - entry.start)
    if 0.0 <= along <= size:
        return distance
    corner = shape.points[(entry.edge + (along > size)) % len(shape.points)]
    if shape.radius == 0.0:
        return None
    met: RayCast = ray_cast(circle(shape.radius, corner), ray)
    return met.distance


def _line(ray: Ray) -> Ray:
    return Ray(ray.origin, ray.translation, RayKind.LINE)
