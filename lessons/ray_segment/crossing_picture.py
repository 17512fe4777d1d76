"""The parallelograms of the cross products, and where the lines of path and wall meet."""

from __future__ import annotations

import numpy as np

from geometry import Vector
from geometry.swept_circle.circle_point import QuadraticFormed
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from geometry.swept_circle.steps import StartMeasured
from geometry.vector import left_of, length, right_of
from lessons.first_edition import marks
from lessons.first_edition.moving_picture import gap_words
from lessons.ray_segment.scene import PointAndWall
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.text import amount

FAR = 5.0  # fractions beyond this are said, not drawn: the figure would shrink to a dot


def way(v: Vector) -> Vector:
    """A vector, or to the right for none."""
    return v if length(v) > 0.0 else marks.RIGHT


def upper(v: Vector) -> Vector:
    """Across a vector, to its upper side."""
    return left_of(way(v)) if way(v)[0] >= 0.0 else right_of(v)


def gap(canvas: Canvas, scene: PointAndWall, step: StartMeasured) -> None:
    ink = Ink.OVERLAP if step.overlapped else Ink.GAP
    canvas.stroke((scene.start, step.nearest), ink)
    words = "touching" if step.overlapped else gap_words(step)
    canvas.label(words, (scene.start + step.nearest) / 2.0, ink, toward=-upper(step.nearest - scene.start))


def areas(canvas: Canvas, scene: PointAndWall, step: CrossProducts) -> None:
    """r × e and w × e, both on the side e at A: their heights over it are as t to 1. w × r, on the side r,
    has a height over that as u to 1."""
    a, to, c, d, e = scene.start, scene.path.end, scene.c, scene.d, scene.wall
    canvas.unbounded(c, e, Ink.GHOST)
    for name, ink, corners in (
        ("r × e", Ink.VECTOR_P, (a, to, to + e, a + e)),
        ("w × e", Ink.RESULT, (a, c, d, a + e)),
        ("w × r", Ink.CONSTRUCTION, (a, c, c + scene.motion, to)),
    ):
        canvas.feature((*corners, a), name, ink)
        if name != "w × r":
            canvas.stroke(np.array(corners), ink, closed=True)
        elif not step.parallel:
            canvas.stroke(corners[1:], ink)  # its other two sides are w and r themselves
    if not step.parallel or abs(step.height) > 24.0 * canvas.pixel:
        canvas.label(f"w × e: {amount(abs(step.of_wall))}", (a + d) / 2.0, Ink.RESULT)
        canvas.label("w", (a + c) / 2.0, Ink.RESULT, toward=-upper(c - a))
    if step.parallel:
        canvas.label("parallel: r × e = 0", (a + to) / 2.0, Ink.VECTOR_P, toward=upper(scene.motion))
        return
    canvas.area((a, to, to + e, a + e), Ink.VECTOR_P)
    canvas.label(f"r × e: {amount(abs(step.across))}", to + 0.5 * e, Ink.VECTOR_P, toward=scene.motion)
    canvas.label(f"w × r: {amount(abs(step.of_path))}", c + 0.7 * scene.motion, Ink.QUIET, toward=c - a)
    canvas.label("e", a + 0.5 * e, Ink.B, toward=-scene.motion)


def met(canvas: Canvas, scene: PointAndWall, step: LinesMet) -> None:
    canvas.unbounded(scene.c, scene.wall, Ink.GHOST)
    canvas.unbounded(scene.start, scene.motion, Ink.GHOST)
    side = upper(scene.motion)
    if abs(step.fraction) > FAR or abs(step.place) > FAR:
        words = f"the lines meet far off: t = {amount(step.fraction)}, u = {amount(step.place)}"
        canvas.label(words, scene.a_at(0.5), Ink.GAP, toward=side)
        return
    at = scene.a_at(step.fraction)
    canvas.dot(at, Ink.RESULT if step.miss is None else Ink.GAP)
    canvas.feature((scene.start, at), "t", Ink.RESULT)
    canvas.feature((scene.c, at), "u", Ink.RESULT)
    canvas.label(f"t = {amount(step.fraction)} of the path", at, Ink.RESULT, toward=side - 0.6 * scene.motion)
    canvas.label(f"u = {amount(step.place)} of the wall", at, Ink.B, toward=0.6 * scene.motion - side)


def passing(canvas: Canvas, scene: PointAndWall, step: QuadraticFormed) -> None:
    canvas.unbounded(scene.start, scene.motion, Ink.GHOST)
    end = scene.start - step.offset
    foot = scene.a_at(-step.b / step.a)
    ink = Ink.GAP if step.passes else Ink.RESULT
    canvas.stroke((end, foot), ink)
    canvas.dot(foot, ink)
    canvas.label(f"passes at {amount(step.passing)}", foot, ink, toward=upper(scene.motion))
