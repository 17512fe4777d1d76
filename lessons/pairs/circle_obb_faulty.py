"""What circle and OBB says of each faulty way into the local frame: its formula, and what it answers."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from geometry.faulty.circle_obb import WrongLocal
from geometry.primitives.circle_aabb import Clamped
from geometry.primitives.circle_obb import Translated, Unturned
from lessons.pairs.box_figure import C
from lessons.pairs.circle_obb_asked import ONE_SIGN, ROTATED_FIRST, WRONG_WAY
from lessons.pairs.telling import C_A
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import coords, fixed, tint

IDEAS = {
    WRONG_WAY: (
        r"**Turned the wrong way**: this rule multiplies $\examined{d_x}$ by $\A{\hat x}$ and $\examined{d_y}$ by "
        r"$\A{\hat y}$, as on the way back to the world. That turns A further, not back."
    ),
    ROTATED_FIRST: (
        rf"**Rotated, then translated**: everything turns about the origin of the world first. $\A{{{C_A}}}$ has "
        "turned too, but the rule subtracts it as it was before."
    ),
    ONE_SIGN: (
        "**One sign wrong**: the rule subtracts the second product instead of adding it. That is no rotation: "
        "lengths change, and so does the shape of A."
    ),
}
FORMULAS = {
    WRONG_WAY: rf"\faulty{{{C}'}}=\examined{{d_x}}\,\A{{\hat x}}+\examined{{d_y}}\,\A{{\hat y}}",
    ROTATED_FIRST: rf"\faulty{{{C}'}}=(\B{{{C}}}\cdot\A{{\hat x}},\ \B{{{C}}}\cdot\A{{\hat y}})-\A{{{C_A}}}",
    ONE_SIGN: r"\faulty{c'_y}=\examined{d_x}\,\A{\hat y_x}\mathbin{\faulty{-}}\examined{d_y}\,\A{\hat y_y}",
}


def differs(moment: Moment[Any]) -> bool:
    return bool(abs(moment.faulty.separation - moment.trace.result.separation) > 1e-9)


def carries(moment: Moment[Any]) -> str:
    """What a faulty rule does, and where it puts the box that should be axis-aligned at the origin."""
    axis_x, corners = moment.scene.space.axis_x, moment.faulty.corners
    if moment.compare == WRONG_WAY:
        twice = math.remainder(2.0 * math.degrees(math.atan2(axis_x[1], axis_x[0])), 360.0)
        return f"turns A on to {fixed(twice, 0)}°, not back to 0°"
    if moment.compare == ROTATED_FIRST:
        return f"rotates first, so the centre of A lands at {coords(corners.mean(axis=0))}, not at the origin"
    return "subtracts the second product of $\\examined{c'_y}$, and A changes its shape"


def told(page: Page, moment: Moment[Any]) -> Page:
    """The page of a step at which a faulty way has led somewhere else: that way, not the right one."""
    found, step = moment.faulty, moment.step
    if not isinstance(found, WrongLocal) or isinstance(step, Translated | Clamped) or not differs(moment):
        return page
    page = replace(page, idea=IDEAS[moment.compare], formula=FORMULAS[moment.compare])
    page = page.claiming(Claim("c' by this rule", lambda: found.center, lambda: _center(moment)))
    if isinstance(step, Unturned):
        wrong, right = tint(f"**{coords(found.center)}**", Ink.FAULTY), coords(step.local)
        page = page.row(f"${C}'$ by this rule", coords(found.center), faulty=True)
        return page.says(rf"By this rule $\faulty{{{C}'}}$ = {wrong}, not {right}.")
    return page.says(f"By this rule {_verdict(found.separation, Ink.FAULTY)}. {_truth(moment)}")


def _truth(moment: Moment[Any]) -> str:
    s = moment.trace.result.separation
    return f"In truth {_verdict(s, separation_ink(s))}."


def _verdict(s: float, ink: Ink) -> str:
    how = f"they are {fixed(s)} apart" if s > 0.0 else f"they overlap by {fixed(-s)}"
    return tint(how, ink)


def _center(moment: Moment[Any]) -> np.ndarray:
    """The local centre by the formula of the rule, from the scene alone."""
    space, c = moment.scene.space, np.asarray(moment.scene.b.pose.position)
    (dx, dy), x, y = c - space.middle, np.asarray(space.axis_x), np.asarray(space.axis_y)
    if moment.compare == WRONG_WAY:
        return np.array((dx * x[0] + dy * y[0], dx * x[1] + dy * y[1]))
    if moment.compare == ROTATED_FIRST:
        return np.array((c @ x - space.middle[0], c @ y - space.middle[1]))
    return np.array((dx * x[0] + dy * x[1], dx * y[0] - dy * y[1]))
