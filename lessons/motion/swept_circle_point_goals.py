"""What the scenes of a moving circle and a point ask to construct: each its own, and each faulty rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from geometry.vector import cross, length
from lessons.motion.quadratic import Against, least_gap
from lessons.motion.swept_circle_point_faulty import CENTRE, CLOSING_FIRST, LOWEST, NO_END, POINT
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed

GRAZE, CLOSE, ACROSS = "graze early", "pass closely", "across"
RADIUS, SAME = 0.8, 0.005  # of the circle that p is to be inside of, and how far off it may be
FROM, UNTIL, OFF = 0.2, 0.8, 0.03  # when p is to be inside, and how far off both times may be
EARLY = 0.25  # when the circle is to graze p
TOUCH = 0.03  # world length that m and R may differ by
NEAR = 0.1  # the gap that is to be left
STILL, LONG = 0.1, 1.0  # β as good as 0, and how long v has to be


def goal(at: Against, of: str, compare: str = "") -> Challenge:
    """A case to construct: while a rule is compared, one in which what it takes for one is told apart."""
    return _GOALS.get(compare or of, _span)(at)


def _roots(at: Against) -> str:
    return f"t₁ = {fixed(at.roots[0])}, t₂ = {fixed(at.roots[1])}" if at.roots else "no root"


def _span(at: Against) -> Challenge:
    first, last = at.roots or (math.inf, math.inf)
    is_kept = abs(at.radius - RADIUS) < SAME
    return Challenge(
        f"With $R$ = {fixed(RADIUS)}, find a motion with {POINT} inside from $t$ = {fixed(FROM)} "
        f"to $t$ = {fixed(UNTIL)}.",
        is_kept and abs(first - FROM) < OFF and abs(last - UNTIL) < OFF,
        _roots(at) if is_kept else f"R = {fixed(at.radius)}",
        rf"Half-way {CENTRE} must be nearest to {POINT}; and $\Vert{{}}v\Vert{{}}$ is the chord in the "
        f"dashed circle, divided by {fixed(UNTIL - FROM)}.",
    )


def _graze(at: Against) -> Challenge:
    middle = -at.beta / at.alpha if at.alpha > 0.0 else math.inf
    off = at.passing - at.radius
    return Challenge(
        f"Let the circle graze {POINT} at $t$ = {fixed(EARLY)}: $m$ and $R$ less than {fixed(TOUCH)} apart.",
        abs(off) < TOUCH and abs(middle - EARLY) < OFF,
        f"−β/α = {fixed(middle)}, m − R = {fixed(off)}" if at.alpha > 0.0 else "no motion",
        rf"{CENTRE} must be nearest to {POINT} after a quarter of $\boldsymbol{{v}}$, at the distance $m$ = $R$.",
    )


def _close(at: Against) -> Challenge:
    """On the other side than at first, so that a larger circle is no answer."""
    gap, is_left = least_gap(at), cross(at.offset, at.v) > 0.0  # whether p is on the left of the path
    return Challenge(
        f"Let the circle pass {POINT} on its **other side**, at a gap of less than {fixed(NEAR)}.",
        not is_left and 0.0 < gap < NEAR and 0.0 < at.nearest() < 1.0,
        f"least gap {fixed(gap)}, p on the {'left' if is_left else 'right'}",
        "The line of the path must pass below the dashed circle or above it: which is it now?",
    )


def _across(at: Against) -> Challenge:
    return Challenge(
        rf"Turn $\boldsymbol{{v}}$ so that the gap stays the same at first: $\vert\beta\vert$ < {fixed(STILL)}, "
        rf"with $\Vert{{}}v\Vert{{}}$ ≥ {fixed(LONG)}.",
        abs(at.beta) < STILL and length(at.v) >= LONG and at.gap(0.0) > 0.0,
        f"β = {fixed(at.beta)}",
        r"$\beta$ is a dot product: when is it 0?",
    )


def _lost(at: Against) -> Challenge:
    first, last = at.roots or (math.nan, math.nan)
    return Challenge(
        f"Find a motion for which this rule finds no impact, although {POINT} is inside at the start.",
        first <= 0.0 and last > 1.0,
        _roots(at),
        f"The last root must lie after $t$ = 1: the motion must end before {POINT} leaves the circle.",
    )


def _inside(at: Against) -> Challenge:
    first, last = at.roots or (math.nan, math.nan)
    return Challenge(
        rf"Let this rule find no impact ($\beta$ ≥ 0), although {POINT} is inside during the **whole** motion.",
        first <= 0.0 and last >= 1.0 and at.beta >= 0.0,
        f"β = {fixed(at.beta)}, {_roots(at).split(', ')[-1]}",
        rf"The last root must lie after $t$ = 1, and $\boldsymbol{{v}}$ must not end on {POINT}’s side "
        "of the line where β is 0.",
    )


def _slanting(at: Against) -> Challenge:
    speed, s = length(at.v), at.gap(0.0)
    first = at.roots[0] if at.roots else math.nan
    return Challenge(
        r"Find a motion with $\Vert{}v\Vert{}$ ≥ $s$ whose first root still lies after $t$ = 1.",
        speed >= s > 0.0 and first > 1.0,
        f"‖v‖ − s = {fixed(speed - s)}, {_roots(at).split(',')[0]}",
        "The gap s is the shortest way to the dashed circle. A slanting path to it is longer.",
    )


_GOALS: Mapping[str, Callable[[Against], Challenge]] = {
    LOWEST: _lost,
    CLOSING_FIRST: _inside,
    NO_END: _slanting,
    GRAZE: _graze,
    CLOSE: _close,
    ACROSS: _across,
}
