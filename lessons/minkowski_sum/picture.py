"""The sweep, the sum's boundary as it is laid, and the reaches along the axis."""

from __future__ import annotations

from geometry import Sum, Vector, boundary, support
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.vector import dot, length, readonly, right_of
from lessons.first_edition import laying_picture, marks
from lessons.first_edition.difference import solid
from lessons.first_edition.marks import RIGHT, SMOOTH, UP
from lessons.minkowski_sum.scene import Swept
from lessons.minkowski_sum.sweep import along, hole_of, outline_of, trail
from lessons.minkowski_sum.words import is_moved, shift_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, signed

DOWN = -UP
ROUGH = 1.2  # pixels that the many copies left behind may stray from round: each is a stroke of dashes


def draw(canvas: Canvas, moment: Moment[Swept]) -> None:
    scene, step, figure = moment.scene, moment.step, moment.trace.result
    if isinstance(step, Sum):
        _area(canvas, scene, figure)
    _copies(canvas, scene, with_trail=not isinstance(step, EdgeLaid))
    marks.shape(canvas, scene.a.world, Ink.A, "A")
    _moving(canvas, scene)
    canvas.arrow(scene.axis.start, scene.axis.end, Ink.REFERENCE)
    canvas.symbol(r"\hat n", scene.axis.end, Ink.REFERENCE, toward=scene.axis.vector)
    match step:
        case StartFound():
            _start(canvas, scene, step, figure)
        case EdgeLaid():
            laying_picture.boundary(canvas, scene.operands, figure, len(step.laid))
            laying_picture.newest(canvas, scene.operands, figure, step)
        case _:
            laying_picture.boundary(canvas, scene.operands, figure, len(figure.edges))
            if not scene.hole:
                _reach(canvas, scene, figure)


def _moving(canvas: Canvas, scene: Swept) -> None:
    """B and its reference point; the letter makes room where that is the centre."""
    b, reference = scene.b.world, scene.reference
    is_central = length(reference - b.centroid) < 20.0 * canvas.pixel
    marks.shape(canvas, b, Ink.B, "B", b.centroid + 20.0 * canvas.pixel * UP if is_central else None)
    canvas.dot(reference, Ink.B)
    canvas.label("reference point", reference, Ink.B, toward=DOWN)


def _copies(canvas: Canvas, scene: Swept, *, with_trail: bool) -> None:
    """Where B is, and where it has been."""
    local, rough = (boundary(scene.moving, stray * canvas.pixel) for stray in (SMOOTH, ROUGH))
    for place in trail(scene) if with_trail else ():
        canvas.stroke(rough + place, Ink.GHOST, closed=True)
    here = along(outline_of(scene), scene.sweep)
    canvas.stroke(local + here, Ink.LANDED_B, closed=True)
    canvas.dot(here, Ink.B)
    top = support(scene.moving, UP).point + here
    canvas.label("copy of B", top, Ink.B, toward=UP)


def _area(canvas: Canvas, scene: Swept, figure: Sum) -> None:
    whole = boundary(solid(figure), SMOOTH * canvas.pixel)
    if len(whole) > 2:
        canvas.area(whole, Ink.VECTOR_P)
    if scene.hole and len(hole := hole_of(scene)) > 2:
        canvas.stroke(hole, Ink.FAULTY, closed=True)
        lowest = hole[int(hole[:, 1].argmin())]
        canvas.label("never covered", lowest, Ink.FAULTY, toward=UP)
    if is_moved(scene):
        by = shift_of(scene)
        marks.ghost(canvas, solid(figure).moved(-by))
        lowest = support(solid(figure), DOWN).point - by
        canvas.label("with the centre of B as its reference", lowest, Ink.QUIET, toward=DOWN)


def _start(canvas: Canvas, scene: Swept, step: StartFound, figure: Sum) -> None:
    """The lowest points of both, and of the sum."""
    a, b = scene.a.world, scene.b.world
    for shape, index, letter, ink in ((a, step.of_a, "A", Ink.A), (b, step.of_b, "B", Ink.B)):
        lowest = shape.points[index] + shape.radius * DOWN
        canvas.dot(lowest, ink)
        canvas.label(f"lowest of {letter}", lowest, ink, toward=DOWN)
    start = step.start + figure.radius * DOWN
    canvas.dot(start, Ink.RESULT)
    canvas.label("their sum", start, Ink.RESULT, toward=DOWN)


def _reach(canvas: Canvas, scene: Swept, figure: Sum) -> None:
    """The furthest points along the axis, B's laid on at the end of A's, and where they come to lie on the axis."""
    n = scene.direction
    of_a, of_b = support(scene.a.world, n).point, support(scene.b.world, n).point
    step = readonly(of_b - scene.reference)
    of_sum = of_a + step
    canvas.dot(of_b, Ink.B)
    if length(step) > 0.0:
        canvas.arrow(scene.reference, of_b, Ink.VECTOR_Q)
        canvas.arrow(of_a, of_sum, Ink.VECTOR_Q)
    reaches = scene.reaches(figure, n)
    canvas.unbounded(scene.axis.start, n, Ink.AXIS)
    for point, ink, mark, words in (
        (scene.a.pose.position, Ink.GHOST, Ink.QUIET, "0"),
        (of_a, Ink.PROJECTOR_A, Ink.A, f"A {signed(reaches.a)}"),
        (of_sum, Ink.PROJECTOR_B, Ink.RESULT, f"sum {signed(reaches.sum)}"),
    ):
        foot = scene.axis.start + dot(point - scene.axis.start, n) * n
        canvas.stroke((point, foot), ink)
        canvas.dot(point, mark)
        canvas.label(words, foot, mark, toward=right_of(n))


def draw_reaches(canvas: Canvas, moment: Moment[Swept]) -> None:
    """The axis laid level: what A and B reach, end to end, above; what the sum reaches, below."""
    scene, figure, n = moment.scene, moment.trace.result, moment.scene.direction
    up = 14.0 * canvas.pixel * UP
    canvas.unbounded((0.0, 0.0), RIGHT, Ink.AXIS)
    canvas.stroke((-1.6 * up, 1.6 * up), Ink.CONSTRUCTION)
    for way, sign in ((n, 1.0), (-n, -1.0)):
        a, b, whole = scene.reaches(figure, way)
        side = sign * RIGHT
        _bar(canvas, 0.0 * side, a * side, up, Ink.SHADOW_A, f"A {amount(a)}")
        _bar(canvas, a * side, (a + b) * side, up, Ink.SHADOW_B, f"B {amount(b)}")
        if isinstance(moment.step, Sum):
            canvas.stroke((0.0 * side - up, whole * side - up), Ink.RESULT)
            canvas.label(f"sum {amount(whole)}", 0.5 * whole * side - up, Ink.RESULT, toward=DOWN)


def _bar(canvas: Canvas, start: Vector, end: Vector, up: Vector, ink: Ink, words: str) -> None:
    canvas.stroke((start + up, end + up), ink)
    canvas.label(words, (start + end) / 2.0 + up, ink, toward=UP)
