"""A shape, a circle, and whether to believe the edges alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import (
    Convex,
    box,
    capsule,
    circle,
    convex,
    separation,
)
from viz.lesson.scene import TwoShapes, at, toggle


@dataclass(frozen=True, eq=False)
class ShapeAndCircle(TwoShapes):
    edges_only: bool = toggle("Believe the edges alone", False)
    boundary: bool = toggle("Ask the closest boundary point alone", False)

    def missed_by(self) -> float | None:
        """How far the centre of B lies from the boundary of A, where that is more than the radius although they
        touch: a test by the closest boundary point alone misses it. None where it does not."""
        a, b = self.a.world, self.b.world
        if len(b.points) > 1 or separation(a, b) > 0.0:
            return None
        distance = abs(separation(a, Convex(b.points)))
        return distance if distance > b.radius else None


def presets() -> Mapping[str, ShapeAndCircle]:
    slab, disc = box(2.0, 1.4), circle(0.7)
    wedge = convex(((-1.1, -0.8), (1.2, -0.6), (-0.1, 1.1)))
    return {
        "At a corner": ShapeAndCircle(at(slab, -0.6, -0.35), at(disc, 0.95, 0.9)),
        "Edges alone are wrong": ShapeAndCircle(at(slab, -0.6, -0.35), at(disc, 0.95, 0.9), True),
        "At an edge": ShapeAndCircle(at(wedge, -0.5, 0.0), at(disc, 0.75, 0.75)),
        "Centre inside": ShapeAndCircle(at(slab, -0.2, 0.0), at(circle(0.4), 0.3, 0.2)),
        "A boundary point misses it": ShapeAndCircle(at(slab, -0.2, 0.0), at(circle(0.3), -0.1, 0.1), boundary=True),
        "Centre on the boundary": ShapeAndCircle(at(slab, -0.5, 0.0), at(disc, 0.5, 0.2)),
        "Two circles": ShapeAndCircle(at(circle(0.9), -0.8, 0.0), at(disc, 0.6, 0.5)),
        "One centre": ShapeAndCircle(at(circle(0.9), 0.0, 0.0), at(disc, 0.0, 0.0)),
        "Capsule": ShapeAndCircle(at(capsule((-0.8, 0.0), (0.6, 0.3), 0.4), -0.6, 0.0), at(disc, 0.95, 0.75)),
    }
