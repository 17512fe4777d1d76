"""The same with the radius given to the wall: the centre, a point, against a capsule."""

from __future__ import annotations

import numpy as np

from geometry import SweptImpact, boundary, capsule, circle
from geometry.swept_circle.circle_point import RootsFound
from geometry.swept_circle.circle_segment import CapChosen, SlabCrossed, WallMeasured
from geometry.swept_circle.steps import Approached, RelativeMotion, SegmentFeature, StartMeasured
from geometry.vector import left_of, length, readonly, right_of
from lessons.first_edition import marks, moving_picture
from lessons.swept_circle_segment.faulty import NONE
from lessons.swept_circle_segment.picture import FAR
from lessons.swept_circle_segment.picture import wall as the_wall
from lessons.swept_circle_segment.scene import MOMENTS, CircleAndWall
from lessons.swept_circle_segment.words import faulty
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[CircleAndWall]) -> None:
    scene, step = moment.scene, moment.step
    seen = moment.trace.steps[: moment.index + 1]
    walls = [s for s in seen if isinstance(s, WallMeasured)]
    caps = [s for s in seen if isinstance(s, CapChosen)]
    end = caps[-1].end if caps else scene.c
    if isinstance(step, WallMeasured):
        _area(canvas, scene)
    _grown(canvas, scene, named=isinstance(step, RelativeMotion | SweptImpact))
    if length(scene.motion) > 0.0:
        canvas.arrow(scene.center, scene.a_to, Ink.CONSTRUCTION)
    match step:
        case RelativeMotion() | StartMeasured():
            pass
        case WallMeasured():
            _height(canvas, scene, step)
        case Approached() if step.cap is None and walls:
            _towards(canvas, scene, walls[-1], step)
        case SlabCrossed():
            _slab(canvas, scene, walls[-1], step)
        case CapChosen():
            moving_picture.ring(canvas, end, scene.radius, "its cap", Ink.REFERENCE)
        case RootsFound(first, last):
            moving_picture.ring(canvas, end, scene.radius, "")
            canvas.unbounded(scene.center, scene.motion, Ink.GHOST)
            for name, t in (("first", first), ("last", last)):
                canvas.feature((scene.center + t * scene.motion,), MOMENTS[name], Ink.RESULT)
                _moment(canvas, scene, t, Ink.RESULT, f"{name}: ")
        case SweptImpact():
            _impact(canvas, scene, step)
        case _:
            moving_picture.ring(canvas, end, scene.radius, "its cap" if caps else "")
            moving_picture.step_against_point(canvas, scene.center, scene.motion, end, scene.radius, step)
    the_wall(canvas, scene)
    canvas.dot(scene.center, Ink.A)
    canvas.label("centre", scene.center, Ink.A, toward=marks.upright(-scene.motion))
    if 0.0 < scene.time < 1.0:
        canvas.dot(scene.center + scene.time * scene.motion, Ink.A)


def _grown(canvas: Canvas, scene: CircleAndWall, named: bool) -> None:
    """Where the centre is when the circle touches the wall."""
    if scene.radius == 0.0:
        return
    long = length(scene.d - scene.c) > moving_picture.SHORT * scene.radius
    grown = capsule(scene.c, scene.d, scene.radius) if long else circle(scene.radius, scene.c)
    canvas.stroke(boundary(grown, marks.SMOOTH * canvas.pixel), Ink.LANDED_B, closed=True)
    if named:
        low = min(scene.c, scene.d, key=lambda end: float(end[1])) - scene.radius * marks.UP
        canvas.label(f"grown by R = {amount(scene.radius)}", low, Ink.B, toward=-marks.UP)


def _area(canvas: Canvas, scene: CircleAndWall) -> None:
    """The parallelogram of the wall and the way from c to the centre."""
    up = scene.center - scene.c
    canvas.area(np.array((scene.c, scene.d, scene.d + up, scene.center)), Ink.VECTOR_P)
    canvas.stroke((scene.d, scene.d + up, scene.center), Ink.CONSTRUCTION)


