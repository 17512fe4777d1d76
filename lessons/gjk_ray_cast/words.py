"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome, separation
from geometry.time_of_impact import TimeOfImpact
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept
from lessons.gjk_ray_cast import explanations
from lessons.gjk_ray_cast.picture import distance_taken
from lessons.gjk_ray_cast.scene import RayCast
from viz.ink import Ink
from viz.lesson import Moment
from viz.simplex_picture import named
from viz.sweep_words import MISSES, bearing, clock, ending
from viz.table import Table, step_row
from viz.text import amount, listed, signed, tint


def explain(moment: Moment[RayCast]) -> str:
    match moment.step:
        case RayCastStarted():
            return explanations.STARTED
        case PlaneFound() as found:
            if found.miss is not None:
                return explanations.MISSED
            if moment.scene.by_distance and distance_taken(found) is not None:
                return explanations.BY_DISTANCE
            return explanations.PLANE if found.next_fraction > found.fraction else explanations.HELD
        case SimplexKept(arrived=arrived):
            return explanations.ARRIVED if arrived else explanations.KEPT
        case TimeOfImpact(outcome=Outcome.SEPARATED):
            return explanations.MISSED
        case TimeOfImpact(outcome=Outcome.OVERLAPPED):
            return explanations.OVERLAPPED
        case _:
            return explanations.ARRIVED


def caption(moment: Moment[RayCast]) -> str:
    match moment.step:
        case RayCastStarted(_, distance, _, simplex):
            first = tint(named(simplex.vertices[0]), Ink.RESULT)
            return f"The ray is {amount(distance)} long. The first point of the difference is {first}."
        case PlaneFound() as found:
            return _plane(moment, found)
        case SimplexKept(simplex=simplex, separation=left, arrived=arrived):
            points = tint(listed([named(vertex) for vertex in simplex.vertices]), Ink.RESULT)
            if arrived:
                return f"The estimate touches the simplex {points}: it has arrived."
            return f"Nearest to x is the simplex {points}: at most {tint(amount(left), Ink.SEPARATION)} is left."
        case answer:
            return f"{ending(answer, _rounding(moment))}{_rounds(answer)}"


def _plane(moment: Moment[RayCast], found: PlaneFound) -> str:
    new = tint(named(found.support), Ink.INCIDENT)
    if found.miss is not None:
        return f"The plane through {new} is {tint(amount(found.gap), Ink.SEPARATION)} away: {MISSES[found.miss]}."
    if found.next_fraction <= found.fraction:
        return f"The estimate is not beyond the plane through {new}: nothing gained in time, but a better simplex."
    gap, on = tint(amount(found.gap), Ink.SEPARATION), tint(clock(found.next_fraction), Ink.RESULT)
    text = f"The estimate is beyond the plane through {new} by {gap} over {amount(found.closing)}: on to t = {on}."
    late = distance_taken(found)
    if not moment.scene.by_distance or late is None:
        return text
    there = tint(f"t = {clock(late)}", Ink.FAULTY)
    if late > 1.0:
        return f"{text} By the distance alone it would be {there}, past the end: a miss."
    left = separation(*moment.scene.at(late))
    return f"{text} By the distance alone it would be {there}, where the separation is {signed(left)}."


def _rounding(moment: Moment[RayCast]) -> float:
    started: RayCastStarted = moment.trace.steps[0]
    return started.tolerance


def _rounds(answer: TimeOfImpact) -> str:
    if not answer.iterations:
        return ""
    return " One round." if answer.iterations == 1 else f" {answer.iterations} rounds."


def situation(moment: Moment[RayCast]) -> str:
    if moment.is_last:
        return ending(moment.trace.result, _rounding(moment))
    match moment.step:
        case PlaneFound(fraction=t) | SimplexKept(fraction=t) if t > 0.0:
            return f"Until t = {clock(t)} nothing touches: that is proved."
        case _:
            return "The shapes slide without turning: how far can the origin go along its ray?"


def table(moment: Moment[RayCast]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, PlaneFound):
            cells = (
                clock(step.fraction),
                named(step.support),
                bearing(step.normal),
                tint(amount(step.gap), Ink.SEPARATION if step.gap > 0.0 else Ink.QUIET),
                clock(step.next_fraction) if step.miss is None else "miss",
            )
            name = f"round {step.iteration}"
            rows.append(step_row(i, moment.index, str(step.iteration), *cells, ink=Ink.INCIDENT, feature=name))
    return Table(("#", "t", "plane through", "normal", "beyond", "next t"), tuple(rows))
