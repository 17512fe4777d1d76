"""What the bench asks: the grid's cost, the better axis of a sweep, and what twice the shapes cost it."""

from __future__ import annotations

import math

import numpy as np

from geometry.batch.box_pairs import sweep_pairs
from geometry.batch.shapes import Numbers
from lessons.broadphase.bench_figure import asked
from lessons.broadphase.bench_growth import last_two
from lessons.broadphase.bench_scene import TWO_SIZES, Bench, Structure, cells_of
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line
from viz.lesson.prediction import Choose, Place, Points, Remark, Verdict
from viz.lesson.text import sentence

NEAR = math.log10(1.7)  # so near that to count each pair twice is too many
ALONG_X, ALONG_Y, ALIKE = "along x", "along y", "about the same"
_ALIKE = 1.25  # times


def grid_question(bench: Bench) -> Place | None:
    """Before the grid: how many comparisons it takes, from the boxes with which A shares its cells."""
    ran = bench.ran(Structure.GRID, 0.0)
    if ran is None or bench.n < 20 or not ran.pairs.tested:
        return None
    every, tested, x = bench.n * (bench.n - 1) / 2.0, ran.pairs.tested, math.log10(bench.n)
    right, hits = (x, math.log10(tested)), len(ran.pairs.first)
    mine = len(asked(bench, Structure.GRID, 0.0).others)
    mean, shares = float(mine), f"A shares its cells with {mine:,} {'box' if mine == 1 else 'boxes'}"
    sum_of = f"{bench.n:,} · {mine} / 2"
    if bench.kind == TWO_SIZES:  # no shape is a typical one: each kind by its mean
        small, large = mates_of_two_sizes(bench)
        mean = (small + large) / 2.0
        shares = f"Small shapes share cells with about {small} boxes, large ones with {large}"
        sum_of = f"half meet {small}, half {large}: {bench.n:,} · {mean:g} / 2"

    def judge(placed: Points) -> Verdict:
        guess = 10.0 ** placed[0][1]
        if abs(placed[0][1] - right[1]) <= NEAR:
            because = (
                f"{sentence(sum_of)} = {bench.n * mean / 2.0:,.0f}, since a pair counts once. Counted for "
                f"all: {tested:,}."
            )
            return Verdict(True, because, remarks=(Remark(right, f"{tested:,}", True),))
        each = f"{guess:,.0f} would be {guess / bench.n:,.1f} per shape"
        because = f"{each}. Each shape meets about {mean:g}, and a pair counts once."
        if guess < hits:
            because = f"{guess:,.0f} is less than the {hits:,} overlapping pairs, and a grid cannot miss any of them."
        head = "Too many" if guess > tested else "Too few"
        return Verdict(False, because, head, (Remark((x, placed[0][1]), f"{guess:,.0f}"),))

    everyone = "" if bench.kind == TWO_SIZES else f" for all {bench.n:,} shapes"
    text = f"{shares}. Drag the point to the grid's count{everyone}."
    path = ((x, 0.7), (x, math.log10(every)))

    def draw(canvas: Canvas, pane: str) -> None:
        if pane == "world":
            for cell in cells_of(bench):
                canvas.stroke(cell, Ink.EXAMINED, closed=True, line=Line.MEASURE)

    return Place(text, judge, ((x, math.log10(every)),), (right,), "growth", (path,), ("grid: ?",), draw=draw)


def axis_question(bench: Bench) -> Choose | None:
    """Before the sweep: along which axis it takes fewer comparisons."""
    bounds, side = bench.bounds(0.0), bench.side
    along = [sweep_pairs(bounds, axis).tested for axis in (0, 1)]
    right = ALIKE if max(along) <= _ALIKE * min(along) else ALONG_X if along[0] < along[1] else ALONG_Y

    def judge(answer: str) -> Verdict:
        if answer == right:
            told = f"Along x {along[0]:,} comparisons, along y {along[1]:,}"
            return Verdict(True, f"{told}: it compares what shares a strip.")
        chosen = typical_strips(bounds)

        def draw(canvas: Canvas, pane: str) -> None:
            if pane == "world":
                for left, low, right, high in bounds[:, chosen].T.tolist():
                    for strip in (
                        ((left, 0.0), (right, 0.0), (right, side), (left, side)),
                        ((0.0, low), (side, low), (side, high), (0.0, high)),
                    ):
                        canvas.area(strip, Ink.FAULTY, opacity=0.12)
                        canvas.stroke(strip, Ink.FAULTY, closed=True, line=Line.DOTTED)

        because = (
            "Count the boxes in the vertical strips and in the horizontal ones. A sweep along x compares what "
            "shares a vertical one."
        )
        return Verdict(False, because, "Compare the strips", draw=draw)

    text = "A sweep compares boxes that share a strip across its axis. Which axis takes fewer comparisons?"
    return Choose(text, judge, (ALONG_X, ALONG_Y, ALIKE), frozenset((right,)))


def mates_of_two_sizes(bench: Bench) -> tuple[int, int]:
    """With how many others a small shape, and a large one, shares its cells on average, rounded."""
    bounds = bench.bounds(0.0)
    low, high = np.floor(bounds[:2] / bench.c), np.floor(bounds[2:] / bench.c)
    shared = ((low[:, :, None] <= high[:, None]) & (low[:, None] <= high[:, :, None])).all(axis=0).sum(axis=1) - 1
    width = bounds[2] - bounds[0]
    is_large = width > width.mean()
    return round(float(shared[~is_large].mean())), round(float(shared[is_large].mean()))


def typical_strips(bounds: Numbers) -> list[int]:
    """Three boxes whose strips, upright and level, hold about as many others as most do."""
    held = np.array(
        [
            ((bounds[k] <= bounds[k + 2][:, None]) & (bounds[k + 2] >= bounds[k][:, None])).sum(axis=1) - 1
            for k in (0, 1)
        ]
    )
    unlike = np.abs(held / np.maximum(held.mean(axis=1, keepdims=True), 1.0) - 1.0).sum(axis=0)
    chosen: list[int] = np.argsort(unlike, kind="stable")[:3].tolist()
    return chosen


def doubled_question(bench: Bench) -> Place | None:
    """Before growth: the sweep's comparisons of twice as many."""
    (n1, p1), (n2, p2) = last_two(bench, Structure.SWEEP)
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
