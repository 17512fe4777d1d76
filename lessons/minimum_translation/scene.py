"""Two shapes, and who moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import (
    box,
    circle,
    convex,
    regular_polygon,
    rounded,
)
from viz.scene import TwoShapes, at, choice, toggle

SHARES_OF_A = {"B alone": 0.0, "each half": 0.5, "A alone": 1.0}


@dataclass(frozen=True, eq=False)
class Overlapping(TwoShapes):
    moves: str = choice("Moves", tuple(SHARES_OF_A), "B alone")
    by_centres: bool = toggle("Show the flip by centres", False)


def presets() -> Mapping[str, Overlapping]:
    pentagon, slab, square = regular_polygon(5, 1.15), box(1.7, 1.2), box(1.6, 1.6)
    wedge = convex(((-1.5, -0.8), (1.5, -0.8), (0.0, 1.6)))
    soft = rounded(box(1.2, 0.9), 0.3)
    return {
        "Overlapping": Overlapping(at(pentagon, -0.75, 0.0, 9), at(slab, 0.8, 0.35, 18)),
        "Flip by centres fails": Overlapping(at(box(5.0, 1.0), 0.0, 0.0), at(wedge, 0.0, -0.2), by_centres=True),
        "Contained": Overlapping(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(0.9, 0.6), 0.35, 0.2, 20)),
        "Tie": Overlapping(at(square, -0.5, -0.5), at(square, 0.5, 0.5)),
        "One centre": Overlapping(at(square, 0.0, 0.0), at(square, 0.0, 0.0)),
        "Round corners": Overlapping(at(soft, -0.7, -0.3, 20), at(circle(0.8), 0.45, 0.5), "each half"),
        "Touching": Overlapping(at(square, -0.8, 0.0), at(box(1.6, 1.2), 0.8, 0.35)),
        "Apart": Overlapping(at(pentagon, -1.2, 0.0, 9), at(slab, 1.2, 0.35, 18)),
        "Far from the origin": Overlapping(at(pentagon, 1e6 - 0.75, 1e6, 9), at(slab, 1e6 + 0.8, 1e6 + 0.35, 18)),
    }
