"""What a point on a line says of each faulty rule: its formula, where it puts the foot, and what it leaves out."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from geometry.faulty.foot import FaultyFoot
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.projection import Divided, Dotted, FootFound, Squared
from geometry.vector import length
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.text import coords, equation, fixed, tint

AS_LENGTH, CLAMPED = "p·q as a length", "clamped to the segment"
A, P, Q = r"\boldsymbol{a}", r"\examined{\boldsymbol{p}}", r"\boldsymbol{q}"
P_Q, F = rf"{P}\cdot{{{Q}}}", r"\faulty{\boldsymbol{f}'}"
FIRST = {AS_LENGTH: Dotted, CLAMPED: Divided}  # the step that each rule takes in another way
FALLS_SHORT = 0.95  # length of q below which the first one stops short of the foot
SQUARE = rf"\lVert{Q}\rVert^2"
IDEAS = {
    AS_LENGTH: (
        f"**p·q as a length**: this rule takes the area ${P_Q}$ for the length from ${A}$ to the shadow. That is "
        f"right only where ${Q}$ has length 1."
    ),
    CLAMPED: (
        f"**Clamped to the segment**: this rule keeps $t$ between 0 and 1. That is right for the segment from ${A}$ "
        "to $\\boldsymbol{b}$. Here we want the whole line."
    ),
}


def differs(moment: Moment[Any]) -> bool:
    """Whether the rule that is compared finds another foot."""
    return isinstance(moment.faulty, FaultyFoot) and moment.faulty.error > 1e-6


def begun(moment: Moment[Any]) -> bool:
    """Whether the rule that is compared has been told of: before, nothing is another."""
    return moment.latest(FIRST[moment.compare]) is not None


def goal(moment: Moment[Any]) -> Challenge:
    """What to construct of a rule that is compared: the other way in which it fails."""
    scene, t = moment.scene, moment.scene.found.fraction
    size = length(scene.q)
    b, c, f = r"$\boldsymbol{b}$", r"$\examined{\boldsymbol{c}}$", r"$\boldsymbol{f}$"
    if moment.compare == AS_LENGTH:
        done = size <= FALLS_SHORT and abs(t) * size >= 0.2
        words = f"Move {b} until this rule stops short of the foot: ${F}$ lies between ${A}$ and {f}."
        hint = f"The rule goes $\\lVert{Q}\\rVert$ times as far as the foot lies."
        return Challenge(words, done, f"now ‖q‖ = {fixed(size)}", hint)
    words = f"Move {c} until this rule puts ${F}$ on ${A}$, farther from {f} than {b} is from ${A}$."
    return Challenge(words, t < -1.0, f"now t = {fixed(t)}", "The rule has $t'$ = 0 wherever $t$ is negative.")


def mistaken(page: Page, moment: Moment[Any]) -> Page:
    """The page of a step as the faulty rule takes it: from its first step on that is another."""
    step = moment.step
    if not differs(moment) or not begun(moment):
        return page
    if isinstance(step, FootFound):
        return _foot(moment)
    page = replace(page, idea=IDEAS[moment.compare], prediction=None)
    if isinstance(step, Squared):
        page = replace(page, formula=rf"\faulty{{\ell'}}={P_Q}")
        return page.says(f"${SQUARE}$ = {fixed(step.q_squared)}: this rule does not divide by it.")
    if isinstance(step, Divided):
        return _divided(moment)
    return page


def _divided(moment: Moment[Any]) -> Page:
    """What takes the place of the fraction."""
    scene, step = moment.scene, moment.step
    if moment.compare == AS_LENGTH:
        claim = Claim("length", lambda: _along(moment), lambda: float(scene.p @ scene.q), 1e-8)
        page = Page("Fraction", IDEAS[AS_LENGTH], rf"\faulty{{\ell'}}={P_Q}", (claim,))
        told = tint(f"$ℓ'$ = **{fixed(_along(moment))}**", Ink.FAULTY)
        return page.says(f"{told}: this rule has no fraction.")
    kept = _along(moment) / length(scene.q)
    claim = Claim("t", lambda: kept, lambda: min(max(step.fraction, 0.0), 1.0), 1e-8)
    formula = rf"\faulty{{t'}}=\min\bigl(1,\ \max(0,\ {P_Q}\,/\,{SQUARE})\bigr)"
    sum_ = equation(
        "{dot} / {square} = {result}", lambda dot, square: dot / square, dot=step.p_dot_q, square=step.q_squared
    )
    told = tint(f"$t'$ = **{fixed(kept)}**", Ink.FAULTY)
    page = Page("Fraction", IDEAS[CLAMPED], formula, (claim,)).says(f"{sum_}, kept between 0 and 1: {told}.")
    return page.row("$t'$", fixed(kept), feature=FeatureRef("t", FeatureKind.PART), key="t", faulty=True)


def _foot(moment: Moment[Any]) -> Page:
    """Where the rule puts the foot."""
    scene, found = moment.scene, moment.faulty
    unit, along = scene.q / length(scene.q), _along(moment)
    ways = {AS_LENGTH: rf"({P_Q})\,\frac{{{Q}}}{{\lVert{Q}\rVert}}", CLAMPED: rf"\faulty{{t'}}\,{Q}"}
    fractions = {AS_LENGTH: float(scene.p @ scene.q), CLAMPED: min(max(moment.step.fraction, 0.0), 1.0)}
    whole = unit if moment.compare == AS_LENGTH else scene.q
    claim = Claim("f", lambda: found.foot, lambda: scene.a + fractions[moment.compare] * whole, 1e-8)
    kept = r"\qquad \faulty{t'}=\min(1,\ \max(0,\ t))" if moment.compare == CLAMPED else ""
    page = Page("Foot", IDEAS[moment.compare], rf"{F}={A}+{ways[moment.compare]}{kept}", (claim,))
    angle = math.degrees(
        math.acos(min(abs(float((scene.c - found.foot) @ unit)) / math.dist(scene.c, found.foot), 1.0))
    )
    wrong = tint(f"${F}$ = {coords(found.foot)}", Ink.FAULTY)
    page = page.says(
        f"{wrong}. The segment to $\\examined{{\\boldsymbol{{c}}}}$ makes {angle:.0f}° with the line, not 90°."
    )
    page = page.row(r"$\ell$", tint(fixed(scene.found.signed_length), Ink.ANSWER), key="right")
    page = page.row("$\\boldsymbol{f}'$", coords(found.foot), key="f", faulty=True)
    return page.row(r"$\ell'$", fixed(along), key="ℓ", faulty=True)


def _along(moment: Moment[Any]) -> float:
    """The signed length from a to the rule's foot."""
    scene = moment.scene
    return float((moment.faulty.foot - scene.a) @ scene.q) / length(scene.q)
