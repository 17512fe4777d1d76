"""What is said of a bracket: the root that t2 moves back to, the floor that proves it or not, and the trials."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geometry.time_of_impact.bilateral_advancement import AxisChosen, DeepestFound, PushBack, RootMethod, RootTried
from geometry.time_of_impact.separation_function import AxisFrame
from geometry.trace import Grouped
from lessons.motion.bilateral_floor import floor_points, floors_of, is_halved, is_shorter, is_too_low
from lessons.motion.bilateral_scene import Rooted, along, first_of, is_floor
from lessons.motion.bilateral_words import (
    BACK,
    BENDS,
    BISECTION,
    BOUND,
    CURVES,
    DEEPER,
    FLOOR,
    OPEN,
    PROVED,
    PROVES,
    ROOT,
    SAGS,
    SECANT,
    SECANT_FORMULA,
    SHALLOWER,
    SHORTER,
    TOO_LOW,
    TOO_LOW_FIRST,
    at_root,
    nearest,
)
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import counted, fixed, tint

MOVES = 4  # ends of a bracket: more are counted, not named
BELOW, ABOVE = "$t_2$ moves to the middle", "$t_1$ jumps to $t_2$"


def root_page(moment: Moment[Rooted], part: Grouped[Any], stage: str) -> Page:
    """Where the trials have brought t2; nothing is proved yet."""
    scene, last = moment.scene, part.last
    page = Page(stage, ROOT, at_root(scene.tolerance), (near_target(scene, last),), nested="trials")
    if not last.found:
        return page.says(f"In {trials(part)} no root was found.")
    g = tint(fixed(_there(scene, last), 3), Ink.GAP)
    roots = sum(isinstance(step, RootTried) and step.found for step in part.part)
    told = f"Trial {last.trial} is near enough"
    if roots > 1:  # each is one of two vertices, and others are nearer there
        told = f"{roots} roots in {trials(part)}"
    return page.says(f"{told}: the **bracket** now ends at $t_2$ = **{fixed(last.fraction, 3)}**, where $g$ = {g}.")


def with_root(page: Page, moment: Moment[Rooted], part: Grouped[Any]) -> Page:
    """Of a later axis: what it is, and the root that t2 moves back to along it."""
    scene, last = moment.scene, part.last
    t2 = f"$t_2$ moves back to the root **{fixed(last.fraction, 3)}**" if last.found else "no root was found"
    says = f"{axis_told(scene, part.first)} In {trials(part)} {t2}."
    return replace(page, nested="trials").says(says).claiming(near_target(scene, last))


def axis_told(scene: Rooted, axis: AxisChosen) -> str:
    """What is nearest at a query, and whether the axis turns with it."""
    body = {AxisFrame.A: scene.sweep_a, AxisFrame.B: scene.sweep_b}.get(axis.frame)
    return nearest(axis.frame, turns=body is not None and abs(body.turn) > 1e-9)


def other_root(scene: Rooted, axis: AxisChosen, *, is_root: bool) -> str:
    """Where the same curve has ended at another root before, why: each search stops as soon as it is near enough."""
    k = axis.iteration
    found = [s.fraction for s in scene.steps if isinstance(s, RootTried) and s.iteration in (k - 1, k) and s.found]
    is_other = is_root and scene.numbered(k)[1] and len(found) > 1 and fixed(found[-2], 3) != fixed(found[-1], 3)
    return rf", not {fixed(found[-2], 3)} as before: other trials, both within $\varepsilon$" if is_other else ""


def trials(part: Grouped[Any]) -> str:
    return counted(sum(isinstance(step, RootTried) for step in part.part), "trial")


def _there(scene: Rooted, tried: RootTried) -> float:
    """The gap along the axis at a trial, from all vertices."""
    return along(scene, scene.functions[tried.iteration - 1].direction(tried.fraction), tried.fraction)


def near_target(scene: Rooted, tried: RootTried) -> Claim:
    """A root is what is within the tolerance of the target."""
    limit = scene.tolerance * (1.0 + 1e-6) + 1e-9
    return Claim("g(t2) = s0", lambda: abs(_there(scene, tried) - scene.target) <= limit, lambda: tried.found)


def bound_page(moment: Moment[Rooted], found: DeepestFound, stage: str, *, is_asked: bool) -> Page:
    """What the floor of a bracket proves; where that is asked, only what its least value is compared with."""
    scene, (idea, formula) = moment.scene, _on_floor(moment, found, is_asked=is_asked)
    is_single = first_of(moment.step) is found
    page = Page(stage, idea, formula, nested="parts of K" if is_single else "checks").claiming(*_claims(scene, found))
    if is_asked:
        return page.says("The least value of the lower bound is compared with the limit.")
    is_low = is_too_low(moment)
    least = tint(fixed(found.floor, 3), Ink.OVERLAP if is_low else Ink.GAP)
    told = "there is no contact" if found.decision is PushBack.OPEN_TO_THE_END else ABOVE
    if is_halved(moment):
        then = BELOW if is_low else told
        return page.says(f"{moved_back(moment, found)} The least value is now {least}: {then}.")
    is_first = found is next(step for step in scene.steps if is_floor(step))
    says = f"The least value of the bound is {least}, {side(found)} the {'**limit**' if is_first else 'limit'}: "
    return page.says(f"{says}{BELOW if is_low else told}.")


def moved_back(moment: Moment[Rooted], found: DeepestFound) -> str:
    """Where t2 has been since the first floor of its bracket, and what moved it there each time."""
    first = floors_of(moment)[0]  # type: ignore[index]  # only a floor is halved
    ends = [s for s in moment.scene.steps if isinstance(s, DeepestFound) and s.iteration == found.iteration]
    ends = ends[ends.index(first) : ends.index(found) + 1]
    if len(ends) == 2:
        return f"$t_2$ moves to the middle, **{fixed(found.last.fraction, 3)}**."
    if len(ends) > MOVES:
        return f"In {len(ends) - 1} moves $t_2$ comes to **{fixed(found.last.fraction, 3)}**."
    by = ("root" if was.decision is PushBack.ROOT else "halved" for was in ends)
    moves = [f"**{fixed(end.last.fraction, 3)}** ({how})" for how, end in zip(by, ends[1:], strict=False)]
    return f"$t_2$: {', '.join(moves)}."


def side(found: DeepestFound) -> str:
    return "below" if found.decision is PushBack.HALVE else "not below"


def _on_floor(moment: Moment[Rooted], found: DeepestFound, *, is_asked: bool) -> tuple[str, str]:
    """The first floor of a search is explained; of a later one it is said what is new."""
    scene, k = moment.scene, found.iteration
    first = next(step for step in scene.steps if is_floor(step))
    is_low = is_too_low(moment)
    if is_halved(moment):
        return SHORTER if is_shorter(moment) else SHALLOWER, PROVED
    if found is first:
        return CURVES, FLOOR
    if found.decision is PushBack.OPEN_TO_THE_END and not is_asked:
        return OPEN, FLOOR
    if not is_low and not is_asked:
        return PROVES, PROVED
    if is_asked:
        return SAGS, FLOOR
    function, before = scene.functions[k - 1], scene.functions[k - 2]
    is_deeper = k > 1 and function.curvature > before.curvature * (1.0 + 1e-6)
    return DEEPER + TOO_LOW if is_deeper else TOO_LOW_FIRST, FLOOR


def check_page(moment: Moment[Rooted], found: DeepestFound, stage: str) -> Page:
    """One check of t2 among the trials."""
    scene, k = moment.scene, found.iteration
    if found.decision is PushBack.ROOT:
        page = Page(stage, BACK, at_root(scene.tolerance))
        g = tint(fixed(found.last.separation, 3), Ink.OVERLAP)
        page = page.says(f"$g(t_2)$ = {g} is below $s_0$: $t_2$ moves back to the root.")
    else:
        function = scene.functions[k - 1]
        terms = [fixed(x, 2) for x in scene.bends(k) if x > 0.0]
        sums = f"{' + '.join(terms)} = " * (len(terms) > 1)
        least = tint(fixed(found.floor, 3), Ink.OVERLAP if found.decision is PushBack.HALVE else Ink.GAP)
        bend = f"$K$ = {sums}**{fixed(function.curvature, 2)}**."
        says = f"{bend} The least value of the lower bound is {least}, {side(found)} the limit."
        page = Page(stage, BENDS[function.frame], BOUND[function.frame]).says(says)
    return page.claiming(*_claims(scene, found))


def _claims(scene: Rooted, found: DeepestFound) -> tuple[Claim, ...]:
    function, t2 = scene.functions[found.iteration - 1], found.last.fraction
    curve, limit = floor_points(function, found), scene.tolerance * (1.0 + 1e-6) + 1e-9
    decided = {
        PushBack.ROOT: lambda: along(scene, function.direction(t2), t2) < scene.target,
        PushBack.HALVE: lambda: curve[:, 1].min() < scene.target,
        PushBack.ADVANCE: lambda: found.floor >= scene.target - limit,
        PushBack.OPEN_TO_THE_END: lambda: found.floor >= scene.target - limit,
    }[found.decision]
    return (
        Claim("floor ≤ g", lambda: bool((curve[:, 1] <= function.over(curve[:, 0]) + 1e-7).all()), lambda: True),
        Claim("floor", lambda: found.floor <= curve[:, 1].min() + 1e-9, lambda: True),
        Claim("decided", decided, lambda: True),
    )


def trial_page(moment: Moment[Rooted], tried: RootTried, stage: str) -> Page:
    """One guess at a root."""
    scene, function = moment.scene, moment.scene.functions[tried.iteration - 1]
    is_secant = tried.method is RootMethod.SECANT
    ink = Ink.GAP if tried.separation >= scene.target else Ink.OVERLAP
    found = "near enough to" if tried.found else "above" if ink is Ink.GAP else "below"
    page = Page(stage, SECANT if is_secant else BISECTION, SECANT_FORMULA if is_secant else "")
    page = page.says(
        f"t = **{fixed(tried.fraction, 4)}**: $g$ = {tint(fixed(tried.separation, 4), ink)}, {found} $s_0$."
    )
    low, high = (function.between(t, tried.index_a, tried.index_b) for t in (tried.low, tried.high))
    guess = tried.low + (scene.target - low) / (high - low) * (tried.high - tried.low)
    return page.claiming(
        Claim("t", lambda: tried.fraction, lambda: guess if is_secant else (tried.low + tried.high) / 2.0, 1e-7)
    )
