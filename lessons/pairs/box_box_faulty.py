"""What two boxes says of each faulty rule: what it answers, its formula, and what comes of it here."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from geometry.faulty.box_box import corner_contact, strict_reference
from geometry.primitives.box_box import FaceTested, box_box
from geometry.sat.separating_axis import Owner
from lessons.pairs.box_box_figure import NF, name_of
from lessons.pairs.box_box_rules import MISPLACED, ONE_CORNER, STRICT, TWO_FACES, Wrong, shows_fault
from lessons.pairs.box_figure import angle_between
from lessons.pairs.telling import N
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import coords, fixed, sentence, tint

TILT = 0.5  # of the tolerance: by how much more one end of the wider side is lifted
W = r"\boldsymbol{w}"

IDEAS = {
    MISPLACED: (
        rf"**Sign of s reversed**: half way from ${W}$ to the face is ${W}-\tfrac12 s\,\examined{{{NF}}}$. "
        "This rule has the other sign: it goes away from the face."
    ),
    ONE_CORNER: (
        "**One corner only**: flat on A, B has two deepest corners. Rounding picks one, and each push there tilts B "
        "onto the other. Clipping (chapter 5) keeps both."
    ),
    TWO_FACES: (
        "**Two faces a box**: opposite faces are parallel, so this rule tests one of each pair. But a one-sided test "
        "finds a gap only in front of its own face."
    ),
    STRICT: (
        r"**Ties left to rounding**: a later face should win only by more than rounding can be, $\varepsilon$. This "
        r"rule leaves $\varepsilon$ out: where faces tie, rounding chooses."
    ),
}
WRONG_P, CORNER = r"\faulty{\boldsymbol{P}'}", r"\B{\boldsymbol{b}_j}"
FORMULAS = {
    MISPLACED: rf"{WRONG_P}=\boldsymbol{{w}}\mathbin{{\faulty{{+}}}}\tfrac12\,s\,\examined{{{NF}}}",
    ONE_CORNER: rf"{WRONG_P}={CORNER}\quad j=\mathrm{{argmin}}_j\ \examined{{{N}}}\cdot{CORNER}",
    TWO_FACES: r"\faulty{s}=\max(s_{A0},\ s_{A1},\ s_{B0},\ s_{B1})",
    STRICT: (
        r"\mathrm{face}\ f\ \mathrm{wins\ if}\ \ s_f\faulty{>}s_{\mathrm{best}}"
        r"\quad\quiet{\mathrm{not}\ s_{\mathrm{best}}+\varepsilon}"
    ),
}


def wrong_corners(scene: Any) -> Wrong:
    """The deepest corner of B, tilted either way by so little that the right rule still finds both."""
    a, normal, size = scene.a.world, scene.trace.result.normal, float(np.ptp(scene.b.shape.points, axis=0).max())
    tilt = TILT * scene.trace.result.tolerance / size
    return Wrong(points=tuple(corner_contact(a, scene.b.turned(way).world, normal) for way in (tilt, -tilt)))


def wrong_ties(scene: Any) -> Wrong:
    """The winners by a bare comparison, B shaken by less than rounding."""
    a, b, found = scene.a.world, scene.b.world, []
    for nudge in (-0.25, 0.25):
        shaken = box_box.trace(a, b.moved((nudge * scene.trace.result.tolerance, 0.0)))
        found.append(strict_reference(tuple(step for step in shaken if isinstance(step, FaceTested))))
    return Wrong(faces=tuple(found))


def answer_of(moment: Moment[Any]) -> str:
    """What a faulty rule does, and what comes of it; in one line."""
    wrong, s, compare = moment.faulty, moment.scene.reference.separation, moment.compare
    if compare == MISPLACED:
        right = moment.trace.result.point
        at_, off = tint(coords(wrong.points[0]), Ink.FAULTY), fixed(math.dist(wrong.points[0], right))
        return f"This rule goes from ${W}$ by $+s/2$ along ${NF}$, not by $-s/2$: {at_}, {off} from $P$."
    if compare == ONE_CORNER:
        places = [tint(coords(point), Ink.FAULTY) for point in wrong.points]
        return f"This rule takes B's deepest corner: {places[0]}, or {places[1]} if rounding tilts B the other way."
    names = [tint(name_of(face), Ink.FAULTY) for face in wrong.faces]
    if compare == TWO_FACES:
        found = tint(f"$s$ = {fixed(wrong.faces[0].separation)}", Ink.FAULTY)
        return f"This rule tests faces 0 and 1 of each box alone: {found}. The true $s$ is {fixed(s)}."
    return f"Without tolerance, rounding picks {names[0]} in one frame and {names[1]} in another."


def told(page: Page, moment: Moment[Any]) -> Page:
    """The page of a step at which the faulty rule does something else: that rule, not the right one."""
    if not shows_fault(moment):
        return page
    page = replace(page, idea=IDEAS[moment.compare], formula=FORMULAS[moment.compare])
    tells = {MISPLACED: _misplaced, ONE_CORNER: _cornered, TWO_FACES: _halved, STRICT: _rounded}
    return tells[moment.compare](page, moment)


def _misplaced(page: Page, moment: Moment[Any]) -> Page:
    face, (wrong,) = moment.scene.reference, moment.faulty.points
    s, height = face.separation, float(face.outward @ (wrong - face.start))
    at, far = tint(f"**{coords(wrong)}**", Ink.FAULTY), fixed(abs(height))
    side = "in front of" if height > 0.0 else "behind"
    page = page.says(f"${WRONG_P}$ = {at}: {far} {side} {name_of(face)}, not half of {fixed(abs(s))}.")
    return page.claiming(Claim("height by this rule", lambda: height, lambda: 1.5 * s))


def _cornered(page: Page, moment: Moment[Any]) -> Page:
    points, n, b = moment.faulty.points, moment.trace.result.normal, moment.scene.b.world.points
    first, second = (tint(f"**{coords(point)}**", Ink.FAULTY) for point in points)
    jumps = f"${WRONG_P}$ = {first} or {second}: it jumps by {fixed(math.dist(*points))}."
    page = page.says(f"{jumps}\nSo small a tilt does not move $P$.")
    least = float((b @ n).min())
    found = [float(point @ n) for point in points]
    return page.claiming(Claim("deepest", lambda: found, lambda: [least, least], 1e-6))


def _halved(page: Page, moment: Moment[Any]) -> Page:
    values = [face.separation for face in moment.scene.faces if face.face < 2]
    found = moment.faulty.faces[0].separation
    best = tint(f"**{fixed(found)}**", Ink.FAULTY)
    verdict = "an overlap, though A and B are apart" if found < 0.0 < moment.scene.reference.separation else ""
    page = page.says(f"$\\faulty{{s}}$ = max({', '.join(map(fixed, values))}) = {best}{verdict and f': {verdict}'}.")
    return page.claiming(Claim("s by this rule", lambda: found, lambda: max(values)))


def _rounded(page: Page, moment: Moment[Any]) -> Page:
    one, other = moment.faulty.faces
    angle = angle_between(*(face.outward if face.owner is Owner.A else -face.outward for face in (one, other)))
    names = [tint(f"**{name}**", Ink.FAULTY) for name in (sentence(name_of(one)), name_of(other))]
    turn = f": $\\examined{{{N}}}$ jumps by {fixed(angle, 0)}°" if angle > 0.5 else ""
    limit = r"With $\varepsilon$ the first face tested wins in every frame."
    page = page.says(f"{names[0]} or {names[1]} wins{turn}.\n{limit}")
    gap = abs(one.separation - other.separation)
    return page.claiming(Claim("a tie", lambda: gap <= 2.0 * moment.trace.result.tolerance, lambda: True))
