"""Two shapes, and whether the first gap ends the search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import (
    box,
    circle,
    convex,
    regular_polygon,
)
from viz.lesson.scene import TwoShapes, at, toggle


@dataclass(frozen=True, eq=False)
class Searched(TwoShapes):
    early_out: bool = toggle("Stop at the first gap", True)


def presets() -> Mapping[str, Searched]:
    pentagon, slab = regular_polygon(5, 1.15), box(1.7, 1.2)
    triangle = convex(((-0.9, -0.7), (1.0, -0.5), (-0.2, 1.0)))
    return {
        "Overlapping": Searched(at(pentagon, -0.75, 0.0, 9), at(slab, 0.8, 0.35, 18)),
        "Apart": Searched(at(pentagon, -1.2, 0.0, 9), at(slab, 1.2, 0.35, 18)),
        "Gap on the last axis": Searched(at(triangle, -0.7, -0.3), at(triangle, 1.15, -0.59, 30)),
        "Touching": Searched(at(box(1.6, 1.6), -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.35)),
        "Parallel edges": Searched(at(box(1.8, 1.3), -0.5, 0.0, 12), at(box(1.5, 1.0), 0.45, 0.5, 12)),
        "Contained": Searched(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(0.9, 0.6), 0.35, 0.2, 20)),
        "Edges miss the gap": Searched(at(box(1.8, 1.4), -0.6, -0.35), at(circle(0.7), 0.87, 0.92)),
        "Every edge, no early out": Searched(at(pentagon, -1.2, 0.0, 9), at(slab, 1.2, 0.35, 18), False),
        "Far from the origin": Searched(at(pentagon, 1e6 - 0.75, 1e6, 9), at(slab, 1e6 + 0.8, 1e6 + 0.35, 18)),
    }
