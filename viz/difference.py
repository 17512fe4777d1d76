"""Two shapes whose Minkowski difference is looked at: the scene, which of them comes first, and dragging the
difference itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from geometry import Convex, Vector, hull, overlaps, point
from geometry.minkowski import Sum, minkowski_difference
from geometry.polygon import on_one_line
from viz.ink import Ink
from viz.lesson import Follow, Moment
from viz.scene import TwoShapes, choice

A_MINUS_B, B_MINUS_A = "A − B", "B − A"


class Operand(NamedTuple):
    """One of the two shapes, and how its parts are drawn in the difference."""

    letter: str
    world: Convex
    ink: Ink
    edge_ink: Ink  # of the edges that it gives: A's are solid, B's dashed


@dataclass(frozen=True, eq=False)
class Subtracted(TwoShapes):
    """A and B, and the order in which they are subtracted: A − B is ours, B − A that of some articles and engines.
    It is the same figure turned half round, with normals that point from B to A."""

    order: str = choice("Difference", (A_MINUS_B, B_MINUS_A), A_MINUS_B)

    @property
    def operands(self) -> tuple[Operand, Operand]:
        """The minuend and the subtrahend: what algorithms call a and b."""
        a = Operand("A", self.a.world, Ink.SHAPE_A, Ink.SHAPE_A)
        b = Operand("B", self.b.world, Ink.SHAPE_B, Ink.LANDED_B)
        return (a, b) if self.order == A_MINUS_B else (b, a)

    @property
    def shapes(self) -> tuple[Convex, Convex]:
        first, second = self.operands
        return first.world, second.world

    @property
    def letters(self) -> tuple[str, str]:
        first, second = self.operands
        return first.letter, second.letter


def solid(figure: Sum) -> Convex:
    """A sum or difference as a shape; one as thin as rounding is taken for the segment that it looks like."""
    points = figure.points
    if len(points) > 2:
        if not on_one_line(points):
            return hull(points, figure.radius)
        order = np.lexsort((points[:, 1], points[:, 0]))
        points = points[[order[0], order[-1]]]
    return Convex(points, figure.radius)


def take_difference(moment: Moment[Any], at: Vector) -> Follow | None:
    """Hold the difference where it is pressed: B moves so that the difference follows the pointer."""
    difference = minkowski_difference(*moment.scene.shapes)
    held = overlaps(solid(difference), point(at))
    return _follow if held else None


def _follow(scene: Subtracted, start: Vector, now: Vector) -> Any:
    by = now - start
    return scene.with_field("b", scene.b.moved(-by if scene.order == A_MINUS_B else by))
