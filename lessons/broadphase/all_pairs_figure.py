"""The figure of all pairs: threads between boxes, the table that fills, and how the count grows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from geometry.broadphase.all_pairs import CountDoubled, RowCompared, TableHalved
from geometry.broadphase.boxes import Box
from geometry.broadphase.structure import CandidatePairs, Pair
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.boxes import Boxes, center, corners
from lessons.broadphase.boxes_figure import draw_boxes, overlaps, threads
from lessons.broadphase.pair_table import PairTable
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes, curve, drop_line, round_ticks, sampled
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.mark import Pair as XY
from viz.lesson.text import fixed

_LETTERS, _GHOSTS = 8, 3  # boxes, and overlapping pairs, up to which each one's push is drawn
MOST_DRAWN = 6000  # threads of a crowd, evenly chosen: more would be one white field
STAIRS = 60  # boxes, up to which half of a table has steps, and each thread is drawn


def draw_world(canvas: Canvas, moment: Moment[Boxes]) -> None:
    scene, step = moment.scene, moment.step
    done = _rows_done(moment)
    hits = [pair for pair in moment.trace.result.pairs if pair[0] < done]
    newest = [(step.id, j) for j in step.others] if isinstance(step, RowCompared) else []
    if not isinstance(step, CandidatePairs):
        before = _rows(scene.count, done - 1 if newest else done)
        if scene.count > STAIRS:
            some = before[np.linspace(0, len(before) - 1, min(len(before), MOST_DRAWN)).astype(np.intp)]
            threads(canvas, scene, some.tolist(), Ink.TEXT, opacity=0.045)
        else:
            threads(canvas, scene, before.tolist(), Ink.QUIET, opacity=0.3 if scene.is_crowd else 0.55)
    threads(canvas, scene, newest, Ink.EXAMINED, opacity=0.3 if scene.is_crowd else 1.0)
    quiet = range(done - 1) if newest else ()
    draw_boxes(canvas, scene, {step.id: Ink.EXAMINED} if newest else {}, quiet=quiet, clickable=not moment.is_open)
    if scene.is_crowd:
        threads(canvas, scene, hits, Ink.OVERLAP, Line.MEASURE)
    else:
        overlaps(canvas, scene, hits)
    _pushed(canvas, moment, hits)


def _pushed(canvas: Canvas, moment: Moment[Boxes], hits: Sequence[Pair]) -> None:
    """What comes of a faulty rule's reports: boxes pushed apart twice, boxes pushed away from themselves."""
    found, scene = moment.faulty, moment.scene
    if not isinstance(found, FaultyPairs) or scene.is_crowd:
        return
    if _is_with_itself(found):
        done = _rows_done(moment)
        now = range(done) if done == scene.count <= _LETTERS else (min(done, scene.count) - 1,)
        for i in now:
            left, low, right, high = scene.boxes[i]
            wide, tall = right - left, high - low
            shift = (wide, 0.0) if wide <= tall else (0.0, tall)
            _ghost(canvas, scene.boxes[i], shift)
            canvas.arrow(center(scene.boxes[i]), np.add(center(scene.boxes[i]), shift), Ink.FAULTY)
        return
    met_twice = [pair for pair in hits if pair[1] < _rows_done(moment)]  # the second time in the later one's row
    for i, j in met_twice if len(met_twice) <= _GHOSTS else met_twice[-1:]:
        a, b = scene.boxes[i], scene.boxes[j]
        wide, tall = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
        # Each box takes half of the push; two pushes move it by the whole depth.
        shift = (wide, 0.0) if wide <= tall else (0.0, tall)
        sign = 1.0 if np.dot(np.subtract(center(b), center(a)), shift) >= 0.0 else -1.0
        _ghost(canvas, a, np.multiply(shift, -sign).tolist())
        _ghost(canvas, b, np.multiply(shift, sign).tolist())
        at = max(a[0], b[0]) + wide / 2.0, max(a[3], b[3]) + (tall if wide > tall else 0.0)
        words = f"pushed twice: gap {fixed(min(wide, tall))}"
        canvas.label(words, at, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.LABEL)


