"""The figure of the grid: cells lit by what they hold, the floor of a box's sides on rulers, and the cost's
valley."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from geometry import Vector
from geometry.broadphase.structure import CandidatePairs, Pair
from geometry.broadphase.uniform_grid import Cell, CellCompared, CellsEntered, Span, cell_count, cells_of
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.boxes import Boxes, center, corners
from lessons.broadphase.boxes_figure import draw_boxes, overlaps
from lessons.broadphase.grid_state import TOP, Gridded, cell_feature, clamped, known
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Follow, Moment
from viz.lesson.marks import pill
from viz.lesson.text import fixed

NUMBERED = 14  # columns, up to which rulers number them
QUOTIENTS = (40.0, 30.0)  # pixels from the grid to the quotients of a box's sides: left of it, below
CLICKED = 200  # cells, up to which each can be clicked


def draw_world(canvas: Canvas, moment: Moment[Gridded]) -> None:
    scene, step = moment.scene, moment.step
    area = scene.area
    _lit(canvas, moment, area)
    _lines(canvas, scene, area)
    in_use = {}
    if isinstance(step, CellsEntered):
        in_use = {step.id: Ink.EXAMINED}
        _covered(canvas, scene, step, area)
    later = range(step.id + 1, scene.count) if isinstance(step, CellsEntered) else ()
    draw_boxes(canvas, scene, in_use, quiet=later)
    overlaps(canvas, scene, known(moment))
    _rulers(canvas, moment, area)
    if isinstance(step, CellCompared):
        square = _square(scene, step.cell)
        canvas.stroke(square, Ink.EXAMINED, closed=True, line=Line.FEATURE)
        if scene.is_crowd:
            _told_above(canvas, step, square[2], area, scene.c)
    if isinstance(moment.faulty, FaultyPairs) and moment.is_last:
        _faulty(canvas, moment, moment.faulty, area)


def _told_above(canvas: Canvas, step: CellCompared, corner: tuple[float, float], area: Span, c: float) -> None:
    """What a cell of a crowd holds: above the grid, as there is no room between the boxes."""
    half, y = 75.0 * canvas.pixel, (area[3] + 1) * c + 18.0 * canvas.pixel
    x = corner[0] - c / 2.0
    canvas.stroke(((x, corner[1]), (x, y)), Ink.EXAMINED, line=Line.DASHED)
    words = f"{len(step.ids)} boxes, {len(step.compared) + len(step.elsewhere):,} pairs"
    low, high = area[0] * c + half, (area[2] + 1) * c - half
    canvas.label(words, (min(max(x, low), high), y), Ink.EXAMINED, style=TextStyle.PILL, fixed=True)


def _square(scene: Gridded, cell: Cell) -> tuple[tuple[float, float], ...]:
    (i, j), c = cell, scene.c
    return corners((i * c, j * c, (i + 1) * c, (j + 1) * c))


def _lit(canvas: Canvas, moment: Moment[Gridded], area: Span) -> None:
    """Cells tinted by how many boxes they hold while boxes are inserted, then by how many pairs."""
    scene, step, (left, bottom, right, top) = moment.scene, moment.step, area
    held = np.zeros((top - bottom + 1, right - left + 1))
    done = step.id + 1 if isinstance(step, CellsEntered) else scene.count
    for span in scene.spans[:done]:
        held[span[1] - bottom : span[3] - bottom + 1, span[0] - left : span[2] - left + 1] += 1.0
    c, ink = scene.c, Ink.A
    if not isinstance(step, CellsEntered):
        held, ink = held * (held - 1.0) / 2.0, Ink.EXAMINED
        if isinstance(step, CellCompared):  # columns first, as the grid is walked
            i, j = step.cell[0] - left, step.cell[1] - bottom
            held[:, i + 1 :], held[j + 1 :, i] = 0.0, 0.0
    most = held.max()
    if most > 0.0:
        amounts = (0.42 if ink is Ink.EXAMINED else 0.2) * np.sqrt(held / most)
        canvas.field((left * c, bottom * c), ((right + 1) * c, (top + 1) * c), amounts, ink)


def _lines(canvas: Canvas, scene: Gridded, area: Span) -> None:
    (left, bottom, right, top), c = area, scene.c
    if c < 5.0 * canvas.pixel:
        return  # nothing could be seen between them
    for i in range(left, right + 2):
        canvas.stroke(((i * c, bottom * c), (i * c, (top + 1) * c)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.5)
    for j in range(bottom, top + 2):
        canvas.stroke(((left * c, j * c), ((right + 1) * c, j * c)), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.5)
    cells = list(cells_of(area)) if cell_count(area) <= CLICKED and not scene.is_crowd else []
    for i, j in cells:
        y = (j + 0.5) * c
        canvas.feature((((i + 0.3) * c, y), ((i + 0.7) * c, y)), cell_feature((i, j)), Ink.EXAMINED)


def _covered(canvas: Canvas, scene: Gridded, step: CellsEntered, area: Span) -> None:
    """The cells of the box, and its sides brought down to the rulers."""
    (left, bottom, right, top), c = step.span, scene.c
    outline = corners((left * c, bottom * c, (right + 1) * c, (top + 1) * c))
    canvas.area(outline, Ink.EXAMINED, opacity=0.12)
    canvas.stroke(outline, Ink.EXAMINED, closed=True, line=Line.MEASURE)
    sides, low = scene.boxes[step.id], (area[0] * c, area[1] * c)
    for x in sides[::2]:
        canvas.stroke(((x, sides[1]), (x, low[1])), Ink.EXAMINED, line=Line.DASHED)
        if not scene.is_crowd:
            _quotient(canvas, x / c, (x, low[1] - QUOTIENTS[1] * canvas.pixel))
    for y in sides[1::2]:
        canvas.stroke(((sides[0], y), (low[0], y)), Ink.EXAMINED, line=Line.DASHED)
        if not scene.is_crowd:
            _quotient(canvas, y / c, (low[0] - QUOTIENTS[0] * canvas.pixel, y))


def _quotient(canvas: Canvas, value: float, at: tuple[float, float]) -> None:
    """What is rounded down."""
    canvas.label(fixed(value), at, Ink.EXAMINED, style=TextStyle.CAPTION, fixed=True)


def _rulers(canvas: Canvas, moment: Moment[Gridded], area: Span) -> None:
    """The numbers of columns and rows, below and at the left."""
    (left, bottom, right, top), c = area, moment.scene.c
    if max(right - left, top - bottom) >= NUMBERED:
        return
    match moment.step:
        case CellsEntered() as entered:
            columns, rows = range(entered.span[0], entered.span[2] + 1), range(entered.span[1], entered.span[3] + 1)
        case CellCompared() as compared:
            columns, rows = (range(k, k + 1) for k in compared.cell)
        case _:
            columns = rows = range(0)
    off = 13.0 * canvas.pixel
    for i in range(left, right + 1):
        _number(canvas, i, ((i + 0.5) * c, bottom * c - off), in_use=i in columns)
    for j in range(bottom, top + 1):
        _number(canvas, j, (left * c - off, (j + 0.5) * c), in_use=j in rows)


def _number(canvas: Canvas, value: int, at: tuple[float, float], *, in_use: bool) -> None:
    ink, style = (Ink.EXAMINED, TextStyle.BOLD) if in_use else (Ink.QUIET, TextStyle.CAPTION)
    canvas.label(str(value).replace("-", "−"), at, ink, style=style, fixed=True)


def _faulty(canvas: Canvas, moment: Moment[Gridded], found: FaultyPairs, area: Span) -> None:
    """Pairs that are missed, pairs that are reported again, cells of double width."""
    scene = moment.scene
    for i, j in found.missed:
        canvas.stroke((center(scene.boxes[i]), center(scene.boxes[j])), Ink.FAULTY, line=Line.DOTTED)
        _outlined(canvas, scene, (i, j))
        if not scene.is_crowd and (i, j) == found.missed[0]:
            a, b = scene.boxes[i], scene.boxes[j]
            at = (min(a[2], b[2]) + max(a[0], b[0])) / 2.0, max(a[3], b[3])
            words = "missed" if len(found.missed) == 1 else f"{len(found.missed)} pairs missed"
            canvas.label(words, at, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)
    if found.missed:
        for i in range(scene.count if not scene.is_crowd else 0):
            canvas.dot(center(scene.boxes[i]), Ink.FAULTY, Point.SMALL)
    again = {pair: found.reported.count(pair) for pair in set(found.reported)} if found.surplus else {}
    for pair, count in sorted(again.items()):
        if count > 1:
            _outlined(canvas, scene, pair)
            if not scene.is_crowd:
                a, b = (scene.boxes[i] for i in pair)
                at = (min(a[2], b[2]) + max(a[0], b[0])) / 2.0, max(a[3], b[3])
                words = f"reported {count} times"
                canvas.label(words, at, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)
    if not found.missed and not again:
        (left, bottom, right, top), c = area, scene.c
        canvas.stroke(corners((-c, bottom * c, c, (top + 1) * c)), Ink.FAULTY, closed=True, line=Line.DOTTED)
        canvas.stroke(corners((left * c, -c, (right + 1) * c, c)), Ink.FAULTY, closed=True, line=Line.DOTTED)


def _outlined(canvas: Canvas, scene: Boxes, pair: Pair) -> None:
    for each in pair:
        canvas.stroke(corners(scene.boxes[each]), Ink.FAULTY, closed=True, line=Line.DOTTED)


def take_size(moment: Moment[Gridded], at: Vector) -> Follow | None:
    """A press in the chart drags c: the answer's chart only, as a question is open before."""
    if not isinstance(moment.step, CandidatePairs):
        return None
    return lambda scene, start, now: scene.with_field("c", clamped(10.0 ** float(now[0])))


