"""What circles and SAT says of each faulty rule at the end: its own formula and row, and its answer here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from geometry.faulty.sat import BoundaryMeasured, FaultyAxis
from geometry.tolerance import PARALLEL, rounding
from lessons.separating_axes.circles_and_sat_figure import cost_of, edges_of, meets_circle
from lessons.stories.sat import row_of
from lessons.stories.sat_figure import laid, measured, shapes_of
from viz.lesson.ink import Ink, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Claim, Page
from viz.lesson.text import fixed, tint

EDGES_ONLY, CENTRES, BOUNDARY = "edges only", "centre to centre", "boundary distance only"

IDEAS = {
    EDGES_ONLY: (
        "**Edges only**: the extra axis is left out. No edge normal looks from the corner to B, so a gap beside the "
        "corner is missed."
    ),
    CENTRES: (
        "**Centre to centre**: the extra axis starts at A's centre, not at the nearest vertex. It is the same "
        "only where both and $\\boldsymbol{c}$ lie on one line; elsewhere it can miss a gap."
    ),
    BOUNDARY: (
        "**Boundary distance only**: B counts as hit if the nearest point $\\boldsymbol{q}$ of A's boundary lies in "
        "B's disc. If B lies deep inside A, $\\boldsymbol{q}$ lies outside of the disc."
    ),
}


def truth_of(moment: Moment[Any]) -> float:
    return measured(moment.trace.result.best)


def differs(moment: Moment[Any]) -> bool:
    if isinstance(moment.faulty, BoundaryMeasured):
        return moment.faulty.is_hit != (truth_of(moment) <= 0.0)
    if not isinstance(moment.faulty, FaultyAxis):
        return False
    return moment.faulty.separation < truth_of(moment) - rounding(*shapes_of(moment))


def told(page: Page, moment: Moment[Any]) -> Page:
    """The last page where a faulty rule is compared: what that rule computes and answers."""
    page = replace(page, idea=IDEAS[moment.compare]).says(_answer(moment))
    found, (a, b) = moment.faulty, shapes_of(moment)
    if isinstance(found, BoundaryMeasured):
        sign = r"\le" if found.is_hit else ">"
        page = replace(
            page,
            formula=_tex(
                rf"\lVert\B{{\boldsymbol c}}-\faulty{{\boldsymbol q}}\rVert=\faulty{{{fixed(found.distance)}}}{sign}"
                rf"\B{{r}}=\B{{{fixed(b.radius)}}}"
            ),
        )
        return page.claiming(Claim("hit", lambda: found.is_hit, lambda: found.distance <= b.radius))
    wrong, right = fixed(found.separation), truth_of(moment)
    ink = separation_ink(right).value
    if found.axis.edge is None:
        whole = r"\B{\boldsymbol c}-\A{\boldsymbol c_A}"
        page = replace(page, formula=rf"\faulty{{\hat n}}=({whole})\,/\,\lVert{whole}\rVert")
        page = page.claiming(Claim("n", lambda: found.normal, lambda: _between(moment)))
    elif differs(moment) and fixed(right) != wrong:
        page = replace(
            page,
            formula=_tex(
                rf"\max_{{\text{{edges}}}}\,\faulty{{s}}=\faulty{{{wrong}}}<\max_{{\text{{all}}}}\,"
                rf"\{ink}{{s}}=\{ink}{{{fixed(right)}}}"
            ),
        )
        if meets_circle(moment):
            page = page.claiming(Claim("edges", lambda: found.separation, lambda: edges_of(a, b.points[0], b.radius)))
    return _row(page, moment, found)


def _tex(formula: str) -> str:
    return formula.replace("−", "-")


def _between(moment: Moment[Any]) -> Any:
    a, b = shapes_of(moment)
    way = b.centroid - a.centroid
    return way / float((way @ way) ** 0.5)


def _row(page: Page, moment: Moment[Any], found: FaultyAxis) -> Page:
    """The axis that the rule settles on, in the table: in its own row, if that is not the best one's."""
    x, y = found.normal.tolist()
    tests, best = moment.trace.result.tests, moment.trace.result.best
    tested = next((t for t in tests if abs(x * t.normal_xy[1] - y * t.normal_xy[0]) <= PARALLEL), None)
    mark = "the gap is missed" if found.separation <= 0.0 < truth_of(moment) else moment.compare
    if tested is best:
        return page
    if tested is not None:
        return row_of(page, moment, tested, mark, is_faulty=True)
    axis = laid(*shapes_of(moment), (x, y))
    spans = (f"{fixed(each.low)} … {fixed(each.high)}" for each in (axis.a, axis.b))
    cells = "centres", *spans, tint(fixed(found.separation), Ink.FAULTY)
    return page.row(*cells, ink=Ink.FAULTY, mark=mark, key="faulty", faulty=True)


def _answer(moment: Moment[Any]) -> str:
    """What the faulty rule answers here, and what is true."""
    s, cost = truth_of(moment), cost_of(moment)
    truth = tint(f"{'gap' if s > 0.0 else 'overlap'} of {fixed(abs(s))}", separation_ink(s))
    told = tint(cost, Ink.FAULTY)
    if not differs(moment):
        return f"Here the rule answers right: {told}."
    if moment.compare != BOUNDARY and cost.endswith(f" {fixed(abs(s))}"):
        return f"Here both agree to two decimals: {told}."
    if moment.compare != BOUNDARY and s > 0.0 and moment.faulty.separation > 0.0:
        return f"Here the rule finds only {told} of {fixed(s)}."
    return f"The rule says {told}; the truth is {'a' if s > 0.0 else 'an'} {truth}."
