"""Sums and differences while their edges are laid, in words: which edge comes next by direction, and which waits."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from geometry import Sum
from geometry.minkowski.sum import EdgeLaid, SumEdge
from lessons.first_edition.difference import Operand
from lessons.first_edition.difference_picture import sources
from viz.lesson.first_edition import Row, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import tint

Operands = tuple[Operand, Operand]


class Waiting(NamedTuple):
    """The edge that was next of its shape, but not the next of all."""

    letter: str
    edge: int
    angle: float

    @property
    def name(self) -> str:
        return f"edge {self.edge} of {self.letter}"


def degrees(angle: float) -> str:
    """A direction, from 0° to 360°, with one decimal."""
    return f"{round(math.degrees(angle), 1) + 0.0:.1f}°".replace("-", "−")


def upcoming(operands: Operands, figure: Sum, step: EdgeLaid) -> Waiting | None:
    """What an edge just laid was chosen before; None where it is made of both, or the others are all laid."""
    rest = figure.edges[len(step.laid) :]
    for index, angle, others, operand in (
        (step.edge.of_a, step.angle_a, [edge.of_a for edge in rest], operands[0]),
        (step.edge.of_b, step.angle_b, [edge.of_b for edge in rest], operands[1]),
    ):
        if index is None and angle is not None:
            number = next(other for other in others if other is not None)
            return Waiting(operand.letter, number, angle)
    return None


def laid_caption(operands: Operands, figure: Sum, step: EdgeLaid, *, turned: bool) -> str:
    """One sentence on an edge just laid. `turned`: the second shape is turned round, as in a difference."""
    laid, number = step.edge, len(step.laid)
    name = tint(sources(operands, laid), edge_ink(operands, laid))
    angle = step.angle_a if laid.of_a is not None else step.angle_b
    assert angle is not None
    if laid.of_a is not None and laid.of_b is not None:
        return f"Edge {number}: {name} both point along {degrees(angle)}, so they join into one."
    if turned and laid.of_a is None:
        name = f"{name}, turned round,"
    waiting = upcoming(operands, figure, step)
    if waiting is not None:
        return (
            f"Edge {number}: {name} points along {degrees(angle)}, before {waiting.name} at {degrees(waiting.angle)}."
        )
    return f"Edge {number}: {name} points along {degrees(angle)}; no other is left to come before it."


def edge_ink(operands: Operands, laid: SumEdge) -> Ink:
    """Of the shape that an edge comes from; of a result where both gave it."""
    if laid.of_a is not None and laid.of_b is not None:
        return Ink.RESULT
    return operands[0 if laid.of_a is not None else 1].ink


def table(moment: Moment[Any], operands: Operands, figure: Sum, second: str) -> Table:
    """Every edge laid: the direction of each shape's next edge, and which was the smaller. `second`: what the second
    shape's edges are called, "B" or "−B"."""
    laid = [(i, step) for i, step in enumerate(moment.trace) if isinstance(step, EdgeLaid)]
    rows: list[Row] = []
    for i, step in laid:
        edge = step.edge
        angles = [
            "none left"
            if angle is None
            else tint(degrees(angle), operand.ink)
            if chosen is not None
            else degrees(angle)
            for angle, chosen, operand in zip(
                (step.angle_a, step.angle_b), (edge.of_a, edge.of_b), operands, strict=True
            )
        ]
        parents = [(o, k) for o, k in zip(operands, (edge.of_a, edge.of_b), strict=True) if k is not None]
        cell = " + ".join(f"{k} of {o.letter}" for o, k in parents)
        feature = f"edge {parents[0][1]} of {parents[0][0].letter}"
        number = str(len(step.laid))
        rows.append(step_row(i, moment.index, number, *angles, cell, ink=edge_ink(operands, edge), feature=feature))
    return Table(("edge", f"{operands[0].letter} next", f"{second} next", "laid: edge"), tuple(rows))


def feature_of(field: str, value: Any, letters: tuple[str, str]) -> str | None:
    """What a field of a step stands for: an edge, or a vertex at the start and at the end of an edge."""
    *path, name = field.split(".")
    if name not in ("of_a", "of_b") or value is None:
        return None
    kind = "edge" if path and path[-1] == "edge" else "vertex"
    return f"{kind} {value} of {letters[0 if name == 'of_a' else 1]}"
