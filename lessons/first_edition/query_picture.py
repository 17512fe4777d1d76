"""A point query, step by step: the foot on every edge, inside or not, and the push out to the boundary.

Shared by the lesson on it and by those that ask it on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from geometry import Convex, PointQuery, Vector
from geometry.query.point_query import CenterMeasured, EdgeProjected, FootClamped, InsideTested, PushedOut
from geometry.vector import left_of, length, right_of
from lessons.first_edition import marks
from lessons.first_edition.query_captions import feature_name, gap_words
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.text import amount, signed


def core(canvas: Canvas, shape: Convex, p: Vector) -> None:
    """The inner polygon of a rounded shape, or a capsule's inner segment; named on the side away from `p`."""
    if shape.radius > 0.0 and len(shape.points) > 1:
        canvas.stroke(shape.points, Ink.GHOST, closed=len(shape.points) > 2)
        words = "inner polygon" if len(shape.points) > 2 else "inner segment"
        middles = (shape.points + np.roll(shape.points, -1, axis=0)) / 2.0
        far = int(np.hypot(*(middles - p).T).argmax())
        canvas.label(words, middles[far], Ink.QUIET, toward=-shape.normals[far])


def the_point(canvas: Canvas, p: Vector, away: Vector, letter: str = "p") -> None:
    """What is asked about; its letter on the side of `away`."""
    canvas.dot(p, Ink.B)
    canvas.label(letter, p, Ink.B, toward=away if length(away) > 0.0 else marks.UP)


def query_step(canvas: Canvas, shape: Convex, p: Vector, steps: Sequence[Any]) -> None:
    """What the steps so far have found, the shape and the point apart; the last of them is the current one."""
    clamped = [s for s in steps if isinstance(s, FootClamped)]
    match steps[-1]:
        case EdgeProjected() as projected:
            if clamped:
                _nearest(canvas, p, clamped[-1].nearest_so_far)
            _projected(canvas, p, projected)
        case FootClamped() as now:
            _clamped(canvas, p, now)
        case CenterMeasured(foot, distance):
            canvas.stroke((p, foot), Ink.PROJECTOR_B)
            canvas.dot(foot, Ink.RESULT)
            canvas.label(f"centre, {amount(distance)} away", foot, Ink.RESULT, toward=marks.UP - 0.1 * marks.RIGHT)
        case InsideTested() as tested:
            _inside(canvas, shape, tested)
        case PushedOut() as pushed:
            _pushed(canvas, p, pushed)
        case PointQuery() as answer:
            _answer(canvas, p, answer)


def _projected(canvas: Canvas, p: Vector, projected: EdgeProjected) -> None:
    edge = projected.end - projected.start
    canvas.unbounded(projected.start, edge, Ink.CONSTRUCTION)
    canvas.stroke((projected.start, projected.end), Ink.REFERENCE)
    canvas.stroke((p, projected.on_line), Ink.PROJECTOR_B)
    if abs(projected.height) > 20.0 * canvas.pixel:
        marks.right_angle(canvas, projected.on_line, projected.start - projected.end, p - projected.on_line)
    canvas.dot(projected.on_line, Ink.RESULT)
    words = f"{amount(projected.along)} of {amount(length(edge))} along"
    canvas.label(words, projected.on_line, Ink.RESULT, toward=-projected.normal + 0.4 * left_of(projected.normal))
    height = (p + projected.on_line) / 2.0
    ink = separation_ink(projected.height)
    canvas.label(f"height {signed(projected.height)}", height, ink, toward=left_of(projected.normal))


def _clamped(canvas: Canvas, p: Vector, now: FootClamped) -> None:
    projected = now.projected
    canvas.unbounded(projected.start, projected.end - projected.start, Ink.GHOST)
    canvas.stroke((projected.start, projected.end), Ink.REFERENCE)
    if now.feature.is_vertex and length(projected.on_line - now.foot) > 0.0:
        canvas.arrow(projected.on_line, now.foot, Ink.CONSTRUCTION)
        canvas.label("clamped", (projected.on_line + now.foot) / 2.0, Ink.QUIET, toward=-projected.normal)
    if not now.is_nearest and now.nearest is not None:
        _nearest(canvas, p, now.nearest)
    canvas.stroke((p, now.foot), Ink.RESULT if now.is_nearest else Ink.CONSTRUCTION)
    canvas.dot(now.foot, Ink.RESULT)
    ink = Ink.RESULT if now.is_nearest else Ink.TEXT
    words = f"{feature_name(now.feature)}: {amount(now.distance)}"
    canvas.label(words, now.foot, ink, toward=-projected.normal)


def _nearest(canvas: Canvas, p: Vector, nearest: FootClamped) -> None:
    canvas.stroke((p, nearest.foot), Ink.GHOST)
    canvas.dot(nearest.foot, Ink.RESULT)
    canvas.label(
        f"nearest yet: {amount(nearest.distance)}", nearest.foot, Ink.QUIET, toward=-nearest.projected.normal
    )


def _inside(canvas: Canvas, shape: Convex, tested: InsideTested) -> None:
    """The height of the point over every edge, written at the edge."""
    for i, height in enumerate(tested.heights):
        start, end = shape.points[i], shape.points[(i + 1) % len(shape.points)]
        ink = separation_ink(height)
        canvas.unbounded(start, end - start, Ink.GHOST)
        canvas.stroke((start, end), ink)
        canvas.label(signed(height), (start + end) / 2.0, ink, toward=-shape.normals[i])
    canvas.dot(tested.foot, Ink.RESULT)
    canvas.label("foot", tested.foot, Ink.RESULT, toward=tested.foot - shape.centroid + 1e-9 * marks.UP)


def _pushed(canvas: Canvas, p: Vector, pushed: PushedOut) -> None:
    canvas.stroke((p, pushed.foot), Ink.PROJECTOR_B)
    canvas.dot(pushed.foot, Ink.RESULT)
    if pushed.radius > 0.0:
        canvas.arrow(pushed.foot, pushed.closest, Ink.REFERENCE)
        middle = (pushed.foot + pushed.closest) / 2.0
        canvas.label(f"r = {amount(pushed.radius)}", middle, Ink.REFERENCE, toward=left_of(pushed.direction))
    canvas.dot(pushed.closest, Ink.RESULT)


def _answer(canvas: Canvas, p: Vector, answer: PointQuery) -> None:
    ink = separation_ink(answer.separation)
    canvas.stroke((p, answer.closest), ink)
    if answer.separation > answer.tolerance:  # beside it, for the normal runs along it
        marks.measured(canvas, answer.closest, p, left_of(answer.normal), ink, gap_words(answer))
    marks.normal_arrow(canvas, answer.closest, answer.normal, feature_name(answer.feature) + " of A", 48.0)
    canvas.dot(answer.closest, Ink.RESULT)
    canvas.label("closest", answer.closest, Ink.RESULT, toward=right_of(answer.normal))
    if answer.separation < -answer.tolerance:
        middle = (p + answer.closest) / 2.0
        canvas.label(gap_words(answer), middle, ink, toward=left_of(answer.normal))
