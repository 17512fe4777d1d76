"""A point on its way, and a wall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry import Vector
from geometry.vector import sealed, vector
from lessons.ray_segment.faulty import ENDLESS, LINE, NONE, RULES
from viz.ink import Ink
from viz.scene import Scene, choice, handle, slider


@dataclass(frozen=True, eq=False)
class PointAndWall(Scene):
    p: Vector = handle(Ink.SHAPE_A, "p")
    p_to: Vector = handle(Ink.LANDED_A, "p′")
    c: Vector = handle(Ink.SHAPE_B, "c")
    d: Vector = handle(Ink.SHAPE_B, "d")
    time: float = slider("Time", 0.0, 1.0, 0.0)
    rule: str = choice("Beside it", RULES, NONE)

    @property
    def motion(self) -> Vector:
        return sealed(self.p_to - self.p)

    @property
    def wall(self) -> Vector:
        return sealed(self.d - self.c)


Place = tuple[float, float]


def presets() -> Mapping[str, PointAndWall]:
    far = 1e6
    return {
        "Through the wall": _scene((-1.6, -0.7), (1.6, 0.6), (-0.5, 0.7), (0.9, -1.0)),
        "Past the wall": _scene((-1.6, -0.7), (1.6, -0.3), (0.0, 0.0), (0.5, 1.1), LINE),
        "Stops short": _scene((-1.7, -0.3), (-0.6, 0.0), (0.4, -0.9), (0.8, 1.0), ENDLESS),
        "Parallel": _scene((-1.5, -0.5), (1.25, 0.0), (-1.0, 0.25), (1.75, 0.75)),
        "Along the wall's line": _scene((-2.0, -0.5), (1.0, 0.25), (0.0, 0.0), (2.0, 0.5)),
        "Onto an end": _scene((-1.5, -0.5), (1.5, 1.0), (0.5, 0.5), (0.75, -1.0)),
        "On the wall at the start": _scene((0.25, 0.0), (1.75, 0.75), (-0.5, -0.75), (1.0, 0.75)),
        "A wall of no length": _scene((-1.5, 0.0), (1.5, 0.0), (0.5, 0.0), (0.5, 0.0)),
        "Far from the origin": _scene(
            (far - 1.6, far - 0.7), (far + 1.6, far + 0.6), (far - 0.5, far + 0.7), (far + 0.9, far - 1.0)
        ),
    }


def _scene(p: Place, to: Place, c: Place, d: Place, rule: str = NONE) -> PointAndWall:
    start, end, first, second = (vector(np.array(place)) for place in (p, to, c, d))
    return PointAndWall(start, end, first, second, rule=rule)
