"""What all pairs asks: which cell is filled last, the pairs of twice as many boxes, how many pairs of a heap may be
left out."""

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


def last_cell_question(moment: Moment[Boxes], row: RowCompared) -> Click | None:
    """After the first row of few boxes: the cell of the last comparison."""
    scene = moment.scene
    if moment.compare or row.id or scene.is_crowd or scene.count < 4:
        return None
    table, names, last = PairTable(scene), scene.names, scene.count - 1
    if not table.has_cells:
        return None
    right = (last - 1, last)

    def judge(answer: FeatureRef | str) -> Verdict:
        pair = table.pair(answer)
        if pair is None:
            return Verdict(False, "Click a cell of the table.", "Not a cell")
        r, c = pair
        name = f"{names[r]} with {names[c]}"

        def draw(canvas: Canvas, pane: str) -> None:
            ink = Ink.ANSWER if pair == right else Ink.FAULTY
            if pane == "table":
                canvas.area(table.cell(r, c, 0.08), ink, opacity=0.25 if pair == right else 0.4)
                line = Line.MEASURE if pair == right else Line.DOTTED
                canvas.stroke(table.cell(r, c, 0.08), ink, closed=True, line=line)
            elif pane == "world" and r != c:
                ends = center(scene.boxes[r]), center(scene.boxes[c])
                canvas.stroke(ends, ink, line=Line.MEASURE if pair == right else Line.DOTTED)
            elif pane == "world":
                canvas.stroke(corners(scene.boxes[r]), ink, closed=True, line=Line.DOTTED)

        if pair == right:
            why = f"{names[r]} has one later box, {names[c]}. Row {names[c]} is empty: no box comes after {names[c]}."
            return Verdict(True, why, draw=draw)
        words = "needed earlier"
        if r == c:
            words, why = "with itself", f"{name} is no pair: a box need not be compared with itself."
        elif c < r:
            words, why = (
                "compared before",
                f"{name} is the same pair as {names[c]} with {names[r]}, in row {names[c]}.",
            )
        elif r < last - 1:
            why = f"{name} is compared, but row {names[r + 1]} comes after row {names[r]}."
        return Verdict(False, why, "Not this cell", (Remark((c + 0.5, -r - 0.5), words),), draw=draw)

    text = "Which comparison is the last? Click its cell."
    return Click(text, judge, frozenset((table.feature(*right),)))


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
