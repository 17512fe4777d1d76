"""Any two shapes, and how many kinds and bodies there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box, capsule, circle, regular_polygon
from viz.lesson.scene import TwoShapes, at, slider


@dataclass(frozen=True, eq=False)
class AnyTwo(TwoShapes):
    kinds: float = slider("Kinds of shape", 1.0, 12.0, 3.0, decimals=0)
    count: float = slider("Bodies in the world", 1.0, 100.0, 10.0, decimals=0)


def presets() -> Mapping[str, AnyTwo]:
    disc, slab, five = circle(0.7), box(1.6, 1.1), regular_polygon(5, 0.9)
    return {
        "Two circles": AnyTwo(at(disc, -0.5, 0.0), at(disc, 0.5, 0.3)),
        "Box and circle": AnyTwo(at(slab, -0.6, 0.0, 20), at(disc, 0.7, 0.4)),
        "The other way round": AnyTwo(at(disc, -0.6, 0.0), at(slab, 0.7, 0.2, 20)),
        "Touching circles": AnyTwo(at(disc, -0.7, 0.0), at(disc, 0.7, 0.0)),
        "Touching box and circle": AnyTwo(at(slab, -0.8, 0.0), at(disc, 0.7, 0.1)),
        "Two boxes": AnyTwo(at(slab, -0.5, 0.0, 10), at(slab, 0.6, 0.5, 40)),
        "Neither": AnyTwo(at(five, -0.6, 0.0), at(capsule((-0.6, 0.0), (0.6, 0.2), 0.3), 0.6, 0.4)),
        "Many kinds, many bodies": AnyTwo(at(five, -0.6, 0.0), at(slab, 0.6, 0.4), 12.0, 100.0),
    }
