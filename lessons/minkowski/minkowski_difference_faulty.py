"""What the Minkowski difference says of each faulty idea: its formula, what it tells here, and a scene to construct
in which it fails the other way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from geometry import Convex, separation
from geometry.faulty.minkowski_difference import FaultyDifference
from geometry.query.origin import VerticesSubtracted
from geometry.vector import length
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.text import fixed, tint

NOT_REFLECTED, MOVES_A = "B not reflected", "A moved by v"
V = r"$\answer{\boldsymbol{v}}$"
SUM, RIGHT = r"$\faulty{A\oplus B'}$", r"$\A{A}\oplus(-\B{B})$"
FAULT_COLUMNS = {NOT_REFLECTED: ("set", "origin lies", "by"), MOVES_A: ("moved by v", "origin lies", "by")}
LEAST = 0.05  # of a gap and of an overlap that a goal asks for
FORMULAS = {
    NOT_REFLECTED: r"\faulty{A\oplus B'}\;\neq\;\A{A}\oplus(-\B{B})=\A{A}-\B{B}",
    MOVES_A: r"(\A{A}+\faulty{\boldsymbol{v}})-\B{B}=(\A{A}-\B{B})+\faulty{\boldsymbol{v}}",
}
IDEAS = {
    NOT_REFLECTED: (
        "**B not reflected**: the rule adds B in place of −B; B′ is B, moved to the centre of −B. So it tests A "
        "against B rotated by 180° about B’s centre, drawn pink."
    ),
    MOVES_A: (
        f"**A moved by v**: {V} is a move of B. If A makes it, every a grows by {V}, and A − B moves by {V}, not "
        f"by −{V}."
    ),
}


def differs(moment: Moment[Any]) -> bool:
    """Whether a faulty idea tells something else, or leaves something."""
    right = 0.0 if moment.compare == MOVES_A else moment.scene.nearest.separation
    return isinstance(moment.faulty, FaultyDifference) and abs(moment.faulty.separation - right) > 5e-3


def is_told(moment: Moment[Any]) -> bool:
    """Whether a faulty idea has come up: the sum once B is reflected, the move once v is known."""
    if not (isinstance(moment.faulty, FaultyDifference) and differs(moment)):
        return False
    return moment.is_last or (moment.compare == NOT_REFLECTED and not isinstance(moment.step, VerticesSubtracted))


def fault_told(moment: Moment[Any]) -> str:
    """The situation: what the faulty idea says of the two shapes, or what it leaves."""
    wrong = moment.faulty.separation
    told = tint(fixed(abs(wrong)), Ink.FAULTY)
    if moment.compare == NOT_REFLECTED:
        verdict = f"a gap of {told}" if wrong > 0.0 else f"an overlap of {told}"
        return rf"$A\oplus B'$ in place of $A\oplus(-B)$ gives {verdict}: B was not reflected."
    deep = f"B moved by {V}: they just touch. A moved by {V}: "
    return deep + f"{'they overlap by' if wrong < 0.0 else 'a gap of'} {told}{'' if wrong < 0.0 else ' is left'}."


def fault_page(page: Page, moment: Moment[Any]) -> Page:
    """The last page: the faulty idea, its formula, and where the origin lies for it and for the right one."""
    scene, wrong, s = moment.scene, moment.faulty.separation, moment.scene.nearest.separation
    a, b = scene.a.world, scene.b.world
    told, place = tint(fixed(abs(wrong)), Ink.FAULTY), _side(wrong)
    if moment.compare == NOT_REFLECTED:
        truth = f"overlap by {fixed(-s)}" if s < 0.0 else f"are {fixed(s)} apart"
        truth = "just touch" if scene.is_touching else truth
        says = f"The origin lies {told} {place} {SUM}. In truth A and B {tint(truth, separation_ink(s))}."
        rows = (RIGHT, _side(s), tint(fixed(abs(s)), separation_ink(s))), (SUM, place, told)
        tested = Convex(2.0 * b.centroid - b.points, b.radius)
        claim = Claim("B rotated by 180°", lambda: wrong, lambda: separation(a, tested), 1e-6)
    else:
        far = fixed(length(scene.nearest.point))
        says = f"After A moves by {V}, {far} long, the origin lies {told} {place} A − B."
        rows = (tint("B", Ink.B), "on the outline", "0.00"), (tint("A", Ink.FAULTY), place, told)
        claim = Claim("left", lambda: wrong, lambda: separation(a.moved(moment.faulty.move), b), 1e-6)
    page = replace(page, idea=IDEAS[moment.compare], formula=FORMULAS[moment.compare], rows=()).says(says)
    return page.row(*rows[0]).row(*rows[1]).claiming(claim)


def _side(s: float) -> str:
    """Where the origin lies."""
    return "on the outline" if np.isclose(s, 0.0, rtol=0.0, atol=1e-9) else "outside" if s > 0.0 else "inside"


def fault_goal(moment: Moment[Any]) -> Challenge | None:
    """A scene in which the missing reflection fails the other way: only where B is not its own reflection."""
    count, wrong, s = len(moment.scene.b.world.points), moment.faulty.separation, moment.scene.nearest.separation
    if moment.compare != NOT_REFLECTED or count == 1 or count % 2 == 0:
        return None
    told = "a gap" if wrong > 0.0 else "an overlap"
    return Challenge(
        "Drag B apart from A, to a place at which the rule without the reflection still reports an overlap.",
        s > LEAST and wrong < -LEAST,
        f"reported {told}, truly {'a gap' if s > 0.0 else 'an overlap'}",
        "The shape that is tested in place of B has to overlap A.",
    )
