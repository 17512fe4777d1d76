"""What a faulty GJK ray cast says in place of the right one, at its first line and at the end."""

from __future__ import annotations

from dataclasses import replace

from geometry.time_of_impact.gjk_ray_cast import PlaneFound
from geometry.time_of_impact.impact import TimeOfImpact
from lessons.motion.casts import Translating, quotient
from lessons.motion.gjk_ray_cast_steps import digits_of, shows_fault
from lessons.motion.gjk_ray_cast_words import BARE_SPEED, X
from lessons.stories.grouping import apart, whole
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import equation, fixed, tint

DISTANCE, NO_MISS = "distance as time", "no miss test"
ADDED = r"\faulty{\Delta t=s}"
BACK = r"\faulty{\Delta t=\frac{g}{\boldsymbol v\cdot\hat n}<0}"
NO_TIME = (
    f"Here the distance $s$ of A and B is added to $t$. But a length is no time: it has to be divided by the speed "
    f"at which ${X}$ closes it."
)
NO_TEST = (
    f"Here the distance is divided by ${BARE_SPEED}$ without a test of its sign. Below 0, it makes the "
    "step negative: $t$ goes back in time."
)


def told_wrong(page: Page, moment: Moment[Translating]) -> Page:
    """The page with the faulty rule, its numbers, and what is wrong with them; as it is where that rule is right."""
    if not isinstance(moment.step, TimeOfImpact) or not shows_fault(moment):
        return page
    planes = [step for step in apart(whole(moment).trace) if isinstance(step, PlaneFound)]
    if moment.compare == NO_MISS and moment.faulty.fraction is not None and planes[0].closing < 0.0:
        digits = digits_of(moment)
        numbers = equation("{a} / ({b}) = {result}", quotient, decimals=digits, a=planes[0].gap, b=planes[0].closing)
        says = f"{tint(f'$t$ = {numbers}: back in time.', Ink.FAULTY)} Line 1 proves that A and B never meet."
        return replace(page, idea=NO_TEST, formula=BACK, sentence=says)
    if moment.compare != DISTANCE:
        return page
    first, s = planes[0], moment.scene.separation_at_start
    says = tint(f"First $t$ = 0.00 + {fixed(s)} = {fixed(s)}", Ink.FAULTY)
    if first.next_fraction > 0.0:
        right = equation("{a} / {b} = {result}", quotient, a=first.gap, b=first.closing)
        says += f", where line 1 allows only {right}" if s > first.next_fraction else f"; line 1 allows {right}"
    return replace(page, idea=NO_TIME, formula=ADDED, sentence=f"{says}.")