def cost_axes(moment: Moment[Gridded]) -> Axes:
    low, high = moment.scene.sizes
    return Axes((math.log10(low), math.log10(high)), (0.0, TOP * moment.scene.least[1]), "cell size c")


def draw_cost(canvas: Canvas, moment: Moment[Gridded]) -> None:
    """Entries and pairs so far as a bar at c; at the end the curve over all sizes, cut off at the top."""
    scene, step, axes = moment.scene, moment.step, cost_axes(moment)
    low, high = scene.sizes
    ticks = [t for t in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0) if low <= t <= high]
    chart_axes(canvas, axes, x_ticks=[math.log10(t) for t in ticks], x_text=[f"{t:g}" for t in ticks], y_ticks=None)
    done = step.id + 1 if isinstance(step, CellsEntered) else scene.count
    entries = sum(map(cell_count, scene.spans[:done]))
    pairs = 0 if isinstance(step, CellsEntered) else step.tested
    x, top = min(max(math.log10(scene.c), axes.x[0]), axes.x[1]), axes.y[1]
    if isinstance(step, CandidatePairs):
        _valley(canvas, scene, top)
        canvas.stroke(((x, 0.0), (x, top)), Ink.INTERFACE, line=Line.THIN)
    else:
        half = 9.0 * canvas.pixel
        for start, end, ink in ((0.0, pairs, Ink.EXAMINED), (pairs, pairs + entries, Ink.A)):
            if end > start:
                outline = corners((x - half, min(start, top), x + half, min(end, top)))
                canvas.area(outline, ink, opacity=0.35)
                canvas.stroke(outline, ink, closed=True, line=Line.THIN)
    at = (x, min(float(entries + pairs), top))
    if isinstance(step, CandidatePairs):
        canvas.dot(at, Ink.ANSWER, Point.ANSWER)
        pill(canvas, at, f"cost {entries + pairs:,}", Ink.ANSWER, toward=(0.3, 1.0))
    else:
        words = f"{entries:,} {'entry' if entries == 1 else 'entries'}" + (
            f",\n{pairs:,} {'pair' if pairs == 1 else 'pairs'}" if pairs else ""
        )
        canvas.label(words, at, Ink.TEXT, toward=(0.0, 1.0), style=TextStyle.BOLD)


