"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry.sat.projection import ScalarFound, UnitTaken, VectorProjected, VectorProjectionStep, VectorsDotted
from geometry.vector import dot
from lessons.vector_projection.explanations import EXPLAINED, INKS, NAMES, RAW, REFUSED
from lessons.vector_projection.scene import TwoVectors
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import NOISE, amount, pair, sentence, tint

REACHES = ("the other way", "beyond the tip of b", "not beyond the tip of b", "nowhere")


def _sign(scalar: float) -> str:
    if abs(scalar) < NOISE:
        return "a stands across b"
    return "a leans the way b points" if scalar > 0.0 else "a leans against b"


def _value(step: VectorProjectionStep) -> str:
    match step:
        case VectorsDotted(a_dot_b):
            return amount(a_dot_b)
        case UnitTaken():
            return pair(step.unit)
        case ScalarFound():
            return amount(step.scalar)
        case VectorProjected():
            return pair(step.projection)


def explain(moment: Moment[TwoVectors]) -> str:
    if moment.trace.refusal is not None and moment.is_last:
        return REFUSED
    if moment.scene.raw and isinstance(moment.step, ScalarFound | VectorProjected):
        return RAW
    return EXPLAINED[type(moment.step)]


def caption(moment: Moment[TwoVectors]) -> str:
    step: VectorProjectionStep = moment.step
    value = tint(_value(step), INKS[type(step)])
    if moment.trace.refusal is not None and moment.is_last:
        return f"a · b = {value}, but that tells nothing. {sentence(str(moment.trace.refusal))}."
    match step:
        case VectorsDotted():
            return f"a · b = {value}: the shadow's length times the length of b."
        case UnitTaken():
            return f"b is {amount(step.length)} long; divided by that, it is {value}, of length 1."
        case ScalarFound():
            return f"a · b̂ = {value}: {_sign(step.scalar)}."
        case VectorProjected():
            return f"The part of a along b is {value}, and the rest of a stands across b."


def situation(moment: Moment[TwoVectors]) -> str:
    if moment.trace.refusal is not None:
        return "b has no length, so it has no direction, and nothing can be projected on it."
    if not isinstance(moment.step, ScalarFound | VectorProjected):
        return "How long is the shadow of a on the line along b?"
    reach = tint(amount(moment.step.scalar), Ink.RESULT)
    return f"Vector {_sign(moment.step.scalar)}: its shadow reaches {reach} along b."


def question(moment: Moment[TwoVectors]) -> Question | None:
    """How far the shadow reaches, of b: asked when b has been brought to length 1."""
    step = moment.step
    if not isinstance(step, UnitTaken):
        return None
    scalar = dot(moment.scene.a - moment.scene.o, step.unit)
    against, beyond, short, nowhere = REACHES
    near = NOISE * max(1.0, step.length)
    ahead = beyond if scalar > step.length + near else short
    answer = nowhere if abs(scalar) <= near else against if scalar < 0.0 else ahead
    because = f"It reaches {tint(amount(scalar), Ink.RESULT)} along b, and b is {amount(step.length)} long."
    return Question("How far does the shadow of a reach on the line of b?", frozenset((answer,)), because, REACHES)


def table(moment: Moment[TwoVectors]) -> Table:
    rows = []
    for at, (kind, name) in enumerate(NAMES.items()):
        step = at if at < len(moment.trace) else None
        value = [] if step is None else [tint(_value(moment.trace.steps[step]), INKS[kind])]
        unknown = "refused" if moment.trace.refusal is not None else "not yet"
        rows.append(step_row(step, moment.index, name, *value, ink=INKS[kind], unknown=unknown))
    return Table(("quantity", "value"), tuple(rows))
