"""What is asked on the way."""

from __future__ import annotations

from geometry import Outcome
from geometry.time_of_impact.discrete import Tunnelling
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.tunnelling.scene import Stepped, outermost
from viz.lesson.first_edition import Question
from viz.lesson.lesson import Moment
from viz.lesson.text import amount

YES, NO = "yes, one of them", "no, none of them"


def question(moment: Moment[Stepped]) -> Question | None:
    """Whether any moment will show a contact; and when they have been looked at, whether that is the truth."""
    verdict: Tunnelling = outermost(moment).trace.result
    if isinstance(moment.step, TimeOfImpact) and moment.parent is None:
        return _truth(verdict)
    if moment.parent is not None or moment.index or verdict.discrete.outcome is Outcome.OVERLAPPED:
        return None
    sees = verdict.discrete.outcome is Outcome.HIT
    count = moment.scene.count
    text = f"Will any of the {count} moments to come show a contact?" if count > 1 else "Will the end show a contact?"
    at = amount(verdict.discrete.fraction)
    because = f"The moment t = {at} shows an overlap." if sees else "At every one of them there is a gap."
    return Question(text, frozenset((YES if sees else NO,)), because, (YES, NO))


def _truth(verdict: Tunnelling) -> Question | None:
    """What lies between the moments."""
    if verdict.discrete.outcome is Outcome.OVERLAPPED:
        return None
    found = verdict.continuous
    because = f"They first touch at t = {amount(found.fraction)}."
    if verdict.discrete.outcome is Outcome.HIT:
        text = f"The moment t = {amount(verdict.discrete.fraction)} shows an overlap. When did they first touch?"
        return Question(text, frozenset(("earlier" if verdict.late else "then",)), because, ("then", "earlier"))
    if not verdict.tunnelled:
        because = "There is a gap all the time."
    right = "yes" if verdict.tunnelled else "no"
    return Question(
        "No moment shows a contact. Do they touch in between?", frozenset((right,)), because, ("yes", "no")
    )
