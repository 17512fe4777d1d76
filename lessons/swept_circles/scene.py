"""Two circles, each on its way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry import Convex, SweptImpact, Vector, circle
from geometry.vector import readonly, vector
from lessons.first_edition.moving import MovingCircle, require_circle
from lessons.swept_circles.faulty import by_adding
from viz.lesson.ink import Ink
from viz.lesson.scene import Body, at, body, handle, toggle


@dataclass(frozen=True, eq=False, kw_only=True)
class MovingCircles(MovingCircle):
    b: Body = body(Ink.B, "B")
    b_to: Vector = handle(Ink.LANDED_B, "B′")
    naive: bool = toggle("Add the velocities", False)

    def __post_init__(self) -> None:
        super().__post_init__()
        require_circle(self.b, "B")

    @property
    def center_b(self) -> Vector:
        return self.b.world.centroid

    @property
    def radius_b(self) -> float:
        return self.b.shape.radius

    @property
    def motion_b(self) -> Vector:
        return readonly(self.b_to - self.center_b)

    @property
    def relative(self) -> Vector:
        """How A moves as seen from B."""
        return readonly(self.motion - self.motion_b)

    def b_at(self, fraction: float) -> Convex:
        """B at any fraction of its way."""
        return self.b.world.moved(fraction * self.motion_b)

    def wrong(self) -> SweptImpact:
        """What adding the velocities finds."""
        return by_adding(self.center, self.radius, self.motion, self.center_b, self.radius_b, self.motion_b)


Place = tuple[float, float]


def presets() -> Mapping[str, MovingCircles]:
    far = 1e6
    return {
        "Ways that cross": _scene((0.5, (-3.0, -0.5), (2.2, 0.5)), (0.4, (1.2, -0.45), (0.1, 1.05))),
        "Ways cross, no contact": _scene((0.3, (-1.8, -0.6), (1.8, 0.7)), (0.3, (0.9, -0.4), (0.3, 1.7))),
        "Added: a hit that is none": _scene(
            (0.4, (-1.9, 0.3), (0.6, 0.3)), (0.4, (0.3, -0.3), (2.3, -0.3)), naive=True
        ),
        "Added: a hit is missed": _scene(
            (0.5, (-1.9, 0.2), (1.0, 0.2)), (0.5, (1.9, -0.2), (-1.0, -0.2)), naive=True
        ),
        "The same motion": _scene((0.5, (-1.25, 0.25), (0.75, 0.75)), (0.4, (0.0, -0.5), (2.0, 0.0))),
        "One catches up": _scene((0.45, (-2.0, 0.0), (1.4, 0.2)), (0.45, (-0.6, 0.1), (0.6, 0.15))),
        "Grazing": _scene((0.5, (-1.8, 0.5), (1.2, 0.5)), (0.5, (1.8, -0.5), (-1.2, -0.5))),
        "Overlapping, parting": _scene((0.7, (-0.4, 0.0), (-1.6, 0.2)), (0.6, (0.5, 0.2), (1.8, 0.0))),
        "Far from the origin": _scene(
            (0.5, (far - 3.0, far - 0.5), (far + 2.2, far + 0.5)),
            (0.4, (far + 1.2, far - 0.45), (far + 0.1, far + 1.05)),
        ),
    }


def _scene(a: tuple[float, Place, Place], b: tuple[float, Place, Place], *, naive: bool = False) -> MovingCircles:
    (ra, start_a, to_a), (rb, start_b, to_b) = a, b
    first, second = at(circle(ra), *start_a), at(circle(rb), *start_b)
    return MovingCircles(first, vector(np.array(to_a)), b=second, b_to=vector(np.array(to_b)), naive=naive)
