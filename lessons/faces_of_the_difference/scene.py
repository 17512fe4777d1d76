"""Pairs whose difference has few or many, shared or no faces."""

from __future__ import annotations

from collections.abc import Mapping

from geometry import box, circle, convex, regular_polygon, rounded, segment
from lessons.first_edition.difference import B_MINUS_A, Subtracted
from viz.lesson.scene import at


def presets() -> Mapping[str, Subtracted]:
    five, slab, square = regular_polygon(5, 1.1), box(1.7, 1.2), box(1.6, 1.6)
    wedge = convex(((-1.1, -0.7), (1.2, -0.5), (-0.3, 1.0)))
    return {
        "Overlapping": Subtracted(at(wedge, -0.6, 0.0, 9), at(slab, 0.6, 0.35, 24)),
        "Apart": Subtracted(at(wedge, -1.2, 0.0, 9), at(slab, 1.3, 0.45, 24)),
        "Parallel edges": Subtracted(at(square, -0.6, 0.0), at(slab, 0.7, 0.3)),
        "Touching is contact": Subtracted(at(square, -0.8, 0.0), at(slab, 0.85, 0.35)),
        "Nearest at a corner": Subtracted(at(square, -1.1, -0.7), at(square, 0.9, 1.1)),
        "Contained": Subtracted(at(regular_polygon(6, 1.5), 0.0, 0.0, 5), at(box(0.9, 0.6), 0.35, 0.2, 20)),
        "Rounded and a circle": Subtracted(at(rounded(slab, 0.3), -0.6, 0.0, 15), at(circle(0.7), 0.9, 0.5)),
        "Two segments": Subtracted(
            at(segment((-1.0, -0.4), (1.0, 0.4)), -0.2, 0.0), at(segment((-0.4, -1.0), (0.6, 0.9)), 0.3, 0.1)
        ),
        "Far away, B − A": Subtracted(at(five, 1e6 - 0.7, 1e6, 9), at(slab, 1e6 + 0.7, 1e6 + 0.3, 24), B_MINUS_A),
    }
