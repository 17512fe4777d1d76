"""One judge for everything that moves until it touches: rays, circles, pairs of shapes.

An answer t is the first touch exactly if the gap g(t) is 0 and g is not below 0 before; and None is right exactly if
g never falls below 0. Between what moves along a straight line and a convex shape g is a convex function of t, so
that its least value is easily found; of what turns too, `turning` says when it falls below 0.
The project's own cast says when, for the sentence; the property alone decides, so a glancing touch may count or not.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geometry.counterexample.reading import number
from geometry.counterexample.statement import Conventions
from geometry.counterexample.truth import CLOSE
from geometry.counterexample.words import apart, told


@dataclass(frozen=True, eq=False)
class Motion:
    """Something that moves until it touches; along a straight line, where no subclass says how else."""

    gap: Callable[[float], float]  # at t: the distance that is left, negative when overlapping
    first: float | None  # the project's answer: 0 for a start in contact
    speed: float  # length of the way for t from 0 to 1; of what turns the most that the gap can change by
    last: float  # the greatest t that is asked for; math.inf for a ray
    reach: float  # a t beyond which the gap only grows, at most `last`
    close: float  # a gap of this size is none
    leaves: float | None = None  # when it leaves again, where that can be an answer
    mover: str = "the circle"  # in sentences
    target: str = "the shape"

    def nearest(self, end: float) -> float:
        """The t, up to `end`, at which the gap is least."""
        return lowest(self.gap, 0.0, end)

    def dips(self, end: float) -> bool:
        """Whether the two overlap at any t up to `end`."""
        return end > 0.0 and self.gap(self.nearest(end)) < -self.close


def judge_motion(motion: Motion, answer: Any, conventions: Conventions) -> str | None:
    """What is wrong with a time of first touch; None if it is right."""
    start = motion.gap(0.0)
    said = None if answer is None else number(answer)
    if said is not None and conventions.in_lengths:
        said /= motion.speed
    if start <= motion.close:
        wrong = _wrong_inside(motion, said, conventions.start_inside)
        # Where they only touch at the start, going on and not counting it are right as well.
        return None if start >= -motion.close and _is_first(motion, said) else wrong
    if _is_first(motion, said):
        return None
    first = motion.first
    if first is None:
        low = motion.gap(motion.nearest(motion.reach))
        assert said is not None
        return f"Returned {told(said)}, but {motion.mover} misses {motion.target} by {told(low)}."
    if said is None:
        return f"Returned None, but the first touch is at t = {told(first)}."
    if said < 0.0:
        return f"Returned {told(said)}, which lies before the start; the first touch is at t = {told(first)}."
    mine, due = apart(said, first)
    if said > motion.last:
        return f"Returned {mine}, which is after the end; the first touch is at t = {due}."
    gap = motion.gap(said)
    if abs(gap) <= motion.close:
        return f"At t = {mine} {motion.mover} touches {motion.target} for the second time; the first is at t = {due}."
    there = f"overlaps {motion.target} by {told(-gap)}" if gap < 0.0 else f"is {told(gap)} away from {motion.target}"
    return f"At t = {mine} {motion.mover} {there}; the first touch is at t = {due}."


def _wrong_inside(motion: Motion, said: float | None, rule: str) -> str | None:
    """What is wrong with an answer to a start in contact."""
    start = "in touch" if motion.gap(0.0) >= -motion.close else "inside"
    if rule == "miss":
        return None if said is None else f"Returned {told(said)} for a start {start}; elsewhere that is None."
    due = 0.0 if rule == "zero" or motion.leaves is None else motion.leaves
    slack = 4.0 * motion.close / motion.speed if due > 0.0 else CLOSE
    if said is not None and abs(said - due) <= slack:
        return None
    shown = "None" if said is None else told(said)
    return f"Returned {shown}, but {motion.mover} starts {start}: expected {told(due)}."


def touches(motion: Motion) -> bool:
    """Whether a touch decides: at the start, or where the two come nearest."""
    least = motion.gap(motion.nearest(motion.reach))
    return min(abs(motion.gap(0.0)), abs(least)) <= motion.close


def _is_first(motion: Motion, said: float | None) -> bool:
    """Whether an answer has the property of the first touch."""
    slack = motion.close / motion.speed
    if said is not None and motion.first is not None and abs(said - motion.first) <= slack and said >= -slack:
        return True
    if said is None and motion.first is None:
        return True
    end = motion.reach if said is None else said
    if said is not None and (not -slack <= said <= motion.last + slack or abs(motion.gap(said)) > motion.close):
        return False
    return not motion.dips(end)


def lowest(function: Callable[[float], float], start: float, end: float) -> float:
    """Where a convex function is least on an interval: golden section, to 1e-12 of it."""
    ratio = (math.sqrt(5.0) - 1.0) / 2.0
    low, high = end - ratio * (end - start), start + ratio * (end - start)
    at_low, at_high = function(low), function(high)
    for _ in range(58):
        if at_low <= at_high:
            end, high, at_high = high, low, at_low
            low = end - ratio * (end - start)
            at_low = function(low)
        else:
            start, low, at_low = low, high, at_high
            high = start + ratio * (end - start)
            at_high = function(high)
    return min((start, low, high, end), key=function)
