"""A moving circle against a shape: the radius goes from the circle to the shape, and what is left is a ray.

The circle's centre c hits where the circle first touches the shape, that is where c reaches shape + (-circle). A
circle is its own reflection, so that is the shape grown by the radius; for any other cast shape the reflection
matters. Source: Rounding collider corners (spherecasts), which leaves the reflection out.
"""

from __future__ import annotations

from geometry.outcome import Outcome
from geometry.query.ray_cast import ray_cast
from geometry.query.ray_steps import RayCast, RayCastStep
from geometry.ray import Ray
from geometry.record import OptionalVectorField, record
from geometry.shape import Convex
from geometry.summary import summary
from geometry.trace import Steps, steppable
from geometry.vector import Vector, number


@record
class ShapeGrown:
    """The radius has moved from the circle to the shape."""

    shape: Convex
    radius: float  # of the circle
    grown: Convex  # the same core, its radius greater by the circle's


@record
class CircleCast:
    """The answer, and the last step."""

    cast: RayCast  # of the centre against the grown shape
    center: OptionalVectorField  # of the circle at the hit; None for a miss
    point: OptionalVectorField  # where it touches the shape; None for a miss and for a start inside

    __repr__ = summary

    @property
    def outcome(self) -> Outcome:
        """HIT, OVERLAPPED when the circle starts touching or overlapping, SEPARATED for a miss."""
        return self.cast.outcome

    @property
    def fraction(self) -> float | None:
        return self.cast.fraction

    @property
    def normal(self) -> Vector | None:
        """Unit, outward from the shape."""
        return self.cast.normal


CircleCastStep = ShapeGrown | RayCastStep | CircleCast


@steppable
def circle_cast(shape: Convex, ray: Ray, radius: float) -> Steps[CircleCastStep, CircleCast]:
    """Move a circle of this radius (>= 0), its centre along `ray`, until it touches `shape`.

    Policies are those of `ray_cast`: a circle that starts overlapping is OVERLAPPED at fraction 0. Raises ValueError
    for a negative radius, a shape that is no Convex or a ray that is no Ray.
    """
    radius = number(radius, "radius")
    if radius < 0.0:
        raise ValueError(f"radius must be >= 0, not {radius:g}")
    if not isinstance(shape, Convex) or not isinstance(ray, Ray):
        raise ValueError(f"circle_cast takes a Convex and a Ray, not {type(shape).__name__} and {type(ray).__name__}")
    grown = shape.with_radius(shape.radius + radius)
    yield ShapeGrown(shape, radius, grown)
    cast = yield from ray_cast.steps(grown, ray)
    point = None
    if cast.outcome is Outcome.HIT:
        assert cast.point_xy is not None
        assert cast.normal_xy is not None
        (px, py), (nx, ny) = cast.point_xy, cast.normal_xy
        point = (px - radius * nx, py - radius * ny)
    answer = CircleCast(cast, cast.point_xy, point)
    yield answer
    return answer
