"""Words on motion that the lessons on time of impact share: fractions of the way, and why nothing was met."""

from __future__ import annotations

from geometry import Outcome
from geometry.outcome import Miss
from geometry.time_of_impact.impact import TimeOfImpact
from viz.lesson.ink import Ink
from viz.lesson.text import amount, tint

MISSES = {
    Miss.NO_MOTION: "neither moves as seen from the other",
    Miss.RECEDING: "the gap never closes from here",
    Miss.PASSING: "they pass each other",
    Miss.TOO_FAR: "the gap cannot close before the end",
}


def clock(fraction: float) -> str:
    """A fraction of the way, to four decimals: search steps are short."""
    return f"{fraction:.4f}".replace("-", "−")


def gap(separation: float, rounding: float = 0.0) -> str:
    """What is between two shapes, in words: "gap 0.30", "overlap 0.30", or "touching" up to rounding."""
    if abs(separation) <= rounding:
        return "touching"
    return f"gap {amount(separation)}" if separation > 0.0 else f"overlap {amount(-separation)}"


def ending(answer: TimeOfImpact, rounding: float = 0.0) -> str:
    """How a search ended, as a sentence. A depth within `rounding` is called touching."""
    if answer.outcome is Outcome.HIT:
        return f"Contact at t = {tint(clock(answer.fraction), Ink.OVERLAP)}."
    if answer.outcome is Outcome.OVERLAPPED:
        depth = -(answer.separation or 0.0)
        deep = "just touching" if abs(depth) <= rounding else f"{amount(depth)} deep"
        return f"In contact at the start, {tint(deep, Ink.OVERLAP)}: nothing to search for."
    if answer.outcome is Outcome.FAILED:
        return f"Given up at the cap: nothing touches before t = {clock(answer.fraction)}, the rest is not known."
    assert answer.miss is not None
    return f"{tint('No contact', Ink.GAP)}: {MISSES[answer.miss]}."
