"""The scene of a box and a circle, whose radius has a slider."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from geometry import Convex, circle
from geometry.primitives.circle_obb import BoxSpace, box_space
from geometry.primitives.kinds import ShapeKind, shape_kind
from viz.lesson.scene import TwoShapes, slider


@dataclass(frozen=True, eq=False)
class BoxAndDisc(TwoShapes):
    """A is a sharp box, B a circle; the radius belongs to the circle and to its slider, and each sets the other."""

    r: float = slider("Radius of B", 0.2, 1.5, 0.6)

    def __post_init__(self) -> None:
        if shape_kind(self.a.shape) is not ShapeKind.BOX or self.b.shows_turns:
            raise ValueError("in this lesson A is a box with sharp corners and B a circle")
        object.__setattr__(self, "b", self.b.shaped(circle(self.r)))

    def with_field(self, name: str, value: Any) -> Self:
        return replace(self, **{name: value}, **({"r": value.shape.radius} if name == "b" else {}))

    @cached_property
    def space(self) -> BoxSpace:
        """The box's own frame."""
        return box_space(self.a.world)


def way_out(a: Convex, b: Convex) -> float:
    """How far a circle whose centre is inside a box must move to be out, by the box's own normals alone."""
    return min(float((a.points @ n).max() - b.points[0] @ n) + b.radius for n in a.normals)
