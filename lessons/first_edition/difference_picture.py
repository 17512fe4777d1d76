"""Minkowski space: the origin, and the difference with its edges in the ink and pattern of their shapes."""

from __future__ import annotations

import numpy as np

from geometry import Vector
from geometry.minkowski.sum import Sum, SumEdge
from geometry.vector import readonly, right_of, unit
from lessons.first_edition import marks
from lessons.first_edition.difference import Operand, solid
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink

ORIGIN = readonly(np.zeros(2))


def outline(canvas: Canvas, operands: tuple[Operand, Operand], figure: Sum) -> None:
    """The whole sum or difference: area, edges, the layer that the radii add."""
    if len(figure.points) > 2:
        canvas.area(figure.points, Ink.VECTOR_P)
    if figure.radius > 0.0:
        marks.ghost(canvas, solid(figure))
    for each in figure.edges:
        edge(canvas, operands, each)
    for vertex in figure.vertices:
        for operand, index in zip(operands, (vertex.of_a, vertex.of_b), strict=True):
            canvas.feature((vertex.point,), f"vertex {index} of {operand.letter}", operand.ink)
    if len(figure.points) == 1:
        canvas.dot(figure.points[0], Ink.VECTOR_P)


def edge(canvas: Canvas, operands: tuple[Operand, Operand], laid: SumEdge, radius: float = 0.0) -> None:
    """One edge, moved out by a radius, in the ink of the shape that it comes from; where both gave it, in a third."""
    parents = [(o, i) for o, i in zip(operands, (laid.of_a, laid.of_b), strict=True) if i is not None]
    ink = parents[0][0].edge_ink if len(parents) == 1 else Ink.RESULT
    start, end = ends(laid, radius)
    canvas.stroke((start, end), ink)
    for operand, index in parents:
        canvas.feature((start, end), f"edge {index} of {operand.letter}", operand.ink)


def ends(laid: SumEdge, radius: float) -> tuple[Vector, Vector]:
    """The ends of an edge, moved out by a radius."""
    out = radius * outward(laid)
    return laid.start + out, laid.end + out


def sources(operands: tuple[Operand, Operand], laid: SumEdge) -> str:
    """The edges that one edge is made of: "edge 2 of A", or "edge 2 of A and edge 0 of B"."""
    pairs = zip(operands, (laid.of_a, laid.of_b), strict=True)
    return " and ".join(f"edge {index} of {operand.letter}" for operand, index in pairs if index is not None)


def outward(laid: SumEdge) -> Vector:
    """The unit outward normal of an edge."""
    return right_of(unit(laid.end - laid.start))


def origin(canvas: Canvas) -> None:
    """The point that everything is about: the shapes touch exactly when the difference holds it."""
    canvas.dot(ORIGIN, Ink.RESULT)
    canvas.label("origin", ORIGIN, Ink.RESULT, toward=(1.0, 0.6))
