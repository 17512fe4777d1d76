"""Casts of a circle that are wrong, each by one idea that is often met.

Source: Rounding collider corners; square corners are those of tile games, where a box is grown to a box.
"""

from __future__ import annotations

from geometry.faulty.ray_cast import FaultyCast
from geometry.query.ray_cast import extended_outline, ray_cast
from geometry.ray import Ray
from geometry.shape import Convex


def centre_only(shape: Convex, ray: Ray, radius: float) -> FaultyCast:
    """A ray of the centre against the shape as it is: late where it hits, and often it misses."""
    return FaultyCast(ray_cast(shape, ray).distance)


def squared(shape: Convex, radius: float) -> Convex:
    """The shape with its edges moved out by the radius and extended until they meet; grown round where they never
    do, as of a capsule."""
    grown = shape.with_radius(shape.radius + radius)
    tips = extended_outline(grown)
    return grown if tips is None else Convex(tips)


def square_corners(shape: Convex, ray: Ray, radius: float) -> FaultyCast:
    """The ray against the shape grown with square corners."""
    return FaultyCast(ray_cast(squared(shape, radius), ray).distance)
