"""A circle on its way: the scene of the lessons on swept circles, and its place at a time in between.

And how high a centre on its way stands over a wall.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry import Convex, Vector
from geometry.vector import cross, length, readonly
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, Scene, body, handle, slider


@dataclass(frozen=True, eq=False)
class MovingCircle(Scene):
    """The circle A at fraction 0, and where its centre is at fraction 1; `time` is what the eye looks at."""

    a: Body = body(Ink.A, "A")
    a_to: Vector = handle(Ink.LANDED_A, "A′")
    time: float = slider("Time", 0.0, 1.0, 0.0)

    def __post_init__(self) -> None:
        """Raises ValueError unless A is a circle."""
        require_circle(self.a, "A")

    @property
    def center(self) -> Vector:
        return self.a.world.centroid

    @property
    def radius(self) -> float:
        return self.a.shape.radius

    @property
    def motion(self) -> Vector:
        return readonly(self.a_to - self.center)

    def a_at(self, fraction: float) -> Convex:
        """A at any fraction of its way, beyond its ends too."""
        return self.a.world.moved(fraction * self.motion)


def require_circle(body: Body, name: str) -> None:
    """Raises ValueError for any other kind of shape."""
    if len(body.shape.points) > 1:
        raise ValueError(f"{name} is a moving circle here: other kinds have lessons of their own")


def heights_over(c: Vector, d: Vector, start: Vector, end: Vector) -> tuple[float, float] | None:
    """Of the start and the end of a path over the line of the wall from c to d, positive where the start is; None
    for a wall of no length."""
    wall = readonly(d - c)
    size = length(wall)
    if size == 0.0:
        return None
    first, last = (cross(wall, at - c) / size for at in (start, end))
    sign = math.copysign(1.0, first)
    return sign * first, sign * last
