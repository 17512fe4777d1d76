"""What two circles say of each faulty rule: its formula, and what it makes of the circles here."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from geometry.faulty.circle_circle import AddedToA
from geometry.primitives.circle_circle import NormalFound, SeparationFound
from geometry.primitives.contact import PairResult
from lessons.pairs.telling import SIZE, D
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.text import coords, fixed, tint

ADDED, STRICT = "vector added to A", "touching is no hit"
LEAST = 0.05  # overlap that the rule which misses touching is to find
NEAR = 0.02  # of the centre of B: where the rule that moves A the wrong way is to put its centre

ADDED_IDEA = (
    "**Vector added to A**: $\\faulty{N}$ points from B to A. But $s$ is negative, so $s\\,\\faulty{N}$ points from "
    "A to B: A moves deeper into B."
)
STRICT_IDEA = (
    "**Touching is no hit**: this rule tests with $<$ where the right one has $\\leq$. In this course circles that "
    "just touch are in contact, and the rule misses them."
)
WAY = r"\A{\boldsymbol c_A}-\B{\boldsymbol c_B}"
NORMAL = rf"\faulty{{N}}=({WAY})\,/\,\lVert{WAY}\rVert"
MOVE = r"\faulty{\boldsymbol c_A'}=\A{\boldsymbol c_A}+s\,\faulty{N}"
TEST = rf"\faulty{{\text{{hit}}}}\iff\examined{{{D}}}\cdot\examined{{{D}}}\;\faulty{{<}}\;(\A{{r_A}}+\B{{r_B}})^2"


def differs(moment: Moment[Any]) -> bool:
    result: PairResult = moment.trace.result
    if moment.compare == STRICT:
        return bool(moment.faulty) is not (result.separation <= result.tolerance)
    return result.separation < -result.tolerance


def shows_fault(moment: Moment[Any]) -> bool:
    """Whether this step is one at which the rule that is compared does something else: not before."""
    first = {ADDED: NormalFound, STRICT: SeparationFound}.get(moment.compare)
    return first is not None and moment.latest(first) is not None


def answer_of(moment: Moment[Any]) -> str:
    """What the rule answers here, as far as it has been computed; in one line."""
    a, b = moment.scene.a.world, moment.scene.b.world
    if moment.compare == STRICT:
        hit = "hit" if moment.faulty else "no hit"
        d, r = fixed(float(np.square(b.points[0] - a.points[0]).sum())), fixed((a.radius + b.radius) ** 2)
        return rf"This rule reports a hit if ${D}\cdot {D}<(r_A+r_B)^2$. Here {d} stands against {r}: {hit}."
    if moment.faulty is None:
        return "This rule divides 0 by 0 here: it has no vector, and a program goes on with “not a number”."
    rule = r"This rule adds $s\,N$ to A, with $N$ from B to A."
    if not isinstance(moment.step, PairResult):
        return rule
    before, after = fixed(-moment.trace.result.separation), tint(fixed(-moment.faulty.separation), Ink.FAULTY)
    return f"{rule} Overlap before: {before}, after: {after}."


def goal_of(moment: Moment[Any]) -> Challenge:
    """What to construct with the rule: how far it errs, or when it does not."""
    s: float = moment.trace.result.separation
    if moment.compare == STRICT:
        stand = f"an overlap of {fixed(-s)}" if s < -moment.trace.result.tolerance else "no overlap"
        return Challenge(
            f"Move B until this rule reports a hit, with the least overlap that you can reach: below {fixed(LEAST)}.",
            bool(moment.faulty) and -s < LEAST,
            f"{stand}: {'hit' if moment.faulty else 'no hit'}",
            "It misses only circles that just touch: push B a little into A.",
        )
    found = moment.faulty
    centre = np.asarray(moment.scene.a.pose.position) + (0.0 if found is None else found.move)
    off = math.dist(centre, moment.scene.b.pose.position)
    return Challenge(
        "Move B to where this rule puts A's centre right onto the centre of B: as wrong as it can be.",
        found is not None and s < 0.0 and off <= NEAR,
        "" if found is None else f"the centres are then {fixed(off)} apart",
        rf"A moves by $r_A+r_B-{SIZE}$ towards B. That must be all of ${SIZE}$.",
    )


def told(page: Page, moment: Moment[Any]) -> Page:
    """The page of a step at which the faulty rule does something else: that rule, not the right one."""
    if not differs(moment):
        return page
    if isinstance(moment.faulty, AddedToA) and isinstance(moment.step, NormalFound | PairResult):
        return _added(page, moment, moment.faulty)
    if moment.compare == STRICT and isinstance(moment.step, SeparationFound | PairResult):
        return _strict(page, moment)
    return page


def _added(page: Page, moment: Moment[Any], found: AddedToA) -> Page:
    a, b = (np.asarray(each.pose.position) for each in (moment.scene.a, moment.scene.b))
    s: float = moment.trace.result.separation
    page = replace(page, idea=ADDED_IDEA)
    if isinstance(moment.step, NormalFound):
        far, wrong = math.dist(a, b), tint(f"**{coords(found.normal)}**", Ink.FAULTY)
        says = (
            rf"$\faulty{{N}}$ = {coords(a - b)} / {fixed(far)} = {wrong}: from B to A, against $\examined{{\hat n}}$."
        )
        page = replace(page, formula=NORMAL).says(says)
        return page.claiming(Claim("N", lambda: far * found.normal, lambda: a - b))
    before, after = fixed(-s), tint(f"**{fixed(-found.separation)}**", Ink.FAULTY)
    page = replace(page, formula=MOVE).says(
        f"A moves by $s\\,\\faulty{{N}}$ = {coords(found.move)}: the overlap grows from {before} to {after}."
    )
    return page.claiming(Claim("move", lambda: found.move, lambda: s * found.normal))


def _strict(page: Page, moment: Moment[Any]) -> Page:
    a, b = (np.asarray(each.pose.position) for each in (moment.scene.a, moment.scene.b))
    square, sum_ = float(((b - a) ** 2).sum()), (moment.scene.r_a + moment.scene.r_b) ** 2
    says = f"{fixed(square)} < {fixed(sum_)} is false: {tint('**no hit**', Ink.FAULTY)}. Yet A and B just touch."
    return replace(page, idea=STRICT_IDEA, formula=TEST).says(says)
