"""What the lesson on grids asks of its crowds, each in the chart of the cost: the size of the least cost, the entries
of a huge box in cells of half the size, and the pairs that no size saves."""

from __future__ import annotations

import math

from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.uniform_grid import CellsEntered, cell_count, span_of
from lessons.broadphase.boxes import Crowd, corners
from lessons.broadphase.grid_state import TOP, Gridded, at_log, clamped, costs_at
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.prediction import Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 1.15  # times the least cost: a good size
CLOSE = 0.2  # of a count: an answer that is as good as it
_HALF = 16.0  # pixels, half the width of a bar


def is_asked(moment: Moment[Gridded]) -> bool:
    """Whether the chart is asked about at this step: when the huge box is inserted, else before the cost is shown."""
    scene, step = moment.scene, moment.step
    if moment.compare or not scene.is_crowd:
        return False
    if scene.kind is Crowd.ONE_HUGE:
        return isinstance(step, CellsEntered) and step.id == scene.count - 1
    return isinstance(moment.next, CandidatePairs)


def crowd_question(moment: Moment[Gridded]) -> Place | None:
    """Before the cost is shown."""
    scene = moment.scene
    if not is_asked(moment):
        return None
    if scene.kind is Crowd.ONE_HUGE:
        return _huge_question(scene)
    return _heap_question(scene) if scene.kind is Crowd.HEAP else _size_question(scene)


def asked_axes(moment: Moment[Gridded]) -> Axes | None:
    """The chart while one of the two questions about a count is asked; None for the usual one."""
    scene = moment.scene
    if not is_asked(moment) or scene.kind not in {Crowd.ONE_HUGE, Crowd.HEAP}:
        return None
    low, high = scene.sizes
    if scene.kind is Crowd.ONE_HUGE:
        return Axes((math.log10(low), math.log10(high)), (0.0, 6.5 * _own(scene, scene.c)), "cell size c")
    return Axes((math.log10(low), math.log10(high)), (0.0, 1.5 * _top_of(scene)), "cell size c")


def cost_head(moment: Moment[Gridded]) -> tuple[str, str]:
    """The title of the chart."""
    kind = moment.scene.kind if is_asked(moment) else Crowd.EVEN
    titles = {Crowd.ONE_HUGE: "Entries of the huge box", Crowd.HEAP: "Pairs against cell size"}
    return titles.get(kind, "Cost against cell size"), ""


def draw_asked(canvas: Canvas, moment: Moment[Gridded]) -> None:
    """What is known when one of the two questions about a count is asked."""
    scene, x = moment.scene, math.log10(moment.scene.c)
    if scene.kind is Crowd.ONE_HUGE:
        own, half = _own(scene, scene.c), _HALF * canvas.pixel
        bar = corners((x - half, 0.0, x + half, float(own)))
        canvas.area(bar, Ink.A, opacity=0.35)
        canvas.stroke(bar, Ink.A, closed=True, line=Line.THIN)
        words = f"{own:,} entries"
        canvas.label(words, (x, float(own)), Ink.TEXT, toward=(0.5, 1.0), style=TextStyle.BOLD)
        return
    costs, line = scene.costs, [(x, float(_pairs(scene, scene.c)))]
    for size, pairs in zip(costs.sizes.tolist(), costs.pairs.tolist(), strict=True):
        if size > scene.c and pairs <= 1.5 * _top_of(scene):
            line.append((math.log10(size), float(pairs)))
        elif size > scene.c:
            break  # over the chart
    canvas.stroke(line, Ink.EXAMINED, line=Line.CURVE)
    canvas.label(f"{_pairs(scene, scene.c):,} pairs", line[0], Ink.EXAMINED, toward=(0.5, -1.0), style=TextStyle.BOLD)
    level(canvas, scene)


def level(canvas: Canvas, scene: Gridded) -> None:
    """How many pairs of a heap overlap."""
    (left, right), y = (math.log10(size) for size in scene.sizes), float(len(scene.overlapping))
    canvas.stroke(((left, y), (right, y)), Ink.OVERLAP, line=Line.DASHED)
    words = f"{len(scene.overlapping):,} overlap"
    canvas.label(words, (right - 8.0 * canvas.pixel, y), Ink.OVERLAP, toward=(-1.0, -1.0), style=TextStyle.LABEL)


