"""The chart of growth: what each structure compares against the number of shapes, both in powers of ten."""

from __future__ import annotations

import math

import numpy as np

from geometry.batch.shapes import Numbers
from lessons.broadphase.bench_figure import shown
from lessons.broadphase.bench_growth import is_whole, measure_one, points, slope_of
from lessons.broadphase.bench_scene import Bench, Structure
from lessons.broadphase.boxes import Crowd
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Moment
from viz.lesson.mark import Pair as XY

_DECADES = (1.0, 4.5), (0.6, 6.6)  # of the chart: shapes and comparisons
_LINES = {
    Structure.ALL_PAIRS: Line.CURVE,
    Structure.GRID: Line.CURVE,
    Structure.QUADTREE: Line.DOTTED,
    Structure.SWEEP: Line.DASHED,
    Structure.TREE: Line.THIN,
}
_UNMEASURED = "–.––"  # as broad as a slope


def growth_axes(moment: Moment[Bench]) -> Axes:
    """As high as the count of all pairs asks for."""
    across, up = _DECADES
    return Axes(across, up if moment.scene.n <= 2000 else (up[0], 7.2), "shapes n")


def draw_growth(canvas: Canvas, moment: Moment[Bench]) -> None:
    """What each structure that has been met compares, against n, both in powers of ten."""
    scene, axes = moment.scene, growth_axes(moment)
    tens = [1.0, 2.0, 3.0]
    rows = [float(ten) for ten in range(1, math.floor(axes.y[1]) + 1)]
    chart_axes(
        canvas,
        axes,
        x_ticks=tens,
        x_text=[f"{10 ** round(t):,}" for t in tens],
        y_ticks=rows,
        y_text=[f"{10 ** round(t):,}" for t in rows],
    )
    now, in_time = shown(moment), canvas.is_live or moment.hurried
    structures = seen(moment)
    if canvas.is_live:
        canvas.is_unfinished = measure_one(scene, (*structures, None))
    boxes = _curve(scene, None, measured=in_time)
    if len(boxes) > 1:
        canvas.stroke(boxes, Ink.A, line=Line.CURVE, opacity=0.8)
    ends = [(_end(boxes, axes), "boxes overlap", Ink.A, TextStyle.CAPTION)]
    for structure in structures:
        curve = _curve(scene, structure, measured=in_time)
        is_now = structure is now or (now is None and structure is Structure.SWEEP)  # whose slope is worked out
        ink = Ink.EXAMINED if is_now else Ink.TEXT
        if len(curve) > 1:
            line, opacity = (Line.CURVE, 1.0) if is_now else (_LINES[structure], 0.75)
            canvas.stroke(curve, ink, line=line, opacity=opacity)
        name = structure.value
        if now is None:
            slope = f"{slope_of(scene, structure):.2f}" if is_whole(scene, structure) else _UNMEASURED
            name = f"{structure.value} {slope}"
        style = TextStyle.BOLD if is_now else TextStyle.CAPTION
        ends.append((_end(curve, axes), name, ink, style))
    _names(canvas, ends, axes, math.log10(max(scene.n, scene.measured[-1])))
    if now is None and scene.kind == Crowd.EVEN.value and is_whole(scene, Structure.SWEEP):
        _triangle(canvas, scene, Structure.SWEEP)  # elsewhere the curves run together
    if now is None:
        _slopes(canvas)
    x = math.log10(scene.n)
    canvas.stroke(((x, axes.y[0]), (x, axes.y[1])), Ink.INTERFACE, line=Line.THIN)
    canvas.label(f"{scene.n:,}", (x, axes.y[1]), Ink.INTERFACE, toward=(0.0, 1.0), style=TextStyle.CAPTION)
    if now is not None and (ran := scene.ran(now, moment.time)) is not None and ran.pairs.tested:
        at = (x, math.log10(ran.pairs.tested))
        canvas.dot(at, Ink.EXAMINED, Point.RING)
        if moment.time > 0.0 and len(ran.pairs.first):  # the curves are those of the start
            canvas.dot((x, math.log10(len(ran.pairs.first))), Ink.A, Point.RING)
        canvas.label(f"$P$ = {ran.pairs.tested:,}", at, Ink.EXAMINED, toward=(-1.0, 0.5), style=TextStyle.BOLD)


