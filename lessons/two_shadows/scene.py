"""Two shapes and an axis turned by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry import box, capsule, circle, convex, regular_polygon
from geometry.vector import length
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, TwoShapes, at, handle

TURNS = np.linspace(0.0, math.pi, 361)  # an axis and its opposite are one: half a turn shows all of them


@dataclass(frozen=True, eq=False)
class ShapesAndAxis(TwoShapes):
    axis: Arrow = handle(Ink.REFERENCE, "axis")

    def __post_init__(self) -> None:
        if length(self.axis.vector) == 0.0:
            raise ValueError("an axis needs a direction: its tip and its tail lie on one point")


def presets() -> Mapping[str, ShapesAndAxis]:
    axis = Arrow((-0.6, -2.1), (0.6, -1.8))
    five, slab = regular_polygon(5, 1.0), box(1.5, 1.1)
    wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
    return {
        "Apart": ShapesAndAxis(at(five, -1.1, 0.2, 9), at(slab, 1.0, 0.5, 24), axis),
        "Overlapping": ShapesAndAxis(at(five, -0.6, 0.2, 9), at(slab, 0.6, 0.5, 24), axis),
        "Only one axis parts them": ShapesAndAxis(at(wedge, -0.7, 0.1), at(wedge, 1.15, -0.19, 30), axis),
        "Two circles": ShapesAndAxis(at(circle(0.8), -1.0, 0.1), at(circle(0.6), 0.9, 0.1), axis),
        "Corner to corner, round": ShapesAndAxis(
            at(capsule((-0.6, -0.2), (0.4, 0.3), 0.35), -0.9, 0.0), at(circle(0.6), 0.8, 0.9), axis
        ),
        "Contained": ShapesAndAxis(at(regular_polygon(6, 1.3), 0, 0.4, 5), at(box(0.9, 0.5), 0.3, 0.5, 20), axis),
    }