def _ghost(canvas: Canvas, sides: Box, shift: Sequence[float]) -> None:
    left, low, right, high = sides
    x, y = shift
    outline = corners((left + x, low + y, right + x, high + y))
    canvas.area(outline, Ink.FAULTY, opacity=0.1)
    canvas.stroke(outline, Ink.FAULTY, closed=True, line=Line.DOTTED)


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
    whole = isinstance(step, TableHalved) or isinstance(moment.faulty, FaultyPairs)
    table.draw(canvas, tested, hits, newest=newest, whole=whole)
    n = float(scene.count)
    if not table.has_cells:
        canvas.stroke(((0.0, 0.0), (n, -n)), Ink.CONSTRUCTION, line=Line.THIN)
    if isinstance(step, RowCompared) and not table.has_cells:
        at = (float(step.id), -step.id - 0.5)
        canvas.stroke((at, (n, at[1])), Ink.EXAMINED, line=Line.MEASURE)
        canvas.label(f"row {scene.names[step.id]}", at, Ink.EXAMINED, toward=(-1.0, -0.4), style=TextStyle.BOLD)
    if isinstance(step, TableHalved):
        _left_out(canvas, moment, table)
    if isinstance(step, CandidatePairs) and table.has_cells and hits:
        at = (n / 2.0, -n - 16.0 * canvas.pixel)
        canvas.label(f"K = {len(hits)}", at, Ink.OVERLAP, style=TextStyle.BOLD, fixed=True)
    if isinstance(moment.faulty, FaultyPairs):
        _wrongly(canvas, moment, table, done)


def _wrongly(canvas: Canvas, moment: Moment[Boxes], table: PairTable, done: int) -> None:
    """The cells that a faulty loop fills besides, and among them the reports that are too many."""
    found, n = moment.faulty, moment.scene.count
    assert isinstance(found, FaultyPairs)
    wrong = [(i, j) for i, j in _wrong_cells(found, n) if i < done]
    if not table.has_cells:
        table.dots(canvas, wrong, Ink.FAULTY, 0.5)
        return
    again = {(i, j) for i, j in found.reported if i >= j}
    for i, j in wrong:
        square = table.cell(i, j, 0.05)
        if (i, j) in again:
            canvas.area(square, Ink.FAULTY, opacity=0.75)
            canvas.dot((j + 0.5, -i - 0.5), Ink.TEXT, Point.CROSS)
            if n <= _LETTERS and i != j:
                canvas.stroke(((j + 0.5, -i - 0.5), (i + 0.5, -j - 0.5)), Ink.FAULTY, line=Line.DOTTED)
        elif not isinstance(moment.step, CandidatePairs):
            canvas.area(square, Ink.FAULTY, opacity=0.2)
            canvas.stroke(square, Ink.FAULTY, closed=True, line=Line.DOTTED)


def _is_with_itself(found: FaultyPairs) -> bool:
    return any(i == j for i, j in found.reported)


def _wrong_cells(found: FaultyPairs, n: int) -> list[Pair]:
    """What a faulty loop compares besides the cells above the diagonal."""
    if _is_with_itself(found):
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
    """While rows are filled the chart is as high as their sum; then it has room for twice as many boxes."""
    n = moment.scene.count
    own, twice = n * (n - 1) / 2.0, n * (2.0 * n - 1.0)
    if isinstance(moment.step, RowCompared):
        return Axes((0.0, 2.0 * n), (0.0, (2.4 if isinstance(moment.faulty, FaultyPairs) else 1.25) * own))
    return Axes((0.0, 2.7 * n), (0.0, max(5.4 * own, 1.3 * twice)))


