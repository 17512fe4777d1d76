"""A circle on its straight way, and a wall."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry import circle
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.steps import SegmentFeature
from geometry.vector import Vector, cross, length
from lessons.motion.moving_circle import MovingCircle, point
from lessons.motion.quadratic import Against
from lessons.stories.grouping import whole
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import at, handle

FACES_ONLY, UNSQUARED, CENTRE, UNIT, EXIT = (
    *("faces only", "radius not squared", "centre tested, not its foot"),
    *("unit vector, squared length", "exit for impact"),
)


@dataclass(frozen=True, eq=False, kw_only=True)
class CircleAndWall(MovingCircle):
    """The wall runs from p to q."""

    p: Vector = handle(Ink.B, "p")
    q: Vector = handle(Ink.B, "q")
    goal: str = ""  # which challenge is about it

    @cached_property
    def length(self) -> float:
        return length(self.q - self.p)

    @cached_property
    def along(self) -> Vector:
        """Unit, from p to q; of a wall of no length any."""
        return (self.q - self.p) / self.length if self.length > 0.0 else np.array((1.0, 0.0))

    @cached_property
    def up(self) -> Vector:
        """Unit, from the wall's line to the side where the circle starts."""
        left = np.array((-self.along[1], self.along[0]))
        return left if float(left @ (self.c - self.p)) >= 0.0 else -left

    @cached_property
    def height(self) -> float:
        """Of c over the wall's line, at the start."""
        return float(self.up @ (self.c - self.p))

    @cached_property
    def closing(self) -> float:
        """v · n, with n from the circle to the wall's line."""
        return -float(self.up @ self.v)

    def sketched(self) -> list[tuple[Ink, NDArray[np.float64]]]:
        """With the wall."""
        return [*super().sketched(), (Ink.B, np.array((self.p, self.q)))]

    def centre(self, t: float) -> Vector:
        return self.c + t * self.v

    @cached_property
    def entry(self) -> float:
        """The time at which the height is r; 0 in the slab already, and where the height does not fall."""
        is_above = self.height > self.r_a and self.closing > 0.0
        return (self.height - self.r_a) / self.closing if is_above else 0.0

    @cached_property
    def least_gap(self) -> float:
        """In the whole motion."""
        return min(self.gap(t) for t in (0.0, 1.0, *self.turning_times))

    @cached_property
    def turning_times(self) -> list[float]:
        """Where the gap may be least: nearest to an end, or on the wall's line."""
        found = [self.height / self.closing] if self.closing > 0.0 else []
        size = float(self.v @ self.v)
        found += [float((end - self.c) @ self.v) / size for end in (self.p, self.q) if size > 0.0]
        return [min(max(t, 0.0), 1.0) for t in found]

    @cached_property
    def aside(self) -> float:
        """Which side of a line along the height lies away from the wall's middle."""
        return 1.0 if cross(self.up, self.along) < 0.0 else -1.0

    @cached_property
    def onward(self) -> float:
        """Which way along the wall the centre moves."""
        return 1.0 if float(self.v @ self.along) >= 0.0 else -1.0

    def foot(self, t: float) -> float:
        """f: of the centre at a time, 0 at p and 1 at q."""
        return float(self.along @ (self.centre(t) - self.p)) / self.length if self.length > 0.0 else 0.0

    def nearest(self, t: float) -> Vector:
        """The point of the wall that is nearest to the centre."""
        return self.p + min(max(self.foot(t), 0.0), 1.0) * (self.q - self.p)

    def gap(self, t: float) -> float:
        return length(self.centre(t) - self.nearest(t)) - self.r_a


def against(moment: Moment[CircleAndWall]) -> Against:
    """The centre against the end that is asked."""
    scene, chosen = moment.scene, whole(moment).first(CapChosen)
    is_q = chosen is not None and chosen.feature is SegmentFeature.END
    return Against(scene.c, scene.v, scene.q if is_q else scene.p, scene.r_a, "q" if is_q else "p", "r")


def crosses(scene: CircleAndWall) -> bool:
    """Whether the path of the centre crosses the wall itself."""
    wall, v = scene.q - scene.p, scene.v
    sides = cross(wall, scene.c - scene.p) * cross(wall, scene.end - scene.p)
    return sides < 0.0 and cross(v, scene.p - scene.c) * cross(v, scene.q - scene.c) < 0.0


Place = tuple[float, float]


def scene(radius: float, start: Place, end: Place, p: Place, q: Place, goal: str = "") -> CircleAndWall:
    a = at(circle(radius), *start)
    return CircleAndWall(a=a, end=point(*end), r_a=radius, p=point(*p), q=point(*q), goal=goal)
