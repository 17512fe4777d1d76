"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from typing import Any

from geometry import Outcome
from geometry.minkowski.sum import EdgeLaid, StartFound
from geometry.time_of_impact.impact import TimeOfImpact
from geometry.time_of_impact.linear_cast import (
    CornerTested,
    FaceTested,
    FeatureHit,
    OriginMeasured,
    RayFormed,
    linear_cast,
)
from lessons.first_edition import laying_captions
from lessons.first_edition.difference import operands_of
from lessons.first_edition.sweep_captions import MISSES, clock, ending, gap
from lessons.linear_cast import explanations
from lessons.linear_cast.picture import difference_of, face_name
from lessons.linear_cast.scene import Cast
from viz.lesson.first_edition import Row, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, sentence, tint


def explain(moment: Moment[Cast]) -> str:
    match moment.step:
        case RayFormed():
            return explanations.REVERSED if moment.scene.reversed_ray else explanations.FORMED
        case OriginMeasured(overlapped=overlapped):
            return explanations.OVERLAPPED if overlapped else explanations.ORIGIN
        case FaceTested() as tested:
            return explanations.BACK if tested.is_back else explanations.FRONT
        case CornerTested():
            return explanations.CORNER
        case TimeOfImpact(outcome=Outcome.SEPARATED):
            return explanations.MISSED
        case TimeOfImpact(outcome=Outcome.OVERLAPPED):
            return explanations.OVERLAPPED
        case FeatureHit() | TimeOfImpact():
            return explanations.HIT
        case _:
            return explanations.LAID


def caption(moment: Moment[Cast]) -> str:
    scene = moment.scene
    match moment.step:
        case RayFormed(_, ray):
            return f"The origin moves by {tint(pair(ray), Ink.RESULT)} through the difference: v_B − v_A."
        case OriginMeasured() as found:
            return _origin(moment, found)
        case FaceTested() as tested:
            return _face(moment, tested)
        case CornerTested(corner, _, passing, first):
            name = f"The ray's line goes by corner {corner} at {amount(passing)}"
            return (
                f"{name} and misses its disc." if first is None else f"{name} and enters its disc at {clock(first)}."
            )
        case FeatureHit(face, corner, fraction):
            by = face_name(moment, face) if face is not None else f"the disc of corner {corner}"
            return f"The ray enters by {tint(by, Ink.REFERENCE)}, at t = {tint(clock(fraction), Ink.OVERLAP)}."
        case TimeOfImpact() as answer:
            return f"{ending(answer, rounding(moment))}{_reversed(scene, answer)}"
        case EdgeLaid() as laid:
            operands = operands_of(scene.a.world, scene.b.world)
            return laying_captions.laid_caption(operands, difference_of(moment), laid, turned=True)
        case StartFound(of_a, of_b):
            return f"The lowest vertex of A, {of_a}, less the highest of B, {of_b}: here the outline starts."
        case built:
            return f"The difference has {len(built.edges)} edges."


def rounding(moment: Moment[Any]) -> float:
    """What cannot be told from touching."""
    formed: RayFormed = moment.trace.steps[0]
    return formed.tolerance


def _origin(moment: Moment[Cast], found: OriginMeasured) -> str:
    if found.overlapped:
        words = tint(gap(found.separation, rounding(moment)), Ink.OVERLAP)
        return f"The origin starts in the difference: {words}."
    at = f"The origin is {tint(amount(found.separation), Ink.GAP)} from the difference"
    if found.miss is not None:
        return f"{at}: {MISSES[found.miss]}."
    return f"{at}; along this normal the ray goes {amount(found.closing)} towards it."


def _face(moment: Moment[Cast], tested: FaceTested) -> str:
    name = sentence(face_name(moment, tested.face))
    if tested.fraction is None:
        beyond = " The origin is beyond its line: no entry." if tested.separation > rounding(moment) else ""
        ending = "" if " and " in name else "s"
        way = f"run{ending} along" if moment.scene.is_level(tested.approach) else f"look{ending} away from"
        return f"{tint(name, Ink.QUIET)} {way} the ray: skipped.{beyond}"
    rank = "the last so far" if tested.is_last else "not the last"
    return f"{tint(name, Ink.REFERENCE)}: the line is crossed at t = {clock(tested.fraction)}, {rank}."


def _reversed(scene: Cast, answer: TimeOfImpact) -> str:
    """What a cast along the ray the other way round says."""
    if not scene.reversed_ray:
        return ""
    a, motion_a, b, motion_b = scene.cast
    wrong = linear_cast(a, motion_b, b, motion_a)
    if wrong.outcome is answer.outcome and wrong.fraction == answer.fraction:
        return " The ray the other way round says the same here."
    said = f"contact at t = {clock(wrong.fraction)}" if wrong.outcome is Outcome.HIT else "no contact"
    return f" The ray the other way round says {tint(said, Ink.FAULTY)}."


def situation(moment: Moment[Cast]) -> str:
    if moment.is_last and moment.parent is None:
        return ending(moment.trace.result, rounding(moment))
    match moment.step:
        case OriginMeasured(separation=separation):
            where = "outside" if separation > 0.0 else "inside"
            return f"At the start the origin is {tint(where, separation_ink(separation))} the difference."
        case _ if moment.parent is not None:
            return "The edges of A and of B, turned round, make the difference."
        case _:
            return "The shapes slide without turning: when does the origin reach the difference?"


def table(moment: Moment[Cast]) -> Table | None:
    if moment.parent is not None:
        return None
    rows: list[Row] = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, FaceTested):
            back = "along it" if moment.scene.is_level(step.approach) else "back face"
            crossed = back if step.fraction is None else clock(step.fraction)
            where = "" if step.fraction is None else "on the face" if step.on_face else "beside"
            name = face_name(moment, step.face)
            cells = amount(step.approach), crossed, where
            edge = difference_of(moment).edges[step.face]
            ink = Ink.A if edge.of_a is not None else Ink.B
            rows.append(step_row(i, moment.index, name, *cells, ink=ink, feature=name.split(" and ")[0]))
        elif isinstance(step, CornerTested):
            crossed = "missed" if step.first is None else clock(step.first)
            rows.append(step_row(i, moment.index, f"corner {step.corner}", "", crossed, "", ink=Ink.REFERENCE))
    return Table(("face", "n · ray", "t", ""), tuple(rows))
