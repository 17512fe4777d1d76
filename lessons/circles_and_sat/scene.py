"""A shape, a circle, and whether to believe the edges alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import (
    box,
    capsule,
    circle,
    convex,
)
from viz.scene import TwoShapes, at, toggle


@dataclass(frozen=True, eq=False)
class ShapeAndCircle(TwoShapes):
    edges_only: bool = toggle("Believe the edges alone", False)


def presets() -> Mapping[str, ShapeAndCircle]:
    slab, disc = box(2.0, 1.4), circle(0.7)
    wedge = convex(((-1.1, -0.8), (1.2, -0.6), (-0.1, 1.1)))
    return {
        "At a corner": ShapeAndCircle(at(slab, -0.6, -0.35), at(disc, 0.95, 0.9)),
        "Edges alone are wrong": ShapeAndCircle(at(slab, -0.6, -0.35), at(disc, 0.95, 0.9), True),
        "At an edge": ShapeAndCircle(at(wedge, -0.5, 0.0), at(disc, 0.75, 0.75)),
        "Centre inside": ShapeAndCircle(at(slab, -0.2, 0.0), at(circle(0.4), 0.3, 0.2)),
        "Centre on the boundary": ShapeAndCircle(at(slab, -0.5, 0.0), at(disc, 0.5, 0.2)),
        "Two circles": ShapeAndCircle(at(circle(0.9), -0.8, 0.0), at(disc, 0.6, 0.5)),
        "One centre": ShapeAndCircle(at(circle(0.9), 0.0, 0.0), at(disc, 0.0, 0.0)),
        "Capsule": ShapeAndCircle(at(capsule((-0.8, 0.0), (0.6, 0.3), 0.4), -0.6, 0.0), at(disc, 0.95, 0.75)),
    }
