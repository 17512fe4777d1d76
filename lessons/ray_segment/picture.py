"""The path, the wall, the parallelograms of the cross products, and where the lines meet."""

from __future__ import annotations

import numpy as np

from geometry import Outcome, SegmentFeature, SweptImpact, Vector
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from geometry.swept_circle.steps import Approached, StartMeasured
from geometry.vector import left_of, length, right_of
from lessons.ray_segment.faulty import NONE
from lessons.ray_segment.scene import PARTS, PointAndWall
from lessons.ray_segment.words import faulty
from viz import marks
from viz.canvas import Canvas
from viz.ink import Ink
from viz.lesson import Moment
from viz.moving_picture import gap_words
from viz.text import amount


def draw(canvas: Canvas, moment: Moment[PointAndWall]) -> None:
    scene, step = moment.scene, moment.step
    match step:
        case StartMeasured():
            _gap(canvas, scene, step)
        case CrossProducts():
            _areas(canvas, scene, step)
        case LinesMet():
            _met(canvas, scene, step)
        case CapChosen():
            canvas.unbounded(scene.c, scene.wall, Ink.GHOST)
            canvas.dot(step.end, Ink.REFERENCE)
        case Approached() if length(scene.motion) > 0.0:
            canvas.unbounded(scene.start, scene.motion, Ink.GHOST)
        case QuadraticFormed():
            _passing(canvas, scene, step)
        case RootsFound():
            _moment(canvas, scene, step.first, "both roots", Ink.RESULT)
        case _:
            pass
    _path(canvas, scene, named=not isinstance(step, CrossProducts))
    _wall(canvas, scene)
    if isinstance(step, SweptImpact):
        _impact(canvas, scene, step)


def _path(canvas: Canvas, scene: PointAndWall, named: bool) -> None:
    start, to = scene.start, scene.path.end
    if length(scene.motion) > 0.0:
        canvas.arrow(start, to, Ink.VECTOR_P)
        canvas.dot(to, Ink.LANDED_A)
        canvas.label("A′", to, Ink.LANDED_A, toward=scene.motion)
        if named:
            canvas.label("r", start + 0.2 * scene.motion, Ink.VECTOR_P, toward=_upper(scene.motion))
    canvas.dot(start, Ink.SHAPE_A)
    canvas.label("A", start, Ink.SHAPE_A, toward=-_way(scene.motion))
    if 0.0 < scene.time < 1.0:
        canvas.dot(scene.a_at(scene.time), Ink.SHAPE_A)
        words = f"at time {amount(scene.time)}"
        canvas.label(words, scene.a_at(scene.time), Ink.SHAPE_A, toward=-_upper(scene.motion))


def _wall(canvas: Canvas, scene: PointAndWall) -> None:
    out = _way(scene.wall)
    canvas.stroke((scene.c, scene.d), Ink.SHAPE_B)
    canvas.hot((scene.c, scene.d), PARTS[SegmentFeature.FACE], Ink.SHAPE_B)
    for at, letter, way, part in (
        (scene.c, "c", -out, SegmentFeature.START),
        (scene.d, "d", out, SegmentFeature.END),
    ):
        canvas.dot(at, Ink.SHAPE_B)
        canvas.label(letter, at, Ink.SHAPE_B, toward=way)
        canvas.hot((at,), PARTS[part], Ink.SHAPE_B)


def _way(v: Vector) -> Vector:
    """A vector, or to the right for none."""
    return v if length(v) > 0.0 else marks.RIGHT


def _upper(v: Vector) -> Vector:
    """Across a vector, to its upper side."""
    return left_of(_way(v)) if _way(v)[0] >= 0.0 else right_of(v)


def _gap(canvas: Canvas, scene: PointAndWall, step: StartMeasured) -> None:
    ink = Ink.PENETRATION if step.overlapped else Ink.SEPARATION
    canvas.stroke((scene.start, step.nearest), ink)
    words = "touching" if step.overlapped else gap_words(step)
    canvas.label(words, (scene.start + step.nearest) / 2.0, ink, toward=-_upper(step.nearest - scene.start))


