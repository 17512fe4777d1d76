"""The scene of convex or not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry import Interval, Trace, Vector
from geometry.concave.convexity import Convexity, ConvexityStep, Turned, convexity
from geometry.polygon import Polygon
from geometry.vector import Points
from viz.lesson.ink import Ink
from viz.lesson.outline import Outline
from viz.lesson.scene import Body, Scene, body, handle


@dataclass(frozen=True, eq=False)
class Notched(Scene):
    """An outline, a convex shape near it, and an axis that is turned by hand."""

    a: Outline = handle(Ink.A, "A")
    b: Body = body(Ink.B, "B")
    axis: float = 126.0  # degrees; turned in the chart, at the string

    @cached_property
    def polygon(self) -> Polygon:
        return self.a.polygon if len(self.a.rings) == 1 else Polygon(self.a.points)

    @cached_property
    def middle(self) -> Vector:
        """Inside A: the middle of its largest convex piece."""
        return self.polygon.largest_piece.centroid

    @property
    def axis_normal(self) -> Vector:
        angle = math.radians(self.axis)
        return np.array((math.cos(angle), math.sin(angle)))

    def on_axis(self, points: Points) -> Interval:
        along = points @ self.axis_normal
        return Interval(float(along.min()), float(along.max()))

    @cached_property
    def full(self) -> Trace[ConvexityStep, Convexity]:
        """Every vertex a step."""
        return convexity.trace(self.polygon, self.b.world)

    @cached_property
    def walk(self) -> list[Turned]:
        return [step for step in self.full if isinstance(step, Turned)]

    @cached_property
    def separations(self) -> NDArray[np.float64]:
        """On the axis of every whole degree from 0 to 180."""
        return self.separations_of(self.a.points, np.arange(181.0))

    def separations_of(self, points: Points, degrees: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of some points and B."""
        angles = np.radians(degrees)
        n = np.stack((np.cos(angles), np.sin(angles)))
        own, other = points @ n, self.b.world.points @ n
        found: NDArray[np.float64] = np.maximum(
            other.min(axis=0) - own.max(axis=0), own.min(axis=0) - other.max(axis=0)
        )
        return found
