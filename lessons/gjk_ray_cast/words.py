"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome
from geometry.minkowski.simplex import SimplexRegion
from geometry.time_of_impact.gjk_ray_cast import PlaneFound, RayCastStarted, SimplexKept
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.first_edition.gjk_captions import REGIONS
from lessons.first_edition.simplex_picture import name
from lessons.first_edition.sweep_captions import MISSES, clock, ending, gap
from lessons.gjk_ray_cast import explanations
from lessons.gjk_ray_cast.naive import naive
from lessons.gjk_ray_cast.picture import feature, rounding
from lessons.gjk_ray_cast.scene import DISTANCE, RayCast
from lessons.gjk_ray_cast.space import subtracted
from viz.lesson.first_edition import Row, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, tint


def explain(moment: Moment[RayCast]) -> str:
    match moment.step:
        case RayCastStarted():
            return explanations.STARTED
        case PlaneFound() as found:
            if found.miss is not None:
                return explanations.MISSED
            if moment.scene.beside == DISTANCE and found.iteration == 1:
                return explanations.DISTANCE
            return explanations.CLIPPED if found.next_fraction > found.fraction else explanations.STAYS
        case SimplexKept(arrived=arrived):
            return explanations.ARRIVED if arrived else explanations.KEPT
        case TimeOfImpact(outcome=Outcome.HIT):
            return explanations.ARRIVED
        case TimeOfImpact(outcome=Outcome.OVERLAPPED):
            return explanations.OVERLAPPED
        case TimeOfImpact(outcome=Outcome.FAILED):
            return explanations.FAILED
        case _:
            return explanations.MISSED


def caption(moment: Moment[RayCast]) -> str:
    scene = moment.scene
    match moment.step:
        case RayCastStarted(ray, _, _, simplex):
            first = tint(name(subtracted(scene), simplex.vertices[0]), Ink.RESULT)
            return f"The origin travels by {pair(ray)} against A − B; the first simplex is {first}."
        case PlaneFound() as found:
            return _plane(scene, found)
        case SimplexKept() as kept:
            return _kept(kept)
        case answer:
            count = "one iteration" if answer.iterations == 1 else f"{answer.iterations} iterations"
            cost = f" After {count}." if answer.iterations else ""
            return f"{ending(answer, rounding(moment))}{cost}{_naive(scene)}"


def _plane(scene: RayCast, found: PlaneFound) -> str:
    point = tint(name(subtracted(scene), found.support), Ink.INCIDENT)
    if found.next_fraction <= found.fraction and found.miss is None:
        stays = f"t stays {clock(found.fraction)}, the simplex grows"
        return f"The estimate is not beyond the plane at {point}: {stays}."
    at = f"The estimate is {tint(amount(found.gap), Ink.GAP)} beyond the plane at {point}"
    if found.miss is not None:
        return f"{at}; the whole ray closes {amount(found.closing)}: {MISSES[found.miss]}."
    onward = tint(clock(found.next_fraction), Ink.REFERENCE)
    return f"{at}; the whole ray closes {amount(found.closing)}: on to t = {onward}."


def _kept(kept: SimplexKept) -> str:
    if kept.simplex.region is SimplexRegion.INSIDE:
        return f"The triangle {tint('holds the estimate', Ink.OVERLAP)}: arrived."
    nearest = tint(REGIONS[kept.simplex.region], Ink.RESULT)
    if kept.arrived:
        return f"Closest to the estimate is {nearest}, and {tint('touches it', Ink.OVERLAP)}: arrived."
    gap_left = tint(amount(kept.separation), Ink.GAP)
    return f"Closest to the estimate is {nearest}: the gap is at most {gap_left} now."


def _naive(scene: RayCast) -> str:
    found = naive(scene)
    if found is None:
        return ""
    if scene.beside == DISTANCE:
        if found.separation is None:
            return f" The distance as the time is {tint(clock(found.fraction), Ink.FAULTY)}: past the end."
        there = tint(gap(found.separation), Ink.FAULTY)
        return f" The distance as the time is {tint(clock(found.fraction), Ink.FAULTY)}: {there}."
    if found.fraction < 0.0:
        return f" Without the test for a miss it goes to t = {tint(clock(found.fraction), Ink.FAULTY)}, back in time."
    return f" Without the test for a miss it goes on to t = {tint(clock(found.fraction), Ink.FAULTY)}."


def situation(moment: Moment[RayCast]) -> str:
    if moment.is_last:
        return ending(moment.trace.result, rounding(moment))
    match moment.step:
        case PlaneFound(fraction=t, gap=beyond) if beyond > 0.0:
            return f"At t = {clock(t)} the plane keeps them {tint(amount(beyond), Ink.GAP)} apart."
        case PlaneFound(fraction=t) | SimplexKept(fraction=t):
            return f"Up to t = {clock(t)} nothing touches." if t > 0.0 else "No plane has kept them apart yet."
        case _:
            return "The shapes slide without turning: when does the origin reach A − B?"


def table(moment: Moment[RayCast]) -> Table:
    rows: list[Row] = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, PlaneFound):
            onward = step.next_fraction > step.fraction
            cells = (
                clock(step.fraction),
                tint(amount(step.gap), separation_ink(step.gap)),
                amount(step.closing),
                tint(clock(step.next_fraction), Ink.REFERENCE) if onward else "miss" if step.miss else "stays",
            )
            row = step_row(i, moment.index, str(step.iteration), *cells, ink=Ink.GAP, feature=feature(step))
            rows.append(row)
    return Table(("#", "t", "gap", "closing", "next t"), tuple(rows))
