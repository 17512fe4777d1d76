"""What the lesson on grids asks: the cell of a corner, and the cell size of the least cost."""

from __future__ import annotations

from geometry.broadphase.structure import CandidatePairs
from geometry.broadphase.uniform_grid import CellCompared, CellsEntered, cells_of
from geometry.feature import FeatureRef
from lessons.broadphase.boxes import corners
from lessons.broadphase.grid_state import TOP, Gridded, at_log, cell_feature, cell_name, costs_at
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Click, Place, Points, Remark, Verdict
from viz.lesson.text import fixed

NEAR = 1.15  # times the least cost: a good size


def asked_box(scene: Gridded) -> int:
    """The box that the first question is about: the first that ends on a line of the grid, else the last one."""
    ends = (i for i in range(2, scene.count) if not scene.is_crowd and (scene.boxes[i][2] / scene.c).is_integer())
    return next(ends, scene.count - 1)


def corner_question(moment: Moment[Gridded], entered: CellsEntered) -> Click | None:
    """Before the box is inserted: the cell of its upper right corner."""
    scene, asked = moment.scene, asked_box(moment.scene)
    if moment.compare or scene.is_crowd or entered.id + 1 != asked:
        return None
    (_, _, right, top), span, c = scene.boxes[asked], scene.spans[asked], scene.c
    name, wanted = scene.names[asked], (span[2], span[3])
    cells = {cell_feature((i, j)): (i, j) for i, j in cells_of(scene.area)}

    def judge(answer: FeatureRef | str) -> Verdict:
        cell = cells.get(answer) if isinstance(answer, FeatureRef) else None
        if cell is None:
            return Verdict(False, "Click a cell of the grid.", "Not a cell")
        i, j = cell
        at = ((i + 0.5) * c, (j + 0.5) * c)
        x, y = f"{fixed(right)}/{fixed(c)} = {fixed(right / c)}", f"{fixed(top)}/{fixed(c)} = {fixed(top / c)}"

        def draw(canvas: Canvas, pane: str) -> None:
            if pane != "world":
                return
            low, ink = (scene.area[0] * c, scene.area[1] * c), Ink.ANSWER if cell == wanted else Ink.FAULTY
            canvas.stroke(((right, low[1]), (right, top), (low[0], top)), Ink.EXAMINED, line=Line.DASHED)
            square = corners((i * c, j * c, (i + 1) * c, (j + 1) * c))
            canvas.area(square, ink, opacity=0.25)
            canvas.stroke(square, ink, closed=True, line=Line.MEASURE if cell == wanted else Line.DOTTED)

        if cell == wanted:
            because = f"Rounded down, {x} is column {i} and {y} is row {j}."
            return Verdict(True, because, remarks=(Remark(at, cell_name(cell), True),), draw=draw)
        on_line = (right / c).is_integer() and i == wanted[0] - 1
        ends = [_side(k, *each, c) for k, each in enumerate(((i, wanted[0]), (j, wanted[1]))) if each[0] != each[1]]
        why = f"{name} ends at x = {fixed(right)}, on a line: {x}, and column {wanted[0]} begins there."
        if not on_line or j != wanted[1]:
            corner = f"({fixed(right)}, {fixed(top)})"
            why = (
                f"Cell {cell_name(cell)} {' and '.join(ends)}. The corner is at {corner}: divide by c and round down."
            )
        return Verdict(False, why, "Not this cell", (Remark(at, cell_name(cell)),), draw=draw)

    text = f"Box {name} comes next. Click the cell of its upper right corner, ({fixed(right)}, {fixed(top)})."
    return Click(text, judge, frozenset((cell_feature(wanted),)))


def _side(k: int, cell: int, wanted: int, c: float) -> str:
    """Which side of a cell keeps the corner out of it."""
    return (
        f"ends at {'xy'[k]} = {fixed((cell + 1) * c)}"
        if cell < wanted
        else f"begins at {'xy'[k]} = {fixed(cell * c)}"
    )


def size_question(moment: Moment[Gridded]) -> Place | None:
    """Before the cost is shown: the cell size at which it is least."""
    scene = moment.scene
    is_next = isinstance(moment.step, CellCompared) and isinstance(moment.next, CandidatePairs)
    if moment.compare or not is_next or scene.count < 6:
        return None
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
