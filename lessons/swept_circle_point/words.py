"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import SweptImpact
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.steps import Approached, RelativeMotion, StartMeasured
from lessons.first_edition.moving_captions import impact_situation, moving_caption, root_rows
from lessons.swept_circle_point import explanations
from lessons.swept_circle_point.faulty import APPROACH_FIRST, NONE, POSITIVE, faulty_fraction
from lessons.swept_circle_point.scene import CircleAndPoint
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, signed, tint

NAMES = {
    StartMeasured: "gap at t = 0",
    Approached: "motion towards p",
    QuadraticFormed: "path passes at",
    RootsFound: "roots",
    SweptImpact: "answer",
}


def explain(moment: Moment[CircleAndPoint]) -> str:
    match moment.step:
        case RelativeMotion():
            return explanations.MOTION
        case StartMeasured():
            return explanations.START
        case Approached():
            return explanations.APPROACH
        case QuadraticFormed():
            return explanations.QUADRATIC
        case RootsFound():
            return explanations.ROOTS
        case _:
            rules = {POSITIVE: explanations.POSITIVE, APPROACH_FIRST: explanations.APPROACH_FIRST}
            return rules.get(moment.scene.rule, explanations.IMPACT)


def faulty(scene: CircleAndPoint) -> float | None:
    """What the rule beside it reports."""
    return faulty_fraction(scene.rule, scene.center, scene.radius, scene.motion, scene.p)


def caption(moment: Moment[CircleAndPoint]) -> str:
    scene = moment.scene
    if isinstance(moment.step, RelativeMotion):
        return f"A moves by {tint(pair(scene.motion), Ink.VECTOR_P)} while t runs from 0 to 1; p stands still."
    text = moving_caption(moment.step, "p")
    if not isinstance(moment.step, SweptImpact) or scene.rule == NONE:
        return text
    said = faulty(scene)
    words = "no contact" if said is None else f"t = {amount(said)}"
    who = "The lowest positive root" if scene.rule == POSITIVE else "With the approach asked first the answer"
    return f"{text} {who} is {tint(words, Ink.FAULTY)}."


def situation(moment: Moment[CircleAndPoint]) -> str:
    if moment.is_last:
        return impact_situation(moment.step, "A", "p")
    return "When does the moving circle A first touch the point p?"


def table(moment: Moment[CircleAndPoint]) -> Table:
    rows = []
    found = {type(step): i for i, step in enumerate(moment.trace)}
    for kind, name in NAMES.items():
        i = found.get(kind)
        step = None if i is None else moment.trace.steps[i]
        ink, value = Ink.RESULT, ""
        match step:
            case StartMeasured():
                ink, value = separation_ink(step.separation), signed(step.separation)
            case Approached():
                value = signed(step.closing)
            case QuadraticFormed():
                value = f"{amount(step.passing)}, R = {amount(moment.scene.radius)}"
            case RootsFound(first, last):
                value = f"{amount(first)} {amount(last)}"
            case SweptImpact():
                value = "none" if step.miss is not None else f"t = {amount(step.fraction)}"
            case _:
                pass
        unknown = "not needed" if i is None and moment.is_last else "not yet"
        for label, number, feature in root_rows(value) if kind is RootsFound else ((name, value, None),):
            cell = tint(number, ink)
            rows.append(step_row(i, moment.index, label, cell, ink=ink, unknown=unknown, feature=feature))
    return Table(("quantity", "value"), tuple(rows))
