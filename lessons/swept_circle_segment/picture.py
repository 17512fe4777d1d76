"""The wall and its capsule, the height, the slab, a cap."""

from __future__ import annotations

import numpy as np

from geometry import Outcome, SegmentFeature, SweptImpact
from geometry.swept_circle.circle_segment import CapChosen, SlabCrossed, WallMeasured
from geometry.swept_circle.steps import Approached, StartMeasured
from geometry.vector import length, sealed
from lessons.swept_circle_segment.faulty import NONE
from lessons.swept_circle_segment.scene import PARTS, CircleAndWall
from lessons.swept_circle_segment.words import faulty
from viz import marks, moving_picture
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Moment
from viz.text import amount


def draw(canvas: Canvas, moment: Moment[CircleAndWall]) -> None:
    scene, step = moment.scene, moment.step
    walls = [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, WallMeasured)]
    caps = [s for s in moment.trace.steps[: moment.index + 1] if isinstance(s, CapChosen)]
    if isinstance(step, WallMeasured):
        _area(canvas, scene)
    _fattened(canvas, scene)
    moving_picture.on_its_way(canvas, scene.a.world, scene.a_to, Ink.SHAPE_A, Ink.LANDED_A, "A")
    if 0.0 < scene.time < 1.0:
        marks.ghost(canvas, scene.a_at(scene.time), Ink.SHAPE_A)
    end = caps[-1].end if caps else scene.c
    match step:
        case StartMeasured() if not caps:
            moving_picture.start_gap(canvas, scene.center, step)
        case WallMeasured():
            _height(canvas, scene, step)
        case Approached() if not caps and walls:
            _towards(canvas, scene, walls[-1], step)
        case SlabCrossed():
            _slab(canvas, scene, walls[-1], step)
        case CapChosen():
            canvas.dot(end, Ink.REFERENCE)
            moving_picture.ring(canvas, end, scene.radius, "its cap", Ink.REFERENCE)
        case SweptImpact():
            _impact(canvas, scene, step)
        case _:
            if caps:
                moving_picture.ring(canvas, end, scene.radius, "its cap")
            moving_picture.step_against_point(canvas, scene.center, scene.motion, end, scene.radius, step)
    _wall(canvas, scene)


def _wall(canvas: Canvas, scene: CircleAndWall) -> None:
    out = scene.d - scene.c if length(scene.d - scene.c) > 0.0 else marks.RIGHT
    canvas.stroke((scene.c, scene.d), Ink.SHAPE_B)
    canvas.hot((scene.c, scene.d), PARTS[SegmentFeature.FACE], Ink.SHAPE_B)
    for place, letter, way, part in (
        (scene.c, "c", -out, SegmentFeature.START),
        (scene.d, "d", out, SegmentFeature.END),
    ):
        canvas.dot(place, Ink.SHAPE_B)
        canvas.label(letter, place, Ink.SHAPE_B, toward=way)
        canvas.hot((place,), PARTS[part], Ink.SHAPE_B)


def _fattened(canvas: Canvas, scene: CircleAndWall) -> None:
    """Where the centre is when the circle touches the wall."""
    if length(scene.d - scene.c) > moving_picture.SHORT * scene.radius:
        moving_picture.swept(canvas, scene.c, scene.d, scene.radius)
        low = min(scene.c, scene.d, key=lambda end: float(end[1])) - scene.radius * marks.UP
        canvas.label("centre here: touching", low, Ink.QUIET, toward=-marks.UP)
    else:
        moving_picture.ring(canvas, scene.c, scene.radius, "centre here: touching")


def _area(canvas: Canvas, scene: CircleAndWall) -> None:
    """The parallelogram of the wall and the way from c to the centre."""
    up = scene.center - scene.c
    canvas.area(np.array((scene.c, scene.d, scene.d + up, scene.center)), Ink.VECTOR_P)
    canvas.stroke((scene.d, scene.d + up, scene.center), Ink.CONSTRUCTION)


def _height(canvas: Canvas, scene: CircleAndWall, wall: WallMeasured) -> None:
    foot = sealed(scene.c + wall.foot * wall.along)
    canvas.unbounded(scene.c, wall.along, Ink.GHOST)
    canvas.stroke((scene.center, foot), Ink.RESULT)
    if wall.height > 30.0 * canvas.pixel:
        marks.right_angle(canvas, foot, wall.along, wall.normal)
    canvas.label(f"height {amount(wall.height)}", (scene.center + foot) / 2.0, Ink.RESULT, toward=-wall.along)
    if not wall.inside:
        middle = (scene.center + scene.d) / 2.0
        canvas.label(f"area {amount(wall.height * wall.wall_length)}", middle, Ink.VECTOR_P)


def _towards(canvas: Canvas, scene: CircleAndWall, wall: WallMeasured, step: Approached) -> None:
    tip = sealed(scene.center - wall.towards * wall.normal)
    canvas.unbounded(scene.c, wall.along, Ink.GHOST)
    canvas.stroke((scene.a_to, tip), Ink.PROJECTOR_A)
    if length(scene.motion) > 0.0:
        canvas.arrow(scene.center, scene.a_to, Ink.VECTOR_P)
    if wall.towards != 0.0:
        canvas.arrow(scene.center, tip, Ink.RESULT)
    words = f"towards: {amount(step.closing)}" if step.closing > 0.0 else f"away: {amount(-step.closing)}"
    canvas.label(words, (scene.center + tip) / 2.0, Ink.RESULT, toward=-wall.along)


def _slab(canvas: Canvas, scene: CircleAndWall, wall: WallMeasured, step: SlabCrossed) -> None:
    """The two lines at R from the wall's, where the centre enters and would leave, and its foot."""
    for side in (1.0, -1.0):
        canvas.unbounded(scene.c + side * scene.radius * wall.normal, wall.along, Ink.CONSTRUCTION)
    canvas.unbounded(scene.c, wall.along, Ink.GHOST)
    enter = sealed(scene.center + step.enter * scene.motion)
    foot = sealed(scene.c + step.foot * wall.along)
    marks.ghost(canvas, scene.a_at(step.enter), Ink.LANDED_A)
    canvas.stroke((enter, foot), Ink.PROJECTOR_A)
    canvas.dot(enter, Ink.RESULT)
    canvas.label(f"enters at t = {amount(step.enter)}", enter, Ink.RESULT, toward=wall.normal)
    canvas.dot(foot, Ink.REFERENCE)
    on = step.feature is SegmentFeature.FACE
    words = "foot: on the wall" if on else "foot: past the end"
    canvas.label(words, foot, Ink.REFERENCE, toward=-wall.normal)


def _impact(canvas: Canvas, scene: CircleAndWall, found: SweptImpact) -> None:
    if found.outcome is Outcome.HIT:
        marks.ghost(canvas, scene.a_at(found.fraction), Ink.SHAPE_A)
    moving_picture.impact(canvas, scene.center, scene.motion, found)
    if scene.rule == NONE:
        return
    said = faulty(scene)
    if said is None and found.point is not None:
        canvas.label(f"{scene.rule}: no contact", scene.a_to, Ink.FAULTY, toward=marks.UP)
    elif said is not None and (found.point is None or abs(said - found.fraction) > 1e-9):
        wrong = scene.a_at(said)
        marks.ghost(canvas, wrong, Ink.FAULTY)
        words = f"{scene.rule}: t = {amount(said)}"
        canvas.label(words, wrong.centroid + wrong.radius * marks.RIGHT, Ink.FAULTY, toward=marks.RIGHT)
