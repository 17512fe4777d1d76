"""Two shapes whose Minkowski difference is looked at: the scene, which of them comes first, and dragging the
difference itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from geometry import Convex, Sum, Vector, hull, minkowski_difference, overlaps, point
from geometry.outline import on_one_line
from viz.lesson.first_edition import Follow, Moment
from viz.lesson.ink import Ink
from viz.lesson.scene import TwoShapes, choice

A_MINUS_B, B_MINUS_A = "A − B", "B − A"


class Operand(NamedTuple):
    """One of the two shapes, and how its parts are drawn in the difference."""

    letter: str
    world: Convex
    ink: Ink
    edge_ink: Ink  # of the edges that it gives: A's are solid, B's dashed


def operands_of(a: Convex, b: Convex) -> tuple[Operand, Operand]:
    """A, then B."""
    return Operand("A", a, Ink.A, Ink.A), Operand("B", b, Ink.B, Ink.LANDED_B)


@dataclass(frozen=True, eq=False)
class Subtracted(TwoShapes):
    """A and B, and the order in which they are subtracted: A − B is ours, B − A that of some articles and engines.
    It is the same figure turned half round, with normals that point from B to A."""

    order: str = choice("Difference", (A_MINUS_B, B_MINUS_A), A_MINUS_B)

    @property
    def operands(self) -> tuple[Operand, Operand]:
        """The minuend and the subtrahend: what algorithms call a and b."""
        a, b = operands_of(self.a.world, self.b.world)
        return (a, b) if self.order == A_MINUS_B else (b, a)

    @property
    def shapes(self) -> tuple[Convex, Convex]:
        first, second = self.operands
        return first.world, second.world

    @property
    def letters(self) -> tuple[str, str]:
        first, second = self.operands
        return first.letter, second.letter


def take_difference(moment: Moment[Any], at: Vector) -> Follow | None:
    """Hold the difference where it is pressed: B moves so that the difference follows the pointer."""
    return _follow if overlaps(solid(minkowski_difference(*moment.scene.shapes)), point(at)) else None


def solid(figure: Sum) -> Convex:
    """A sum or difference as a shape; one without area (two segments along one line) as a segment or a point."""
    points = figure.points
    if len(points) > 2 and not on_one_line(points):
        return hull(points, figure.radius)
    along = points @ (points[len(points) // 2] - points[0])
    ends = points[[int(along.argmin()), int(along.argmax())]]
    return Convex(ends if len(points) > 1 else points, figure.radius)


def _follow(scene: Subtracted, start: Vector, now: Vector) -> Any:
    by = now - start
    return scene.with_field("b", scene.b.moved(-by if scene.order == A_MINUS_B else by))
