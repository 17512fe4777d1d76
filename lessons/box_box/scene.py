"""Two boxes, and which faulty answer to show beside the right one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import box
from geometry.primitives.kinds import ShapeKind, shape_kind
from viz.lesson.scene import TwoShapes, at, choice

MISPLACED, ONE_CORNER = "a misplaced contact", "one corner alone"
TWO_FACES, STRICT = "two faces a box", "a strict comparison"
FAULTS = ("nothing", MISPLACED, ONE_CORNER, TWO_FACES, STRICT)


@dataclass(frozen=True, eq=False)
class TwoBoxes(TwoShapes):
    beside: str = choice("Beside it", FAULTS, "nothing")

    def __post_init__(self) -> None:
        if any(shape_kind(each.shape) is not ShapeKind.BOX for each in (self.a, self.b)):
            raise ValueError("in this lesson both shapes are sharp boxes")


def presets() -> Mapping[str, TwoBoxes]:
    wide, small, square = box(2.2, 1.2), box(1.2, 0.9), box(1.2, 1.2)
    return {
        "Corner on a face": TwoBoxes(at(wide, -0.4, -0.4), at(small, 0.5, 0.6, 35)),
        "Resting flat": TwoBoxes(at(wide, 0.0, -0.6), at(small, 0.4, 0.35), ONE_CORNER),
        "A misplaced contact": TwoBoxes(at(wide, -0.4, -0.4), at(small, 0.5, 0.6, 35), MISPLACED),
        "A tie": TwoBoxes(at(square, -0.4, -0.4), at(square, 0.4, 0.4), STRICT),
        "Apart at a face": TwoBoxes(at(wide, -0.4, -0.5), at(small, 0.4, 0.9, 200), TWO_FACES),
        "Apart at corners": TwoBoxes(at(wide, -0.8, -0.5, 8), at(small, 1.05, 0.85, -6)),
        "Contained": TwoBoxes(at(wide, 0.0, 0.0, 10), at(box(0.6, 0.4), 0.3, 0.1, 30)),
        "Coincident": TwoBoxes(at(small, 0.0, 0.0), at(small, 0.0, 0.0)),
    }
