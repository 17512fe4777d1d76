"""Both circles in the world, where both move."""

from __future__ import annotations

from geometry import Outcome, SweptImpact
from geometry.swept_circle.circle_point import RadiiJoined, RootsFound
from geometry.swept_circle.steps import RelativeMotion, StartMeasured
from geometry.vector import length, readonly, unit
from lessons.first_edition import marks, moving_picture
from lessons.swept_circles.scene import MovingCircles
from lessons.swept_circles.words import fate
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[MovingCircles]) -> None:
    scene, step = moment.scene, moment.step
    moving_picture.on_its_way(canvas, scene.a.world, scene.a_to, Ink.A, Ink.LANDED_A, "A")
    moving_picture.on_its_way(canvas, scene.b.world, scene.b_to, Ink.B, Ink.LANDED_B, "B")
    if 0.0 < scene.time < 1.0:
        marks.ghost(canvas, scene.a_at(scene.time), Ink.A)
        marks.ghost(canvas, scene.b_at(scene.time), Ink.B)
    match step:
        case RadiiJoined():
            _radii(canvas, scene)
        case RelativeMotion():
            for start, motion, ink, words in (
                (scene.center, scene.motion, Ink.VECTOR_P, "A's motion"),
                (scene.center_b, scene.motion_b, Ink.VECTOR_Q, "B's motion"),
            ):
                marks.move_arrow(canvas, start, motion, ink, words)
        case StartMeasured():
            moving_picture.start_gap(canvas, scene.center, _without_b(scene, step))
        case RootsFound(first, last):
            for fraction, words in ((first, "first touch"), (last, "last touch")):
                marks.ghost(canvas, scene.a_at(fraction))
                canvas.label(words, scene.a_at(fraction).centroid, Ink.QUIET)
                marks.ghost(canvas, scene.b_at(fraction))
        case SweptImpact():
            _touch(canvas, scene, step)
        case _:
            pass


def _without_b(scene: MovingCircles, step: StartMeasured) -> StartMeasured:
    """The same gap between the circles, instead of between the ring and the centre."""
    way = scene.center_b - scene.center
    if length(way) == 0.0:
        return step
    surface = readonly(scene.center_b - scene.radius_b * unit(way))
    return StartMeasured(surface, scene.radius, step.separation, step.overlapped)


def _radii(canvas: Canvas, scene: MovingCircles) -> None:
    for shape, ink in ((scene.a.world, Ink.A), (scene.b.world, Ink.B)):
        end = shape.centroid - shape.radius * marks.RIGHT
        canvas.stroke((shape.centroid, end), ink)
        canvas.label(f"r = {amount(shape.radius)}", (shape.centroid + end) / 2.0, ink, toward=-marks.UP)


def _touch(canvas: Canvas, scene: MovingCircles, found: SweptImpact) -> None:
    if found.outcome is Outcome.HIT:
        marks.ghost(canvas, scene.a_at(found.fraction), Ink.A)
        marks.ghost(canvas, scene.b_at(found.fraction), Ink.B)
    moving_picture.impact(canvas, scene.center, scene.motion, found)
    wrong = scene.wrong() if scene.naive else found
    if fate(wrong) != fate(found) and wrong.outcome is not Outcome.SEPARATED:
        for shape in (scene.a_at(wrong.fraction), scene.b_at(wrong.fraction)):
            marks.ghost(canvas, shape, Ink.FAULTY)
        at = scene.a_at(wrong.fraction)
        words = f"velocities added: {fate(wrong)}"
        canvas.label(words, at.centroid + at.radius * marks.UP, Ink.FAULTY, toward=marks.UP)
