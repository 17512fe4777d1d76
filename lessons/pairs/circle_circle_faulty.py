"""What two circles say of each faulty rule: its formula, and what it makes of the circles here."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from geometry.faulty.circle_circle import AddedToA
from geometry.primitives.circle_circle import NormalFound, SeparationFound
from geometry.primitives.contact import PairResult
from lessons.pairs.telling import D
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import coords, fixed, tint

ADDED, STRICT = "vector added to A", "touching is no hit"

ADDED_IDEA = (
    "**Vector added to A**: $\\faulty{N}$ points from B to A. But $s$ is negative, so $s\\,\\faulty{N}$ points from "
    "A to B: A moves deeper into B."
)
STRICT_IDEA = (
    "**Touching is no hit**: the rule asks for less, not for less or equal. Two circles that just touch are then no "
    "contact."
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
