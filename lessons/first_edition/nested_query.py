"""The point query that a contact with a circle holds, stepped into: pictures and words of its steps.

The moment's parent is the step that asked for it (`CenterQueried`).
"""

from __future__ import annotations

from typing import Any

from geometry import PointQuery
from geometry.contact.manifold_points import CenterQueried
from geometry.query.point_query import CenterMeasured, EdgeProjected, FootClamped, InsideTested, PushedOut
from geometry.vector import length
from lessons.first_edition import axis_picture, marks
from lessons.first_edition.contact_captions import feature_name
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, explained, signed, tint

EXPLAINED = explained(
    """The **point query** from the circle's centre: project it on each edge of the other shape, hold the foot between
    the edge's ends, keep the nearest, and push it out by the radius.""",
    r"\vec p = \vec u + \mathrm{clamp}(t, 0, 1)\,(\vec v - \vec u)",
)


def stage(step: Any) -> str | None:
    """The stage of a step of the query; None for any other step."""
    match step:
        case EdgeProjected() | FootClamped():
            return "Edges in turn"
        case CenterMeasured():
            return "Other centre"
        case InsideTested():
            return "Inside?"
        case PushedOut():
            return "Push out"
        case PointQuery():
            return "Closest point"
        case _:
            return None


def asked(moment: Moment[Any]) -> CenterQueried:
    assert moment.parent is not None
    step = moment.parent.step
    assert isinstance(step, CenterQueried)
    return step


def draw(canvas: Canvas, moment: Moment[Any]) -> None:
    """Both shapes, the centre that asks, and the step's foot."""
    axis_picture.two_shapes(canvas, moment.scene.a.world, moment.scene.b.world)
    query = asked(moment)
    match moment.step:
        case EdgeProjected() as projected:
            canvas.stroke((projected.start, projected.end), Ink.REFERENCE)
            canvas.unbounded(projected.start, projected.end - projected.start, Ink.AXIS)
            _foot(canvas, query, projected.on_line, "foot on the line")
        case FootClamped() as clamped:
            canvas.stroke((clamped.projected.start, clamped.projected.end), Ink.REFERENCE)
            words = "nearest so far" if clamped.is_nearest else "not nearer"
            _foot(canvas, query, clamped.foot, f"{amount(clamped.distance)}: {words}")
        case CenterMeasured(foot, distance) | InsideTested(_, _, foot, distance):
            _foot(canvas, query, foot, f"{amount(distance)} away")
        case PushedOut() as pushed:
            _foot(canvas, query, pushed.closest, f"pushed out by {amount(pushed.radius)}")
        case PointQuery() as found:
            _foot(canvas, query, found.closest, f"closest point: {signed(found.separation)}")
    canvas.dot(query.center, Ink.REFERENCE)
    canvas.label(f"centre of {query.circle.value}", query.center, Ink.REFERENCE, toward=-query.found.normal)


def _foot(canvas: Canvas, query: CenterQueried, foot: Any, words: str) -> None:
    way = foot - query.center
    canvas.stroke((query.center, foot), Ink.CONSTRUCTION)
    canvas.dot(foot, Ink.RESULT)
    canvas.label(words, foot, Ink.RESULT, toward=way if length(way) > 0.0 else marks.UP)


def caption(moment: Moment[Any]) -> str:
    match moment.step:
        case EdgeProjected() as projected:
            return f"The centre lies {signed(projected.height)} over the line of edge {projected.edge}."
        case FootClamped() as clamped:
            text = f"The nearest point of edge {clamped.projected.edge} is {amount(clamped.distance)} away"
            return f"{text}: {'the nearest so far' if clamped.is_nearest else 'not nearer'}."
        case CenterMeasured(_, distance):
            return f"The other shape is a circle too: its centre is {amount(distance)} away."
        case InsideTested(_, is_inside, _, _):
            return f"The centre lies {'inside' if is_inside else 'outside'} the other shape's core."
        case PushedOut() as pushed:
            return f"The foot is pushed out by the radius, {amount(pushed.radius)}, to the boundary."
        case _:
            return f"The closest point is on {_feature(moment)}; separation {signed(moment.trace.result.separation)}."


def _feature(moment: Moment[Any]) -> str:
    circle = asked(moment).circle
    other = next(owner for owner in type(circle) if owner is not circle)
    return feature_name(other, moment.trace.result.feature)


def situation(moment: Moment[Any]) -> str:
    radius = tint(amount(asked(moment).radius), Ink.RESULT)
    return f"Which boundary point is nearest to the centre of the circle, of radius {radius}?"
