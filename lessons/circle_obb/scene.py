"""A box, turned as you like, and a circle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box, circle
from geometry.primitives.kinds import ShapeKind, shape_kind
from viz.lesson.scene import TwoShapes, at, toggle


@dataclass(frozen=True, eq=False)
class BoxAndCircle(TwoShapes):
    wrong_turn: bool = toggle("Turn back with one sign wrong", False)

    def __post_init__(self) -> None:
        if shape_kind(self.a.shape) is not ShapeKind.BOX or len(self.b.shape.points) > 1:
            raise ValueError("in this lesson A is a sharp box and B a circle")


def presets() -> Mapping[str, BoxAndCircle]:
    slab, disc = box(2.2, 1.3), circle(0.6)
    return {
        "At a corner": BoxAndCircle(at(slab, -0.5, 0.0, 25), at(disc, 0.4, 1.5)),
        "At a face": BoxAndCircle(at(slab, -0.5, 0.0, 25), at(disc, 1.0, 0.55)),
        "One sign wrong": BoxAndCircle(at(slab, -0.5, 0.0, 25), at(disc, 0.4, 1.5), wrong_turn=True),
        "Apart": BoxAndCircle(at(slab, -0.7, 0.0, 25), at(disc, 1.2, 1.2)),
        "Centre inside": BoxAndCircle(at(slab, 0.0, 0.0, 25), at(disc, 0.5, 0.3)),
        "Upside down": BoxAndCircle(at(slab, -0.4, 0.0, 200), at(disc, 0.9, 0.8)),
        "Far from the origin": BoxAndCircle(at(slab, 1e6 - 0.5, 1e6, 25), at(disc, 1e6 + 0.4, 1e6 + 1.5)),
    }
