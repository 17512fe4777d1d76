"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome
from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, RootTried
from geometry.time_of_impact.conservative_advancement import Advanced, InTouch, SweepsMeasured
from geometry.time_of_impact.discrete import ContinuousAsked, MomentTested, Tunnelling
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.first_edition.sweep_captions import MISSES
from lessons.tunnelling import explanations
from lessons.tunnelling.scene import Stepped, outermost
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.text import amount, signed, tint


def explain(moment: Moment[Stepped]) -> str:
    if moment.parent is not None:
        return explanations.INSIDE
    match moment.step:
        case MomentTested():
            return explanations.MOMENTS
        case TimeOfImpact() as seen:
            return explanations.UNSEEN if seen.outcome is Outcome.SEPARATED else explanations.SEEN
        case ContinuousAsked():
            return explanations.CONTINUOUS
        case verdict:
            return explanations.TUNNELLED if verdict.tunnelled else explanations.VERDICT


def caption(moment: Moment[Stepped]) -> str:
    if moment.parent is not None:
        return _search(moment.step)
    match moment.step:
        case MomentTested() as tested:
            value = tint(signed(tested.separation), separation_ink(tested.separation))
            found = "an overlap, found" if tested.overlapped else "apart"
            return f"Moment {tested.step} of {moment.scene.count}, t = {amount(tested.fraction)}: {value}, {found}."
        case TimeOfImpact() as seen:
            return _seen(seen)
        case ContinuousAsked(impact):
            return _impact(impact)
        case verdict:
            return _verdict(verdict)


def _search(step: object) -> str:
    """One step of the search, or of what it asks."""
    match step:
        case SweepsMeasured():
            return "The search first measures how far the ways are, and how much the bodies turn."
        case AxisChosen(state=state):
            gap = tint(signed(state.separation), Ink.GAP)
            return f"At t = {amount(state.fraction)} they are {gap} apart; the gap is watched along that direction."
        case DeepestFound(last=last):
            gap = signed(last.separation)
            return f"At t = {amount(last.fraction)} the vertices that reach deepest along it are {gap} apart."
        case RootTried(fraction=t, separation=gap):
            return f"A guess: at t = {amount(t)} the gap of two vertices is {signed(gap)}."
        case Advanced(fraction=t, separation=gap):
            return f"Up to t = {amount(t)} nothing touches; there the gap is {signed(gap)}."
        case InTouch(fraction=t):
            return f"At t = {amount(t)} they touch."
        case TimeOfImpact() as impact:
            return _impact(impact)
        case _:
            return "One step of GJK, which measures the distance: its own lesson takes it apart."


def _seen(seen: TimeOfImpact) -> str:
    tests = f"{seen.iterations} {'test' if seen.iterations == 1 else 'tests'}"
    if seen.outcome is Outcome.SEPARATED:
        return f"After {tests} the discrete answer is {tint('no contact', Ink.GAP)}."
    depth = tint(amount(-(seen.separation or 0.0)), Ink.OVERLAP)
    return f"After {tests} the discrete answer is t = {amount(seen.fraction)}, at a depth of {depth}."


def _impact(impact: TimeOfImpact) -> str:
    if impact.outcome is Outcome.HIT:
        return f"In truth they first touch at t = {tint(amount(impact.fraction), Ink.RESULT)}."
    if impact.outcome is Outcome.OVERLAPPED:
        return f"In truth they touch {tint('at the start', Ink.OVERLAP)}."
    if impact.miss is None:
        return "The search has reached its cap, and does not know."
    return f"In truth there is {tint('no contact', Ink.GAP)}: {MISSES[impact.miss]}."


def _verdict(verdict: Tunnelling) -> str:
    tests, rounds = verdict.tests, verdict.continuous.iterations
    cost = f"{tests} {'test' if tests == 1 else 'tests'} against {rounds} {'round' if rounds == 1 else 'rounds'}"
    cost = f"Cost: {cost} of the search, each worth a test or more."
    if verdict.tunnelled:
        return f"{tint('Tunnelled', Ink.FAULTY)}: they touch, and no moment shows it. {cost}"
    if verdict.late is not None:
        return f"Seen, but {tint(amount(verdict.late), Ink.FAULTY)} of the way too late. {cost}"
    return f"Both answers agree. {cost}"


def situation(moment: Moment[Stepped]) -> str:
    above = outermost(moment)
    verdict: Tunnelling = above.trace.result
    if not above.is_last:
        if isinstance(moment.step, MomentTested) and moment.index:
            found = "the last shows an overlap" if moment.step.overlapped else "a gap at every one"
            return f"{moment.index + 1} of {above.scene.count + 1} moments looked at: {found}."
        steps = "one step" if above.scene.count == 1 else f"{above.scene.count} steps"
        return f"Do A and B touch on their ways, and do {steps} show it?"
    if verdict.tunnelled:
        at = tint(amount(verdict.continuous.fraction), Ink.RESULT)
        return f"They touch at t = {at}, and the steps {tint('miss it', Ink.FAULTY)}."
    if verdict.late is not None:
        return (
            f"They touch at t = {amount(verdict.continuous.fraction)}; seen at {amount(verdict.discrete.fraction)}."
        )
    if verdict.continuous.outcome is Outcome.OVERLAPPED:
        return "They touch at the start: the first moment shows it."
    return "They do not touch, and no moment shows a contact."


def table(moment: Moment[Stepped]) -> Table | None:
    if moment.parent is not None:
        return None
    rows = []
    for i, step in enumerate(moment.trace):
        match step:
            case MomentTested():
                value = tint(signed(step.separation), separation_ink(step.separation))
                cells = amount(step.fraction), value, "overlap" if step.overlapped else "gap"
                ink, feature = separation_ink(step.separation), f"moment {step.step}"
                rows.append(step_row(i, moment.index, str(step.step), *cells, ink=ink, feature=feature))
            case ContinuousAsked(impact):
                hit = impact.outcome is not Outcome.SEPARATED
                cells = (
                    (amount(impact.fraction), amount(impact.separation or 0.0), "touch") if hit else ("never", "", "")
                )
                rows.append(step_row(i, moment.index, "continuous", *cells, ink=Ink.RESULT))
            case _:
                pass
    return Table(("moment", "t", "separation", ""), tuple(rows))
