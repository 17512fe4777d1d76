"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from typing import Any

from geometry import Outcome, RayCast
from geometry.query.point_query import PointQueryStep
from geometry.query.ray_steps import (
    ArcTested,
    EndTested,
    FaceConsidered,
    Facing,
    LineTested,
    OvershootTested,
    SpanTested,
)
from lessons.first_edition.query_captions import feature_name, query_caption
from lessons.first_edition.ray_captions import WHY, ray_caption, ray_rows, ray_so_far
from lessons.ray_cast import explanations
from lessons.ray_cast.faulty import AHEAD, NONE, PERPENDICULAR, faulty_distance
from lessons.ray_cast.scene import ShapeAndRay
from viz.lesson.first_edition import Question, Table
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, tint


def is_query(step: Any) -> bool:
    """Whether this is a step of the point query that the start is asked with."""
    return isinstance(step, PointQueryStep)


def explain(moment: Moment[ShapeAndRay]) -> str:
    faulty = moment.scene.faulty
    match moment.step:
        case LineTested():
            return explanations.ONE_AXIS if faulty == PERPENDICULAR else explanations.ACROSS
        case SpanTested():
            return explanations.ALONG
        case FaceConsidered() as face:
            return explanations.PARALLEL if face.facing is Facing.ALONG else explanations.EDGES
        case OvershootTested():
            return explanations.OVERSHOOT
        case ArcTested():
            return explanations.AHEAD if faulty == AHEAD else explanations.ARC
        case EndTested():
            return explanations.END
        case RayCast():
            return {PERPENDICULAR: explanations.ONE_AXIS, AHEAD: explanations.AHEAD}.get(faulty, explanations.ANSWER)
        case _:  # the start, and the point query that it asks
            return explanations.START


def caption(moment: Moment[ShapeAndRay]) -> str:
    step = moment.step
    if is_query(step):
        return query_caption(step)
    text = ray_caption(step)
    if isinstance(step, RayCast) and moment.scene.faulty != NONE:
        return f"{text} {_faulty(moment)}"
    return text


def _faulty(moment: Moment[ShapeAndRay]) -> str:
    """What the faulty rule says beside the answer."""
    rule = moment.scene.faulty
    distance = faulty_distance(rule, moment.scene.a.world, moment.scene.ray)
    said = "no hit" if distance is None else f"a hit at {amount(distance)}"
    who = "One axis alone reports" if rule == PERPENDICULAR else "With edges ahead alone there is"
    return f"{who} {tint(said, Ink.FAULTY)}."


def situation(moment: Moment[ShapeAndRay]) -> str:
    if moment.parent is not None or not moment.is_last:
        known = None if is_query(moment.step) else ray_so_far(moment.trace, moment.index)
        return known or f"Where does the {moment.scene.kind} first meet A?"
    answer: RayCast = moment.trace.result
    if answer.miss is not None:
        return f"The {moment.scene.kind} {tint('misses', Ink.GAP)}: {WHY[answer.miss]}."
    assert answer.distance is not None
    assert answer.feature is not None
    if answer.outcome is Outcome.OVERLAPPED:
        return f"The {moment.scene.kind} {tint('starts inside', Ink.OVERLAP)} A."
    where = f"{feature_name(answer.feature)}, {tint(amount(answer.distance), Ink.RESULT)} along"
    return f"The {moment.scene.kind} first meets A on {where}."


def question(moment: Moment[ShapeAndRay]) -> Question | None:
    """Where the corner's arc is met, as against the extended edge."""
    arc = next((step for step in moment.trace if isinstance(step, ArcTested)), None)
    crossed = moment.step.entry.distance
    if arc is None or arc.radius == 0.0:
        return None
    options = "before the extended edge", "on the extended edge", "after the extended edge"
    right = options[1 + (arc.distance > crossed) - (arc.distance < crossed)]
    because = f"The edge's line is crossed at {amount(crossed)}, the arc at {amount(arc.distance)}."
    return Question("Where along the ray is the corner's arc met?", frozenset((right,)), because, options)


def table(moment: Moment[ShapeAndRay]) -> Table | None:
    if is_query(moment.step):
        return None
    rows = ray_rows(moment.trace, moment.index, len(moment.scene.a.world.edges))
    return Table(("test", "found", "at", ""), tuple(rows))
