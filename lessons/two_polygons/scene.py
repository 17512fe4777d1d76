"""Two polygons."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import (
    box,
    convex,
    regular_polygon,
)
from viz.lesson.scene import TwoShapes, at


def presets() -> Mapping[str, TwoShapes]:
    wedge = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.1)))
    five, slab = regular_polygon(5, 1.1), box(1.6, 1.1)
    return {
        "Overlapping": TwoShapes(at(five, -0.6, 0.0, 12), at(wedge, 0.75, 0.2, 35)),
        "Apart": TwoShapes(at(five, -1.0, 0.0, 12), at(wedge, 1.05, 0.3, 35)),
        "One gap is enough": TwoShapes(at(wedge, -0.7, -0.3), at(wedge, 1.15, -0.59, 30)),
        "Touching": TwoShapes(at(slab, -0.8, 0.0), at(slab, 0.8, 0.3)),
        "Ten sides and five": TwoShapes(at(regular_polygon(10, 1.1), -0.8, 0.0, 7), at(five, 0.8, 0.2, 30)),
        "Contained": TwoShapes(at(regular_polygon(6, 1.4), 0.0, 0.0, 5), at(slab, 0.2, 0.1, 25)),
    }
