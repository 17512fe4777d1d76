"""What the table of routines says of each faulty rule: a normal taken as it comes, one cell that tests strictly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from geometry import separation
from geometry.faulty.kind_table import NotReversed
from geometry.primitives.dispatch import TurnedRound
from geometry.primitives.kind_table import BodiesPaired, StoredFirst
from lessons.pairs.telling import N
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import coords, fixed, tint

KEPT, CHANCE = "normal not reversed", "circles with <"
STRICTLY = r"\Vert\B{c_B}-\A{c_A}\Vert^2<(\A{r_A}+\B{r_B})^2"
KEPT_IDEA = (
    "**Normal not reversed**: the call was **swapped**, so the routine's normal points from B to A. This rule uses "
    "it as it comes: the push goes into A."
)
CHANCE_IDEA = (
    "**Circles with <**: here the routine for circles tests with <, all others with ≤. Whether shapes that just "
    "touch are in contact then depends on their kinds."
)


def differs(moment: Moment[Any]) -> bool:
    scene, found = moment.scene, moment.faulty
    if isinstance(found, NotReversed):
        wrong = found.normal @ scene.contact.normal < 0.0
        return bool(wrong and scene.contact.separation < 0.0 and not scene.touches)
    return found is False and bool(scene.touches)


def shows_fault(moment: Moment[Any]) -> bool:
    """Whether this step is one at which the rule that is compared does something else: not before, and not where
    bodies are counted."""
    if moment.faulty is None or not differs(moment) or isinstance(moment.step, BodiesPaired):
        return False
    return moment.latest(TurnedRound if moment.compare == KEPT else StoredFirst) is not None


def answer_of(moment: Moment[Any]) -> str:
    """What the rule answers here; in one line."""
    if moment.compare == CHANCE:
        return f"A and B just touch, but this rule says {tint('no contact.', Ink.FAULTY)}"
    s, left = moment.scene.contact.separation, tint(fixed(-moment.faulty.separation), Ink.FAULTY)
    return f"Normal not reversed: the push by {fixed(-s)} goes into A. The overlap is then {left}, not 0.00."


def told(page: Page, moment: Moment[Any]) -> Page:
    """The page of a step at which the faulty rule does something else: that rule, not the right one."""
    if not shows_fault(moment):
        return page
    return _strict(page, moment) if moment.compare == CHANCE else _kept(page, moment)


def _kept(page: Page, moment: Moment[Any]) -> Page:
    a, b, found = moment.scene.a.world, moment.scene.b.world, moment.faulty
    n = tint(f"**{coords(found.normal)}**".replace(" ", "\u00a0"), Ink.FAULTY)
    depth, left = fixed(-moment.scene.contact.separation), tint(f"**{fixed(-found.separation)}**", Ink.FAULTY)
    page = replace(page, idea=KEPT_IDEA, formula=rf"\faulty{{{N}}}={N}_{{BA}}")
    page = page.says(rf"$\faulty{{{N}}}$ = {n}. Before the push B is {depth} deep in A, after it {left}.")
    return page.claiming(
        Claim("after the push", lambda: found.separation, lambda: separation(a, b.moved(found.move)))
    )


def _strict(page: Page, moment: Moment[Any]) -> Page:
    a, b = moment.scene.a.world, moment.scene.b.world
    square, sum_ = float(np.square(b.points[0] - a.points[0]).sum()), (a.radius + b.radius) ** 2
    test = STRICTLY.replace("<", r"\;\faulty{<}\;")
    page = replace(page, idea=CHANCE_IDEA, formula=rf"\faulty{{\text{{contact}}}}\iff {test}")
    says = f"Both sides are {fixed(sum_)}: < is false, {tint('**no contact**', Ink.FAULTY)}. "
    page = page.says(says + "A box that just touches circle A is in contact.")
    return page.claiming(Claim("just touching", lambda: square, lambda: sum_))
