"""Two boxes, and whether to misplace the contact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box
from geometry.primitives.kinds import ShapeKind, shape_kind
from viz.scene import TwoShapes, at, toggle


@dataclass(frozen=True, eq=False)
class TwoBoxes(TwoShapes):
    misplaced: bool = toggle("Misplace the contact", False)

    def __post_init__(self) -> None:
        if any(shape_kind(each.shape) is not ShapeKind.BOX for each in (self.a, self.b)):
            raise ValueError("in this lesson both shapes are sharp boxes")


def presets() -> Mapping[str, TwoBoxes]:
    wide, small = box(2.2, 1.2), box(1.2, 0.9)
    return {
        "Corner on a face": TwoBoxes(at(wide, -0.4, -0.4), at(small, 0.5, 0.6, 35)),
        "Resting flat": TwoBoxes(at(wide, 0.0, -0.6), at(small, 0.4, 0.35)),
        "A misplaced contact": TwoBoxes(at(wide, -0.4, -0.4), at(small, 0.5, 0.6, 35), True),
        "Apart at a face": TwoBoxes(at(wide, -0.4, -0.5), at(small, 0.4, 0.9, 20)),
        "Apart at corners": TwoBoxes(at(wide, -0.8, -0.6), at(small, 1.1, 0.75, 40)),
        "Contained": TwoBoxes(at(wide, 0.0, 0.0, 10), at(box(0.6, 0.4), 0.3, 0.1, 30)),
        "Coincident": TwoBoxes(at(small, 0.0, 0.0), at(small, 0.0, 0.0)),
    }
