"""What is said of a moving point and a wall while a faulty test runs beside: its question, its verdict, and why that
is wrong."""

from __future__ import annotations

from typing import Any

from geometry import SweptImpact
from geometry.faulty.point_segment import FaultyMeeting
from geometry.swept_circle.circle_segment import CapChosen
from geometry.swept_circle.point_segment import CrossProducts, LinesMet
from lessons.motion.ray_segment_figure import differs, knows_t, off_wall
from lessons.motion.ray_segment_words import P, Q, V, bold
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import fixed, tint

SIDES, ENDLESS, PARALLEL = "sides only", "no end of motion", "parallel is a miss"
_ASKS = {
    SIDES: "This rule asks only whether $\\A{c}$ and $\\A{c}+\\examined{v}$ lie on different sides of the wall’s "
    "line. The line goes on where the wall ends: without $f$ the rule cannot tell.",
    ENDLESS: "This rule asks whether the path leads to the wall: $t$ not below 0 and $f$ between 0 and 1. It never "
    "asks whether the motion lasts so long: $t\\le 1$.",
    PARALLEL: "This rule reports a miss wherever $\\examined{A_v}$ = 0, as it cannot divide. With $\\gap{A_t}$ = 0, "
    "too, path and wall are **collinear** (on one line) and can meet.",
}
ASKS = {name: bold(text) for name, text in _ASKS.items()}
FORMULAS = {
    SIDES: r"0\le t\le 1",
    ENDLESS: r"0\le t\quad\text{and}\quad 0\le f\le 1",
    PARALLEL: r"\examined{A_v}=0\quad\Rightarrow\quad\text{no hit}",
}


def is_wrong(moment: Moment[Any]) -> bool:
    """Whether a faulty test runs beside and says something else."""
    return isinstance(moment.faulty, FaultyMeeting) and differs(moment)


def has_verdict(moment: Moment[Any]) -> bool:
    """Whether the steps so far lead to the test's verdict: the fault is told after the numbers that it is about."""
    return knows_t(moment) or (moment.compare == PARALLEL and moment.has_seen(CrossProducts))


def faulty_page(stage: str, moment: Moment[Any]) -> Page | None:
    """From the step on that the test leaves out: its own question, numbers and verdict."""
    met, products = moment.latest(LinesMet), moment.latest(CrossProducts)
    if not is_wrong(moment) or not isinstance(moment.step, LinesMet | CapChosen | SweptImpact):
        return None
    page = Page(stage, ASKS[moment.compare], FORMULAS[moment.compare])
    if moment.compare == PARALLEL:
        if products is None:
            return None
        told = f"$A_v$ = {fixed(products.across)}: “no hit”. But $A_t$ = {fixed(products.of_wall)}, too."
        return page.says(told).claiming(Claim("parallel", lambda: products.parallel, lambda: True))
    if met is None or moment.faulty.at is None or (moment.compare == ENDLESS and isinstance(moment.step, LinesMet)):
        return None
    t, f = f"$t$ = **{fixed(met.fraction)}**", f"$f$ = {fixed(met.place)}"
    if moment.compare == SIDES:
        told = f"{t} lies between 0 and 1: “hit”. The rule never computes {f}: a place beyond {beyond(met)}."
        return page.says(told).claiming(Claim("sides", lambda: met.within and not met.between, lambda: True))
    told = f"{t} is not below 0 and {f} lies between 0 and 1: “hit”. But the motion ends at $t$ = 1."
    return page.says(told).claiming(Claim("too far", lambda: met.between and met.fraction > 1.0, lambda: True))


def beyond(met: LinesMet) -> str:
    """The end of the wall beyond which the path meets its line."""
    return P if met.place < 0.5 else Q


def fault_told(moment: Moment[Any]) -> str:
    """What a faulty test says, and why that is wrong."""
    scene, wrong, met = moment.scene, moment.faulty, moment.latest(LinesMet)
    if wrong.at is None:
        words = f"the rule reports no hit, as {V} and the wall are parallel."
        if knows_t(moment):
            t = fixed(moment.trace.result.fraction)
            words = f"the rule reports no hit. The point meets the wall at $t$ = {t}: a missed hit (false negative)."
    elif wrong.fraction > 1.0:
        words = (
            f"the rule reports a hit at $t$ = {fixed(wrong.fraction)}, after the end of the motion: a false positive."
        )
    else:
        words = f"the rule reports a hit at $t$ = {fixed(wrong.fraction)}."
        if met:
            words = f"{words[:-1]}, {fixed(off_wall(scene, wrong.at))} beyond {beyond(met)}: a false positive."
    return tint(f"{moment.compare.capitalize()}: {words}", Ink.FAULTY)
