"""The steps of the query, and the push that goes wrong."""

from __future__ import annotations

from geometry import PointQuery
from geometry.query.point_query import InsideTested, PushedOut
from geometry.vector import length
from lessons.first_edition import marks, query_picture
from lessons.point_query.scene import ShapeAndPoint
from lessons.point_query.words import wrong_by
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount


def draw(canvas: Canvas, moment: Moment[ShapeAndPoint]) -> None:
    scene = moment.scene
    shape, answer = scene.a.world, moment.trace.result
    marks.shape(canvas, shape, Ink.A, "A")
    if not (isinstance(moment.step, InsideTested) and moment.step.heights):  # they have the numbers there
        query_picture.core(canvas, shape, scene.p)
    query_picture.query_step(canvas, shape, scene.p, moment.trace.steps[: moment.index + 1])
    if scene.naive and isinstance(moment.step, PushedOut | PointQuery):
        _wrong(canvas, answer, shape.radius)
    query_picture.the_point(canvas, scene.p, scene.p - answer.closest)


def _wrong(canvas: Canvas, answer: PointQuery, radius: float) -> None:
    """Where the push along p and its foot ends."""
    wrong, off = wrong_by(answer, radius)
    if wrong is None:
        canvas.label("0 / 0: no direction", answer.foot, Ink.FAULTY, toward=-answer.normal)
    elif off > answer.tolerance:
        canvas.arrow(answer.foot, wrong, Ink.FAULTY)
        canvas.dot(wrong, Ink.FAULTY)
        way = wrong - answer.foot
        words = f"by p and its foot: off by {amount(off)}"
        canvas.label(words, wrong, Ink.FAULTY, toward=way if length(way) > 0.0 else marks.UP)
