"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from typing import Any

from geometry import SweptImpact
from geometry.swept_circle.circle_point import QuadraticFormed, RootsFound
from geometry.swept_circle.circle_segment import CapChosen, SlabCrossed, WallMeasured
from geometry.swept_circle.steps import Approached, RelativeMotion, SegmentFeature, StartMeasured
from geometry.vector import cross, length
from lessons.first_edition.moving_captions import impact_situation, moving_caption
from lessons.swept_circle_segment import explanations
from lessons.swept_circle_segment.faulty import CENTRE, LISTING, NONE, UNIT, UNSQUARED, faulty_fraction
from lessons.swept_circle_segment.scene import MOMENTS, PARTS, CircleAndWall
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, pair, signed, tint

RULES = {
    UNSQUARED: explanations.UNSQUARED,
    CENTRE: explanations.CENTRE,
    UNIT: explanations.UNIT,
    LISTING: explanations.LISTING,
}
EXPLAINED = {
    RelativeMotion: explanations.MOTION,
    StartMeasured: explanations.START,
    WallMeasured: explanations.WALL,
    Approached: explanations.APPROACH,
    SlabCrossed: explanations.SLAB,
    CapChosen: explanations.CAP,
    QuadraticFormed: explanations.CAP,
    RootsFound: explanations.CAP,
}
END = {SegmentFeature.START: "end c", SegmentFeature.END: "end d", SegmentFeature.FACE: "the wall"}

WHERE = {SegmentFeature.START: "before c", SegmentFeature.FACE: "on the wall", SegmentFeature.END: "past d"}


def explain(moment: Moment[CircleAndWall]) -> str:
    if isinstance(moment.step, SweptImpact):
        return RULES.get(moment.scene.rule, explanations.IMPACT)
    if getattr(moment.step, "cap", None) is not None:
        return explanations.CAP
    return EXPLAINED[type(moment.step)]


def faulty(scene: CircleAndWall) -> float | None:
    """What the rule beside it reports."""
    return faulty_fraction(scene.rule, scene.case)


def caption(moment: Moment[CircleAndWall]) -> str:
    scene = moment.scene
    match moment.step:
        case RelativeMotion() as move:
            return f"A moves by {tint(pair(move.motion), Ink.VECTOR_P)}; the wall stands still."
        case WallMeasured() as wall:
            return _wall(wall)
        case Approached() as approach if approach.cap is None and approach.miss is None:
            if any(isinstance(s, WallMeasured) and s.inside for s in moment.trace):
                return "The centre is in the slab already, past an end of the wall: no face can be met, the end can."
            towards = tint(amount(approach.closing), Ink.RESULT)
            return f"The motion leads towards the wall's line by {towards}: the circle may touch."
        case SlabCrossed() as slab:
            return _slab(scene, slab)
        case CapChosen(feature):
            return f"Past the wall, only the cap at {tint(END[feature], Ink.REFERENCE)} can still be met."
        case SweptImpact() as found if scene.rule != NONE:
            said = faulty(scene)
            words = "no contact" if said is None else f"t = {amount(said)}"
            return f"{moving_caption(found, 'the wall')} By the rule beside it: {tint(words, Ink.FAULTY)}."
        case step:
            cap = getattr(step, "cap", None)
            return moving_caption(step, "the wall" if cap is None else END[cap])


def _wall(wall: WallMeasured) -> str:
    height = tint(amount(wall.height), Ink.RESULT)
    area = amount(wall.height * wall.wall_length)
    if wall.inside:
        return f"The centre is {height} from the wall's line, inside the slab: it is past an end of the wall."
    return f"The area of {area} over the wall's length of {amount(wall.wall_length)} is a height of {height}."


def _slab(scene: CircleAndWall, slab: SlabCrossed) -> str:
    root = 2.0 * abs(cross(scene.motion, scene.d - scene.c)) * scene.radius * length(scene.d - scene.c)
    enter = tint(amount(slab.enter), Ink.RESULT)
    text = f"The slab is entered at t = {enter}, the foot {WHERE[slab.feature]}"
    return f"{text}; a quadratic would have {amount(root)} squared under its root."


def situation(moment: Moment[CircleAndWall]) -> str:
    if not moment.is_last:
        return "When does the moving circle A first touch the wall from c to d?"
    found: SweptImpact = moment.step
    return impact_situation(found, "A", "the wall" if found.feature is None else f"the {PARTS[found.feature]}")


def _rows(step: Any) -> list[tuple[str, str, Ink, str | None]]:
    """Name, value, ink and feature of a step's rows."""
    cap = getattr(step, "cap", None)
    part = None if cap is None else PARTS[cap]
    match step:
        case StartMeasured():
            name = "gap at t = 0" if cap is None else f"gap to {END[cap]}"
            return [(name, signed(step.separation), separation_ink(step.separation), part)]
        case WallMeasured():
            return [("height", amount(step.height), Ink.RESULT, None)]
        case Approached():
            name = "towards it" if cap is None else "towards the end"
            return [(name, signed(step.closing), Ink.RESULT, part)]
        case SlabCrossed(enter, leave, foot):
            return [
                (MOMENTS["enter"], f"t = {amount(enter)}", Ink.RESULT, MOMENTS["enter"]),
                (MOMENTS["leave"], f"t = {amount(leave)}", Ink.QUIET, MOMENTS["leave"]),
                ("foot on the line", f"{amount(foot)} from c", Ink.REFERENCE, None),
            ]
        case RootsFound(first, last):
            roots = ((MOMENTS["first"], first), (MOMENTS["last"], last))
            return [(name, f"t = {amount(t)}", Ink.RESULT, name) for name, t in roots]
        case SweptImpact():
            return [("answer", "none" if step.miss is not None else f"t = {amount(step.fraction)}", Ink.RESULT, None)]
        case _:
            return []


def table(moment: Moment[CircleAndWall]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        for name, value, ink, feature in _rows(step):
            rows.append(step_row(i, moment.index, name, tint(value, ink), ink=ink, feature=feature))
    return Table(("quantity", "value"), tuple(rows))
