"""Axis by axis with a faulty rule: what it settles on, what that costs, and how it is told, tabled and drawn."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from geometry import point
from geometry.faulty import sat as faulty
from geometry.feature import FeatureKind, FeatureRef
from geometry.query.containment import contains
from geometry.sat.separating_axis import AxisSkipped, AxisTested, Owner, cast_on
from geometry.tolerance import PARALLEL
from geometry.vector import xy_of
from lessons.separating_axes.axis_by_axis_question import SAME, edges, middle
from lessons.stories import sat_answers, sat_figure
from lessons.stories.sat import in_words, name_of, row_of
from lessons.stories.sat_figure import laid, measured, shapes_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Moment
from viz.lesson.page import Page, Table, TableRow
from viz.lesson.text import fixed, tint

RAW, ONLY_A, FIRST_DECIDES = "raw normals", "A’s edges only", "first overlap decides"


def truth_of(moment: Moment[Any]) -> float:
    """The separation that is found: of a gap that of the answer, else the greatest on any axis, 0 where rounding
    cannot tell it from touching. For raw normals on any edge's: they are not to blame for the others."""
    best = moment.trace.result.best
    if moment.compare == RAW and best.axis.edge is None:
        return max(measured(t) for t in edges(moment).values())
    return measured(best)


def costs(moment: Moment[Any]) -> bool:
    """Whether the faulty axis is worse than the best one; apart, whether it misses every gap."""
    found = moment.faulty
    if not isinstance(found, faulty.FaultyAxis):
        return False
    truth, is_deep = truth_of(moment), moment.compare != FIRST_DECIDES  # which has a verdict, and no depth
    return found.separation <= 0.0 < truth or (is_deep and found.separation < min(truth, 0.0) - SAME)


def _picked(moment: Moment[Any], found: faulty.FaultyAxis) -> FeatureRef:
    """The edge of the faulty axis; of two parallel ones that which faces the other shape, as in the figure."""
    edge = FeatureRef(found.axis.owner.value, FeatureKind.EDGE, found.axis.edge or 0)
    tested = edges(moment).get(edge)
    return edge if tested is None else tested.facing or edge


def so_far(moment: Moment[Any]) -> faulty.FaultyAxis | None:
    """What the faulty search has settled on when it has come as far as the right one; None for nothing yet."""
    found = moment.faulty
    if not isinstance(found, faulty.FaultyAxis) or moment.is_last:
        return found if isinstance(found, faulty.FaultyAxis) else None
    if moment.compare == FIRST_DECIDES:
        return found if found.tested <= moment.index + 1 else None
    (a, b), best = shapes_of(moment), None
    for axis in (step.axis for step in moment.seen if isinstance(step, AxisTested | AxisSkipped)):
        if axis.edge is None or (moment.compare == ONLY_A and axis.owner is not Owner.A):
            continue
        tested = cast_on(a, b, axis)
        claimed = tested.separation * (_length(moment, axis.owner.value, axis.edge) if moment.compare == RAW else 1.0)
        if best is None or claimed > best.claimed:
            best = faulty.FaultyAxis(axis, tested.separation, claimed, tested.normal, moment.index + 1)
    return best


def _error(moment: Moment[Any], found: faulty.FaultyAxis) -> str:
    """What the faulty search finds; at the end, against what is true."""
    truth = truth_of(moment)
    if not moment.is_last:
        length = _length(moment, found.axis.owner.value, found.axis.edge or 0)
        scaled = f"ℓ · $s$ = {fixed(length)} · ({fixed(found.separation)}) = {fixed(found.separation * length)}"
        return scaled if moment.compare == RAW else f"$s$ = {fixed(found.separation)}"
    if not costs(moment):
        return "right by luck" if moment.compare == FIRST_DECIDES else "no error here"
    if truth > 0.0:
        return f"{'stops at' if moment.compare == FIRST_DECIDES else 'finds'} overlap {fixed(-found.separation)}"
    return f"{fixed(-found.separation)}, not {fixed(-truth)}"


