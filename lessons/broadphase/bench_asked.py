"""What the bench asks: the grid's cost, the better axis of a sweep, and what twice the shapes cost it."""

from __future__ import annotations

import math

from geometry.batch.box_pairs import sweep_pairs
from lessons.broadphase.bench_figure import points
from lessons.broadphase.bench_scene import Bench, Structure
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict

NEAR = math.log10(2.0)  # within a factor of two
ALONG_X, ALONG_Y, ALIKE = "along x", "along y", "about the same"
_ALIKE = 1.25  # times


def grid_question(bench: Bench) -> Place | None:
    """Before the grid: how many comparisons it takes."""
    ran = bench.ran(Structure.GRID, 0.0)
    if ran is None or bench.n < 20 or not ran.pairs.tested:
        return None
    every, tested, x = bench.n * (bench.n - 1) / 2.0, ran.pairs.tested, math.log10(bench.n)
    right = (x, math.log10(tested))

    def judge(placed: Points) -> Verdict:
        guess = 10.0 ** placed[0][1]
        of_each = f"{tested / bench.n:.1f} a shape"
        if abs(placed[0][1] - right[1]) <= NEAR:
            because = f"The grid makes {tested:,} comparisons, {of_each}: a shape shares its cells with few others."
            return Verdict(True, because, remarks=(Remark(right, f"{tested:,}", True),))
        many = "few" if guess > tested else "many"
        because = f"{guess:,.0f} would be {guess / bench.n:,.1f} a shape. Look at A: it shares its cells with {many}."
        head = "Too many" if guess > tested else "Too few"
        return Verdict(False, because, head, (Remark((x, placed[0][1]), f"{guess:,.0f}"),))

    text = f"A grid compares only boxes that share a cell of size {bench.c:g}. Drag the point to its comparisons."
    path = ((x, 0.7), (x, math.log10(every)))
    return Place(text, judge, ((x, math.log10(every)),), (right,), "growth", (path,), ("grid",))


def axis_question(bench: Bench) -> Choose | None:
    """Before the sweep: along which axis it takes fewer comparisons."""
    bounds, side = bench.bounds(0.0), bench.side
    along = [sweep_pairs(bounds, axis).tested for axis in (0, 1)]
    right = ALIKE if max(along) <= _ALIKE * min(along) else ALONG_X if along[0] < along[1] else ALONG_Y

    def judge(answer: str) -> Verdict:
        told = f"Along x {along[0]:,} comparisons, along y {along[1]:,}"
        if answer == right:
            return Verdict(True, f"{told}: it compares what shares a strip.")

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                low, high = bounds[:2, 0], bounds[2:, 0]
                for strip in (
                    ((low[0], 0.0), (high[0], 0.0), (high[0], side), (low[0], side)),
                    ((0.0, low[1]), (side, low[1]), (side, high[1]), (0.0, high[1])),
                ):
                    canvas.area(strip, Ink.FAULTY, opacity=0.12)
                    canvas.stroke(strip, Ink.FAULTY, closed=True, line=Line.DOTTED)

        return Verdict(False, f"{told}. Count the boxes in A's two strips.", "Look at A's strips", draw=draw)

    text = "A sweep compares boxes that share a strip across its axis. Which axis takes fewer comparisons?"
    return Choose(text, judge, (ALONG_X, ALONG_Y, ALIKE), frozenset((right,)))


def doubled_question(bench: Bench) -> Place | None:
    """Before growth: the sweep's comparisons of twice as many."""
    (n1, p1), (n2, p2) = points(bench, Structure.SWEEP)[-2:]
    x, right = math.log10(n2), (math.log10(n2), math.log10(p2))
    twice, four = math.log10(2 * p1), math.log10(4 * p1)

    def judge(placed: Points) -> Verdict:
        y = placed[0][1]
        told = f"From {p1:,} to {p2:,}: {p2 / p1:.2f} times"
        if abs(y - right[1]) <= 0.07:
            return Verdict(
                True, f"{told}, slope {math.log2(p2 / p1):.2f}.", remarks=(Remark(right, f"{p2:,}", True),)
            )
        slope = (y - math.log10(p1)) / math.log10(n2 / n1)
        if y < right[1]:
            because = (
                f"Slope {slope:.1f}: each box would meet no more others than before. But the strip is longer now."
            )
        else:
            because = f"Slope {slope:.1f}: all pairs have slope 2. A strip holds only a part of the shapes."

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "growth":
                canvas.stroke(((math.log10(n1), math.log10(p1)), (x, y)), Ink.FAULTY, line=Line.DOTTED)

        head = "Too few" if y < right[1] else "Too many"
        return Verdict(False, because, head, (Remark((x, y), f"{10.0**y:,.0f}"),), draw=draw)

    text = f"{n1:,} shapes take the sweep {p1:,} comparisons. Drag the point to those of {n2:,} shapes."
    path = ((x, twice - 0.2), (x, four + 0.2))
    return Place(text, judge, ((x, twice),), (right,), "growth", (path,), ("sweep",))
