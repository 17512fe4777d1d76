"""The world: both shapes, the features that meet, and the gap or the move of B."""

from __future__ import annotations

from geometry import Convex, Difference, closest_points, support
from geometry.minkowski.sum import EdgeLaid, StartFound, SumEdge
from geometry.vector import left_of, length, right_of, unit
from lessons.first_edition import axis_picture, marks
from lessons.first_edition.marks import UP, upright
from lessons.minkowski_difference.scene import Compared
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

STUB = 12.0  # pixels of the two edges beside a corner


def draw(canvas: Canvas, moment: Moment[Compared]) -> None:
    scene, step, figure = moment.scene, moment.step, moment.trace.result
    axis_picture.two_shapes(canvas, scene.a.world, scene.b.world)
    for i, edge in enumerate(figure.edges):
        _met(canvas, scene, figure, edge, i)
    match step:
        case StartFound(of_a, of_b):
            first, second = scene.operands
            for operand, index, way, word in ((first, of_a, -UP, "lowest"), (second, of_b, UP, "highest")):
                at = operand.world.points[index] + operand.world.radius * way
                canvas.dot(at, Ink.RESULT)
                canvas.label(f"{word} of {operand.letter}", at, Ink.RESULT, toward=way)
        case EdgeLaid(edge):
            _parents(canvas, scene, edge)
        case _:
            _answer(canvas, scene, figure)


def _met(canvas: Canvas, scene: Compared, figure: Difference, edge: SumEdge, index: int) -> None:
    """The corner of the other shape that an edge of the difference is made with: it lights up with the edge."""
    first, second = scene.operands
    corner = figure.vertices[index]
    if edge.of_a is None:
        own, other, vertex, number = second, first, corner.of_a, edge.of_b
    elif edge.of_b is None:
        own, other, vertex, number = first, second, corner.of_b, edge.of_a
    else:
        return
    points = other.world.points
    if len(points) > 2:
        at, reach = points[vertex], STUB * canvas.pixel
        before, after = points[vertex - 1] - at, points[(vertex + 1) % len(points)] - at
        path = (at + reach * unit(before), at, at + reach * unit(after))
        canvas.feature(path, f"edge {number} of {own.letter}", other.ink)


def _parents(canvas: Canvas, scene: Compared, edge: SumEdge) -> None:
    """The edges of A and B that make one edge of the difference."""
    for operand, index, ink in zip(
        scene.operands, (edge.of_a, edge.of_b), (Ink.REFERENCE, Ink.INCIDENT), strict=True
    ):
        if index is not None:
            start, end = operand.world.edge(index)
            canvas.stroke((start, end), ink)
            canvas.label(
                f"edge {index} of {operand.letter}", (start + end) / 2.0, ink, toward=upright(right_of(end - start))
            )


def _answer(canvas: Canvas, scene: Compared, figure: Difference) -> None:
    """The features that meet, and the gap or the move of B."""
    nearest, b = scene.nearest(figure), scene.b.world
    if nearest.edge is not None:
        edge = figure.edges[nearest.edge]
        for operand, index in zip(scene.operands, (edge.of_a, edge.of_b), strict=True):
            if index is not None:
                canvas.stroke(operand.world.edge(index), Ink.REFERENCE)
    if nearest.separation > scene.slack:
        _gap(canvas, scene.a.world, b, nearest.separation)
    elif nearest.separation < -scene.slack:
        move = scene.move_of_b(nearest)
        moved = b.moved(move)
        marks.ghost(canvas, moved, Ink.LANDED_B)
        way = upright(move)
        canvas.label("B lands here", support(moved, way).point, Ink.B, toward=way)
        marks.move_arrow(canvas, support(b, -move).point, move, Ink.RESULT, f"B moves {amount(length(move))}")
    else:
        spot = support(b, -nearest.normal if scene.letters[0] == "A" else nearest.normal).point
        canvas.label("touching", spot, Ink.OVERLAP, toward=UP, style=TextStyle.PILL)


def _gap(canvas: Canvas, a: Convex, b: Convex, gap: float) -> None:
    """The shortest line between the two."""
    pair = closest_points(a, b)
    n = unit(pair.on_b - pair.on_a)
    on_a, on_b = pair.on_a + a.radius * n, pair.on_b - b.radius * n
    canvas.stroke((on_a, on_b), Ink.GAP)
    canvas.dot(on_a, Ink.A)
    canvas.dot(on_b, Ink.B)
    canvas.label(f"gap {amount(gap)}", (on_a + on_b) / 2.0, Ink.GAP, toward=left_of(n), style=TextStyle.PILL)