def _valley(canvas: Canvas, scene: Gridded, top: float) -> None:
    """The cost over c: pairs below, entries on top of them."""
    costs = scene.costs
    xs, total, pairs = np.log10(costs.sizes), costs.total.astype(float), costs.pairs.astype(float)
    upper, lower = np.minimum(total, top), np.minimum(pairs, top)
    canvas.area([*zip(xs, upper, strict=True), *zip(xs[::-1], lower[::-1], strict=True)], Ink.A, opacity=0.28)
    canvas.area([(xs[0], 0.0), *zip(xs, lower, strict=True), (xs[-1], 0.0)], Ink.EXAMINED, opacity=0.3)
    for ys, ink, line in ((pairs, Ink.EXAMINED, Line.MEASURE), (total, Ink.ANSWER, Line.CURVE)):
        for run in _below(xs, ys, top):
            canvas.stroke(run, ink, line=line)
    i = int(np.argmax(total < 0.8 * top))
    canvas.label("many entries", (xs[i], 0.62 * top), Ink.A, toward=(1.0, 0.4), style=TextStyle.LABEL)
    right = len(xs) - 1 - int(np.argmax(total[::-1] < 0.5 * top))
    canvas.label("many pairs", (xs[right], total[right]), Ink.EXAMINED, toward=(-1.0, 0.3))


def _below(xs: np.ndarray, ys: np.ndarray, top: float) -> list[Sequence[tuple[float, float]]]:
    """The pieces of a polyline under a level, each ending exactly there."""
    runs: list[Sequence[tuple[float, float]]] = []
    now: list[tuple[float, float]] = []
    places = list(zip(xs.tolist(), ys.tolist(), strict=True))
    for k, (x, y) in enumerate(places):
        if k and (y > top) != (places[k - 1][1] > top):
            u, v = places[k - 1]
            now.append((u + (x - u) * (top - v) / (y - v), top))
            if y > top:
                runs.append(now)
                now = []
        if y <= top:
            now.append((x, y))
    return [*runs, now] if len(now) > 1 else runs
