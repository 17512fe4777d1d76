"""What is said of a circle cast while a faulty rule runs beside: what it casts against what, its verdict, and where
B really is then."""

from __future__ import annotations

from typing import Any

from geometry import Convex, Outcome, RayCast, separation
from lessons.queries.circle_cast_figure import CENTRE, SQUARE, decides, decimals, gap_along, ray_is_cast
from lessons.queries.scenes import P
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import fixed, tint

PLACE = rf"\examined{{{P}}}+t\,\examined{{\hat d}}"
IDEAS = {
    CENTRE: "This rule casts the centre against A itself, as if B had no radius. But B touches A before "
    "its centre reaches A, and even where its centre passes by.",
    SQUARE: "This rule moves the edges out by $\\B{r}$ and extends them until they meet. In front of a corner their "
    "meeting point is farther than $\\B{r}$ from A.",
}
FORMULAS = {
    CENTRE: rf"\mathrm{{dist}}(\A{{\mathrm{{A}}}},\,{PLACE})=0",
    SQUARE: rf"\max_i\,({PLACE}-\A{{\boldsymbol{{u}}_i}})\cdot\A{{\hat n_i}}=\A{{r'}}",
}
TINY = 0.005  # a gap below it has no digits


def faulty_page(stage: str, moment: Moment[Any]) -> Page | None:
    """From the cast on: the rule's own question, its verdict, and how far B is from A then."""
    scene, t, found = moment.scene, moment.faulty.distance, moment.trace.result
    if not ray_is_cast(moment) or found.outcome is Outcome.OVERLAPPED:
        return None
    page = Page(stage, IDEAS[moment.compare], FORMULAS[moment.compare])
    if t is None:
        deep = -gap_along(scene.a.world, scene.ray, scene.r)
        told = f"The centre passes by: “no hit”. But B overlaps A by up to {tint(f'**{fixed(deep)}**', Ink.FAULTY)}."
        return page.says(told).claiming(Claim("overlaps", lambda: deep > 0.0, lambda: True))
    s = separation(scene.a.world, Convex([scene.ray.origin + t * scene.ray.direction], scene.r))
    at = tint(f"$t$ = **{fixed(t, decimals(t, found.cast.distance))}**", Ink.FAULTY)
    if moment.compare == CENTRE:
        told = f"A hit at {at}, too late: there B overlaps A by its whole radius, {fixed(scene.r)}."
        return page.says(told).claiming(Claim("s", lambda: -s, lambda: scene.r, 1e-6))
    left = f"$s$ = {tint(f'**{fixed(s)}**', Ink.FAULTY)}" if s >= TINY else "a gap of nearly 0"
    told = f"The rule reports a hit at {at}. But there {left} is left: B does not touch A."
    _, height = decides(moment)
    return page.says(told).claiming(
        Claim("gap", lambda: s > 0.0, lambda: True),
        Claim("r'", lambda: height, lambda: scene.grown.radius if t > 0.0 else min(height, scene.grown.radius), 1e-6),
    )


def fault_told(moment: Moment[Any], found: RayCast) -> str:
    """What the rule that is compared answers, and what is right."""
    distance = moment.faulty.distance
    k = decimals(distance, found.distance)
    wrong = tint("no hit" if distance is None else f"a hit at $t$ = {fixed(distance, k)}", Ink.FAULTY)
    right = "there is none" if found.distance is None else f"the right $t$ is {fixed(found.distance, k)}"
    return f"With {moment.compare}: {wrong}; {right}."
