"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry.time_of_impact.angular_bound import AngularBound, ArcMeasured
from lessons.angular_bound import explanations
from lessons.angular_bound.picture import is_too_small, point_of
from lessons.angular_bound.scene import Turning
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, tint


def explain(moment: Moment[Turning]) -> str:
    match moment.step:
        case ArcMeasured():
            return explanations.ROUNDED if moment.scene.a.shape.radius > 0.0 else explanations.MEASURED
        case answer:
            if answer.bound == 0.0:
                return explanations.STILL
            return explanations.WRONG if moment.scene.by_centroid and is_too_small(answer) else explanations.BOUND


def caption(moment: Moment[Turning]) -> str:
    match moment.step:
        case ArcMeasured(index, _, _, distance, arc, chord, furthest):
            way = tint(amount(arc), Ink.REFERENCE)
            rank = " The furthest so far." if furthest == index and distance > 0.0 else ""
            place = f"Vertex {index} is {amount(distance)} from the pivot"
            return f"{place}: it moves along an arc of {way}, its chord is {amount(chord)}.{rank}"
        case answer:
            return _answer(moment, answer)


def _answer(moment: Moment[Turning], answer: AngularBound) -> str:
    if answer.bound == 0.0:
        return f"No {point_of(moment.scene)} moves: the bound is 0."
    bound = tint(amount(answer.bound), Ink.RESULT)
    turn = amount(abs(answer.turn))
    point = point_of(moment.scene)
    text = f"With r = {amount(answer.radius)} and a turn of {turn} rad no {point} moves further than {bound}."
    if moment.scene.by_centroid and is_too_small(answer):
        reach = answer.from_centroid * abs(answer.turn)
        wrong = tint(amount(reach), Ink.FAULTY)
        return f"{text} From the centroid it would be {wrong}: {amount(answer.bound - reach)} too little."
    return text


def situation(moment: Moment[Turning]) -> str:
    answer: AngularBound = moment.trace.result
    if not moment.is_last:
        return f"A turns by {moment.scene.turn:.0f}° about its pivot: how far can a point of it move?".replace(
            "-", "−"
        )
    where = "the core of A" if moment.scene.a.shape.radius > 0.0 else "A"
    return f"No point of {where} moves further than {tint(amount(answer.bound), Ink.RESULT)} by this turn."


def table(moment: Moment[Turning]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, ArcMeasured):
            cells = amount(step.distance), tint(amount(step.arc), Ink.REFERENCE), amount(step.chord)
            name = f"vertex {step.index}"
            rows.append(step_row(i, moment.index, name, *cells, ink=Ink.A, feature=f"{name} of A"))
    return Table(("vertex", "distance", "arc", "chord"), tuple(rows))
