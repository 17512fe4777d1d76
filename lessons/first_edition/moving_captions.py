"""Words and numbers about swept circles."""

from __future__ import annotations

from typing import Any

from geometry import Miss, Outcome, SweptImpact, Trace
from geometry.swept_circle.circle_point import QuadraticFormed, RadiiJoined, RootsFound
from geometry.swept_circle.steps import Approached, RelativeMotion, StartMeasured
from viz.lesson.first_edition import Question
from viz.lesson.ink import Ink
from viz.lesson.text import amount, pair, signed, tint

WHY = {
    Miss.NO_MOTION: "neither moves as seen from the other",
    Miss.RECEDING: "the gap does not close",
    Miss.PASSING: "the path goes by",
    Miss.TOO_FAR: "the way is too short",
}
FATES = {
    Miss.NO_MOTION: "no: nothing moves",
    Miss.RECEDING: "no: it moves away",
    Miss.PASSING: "no: it passes by",
    Miss.TOO_FAR: "no: it stops short",
}
HITS, TOUCHES = "yes, on the way", "it touches already"


def fate_question(text: str, found: SweptImpact) -> Question:
    """What becomes of a motion, asked before anything is computed."""
    if found.miss is not None:
        return Question(text, frozenset((FATES[found.miss],)), f"No contact: {WHY[found.miss]}.", _options())
    if found.outcome is Outcome.OVERLAPPED:
        return Question(text, frozenset((TOUCHES,)), "The gap at the start is 0 or less.", _options())
    return Question(text, frozenset((HITS,)), f"The first touch is at t = {amount(found.fraction)}.", _options())


def _options() -> tuple[str, ...]:
    return (HITS, TOUCHES, *FATES.values())


def roots_question(trace: Trace[Any, Any]) -> Question | None:
    """How many of two roots count as moments of the motion, asked before they are worked out."""
    roots = next((step for step in trace if isinstance(step, RootsFound)), None)
    if roots is None or amount(roots.first) == amount(roots.last):
        return None
    options = "none", "one", "both"
    right = options[sum(0.0 <= t <= 1.0 for t in (roots.first, roots.last))]
    because = f"The first touch is at t = {amount(roots.first)}, the last at t = {amount(roots.last)}."
    text = "How many of the quadratic's two roots lie between t = 0 and t = 1?"
    return Question(text, frozenset((right,)), because, options)


def moving_stage(step: Any) -> str:
    """The stage of a step of a swept circle against a point."""
    match step:
        case RadiiJoined():
            return "Radii"
        case RelativeMotion():
            return "Motion"
        case StartMeasured():
            return "Start"
        case Approached():
            return "Approach"
        case QuadraticFormed():
            return "Quadratic"
        case RootsFound():
            return "Roots"
        case _:
            return "Impact"


def moving_caption(step: Any, b: str) -> str:
    """One sentence on a step of a swept circle against a point; `b` names what A is swept against."""
    match step:
        case StartMeasured():
            return start_caption(step, b)
        case Approached():
            return approach_caption(step)
        case QuadraticFormed():
            value = tint(amount(step.passing), Ink.GAP if step.passes else Ink.RESULT)
            if step.passes:
                return f"The path passes at {value}, further off than R: the number under the root is negative."
            return (
                f"The path passes at {value}, no further than R: under the root stands {amount(step.discriminant)}."
            )
        case RootsFound(first, last, within):
            both = f"Roots: first touch at {tint(amount(first), Ink.RESULT)}, last touch at {amount(last)}"
            return f"{both}." if within else f"{both}: both after the end of the way."
        case SweptImpact():
            return impact_caption(step)
        case _:
            return f"{type(step).__name__}."


def start_caption(step: StartMeasured, b: str) -> str:
    """The gap before anything moves."""
    if step.overlapped:
        value = tint(signed(step.separation), Ink.OVERLAP)
        return f"At the start the gap to {b} is {value}: they touch already, however they move."
    return f"At the start the gap to {b} is {tint(amount(step.separation), Ink.GAP)}."


def approach_caption(step: Approached) -> str:
    """How much of the gap the motion closes."""
    closing = tint(amount(step.closing), Ink.RESULT)
    if step.miss is Miss.NO_MOTION:
        return "There is no motion: the gap stays as it is."
    if step.miss is Miss.RECEDING:
        return f"The motion towards it is {closing}, not above 0: the gap cannot close, and no root is needed."
    if step.miss is Miss.TOO_FAR:
        return f"A gap of {amount(step.separation)} is more than the whole motion: too far, and no root is needed."
    return f"The motion leads towards it by {closing}: they may touch."


def impact_caption(found: SweptImpact) -> str:
    """The answer."""
    if found.miss is not None:
        return f"{tint('No contact', Ink.GAP)}: {WHY[found.miss]}."
    assert found.point is not None
    at = tint(pair(found.point), Ink.RESULT)
    if found.outcome is Outcome.OVERLAPPED:
        return f"They touch {tint('at the start', Ink.OVERLAP)}: t = 0, at {at}."
    return f"First touch at t = {tint(amount(found.fraction), Ink.RESULT)}, at {at}."


def root_rows(value: str) -> tuple[tuple[str, str, str], ...]:
    """Rows of a table for both roots, written one after the other: name, number, and the feature that it is."""
    numbers = (value.split() + ["", ""])[:2]
    return tuple((name, number, name) for name, number in zip(("first touch", "last touch"), numbers, strict=True))


def impact_situation(found: SweptImpact, a: str, b: str) -> str:
    """How things stand, once the answer is known."""
    if found.miss is not None:
        return f"{a} does {tint('not touch', Ink.GAP)} {b}: {WHY[found.miss]}."
    if found.outcome is Outcome.OVERLAPPED:
        return f"{a} touches {b} {tint('at the start', Ink.OVERLAP)} already."
    return f"{a} first touches {b} after {tint(amount(found.fraction), Ink.RESULT)} of the way."
