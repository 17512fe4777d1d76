"""Two shapes."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import box, convex, regular_polygon, rounded
from viz.lesson.scene import TwoShapes, at


def presets() -> Mapping[str, TwoShapes]:
    five, slab = regular_polygon(5, 0.9), box(1.3, 0.9)
    wedge = convex(((-0.8, -0.6), (0.9, -0.4), (-0.2, 0.9)))
    return {
        "Apart": TwoShapes(at(five, -0.9, 0.2, 9), at(slab, 0.9, 0.5, 24)),
        "Overlapping": TwoShapes(at(five, -0.5, 0.2, 9), at(slab, 0.5, 0.4, 24)),
        "Touching": TwoShapes(at(slab, -0.65, 0.0), at(slab, 0.65, 0.2)),
        "Parallel edges join": TwoShapes(at(slab, -0.6, 0.0, 10), at(box(1.0, 1.0), 0.4, 0.4, 10)),
        "Contained": TwoShapes(at(regular_polygon(6, 1.1), 0.0, 0.0, 5), at(box(0.5, 0.4), 0.2, 0.1, 20)),
        "Round": TwoShapes(at(rounded(wedge, 0.15), -0.9, 0.0), at(slab, 0.8, 0.4, 24)),
    }
