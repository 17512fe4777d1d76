"""A's centre as B sees it: B stands still with both radii, and A is a point."""

from __future__ import annotations

from geometry import Outcome, SweptImpact, Vector
from geometry.swept_circle.circle_point import RadiiJoined
from geometry.swept_circle.steps import RelativeMotion, StartMeasured
from geometry.vector import left_of, length, readonly, right_of, unit
from lessons.first_edition import marks, moving_picture
from lessons.swept_circles.faulty import added
from lessons.swept_circles.scene import MovingCircles
from lessons.swept_circles.words import fate
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[MovingCircles]) -> None:
    scene, step = moment.scene, moment.step
    radius = scene.radius + scene.radius_b
    marks.shape(canvas, scene.b.world, Ink.B, "B")
    moving_picture.ring(canvas, scene.center_b, radius, f"R = {amount(radius)}")
    if isinstance(step, RadiiJoined):
        marks.ghost(canvas, scene.a.world, Ink.LANDED_A)
    else:
        _relative(canvas, scene, step)
    match step:
        case RadiiJoined():
            _sum(canvas, scene)
        case StartMeasured():
            _gap_to_ring(canvas, scene, step)
        case SweptImpact():
            _entered(canvas, scene, step)
        case _:
            moving_picture.step_against_point(canvas, scene.center, scene.relative, scene.center_b, radius, step)
    canvas.dot(scene.center, Ink.A)
    canvas.label("A", scene.center, Ink.A, toward=-scene.relative if length(scene.relative) > 0.0 else marks.UP)


def _relative(canvas: Canvas, scene: MovingCircles, step: object) -> None:
    """The relative motion as an arrow; when it is found, made of A's motion and B's taken away."""
    start, seen = scene.center, scene.relative
    if isinstance(step, RelativeMotion):
        marks.move_arrow(canvas, start, scene.motion, Ink.CONSTRUCTION, "A's motion")
        marks.move_arrow(canvas, start + scene.motion, -scene.motion_b, Ink.VECTOR_Q, "less B's motion")
    if length(seen) > 0.0:
        canvas.arrow(start, start + seen, Ink.VECTOR_P)
        side = left_of(seen) if seen[0] < 0.0 else right_of(seen)
        canvas.label("A seen from B", start + 0.7 * seen, Ink.VECTOR_P, toward=side)
    if 0.0 < scene.time < 1.0:
        canvas.dot(start + scene.time * seen, Ink.A)


def _entered(canvas: Canvas, scene: MovingCircles, found: SweptImpact) -> None:
    if found.outcome is not Outcome.SEPARATED:
        at = scene.center + found.fraction * scene.relative
        canvas.stroke((at, scene.center_b), Ink.CONSTRUCTION)
        canvas.dot(at, Ink.RESULT)
        canvas.label(fate(found), at, Ink.RESULT, toward=marks.UP)
    if scene.naive:
        sum_of = added(scene.motion, scene.motion_b)
        wrong = scene.wrong()
        if length(sum_of) > 0.0:
            canvas.arrow(scene.center, scene.center + sum_of, Ink.FAULTY)
        tip = scene.center + sum_of
        canvas.label(f"velocities added: {fate(wrong)}", tip, Ink.FAULTY, toward=-marks.UP)
        if wrong.outcome is Outcome.HIT:
            canvas.dot(scene.center + wrong.fraction * sum_of, Ink.FAULTY)


def _sum(canvas: Canvas, scene: MovingCircles) -> None:
    """Both radii end to end, from B's centre to the ring, on the side of A."""
    n = _from_b(scene)
    joint = scene.center_b + scene.radius_b * n
    rim = joint + scene.radius * n
    for start, end, ink, size in (
        (scene.center_b, joint, Ink.B, scene.radius_b),
        (joint, rim, Ink.A, scene.radius),
    ):
        canvas.stroke((start, end), ink)
        canvas.label(amount(size), (start + end) / 2.0, ink, toward=marks.upright(left_of(n)))


def _from_b(scene: MovingCircles) -> Vector:
    """The direction from B's centre to A's; any, where they are one."""
    way = scene.center - scene.center_b
    return unit(way) if length(way) > 0.0 else readonly(-marks.RIGHT)


def _gap_to_ring(canvas: Canvas, scene: MovingCircles, step: StartMeasured) -> None:
    """The same gap here: from the point A to the ring around B."""
    n = _from_b(scene)
    rim = scene.center_b + (scene.radius + scene.radius_b) * n
    ink = Ink.OVERLAP if step.overlapped else Ink.GAP
    canvas.stroke((scene.center, rim), ink)
    canvas.label(moving_picture.gap_words(step), (scene.center + rim) / 2.0, ink, toward=marks.upright(left_of(n)))
