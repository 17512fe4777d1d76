"""The figure of the grid: cells lit by what they hold, the floor of a box's sides on rulers, and the cost's
valley."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from geometry import Vector
from geometry.broadphase.structure import CandidatePairs, Pair
from geometry.broadphase.uniform_grid import Cell, CellCompared, CellsEntered, Span, cell_count, cells_of
from geometry.faulty.broadphase import FaultyPairs
from lessons.broadphase.boxes import Boxes, Crowd, center, corners
from lessons.broadphase.boxes_figure import draw_boxes, overlaps, threads
from lessons.broadphase.grid_crowd import asked_axes, draw_asked, is_asked, level
from lessons.broadphase.grid_state import (
    CENTRE,
    TOP,
    TRUNCATED,
    Gridded,
    cell_feature,
    clamped,
    in_vain,
    known,
    shared,
)
from viz.lesson.canvas import Canvas
from viz.lesson.charts import chart_axes, round_ticks
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes, Follow, Moment
from viz.lesson.marks import pill
from viz.lesson.measures import bracket
from viz.lesson.text import fixed

NUMBERED = 22  # columns, up to which rulers number them
_LETTERED = 10  # columns, up to which the figure says which axis is i, and how large c is
QUOTIENTS = (40.0, 30.0)  # pixels from the grid to the quotients of a box's sides: left of it, below
CLICKED = 200  # cells, up to which each can be clicked


def draw_world(canvas: Canvas, moment: Moment[Gridded]) -> None:
    scene, step = moment.scene, moment.step
    area = scene.area
    _lit(canvas, moment, area)
    _lines(canvas, scene, area)
    in_use = {}
    if isinstance(step, CellsEntered):
        in_use = {} if is_asked(moment) else {step.id: Ink.EXAMINED}
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
        else:
            if step.compared:
                words = f"$k$ = {len(step.ids)}"
                canvas.label(words, square[3], Ink.EXAMINED, toward=(0.5, 1.0), style=TextStyle.BOLD)
            _first_shared(canvas, scene, step)
    if scene.kind is Crowd.ONE_HUGE and scene.is_crowd and (moment.is_last or is_asked(moment)):
        canvas.stroke(corners(scene.boxes[-1]), Ink.EXAMINED, closed=True, line=Line.FEATURE)
        at = center(scene.boxes[-1])[0], (area[3] + 1) * scene.c + 18.0 * canvas.pixel
        canvas.label("huge box", at, Ink.EXAMINED, style=TextStyle.PILL, fixed=True)
    if isinstance(moment.faulty, FaultyPairs):
        _faulty(canvas, moment, moment.faulty, area)
        if moment.compare == TRUNCATED and moment.is_last and not scene.is_crowd:
            threads(canvas, scene, in_vain(scene), Ink.FAULTY, Line.DOTTED)


def _first_shared(canvas: Canvas, scene: Gridded, step: CellCompared) -> None:
    """Of a pair that is skipped: the cell in which it was compared, and the point that says so."""
    for i, j in step.elsewhere[:1]:
        a, b = scene.boxes[i], scene.boxes[j]
        at = max(a[0], b[0]), max(a[1], b[1])
        canvas.stroke(_square(scene, scene.first_shared((i, j))), Ink.EXAMINED, closed=True, line=Line.DASHED)
        canvas.dot(at, Ink.EXAMINED, Point.FILLED)
        canvas.symbol(r"(\max x_{\min},\ \max y_{\min})", at, Ink.EXAMINED, toward=(-0.6, -1.0))


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
        if moment.compare in {CENTRE, TRUNCATED}:
            return  # the pairs of a cell are not those of the rule
        held, ink = held * (held - 1.0) / 2.0, Ink.EXAMINED
        if not scene.is_crowd:
            held = _compared(canvas, moment, held, area)
        if isinstance(step, CellCompared) and not scene.is_crowd:  # columns first, as the grid is walked
            i, j = step.cell[0] - left, step.cell[1] - bottom
            held[:, i + 1 :], held[j + 1 :, i] = 0.0, 0.0
    most = held.max()
    if most > 0.0:
        loud = 0.6 if scene.is_crowd else 0.42
        if not scene.is_crowd and cell_count(area) <= CLICKED:  # with sharp borders
            for y, x in np.argwhere(held > 0.0).tolist():
                share = (loud if ink is Ink.EXAMINED else 0.2) * math.sqrt(held[y, x] / most)
                canvas.area(_square(scene, (x + left, y + bottom)), ink, opacity=share)
            return
        amounts = (loud if ink is Ink.EXAMINED else 0.2) * np.sqrt(held / most)
        canvas.field((left * c, bottom * c), ((right + 1) * c, (top + 1) * c), amounts, ink)


def _compared(canvas: Canvas, moment: Moment[Gridded], held: np.ndarray, area: Span) -> np.ndarray:
    """The pairs that are compared in each cell; cells that only repeat pairs are hatched."""
    scene, step, (left, bottom, _, _), own = moment.scene, moment.step, area, np.zeros_like(held)
    for pair in itertools.combinations(range(scene.count), 2):
        if shared(*(scene.spans[k] for k in pair)):
            i, j = scene.first_shared(pair)
            own[j - bottom, i - left] += 1.0
    for j, i in np.argwhere((held > 0.0) & (own == 0.0)).tolist():
        cell = i + left, j + bottom
        if not isinstance(step, CellCompared) or cell <= step.cell:
            canvas.area(_square(scene, cell), Ink.EXAMINED, opacity=0.12, hatched=True)
    return own


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
    if not scene.is_crowd:
        far = (area[2] + 1) * c, (area[3] + 1) * c
        for name, at in (
            ("$x/c$", (far[0], low[1] - QUOTIENTS[1] * canvas.pixel)),
            ("$y/c$", (low[0] - QUOTIENTS[0] * canvas.pixel, far[1])),
        ):
            canvas.label(name, at, Ink.EXAMINED, style=TextStyle.CAPTION, fixed=True)
    for y in sides[1::2]:
        canvas.stroke(((sides[0], y), (low[0], y)), Ink.EXAMINED, line=Line.DASHED)
        if not scene.is_crowd:
            _quotient(canvas, y / c, (low[0] - QUOTIENTS[0] * canvas.pixel, y))


def _quotient(canvas: Canvas, value: float, at: tuple[float, float]) -> None:
    """What is rounded down."""
    canvas.label(fixed(value), at, Ink.EXAMINED, style=TextStyle.CAPTION, fixed=True)


def _rulers(canvas: Canvas, moment: Moment[Gridded], area: Span) -> None:
    """The numbers of columns and rows, below and at the left, and the size of a cell."""
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
    if max(right - left, top - bottom) < _LETTERED:
        for name, at in (("$i$", ((right + 1) * c, bottom * c - off)), ("$j$", (left * c - off, (top + 1) * c))):
            canvas.label(name, at, Ink.TEXT, style=TextStyle.CAPTION, fixed=True)
        edge = (top + 1) * c + 6.0 * canvas.pixel
        bracket(canvas, (left * c, edge), ((left + 1) * c, edge), Ink.QUIET, f"$c$ = {fixed(c)}")
    for j in range(bottom, top + 1):
        _number(canvas, j, (left * c - off, (j + 0.5) * c), in_use=j in rows)


def _number(canvas: Canvas, value: int, at: tuple[float, float], *, in_use: bool) -> None:
    ink, style = (Ink.EXAMINED, TextStyle.BOLD) if in_use else (Ink.QUIET, TextStyle.CAPTION)
    canvas.label(str(value).replace("-", "−"), at, ink, style=style, fixed=True)


def _faulty(canvas: Canvas, moment: Moment[Gridded], found: FaultyPairs, area: Span) -> None:
    """Pairs that are missed so far, pairs that are reported again, cells of double width."""
    scene, step = moment.scene, moment.step
    missed = sorted({*found.missed} & {*known(moment)})
    for i, j in missed:
        canvas.stroke((center(scene.boxes[i]), center(scene.boxes[j])), Ink.FAULTY, line=Line.DOTTED)
        _outlined(canvas, scene, (i, j))
        if not scene.is_crowd and (i, j) == missed[0]:
            words = "missed" if len(missed) == 1 else f"{len(missed)} pairs missed"
            _over(canvas, scene, (i, j), words)
    if moment.compare.startswith("cell"):
        done = step.id + 1 if isinstance(step, CellsEntered) else scene.count
        for i in range(done if not scene.is_crowd else 0):
            canvas.dot(center(scene.boxes[i]), Ink.FAULTY, Point.SMALL)
        if isinstance(step, CellsEntered):  # the one cell that this rule enters
            x, y = center(scene.boxes[step.id])
            square = _square(scene, (math.floor(x / scene.c), math.floor(y / scene.c)))
            canvas.stroke(square, Ink.FAULTY, closed=True, line=Line.DOTTED)
    if found.surplus:
        for pair in known(moment):
            count = _reported(moment, pair)
            if count > 1:
                _outlined(canvas, scene, pair)
                if not scene.is_crowd:
                    _over(canvas, scene, pair, f"reported {count} times")
    if moment.compare.startswith("truncation"):
        (left, bottom, right, top), c = area, scene.c
        if left < 0 <= right:
            canvas.stroke(corners((-c, bottom * c, c, (top + 1) * c)), Ink.FAULTY, closed=True, line=Line.DOTTED)
        if bottom < 0 <= top:
            canvas.stroke(corners((left * c, -c, (right + 1) * c, c)), Ink.FAULTY, closed=True, line=Line.DOTTED)


def _reported(moment: Moment[Gridded], pair: Pair) -> int:
    """How often a pair is reported up to this step, where each cell that it shares reports it."""
    a, b = (moment.scene.spans[k] for k in pair)
    step, span = moment.step, (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))
    return sum(not isinstance(step, CellCompared) or cell <= step.cell for cell in cells_of(span))


def _over(canvas: Canvas, scene: Gridded, pair: Pair, words: str) -> None:
    a, b = (scene.boxes[i] for i in pair)
    at = (min(a[2], b[2]) + max(a[0], b[0])) / 2.0, max(a[3], b[3])
    canvas.label(words, at, Ink.FAULTY, toward=(0.0, 1.0), style=TextStyle.BOLD)


def _outlined(canvas: Canvas, scene: Boxes, pair: Pair) -> None:
    for each in pair:
        canvas.stroke(corners(scene.boxes[each]), Ink.FAULTY, closed=True, line=Line.DOTTED)


def take_size(moment: Moment[Gridded], at: Vector) -> Follow | None:
    """A press in the chart drags c: the answer's chart only, as a question is open before."""
    if not isinstance(moment.step, CandidatePairs):
        return None
    return lambda scene, start, now: scene.with_field("c", clamped(10.0 ** float(now[0])))


