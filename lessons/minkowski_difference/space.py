"""Minkowski space: the difference as it is laid, the origin, and the nearest point of the boundary."""

from __future__ import annotations

from geometry import Convex, Difference, Vector, boundary, support
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.query.nearest import NearestBoundary
from geometry.vector import left_of, length
from lessons.first_edition import difference_picture, laying_picture, marks
from lessons.first_edition.difference import solid
from lessons.first_edition.difference_picture import ORIGIN, ends
from lessons.first_edition.marks import SMOOTH, UP
from lessons.minkowski_difference.scene import Compared
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[Compared]) -> None:
    scene, step, figure = moment.scene, moment.step, moment.trace.result
    whole = solid(figure)
    if isinstance(step, Difference) and len(outline := boundary(whole, SMOOTH * canvas.pixel)) > 2:
        canvas.area(outline, Ink.VECTOR_P)
    marks.ghost(canvas, whole)
    _name(canvas, scene, whole)
    match step:
        case StartFound():
            start = step.start - figure.radius * UP
            canvas.dot(start, Ink.RESULT)
            canvas.label("start", start, Ink.RESULT, toward=-UP)
        case EdgeLaid():
            laying_picture.boundary(canvas, scene.operands, figure, len(step.laid))
            laying_picture.newest(canvas, scene.operands, figure, step)
        case _:
            _corners(canvas, scene, figure)
            laying_picture.boundary(canvas, scene.operands, figure, len(figure.edges))
            _nearest(canvas, figure, scene.nearest(figure), scene.slack)
            if scene.unturned:
                wrong = solid(scene.without_turning())
                marks.ghost(canvas, wrong, Ink.FAULTY)
                canvas.label("not turned round", support(wrong, UP).point, Ink.FAULTY, toward=UP)
    difference_picture.origin(canvas)


def _name(canvas: Canvas, scene: Compared, whole: Convex) -> None:
    """What the figure is, in its middle, or above the origin if that is there."""
    middle: Vector = whole.centroid
    if length(middle) < 30.0 * canvas.pixel:
        middle = middle + 34.0 * canvas.pixel * UP
    canvas.label(scene.name, middle, Ink.TEXT, style=TextStyle.LETTER)


def _corners(canvas: Canvas, scene: Compared, figure: Difference) -> None:
    """Every vertex is a vertex of one less one of the other: pointing at either lights both."""
    for vertex in figure.vertices:
        for operand, index in zip(scene.operands, (vertex.of_a, vertex.of_b), strict=True):
            canvas.feature((vertex.point,), f"vertex {index} of {operand.letter}", operand.ink)


def _nearest(canvas: Canvas, figure: Difference, nearest: NearestBoundary, slack: float) -> None:
    """From the origin to the nearest point of the boundary, and the edge that it lies on."""
    ink = separation_ink(nearest.separation)
    if nearest.edge is not None:
        canvas.stroke(ends(figure.edges[nearest.edge], figure.radius), Ink.REFERENCE)
    canvas.dot(nearest.point, ink)
    if abs(nearest.separation) > slack:
        canvas.arrow(ORIGIN, nearest.point, ink)
        word = "gap" if nearest.separation > 0.0 else "depth"
        words = f"{word} {amount(abs(nearest.separation))}"
        side = left_of(nearest.normal)
        canvas.label(words, 0.5 * nearest.point, ink, toward=side, style=TextStyle.PILL)
