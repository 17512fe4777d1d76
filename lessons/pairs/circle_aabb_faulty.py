"""What circle and AABB says of each faulty rule: its formula, what it makes of the circle here, and what to construct
with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from geometry.faulty.circle_aabb import WrongContact
from geometry.primitives.circle_aabb import OutsideMeasured, RadiusCompared
from geometry.primitives.contact import PairResult
from lessons.pairs.box_figure import C, Q, angle_between
from lessons.pairs.telling import N
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.prediction import Challenge
from viz.lesson.text import coords, equation, fixed, tint

CLAMP_ONLY, SIDE, BOXED = "clamp only", "face normal at a corner", "circle as a box"
SMALL = 0.1  # depth after a push that the rule which only clamps is to reach, its push being no shorter than r
TURNED = 43.0  # degrees off: the normal of a face, where it is nearly as wrong as it can be
FAR = 0.3  # of the radius: the gap that the circle's AABB is to bridge
WRONG_Q = rf"{Q}'"  # of the rule that only clamps: the right q is drawn as well

IDEAS = {
    CLAMP_ONLY: (
        rf"**Clamp only**: from inside, this rule clamps as well, so $\faulty{{{WRONG_Q}}}=\B{{{C}}}$. It takes 0 "
        "for the distance, and ignores how deep the centre lies."
    ),
    SIDE: (
        rf"**Face normal at a corner**: this rule takes the normal of one face for $\faulty{{{N}}}$, and measures "
        "along that. But the nearest part of A is the corner."
    ),
    BOXED: (
        "**Circle as a box**: this rule takes the AABB of B for B itself. Its corners lie outside the circle, so it "
        "also reports circles that do not reach A."
    ),
}
OFF = rf"\B{{{C}}}-\faulty{{{WRONG_Q}}}"  # of the rule that only clamps
PUSH = rf"\faulty{{\text{{push}}}}=-\faulty{{s}}\,\faulty{{{N}}}"


def differs(moment: Moment[Any]) -> bool:
    faulty, result = moment.faulty, moment.trace.result
    if moment.compare == BOXED:
        return bool(faulty.separation <= result.tolerance < result.separation)
    return bool(abs(faulty.separation - result.separation) > 1e-9)


def shows_fault(moment: Moment[Any]) -> bool:
    """Whether this step is one at which the rule that is compared does something else: not before."""
    if not isinstance(moment.faulty, WrongContact) or not differs(moment):
        return False
    return moment.latest(RadiusCompared if moment.compare == CLAMP_ONLY else OutsideMeasured) is not None


def answer_of(moment: Moment[Any]) -> str:
    """What the rule answers here, as far as it has been computed; in one line."""
    found, result = moment.faulty, moment.trace.result
    wrong, true = tint(fixed(found.separation), Ink.FAULTY), fixed(result.separation)
    if moment.compare == CLAMP_ONLY:
        left = fixed(found.separation - result.separation)
        return rf"This rule finds $s$ = {wrong}, not {true}. Even along the right normal B stays {left} deep."
    if moment.compare == BOXED:
        told = "This rule tests the AABB of B"
        if isinstance(moment.step, OutsideMeasured):
            return f"{told}."
        return f"{told}: $s$ = {wrong}, a hit. The circle is {true} apart."
    told = f"This rule takes the normal of a face, {fixed(_off(moment), 0)}° off"
    return f"{told}." if isinstance(moment.step, OutsideMeasured) else f"{told}: $s$ = {wrong}, not {true}."


def told(page: Page, moment: Moment[Any]) -> Page:
    """The page of a step at which the faulty rule does something else: that rule, not the right one."""
    if not shows_fault(moment):
        return page
    page = replace(page, idea=IDEAS[moment.compare])
    return {CLAMP_ONLY: _clamped, SIDE: _sided, BOXED: _boxed}[moment.compare](page, moment)


def _clamped(page: Page, moment: Moment[Any]) -> Page:
    s, r = moment.faulty.separation, moment.scene.r
    if isinstance(moment.step, PairResult):
        zero = coords((0.0, 0.0))
        says = rf"$\faulty{{{N}}}$ = {zero} / 0.00 is no vector. The rule has a length to push by, no direction."
        page = replace(page, rows=())  # without a normal there is no P, in the figure neither
        return replace(page, formula=rf"\faulty{{{N}}}=({OFF})\,/\,\lVert{OFF}\rVert").says(says)
    wrong = tint(f"**{fixed(s)}**", Ink.FAULTY)
    box, c = moment.scene.box, np.asarray(moment.scene.b.pose.position)
    page = replace(page, formula=rf"\faulty{{s}}=\lVert{OFF}\rVert-\B{{r}}").says(
        rf"$\faulty{{s}}$ = 0.00 − {fixed(r)} = {wrong}: only the radius is counted."
    )
    return page.row(f"${WRONG_Q}$, {CLAMP_ONLY}", coords(c), faulty=True).claiming(
        Claim("q by this rule", lambda: c, lambda: np.clip(c, box.low, box.high)),
        Claim("s by this rule", lambda: s, lambda: -r),
    )


def _sided(page: Page, moment: Moment[Any]) -> Page:
    found, offset = moment.faulty, _offset(moment)
    axis = int(np.abs(offset).argmax())
    name, far = "xy"[axis], float(abs(offset[axis]))
    if isinstance(moment.step, OutsideMeasured):
        short, long = sorted(fixed(float(abs(each))) for each in offset)
        n = tint(f"**{coords(found.normal)}**", Ink.FAULTY)
        says = rf"Along {name} $\B{{{C}}}$ is farther from the box, {long} against {short}: $\faulty{{{N}}}$ = {n}."
        letter = rf"\hat {{\mathbf {name}}}"
        page = replace(page, formula=rf"\faulty{{{N}}}=\mathrm{{sign}}(\B{{c_{name}}}-\answer{{q_{name}}})\,{letter}")
        return page.says(says).claiming(Claim("n by this rule", lambda: far, lambda: found.normal @ offset))
    if isinstance(moment.step, RadiusCompared):
        value = equation("{d} − {r} = {result}", lambda d, r: d - r, d=far, r=moment.scene.r)
        shown, _, result = value.rpartition(" ")
        says = rf"$\faulty{{s}}$ = {shown} {tint(f'**{result}**', Ink.FAULTY)}, along {name} alone."
        page = replace(page, formula=rf"\faulty{{s}}=|\B{{c_{name}}}-\answer{{q_{name}}}|-\B{{r}}").says(says)
        return page.claiming(Claim("s by this rule", lambda: found.separation, lambda: far - moment.scene.r))
    push = tint(f"**{coords(-found.separation * found.normal)}**", Ink.FAULTY)
    return replace(page, formula=PUSH).says(rf"The push by this rule is {push}: it is not the shortest.")


def _boxed(page: Page, moment: Moment[Any]) -> Page:
    found, r = moment.faulty, moment.scene.r
    x, y = (float(abs(each)) for each in _offset(moment))
    value = equation("max({x}, {y}) − {r} = {result}", lambda x, y, r: max(x, y) - r, x=x, y=y, r=r)
    shown, _, result = value.rpartition(" ")
    terms = ",\\ ".join(rf"|\B{{c_{k}}}-\answer{{q_{k}}}|" for k in "xy")
    if isinstance(moment.step, OutsideMeasured):
        far = tint(f"**{fixed(max(x, y))}**", Ink.FAULTY)
        says = (
            rf"A is {fixed(x)} away along x, {fixed(y)} along y. The rule takes the larger: $\faulty{{d}}$ = {far}."
        )
        page = replace(page, formula=rf"\faulty{{d}}=\max({terms})").says(says)
        return page.claiming(Claim("d by this rule", lambda: found.separation + r, lambda: max(x, y)))
    if isinstance(moment.step, PairResult):
        push = tint(f"**{coords(-found.separation * found.normal)}**", Ink.FAULTY)
        return replace(page, formula=PUSH).says(f"The rule pushes B by {push}, although there is a gap.")
    page = replace(page, formula=rf"\faulty{{s}}=\max({terms})-\B{{r}}").says(
        rf"$\faulty{{s}}$ = {shown} {tint(f'**{result}**', Ink.FAULTY)}: a hit."
    )
    return page.claiming(Claim("s by this rule", lambda: found.separation, lambda: max(x, y) - r))


def goal_of(moment: Moment[Any]) -> Challenge:
    """What to construct with the rule: where it is nearly right, or as wrong as it can be."""
    found, s, r = moment.faulty, float(moment.trace.result.separation), moment.scene.r
    if moment.compare == CLAMP_ONLY:
        left = found.separation - s
        inside = s < -r
        return Challenge(
            f"Move B, its centre inside A, so that a push by this rule leaves it less than {fixed(SMALL)} deep.",
            inside and left < SMALL,
            f"{fixed(left)} deep after the push" if inside else "the centre is outside A",
            "The rule forgets how deep the centre lies: put it close behind a face.",
        )
    if moment.compare == SIDE:
        off = _off(moment) if differs(moment) else 0.0
        return Challenge(
            f"Overlap A so that the normal by this rule is {fixed(TURNED, 0)}° off or more.",
            s < 0.0 and off >= TURNED,
            f"{fixed(off, 0)}° off",
            "Put the centre as far beside the corner as above or below it.",
        )
    gap, hit = max(s, 0.0), found.separation <= moment.trace.result.tolerance
    return Challenge(
        f"Leave a gap of at least {fixed(FAR)} times the radius that this rule still reports as a hit.",
        bool(hit and gap >= FAR * r),
        f"{'hit' if hit else 'no hit'}, gap {fixed(gap)}, {fixed(gap / r)} times the radius",
        "A corner of the AABB of B has to lie just in A, the circle as far from A as it can.",
    )


def _offset(moment: Moment[Any]) -> np.ndarray:
    """From the closest point of the box to the centre, from the scene alone."""
    box, c = moment.scene.box, np.asarray(moment.scene.b.pose.position)
    return np.asarray(c - np.clip(c, box.low, box.high))


def _off(moment: Moment[Any]) -> float:
    """Degrees between the normal by the rule and the right one."""
    found, right = moment.faulty.normal, moment.trace.result.normal
    return 0.0 if found is None else angle_between(found, right)
