"""The figure of all pairs: threads between boxes, the table that fills, and how the count grows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from geometry.broadphase.all_pairs import CountDoubled, RowCompared, TableHalved
from geometry.broadphase.structure import CandidatePairs, Pair
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.boxes import Boxes, corners
from lessons.broadphase.boxes_figure import draw_boxes, mist, overlaps, threads
from lessons.broadphase.pair_table import PairTable
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes, curve, drop_line, sampled
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.mark import Pair as XY

STAIRS = 60  # boxes, up to which half of a table has steps, and each thread is drawn


def draw_world(canvas: Canvas, moment: Moment[Boxes]) -> None:
    scene, step = moment.scene, moment.step
    done = _rows_done(moment)
    hits = [pair for pair in moment.trace.result.pairs if pair[0] < done]
    newest = [(step.id, j) for j in step.others] if isinstance(step, RowCompared) else []
    if not isinstance(step, CandidatePairs):
        before = _rows(scene.count, done - 1 if newest else done)
        if scene.count > STAIRS:
            mist(canvas, scene, before)
        else:
            threads(canvas, scene, before.tolist(), Ink.QUIET, opacity=0.3 if scene.is_crowd else 0.55)
    threads(canvas, scene, newest, Ink.EXAMINED, opacity=0.55 if scene.is_crowd else 1.0)
    quiet = range(done - 1) if newest else ()
    draw_boxes(canvas, scene, {step.id: Ink.EXAMINED} if newest else {}, quiet=quiet)
    if scene.is_crowd:
        threads(canvas, scene, hits, Ink.OVERLAP, Line.MEASURE)
    else:
        overlaps(canvas, scene, hits)
    _twice(canvas, moment, hits)


def _twice(canvas: Canvas, moment: Moment[Boxes], hits: Sequence[Pair]) -> None:
    """What a faulty rule reports too often: pairs a second time, boxes with themselves."""
    found, scene = moment.faulty, moment.scene
    if not isinstance(found, FaultyPairs):
        return
    alone = [i for i, j in found.reported if i == j and i < _rows_done(moment)]
    for i in alone:
        canvas.stroke(corners(scene.boxes[i]), Ink.FAULTY, closed=True, line=Line.DOTTED)
    if not alone:
        for i, j in hits:
            for each in (i, j):
                canvas.stroke(corners(scene.boxes[each]), Ink.FAULTY, closed=True, line=Line.DOTTED)


def _rows_done(moment: Moment[Boxes]) -> int:
    """How many rows of the table are filled."""
    return moment.step.id + 1 if isinstance(moment.step, RowCompared) else moment.scene.count


def _rows(n: int, count: int) -> np.ndarray:
    """The pairs of the first `count` rows, shape (k, 2)."""
    i, j = np.triu_indices(n, 1)
    return np.stack((i, j), axis=1)[i < count]


def draw_table(canvas: Canvas, moment: Moment[Boxes]) -> None:
    scene, step = moment.scene, moment.step
    table = PairTable(scene)
    if isinstance(step, CountDoubled):
        _doubled(canvas, moment)
        return
    done = _rows_done(moment)
    hits = [pair for pair in moment.trace.result.pairs if pair[0] < done]
    newest = [(step.id, j) for j in step.others] if isinstance(step, RowCompared) else []
    tested = _rows(scene.count, 0 if isinstance(step, CandidatePairs) else done)
    if isinstance(step, CandidatePairs) and table.has_cells:
        tested = np.array(hits, dtype=np.intp).reshape(-1, 2)
    table.draw(canvas, tested, hits, newest=newest)
    n = float(scene.count)
    if not table.has_cells:
        canvas.stroke(((0.0, 0.0), (n, -n)), Ink.CONSTRUCTION, line=Line.THIN)
    if isinstance(step, RowCompared) and not table.has_cells:
        at = (float(step.id), -step.id - 0.5)
        canvas.stroke((at, (n, at[1])), Ink.EXAMINED, line=Line.MEASURE)
        canvas.label(f"row {scene.names[step.id]}", at, Ink.EXAMINED, toward=(-1.0, -0.4), style=TextStyle.BOLD)
    if isinstance(step, TableHalved):
        _left_out(canvas, moment, table)
    if isinstance(moment.faulty, FaultyPairs):
        wrong = [(i, j) for i, j in _wrong_cells(moment.faulty, scene.count) if i < done]
        if table.has_cells:
            for i, j in wrong:
                canvas.area(table.cell(i, j, 0.05), Ink.FAULTY, opacity=0.25)
                canvas.stroke(table.cell(i, j, 0.05), Ink.FAULTY, closed=True, line=Line.DOTTED)
        else:
            table.dots(canvas, wrong, Ink.FAULTY, 0.5)


def _wrong_cells(found: FaultyPairs, n: int) -> list[Pair]:
    """What a faulty loop compares besides the cells above the diagonal."""
    if any(i == j for i, j in found.reported):
        return [(i, i) for i in range(n)]
    return [(i, j) for i in range(n) for j in range(i)]


def _half(first: float, n: int, *, lower: bool = False) -> list[XY]:
    """The outline of the upper half of a table that begins at a place of the diagonal, in stairs if it has few."""
    if n > STAIRS:
        upper = [(first, -first), (first + n, -first), (first + n, -first - n)]
    else:
        upper = [(first + 1.0, -first), (first + n, -first)]
        for i in range(n - 1, 0, -1):
            upper += [(first + i + 1.0, -first - i), (first + i, -first - i)]
    return [(-y, -x) for x, y in upper] if lower else upper


def _left_out(canvas: Canvas, moment: Moment[Boxes], table: PairTable) -> None:
    """The diagonal struck out, and the lower half, which folds over the upper."""
    n = moment.scene.count
    if table.has_cells:
        for i in range(n):
            canvas.dot((i + 0.5, -i - 0.5), Ink.GHOST, Point.CROSS)
    turn = math.cos(math.pi * moment.time)
    outline = []
    for x, y in _half(0.0, n, lower=True):
        middle, off = (x - y) / 2.0, (x + y) / 2.0  # along the diagonal, and off it: negative in the lower half
        outline.append((middle + turn * off, -middle + turn * off))
    canvas.area(outline, Ink.TEXT, opacity=0.16)
    canvas.stroke(outline, Ink.QUIET, closed=True, line=Line.DASHED)
    if table.has_cells:
        at = (n / 2.0, -n - 16.0 * canvas.pixel)
        canvas.label("B with A is A with B", at, Ink.TEXT, style=TextStyle.LABEL, fixed=True)
    else:
        canvas.label("B with A is\nA with B", (n * 0.3, -n * 0.74), Ink.TEXT, style=TextStyle.LABEL)


def _doubled(canvas: Canvas, moment: Moment[Boxes]) -> None:
    """The table of twice as many boxes: the old half, the new half, and the square between them."""
    n, own = moment.scene.count, moment.trace.result.tested
    twice = 2.0 * n
    for first in (0.0, float(n)):
        canvas.area(_half(first, n), Ink.TEXT, opacity=0.3)
        canvas.stroke(_half(first, n), Ink.QUIET, closed=True, line=Line.THIN)
        at = (first + 0.66 * n, -first - 0.34 * n)
        canvas.label(f"{own:,}", at, Ink.TEXT, style=TextStyle.BOLD)
    square = corners((float(n), -float(n), twice, 0.0))
    canvas.area(square, Ink.EXAMINED, opacity=0.3)
    canvas.stroke(square, Ink.EXAMINED, closed=True, line=Line.THIN)
    canvas.label(f"{n} · {n} = {n * n:,}", (1.5 * n, -0.5 * n), Ink.EXAMINED, style=TextStyle.BOLD)
    canvas.stroke(corners((0.0, -twice, twice, 0.0)), Ink.CONSTRUCTION, closed=True, line=Line.THIN)
    up = 9.0 * canvas.pixel
    for middle, text in ((0.5 * n, f"{n} old boxes"), (1.5 * n, f"{n} new boxes")):
        canvas.label(text, (middle, up), Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def growth_axes(moment: Moment[Boxes]) -> Axes:
    n = moment.scene.count
    own, twice = n * (n - 1) / 2.0, n * (2.0 * n - 1.0)
    return Axes((0.0, 2.3 * n), (0.0, max(5.4 * own, 1.3 * twice)))


def draw_growth(canvas: Canvas, moment: Moment[Boxes]) -> None:
    """The bar of n grows with the table; from its stage on the curve, and the bar of 2 n."""
    n, step, axes = moment.scene.count, moment.step, growth_axes(moment)
    chart_axes(canvas, axes, x_ticks=(n, 2 * n), x_text=(f"{n} boxes", f"{2 * n} boxes"), y_ticks=())
    tested = step.tested if isinstance(step, RowCompared) else moment.trace.result.tested
    _bar(canvas, n, 0.0, tested, Ink.TEXT, n)
    known = isinstance(step, CountDoubled | CandidatePairs)
    if known:
        own, twice = float(tested), float(n * (2 * n - 1))
        for low, high, ink in ((0.0, own, Ink.TEXT), (own, 2.0 * own, Ink.TEXT), (2.0 * own, twice, Ink.EXAMINED)):
            _bar(canvas, 2 * n, low, high, ink, n)
        curve(canvas, *sampled(lambda x: max(x * (x - 1.0) / 2.0, 0.0), 0.0, 2.0 * n, 121), Ink.ANSWER, fill=0.0)
        canvas.dot((2.0 * n, twice), Ink.ANSWER, Point.FILLED)
        canvas.label(f"{n * (2 * n - 1):,}", (2.0 * n, twice), Ink.TEXT, toward=(-1.0, 1.0), style=TextStyle.BOLD)
        drop_line(canvas, (n, own), 0.0)
        canvas.dot((n, own), Ink.ANSWER, Point.FILLED)
    canvas.label(f"{tested:,}", (n, tested), Ink.TEXT, toward=(-1.0, 1.0), style=TextStyle.BOLD)
    if moment.faulty is not None:
        _faulty_growth(canvas, moment, axes)


def _bar(canvas: Canvas, x: float, low: float, high: float, ink: Ink, n: int) -> None:
    outline = corners((x - 0.13 * n, low, x + 0.13 * n, high))
    canvas.area(outline, ink, opacity=0.3)
    canvas.stroke(outline, ink, closed=True, line=Line.THIN)


def _faulty_growth(canvas: Canvas, moment: Moment[Boxes], axes: Axes) -> None:
    """The count of a faulty rule against n, up to the top of the chart."""
    top, n = axes.y[1], moment.scene.count
    if isinstance(moment.faulty, int):
        end = min(math.log2(top), 2.0 * n)
        xs, ys = sampled(lambda x: 2.0**x, 0.0, end, 121)
        text = r"$2^n$"
    else:
        sign = 1.0 if any(i == j for i, j in moment.faulty.reported) else None
        xs, ys = sampled(lambda x: max(x * (x - 1.0), 0.0) if sign is None else x * (x + 1.0) / 2.0, 0.0, n, 61)
        text = f"{moment.faulty.tested:,}"
    canvas.stroke(np.stack((xs, ys), axis=1), Ink.FAULTY, line=Line.DOTTED)
    canvas.dot((xs[-1], ys[-1]), Ink.FAULTY, Point.CROSS)
    canvas.label(text, (xs[-1], ys[-1]), Ink.FAULTY, toward=(1.0, 0.0), style=TextStyle.BOLD)
