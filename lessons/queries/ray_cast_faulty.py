"""What the rules that a ray cast is compared with say: their idea, their own test, and where it fails."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geometry import RayCast, RayKind, point_query
from geometry.faulty.ray_cast import FaultyCast
from geometry.query.ray_steps import FaceConsidered
from lessons.queries.ray_cast_state import (
    ACROSS_ONLY,
    AHEAD,
    MITRED,
    fronts_of,
    in_edges,
    in_tests,
    is_quick,
    span_missed,
)
from lessons.queries.scenes import P
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import fixed, tint

RULES = {  # idea, formula
    ACROSS_ONLY: (
        r"**Perpendicular axis only**: one projection decides, that on $\hat d_\perp$. If it contains 0, the last "
        r"entry is reported, whatever its $t$.",
        r"\faulty{t=\max_{\mathrm{front}} t_i}",
    ),
    AHEAD: (
        rf"**Entries ahead only**: a line that is crossed before $\examined{{{P}}}$ is skipped. If no line "
        "is left, the rule reports no hit and tests no corner.",
        r"\faulty{t=\max_{\mathrm{front}}\ \{t_i:\ t_i\ge 0\}}",
    ),
    MITRED: (
        "**Mitred corners**: A ends where the lines of its edges meet, as if its corners were sharp. So the last "
        "entry is the hit.",
        r"\faulty{t=\max_{\mathrm{front}} t_i}",
    ),
}


def is_wrong(moment: Moment[Any]) -> bool:
    """Whether the rule that is compared reports another hit than there is."""
    right, faulty = moment.trace.result.distance, moment.faulty.distance
    return bool((right is None) is not (faulty is None) or (right is not None and abs(right - faulty) > 1e-9))


def by_rule(page: Page, moment: Moment[Any]) -> Page:
    """While a rule is compared that is wrong here, the page tells its idea, and at the answer its own failing."""
    faulty = moment.faulty
    if moment.compare not in RULES or in_edges(moment) or in_tests(moment) or not isinstance(faulty, FaultyCast):
        return page
    skips = moment.compare == ACROSS_ONLY and span_missed(moment) is not None  # the very test that decides
    if not is_wrong(moment) or (is_quick(moment.step) and not skips):  # there the rules agree
        return page
    idea, formula = RULES[moment.compare]
    page = replace(page, idea=idea)
    if is_quick(moment.step):
        return replace(page, formula=formula, sentence=f"{page.sentence} This rule skips that test.")
    if isinstance(moment.step, FaceConsidered):  # of all entries it takes another one, or none
        return replace(page, formula=formula)
    if not isinstance(moment.step, RayCast):
        return page
    ray, shape, t = moment.scene.ray, moment.scene.a.world, faulty.distance
    page = replace(page, formula=formula)
    if t is None:
        missed = "The rule tests only the corner that belongs to the last line ahead, and the ray misses that one."
        stops = "No line of a front edge is crossed at $t$ ≥ 0: the rule stops, and its ray goes through A."
        return page.says(missed if any(t >= 0.0 for t, _ in fronts_of(moment)) else stops)
    told = tint(f"$t$ = {fixed(t)}", Ink.FAULTY)
    if t < -1e-9 and ray.kind is not RayKind.LINE:
        return page.says(f"The rule reports {told}. That point lies behind $\\examined{{{P}}}$, where no ray goes.")
    if ray.kind is RayKind.SEGMENT and t > ray.length:
        return page.says(f"The rule reports {told}. But the segment ends at {fixed(ray.length)}.")
    off = point_query(shape, ray.origin + t * ray.direction).separation
    where = f"{fixed(off)} from A" if off > 0.0 else f"inside A, {fixed(-off)} from its border"
    return page.says(f"The rule reports {told}. That point lies {where}: it is no hit.").claiming(
        Claim("wrong", lambda: abs(off) > 1e-9, lambda: True)
    )


def fault_told(moment: Moment[Any], found: RayCast) -> str:
    """The situation: what the rule does wrong here."""
    distance = moment.faulty.distance
    wrong = tint("no hit" if distance is None else f"a hit at $t$ = {fixed(distance)}", Ink.FAULTY)
    right = "there is none" if found.distance is None else f"the right $t$ is {fixed(found.distance)}"
    told = f"; {right}" if isinstance(moment.step, RayCast) else ""  # not before this cast has found it
    why = {
        ACROSS_ONLY: "This rule tests the whole line, and forgets where the ray starts and ends",
        AHEAD: f"This rule skips every line that is crossed before $\\examined{{{P}}}$, and never tests the arc",
        MITRED: "This rule takes the extended edges for the outline, and never tests the arc",
    }[moment.compare]
    return f"{why}: {wrong}{told}."