def told_of(moment: Moment[Any], found: faulty.FaultyAxis | None) -> str:
    """What the faulty rule does and, at the end, what that costs here."""
    truth = truth_of(moment)
    rule = {
        RAW: "A **raw normal** is as long as its edge, ℓ. So it gives ℓ · $s$ in place of $s$.",
        ONLY_A: "**A’s edges only**: the axes of B’s edges are never tested.",
        FIRST_DECIDES: "**First overlap decides**: the first axis on which the projections overlap ends the search.",
    }[moment.compare]
    if not moment.is_last:
        if found is None:
            return rule
        says = f"So far it picks {_picked(moment, found)}."
        if moment.compare == FIRST_DECIDES:
            says = f"The verdict is {'apart' if found.separation > SAME else 'overlap'}."
        return f"{rule} {says}"
    assert found is not None
    wrong = tint(fixed(-found.separation), Ink.FAULTY)
    if not costs(moment):
        if moment.compare == FIRST_DECIDES and truth <= 0.0:
            return f"{rule} Here the verdict is right by luck: one overlap proves nothing."
        return f"{rule} On these shapes that does no harm."
    if truth > 0.0:
        return f"{rule} So the gap of {tint(fixed(truth), Ink.GAP)} is missed: the verdict is overlap."
    least = tint(fixed(-truth), Ink.OVERLAP)
    if moment.compare == ONLY_A:
        return f"{rule} They give {wrong}; the least overlap is {least}. In scene 1 they even miss a gap."
    return f"{rule} Here the axis of {_picked(moment, found)} is chosen, because that edge is short."


def in_truth(moment: Moment[Any], found: faulty.FaultyAxis, sentence: str) -> str:
    """What the rule reports, and then what is true, as the step's own sentence has it."""
    best, tests = moment.trace.result.best, moment.trace.result.tests
    if best.is_gap:
        gap = f"axis {tests.index(best) + 1} ({name_of(moment, best, ink=Ink.ANSWER)}) shows a gap"
        return f"This rule reports an **overlap**. In truth {gap}: {in_words(best.separation)}."
    wrong = tint(f"**{fixed(-found.separation)}**", Ink.FAULTY)
    reports = f"picks {_picked(moment, found)}, overlap" if moment.compare == RAW else "reports"
    return f"This rule {reports} {wrong}. In truth t{sentence.split('. T', 1)[1]}"


def against(moment: Moment[Any], found: faulty.FaultyAxis) -> str:
    """What the rule decides by, against what is true; empty where that is the step's own formula."""
    if moment.compare == FIRST_DECIDES:
        return _first_against_best(moment, found)
    if moment.compare == ONLY_A:
        return _maxima(moment, found)
    return _products(moment, found) if truth_of(moment) <= 0.0 else ""


def _first_against_best(moment: Moment[Any], found: faulty.FaultyAxis) -> str:
    """s on the axis that ended the search, and on the one with the gap."""
    best, tests = moment.trace.result.best, moment.trace.result.tests
    wrong, right = (fixed(each).replace("−", "-") for each in (found.separation, truth_of(moment)))
    last = tests.index(best) + 1
    return rf"\faulty{{s_{{{found.tested}}}}}=\faulty{{{wrong}}}<0,\quad\gap{{s_{{{last}}}}}=\gap{{{right}}}>0"


def _products(moment: Moment[Any], found: faulty.FaultyAxis) -> str:
    """What raw normals compare: the length of each edge times s."""
    truth, edge = truth_of(moment), _picked(moment, found)
    best = next(ref for ref, test in edges(moment).items() if test.separation >= truth - SAME)
    pairs = (
        (found.separation, _length(moment, edge.owner, edge.index)),
        (truth, _length(moment, best.owner, best.index)),
    )
    wrong, right = (rf"{fixed(size)}\cdot({fixed(s)})={fixed(s * size)}".replace("−", "-") for s, size in pairs)
    return rf"\ell s:\ \faulty{{{wrong}}}>\overlap{{{right}}}"


def _maxima(moment: Moment[Any], found: faulty.FaultyAxis) -> str:
    """The greatest s over A's edges alone, and over those of both."""
    wrong, right = (fixed(each).replace("−", "-") for each in (found.separation, truth_of(moment)))
    ink = separation_ink(truth_of(moment)).value
    ours, all_ = (rf"\mathrm{{{edges}}}:\,\max\," for edges in ("A", r"A,\ B"))
    return rf"{ours}\faulty{{s}}=\faulty{{{wrong}}}\quad {all_}\{ink}{{s}}=\{ink}{{{right}}}"


def _length(moment: Moment[Any], owner: str, edge: int) -> float:
    """Of an edge."""
    a, b = shapes_of(moment)
    return math.dist(*(a if owner == "A" else b).edges_xy[edge])


