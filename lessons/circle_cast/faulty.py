"""The circle cast that leaves the radius out."""

from __future__ import annotations

from geometry import Convex, Ray, RayCast, ray_cast


def centre_alone(shape: Convex, ray: Ray) -> RayCast:
    """A ray of the centre against the shape as it is: late where it hits, and often it misses."""
    return ray_cast(shape, ray)
