"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome, SweptImpact
from geometry.swept_circle.circle_point import QuadraticFormed, RadiiJoined, RootsFound
from geometry.swept_circle.steps import Approached, RelativeMotion, StartMeasured
from lessons.first_edition.moving_captions import impact_situation, moving_caption, root_rows
from lessons.swept_circles import explanations
from lessons.swept_circles.scene import MovingCircles
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, signed, tint

EXPLAINED = {
    RadiiJoined: explanations.RADII,
    StartMeasured: explanations.START,
    Approached: explanations.APPROACH,
    QuadraticFormed: explanations.QUADRATIC,
    RootsFound: explanations.ROOTS,
}
NAMES = {
    RadiiJoined: "R",
    RelativeMotion: "v",
    StartMeasured: "gap at t = 0",
    Approached: "motion towards B",
    QuadraticFormed: "path passes at",
    RootsFound: "roots",
    SweptImpact: "answer",
}


def explain(moment: Moment[MovingCircles]) -> str:
    if isinstance(moment.step, RelativeMotion | SweptImpact):
        usual = explanations.MOTION if isinstance(moment.step, RelativeMotion) else explanations.IMPACT
        return explanations.ADDED if moment.scene.naive else usual
    return EXPLAINED[type(moment.step)]


def caption(moment: Moment[MovingCircles]) -> str:
    match moment.step:
        case RadiiJoined(radius_a, radius_b, radius):
            total = tint(amount(radius), Ink.B)
            return f"A's {amount(radius_a)} and B's {amount(radius_b)} together: the centres touch at {total}."
        case RelativeMotion() as move:
            seen = tint(pair(move.motion), Ink.VECTOR_P)
            return f"A moves by {pair(move.motion_a)}, B by {pair(move.motion_b)}: as seen from B, A moves by {seen}."
        case SweptImpact() as found if moment.scene.naive:
            return f"{moving_caption(found, 'B')} {_added(moment.scene)}"
        case step:
            return moving_caption(step, "B")


def fate(found: SweptImpact) -> str:
    """The answer in two or three words."""
    if found.outcome is Outcome.SEPARATED:
        return "no contact"
    return "at the start" if found.outcome is Outcome.OVERLAPPED else f"t = {amount(found.fraction)}"


def _added(scene: MovingCircles) -> str:
    return f"With the velocities added: {tint(fate(scene.wrong()), Ink.FAULTY)}."


def situation(moment: Moment[MovingCircles]) -> str:
    if moment.is_last:
        return impact_situation(moment.step, "A", "B")
    return "Both circles move. When do they first touch?"


def table(moment: Moment[MovingCircles]) -> Table:
    rows = []
    found = {type(step): i for i, step in enumerate(moment.trace)}
    for kind, name in NAMES.items():
        i = found.get(kind)
        ink, value = Ink.RESULT, ""
        match None if i is None else moment.trace.steps[i]:
            case RadiiJoined(_, _, radius):
                ink, value = Ink.B, amount(radius)
            case RelativeMotion() as move:
                ink, value = Ink.VECTOR_P, pair(move.motion)
            case StartMeasured() as start:
                ink, value = separation_ink(start.separation), signed(start.separation)
            case Approached() as approach:
                value = signed(approach.closing)
            case QuadraticFormed() as formed:
                value = amount(formed.passing)
            case RootsFound(first, last):
                value = f"{amount(first)} {amount(last)}"
            case SweptImpact() as impact:
                value = fate(impact)
            case _:
                pass
        unknown = "not needed" if i is None and moment.is_last else "not yet"
        for label, number, feature in root_rows(value) if kind is RootsFound else ((name, value, None),):
            cell = tint(number, ink)
            rows.append(step_row(i, moment.index, label, cell, ink=ink, unknown=unknown, feature=feature))
    return Table(("quantity", "value"), tuple(rows))
