"""Two shapes and a line laid by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box, circle, convex, regular_polygon, rounded
from geometry.vector import length
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, TwoShapes, at, handle, toggle


@dataclass(frozen=True, eq=False)
class ShapesAndLine(TwoShapes):
    line: Arrow = handle(Ink.REFERENCE, "line")
    axis: bool = toggle("Show the axis across it", True)
    mixed_up: bool = toggle("Cast the shadows on the line", False)

    def __post_init__(self) -> None:
        if length(self.line.vector) == 0.0:
            raise ValueError("a line needs two different points")


def presets() -> Mapping[str, ShapesAndLine]:
    five, slab = regular_polygon(5, 1.0), box(1.5, 1.1)
    wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
    upright = Arrow((-0.03, -1.3), (0.01, 1.4))
    crooked = Arrow((-0.5, -1.3), (0.5, 1.5))
    return {
        "Nearly there": ShapesAndLine(at(five, -1.1, 0.0, 9), at(slab, 1.0, 0.4, 24), crooked),
        "It separates": ShapesAndLine(at(five, -1.1, 0.0, 9), at(slab, 1.0, 0.4, 24), upright),
        "Line taken for the axis": ShapesAndLine(
            at(five, -1.1, 0.0, 9), at(slab, 1.0, 0.4, 24), upright, mixed_up=True
        ),
        "Impossible": ShapesAndLine(at(five, -0.6, 0.0, 9), at(slab, 0.6, 0.4, 24), upright),
        "A narrow gap": ShapesAndLine(at(wedge, -0.7, -0.3), at(wedge, 1.15, -0.59, 30), upright),
        "Round": ShapesAndLine(at(circle(0.8), -1.0, 0.0), at(rounded(slab, 0.2), 1.25, 0.3, 30), upright),
        "Touching": ShapesAndLine(at(slab, -0.75, 0.0), at(slab, 0.75, 0.3), Arrow((0.0, -1.2), (0.0, 1.4))),
    }
