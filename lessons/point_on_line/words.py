"""What is said about projecting a point on a line, and the numbers in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from geometry.sat.projection import AlongLine, Divided, Dotted, FootFound, PointOnLineStep, Squared, ToPoint
from geometry.tolerance import ROUNDING
from geometry.vector import length
from lessons.point_on_line.explanations import EXPLAINED, NAIVE, REFUSED
from lessons.point_on_line.scene import PointAndLine
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, sentence, tint


class Quantity(NamedTuple):
    """What a kind of step computes."""

    stage: str
    name: str
    ink: Ink


QUANTITIES: Mapping[type, Quantity] = {
    ToPoint: Quantity("p = c − a", "p", Ink.VECTOR_P),
    AlongLine: Quantity("q = b − a", "q", Ink.VECTOR_Q),
    Dotted: Quantity("p · q", "p · q", Ink.VECTOR_P),
    Squared: Quantity("|q|²", "|q|²", Ink.VECTOR_Q),
    Divided: Quantity("Divide", "fraction", Ink.RESULT),
    FootFound: Quantity("Foot", "foot", Ink.RESULT),
}

PLACES = ("behind a", "on a", "between a and b", "on b", "beyond b")

# What the fields of the steps stand for in the figure.
FEATURES = {"p": "p", "q": "q", "p_dot_q": "p · q", "q_squared": "|q|²", "fraction": "foot", "foot": "foot"}


def explanation(moment: Moment[PointAndLine]) -> str:
    if is_refused(moment):
        return REFUSED
    if moment.scene.naive and isinstance(moment.step, Divided | FootFound):
        return NAIVE
    return EXPLAINED[type(moment.step)]


def caption(moment: Moment[PointAndLine]) -> str:
    step: PointOnLineStep = moment.step
    value = tint(_value(step), QUANTITIES[type(step)].ink)
    if is_refused(moment):
        return f"|q|² = {value}, and nothing can be divided by that. {sentence(str(moment.trace.refusal))}."
    match step:
        case ToPoint():
            return f"p leads from a to c: {value}."
        case AlongLine():
            return f"q leads from a to b, along the line: {value}."
        case Dotted():
            return f"p · q = {value}: {lean(step)[1]}."
        case Squared():
            return f"|q|² = {value}: the length of q, {amount(length(step.q))}, squared."
        case Divided():
            top, below = tint(amount(step.p_dot_q), Ink.VECTOR_P), tint(amount(step.q_squared), Ink.VECTOR_Q)
            return f"{top} / {below} = {value} of the way from a to b: {_where(step.fraction)}."
        case FootFound():
            reach = tint(amount(moment.trace.result.signed_length), Ink.RESULT)
            return f"The foot is at {value}, {reach} along the line from a."


def situation(moment: Moment[PointAndLine]) -> str:
    if moment.trace.refusal is not None:
        return "a and b are the same point: no one line runs through them."
    if not isinstance(moment.step, Divided | FootFound):
        return "Where on the line through a and b does the shadow of c fall?"
    where = tint(_where(moment.step.fraction), Ink.RESULT)
    away = length(moment.scene.c - moment.trace.result.foot)
    if away <= ROUNDING * length(moment.step.p):
        return f"The shadow of c falls {where}; c lies on the line itself."
    return f"The shadow of c falls {where}; c is {amount(away)} away from the line."


def question(moment: Moment[PointAndLine]) -> Question | None:
    """Where the shadow falls: asked when both products are known."""
    answer = moment.trace.answer
    if not isinstance(moment.step, Squared) or answer is None:
        return None
    because = (
        f"The fraction is {tint(amount(answer.fraction), Ink.RESULT)}: the shadow falls {_where(answer.fraction)}."
    )
    return Question("Where will the shadow of c fall?", frozenset((_where(answer.fraction),)), because, PLACES)


def table(moment: Moment[PointAndLine]) -> Table:
    rows = []
    for at, (_, name, ink) in enumerate(QUANTITIES.values()):
        feature = "foot" if name == "fraction" else name
        step = at if at < len(moment.trace) else None
        value = [] if step is None else [tint(_value(moment.trace.steps[step]), ink)]
        unknown = "refused" if is_refused(moment) else "not yet"
        rows.append(step_row(step, moment.index, name, *value, ink=ink, feature=feature, unknown=unknown))
    return Table(("quantity", "value"), tuple(rows))


def is_refused(moment: Moment[PointAndLine]) -> bool:
    """Whether this is the step at which the algorithm gives up."""
    return moment.trace.refusal is not None and moment.is_last


def lean(step: Dotted) -> tuple[str, str]:
    """The kind of the angle from q to p, and what the sign of p . q says of it."""
    if length(step.p) == 0.0 or length(step.q) == 0.0:
        return "no angle", "one of them has no length"
    if abs(step.p_dot_q) <= ROUNDING * length(step.p) * length(step.q):
        return "right angle", "p stands across q"
    return ("acute", "p leans the way q points") if step.p_dot_q > 0.0 else ("obtuse", "p leans against q")


def _where(fraction: float) -> str:
    behind, on_a, between, on_b, beyond = PLACES
    if abs(fraction) <= ROUNDING:
        return on_a
    if abs(fraction - 1.0) <= ROUNDING:
        return on_b
    return behind if fraction < 0.0 else beyond if fraction > 1.0 else between


def _value(step: PointOnLineStep) -> str:
    match step:
        case ToPoint(p):
            return pair(p)
        case AlongLine(_, q):
            return pair(q)
        case Dotted():
            return amount(step.p_dot_q)
        case Squared():
            return amount(step.q_squared)
        case Divided():
            return amount(step.fraction)
        case FootFound():
            return pair(step.foot)
