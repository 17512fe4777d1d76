"""What the rules that a point query is compared with say: their idea, their own answer, and where it fails."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from geometry.faulty.point_query import FaultyQuery
from lessons.queries.point_query_figure import (
    ALONG,
    NO_CLAMP,
    STAGES,
    UNSIGNED,
    along,
    edges_of,
    is_inner,
    stage_of,
    tells,
)
from lessons.queries.scenes import P, Q
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import fixed, tint

_P, _Q = rf"$\examined{{{P}}}$", rf"$\faulty{{{Q}}}$"
RULES = {  # idea, formula
    NO_CLAMP: (
        f"**No clamp**: the distance $|h_i|$ from {_P} to each edge's line counts, even where the foot point lies "
        "beyond the edge's end.",
        r"\faulty{d=\min_i\,|h_i|}",
    ),
    UNSIGNED: (
        f"**No inside test**: $d$ gets no sign. A sharp A has $r$ = 0. So $s$ = $d$ is positive, however deep "
        f"{_P} lies.",
        r"\faulty{s=d-r}",
    ),
    ALONG: (
        rf"**Push from core to p**: {_Q} is the nearest point of the core, pushed by $r$ in the direction from there "
        rf"to {_P}.",
        rf"\faulty{{{Q}={Q}_i+r\,\frac{{{P}-{Q}_i}}{{\lVert {P}-{Q}_i\rVert}}}}",
    ),
}


def is_wrong(moment: Moment[Any]) -> bool:
    """Whether the rule that is compared answers another point or another distance."""
    faulty, found = moment.faulty, moment.scene.found
    if faulty.closest is None:
        return True
    return bool(abs(faulty.separation - found.separation) > 1e-9 or math.dist(faulty.closest, found.closest) > 1e-6)


def by_rule(page: Page, moment: Moment[Any], stage: int) -> Page:
    """While a rule is compared that is wrong here, the page tells its idea and its own answer, from where it goes
    wrong on."""
    faulty = moment.faulty
    if moment.compare not in RULES or not isinstance(faulty, FaultyQuery) or is_inner(moment):
        return page
    if not (tells(moment) and is_wrong(moment)):
        return page
    idea, formula = RULES[moment.compare]
    if moment.compare != NO_CLAMP or STAGES[stage] != "Answer":  # of a vertex its idea is told only there
        page = replace(page, idea=idea, formula=formula)
    if moment.compare == ALONG:
        off = math.dist(moment.scene.p, moment.scene.found.foot)
        told = "0" if off == 0.0 else "nearly 0"
        return page.says(
            f"{_P} lies on the core's edge: {_P} − ${Q}_i$ is {told}, and gives no direction to push in."
        )
    s = tint(fixed(faulty.separation, sign=True), Ink.FAULTY)
    if moment.compare == UNSIGNED:
        return page.says(f"By this rule $s$ = {s}: the sign says that {_P} is outside A.")
    assert faulty.edge is not None
    f = along(edges_of(moment)[faulty.edge].projected)
    name = "$d$" if STAGES[stage] == "Nearest" else "$s$"
    shown = tint(
        fixed(abs(faulty.separation) if name == "$d$" else faulty.separation, sign=name == "$s$"), Ink.FAULTY
    )
    return page.says(
        f"By this rule {name} = {shown}, from {_edge(moment)}. But there $f$ = {fixed(f)}: beyond its end."
    )


def _edge(moment: Moment[Any]) -> str:
    """Whose line the rule measures to."""
    return "the core segment" if len(moment.scene.core.points) == 2 else f"edge {moment.faulty.edge}"


def fault_told(moment: Moment[Any]) -> str:
    """The situation: what the rule does wrong here."""
    name, scene, faulty = moment.compare, moment.scene, moment.faulty
    true = f"The true $s$ is {fixed(scene.found.separation, sign=True)}."
    told = tint(fixed(faulty.separation, sign=True), Ink.FAULTY)
    if name == NO_CLAMP:
        if stage_of(moment) == "Nearest":  # d has no sign yet
            told = tint(fixed(abs(faulty.separation)), Ink.FAULTY)
            true = f"The true $d$ is {fixed(math.dist(scene.p, scene.found.foot))}."
            return f"Without clamp: $d$ = {told}, to the line of {_edge(moment)}, beyond its end. {true}"
        return f"Without clamp: $s$ = {told}, to the line of {_edge(moment)}, beyond its end. {true}"
    if name == UNSIGNED:
        r = fixed(0.5 * faulty.separation)
        return (
            f"Without the inside test: $s$ = {told}. A circle of radius {r} around {_P} would be apart from A. {true}"
        )
    if faulty.closest is None:
        return f"{_P} is its own foot point on the core: their difference is 0, and has no direction to push along."
    off = tint(fixed(math.dist(faulty.closest, scene.found.closest)), Ink.FAULTY)
    return f"Here {_P} − ${Q}_i$ is only rounding error, and so is its direction: the {_Q} of this rule is {off} off."
