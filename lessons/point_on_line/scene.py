"""A line through two points, and the point whose shadow is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry import Vector
from geometry.vector import vector
from viz.lesson.ink import Ink
from viz.lesson.scene import Scene, handle, toggle


@dataclass(frozen=True, eq=False)
class PointAndLine(Scene):
    a: Vector = handle(Ink.VECTOR_Q)
    b: Vector = handle(Ink.VECTOR_Q)
    c: Vector = handle(Ink.VECTOR_P)
    naive: bool = toggle("Take p · q for a length", False)

    @property
    def has_line(self) -> bool:
        """Whether a and b are far enough apart for their squared distance to be a number."""
        q = self.b - self.a
        return float(q @ q) > 0.0


def presets() -> Mapping[str, PointAndLine]:
    a, b, c = (-1.2, -0.3), (1.1, 0.3), (0.25, 1.9)
    far = np.array((1e6, 1e6))
    return {
        "Between a and b": _scene(a, b, c),
        "Beyond b": _scene((-1.4, -0.3), (0.4, 0.2), (1.1, 1.7)),
        "Behind a": _scene((-0.3, -0.3), (1.5, 0.3), (-1.5, 1.0)),
        "Right angle": _scene((-1.0, -0.5), (1.0, 0.0), (-1.5, 1.5)),
        "Point on the line": _scene((-1.5, -0.5), (1.5, 0.5), (0.75, 0.25)),
        "p · q is no length": _scene((-1.4, -0.3), (0.9, 0.4), (-0.2, 1.6), naive=True),
        "A line of no length": _scene((-0.6, -0.2), (-0.6, -0.2), (0.8, 0.9)),
        "Far from the origin": PointAndLine(vector(far + a), vector(far + b), vector(far + c)),
    }


def _scene(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], *, naive: bool = False
) -> PointAndLine:
    return PointAndLine(vector(a), vector(b), vector(c), naive)
