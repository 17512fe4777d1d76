"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from typing import Any

from geometry import Miss, SegmentFeature, SweptImpact
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from geometry.swept_circle.steps import RelativeMotion, StartMeasured
from lessons.ray_segment import explanations
from lessons.ray_segment.faulty import ENDLESS, LINE, NONE, faulty_fraction
from lessons.ray_segment.scene import PointAndWall
from viz.ink import Ink, separation_ink
from viz.lesson import Moment
from viz.moving_words import impact_situation, moving_caption
from viz.table import Table, step_row
from viz.text import amount, pair, signed, tint

END = {SegmentFeature.START: "end c", SegmentFeature.END: "end d", SegmentFeature.FACE: "the wall"}


def is_end(step: Any) -> bool:
    """Whether a step is about an end of the wall alone."""
    return isinstance(step, CapChosen) or getattr(step, "cap", None) is not None


def explain(moment: Moment[PointAndWall]) -> str:
    match moment.step:
        case RelativeMotion():
            return explanations.MOTION
        case CrossProducts() as products:
            return explanations.PARALLEL if products.parallel else explanations.PRODUCTS
        case LinesMet():
            return explanations.MEETING
        case SweptImpact():
            rules = {LINE: explanations.LINE, ENDLESS: explanations.ENDLESS}
            return rules.get(moment.scene.rule, explanations.IMPACT)
        case StartMeasured() as start if start.cap is None:
            return explanations.START
        case _:
            return explanations.END


def faulty(scene: PointAndWall) -> float | None:
    """What the rule beside it reports."""
    return faulty_fraction(scene.rule, scene.p, scene.motion, scene.c, scene.d)


def caption(moment: Moment[PointAndWall]) -> str:
    scene = moment.scene
    match moment.step:
        case RelativeMotion() as move:
            return f"The path is r = {tint(pair(move.motion), Ink.VECTOR_P)}, the wall e = {pair(scene.wall)}."
        case StartMeasured() as start if start.cap is None:
            if start.overlapped:
                return f"The point is {tint('on the wall', Ink.PENETRATION)} at the start: t = 0."
            return f"At the start the point is {tint(amount(start.separation), Ink.SEPARATION)} from the wall."
        case CrossProducts() as products:
            return _products(products)
        case LinesMet() as met:
            return _met(met)
        case CapChosen(feature):
            return f"The path runs along the wall's line: what it can meet is {tint(END[feature], Ink.REFERENCE)}."
        case SweptImpact() as found if scene.rule != NONE:
            said = faulty(scene)
            words = "no hit" if said is None else f"a hit at t = {amount(said)}"
            who = "By the wall's whole line" if scene.rule == LINE else "By an endless path"
            return f"{moving_caption(found, 'the wall')} {who}: {tint(words, Ink.FAULTY)}."
        case step:
            cap = getattr(step, "cap", None)
            return moving_caption(step, "the end" if cap is None else END[cap])


def _products(products: CrossProducts) -> str:
    of_wall, across = tint(signed(products.of_wall), Ink.VECTOR_Q), tint(signed(products.across), Ink.VECTOR_P)
    if products.parallel:
        aside = amount(abs(products.height))
        return f"The area r × e is {across}: the path runs parallel to the wall, {aside} beside it."
    return f"The areas are (c − p) × e = {of_wall} and r × e = {across}: t is the one over the other."


def _met(met: LinesMet) -> str:
    t, u = tint(amount(met.fraction), Ink.RESULT), tint(amount(met.place), Ink.RESULT)
    text = f"The lines meet at t = {t} and u = {u}"
    if met.miss is None:
        return f"{text}, both between 0 and 1."
    why = {
        Miss.RECEDING: "the wall lies behind",
        Miss.TOO_FAR: "the path is too short",
        Miss.PASSING: "beside the wall",
    }
    return f"{text}: {why[met.miss]}."


def situation(moment: Moment[PointAndWall]) -> str:
    if not moment.is_last:
        return "Does the point p meet the wall from c to d on its way, and when?"
    return impact_situation(moment.step, "The point", "the wall")


def _row(step: Any) -> tuple[str, str, Ink] | None:
    """Name, value and ink of a step's row."""
    match step:
        case StartMeasured():
            name = "distance at t = 0" if step.cap is None else f"distance of {END[step.cap]}"
            return name, amount(step.separation), separation_ink(step.separation)
        case CrossProducts():
            return "r × e", signed(step.across), Ink.VECTOR_P
        case LinesMet():
            return "t and u", f"{amount(step.fraction)} and {amount(step.place)}", Ink.RESULT
        case SweptImpact():
            return "first touch", "none" if step.miss is not None else f"t = {amount(step.fraction)}", Ink.RESULT
        case _:
            return None


def table(moment: Moment[PointAndWall]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if (row := _row(step)) is not None:
            name, value, ink = row
            rows.append(step_row(i, moment.index, name, tint(value, ink), ink=ink))
            if isinstance(step, CrossProducts):
                cells = tint(signed(step.of_wall), Ink.VECTOR_Q)
                rows.append(step_row(i, moment.index, "(c − p) × e", cells, ink=Ink.VECTOR_Q))
    return Table(("quantity", "value"), tuple(rows))
