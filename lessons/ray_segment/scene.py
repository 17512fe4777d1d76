"""A point on its way, and a wall that stands still."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry import Vector
from geometry.swept_circle.steps import SegmentFeature
from geometry.vector import readonly, vector
from lessons.ray_segment.faulty import ENDLESS, NEVER, NONE, RULES, SIDES
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, Scene, choice, handle, slider

PARTS = {
    SegmentFeature.START: "end c of the wall",
    SegmentFeature.FACE: "face of the wall",
    SegmentFeature.END: "end d of the wall",
}
END = {SegmentFeature.START: "end c", SegmentFeature.END: "end d", SegmentFeature.FACE: "the wall"}


@dataclass(frozen=True, eq=False, kw_only=True)
class PointAndWall(Scene):
    """The point A, its way to A′, and the wall from c to d; `time` is what the eye looks at."""

    path: Arrow = handle(Ink.A, "path of A")
    c: Vector = handle(Ink.B, "c")
    d: Vector = handle(Ink.B, "d")
    time: float = slider("Time", 0.0, 1.0, 0.0)
    rule: str = choice("Beside it", RULES, NONE)

    @property
    def start(self) -> Vector:
        return self.path.start

    @property
    def motion(self) -> Vector:
        return self.path.vector

    @property
    def wall(self) -> Vector:
        return readonly(self.d - self.c)

    def a_at(self, fraction: float) -> Vector:
        """A at any fraction of its way, beyond its ends too."""
        return readonly(self.start + fraction * self.motion)


Place = tuple[float, float]


def presets() -> Mapping[str, PointAndWall]:
    far = 1e6
    return {
        "Two fractions": _scene((-1.7, -0.5), (1.5, 0.6), (0.3, -0.9), (0.7, 0.9)),
        "Past the wall's end": _scene((-1.6, 0.3), (1.4, 1.0), (0.0, -1.0), (0.5, 0.5), SIDES),
        "The way is too short": _scene((-1.6, -0.4), (0.0, 0.0), (0.9, -0.9), (0.7, 1.0), ENDLESS),
        "Moving away": _scene((0.3, 0.0), (1.7, 0.4), (-0.9, -0.8), (-0.5, 0.9)),
        "Parallel": _scene((-1.5, 0.5), (1.0, 0.75), (-0.5, -0.25), (1.5, -0.05)),
        "On the wall's line": _scene((-1.75, -0.5), (0.75, 0.125), (-0.25, -0.125), (1.25, 0.25), NEVER),
        "Starts on the wall": _scene((-0.25, 0.125), (1.25, 0.875), (-1.5, -0.5), (1.0, 0.75), NEVER),
        "A wall of no length": _scene((-1.6, -0.4), (1.4, 0.8), (0.4, 0.4), (0.4, 0.4), NEVER),
        "An end, far out": _scene(
            (far - 1.5, far - 0.5), (far + 1.5, far + 0.5), (far + 0.75, far - 1.0), (far, far)
        ),
    }


def _scene(start: Place, to: Place, c: Place, d: Place, rule: str = NONE) -> PointAndWall:
    return PointAndWall(path=Arrow(start, to), c=vector(np.array(c)), d=vector(np.array(d)), rule=rule)
