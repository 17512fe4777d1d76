"""A shape and an axis."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box, capsule, circle, convex, regular_polygon
from geometry.vector import length
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, Body, Scene, at, body, handle


@dataclass(frozen=True, eq=False)
class ShapeAndAxis(Scene):
    a: Body = body(Ink.A, "A")
    axis: Arrow = handle(Ink.REFERENCE, "axis")

    def __post_init__(self) -> None:
        if length(self.axis.vector) == 0.0:
            raise ValueError("an axis needs a direction: its tip and its tail lie on one point")


def presets() -> Mapping[str, ShapeAndAxis]:
    axis = Arrow((-1.0, -2.0), (0.6, -1.6))
    wedge = convex(((-1.3, -0.6), (1.2, -0.5), (0.1, 1.1)))
    return {
        "Pentagon": ShapeAndAxis(at(regular_polygon(5, 1.2), 1.1, 0.3, 95), axis),
        "Edge on": ShapeAndAxis(at(box(2.0, 1.2, angle=math.atan2(0.4, 1.6)), 0.7, 0.2), axis),
        "Triangle": ShapeAndAxis(at(wedge, 0.1, 0.2), Arrow((1.9, -1.2), (1.7, 0.2))),
        "Circle": ShapeAndAxis(at(circle(0.9), 0.7, 0.2), axis),
        "Capsule": ShapeAndAxis(at(capsule((-0.8, 0), (0.8, 0.4), 0.45), 1.1, 0.2), axis),
        "Far from the origin": ShapeAndAxis(
            at(regular_polygon(5, 1.2), 1e6 + 0.6, 1e6, 86), Arrow((1e6 - 1.2, 1e6 - 2.3), (1e6 + 0.4, 1e6 - 1.9))
        ),
    }
