"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from typing import Any

from geometry import Miss, SweptImpact
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from geometry.swept_circle.steps import Approached, RelativeMotion, StartMeasured
from lessons.first_edition.moving_captions import impact_situation, moving_caption
from lessons.ray_segment import explanations
from lessons.ray_segment.faulty import ENDLESS, NEVER, NONE, SIDES, faulty_fraction
from lessons.ray_segment.scene import END, PointAndWall
from viz.lesson.first_edition import Row, Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, signed, tint

RULES = {SIDES: explanations.SIDES, ENDLESS: explanations.ENDLESS, NEVER: explanations.NEVER}
AREAS = {"across": "r × e", "of_wall": "w × e", "of_path": "w × r"}  # of the field
INKS = {"across": Ink.VECTOR_P, "of_wall": Ink.RESULT, "of_path": Ink.CONSTRUCTION}
WHERE = {
    Miss.RECEDING: "t is below 0: the lines meet behind A",
    Miss.TOO_FAR: "t is above 1: the way ends before the wall's line",
    Miss.PASSING: "u is not between 0 and 1: the path goes past the wall",
}


def explain(moment: Moment[PointAndWall]) -> str:
    if getattr(moment.step, "cap", None) is not None:
        return explanations.END
    match moment.step:
        case RelativeMotion():
            return explanations.MOTION
        case StartMeasured():
            return explanations.START
        case CrossProducts() as products:
            return explanations.PARALLEL if products.parallel else explanations.CROSS
        case LinesMet():
            return explanations.MET
        case CapChosen():
            return explanations.PARALLEL
        case QuadraticFormed() | RootsFound():
            return explanations.END
        case _:
            return RULES.get(moment.scene.rule, explanations.IMPACT)


def faulty(scene: PointAndWall) -> float | None:
    """What the rule beside it reports."""
    return faulty_fraction(scene.rule, scene.start, scene.motion, scene.c, scene.d)


def caption(moment: Moment[PointAndWall]) -> str:
    scene = moment.scene
    match moment.step:
        case RelativeMotion() as move:
            return f"A moves by r = {tint(pair(move.motion), Ink.VECTOR_P)}; the wall is e = {pair(scene.wall)}."
        case StartMeasured() as start:
            return moving_caption(start, "the wall" if start.cap is None else END[start.cap])
        case CrossProducts() as products:
            return _products(products)
        case LinesMet() as met:
            t, u = tint(f"t = {amount(met.fraction)}", Ink.RESULT), tint(f"u = {amount(met.place)}", Ink.B)
            end = ": a hit" if met.miss is None else f". But {WHERE[met.miss]}"
            return f"The lines meet at {t} and {u}{end}."
        case CapChosen(feature):
            return f"A runs along the wall's line: {tint(END[feature], Ink.REFERENCE)} comes first, if any."
        case QuadraticFormed() as formed:
            passing = tint(amount(formed.passing), Ink.GAP if formed.passes else Ink.RESULT)
            if formed.passes:
                return f"The path goes past the end at {passing}: neither has a radius, so they miss."
            return f"The path runs through the end, {passing} from it: what is under the root is 0 as well."
        case RootsFound() as roots:
            return f"Both roots are the same moment: t = {tint(amount(roots.first), Ink.RESULT)}."
        case SweptImpact() as found if scene.rule != NONE:
            said = faulty(scene)
            words = "no contact" if said is None else f"t = {amount(said)}"
            return f"{moving_caption(found, 'the wall')} By the rule beside it: {tint(words, Ink.FAULTY)}."
        case step:
            return moving_caption(step, "the wall")


def _products(step: CrossProducts) -> str:
    across = tint(signed(step.across), Ink.VECTOR_P)
    if step.parallel:
        off = tint(amount(abs(step.height)), Ink.GAP)
        return f"The path is parallel to the wall, {off} from its line: r × e is {across}."
    of_wall = tint(signed(step.of_wall), Ink.RESULT)
    return f"The areas, signed: r × e = {across}, w × e = {of_wall} and w × r = {signed(step.of_path)}."


def situation(moment: Moment[PointAndWall]) -> str:
    if not moment.is_last:
        return "When does the moving point A first meet the wall from c to d?"
    found: SweptImpact = moment.step
    return impact_situation(found, "A", "the wall" if found.feature is None else END[found.feature])


def table(moment: Moment[PointAndWall]) -> Table:
    rows: list[Row] = []
    for i, step in enumerate(moment.trace):
        for name, value, ink, feature in _rows(step):
            rows.append(step_row(i, moment.index, name, tint(value, ink), ink=ink, feature=feature))
    return Table(("quantity", "value"), tuple(rows))


def _rows(step: Any) -> list[tuple[str, str, Ink, str | None]]:
    """Name, value, ink and feature of a step's rows."""
    match step:
        case StartMeasured():
            name = "gap at t = 0" if step.cap is None else f"gap to {END[step.cap]}"
            return [(name, signed(step.separation), separation_ink(step.separation), None)]
        case CrossProducts():
            return [(AREAS[f], signed(getattr(step, f)), INKS[f], AREAS[f]) for f in AREAS]
        case LinesMet():
            return [
                ("t, of the path", amount(step.fraction), Ink.RESULT, "t"),
                ("u, of the wall", amount(step.place), Ink.B, "u"),
            ]
        case Approached():
            return [("towards the end", signed(step.closing), Ink.RESULT, None)]
        case RootsFound():
            return [("both roots", amount(step.first), Ink.RESULT, None)]
        case SweptImpact():
            found = "none" if step.miss is not None else f"t = {amount(step.fraction)}"
            return [("answer", found, Ink.RESULT, None)]
        case _:
            return []
