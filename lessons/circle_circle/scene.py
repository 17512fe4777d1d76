"""Two circles, and whether the vector is turned round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry import circle
from viz.lesson.scene import TwoShapes, at, toggle


@dataclass(frozen=True, eq=False)
class TwoCircles(TwoShapes):
    backwards: bool = toggle("Turn the vector round", False)

    def __post_init__(self) -> None:
        if len(self.a.shape.points) > 1 or len(self.b.shape.points) > 1:
            raise ValueError("this lesson is about circles: other kinds have lessons of their own")


def presets() -> Mapping[str, TwoCircles]:
    large, small = circle(1.0), circle(0.6)
    return {
        "Overlapping": TwoCircles(at(large, -0.6, 0.0), at(small, 0.6, 0.5)),
        "Apart": TwoCircles(at(large, -0.9, 0.0), at(small, 1.0, 0.4)),
        "Touching": TwoCircles(at(large, -1.0, 0.0), at(small, 0.6, 0.0)),
        "Backwards goes deeper": TwoCircles(at(large, -0.6, 0.0), at(small, 0.6, 0.5), True),
        "One inside the other": TwoCircles(at(large, 0.0, 0.0), at(small, 0.25, 0.1)),
        "Equal centres": TwoCircles(at(large, 0.0, 0.0), at(small, 0.0, 0.0)),
        "Far from the origin": TwoCircles(at(large, 1e6 - 0.6, 1e6), at(small, 1e6 + 0.6, 1e6 + 0.5)),
    }
