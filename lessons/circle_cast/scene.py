"""A shape, and a circle that is moved along a segment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry import Convex, Ray, Vector, box, capsule, circle, convex, regular_polygon, rounded
from geometry.vector import SMALLEST_LENGTH, length, vector
from viz.lesson.ink import Ink
from viz.lesson.scene import TwoShapes, at, handle, toggle


@dataclass(frozen=True, eq=False)
class CircleOnItsWay(TwoShapes):
    to: Vector = handle(Ink.LANDED_B, "where B goes")
    naive: bool = toggle("Cast the centre alone", False)

    def __post_init__(self) -> None:
        """Raises ValueError unless B is a circle."""
        if len(self.b.shape.points) > 1:
            raise ValueError("B is the circle that is cast: other kinds have lessons of their own")

    @property
    def center(self) -> Vector:
        return self.b.world.centroid

    @property
    def radius(self) -> float:
        return self.b.shape.radius

    @cached_property
    def ray(self) -> Ray | None:
        """The way of the centre; None where it goes nowhere."""
        way = self.to - self.center
        return Ray(self.center, way) if length(way) > SMALLEST_LENGTH else None

    @cached_property
    def grown(self) -> Convex:
        """A with the radius of the circle added to its own."""
        return Convex(self.a.world.points, self.a.world.radius + self.radius)


def presets() -> Mapping[str, CircleOnItsWay]:
    wedge = convex(((-0.9, -0.8), (0.9, -0.6), (0.3, 0.8)))
    slab, soft = box(1.6, 1.2), rounded(regular_polygon(5, 0.7), 0.25)
    pill = capsule((-0.7, 0.0), (0.7, 0.0), 0.3)
    far = 1e6
    return {
        "Around a corner": _scene(wedge, (0.8, 0.0, 12), 0.45, (-1.9, 1.5), (1.2, 1.35)),
        "On a face": _scene(wedge, (0.8, 0.0, 12), 0.45, (-1.9, 0.4), (1.0, 0.2)),
        "The centre alone misses": _scene(slab, (0.6, -0.3, 0), 0.6, (-1.9, 0.6), (2.2, 0.5), naive=True),
        "The centre alone is late": _scene(soft, (0.8, 0.0, 9), 0.5, (-1.9, 0.2), (1.6, 0.0), naive=True),
        "Passing by": _scene(slab, (0.5, -0.5, 15), 0.4, (-1.9, 1.1), (2.2, 1.1)),
        "Touches at the very end": _scene(slab, (1.0, 0.0, 0), 0.5, (-1.9, 0.2), (-0.3, 0.2)),
        "Overlaps at the start": _scene(slab, (0.3, 0.0, 20), 0.5, (-0.7, 0.3), (1.6, 1.0)),
        "Onto a capsule's end": _scene(pill, (0.9, 0.0, 60), 0.5, (-1.8, 1.3), (1.5, 1.0)),
        "Far from the origin": _scene(
            wedge, (far + 0.8, far, 12), 0.45, (far - 1.9, far + 1.5), (far + 1.2, far + 1.35)
        ),
    }


def _scene(
    shape: Convex,
    place: tuple[float, float, float],
    radius: float,
    start: tuple[float, float],
    to: tuple[float, float],
    *,
    naive: bool = False,
) -> CircleOnItsWay:
    return CircleOnItsWay(at(shape, *place), at(circle(radius), *start), vector(np.array(to)), naive)