def faulty_row(page: Page, moment: Moment[Any], found: faulty.FaultyAxis) -> Page:
    """The axis that the faulty rule settles on, in the table: in its own row, if that is not the best one's."""
    (x, y), (a, b) = found.normal.tolist(), shapes_of(moment)
    tests = moment.trace.result.tests
    tested = next((t for t in tests if abs(x * t.normal_xy[1] - y * t.normal_xy[0]) <= PARALLEL), None)
    mark = "the gap is missed" if costs(moment) and truth_of(moment) > 0.0 else moment.compare
    if tested is not None and tested is not moment.trace.result.best:
        return row_of(page, moment, tested, mark, is_faulty=True)
    axis = laid(a, b, (x, y))
    spans = (f"{fixed(each.low)} … {fixed(each.high)}" for each in (axis.a, axis.b))
    edge = _picked(moment, found)
    cells = f"{edge.owner} {edge.index}", *spans, tint(fixed(found.separation), Ink.FAULTY)
    return page.row(*cells, ink=Ink.FAULTY, mark=mark, key="faulty", faulty=True)


def raw_table(moment: Moment[Any], table: Table) -> Table:
    """The table with what raw normals compare in its last column: of parallel edges the greatest product."""
    found = edges(moment)
    normals = {str(each.axis): each.normal_xy for each in moment.trace.result.tests}
    if isinstance(moment.faulty, faulty.FaultyAxis):
        normals["faulty"] = xy_of(moment.faulty.normal)

    picked = next((row.cells[0] for _, row in table.rows if row.faulty), "")

    def scaled(row: TableRow) -> TableRow:
        x, y = normals[row.key]
        products = [
            each.separation * _length(moment, ref.owner, ref.index)
            for ref, each in found.items()
            if abs(x * each.normal_xy[1] - y * each.normal_xy[0]) <= PARALLEL
        ]
        if not products:
            return replace(row, cells=(*row.cells[:-1], "–"))  # the axis of a circle has no edge
        ink = Ink.FAULTY if row.faulty else separation_ink(max(products))
        greatest = row.mark.removeprefix("least overlap = ").replace("axis of ", "")  # stands below another column
        mark = f"greatest ℓ · s: {picked}; {greatest}" if picked and "greatest s: " in greatest else row.mark
        return replace(row, cells=(*row.cells[:-1], tint(fixed(max(products)), ink)), mark=mark)

    return replace(
        table, columns=(*table.columns[:-1], "ℓ · s"), rows=tuple((i, scaled(row)) for i, row in table.rows)
    )


def draw_faulty(canvas: Canvas, moment: Moment[Any], found: faulty.FaultyAxis) -> None:
    """The axis that a faulty rule settles on: its edge and a dotted slab, with its error."""
    (a, b), edge, (x, y) = shapes_of(moment), _picked(moment, found), found.normal.tolist()
    axis, over = laid(a, b, (x, y)), sat_figure.OVER * canvas.pixel
    u, v = sat_figure.shown(moment).normal_xy
    is_other = abs(x * v - y * u) > PARALLEL  # than the axis that is shown
    if is_other:
        sat_answers.draw_wrong(canvas, "", axis=axis)
        shape = a if edge.owner == "A" else b
        canvas.stroke(shape.edges_xy[edge.index], Ink.FAULTY, line=Line.DOTTED)
    between, away = (axis.a.high + axis.b.low) / 2.0, (-axis.aside[0], -axis.aside[1])
    at = axis.at(between, -axis.behind - over)
    best = moment.trace.result.best
    has_gap = moment.is_last and best.is_gap and costs(moment)  # whose own label stands at the upper end
    below = axis.at(between, axis.front + over)
    is_free = has_gap and not any(contains(shape, point(below)) for shape in (a, b))
    if is_other and (is_free or abs(u) < sat_figure.STEEP):  # the shown axis at the left: below there is room
        at, away = below, axis.aside
    away = away if is_other else (0.0, 1.0)
    canvas.label(_error(moment, found), at, Ink.FAULTY, toward=away)
    if has_gap:  # at the gap itself
        gap = laid(a, b, best.normal_xy)
        end = gap.at((gap.a.high + gap.b.low) / 2.0, -gap.behind - over)
        words = f"gap {fixed(truth_of(moment))} missed"
        canvas.label(words, end, Ink.FAULTY, toward=(-gap.aside[0], -gap.aside[1]), leader=True)
    if moment.compare == RAW and moment.is_last and costs(moment):
        truth = truth_of(moment)
        best_edge = next(ref for ref, test in edges(moment).items() if test.separation >= truth - SAME)
        for ref, ink in ((edge, Ink.FAULTY), (best_edge, Ink.ANSWER)):
            shape = a if ref.owner == "A" else b
            (nx, ny), length = shape.normals_xy[ref.index], _length(moment, ref.owner, ref.index)
            words = f"{'' if ref is best_edge else f'edge {ref.index}: '}ℓ = {fixed(length)}"
            canvas.label(words, middle(moment, ref), ink, toward=(nx, ny), style=TextStyle.CAPTION, feature=ref)
