"""Two outlines that are taken for a rounded polygon's: what each rule is, and where it lies too far out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from geometry.faulty.minkowski_sum import FaultySum
from geometry.outline import signed_area
from geometry.vector import following
from lessons.contact.rounded_anatomy_figure import Rounding, order_of
from viz.lesson import measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.page import Page
from viz.lesson.text import fixed, tint

MITRED, SCALED = "mitred corners", "scaled copy"
IDEAS = {
    MITRED: (
        "**Mitred corners**: the outer edges are extended until they meet. But a tip is farther than $\\A{r}$ from "
        "the core, and a sharper tip is farther still."
    ),
    SCALED: (
        "**Scaled copy**: the core is enlarged from its centre until its nearest edge has moved by $\\A{r}$. Edges "
        "farther from the centre move farther."
    ),
}
FIRST_TOLD = {MITRED: 2, SCALED: 1}  # how far the shape is taken apart where a rule goes wrong
ALIKE = 1e-9  # two moves that differ by less do so by rounding
CORE = r"\mathrm{area}_{\mathrm{core}}"


def differs(moment: Moment[Rounding]) -> bool:
    return isinstance(moment.faulty, FaultySum) and moment.faulty.error > 1e-3


def told(page: Page, moment: Moment[Rounding]) -> Page:
    """The page with a rule beside it, from the part on that the rule gets wrong."""
    if moment.parent is not None or not differs(moment) or order_of(moment) < FIRST_TOLD[moment.compare]:
        return page
    page = replace(page, idea=IDEAS[moment.compare])
    if order_of(moment) == 4:
        return _areas(page, moment)
    return (_mitred if moment.compare == MITRED else _scaled)(page, moment)


def _areas(page: Page, moment: Moment[Rounding]) -> Page:
    outline, whole = moment.faulty.outline, moment.scene.parts.result
    area, around = fixed(signed_area(outline)), fixed(float(np.hypot(*(following(outline) - outline).T).sum()))
    says = f"Area {tint(f'**{area}**', Ink.FAULTY)} instead of {fixed(whole.area)}, outline "
    says += f"{tint(around, Ink.FAULTY)} instead of {fixed(whole.perimeter)}."
    formula = rf"\faulty{{{area}}}\ \approx\ "
    if moment.compare == MITRED:
        formula += rf"{CORE}+\A{{P}}\,\A{{r}}+\A{{r}}^2\sum_i\,\tan(\examined{{\theta_i}}/2)"
    else:
        formula += rf"{fixed(moment.faulty.factor)}^2\cdot {CORE}"
    page = replace(page, formula=formula).says(says)
    return page.row(moment.compare, around, area, faulty=True, key="faulty", mark=moment.compare)


def _mitred(page: Page, moment: Moment[Rounding]) -> Page:
    scene, faulty = moment.scene, moment.faulty
    arc = min(scene.arcs, key=lambda arc: math.dist(arc.center, faulty.worst) - 1e-9 * arc.sweep)
    i, r, half = arc.vertex, fixed(scene.radius), fixed(0.5 * math.degrees(arc.sweep), 1)
    formula = rf"\faulty{{\mathrm{{error}}}}=\dfrac{{\A{{r}}}}{{\cos(\examined{{\theta_{i}}}/2)}}-\A{{r}}"
    error = tint(f"**{fixed(faulty.error)}**", Ink.FAULTY)
    return replace(page, formula=formula).says(f"The tip at v{i}: {r} / cos {half}° − {r} = {error} too far.")


def _scaled(page: Page, moment: Moment[Rounding]) -> Page:
    scene, moves = moment.scene, moves_of(moment.scene, moment.faulty)
    near, far = extremes(moves)
    r = fixed(scene.radius)
    if near == far:
        corner = fixed(scene.radius + moment.faulty.error)  # the tip lies straight out from its vertex
        says = f"Every edge moves out by $\\A{{r}}$ = {r}, but a corner by {tint(f'**{corner}**', Ink.FAULTY)}."
        return replace(page, formula=rf"\faulty{{{corner}}}\ >\ \A{{r}}={r}").says(says)
    most = fixed(moves[far])
    says = f"Edge {near} moves out by $\\A{{r}}$ = {r}, but edge {far} by {tint(f'**{most}**', Ink.FAULTY)}."
    return replace(page, formula=rf"\faulty{{{most}}}\ >\ \A{{r}}={r}").says(says)


def moves_of(scene: Rounding, faulty: FaultySum) -> Sequence[float]:
    """How far each edge of the core moves out along its normal when the core is scaled."""
    return [float((p - edge.inner_start) @ edge.normal) for p, edge in zip(faulty.outline, scene.outer, strict=True)]


def extremes(moves: Sequence[float]) -> tuple[int, int]:
    """The edge that moves least and the one that moves most, the first of several; one edge where all move alike."""
    near, far = (
        next(i for i, move in enumerate(moves) if abs(move - end) < ALIKE) for end in (min(moves), max(moves))
    )
    return near, far


def situation(moment: Moment[Rounding]) -> str:
    wrong = tint(f"**{fixed(moment.faulty.error)}**", Ink.FAULTY)
    if moment.compare == MITRED:
        return f"The outer edges are extended until they meet. The sharpest tip lies {wrong} beyond its arc."
    scale = f"A scaled by {fixed(moment.faulty.factor)}"
    return f"{scale} is right at the edge nearest to its centre. But a corner lies {wrong} too far out."


def draw(canvas: Canvas, moment: Moment[Rounding]) -> None:
    """The outline, its greatest error, and the move of the edge that a scaled copy moves farthest."""
    faulty: Any = moment.faulty
    if not isinstance(faulty, FaultySum) or not len(faulty.outline):
        return
    canvas.stroke(faulty.outline, Ink.FAULTY, closed=True, line=Line.DOTTED)
    if faulty.error <= 1e-3:
        return
    way = faulty.worst - faulty.right
    up = way + 2.0 * math.hypot(*way) * np.array((0.0, 1.0))  # beside the tip: the disc's names stand before it
    measures.measure(canvas, faulty.right, faulty.worst, Ink.FAULTY)
    canvas.label(
        f"error **{fixed(faulty.error)}**", faulty.worst, Ink.FAULTY, toward=way if moment.compare == SCALED else up
    )
    if moment.compare == SCALED and 0 < order_of(moment) < 4:
        moves = moves_of(moment.scene, faulty)
        near, far = extremes(moves)
        if near == far:
            return
        edge = moment.scene.outer[far]
        start = 0.5 * (edge.inner_start + edge.inner_end)
        end = start + max(moves) * edge.normal
        measures.measure(canvas, start, end, Ink.FAULTY)
        canvas.label(
            fixed(max(moves)), 0.75 * end + 0.25 * start, Ink.FAULTY, toward=edge.inner_end - edge.inner_start
        )