def cost_axes(moment: Moment[Gridded]) -> Axes:
    """As high as the valley is told, and before that as what is counted so far will be."""
    if (asked := asked_axes(moment)) is not None:
        return asked
    low, high = moment.scene.sizes
    is_early = isinstance(moment.step, CellsEntered) or not isinstance(moment.next, CandidatePairs | None)
    top = 1.3 * moment.scene.cost if is_early else TOP * moment.scene.least[1]
    return Axes((math.log10(low), math.log10(high)), (0.0, top), "cell size c")


def draw_cost(canvas: Canvas, moment: Moment[Gridded]) -> None:
    """Entries and pairs as a bar at c; at the end the curve over all sizes, cut off at the top."""
    scene, step, axes = moment.scene, moment.step, cost_axes(moment)
    low, high = scene.sizes
    ticks = [t for t in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0) if low <= t <= high]
    levels = round_ticks(*axes.y)
    chart_axes(
        canvas,
        axes,
        x_ticks=[math.log10(t) for t in ticks],
        x_text=[f"{t:g}" for t in ticks],
        y_ticks=levels,
        y_text=[f"{t:,.0f}" for t in levels],
    )
    if asked_axes(moment) is not None:
        draw_asked(canvas, moment)
        return
    done = step.id + 1 if isinstance(step, CellsEntered) else scene.count
    entries = sum(map(cell_count, scene.spans[:done]))
    pairs = 0 if isinstance(step, CellsEntered) else scene.cost - entries
    x, top = min(max(math.log10(scene.c), axes.x[0]), axes.x[1]), axes.y[1]
    if isinstance(step, CandidatePairs):
        _valley(canvas, scene, top)
        _marks(canvas, scene, top)
        canvas.stroke(((x, 0.0), (x, top)), Ink.INTERFACE, line=Line.THIN)
    else:
        half = 16.0 * canvas.pixel
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
    between = [*zip(lower, lower[1:], upper[1:], upper, strict=False)]  # upright pieces, which meet without a seam
    pieces = [
        triangle
        for (u, v), (a, b, d, e) in zip(itertools.pairwise(xs.tolist()), between, strict=True)
        for triangle in ((u, a, v, b, v, d), (u, a, v, d, u, e))
    ]
    canvas.crowd(Ink.A, triangles=pieces, fill=0.28)
    canvas.area([(xs[0], 0.0), *zip(xs, lower, strict=True), (xs[-1], 0.0)], Ink.EXAMINED, opacity=0.3)
    lines = (Line.MEASURE, Line.CURVE) if scene.is_crowd else (Line.THIN, Line.THIN)  # of few boxes: stairs
    for ys, ink, line in zip((pairs, total), (Ink.EXAMINED, Ink.ANSWER), lines, strict=True):
        for run in _below(xs, ys, top):
            canvas.stroke(run, ink, line=line)
    begin = xs < xs[0] + 66.0 * canvas.pixel
    high, low = upper[begin].min(), lower[begin].max()
    if high - low > 44.0 * canvas.pixel_y:  # else there is no room between the curves
        at = (xs[0] + 5.0 * canvas.pixel, (low + high) / 2.0)
        canvas.label("many\nentries", at, Ink.A, toward=(1.0, 0.0), style=TextStyle.LABEL, fixed=True)
    if scene.is_crowd and not scene.is_always_shared:
        at = (xs[-1] - 4.0 * canvas.pixel, 0.5 * min(pairs[-1], top))
        if at[1] >= 20.0 * canvas.pixel_y:  # else there is no room in the area: they are few
            canvas.label("many\npairs", at, Ink.EXAMINED, toward=(-1.0, 0.0), style=TextStyle.LABEL)


def _marks(canvas: Canvas, scene: Gridded, top: float) -> None:
    """The least cost on the curve, and the side of a typical box on the axis."""
    best, least = scene.least
    at = math.log10(best), float(least)
    if scene.kind is Crowd.HEAP and scene.is_crowd:
        level(canvas, scene)
    if scene.cost > least:
        canvas.dot(at, Ink.ANSWER, Point.RING)
        canvas.label(f"least {least:,}", at, Ink.ANSWER, toward=(0.0, -1.0), style=TextStyle.CAPTION)
    x, up = math.log10(scene.typical), 12.0 * canvas.pixel_y
    canvas.stroke(((x, 0.0), (x, up)), Ink.A, line=Line.MEASURE)
    canvas.label("typical box", (x, up), Ink.A, toward=(0.0, 1.0), style=TextStyle.CAPTION)


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