def _height(canvas: Canvas, scene: CircleAndWall, wall: WallMeasured) -> None:
    foot = readonly(scene.c + wall.foot * wall.along)
    canvas.unbounded(scene.c, wall.along, Ink.GHOST)
    canvas.stroke((scene.center, foot), Ink.RESULT)
    if wall.height > 30.0 * canvas.pixel:
        marks.right_angle(canvas, foot, wall.along, wall.normal)
    canvas.label(f"height {amount(wall.height)}", foot, Ink.RESULT, toward=marks.upright(-wall.normal))
    if not wall.inside:
        middle = (scene.center + scene.d) / 2.0
        canvas.label(f"area {amount(wall.height * wall.wall_length)}", middle, Ink.VECTOR_P)


def _towards(canvas: Canvas, scene: CircleAndWall, wall: WallMeasured, step: Approached) -> None:
    tip = readonly(scene.center - wall.towards * wall.normal)
    canvas.unbounded(scene.c, wall.along, Ink.GHOST)
    canvas.stroke((scene.a_to, tip), Ink.PROJECTOR_A)
    if length(scene.motion) > 0.0:
        canvas.arrow(scene.center, scene.a_to, Ink.VECTOR_P)
    if wall.towards != 0.0:
        canvas.arrow(scene.center, tip, Ink.RESULT)
    words = f"towards: {amount(step.closing)}" if step.closing >= 0.0 else f"away: {amount(-step.closing)}"
    canvas.label(words, tip, Ink.RESULT, toward=marks.upright(-wall.normal))


def _slab(canvas: Canvas, scene: CircleAndWall, wall: WallMeasured, step: SlabCrossed) -> None:
    """The two lines at R from the wall's, where the centre enters and would leave, and its foot."""
    for side in (1.0, -1.0):
        canvas.unbounded(scene.c + side * scene.radius * wall.normal, wall.along, Ink.CONSTRUCTION)
    enter = readonly(scene.center + step.enter * scene.motion)
    foot = readonly(scene.c + step.foot * wall.along)
    canvas.unbounded(scene.c, wall.along, Ink.GHOST)
    canvas.stroke((enter, foot), Ink.PROJECTOR_A)
    canvas.dot(enter, Ink.RESULT)
    canvas.feature((enter,), MOMENTS["enter"], Ink.RESULT)
    if step.leave <= FAR:
        canvas.feature((scene.center + step.leave * scene.motion,), MOMENTS["leave"], Ink.RESULT)
    canvas.label(f"enters: t = {amount(step.enter)}", enter, Ink.RESULT, toward=wall.normal - scene.motion)
    canvas.dot(foot, Ink.REFERENCE)
    on = step.feature is SegmentFeature.FACE
    words = "foot: on the wall" if on else "foot: past the end"
    canvas.label(words, foot, Ink.REFERENCE, toward=-wall.normal)


def _impact(canvas: Canvas, scene: CircleAndWall, found: SweptImpact) -> None:
    """The centre at the first touch, and where the rule beside it puts it."""
    if found.point is not None:
        canvas.stroke((scene.center + found.fraction * scene.motion, found.point), Ink.PROJECTOR_A)
        _moment(canvas, scene, found.fraction, Ink.RESULT)
    said = None if scene.rule == NONE else faulty(scene)
    if said is not None and (found.point is None or abs(said - found.fraction) > 1e-9):
        _moment(canvas, scene, said, Ink.FAULTY)


def _moment(canvas: Canvas, scene: CircleAndWall, t: float, ink: Ink, words: str = "") -> None:
    """The centre at a fraction of its way."""
    side = left_of(scene.motion) if scene.motion[0] >= 0.0 else right_of(scene.motion)
    at = scene.center + t * scene.motion if t <= FAR else scene.a_to
    if t <= FAR:
        canvas.dot(at, ink)
    label = f"{words}t = {amount(t)}"
    canvas.label(label, at, ink, toward=side if length(side) > 0.0 else marks.UP)
