"""What is said in this lesson, and the numbers in it."""

from __future__ import annotations

from geometry import Outcome
from geometry.time_of_impact.comparison import MethodAsked, MethodsCompared, MotionMethod, Verdict
from lessons.all_methods.explanations import COMPARED, EXPLAINED
from lessons.all_methods.picture import CASTS, ink_of, says
from lessons.all_methods.scene import Compared
from lessons.first_edition.sweep_captions import clock
from viz.lesson.first_edition import Table, step_row
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.text import listed, sentence, tint

_SINGULAR = {"moments": "moment", "edges": "edge", "faces": "face", "planes": "plane", "distances": "distance"}


def cost(asked: MethodAsked) -> str:
    """What was worked out, in words."""
    unit = _SINGULAR[asked.unit] if asked.count == 1 else asked.unit
    return f"{asked.count} {unit}, {asked.gaps} gaps" if asked.gaps else f"{asked.count} {unit}"


def explain(moment: Moment[Compared]) -> str:
    step = moment.step
    return EXPLAINED[step.method] if isinstance(step, MethodAsked) else COMPARED


def caption(moment: Moment[Compared]) -> str:
    step = moment.step
    if isinstance(step, MethodsCompared):
        right = [asked.method.value for asked in step.asked if asked.verdict is Verdict.RIGHT]
        if len(right) == len(step.asked):
            return f"All {len(right)} are right."
        verb = "is" if len(right) == 1 else "are"
        return f"{len(right)} of {len(step.asked)} {verb} right: {listed(right)}."
    name = sentence(step.method.value)
    blind = step.method in (*CASTS, MotionMethod.RAY) and _turns(moment)
    remark = " It does not see the turn." if blind else ""
    return f"{name}: {tint(says(step), ink_of(step))}. Cost: {cost(step)}.{remark}"


def _turns(moment: Moment[Compared]) -> bool:
    return bool(moment.trace.result.turns)


def situation(moment: Moment[Compared]) -> str:
    truth = moment.trace.result.truth
    if not moment.is_last:
        return "One motion, seven ways to look for a contact: what does each see, and what does it cost?"
    if truth.outcome is Outcome.HIT:
        return f"They touch at t = {tint(clock(truth.fraction), Ink.OVERLAP)}."
    if truth.outcome is Outcome.OVERLAPPED:
        return f"They are {tint('in contact', Ink.OVERLAP)} at the start."
    if truth.outcome is Outcome.FAILED:
        return f"Until t = {clock(truth.fraction)} nothing touches; the rest is not known."
    return f"They {tint('never touch', Ink.GAP)}."


def table(moment: Moment[Compared]) -> Table:
    rows = []
    for i, step in enumerate(moment.trace):
        if isinstance(step, MethodAsked):
            at = "none" if step.fraction is None else clock(step.fraction)
            paid = f"{step.count} + {step.gaps} gaps" if step.gaps else cost(step)
            cells = at, tint(step.verdict.value, ink_of(step)), paid
            name = step.method.value
            short = name.removesuffix(" advancement")
            rows.append(step_row(i, moment.index, short, *cells, ink=ink_of(step), feature=name))
    return Table(("method", "t", "", "cost"), tuple(rows))
