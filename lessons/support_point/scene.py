"""A shape and a direction."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box, capsule, circle, convex, regular_polygon, rounded
from geometry.vector import length
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, Body, Scene, at, body, handle


@dataclass(frozen=True, eq=False)
class ShapeAndDirection(Scene):
    a: Body = body(Ink.A, "A")
    direction: Arrow = handle(Ink.REFERENCE, "direction")

    def __post_init__(self) -> None:
        if length(self.direction.vector) == 0.0:
            raise ValueError("a direction needs a length: its tip and its tail lie on one point")


def presets() -> Mapping[str, ShapeAndDirection]:
    right = Arrow((1.9, -0.6), (2.9, -0.1))
    tilted = box(2.0, 1.4, angle=math.atan2(3.0, 4.0))  # an edge square to (4, 3)
    triangle = convex(((-1.2, -0.8), (1.1, -0.6), (-0.2, 1.1)))
    return {
        "Polygon": ShapeAndDirection(at(regular_polygon(5, 1.25), 0.0, 0.0, 84), right),
        "An edge faces it": ShapeAndDirection(at(tilted, 0.0, 0.0), Arrow((1.6, -0.9), (2.4, -0.3))),
        "Triangle": ShapeAndDirection(at(triangle, 0.0, 0.0), Arrow((1.7, 0.4), (1.2, 1.5))),
        "Circle": ShapeAndDirection(at(circle(1.0), 0.0, 0.0), right),
        "Capsule": ShapeAndDirection(at(capsule((-0.9, 0), (0.9, 0.3), 0.5), 0.0, 0.0), right),
        "Rounded box": ShapeAndDirection(at(rounded(box(1.5, 1.0), 0.35), 0.0, 0.0, 15), right),
    }
