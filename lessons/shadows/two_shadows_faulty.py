"""Two shadows with a faulty search: what it looks at, what it finds, and what it misses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geometry.faulty.sat import FaultyAxis
from geometry.sat.separation_curve import AtEdge, angle_of
from lessons.shadows.scene import ShapesAndAxis, apart, degrees
from lessons.shadows.separation_picture import costs
from viz.lesson.ink import Ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import fixed, tint

RULES = {
    "edges of A only": "**Edges of A only**: the normals of B’s edges are never tested.",
    "x and y only": "**x and y only**: only the axes at 0° and 90° are tested.",
}


def s_of(scene: ShapesAndAxis, step: Any) -> str:
    """The separation of a step, in its ink."""
    return tint(f"**{fixed(step.separation)}**", scene.ink_of(step.separation))


def mistaken(page: Page, moment: Moment[ShapesAndAxis], found: FaultyAxis) -> Page:
    """The last page beside a faulty search: what that one looks at and finds, and what is wrong with it."""
    scene, best = moment.scene, moment.trace.result
    kind = scene.kind(angle_of(found.axis.direction))
    wrong = f"“{moment.compare}” finds {'an' if kind == 'overlap' else 'a'} {kind} of {fixed(abs(found.separation))}"
    fault = ": **wrong**, A and B are apart" if best.separation > scene.near else ": **too deep**"
    verdict = fault if costs(moment) else ""
    if costs(moment):
        page = replace(page, idea=_missed(moment, found), formula=_against(moment, found))
    says = f"Best: {s_of(scene, best)}, at {degrees(best.angle)}. {tint(wrong, Ink.FAULTY)}{verdict}."
    # It takes the place of the row that it is taken from.
    edges = [step for step in moment.trace if isinstance(step, AtEdge)]
    same = (s for s in edges if apart(s.angle, angle_of(found.axis.direction)) <= 1e-9)
    taken = next(same, None)
    key = "" if taken is None else "first" if taken is edges[0] else str(taken.edge)
    name, kink = moment.compare, ""
    if taken is not None:
        name, kink = f"{taken.edge.owner}{taken.edge.index}: {name}", "yes" if taken.faces else "no"
    cells = (name, degrees(angle_of(found.axis.direction)), kink, fixed(found.separation))
    return page.says(says).row(*cells, faulty=True, key=key)


def _missed(moment: Moment[ShapesAndAxis], found: FaultyAxis) -> str:
    """What the search looks at, its best axis, and the better one that it never sees."""
    scene, best = moment.scene, moment.trace.result
    at, top = (degrees(each) for each in (angle_of(found.axis.direction), best.angle))
    what = "gap" if best.separation > scene.near else "least overlap"
    wrong = tint(f"$s$ = {fixed(found.separation)}", Ink.FAULTY)
    return f"{RULES[moment.compare]} The greatest value there is {wrong}, at {at}. The {what} at {top} is missed."


def _against(moment: Moment[ShapesAndAxis], found: FaultyAxis) -> str:
    """The curve on the axis that the search settles on, and at its top."""
    best = moment.trace.result
    angles = (degrees(each).replace("°", r"^{\circ}") for each in (angle_of(found.axis.direction), best.angle))
    wrong, right = (fixed(each.separation).replace("−", "-") for each in (found, best))
    ink = moment.scene.ink_of(best.separation).value
    at, top = (rf"s({each})" for each in angles)
    return rf"{at}=\faulty{{{wrong}}}<{top}=\{ink}{{{right}}}"
