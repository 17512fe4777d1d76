"""What all pairs asks: where the next row of the table begins, the pairs of twice as many boxes, and how
many pairs of
a heap may be left out."""

from __future__ import annotations

from geometry.broadphase.all_pairs import CountDoubled, RowCompared, TableHalved
from geometry.feature import FeatureRef
from lessons.broadphase.boxes import Boxes, center, corners
from lessons.broadphase.pair_table import PairTable
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.lesson import Moment
from viz.lesson.prediction import Choose, Click, Place, Points, Remark, Verdict

CLOSE = 0.08  # of the right count: near enough for a bar that is dragged
NONE, HALF, MOST = "none", "about half", "nearly all"


def first_cell_question(moment: Moment[Boxes], row: RowCompared) -> Click | None:
    """After the first row of few boxes: the first cell of the next row that is needed."""
    scene, i = moment.scene, row.id + 1
    if moment.compare or row.id or scene.is_crowd or scene.count < 4:
        return None
    table, names = PairTable(scene), scene.names
    if not table.has_cells:
        return None

    def judge(answer: FeatureRef | str) -> Verdict:
        pair = table.pair(answer)
        if pair is None:
            return Verdict(False, "Click a cell of the table.", "Not a cell")
        r, c = pair
        name, at = f"{names[r]} with {names[c]}", (c + 0.5, -r - 0.5)
        if r != i:
            words, why = f"row {names[r]}", f"The next row is that of {names[i]}. This cell lies in row {names[r]}."
        elif c == i:
            words, why = "with itself", f"{name} is no pair: a box need not be compared with itself."
        elif c < i:
            words, why = (
                "compared already",
                f"{name} is the same pair as {names[c]} with {names[r]}, in row {names[c]}.",
            )
        elif c > i + 1:
            words = "needed, later"
            why = f"This cell is needed too, but {names[i]} with {names[i + 1]} comes before it in the row."
        else:
            why = f"{names[i]} is compared with later boxes only, and {names[c]} is the first of them."
            return Verdict(True, why, remarks=(Remark(at, "first of the row", True),))

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world" and r != c:
                ends = center(scene.boxes[r]), center(scene.boxes[c])
                canvas.stroke(ends, Ink.FAULTY, line=Line.DOTTED)
            elif pane == "world":
                canvas.stroke(corners(scene.boxes[r]), Ink.FAULTY, closed=True, line=Line.DOTTED)

        return Verdict(False, why, "Not this cell", (Remark(at, words),), draw=draw)

    text = f"Row {names[i]} comes next. Click the first cell of row {names[i]} that must be filled."
    return Click(text, judge, frozenset((table.feature(i, i + 1),)))


def doubled_question(moment: Moment[Boxes], halved: TableHalved) -> Place | None:
    """Before twice as many boxes are counted."""
    if moment.compare or not isinstance(moment.next, CountDoubled):
        return None
    n, own, right = halved.n, halved.tested, moment.next.tested

    def judge(points: Points) -> Verdict:
        found = round(points[0][1])
        at = (2.0 * n, points[0][1])
        share = found / right
        if abs(share - 1.0) <= CLOSE:
            because = f"{own:,} old pairs, {own:,} new ones, and {n} · {n} = {n * n:,} between them: {right:,}."
            return Verdict(True, because, remarks=(Remark((2.0 * n, float(right)), f"{right:,}", True),))
        if share < 0.75:
            because = (
                f"Two tables of {own:,} pairs are {2 * own:,}. But each new box also meets each of the {n} old ones."
            )
        else:
            because = f"The {n} new boxes meet the {n} old ones in {n} · {n} cells. Add two tables of {own:,} pairs."

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "growth":
                canvas.stroke(((n, own), at), Ink.FAULTY, line=Line.DOTTED)

        return Verdict(
            False, because, "Too few" if share < 1.0 else "Too many", (Remark(at, f"{found:,}"),), draw=draw
        )

    x, top = 2.0 * n, 1.25 * right
    pairs = "pair" if own == 1 else "pairs"
    return Place(
        f"{n} boxes have {own:,} {pairs}. Drag the point to the number of pairs of {2 * n} boxes.",
        judge,
        ((x, float(own)),),
        ((x, float(right)),),
        "growth",
        (((x, 0.0), (x, top)),),
        ("pairs",),
    )


def left_out_question(moment: Moment[Boxes]) -> Choose | None:
    """Of a scene in which all pairs overlap."""
    every = moment.trace.result
    if moment.compare or moment.scene.count < 3 or len(every.pairs) < every.tested:
        return None

    def judge(answer: str) -> Verdict:
        if answer == NONE:
            return Verdict(True, f"All {every.tested:,} pairs overlap, and none of them may be missed.")
        because = (
            f"Each of the {every.tested:,} pairs overlaps. A pair that is left out is a collision that is missed."
        )

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                i, j = every.pairs[-1]
                for each in (i, j):
                    canvas.stroke(corners(moment.scene.boxes[each]), Ink.FAULTY, closed=True, line=Line.DOTTED)

        return Verdict(False, because, "Some would be missed", draw=draw)

    text = f"How many of the {every.tested:,} pairs may be left out, so that no overlap is missed?"
    return Choose(text, judge, (NONE, HALF, MOST), frozenset((NONE,)))
