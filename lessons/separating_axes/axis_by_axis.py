"""Axis by axis: the separating axis test as it runs, one candidate axis at a time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise

from geometry import SeparatingAxis, Trace, box, circle, convex, separating_axis, separation
from geometry.faulty import sat as faulty
from geometry.feature import FeatureKind, FeatureRef
from geometry.sat.closest_points import closest_points
from geometry.sat.separating_axis import AxisSkipped, AxisStep, AxisTested, Owner, cast_on
from geometry.tolerance import PARALLEL, rounding
from geometry.vector import xy_of
from lessons.separating_axes.axis_by_axis_question import SAME, edges, is_count, middle, prediction
from lessons.stories import sat_answers, sat_figure
from lessons.stories.sat import SatStory, faulty_search, row_of
from lessons.stories.sat_figure import laid, measured, named_edge, shapes_of
from lessons.stories.sat_words import FIRST
from lessons.stories.standing import standing
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle, separation_ink
from viz.lesson.lesson import Comparison, Lesson, Moment
from viz.lesson.page import Page, Table, TableRow
from viz.lesson.prediction import Challenge
from viz.lesson.scene import TwoShapes, at, toggle
from viz.lesson.text import fixed, tint

RAW, ONLY_A, FIRST_DECIDES = "raw normals", "A’s edges only", "first overlap decides"
ERROR_4 = "Error 4 of *SAT explained*"


@dataclass(frozen=True, eq=False)
class Searched(TwoShapes):
    early_out: bool = toggle("Stop at the first gap", True)


class AxisByAxisStory(SatStory):
    """The search, with a prediction at its first step."""

    def page(self, moment: Moment[Searched]) -> Page:
        page = super().page(moment)
        if _asks(moment):
            asked = prediction(moment)
            page = replace(page, idea=FIRST) if is_count(asked) else page  # which edges are parallel is asked
            return page.asks(asked, _known(moment))
        if not isinstance(moment.faulty, faulty.FaultyAxis):
            return page
        if moment.is_last:
            if moment.compare == RAW and _costs(moment) and _truth(moment) <= 0.0:
                page = replace(page, formula=_products(moment, moment.faulty))
            if moment.compare == ONLY_A and _costs(moment):
                page = replace(page, formula=_maxima(moment, moment.faulty))
            return _faulty_row(replace(page, idea=_told_of(moment, moment.faulty)), moment, moment.faulty)
        tells = moment.index == (1 if _asks(moment.at(0)) else 0) and not moment.step.is_gap
        return replace(page, idea=_told_of(moment, _so_far(moment))) if tells else page

    def draw(self, canvas: Canvas, moment: Moment[Searched]) -> None:
        super().draw(canvas, moment)
        if not _asks(moment) and (found := _so_far(moment)) is not None:
            _draw_faulty(canvas, moment, found)


def _asks(moment: Moment[Searched]) -> bool:
    """Whether the step asks; a faulty rule, which would give the answer away, waits for the next one."""
    is_first = moment.index == 0 and moment.parent is None
    return is_first and len(moment.trace) > 2 and not (isinstance(moment.step, AxisTested) and moment.step.is_gap)


def _listed(edges: list[int]) -> str:
    """Edges as the table names them; many are counted."""
    return f"{len(edges)} edges" if len(edges) > 4 else ", ".join(map(str, edges)) or "none"


def _goes_on(step: AxisStep, after: AxisStep | None) -> bool:
    """Whether a step and the one after it skip edges of one shape."""
    if not isinstance(step, AxisSkipped) or not isinstance(after, AxisSkipped):
        return False
    return step.axis.owner is after.axis.owner is not Owner.CLOSEST


def _known(moment: Moment[Searched]) -> str:
    """What the axes tested so far say."""
    tests = [step for step in moment.seen if isinstance(step, AxisTested)]
    where = "the first axis" if len(tests) == 1 else f"the {len(tests)} axes tested so far"
    return f"On {where} the projections {'touch or ' if any(t.is_touching for t in tests) else ''}overlap."


def _truth(moment: Moment[Searched]) -> float:
    """The separation that is found: of a gap that of the answer, else the greatest on any axis, 0 where rounding
    cannot tell it from touching. For raw normals on any edge's: they are not to blame for the others."""
    best = moment.trace.result.best
    if moment.compare == RAW and best.axis.edge is None:
        return max(measured(t) for t in edges(moment).values())
    return measured(best)


