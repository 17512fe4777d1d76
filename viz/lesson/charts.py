"""Drawing verbs for charts: axes with ticks at round numbers, curves that are green above zero and red below, the
play head. A chart's pane declares its ranges (`Pane.axes`), and these verbs draw in the coordinates of its axes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle, separation_ink
from viz.lesson.lesson import Axes
from viz.lesson.mark import Pair
from viz.lesson.marks import disc
from viz.lesson.screen import xy
from viz.lesson.text import fixed

UNDER = 16.0  # pixels from a chart's lower edge down to the middle of its ticks' numbers
TITLE_UNDER = 36.0  # and to that of its axis' title
GRID = 0.16  # opacity of the grid's lines
FILL = 0.24  # opacity between a curve and its zero line
LATER = 0.6  # opacity of what the algorithm has not computed yet
_ICON = 11.5  # pixels, radius of an edge icon
_ROW = 42.0  # pixels between the rows of edge icons that would cover each other
_ROUND = (1.0, 2.0, 5.0, 10.0, 20.0)  # the last where rounding has made the power too small
_ROUND_DEGREES = (1.0, 5.0, 15.0, 30.0, 45.0, 90.0, 180.0, 360.0)


def round_ticks(low: float, high: float, most: int = 6, *, degrees: bool = False) -> list[float]:
    """Round numbers within a range, 1, 2 or 5 times a power of ten apart (of degrees 15, 30, 45 … apart), at most
    `most` of them; raises ValueError for a range without length."""
    if not high > low:
        raise ValueError(f"a range needs a length, not {low:g} … {high:g}")
    least = (high - low) / most
    power = 10.0 ** math.floor(math.log10(least))
    steps = _ROUND_DEGREES if degrees and least >= 0.2 else [power * part for part in _ROUND]
    for step in steps:
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first < most:
            return [i * step for i in range(first, last + 1)]
    return []


def tick_text(ticks: Sequence[float], unit: str = "") -> list[str]:
    """The numbers at ticks, all with as many decimals as their distance needs."""
    step = min((b - a for a, b in itertools.pairwise(ticks)), default=abs(ticks[0]) if ticks else 1.0)
    decimals = next((d for d in range(9) if abs(round(step, d) - step) <= 1e-6 * step), 9)
    return [f"{fixed(value, decimals)}{unit}" for value in ticks]


def chart_axes(
    canvas: Canvas,
    axes: Axes,
    *,
    x_ticks: Sequence[float] | None = None,
    y_ticks: Sequence[float] | None = None,
    x_text: Sequence[str] | None = None,
    y_text: Sequence[str] | None = None,
    grid: bool = True,
    zero: bool = True,
) -> None:
    """Both axes of a chart, with ticks at round numbers unless others are given, and their titles; thin level lines
    at the ticks of y, and a line at y = 0 if the range holds it."""
    (left, right), (low, high) = axes.x, axes.y
    columns = round_ticks(left, right, 8) if x_ticks is None else list(x_ticks)
    rows = round_ticks(low, high) if y_ticks is None else list(y_ticks)
    down, aside = canvas.pixel_y, canvas.pixel
    for y, text in zip(rows, tick_text(rows) if y_text is None else y_text, strict=True):
        if grid:
            canvas.stroke(((left, y), (right, y)), Ink.CONSTRUCTION, line=Line.THIN, opacity=GRID)
        canvas.label(text, (left, y), Ink.QUIET, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
    for x, text in zip(columns, tick_text(columns) if x_text is None else x_text, strict=True):
        canvas.stroke(((x, low), (x, low - 5.0 * down)), Ink.CONSTRUCTION, line=Line.THIN)
        at = (x, low - UNDER * down)
        canvas.label(text, at, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    canvas.stroke(((left, low), (left, high)), Ink.CONSTRUCTION, line=Line.THIN)
    if zero and low < 0.0 < high:
        canvas.stroke(((left, 0.0), (right, 0.0)), Ink.QUIET, line=Line.THIN)
    else:
        canvas.stroke(((left, low), (right, low)), Ink.CONSTRUCTION, line=Line.THIN)
    if axes.x_label:
        at = ((left + right) / 2.0, low - TITLE_UNDER * down)
        canvas.label(axes.x_label, at, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    if axes.y_label:
        at = (left + 2.0 * aside, high + 3.0 * down)
        canvas.label(axes.y_label, at, Ink.QUIET, toward=(0.0, 1.0), style=TextStyle.CAPTION, fixed=True)


class Run(NamedTuple):
    """A piece of a curve on one side of zero: above it, or on and below it."""

    is_above: bool
    points: list[Pair]


def signed_runs(xs: ArrayLike, ys: ArrayLike, zero: float = 0.0) -> list[Run]:
    """A polyline taken apart where it crosses a level, each piece ending exactly there. Points without a finite y
    interrupt it. A piece that runs along the level belongs to what lies below it: touching counts as contact."""
    runs: list[Run] = []
    points: list[Pair] = []
    above: bool | None = None  # undecided while all points lie on the level

    def close() -> None:
        nonlocal points, above
        if len(points) > 1:
            runs.append(Run(bool(above), points))
        points, above = [], None

    for x, y in zip(
        np.asarray(xs, dtype=np.float64).tolist(), np.asarray(ys, dtype=np.float64).tolist(), strict=True
    ):
        if not math.isfinite(y):
            close()
            continue
        side = None if y == zero else y > zero
        if side is not None and above is not None and side is not above:
            u, v = points[-1]
            if v != zero:
                u += (x - u) * (zero - v) / (y - v)
                points.append((u, zero))
            close()
            points = [(u, zero)]
        if side is not None:
            above = side
        points.append((x, y))
    close()
    return runs


def curve(
    canvas: Canvas,
    xs: ArrayLike,
    ys: ArrayLike,
    ink: Ink | None = None,
    *,
    until: float = math.inf,
    zero: float = 0.0,
    fill: float = FILL,
    line: Line = Line.CURVE,
    show_later: bool = True,
) -> None:
    """A curve through points of increasing x: green above zero and red below, split exactly at its roots and filled
    to the zero line; of one ink, if given. Beyond x = `until`, where the algorithm has not been yet, dotted and not
    filled, or not shown at all."""
    known, later = _parted(np.asarray(xs, dtype=np.float64), np.asarray(ys, dtype=np.float64), until)
    for place, is_known in ((later, False), (known, True)):
        if not is_known and not show_later:
            continue
        for run in signed_runs(*place, zero):
            shade = ink or separation_ink(1.0 if run.is_above else -1.0)
            if is_known and fill:
                (first, _), (last, _) = run.points[0], run.points[-1]
                canvas.area(((first, zero), *run.points, (last, zero)), shade, opacity=fill)
            if is_known:
                canvas.stroke(run.points, shade, line=line)
            else:
                canvas.stroke(run.points, shade, line=Line.DOTTED, opacity=LATER)


def _parted(
    xs: np.ndarray, ys: np.ndarray, until: float
) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """A polyline up to x = until and from there on; both have the point between."""
    if not len(xs) or until >= xs[-1]:
        return (xs, ys), (xs[:0], ys[:0])
    if until < xs[0]:
        return (xs[:0], ys[:0]), (xs, ys)
    at = float(np.interp(until, xs, ys))
    cut = int(np.searchsorted(xs, until, side="right"))
    known = np.append(xs[:cut], until), np.append(ys[:cut], at)
    later = np.insert(xs[cut:], 0, until), np.insert(ys[cut:], 0, at)
    return known, later


def play_head(canvas: Canvas, at: float, axes: Axes, text: str = "") -> None:
    """The present time: a thin upright line through the chart, with a small handle on top."""
    low, high = axes.y
    canvas.stroke(((at, low), (at, high)), Ink.INTERFACE, line=Line.THIN)
    wide, tall = 6.0 * canvas.pixel, 9.0 * canvas.pixel_y
    canvas.area(((at - wide, high + tall), (at, high), (at + wide, high + tall)), Ink.INTERFACE, opacity=1.0)
    if text:
        canvas.label(text, (at, high + tall / 2.0), Ink.INTERFACE, toward=(1.0, 0.0), style=TextStyle.CAPTION)


def samples(canvas: Canvas, points: Sequence[ArrayLike], ink: Ink, point: Point = Point.RING) -> None:
    """Where a curve was asked for: rings on it."""
    for at in points:
        canvas.dot(at, ink, point)


def drop_line(canvas: Canvas, at: ArrayLike, to: float, ink: Ink = Ink.CONSTRUCTION) -> None:
    """A dashed line from a point of a curve straight down (or up) to a level, mostly that of an axis."""
    x, y = xy(at)
    canvas.stroke(((x, y), (x, to)), ink, line=Line.DASHED)


class EdgeIcon(NamedTuple):
    """An edge whose axis is one place of a curve over all directions."""

    x: float
    y: float  # of the curve there
    angle: float  # radians, of the edge in the world
    name: str
    ink: Ink
    in_use: bool = False


def edge_icons(canvas: Canvas, axes: Axes, icons: Sequence[EdgeIcon], *, above: float = 22.0) -> None:
    """Over the chart, for each kink of the curve the edge that causes it: a small disc with the edge at its true
    direction and its name, a dashed line down to the curve, and a ring there."""
    last, raised = -math.inf, False
    for icon in sorted(icons, key=lambda icon: icon.x):
        raised = not raised and icon.x - last < 2.1 * _ICON * canvas.pixel
        last = icon.x
        y = axes.y[1] + (above + (_ROW if raised else 0.0)) * canvas.pixel_y
        canvas.stroke(
            ((icon.x, y - _ICON * canvas.pixel_y), (icon.x, icon.y)), icon.ink, line=Line.DASHED, opacity=0.7
        )
        disc(canvas, (icon.x, y), _ICON, Ink.CONSTRUCTION, opacity=0.16)
        dx, dy = 8.0 * math.cos(icon.angle) * canvas.pixel, 8.0 * math.sin(icon.angle) * canvas.pixel_y
        canvas.stroke(((icon.x - dx, y - dy), (icon.x + dx, y + dy)), icon.ink, line=Line.MEASURE)
        style = TextStyle.BOLD if icon.in_use else TextStyle.CAPTION
        at = (icon.x, y + 20.0 * canvas.pixel_y)
        canvas.label(icon.name, at, icon.ink, style=style, fixed=True)
        canvas.dot((icon.x, icon.y), icon.ink)


def sampled(
    function: Callable[[float], float], low: float, high: float, count: int = 361
) -> tuple[np.ndarray, np.ndarray]:
    """A function at evenly spaced places, for `curve`."""
    xs = np.linspace(low, high, count)
    return xs, np.array([function(x) for x in xs.tolist()])