def _areas(canvas: Canvas, scene: PointAndWall, step: CrossProducts) -> None:
    """r × e and w × e, both on the side e at A: their heights over it are as t to 1. w × r lights up when asked."""
    a, to, c, d, e = scene.start, scene.path.end, scene.c, scene.d, scene.wall
    canvas.unbounded(c, e, Ink.GHOST)
    for name, ink, corners in (
        ("r × e", Ink.VECTOR_P, (a, to, to + e, a + e)),
        ("w × e", Ink.RESULT, (a, c, d, a + e)),
        ("w × r", Ink.CONSTRUCTION, (a, c, c + scene.motion, to)),
    ):
        canvas.hot((*corners, a), name, ink)
        if name != "w × r":
            canvas.stroke(np.array(corners), ink, closed=True)
    if step.parallel:
        canvas.label("parallel: r × e = 0", (a + to) / 2.0, Ink.VECTOR_P, toward=_upper(scene.motion))
        return
    canvas.area((a, to, to + e, a + e), Ink.VECTOR_P)
    canvas.label(f"r × e: {amount(abs(step.across))}", to + 0.5 * e, Ink.VECTOR_P, toward=scene.motion)
    canvas.label(f"w × e: {amount(abs(step.of_wall))}", (a + d) / 2.0, Ink.RESULT)
    canvas.label("e", a + 0.5 * e, Ink.SHAPE_B, toward=-scene.motion)
    canvas.label("w", (a + c) / 2.0, Ink.RESULT, toward=-_upper(c - a))


def _met(canvas: Canvas, scene: PointAndWall, step: LinesMet) -> None:
    canvas.unbounded(scene.c, scene.wall, Ink.GHOST)
    canvas.unbounded(scene.start, scene.motion, Ink.GHOST)
    at = scene.a_at(step.fraction)
    canvas.dot(at, Ink.RESULT if step.miss is None else Ink.SEPARATION)
    side = _upper(scene.motion)
    canvas.label(f"t = {amount(step.fraction)} of the path", at, Ink.RESULT, toward=side - 0.6 * scene.motion)
    canvas.label(f"u = {amount(step.place)} of the wall", at, Ink.SHAPE_B, toward=0.6 * scene.motion - side)


def _passing(canvas: Canvas, scene: PointAndWall, step: QuadraticFormed) -> None:
    canvas.unbounded(scene.start, scene.motion, Ink.GHOST)
    end = scene.start - step.offset
    foot = scene.a_at(-step.b / step.a)
    ink = Ink.SEPARATION if step.passes else Ink.RESULT
    canvas.stroke((end, foot), ink)
    canvas.dot(foot, ink)
    canvas.label(f"passes at {amount(step.passing)}", foot, ink, toward=_upper(scene.motion))


def _moment(canvas: Canvas, scene: PointAndWall, t: float, words: str, ink: Ink) -> None:
    canvas.dot(scene.a_at(t), ink)
    canvas.label(f"{words}: t = {amount(t)}", scene.a_at(t), ink, toward=_upper(scene.motion))


def _impact(canvas: Canvas, scene: PointAndWall, found: SweptImpact) -> None:
    if found.point is not None and found.normal is not None:
        words = "touches at the start" if found.outcome is Outcome.OVERLAPPED else "touches"
        marks.normal_arrow(canvas, found.point, found.normal, "normal", 48.0)
        canvas.dot(found.point, Ink.RESULT)
        side = _upper(scene.motion) - _way(scene.motion)
        canvas.label(f"{words}: t = {amount(found.fraction)}", found.point, Ink.RESULT, toward=side)
    if scene.rule == NONE:
        return
    said = faulty(scene)
    if said is None and found.point is not None:
        canvas.label(f"{scene.rule}", scene.path.end, Ink.FAULTY, toward=-_upper(scene.motion))
    elif said is not None and (found.point is None or abs(said - found.fraction) > 1e-9):
        _moment(canvas, scene, said, scene.rule, Ink.FAULTY)