def _costs(moment: Moment[Searched]) -> bool:
    """Whether the faulty axis is worse than the best one; apart, whether it misses every gap."""
    found = moment.faulty
    if not isinstance(found, faulty.FaultyAxis):
        return False
    truth, is_deep = _truth(moment), moment.compare != FIRST_DECIDES  # which has a verdict, and no depth
    return found.separation <= 0.0 < truth or (is_deep and found.separation < min(truth, 0.0) - SAME)


def _picked(moment: Moment[Searched], found: faulty.FaultyAxis) -> FeatureRef:
    """The edge of the faulty axis; of two parallel ones that which faces the other shape, as in the figure."""
    edge = FeatureRef(found.axis.owner.value, FeatureKind.EDGE, found.axis.edge or 0)
    tested = edges(moment).get(edge)
    return edge if tested is None else tested.facing or edge


def _so_far(moment: Moment[Searched]) -> faulty.FaultyAxis | None:
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


def _error(moment: Moment[Searched], found: faulty.FaultyAxis) -> str:
    """What the faulty search finds; at the end, against what is true."""
    truth = _truth(moment)
    if not moment.is_last:
        length = _length(moment, found.axis.owner.value, found.axis.edge or 0)
        scaled = f"ℓ · $s$ = {fixed(length)} · ({fixed(found.separation)}) = {fixed(found.separation * length)}"
        return scaled if moment.compare == RAW else f"$s$ = {fixed(found.separation)}"
    if not _costs(moment):
        return "right by luck" if moment.compare == FIRST_DECIDES else "no error here"
    if truth > 0.0:
        return f"{'stops at' if moment.compare == FIRST_DECIDES else 'finds'} overlap {fixed(-found.separation)}"
    return f"{fixed(-found.separation)}, not {fixed(-truth)}"


def _told_of(moment: Moment[Searched], found: faulty.FaultyAxis | None) -> str:
    """What the faulty rule does and, at the end, what that costs here."""
    truth = _truth(moment)
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
    if not _costs(moment):
        if moment.compare == FIRST_DECIDES and truth <= 0.0:
            return f"{rule} Here the verdict is right by luck: one overlap proves nothing."
        return f"{rule} On these shapes that does no harm."
    if truth > 0.0:
        return f"{rule} So the gap of {tint(fixed(truth), Ink.GAP)} is missed: the verdict is overlap."
    least = tint(fixed(-truth), Ink.OVERLAP)
    if moment.compare == ONLY_A:
        return f"{rule} They give {wrong}; the least overlap is {least}. In scene 3 they even miss a gap."
    return f"{rule} Here the axis of {_picked(moment, found)} is chosen, because that edge is short."


def _products(moment: Moment[Searched], found: faulty.FaultyAxis) -> str:
    """What raw normals compare: the length of each edge times s."""
    truth, edge = _truth(moment), _picked(moment, found)
    best = next(ref for ref, test in edges(moment).items() if test.separation >= truth - SAME)
    pairs = (
        (found.separation, _length(moment, edge.owner, edge.index)),
        (truth, _length(moment, best.owner, best.index)),
    )
    wrong, right = (rf"{fixed(size)}\cdot({fixed(s)})={fixed(s * size)}".replace("−", "-") for s, size in pairs)
    return rf"\ell s:\ \faulty{{{wrong}}}>\overlap{{{right}}}"


def _maxima(moment: Moment[Searched], found: faulty.FaultyAxis) -> str:
    """The greatest s over A's edges alone, and over all."""
    wrong, right = (fixed(each).replace("−", "-") for each in (found.separation, _truth(moment)))
    ink = separation_ink(_truth(moment)).value
    ours, all_ = (rf"\max_{{\mathrm{{{edges}}}}}" for edges in (r"edges\ of\ A", r"all\ edges"))
    return rf"{ours}\,\faulty{{s}}=\faulty{{{wrong}}}<{all_}\,\{ink}{{s}}=\{ink}{{{right}}}"


def _length(moment: Moment[Searched], owner: str, edge: int) -> float:
    """Of an edge."""
    a, b = shapes_of(moment)
    return math.dist(*(a if owner == "A" else b).edges_xy[edge])


