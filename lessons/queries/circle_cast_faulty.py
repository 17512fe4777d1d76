"""What is said of a circle cast while a faulty rule runs beside: what it casts against what, its verdict, and where
B really is then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geometry import CircleCast, Convex, Outcome, RayCast, separation
from lessons.queries.circle_cast_figure import CENTRE, SQUARE, decides, decimals, gap_along, ray_is_cast
from lessons.queries.scenes import P, RayAsked, Stopped, named
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import equation, fixed, tint

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
LEFT = rf"\faulty{{s}}=\mathrm{{dist}}(\A{{\mathrm{{A}}}},\,{PLACE})-\B{{r}}"
TOUCHES = rf"\mathrm{{dist}}(\A{{\mathrm{{A}}}},\,{PLACE})=\B{{r}}"
TINY = 0.005  # a gap below it has no digits


def faulty_page(stage: str, moment: Moment[Any]) -> Page | None:
    """From the cast on: the rule's verdict, how far B is from A then, and where B really stops."""
    found: CircleCast = moment.trace.result
    if not ray_is_cast(moment) or found.outcome is Outcome.OVERLAPPED:
        return None
    page = Page(stage, IDEAS[moment.compare], FORMULAS[moment.compare])
    if isinstance(moment.step, RayAsked):
        return _verdict(page, moment)
    if isinstance(moment.step, Stopped) or found.outcome is not Outcome.HIT:
        return _left(page, moment)
    return _contact(page, moment, found)


def _verdict(page: Page, moment: Moment[Any]) -> Page:
    """What the rule finds in the cast."""
    scene, t = moment.scene, moment.faulty.distance
    if t is None:
        page = page.says("The ray of the centre passes A: the rule reports **no hit**.")
        return page.claiming(Claim("passes", lambda: gap_along(scene.a.world, scene.ray, 0.0) > 0.0, lambda: True))
    if moment.compare == CENTRE:
        page = page.says(f"The centre reaches A at {_told(moment)}: there the rule reports a hit.")
        return page.claiming(Claim("on A", lambda: _gap(scene, t), lambda: -scene.r, 1e-6))
    edge, height = decides(moment)
    says = "The start lies inside the square corners: the rule reports a hit at $t$ = 0."
    if t > 0.0:
        says = f"At {_told(moment)} the centre is $\\A{{r'}}$ = {fixed(height)} over the line of "
        says += f"{tint(f'edge {edge}', Ink.A)}: the rule reports a hit."
    return page.says(says).claiming(
        Claim("r'", lambda: height, lambda: scene.grown.radius if t > 0.0 else min(height, scene.grown.radius), 1e-6)
    )


def _left(page: Page, moment: Moment[Any]) -> Page:
    """The gap or the overlap that the rule leaves."""
    scene, t = moment.scene, moment.faulty.distance
    page = replace(page, formula=LEFT)
    if t is None:
        deep = -gap_along(scene.a.world, scene.ray, scene.r)
        page = page.says(f"But on this path B overlaps A by up to {tint(f'**{fixed(deep)}**', Ink.FAULTY)}.")
        return page.claiming(Claim("overlaps", lambda: deep > 0.0, lambda: True))
    s = _gap(scene, t)
    if moment.compare == CENTRE:
        page = page.says(f"At {_told(moment)} B overlaps A by its whole radius, {fixed(scene.r)}.")
        return page.claiming(Claim("s", lambda: -s, lambda: scene.r, 1e-6))
    value = equation("{d} − {r} = {result}", lambda d, r: d - r, d=s + scene.r, r=scene.r)
    told, _, result = value.rpartition(" ")
    left = (
        f"$\\faulty{{s}}$ = {told} {tint(f'**{result}**', Ink.FAULTY)}" if s >= TINY else "a gap of nearly 0 is left"
    )
    page = page.says(f"At {_told(moment)}: {left}. B does not touch A.")
    return page.claiming(Claim("gap", lambda: s > 0.0, lambda: True))


def _contact(page: Page, moment: Moment[Any], found: CircleCast) -> Page:
    """Where B really touches A, and how far the rule is off."""
    scene, wrong, right = moment.scene, moment.faulty.distance, found.cast.distance
    assert right is not None
    assert found.cast.feature is not None
    k, on = decimals(wrong, right), tint(named(found.cast.feature), Ink.A)
    at = f"$t$ = **{fixed(right, k)}**, on {on} of A"
    if wrong is None:
        says = f"In truth B touches A at {at}. The rule misses this contact."
    else:
        early = "early" if wrong < right else "late"
        off = tint(f"**{fixed(abs(wrong - right), k)}**", Ink.FAULTY)
        says = f"In truth B touches A at {at}. The rule stops B {off} too {early}."
    page = replace(page, formula=TOUCHES).says(says)
    return page.claiming(Claim("touches", lambda: _gap(scene, right), lambda: 0.0, 1e-6))


def _gap(scene: Any, t: float) -> float:
    """Of B from A, when its centre has moved by t."""
    return separation(scene.a.world, Convex([scene.ray.origin + t * scene.ray.direction], scene.r))


def _told(moment: Moment[Any]) -> str:
    t, right = moment.faulty.distance, moment.trace.result.cast.distance
    return tint(f"$t$ = **{fixed(t, decimals(t, right))}**", Ink.FAULTY)


def fault_told(moment: Moment[Any], found: RayCast) -> str:
    """What the rule that is compared answers, and what is right."""
    distance = moment.faulty.distance
    k = decimals(distance, found.distance)
    wrong = tint("no hit" if distance is None else f"a hit at $t$ = {fixed(distance, k)}", Ink.FAULTY)
    right = "there is none" if found.distance is None else f"the right $t$ is {fixed(found.distance, k)}"
    return f"With {moment.compare}: {wrong}; {right}."
