"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from typing import Any

from geometry import CircleCast, Outcome, PointQuery, RayCast
from geometry.query.circle_cast import ShapeGrown
from geometry.query.point_query import PointQueryStep
from lessons.circle_cast import explanations
from lessons.circle_cast.faulty import centre_alone
from lessons.circle_cast.scene import CircleOnItsWay
from lessons.first_edition.query_captions import gap_words, query_caption
from lessons.first_edition.ray_captions import WHY, ray_caption, ray_rows, ray_so_far
from viz.lesson.first_edition import Question, Table
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, tint


def is_query(step: Any) -> bool:
    """A step of a point query: that of the start, or all there is without motion."""
    return isinstance(step, PointQueryStep)


def explain(moment: Moment[CircleOnItsWay]) -> str:
    match moment.step:
        case ShapeGrown():
            return explanations.GROWN
        case CircleCast():
            return explanations.CENTRE if moment.scene.naive else explanations.MET
        case step if is_query(step):
            return explanations.NO_MOTION
        case _:
            return explanations.RAY


def caption(moment: Moment[CircleOnItsWay]) -> str:
    match moment.step:
        case ShapeGrown(shape, radius, grown):
            both = f"{amount(shape.radius)} + {amount(radius)} = {amount(grown.radius)}"
            return f"B's radius of {tint(amount(radius), Ink.B)} goes to A, whose own becomes {both}."
        case CircleCast() as answer:
            return _answer(moment, answer)
        case step:
            return query_caption(step) if is_query(step) else ray_caption(step)


def _answer(moment: Moment[CircleOnItsWay], answer: CircleCast) -> str:
    if answer.point is not None and answer.center is not None:
        text = f"With its centre at {pair(answer.center)} B touches A at {tint(pair(answer.point), Ink.RESULT)}."
    elif answer.outcome is Outcome.OVERLAPPED:
        text = f"B touches A {tint('at the start', Ink.OVERLAP)} already."
    else:
        text = f"B touches A {tint('nowhere', Ink.GAP)} on its way."
    if not moment.scene.naive or (wrong := wrong_cast(moment)) is None:
        return text
    said = "no hit" if wrong.distance is None else f"a hit at {amount(wrong.distance)}"
    return f"{text} The centre alone reports {tint(said, Ink.FAULTY)}."


def wrong_cast(moment: Moment[CircleOnItsWay]) -> RayCast | None:
    """What casting the centre alone finds; None without motion."""
    ray = moment.scene.ray
    return None if ray is None else centre_alone(moment.scene.a.world, ray)


def question(moment: Moment[CircleOnItsWay]) -> Question | None:
    """What a ray of the centre alone says, beside what the circle's own cast has found."""
    wrong, found = wrong_cast(moment), moment.step
    if wrong is None:
        return None
    if wrong.distance is None:
        right = {"no hit"} if found.distance is not None else {"no hit", "the same"}
        because = "The centre alone goes by."
    else:
        right = {"a later hit" if found.distance is None or wrong.distance > found.distance else "the same"}
        because = f"The centre alone hits at {amount(wrong.distance)}."
    text = "Cast B's centre against A as it is, without the radius: what does that report?"
    return Question(text, frozenset(right), because, ("the same", "a later hit", "no hit"))


def situation(moment: Moment[CircleOnItsWay]) -> str:
    if moment.parent is not None or not moment.is_last:
        known = None if is_query(moment.step) else ray_so_far(moment.trace, moment.index)
        return known or "Where is B when it first touches A?"
    answer = moment.trace.result
    if isinstance(answer, PointQuery):
        where = tint(gap_words(answer), separation_ink(answer.separation))
        return f"B stays where it is, its centre {where} of A grown."
    cast: RayCast = answer.cast
    if cast.miss is not None:
        why = WHY[cast.miss].replace("the shape", "the grown shape")
        return f"B {tint('misses', Ink.GAP)} A: {why}."
    if cast.outcome is Outcome.OVERLAPPED:
        return f"B {tint('overlaps', Ink.OVERLAP)} A before it moves."
    assert cast.fraction is not None
    return f"B first touches A after {tint(amount(cast.fraction), Ink.RESULT)} of its way."


def table(moment: Moment[CircleOnItsWay]) -> Table | None:
    if is_query(moment.step):
        return None
    rows = ray_rows(moment.trace, moment.index, len(moment.scene.a.world.edges))
    return Table(("test", "found", "at", ""), tuple(rows))