def _faulty_row(page: Page, moment: Moment[Searched], found: faulty.FaultyAxis) -> Page:
    """The axis that the faulty rule settles on, in the table: in its own row, if that is not the best one's."""
    (x, y), (a, b) = found.normal.tolist(), shapes_of(moment)
    tests = moment.trace.result.tests
    tested = next((t for t in tests if abs(x * t.normal_xy[1] - y * t.normal_xy[0]) <= PARALLEL), None)
    mark = "the gap is missed" if _costs(moment) and _truth(moment) > 0.0 else moment.compare
    if tested is not None and tested is not moment.trace.result.best:
        return row_of(page, moment, tested, mark, is_faulty=True)
    axis = laid(a, b, (x, y))
    spans = (f"{fixed(each.low)} … {fixed(each.high)}" for each in (axis.a, axis.b))
    edge = _picked(moment, found)
    cells = f"{edge.owner} {edge.index}", *spans, tint(fixed(found.separation), Ink.FAULTY)
    return page.row(*cells, ink=Ink.FAULTY, mark=mark, key="faulty", faulty=True)


def _raw_table(moment: Moment[Searched], table: Table) -> Table:
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


def _draw_faulty(canvas: Canvas, moment: Moment[Searched], found: faulty.FaultyAxis) -> None:
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
    if is_other and abs(u) < sat_figure.STEEP:  # the axis that is shown stands at the left: below there is room
        at, away = axis.at(between, axis.front + over), axis.aside
    away = away if is_other else (0.0, 1.0)
    canvas.label(_error(moment, found), at, Ink.FAULTY, toward=away)
    best = moment.trace.result.best
    if moment.is_last and best.is_gap and _costs(moment):  # at the gap itself
        gap = laid(a, b, best.normal_xy)
        end = gap.at((gap.a.high + gap.b.low) / 2.0, -gap.behind - over)
        words = f"gap {fixed(_truth(moment))} missed"
        canvas.label(words, end, Ink.FAULTY, toward=(-gap.aside[0], -gap.aside[1]), leader=True)
    if moment.compare == RAW and moment.is_last and _costs(moment):
        truth = _truth(moment)
        best_edge = next(ref for ref, test in edges(moment).items() if test.separation >= truth - SAME)
        for ref, ink in ((edge, Ink.FAULTY), (best_edge, Ink.ANSWER)):
            shape = a if ref.owner == "A" else b
            (nx, ny), length = shape.normals_xy[ref.index], _length(moment, ref.owner, ref.index)
            words = f"ℓ = {fixed(length)}"
            canvas.label(words, middle(moment, ref), ink, toward=(nx, ny), style=TextStyle.CAPTION, feature=ref)