def _curve(scene: Bench, of: Structure | None, *, measured: bool = False) -> Numbers:
    """Powers of ten of the number of shapes and of what was counted, (k, 2); of all crowds, or those measured."""
    found = [(math.log10(n), math.log10(count)) for n, count in points(scene, of, measured=measured)]
    return np.array(found).reshape(-1, 2)


def _end(curve: Numbers, axes: Axes) -> XY:
    """The right end of a curve; of one of which nothing is measured yet, the middle of the chart."""
    if not len(curve):
        return sum(axes.x) / 2.0, sum(axes.y) / 2.0
    x, y = curve[-1].tolist()
    return x, y


def _names(canvas: Canvas, ends: list[tuple[XY, str, Ink, TextStyle]], axes: Axes, right: float) -> None:
    """Beside the chart, whose curves and marks go to `right`, in the order of the curves' ends and clear of each
    other, each tied to its end."""
    apart, left = 17.0 * canvas.pixel_y, right + 16.0 * canvas.pixel
    order = sorted(ends, key=lambda end: end[0][1])
    heights: list[float] = []
    for (_, y), *_ in order:
        heights.append(max(y, heights[-1] + apart) if heights else y)
    heights[-1] = min(heights[-1], axes.y[1])  # from the top down again, where they have been pushed out
    for i in range(len(heights) - 2, -1, -1):
        heights[i] = min(heights[i], heights[i + 1] - apart)
    for ((x, y), name, ink, style), height in zip(order, heights, strict=True):
        canvas.stroke(((x, y), (left, height)), ink, line=Line.THIN, opacity=0.5)
        canvas.label(name, (left, height), ink, toward=(1.0, 0.0), style=style, fixed=True)


def _slopes(canvas: Canvas) -> None:
    """What four times, and twice, the work for twice the shapes look like: lines of slope 2 and 1, clear of all
    curves, since none has more comparisons than all pairs or less than boxes overlap."""
    down = 16.0 * canvas.pixel_y
    for begin, end, words, at, side in (
        ((1.2, 2.4), (3.1, 6.2), ("slope 2: twice n,", "4 times the work"), (1.0, 5.6), 1.0),
        ((1.5, 0.95), (3.3, 2.75), ("slope 1: twice n,", "2 times the work"), (_DECADES[0][1], 2.0), -1.0),
    ):
        canvas.stroke((begin, end), Ink.QUIET, line=Line.DOTTED)
        for k, line in enumerate(words):
            place = (at[0], at[1] - k * down)
            canvas.label(line, place, Ink.QUIET, toward=(side, 0.0), style=TextStyle.CAPTION, fixed=True)


def _triangle(canvas: Canvas, scene: Bench, structure: Structure) -> None:
    """Twice the shapes, and how many times the comparisons: the words tell."""
    (x1, y1), (x2, y2) = _curve(scene, structure)[-2:].tolist()
    canvas.stroke(((x1, y1), (x2, y1), (x2, y2)), Ink.EXAMINED, line=Line.MEASURE)
    canvas.label("$n_1, P_1$", (x1, y1), Ink.EXAMINED, toward=(0.2, -1.0), style=TextStyle.CAPTION)
    canvas.label("$n_2, P_2$", (x2, y2), Ink.EXAMINED, toward=(-1.0, 0.7), style=TextStyle.CAPTION)


def seen(moment: Moment[Bench]) -> list[Structure]:
    """The structures of the steps up to this one."""
    return [step.structure for step in moment.seen if step.structure is not None]