def draw_growth(canvas: Canvas, moment: Moment[Boxes]) -> None:
    """The rows pile up to the count of n; from its stage on the curve, and the bar of 2 n."""
    n, step, axes = moment.scene.count, moment.step, growth_axes(moment)
    if isinstance(step, RowCompared):
        _pile(canvas, moment, step, axes)
        return
    own, twice = n * (n - 1) / 2.0, float(n * (2 * n - 1))
    levels = round_ticks(*axes.y, 4)
    told, counts = (f"n = {n:,}", f"n = {2 * n:,}"), [f"{each:,.0f}" for each in levels]
    chart_axes(canvas, axes, x_ticks=(n, 2 * n), x_text=told, y_ticks=levels, y_text=counts)
    _bar(canvas, n, 0.0, own, Ink.TEXT, n)
    if isinstance(step, CountDoubled | CandidatePairs):
        parts = ((0.0, own, Ink.TEXT), (own, 2.0 * own, Ink.TEXT), (2.0 * own, twice, Ink.EXAMINED))
        for low, high, ink in parts:
            _bar(canvas, 2 * n, low, high, ink, n)
            if high - low > 13.0 * canvas.pixel_y:
                at = (2.13 * n, (low + high) / 2.0)
                canvas.label(f"{high - low:,.0f}", at, ink, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
        curve(canvas, *sampled(lambda x: max(x * (x - 1.0) / 2.0, 0.0), 0.0, 2.0 * n, 121), Ink.ANSWER, fill=0.0)
        canvas.dot((2.0 * n, twice), Ink.ANSWER, Point.FILLED)
        canvas.label(f"{twice:,.0f}", (2.0 * n, twice), Ink.TEXT, toward=(0.0, 1.0), style=TextStyle.BOLD)
        drop_line(canvas, (n, own), 0.0)
        canvas.dot((n, own), Ink.ANSWER, Point.FILLED)
    canvas.label(f"P = {own:,.0f}", (n, own), Ink.TEXT, toward=(-1.0, 1.0), style=TextStyle.BOLD)
    if moment.faulty is not None:
        _faulty_growth(canvas, moment, axes)


def _pile(canvas: Canvas, moment: Moment[Boxes], step: RowCompared, axes: Axes) -> None:
    """A block for each row that is filled, the newest on top; beside it what a faulty loop has compared so far."""
    n, names, ticks = moment.scene.count, moment.scene.names, round_ticks(*axes.y, 4)
    chart_axes(canvas, axes, x_ticks=(n,), x_text=(f"n = {n:,}",), y_ticks=ticks, y_text=[f"{t:,.0f}" for t in ticks])
    before, half, wrong = 0, 0.3 * n, _faulty_so_far(moment, step)
    middle = n - (0.35 * n if wrong else 0.0)
    for each in moment.seen:
        outline = corners((middle - half, before, middle + half, each.tested))
        ink = Ink.EXAMINED if each is step else Ink.TEXT
        canvas.area(outline, ink, opacity=0.4 if each is step else 0.2)
        canvas.stroke(outline, ink, closed=True, line=Line.THIN)
        if each.tested - before > 12.0 * canvas.pixel_y and not moment.scene.is_crowd and not wrong:
            at = middle + half, (before + each.tested) / 2.0
            words = f"{names[each.id]}: {each.tested - before}"
            canvas.label(words, at, ink, toward=(1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
        before = each.tested
    at = (middle, float(before))
    canvas.label(f"{before:,}", at, Ink.TEXT, toward=(0.0, 1.0), style=TextStyle.BOLD, fixed=True)
    if wrong:
        outline = corners((1.35 * n - half, 0.0, 1.35 * n + half, wrong))
        canvas.area(outline, Ink.FAULTY, opacity=0.2)
        canvas.stroke(outline, Ink.FAULTY, closed=True, line=Line.DOTTED)
        at = (1.35 * n, float(wrong))
        canvas.label(f"{wrong:,}", at, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD, fixed=True)


def _faulty_so_far(moment: Moment[Boxes], step: RowCompared) -> int:
    """What a faulty loop has compared with the rows up to this one; 0 without one."""
    n, rows, found = moment.scene.count, step.id + 1, moment.faulty
    if not isinstance(found, FaultyPairs):
        return 0
    return int(step.tested + sum(i < rows for i, _ in _wrong_cells(found, n)))


def _bar(canvas: Canvas, x: float, low: float, high: float, ink: Ink, n: int) -> None:
    outline = corners((x - 0.13 * n, low, x + 0.13 * n, high))
    canvas.area(outline, ink, opacity=0.3)
    canvas.stroke(outline, ink, closed=True, line=Line.THIN)


def _faulty_growth(canvas: Canvas, moment: Moment[Boxes], axes: Axes) -> None:
    """The count of a faulty rule against n, up to the top of the chart."""
    top, n, found = axes.y[1], moment.scene.count, moment.faulty
    if isinstance(found, int):
        xs, ys = sampled(lambda x: 2.0**x, 0.0, min(math.log2(top), 2.0 * n), 121)
        canvas.arrow((xs[-2], ys[-2]), (xs[-1], ys[-1]), Ink.FAULTY)
        text = rf"$2^{{{n}}}$ = {found:,}" if found < 10**9 else rf"$2^{{{n}}}$"
        canvas.label(text, (xs[-1], 0.9 * top), Ink.FAULTY, toward=(1.0, 0.0), style=TextStyle.BOLD)
    elif found is not None:
        sign = 1.0 if _is_with_itself(found) else -1.0
        xs, ys = sampled(lambda x: x * (x + 1.0) / 2.0 if sign > 0.0 else max(x * (x - 1.0), 0.0), 0.0, n, 61)
        at = (n, float(found.tested))
        canvas.dot(at, Ink.FAULTY, Point.RING)
        canvas.label(f"{found.tested:,}", at, Ink.FAULTY, toward=(-1.0, 1.0), style=TextStyle.BOLD)
    canvas.stroke(np.stack((xs, ys), axis=1), Ink.FAULTY, line=Line.DOTTED)