class AxisByAxis(Lesson[Searched]):
    id = "axis-by-axis"
    title = "Axis by axis"
    source = "SAT explained"
    summary = "Each edge offers an axis; one gap between the projections proves the shapes apart."
    terms = ("separating axis theorem (SAT)", "candidate axis", "facing edge", "early out")
    builds_on = ("edge-normals", "two-shadows")
    most_steps = 24
    frames_stages = False  # the figure keeps its scale from axis to axis
    story = AxisByAxisStory()

    @cached_property
    def scenes(self) -> Mapping[str, Searched]:
        """None opens with a faulty rule: its name would answer what the first step asks."""
        block = convex(((1.95, -0.56), (1.91, 0.74), (-1.27, 0.47), (-1.38, -1.59)))
        roof = convex(((1.93, -0.62), (1.77, 0.62), (-1.13, 0.83), (-0.69, -1.15)))
        flag = convex(((-1.95, -0.1), (1.08, 0.07), (-2.07, 0.99)))
        wedge = convex(((-0.59, -0.5), (2.38, -1.13), (3.13, 0.38)))
        wall = convex(((0.0, -1.05), (1.95, -1.0), (2.1, 0.25), (0.0, 0.4)))
        tray = convex(((-1.34, -1.73), (0.27, -0.95), (2.62, 0.53), (-1.84, 1.56)))
        crate = convex(((1.88, -0.7), (2.18, 0.51), (-2.02, 0.93), (-1.31, -0.94)))
        return {
            "Corner in an edge": Searched(at(block, -0.1, -0.2), at(box(2.1, 2.0), 2.32, 0.9, -68)),
            "Two quadrilaterals": Searched(at(roof, -0.09, -0.2, 12), at(box(3.1, 1.2), 2.29, -1.31, 30)),
            "Two triangles": Searched(at(flag, -0.78, 0.34), at(wedge, 1.8, -0.46)),
            "Box on a slab": Searched(at(box(0.9, 2.6), -0.3, 0.0, 90), at(box(1.4, 1.7), 1.18, 1.078, 8)),
            "Just touching": Searched(at(box(1.5, 1.7), -0.75, 0.0), at(wall, *wall.centroid.tolist())),
            "Parallel edges": Searched(at(box(1.8, 1.3), -1.0, -0.2, 12), at(box(1.5, 1.0), 0.95, 0.6, 12)),
            "Contained": Searched(at(tray, -0.23, -0.05), at(box(1.0, 0.75), 0.2, 0.2, 10)),
            "Box and circle": Searched(at(box(3.0, 1.6), -1.0, 0.0, 13), at(circle(1.43), 2.16, -1.19)),
            "No early out": Searched(at(crate, -0.09, -0.2, 12), at(box(2.7, 1.3), 2.35, -1.76, 38), False),
        }

    compare = (
        Comparison(RAW, partial(faulty_search, faulty.raw_normals), _costs, ERROR_4),
        Comparison(ONLY_A, partial(faulty_search, faulty.edges_of_a_only), _costs),
        Comparison(FIRST_DECIDES, partial(faulty_search, faulty.first_overlap_decides), _costs),
    )

    def run(self, scene: Searched) -> Trace[AxisStep, SeparatingAxis]:
        """Parallel edges that follow one another are told of at once, at the last of them."""
        trace = separating_axis.trace(scene.a.world, scene.b.world, early_out=scene.early_out)
        told = [i for i, (step, after) in enumerate(pairwise((*trace, None))) if not _goes_on(step, after)]
        steps, lines = tuple(trace.steps[i] for i in told), tuple(trace.lines[i] for i in told)
        return Trace(trace.function, steps, lines, trace.refusal, trace.answer)

    def table(self, moment: Moment[Searched], pages: Sequence[Page] | None = None) -> Table | None:
        """While the number of axes is asked, the first one has only one name; raw normals compare ℓ · s."""
        found = super().table(moment, pages)
        if found is None:
            return None
        if moment.index == 0 and is_count((self.page(moment) if pages is None else pages[0]).prediction):
            (step, row), *_ = found.rows
            name = named_edge(sat_figure.shown(moment))
            assert name is not None
            return replace(found, rows=((step, replace(row, cells=(f"{name.owner} {name.index}", *row.cells[1:]))),))
        return _raw_table(moment, found) if moment.compare == RAW and not _asks(moment) else found

    def situation(self, moment: Moment[Searched]) -> str:
        """How the shapes stand, as soon as the search knows."""
        a, b = shapes_of(moment)
        if moment.is_last:
            best = moment.trace.result.best
            if best.is_gap and moment.scene.early_out and best.axis.edge is not None:  # the distance is not known
                return f"A and B are apart, by at least {tint(fixed(best.separation), Ink.GAP)}."
            return standing(a, b)
        gap_found = any(isinstance(step, AxisTested) and step.is_gap for step in moment.seen)
        return standing(a, b, numbers=False) if gap_found else _known(moment)

    def challenge(self, moment: Moment[Searched]) -> Challenge | None:
        """Counted when the search has ended: before, that would tell what it finds."""
        found, (a, b) = edges(moment), shapes_of(moment)
        sized = {"A": len(a.normals_xy), "B": len(b.normals_xy)}
        gaps = {
            owner: [ref.index for ref, test in found.items() if ref.owner == owner and test.is_gap] for owner in "AB"
        }
        one, other = "AB" if sized["A"] else "BA"
        if not sized[one]:
            return None  # two circles: no edge offers an axis
        names = " · ".join(f"{each} {_listed(gaps[each])}" for each in (one, other) if sized[each])
        is_told = moment.is_last or any(isinstance(step, AxisTested) and step.is_gap for step in moment.seen)
        now = f"edges with a gap: {names}" if is_told else ""
        if len(b.points_xy) == 1 and a.radius == 0.0:  # a circle
            is_at_vertex = xy_of(closest_points(a, b).on_a) == a.points_xy[0]
            return Challenge(
                "Place B apart from A so that only the axis from vertex 0 of A to B’s centre shows a gap.",
                is_at_vertex and separation(a, b) > rounding(a, b) and not gaps["A"],
                now,
                "Near a corner B can reach past the lines along both of its edges, and still not reach the corner.",
            )
        return Challenge(
            f"Place A and B so that an edge of {one} shows a gap, but no edge of {other} does.",
            bool(gaps[one]) and not gaps[other],
            now,
            f"An edge of {one} shows a gap where all of {other} lies in front of it. "
            f"Rotate {other} so that one of its corners points at the middle of that edge.",
        )
