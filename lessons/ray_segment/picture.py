"""The path, the wall, and the answer beside what a rule that asks too little says."""

from __future__ import annotations

from geometry import Outcome, SweptImpact
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from geometry.swept_circle.steps import Approached, SegmentFeature, StartMeasured
from geometry.vector import length
from lessons.first_edition import marks
from lessons.ray_segment import crossing_picture
from lessons.ray_segment.crossing_picture import FAR, upper, way
from lessons.ray_segment.faulty import NONE
from lessons.ray_segment.scene import PARTS, PointAndWall
from lessons.ray_segment.words import faulty
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[PointAndWall]) -> None:
    scene, step = moment.scene, moment.step
    match step:
        case StartMeasured():
            crossing_picture.gap(canvas, scene, step)
        case CrossProducts():
            crossing_picture.areas(canvas, scene, step)
        case LinesMet():
            crossing_picture.met(canvas, scene, step)
        case CapChosen():
            canvas.unbounded(scene.c, scene.wall, Ink.GHOST)
            canvas.dot(step.end, Ink.REFERENCE)
        case Approached() if length(scene.motion) > 0.0:
            canvas.unbounded(scene.start, scene.motion, Ink.GHOST)
        case QuadraticFormed():
            crossing_picture.passing(canvas, scene, step)
        case RootsFound():
            _moment(canvas, scene, step.first, "both roots", Ink.RESULT)
        case _:
            pass
    _path(canvas, scene)
    _wall(canvas, scene)
    if isinstance(step, SweptImpact):
        _impact(canvas, scene, step)


def _path(canvas: Canvas, scene: PointAndWall) -> None:
    start, to = scene.start, scene.path.end
    if length(scene.motion) > 0.0:
        canvas.arrow(start, to, Ink.VECTOR_P)
        canvas.dot(to, Ink.LANDED_A)
        canvas.label("A′", to, Ink.LANDED_A, toward=scene.motion)
        canvas.label("r", start + 0.2 * scene.motion, Ink.VECTOR_P, toward=upper(scene.motion))
    canvas.dot(start, Ink.A)
    canvas.label("A", start, Ink.A, toward=-way(scene.motion))
    if 0.0 < scene.time < 1.0:
        canvas.dot(scene.a_at(scene.time), Ink.A)
        words = f"at time {amount(scene.time)}"
        canvas.label(words, scene.a_at(scene.time), Ink.A, toward=-upper(scene.motion))


def _wall(canvas: Canvas, scene: PointAndWall) -> None:
    out = way(scene.wall)
    canvas.stroke((scene.c, scene.d), Ink.B)
    canvas.feature((scene.c, scene.d), PARTS[SegmentFeature.FACE], Ink.B)
    for at, letter, side, part in (
        (scene.c, "c", -out, SegmentFeature.START),
        (scene.d, "d", out, SegmentFeature.END),
    ):
        canvas.dot(at, Ink.B)
        canvas.label(letter, at, Ink.B, toward=side)
        canvas.feature((at,), PARTS[part], Ink.B)


def _moment(canvas: Canvas, scene: PointAndWall, t: float, words: str, ink: Ink) -> None:
    at = scene.a_at(t) if t <= FAR else scene.path.end
    if 1.0 < t <= FAR:
        canvas.stroke((scene.path.end, at), Ink.GHOST)
    if t <= FAR:
        canvas.dot(at, ink)
    canvas.label(f"{words}: t = {amount(t)}", at, ink, toward=upper(scene.motion))


def _impact(canvas: Canvas, scene: PointAndWall, found: SweptImpact) -> None:
    if found.point is not None and found.normal is not None:
        words = "touches at the start" if found.outcome is Outcome.OVERLAPPED else "touches"
        marks.normal_arrow(canvas, found.point, found.normal, "normal", 48.0)
        canvas.dot(found.point, Ink.RESULT)
        side = upper(scene.motion) - way(scene.motion)
        canvas.label(f"{words}: t = {amount(found.fraction)}", found.point, Ink.RESULT, toward=side)
    if scene.rule == NONE:
        return
    said = faulty(scene)
    if said is None and found.point is not None:
        canvas.label(f"{scene.rule}: no contact", scene.path.end, Ink.FAULTY, toward=-upper(scene.motion))
    elif said is not None and (found.point is None or abs(said - found.fraction) > 1e-9):
        _moment(canvas, scene, said, scene.rule, Ink.FAULTY)
