"""The edges of both shapes, laid end to end, and the origin."""

from __future__ import annotations

from geometry.minkowski.difference import Difference, DifferenceEdge
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.vector import right_of
from lessons.first_edition import axis_picture, difference_picture, marks
from lessons.first_edition.difference import operands_of, solid
from lessons.first_edition.difference_picture import ORIGIN, outward, sources
from lessons.why_it_works.words import decisive
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.scene import TwoShapes
from viz.lesson.text import NOISE, amount


def draw(canvas: Canvas, moment: Moment[TwoShapes]) -> None:
    a, b, step = moment.scene.a.world, moment.scene.b.world, moment.step
    axis_picture.two_shapes(canvas, a, b)
    match step:
        case StartFound(of_a, of_b):
            canvas.dot(a.points[of_a], Ink.RESULT)
            canvas.label("lowest of A", a.points[of_a], Ink.RESULT, toward=(0.0, -1.0))
            canvas.dot(b.points[of_b], Ink.RESULT)
            canvas.label("highest of B", b.points[of_b], Ink.RESULT, toward=(0.0, 1.0))
        case EdgeLaid(edge):
            _edges(canvas, moment.scene, edge)
        case Difference() as answer if answer.edges:
            _edges(canvas, moment.scene, decisive(answer)[0])


def _edges(canvas: Canvas, scene: TwoShapes, edge: DifferenceEdge) -> None:
    """The edges of A and of B that make one edge of the difference."""
    for index, shape, name, ink in (
        (edge.of_a, scene.a.world, "A", Ink.REFERENCE),
        (edge.of_b, scene.b.world, "B", Ink.INCIDENT),
    ):
        if index is not None:
            start, end = shape.edge(index)
            canvas.stroke((start, end), ink)
            words = f"edge {index} of {name}" if name == "A" else f"edge {index} of B, turned round"
            canvas.label(words, (start + end) / 2.0, ink, toward=right_of(end - start))


def draw_difference(canvas: Canvas, moment: Moment[TwoShapes]) -> None:
    step = moment.step
    laid = step.laid if isinstance(step, EdgeLaid) else step.edges if isinstance(step, Difference) else ()
    if isinstance(step, Difference):
        if len(step.points) > 2:
            canvas.area(step.points, Ink.VECTOR_P)
        if step.radius > 0.0:
            marks.ghost(canvas, solid(step))
    operands = operands_of(moment.scene.a.world, moment.scene.b.world)
    for edge in laid:
        difference_picture.edge(canvas, operands, edge)
    if isinstance(step, EdgeLaid):
        new = step.edge
        canvas.arrow(new.start, new.end, Ink.INCIDENT if new.of_a is None else Ink.REFERENCE)
        canvas.label(sources(operands, new), (new.start + new.end) / 2.0, Ink.TEXT, toward=outward(new))
    if isinstance(step, StartFound):
        canvas.dot(step.start, Ink.RESULT)
        canvas.label("start", step.start, Ink.RESULT, toward=(0.0, -1.0))
    difference_picture.origin(canvas)
    if isinstance(step, Difference) and step.edges:
        edge, separation = decisive(step)
        n = outward(edge)
        canvas.unbounded(edge.start + step.radius * n, edge.end - edge.start, Ink.AXIS)
        ink = separation_ink(separation)
        canvas.arrow(ORIGIN, -separation * n, ink)
        words = f"gap {amount(separation)}" if separation > 0.0 else f"overlap {amount(-separation)}"
        words = "touching" if abs(separation) < NOISE else words
        canvas.label(words, -0.5 * separation * n, ink, toward=edge.end - edge.start)
