"""The chart of convex or not: what the axes say of A, and at the end of its piece; or the cross products."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from geometry import Vector
from geometry.concave.convexity import AxesProjected, AxisProjected, Convexity, DistanceFound, HullFound, Turn, Turned
from lessons.concave.convex_or_not_figure import CROWD, is_rest, walked
from viz.lesson import charts
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes, Moment
from viz.lesson.text import fixed

ROW = 16.0  # pixels of height for numbers of edges
MOST_ROWS = 3  # of them, at either end; more would hide the chart
LETTER = 7.0  # pixels, about the width of one


def chart_axes(moment: Moment[Any]) -> Axes:
    """Cross products by vertex while A is walked around; else separations by direction."""
    scene = moment.scene
    if isinstance(moment.step, Turned):
        values = [s.cross for s in scene.walk]
        low, high = min(0.0, *values), max(0.0, *values)
        room = 0.12 * (high - low)
        return Axes((-0.7, len(values) - 0.3), (low - room, high + room), "vertex", "cross product")
    curve = scene.separations
    low, high = float(curve.min()), max(float(curve.max()), moment.trace.result.pairs.distance)
    name = "separation"
    if isinstance(moment.step, DistanceFound | AxesProjected):
        name = "separation (gap > 0)"
    elif isinstance(moment.step, Convexity):
        name = f"separation of B from $A_{{{moment.step.pairs.nearest.of_a + 1}}}$"
    return Axes(
        (0.0, 180.0), (1.12 * min(low, 0.0), max(0.3, 1.45 * high, -0.25 * low)), "direction of the axis", name
    )


def draw_chart(canvas: Canvas, moment: Moment[Any]) -> None:
    axes = chart_axes(moment)
    if isinstance(moment.step, Turned):
        _crosses(canvas, moment, axes)
        return
    scene, step = moment.scene, moment.step
    charts.chart_axes(
        canvas, axes, x_ticks=(0.0, 45.0, 90.0, 135.0, 180.0), x_text=[f"{x}°" for x in (0, 45, 90, 135, 180)]
    )
    is_known = not isinstance(step, DistanceFound)
    if isinstance(step, Convexity):
        _cure(canvas, moment)
        return
    if not isinstance(step, DistanceFound | AxesProjected):
        charts.curve(canvas, np.arange(181.0), scene.separations)
    tested = moment.first(AxesProjected)
    assert tested is not None
    lanes = _draw_numbers(canvas, tested, axes) if isinstance(step, DistanceFound | AxesProjected) else ()
    for test in tested.tests:
        x = degrees(test.normal)
        ink = Ink.A if test.owner == "A" else Ink.B
        if isinstance(step, DistanceFound):
            low, high = (ROW * canvas.pixel_y * rows for rows in lanes[::-1])
            canvas.stroke(((x, axes.y[0] + low), (x, axes.y[1] - high)), ink, line=Line.DASHED, opacity=0.6)
            continue
        if isinstance(step, AxesProjected):
            canvas.stroke(((x, 0.0), (x, test.separation)), ink, line=Line.MEASURE)
        canvas.dot((x, test.separation), ink)
    if is_known:
        best = tested.best
        x = degrees(best.normal)
        canvas.dot((x, best.separation), Ink.ANSWER, Point.ANSWER)
        words = f"$s_{{\\mathrm{{SAT}}}}$ = {fixed(best.separation)}"
        canvas.label(
            words, (x, best.separation), separation_ink(best.separation), toward=(0.0, 1.0), style=TextStyle.BOLD
        )
    if isinstance(step, HullFound):
        charts.play_head(canvas, scene.axis, axes, r"$\examined{\hat n}$")


def _draw_numbers(canvas: Canvas, tested: AxesProjected, axes: Axes) -> tuple[int, int]:
    """Which edges have each direction: A's at the upper end of the lines, B's at the lower one; in how many rows."""
    rows = []
    for owner, ink, y in (("A", Ink.A, axes.y[1]), ("B", Ink.B, axes.y[0])):
        placed = _numbers(canvas, tested, owner)
        for x, row, words in placed:
            at = x, y - math.copysign((row + 0.5) * ROW * canvas.pixel_y, y)
            canvas.label(words, at, ink, style=TextStyle.NUMBER, fixed=True)
        rows.append(1 + max((row for _, row, _ in placed), default=-1))
    return rows[0], rows[1]


def _numbers(canvas: Canvas, tested: AxesProjected, owner: str) -> list[tuple[float, int, str]]:
    """The edges of each direction, of A or B: where their numbers stand, in which row, beside no other ones."""
    found: dict[float, list[str]] = {}
    for test in tested.tests:
        if test.owner == owner:
            found.setdefault(round(degrees(test.normal), 3) % 180.0, []).append(str(test.edge))
    placed: list[tuple[float, int, str]] = []
    ends: list[float] = []  # of the rows
    for x, names in sorted(found.items()):
        words = " ".join(names) if owner == "A" else f"B {' '.join(names)}"
        half = 0.5 * (LETTER * len(words) + 6.0) * canvas.pixel
        at = min(max(x, half), 180.0 - half)
        row = next((k for k, end in enumerate(ends) if end <= at - half), len(ends))
        ends[row : row + 1] = [at + half]
        placed.append((at, row, words))
    return placed if len(ends) <= MOST_ROWS else []


def degrees(n: Vector) -> float:
    """The direction of an axis, from 0 to 180."""
    return math.degrees(math.atan2(n[1], n[0])) % 180.0


def draw_tested(canvas: Canvas, test: AxisProjected) -> None:
    """One axis with its separation, in the chart: what a clicked edge shows."""
    x, ink = degrees(test.normal), separation_ink(test.separation)
    canvas.stroke(((x, 0.0), (x, test.separation)), ink, line=Line.FEATURE)
    canvas.dot((x, test.separation), Ink.A if test.owner == "A" else Ink.B)


def _cure(canvas: Canvas, moment: Moment[Any]) -> None:
    """The curve of the whole outline, dotted, and that of the piece that decides: the nearest or deepest one."""
    scene, pairs = moment.scene, moment.step.pairs
    k, angles = pairs.nearest.of_a, np.arange(181.0)
    own = scene.separations_of(scene.polygon.pieces[k].points, angles)
    if len(scene.polygon.pieces) > 1:
        charts.curve(canvas, angles, scene.separations, Ink.QUIET, fill=0.0, line=Line.DOTTED)
        low = int((own - scene.separations).argmax())  # where the two are furthest apart
        canvas.label("all of A", (float(low), float(scene.separations[low])), Ink.QUIET, toward=(0.0, -1.0))
    if pairs.overlapping:
        charts.curve(canvas, angles, own)
        x = float(own.argmax())
        y, ink = float(own.max()), separation_ink(float(own.max()))
    else:
        x, y, ink = degrees(pairs.nearest.on_b - pairs.nearest.on_a), pairs.distance, Ink.GAP
        xs = np.sort(np.append(angles[np.abs(angles - x) > 1e-6], x))
        charts.curve(canvas, xs, scene.separations_of(scene.polygon.pieces[k].points, xs))
        canvas.dot((x, y), Ink.ANSWER, Point.ANSWER)
    aside = (1.0 if x < 30.0 else -1.0 if x > 150.0 else 0.0, 1.0)
    canvas.label(f"$A_{{{k + 1}}}$: {fixed(y)}", (x, y), ink, toward=aside, style=TextStyle.BOLD)


def _crosses(canvas: Canvas, moment: Moment[Any], axes: Axes) -> None:
    """The cross product at every vertex that has been walked by."""
    walk = moment.scene.walk
    if len(walk) > CROWD:
        charts.chart_axes(canvas, axes)  # at round numbers: not each vertex has room for its own
    else:
        ticks = sorted(float(step.vertex) for step in walk)
        charts.chart_axes(canvas, axes, x_ticks=ticks, x_text=[fixed(x, 0) for x in ticks])
    seen = walked(moment)
    if len(seen) > CROWD:
        for ink, is_reflex in ((Ink.OVERLAP, True), (Ink.A, False)):
            bars = [_bar(step) for step in seen if (step.turn is Turn.REFLEX) is is_reflex]
            halves = [(*bar[:3], bar[2], bar[3], bar[0]) for bar in bars]
            canvas.crowd(ink, triangles=halves, fill=0.9)
        return
    for step in seen:
        ink = Ink.OVERLAP if step.turn is Turn.REFLEX else Ink.A
        is_now = step.vertex == moment.step.vertex
        canvas.area(_bar(step), ink, opacity=0.9 if is_now or is_rest(moment) else 0.45)
        if is_now and not is_rest(moment):
            beyond = step.cross + math.copysign(14.0 * canvas.pixel_y, step.cross)
            canvas.label(f"**{fixed(step.cross)}**", (step.vertex, beyond), ink, fixed=True)


def _bar(step: Turned) -> tuple[tuple[float, float], ...]:
    """From 0 to the cross product."""
    x, y = float(step.vertex), step.cross
    return (x - 0.3, 0.0), (x + 0.3, 0.0), (x + 0.3, y), (x - 0.3, y)
