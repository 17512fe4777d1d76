"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry.primitives.circle_circle import (
    CircleCircleStep,
    DistanceFound,
    NormalFound,
    OffsetFound,
    RadiiSummed,
    SeparationFound,
    circle_circle,
)
from geometry.primitives.contact import PairResult
from lessons.circle_circle.explanations import BACKWARDS, EXPLAINED
from lessons.circle_circle.scene import TwoCircles
from viz.lesson.first_edition import Question, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, signed, tint

STAGES = dict(
    zip(
        (OffsetFound, DistanceFound, RadiiSummed, SeparationFound, NormalFound, PairResult),
        ("d = b − a", "|d|", "Radii", "Separation", "Normal", "Contact"),
        strict=True,
    )
)


OPTIONS = ("they just touch", "a gap", "an overlap")
NAMES = ("d", "|d|", "sum of radii", "separation", "normal", "contact point")


INKS = (Ink.VECTOR_P, Ink.VECTOR_P, Ink.TEXT, Ink.OVERLAP, Ink.REFERENCE, Ink.RESULT)


def _value(step: CircleCircleStep) -> str:
    match step:
        case OffsetFound(offset):
            return pair(offset)
        case DistanceFound():
            return amount(step.distance)
        case RadiiSummed():
            return amount(step.radii)
        case SeparationFound():
            return signed(step.separation)
        case NormalFound():
            return pair(step.normal)
        case PairResult():
            return pair(step.point)


def _caption(step: CircleCircleStep) -> str:
    match step:
        case OffsetFound(offset):
            return f"From the centre of A to the centre of B: d = {tint(pair(offset), Ink.VECTOR_P)}."
        case DistanceFound():
            return f"The centres are {tint(amount(step.distance), Ink.VECTOR_P)} apart."
        case RadiiSummed():
            return f"The radii add up to {amount(step.radii)}: at that distance the circles touch."
        case SeparationFound():
            value = tint(signed(step.separation), separation_ink(step.separation))
            return f"The distance less the sum: a separation of {value}."
        case NormalFound() if step.distance == 0.0:
            taken = tint(pair(step.normal), Ink.REFERENCE)
            naive = tint("NaN", Ink.FAULTY)
            return f"Equal centres: d / |d| would be {naive}; any direction is as good, and the rule takes {taken}."
        case NormalFound():
            return f"Divided by its length, d is {tint(pair(step.normal), Ink.REFERENCE)}: from A to B."
        case PairResult():
            return f"The contact lies halfway between the two surfaces, at {tint(pair(step.point), Ink.RESULT)}."


def explain(moment: Moment[TwoCircles]) -> str:
    if moment.scene.backwards and isinstance(moment.step, NormalFound | PairResult):
        return BACKWARDS
    return EXPLAINED[type(moment.step)]


def caption(moment: Moment[TwoCircles]) -> str:
    step = moment.step
    if moment.scene.backwards and isinstance(step, PairResult) and step.separation < -step.tolerance:
        a, b = moment.scene.a.world, moment.scene.b.world
        wrong, right = (circle_circle(a, b.moved(way * step.separation * step.normal)) for way in (1.0, -1.0))
        deeper = tint(amount(-wrong.separation), Ink.FAULTY)
        left = "just touch" if right.is_touching else f"keep {signed(right.separation)}"
        return f"Turned round, the vector deepens the overlap to {deeper}; the right way the circles {left}."
    return _caption(step)


def question(moment: Moment[TwoCircles]) -> Question | None:
    """What the comparison will give: asked when the distance is known."""
    if not isinstance(moment.step, DistanceFound):
        return None
    result: PairResult = moment.trace.result
    touch, gap, overlap = OPTIONS
    answer = touch if result.is_touching else gap if result.separation > 0.0 else overlap
    value = tint(signed(result.separation), separation_ink(result.separation))
    because = f"The distance less both radii is {value}."
    return Question("How do the circles stand?", frozenset((answer,)), because, OPTIONS)


def situation(moment: Moment[TwoCircles]) -> str:
    result: PairResult = moment.trace.result
    if isinstance(moment.step, OffsetFound | DistanceFound | RadiiSummed):
        return "Are the centres nearer to each other than the radii reach?"
    if result.is_touching:
        return "A and B just touch: the distance is the sum of the radii."
    if result.separation > 0.0:
        return f"A and B are apart: a gap of {tint(amount(result.separation), Ink.GAP)} between them."
    return f"A and B overlap by {tint(amount(-result.separation), Ink.OVERLAP)}."


def table(moment: Moment[TwoCircles]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        ink = separation_ink(step.separation) if isinstance(step, SeparationFound) else INKS[i]
        rows.append(step_row(i, moment.index, NAMES[i], tint(_value(step), ink), ink=ink))
    return Table(("quantity", "value"), tuple(rows))
