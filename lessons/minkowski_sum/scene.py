"""A shape, another that is carried round it by a point of reference, and an axis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

from geometry import Convex, Sum, Vector, box, capsule, circle, convex, regular_polygon, segment
from geometry.vector import dot, length, readonly, unit, vector
from lessons.first_edition.difference import Operand, operands_of
from viz.lesson.ink import Ink
from viz.lesson.scene import Arrow, Body, TwoShapes, at, handle, slider, toggle


class Reaches(NamedTuple):
    """How far A, B and the sum reach along a direction: A and the sum from the pivot of A, B from its reference."""

    a: float
    b: float
    sum: float


@dataclass(frozen=True, eq=False)
class Swept(TwoShapes):
    reference: Vector = handle(Ink.B, "reference point of B")
    axis: Arrow = handle(Ink.REFERENCE, "axis")
    sweep: float = slider("Sweep", 0.0, 1.0, 0.7)
    hole: bool = toggle("Show what the sweep misses", False)

    def __post_init__(self) -> None:
        if length(self.axis.vector) == 0.0:
            raise ValueError("an axis needs a direction: its tip and its tail lie on one point")

    def with_field(self, name: str, value: Any) -> Self:
        """Moving or turning B takes its reference point along; reshaping it leaves the point where it is."""
        if name == "b" and value.shape is self.b.shape:
            local = self.b.pose.unplace(self.reference)
            return replace(self, b=value, reference=value.pose.place(local))
        return super().with_field(name, value)

    @cached_property
    def moving(self) -> Convex:
        """B measured from its reference point."""
        return self.b.world.moved(-self.reference)

    @cached_property
    def operands(self) -> tuple[Operand, Operand]:
        return operands_of(self.a.world, self.b.world)

    @property
    def direction(self) -> Vector:
        """The unit vector along the axis."""
        return unit(self.axis.vector)

    def reaches(self, figure: Sum, way: Vector) -> Reaches:
        """Along the unit vector `way`; the sum's from its own outline, not by adding."""
        zero = dot(self.a.pose.position, way)
        a, b, whole = (
            float((points @ way).max()) + radius
            for points, radius in (
                (self.a.world.points, self.a.shape.radius),
                (self.b.world.points - self.reference, self.b.shape.radius),
                (figure.points, figure.radius),
            )
        )
        return Reaches(a - zero, b, whole - zero)


def _scene(
    a: Body, b: Body, *, by: tuple[float, float] = (0.0, 0.0), sweep: float = 0.7, hole: bool = False
) -> Swept:
    """B's reference point stands `by` away from its centre; the axis stands below A."""
    x, y = a.pose.position.tolist()
    axis = Arrow((x - 0.7, y - 2.65), (x + 0.5, y - 2.2))
    return Swept(a, b, readonly(b.pose.position + vector(by)), axis, sweep, hole)


def presets() -> Mapping[str, Swept]:
    wedge = convex(((-1.1, -0.8), (1.2, -0.6), (-0.2, 1.1)))
    small = convex(((-0.5, -0.4), (0.6, -0.3), (-0.1, 0.6)))
    five, slab = regular_polygon(5, 1.1), box(1.8, 1.2)
    return {
        "A disc round a triangle": _scene(at(wedge, 0.0, 0.0), at(circle(0.45), 3.1, 0.3)),
        "Polygon and polygon": _scene(at(five, 0.0, 0.0, 9), at(small, 2.9, 0.2)),
        "Parallel edges join": _scene(at(slab, 0.0, 0.0, 10), at(box(0.8, 0.9), 2.7, 0.3, 10)),
        "Another reference point": _scene(at(wedge, 0.0, 0.0), at(small, 4.2, 0.2), by=(-0.38, -0.24)),
        "The sweep leaves a hole": _scene(
            at(regular_polygon(6, 1.6), 0, 0), at(small, 3.2, 0.2), sweep=1.0, hole=True
        ),
        "Two segments": _scene(
            at(segment((-1.0, -0.3), (1.0, 0.3)), 0.0, 0.0), at(segment((-0.3, -0.5), (0.3, 0.5)), 2.4, 0.2)
        ),
        "Round corners add up": _scene(at(capsule((-0.8, -0.2), (0.7, 0.2), 0.4), 0, 0), at(circle(0.35), 2.7, 0.3)),
        "Two circles": _scene(at(circle(1.0), 0.0, 0.0), at(circle(0.5), 2.6, 0.3)),
        "Far from the origin": _scene(at(five, 1e6, 1e6, 9), at(small, 1e6 + 2.9, 1e6 + 0.2)),
    }
