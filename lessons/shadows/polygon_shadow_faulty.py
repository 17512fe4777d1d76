"""What the shadow of a shape says of each faulty rule: which end it finds, and how far off that is."""

from __future__ import annotations

from typing import Any

import numpy as np

from geometry import Interval
from geometry.sat.projection import EndFound
from lessons.shadows.ruler import vertex_name
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import equation, fixed, listed, tint

NO_RADIUS, NO_PLACE = "radius forgotten", "position forgotten"
IDEAS = {
    NO_RADIUS: (
        "**Radius forgotten**: this rule projects the core alone. It leaves out the radius $r$, which moves each "
        "end outwards."
    ),
    NO_PLACE: (
        "**Position forgotten**: this rule projects A as if its centre lay at the origin. Its ends are the same "
        "wherever A lies."
    ),
}
WIDTHS = {
    NO_RADIUS: "**Radius forgotten**: each end lies $r$ too far inside, so the width is $2r$ too small.",
    NO_PLACE: (
        "**Position forgotten**: the width is right and the place is wrong. Every shape seems to lie at the origin."
    ),
}
N = r"\examined{\hat n}"


def differs(moment: Moment[Any]) -> bool:
    """Whether the rule that is compared finds another interval."""
    return isinstance(moment.faulty, Interval) and abs(moment.faulty.low - moment.trace.result.low) > 1e-9


def end_beside(moment: Moment[Any], stage: str, end: EndFound, sign: float) -> Page:
    """The page of one end, as the faulty rule finds it."""
    scene, word = moment.scene, "max" if sign > 0.0 else "min"
    found = moment.faulty.high if sign > 0.0 else moment.faulty.low
    wrong = tint(f"**{fixed(found)}**", Ink.FAULTY)
    names = listed([vertex_name(i) for i in scene.casters(sign)])
    right, off = f"A ends at **{fixed(end.along)}**", fixed(abs(end.along - found))
    if moment.compare == NO_RADIUS:
        says, caster = f"The rule ends at {names}: {wrong}. {right}, {off} farther out.", names
    else:
        says, caster = f"The rule ends at {wrong}. {right}, {off} away.", "A at the origin"
    claim = Claim(word, lambda: found, lambda: _end(moment, sign))
    page = Page(stage, IDEAS[moment.compare], rf"\faulty{{\{word}'_A}}={_place(moment, word)}", (claim,)).says(says)
    return page.row(rf"$\{word}'_A$", caster, fixed(found), ink=Ink.FAULTY, key=word, faulty=True)


def width_beside(moment: Moment[Any]) -> Page:
    """The page of the width, as the faulty rule finds it."""
    low, high = moment.faulty.low, moment.faulty.high
    least = "({low})" if low < 0.0 else "{low}"
    sum_ = equation(f"{{high}} − {least} = **{{result}}**", lambda high, low: high - low, high=high, low=low)
    right = moment.trace.result.length
    told = f"A is **{fixed(right)}** wide" if moment.compare == NO_RADIUS else "The length is right"
    claim = Claim("w", lambda: high - low, lambda: _end(moment, 1.0) - _end(moment, -1.0))
    formula = rf"\faulty{{w'}}={_place(moment, 'max')}-{_place(moment, 'min')}"
    if moment.compare == NO_PLACE:  # its width is right: the fault is in its ends
        formula = rf"\faulty{{\max'_A}}={_place(moment, 'max')}"
        if len(moment.scene.a.world.points) == 1:
            formula += rf",\quad \faulty{{\min'_A}}={_place(moment, 'min')}"
    page = Page("Width", WIDTHS[moment.compare], formula, (claim,))
    page = page.says(tint("$w'$ = " + sum_, Ink.FAULTY) + f". {told}.")
    return page.row("$w'$", "", fixed(high - low), ink=Ink.FAULTY, key="w", faulty=True)


def _end(moment: Moment[Any], sign: float) -> float:
    """What the formula of an end gives."""
    a, n = moment.scene.a.world, moment.scene.n
    start, r = (np.zeros(2), 0.0) if moment.compare == NO_RADIUS else (a.centroid, a.radius)
    return sign * (float((sign * ((a.points - start) @ n)).max()) + r)


def _place(moment: Moment[Any], word: str) -> str:
    """The rule's formula of an end."""
    a, sign = moment.scene.a.world, "+" if word == "max" else "-"
    vertex = r"\A{\boldsymbol{a}_i}"
    if moment.compare == NO_RADIUS:
        return rf"\{word}_i\,{vertex}\cdot{N}"
    if len(a.points) == 1:
        return rf"{sign.replace('+', '')}\A{{r}}"
    radius = rf"{sign}\A{{r}}" if a.radius > 0.0 else ""
    return rf"\{word}_i\,({vertex}-\faulty{{\boldsymbol c}})\cdot{N}{radius}"
