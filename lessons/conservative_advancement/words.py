"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome
from geometry.outcome import Miss
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, SweepsMeasured
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.conservative_advancement import explanations
from lessons.conservative_advancement.listing import Ending, listing
from lessons.conservative_advancement.scene import Advancing
from lessons.first_edition.advancement_picture import feature
from lessons.first_edition.sweep_captions import MISSES, bearing, clock, ending
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, tint

BOUNDS, ADVANCE, ANSWER = "Bounds", "Measure, bound, advance", "Answer"


def explain(moment: Moment[Advancing]) -> str:
    match moment.step:
        case SweepsMeasured():
            return explanations.MEASURED
        case InTouch():
            return explanations.IN_TOUCH
        case Advanced(miss=miss, hit=hit):
            return explanations.HIT if hit else _EXPLAINED[miss]
        case TimeOfImpact(outcome=Outcome.HIT):
            return explanations.ANSWER
        case TimeOfImpact(outcome=Outcome.FAILED):
            return explanations.FAILED
        case TimeOfImpact(miss=miss):
            return explanations.IN_TOUCH if miss is None else _EXPLAINED[miss]
    raise AssertionError


_EXPLAINED = {
    None: explanations.ADVANCED,
    Miss.TOO_FAR: explanations.TOO_FAR,
    Miss.RECEDING: explanations.RECEDING,
    Miss.NO_MOTION: explanations.STILL,
}


def caption(moment: Moment[Advancing]) -> str:
    match moment.step:
        case SweepsMeasured() as measured:
            return _measured(measured)
        case InTouch(fraction=fraction):
            return f"At t = {clock(fraction)} GJK finds {tint('no gap', Ink.OVERLAP)}: in contact already."
        case Advanced() as state:
            return _advanced(state)
        case answer:
            rounding = moment.trace.steps[0].lengths.rounding
            rounds = f" After {_count(answer.iterations)}." if answer.iterations else ""
            return f"{ending(answer, rounding)}{rounds}{_listing(moment.scene)}"


def _measured(measured: SweepsMeasured) -> str:
    parts = [
        f"{letter} turns by {amount(turn)} rad at a radius of {amount(radius)}"
        for letter, turn, radius in (
            ("A", measured.turn_a, measured.radius_a),
            ("B", measured.turn_b, measured.radius_b),
        )
        if turn != 0.0
    ]
    if not parts:
        return "Neither body turns: only the way of the centres can close the gap."
    return f"{' and '.join(parts)}: that closes at most {tint(amount(measured.arcs), Ink.REFERENCE)}."


def _advanced(state: Advanced) -> str:
    at = f"At t = {clock(state.fraction)} the gap is {tint(amount(state.separation), separation_ink(1.0))}"
    bound = tint(amount(state.bound), Ink.REFERENCE)
    if state.hit:
        return f"{at}: down to the target distance. A {tint('hit', Ink.OVERLAP)}."
    if state.miss is Miss.TOO_FAR:
        return f"{at}; at {bound} it is still {amount(state.least_at_end)} at the end: no contact."
    if state.miss is not None:
        return f"{at} and the bound {bound}: {MISSES[state.miss]}."
    step = tint(clock(state.step), Ink.RESULT)
    return f"{at}; nothing closes it faster than {bound}, so it is safe to advance by {step}."


def _listing(scene: Advancing) -> str:
    if not scene.listing:
        return ""
    found = listing(scene)
    if found.ending is Ending.NEVER:
        times = " and ".join(clock(t) for t in sorted(found.times[-2:]))
        return f" {tint(f'The listing goes to and fro between {times}', Ink.FAULTY)}."
    word = "contact" if found.ending is Ending.HIT else "no contact"
    return f" The listing says {tint(word, Ink.FAULTY)}, at t = {clock(found.times[-1])}."


def _count(iterations: int) -> str:
    return "one iteration" if iterations == 1 else f"{iterations} iterations"


def situation(moment: Moment[Advancing]) -> str:
    if moment.is_last:
        return ending(moment.trace.result, moment.trace.steps[0].lengths.rounding)
    match moment.step:
        case Advanced(fraction=t, separation=separation):
            return f"At t = {clock(t)} they are {tint(amount(separation), separation_ink(separation))} apart."
        case InTouch():
            return f"A and B are {tint('in contact', Ink.OVERLAP)} before they move."
        case _:
            return "Both bodies move and turn evenly: when do they first touch?"


def table(moment: Moment[Advancing]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, InTouch):
            cells = [clock(step.fraction), tint("in contact", Ink.OVERLAP)]
        elif isinstance(step, Advanced):
            cells = [
                clock(step.fraction),
                tint(amount(step.separation), separation_ink(step.separation)),
                bearing(step.normal),
                tint(amount(step.bound), Ink.REFERENCE),
                clock(step.step) if step.step > 0.0 else "hit" if step.hit else "miss",
            ]
        else:
            continue
        ink = Ink.GAP if isinstance(step, Advanced) else Ink.OVERLAP
        rows.append(step_row(i, moment.index, str(step.iteration), *cells, ink=ink, feature=feature(step)))
    return Table(("#", "t", "gap", "normal", "bound", "step"), tuple(rows))