def _size_question(scene: Gridded) -> Place:
    """The cell size at which the cost is least."""
    low, high = scene.sizes
    best, least = scene.least

    def judge(points: Points) -> Verdict:
        c = 10.0 ** points[0][0]
        found = costs_at(scene.boxes, (c,))
        entries, pairs, cost = int(found.entries[0]), int(found.pairs[0]), int(found.total[0])
        told = f"c = {fixed(c)}: {entries:,} entries and {pairs:,} pairs cost {cost:,}"
        at = (points[0][0], min(float(cost), TOP * least))  # what is higher lies over the chart
        if cost <= NEAR * least:
            more = "No size on the curve costs less" if cost <= least else f"The least on the curve is {least:,}"
            return Verdict(True, f"{told}. {more}.", remarks=(Remark(at, f"{cost:,}", True),))
        side = "Too small: each box has too many entries" if c < best else "Too large: cells hold too many pairs"

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "cost":
                canvas.stroke(((at[0], 0.0), at), Ink.FAULTY, line=Line.DOTTED)

        because = f"{told}, {fixed(cost / least, 1)} times the least. {side}."
        return Verdict(False, because, "Not near the least", (Remark(at, f"{cost:,}"),), draw=draw)

    text = "Cost = entries + pairs. Drag the point to the cell size where you expect the least cost."
    ends = at_log(low, 0.0), at_log(high, 0.0)
    start = ((ends[1][0] * 0.97 + ends[0][0] * 0.03, 0.0),)
    return Place(text, judge, start, (at_log(best, 0.0),), "cost", (ends,), ("c",))


def _huge_question(scene: Gridded) -> Place | None:
    """How many entries the huge box gets in cells of half the size."""
    small = clamped(scene.c / 2.0)
    own, wanted = _own(scene, scene.c), _own(scene, small)
    if own < 9 or small * 2.0 != scene.c:
        return None
    wide, tall = _sides(scene, small)

    def judge(points: Points) -> Verdict:
        x, y = points[0]
        times = f"{fixed(wanted / own, 1)} times as many"
        if abs(y - wanted) <= CLOSE * wanted:
            because = (
                f"{wide} columns · {tall} rows = {wanted:,} entries, {times}: half the size, twice as many of both."
            )
            return Verdict(True, because, remarks=(Remark((x, float(wanted)), f"{wanted:,}", True),))
        because = f"{y:,.0f} is {fixed(y / own, 1)} times as many. Half the size doubles the columns, and the rows."
        return Verdict(False, because, "Not near the count", (Remark((x, y), f"{y:,.0f}"),))

    text = f"Halve the cells to c = {fixed(small)}. Drag the point to the entries that the huge box gets then."
    path = at_log(small, 0.0), at_log(small, 6.5 * own)
    start = (at_log(small, float(own)),)
    return Place(text, judge, start, (at_log(small, float(wanted)),), "cost", (path,), (lambda at: f"{at[1]:,.0f}",))


def _heap_question(scene: Gridded) -> Place | None:
    """How many pairs of a heap the smallest cells leave."""
    small, hits = scene.sizes[0], len(scene.overlapping)
    wanted, now = _pairs(scene, small), _pairs(scene, scene.c)
    if scene.c < 2.0 * small or not hits:
        return None

    def judge(points: Points) -> Verdict:
        x, y = points[0]
        at = x, float(wanted)
        if hits <= y <= (1.0 + CLOSE) * wanted:
            because = f"{wanted:,} pairs. The {hits:,} that overlap share a cell at every size."
            return Verdict(True, because, remarks=(Remark(at, f"{wanted:,}", True),))
        why = f"{hits:,} pairs overlap: each shares a point, so a cell at every size. No grid compares fewer."
        if y >= hits:
            why = (
                f"In cells of {fixed(small)} few pairs are compared in vain: far fewer than {y:,.0f} pairs are left."
            )
        return Verdict(False, why, "Too few" if y < hits else "Too many", (Remark((x, y), f"{y:,.0f}"),))

    text = f"Smaller cells leave fewer pairs. Drag the point to the pairs at c = {fixed(small)}."
    path = at_log(small, 0.0), at_log(small, 1.5 * _top_of(scene))
    start = (at_log(small, 1.35 * now),)
    return Place(text, judge, start, (at_log(small, float(wanted)),), "cost", (path,), (lambda at: f"{at[1]:,.0f}",))


def _top_of(scene: Gridded) -> float:
    return float(_pairs(scene, scene.c))


def _pairs(scene: Gridded, c: float) -> int:
    return int(costs_at(scene.boxes, (c,)).pairs[0])


def _sides(scene: Gridded, c: float) -> tuple[int, int]:
    """Columns and rows of the huge box, which is the last one."""
    left, bottom, right, top = span_of(scene.boxes[-1], c)
    return right - left + 1, top - bottom + 1


def _own(scene: Gridded, c: float) -> int:
    """Entries of the huge box."""
    return cell_count(span_of(scene.boxes[-1], c))
