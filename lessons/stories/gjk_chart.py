"""Both bounds of the distance against the iteration."""

from __future__ import annotations

from lessons.stories.gjk_figure import DECIMALS
from lessons.stories.gjk_known import Known
from viz.lesson import charts, measures
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, Point, TextStyle
from viz.lesson.lesson import Axes
from viz.lesson.text import fixed

SHORT = 14.0  # pixels: a shorter bracket would be a blot
MOST_TICKS = 3  # of the height: the bounds are read at their own numbers
STEEP = 0.25  # of a chart's height: a first rise above that has room beside it


def draw_bounds(canvas: Canvas, known: Known, axes: Axes, *, is_open: bool = False) -> None:
    """The corridor between the bounds, from the start to the present iteration; beyond it dotted, unless something is
    asked about it. Between the halves of an iteration its lower bound is new already, the upper one still holds."""
    end = axes.x[1]
    ticks = [float(i) for i in range(0, round(end) + 1, max(1, round(end) // 8))]
    names = ["start", *(str(round(i)) for i in ticks[1:])]
    charts.chart_axes(
        canvas, axes, x_ticks=ticks, x_text=names, y_ticks=charts.round_ticks(*axes.y, MOST_TICKS), grid=False
    )
    now = float(known.iteration)
    lowers = [(float(i), lower) for i, lower in enumerate(known.lowers)]
    uppers = [(float(i), upper) for i, upper in enumerate(known.uppers)]
    uppers.extend([(now, known.upper)] if len(uppers) < len(lowers) else [])
    if now > 0.0:
        apart = 1 + sum(low < high for (_, low), (_, high) in zip(lowers, uppers, strict=True))
        around = dict.fromkeys((*lowers[:apart], *reversed(uppers[:apart])))
        canvas.area(list(around), Ink.GAP, opacity=0.16)
        canvas.stroke(uppers, Ink.GAP, line=Line.CURVE)
        canvas.stroke(lowers, Ink.GAP, line=Line.DOTTED)
    first = next((i for i, lower in enumerate(known.lowers) if lower > 0.0), None)
    for points in (lowers, uppers) if first is not None else (uppers,):
        if now < end and not is_open:
            canvas.stroke((points[-1], (end, points[-1][1])), Ink.GAP, line=Line.THIN, opacity=0.5)
        for x, y in points:
            canvas.dot((x, y), Ink.GAP, Point.FILLED if x == now else Point.RING)
    at = uppers[min(1, len(uppers) - 1)]
    canvas.label("upper bound", at, Ink.GAP, toward=(1.0, 0.5), style=TextStyle.CAPTION)
    if first is None:  # until a line has proved more than 0 only the upper bound is told
        return
    spread = f"**{fixed(known.lower, DECIMALS)} to {fixed(known.upper, DECIMALS)}**"
    aside = now + 10.0 * canvas.pixel
    if known.upper - known.lower > SHORT * canvas.pixel_y:
        measures.measure(canvas, (aside, known.upper), (aside, known.lower), Ink.GAP, spread)
    elif fixed(known.lower, DECIMALS) != fixed(known.upper, DECIMALS):
        canvas.label(spread, (now, known.upper), Ink.GAP, toward=(0.6, 1.0))
    back = 0.3 if known.lowers[first] > STEEP * axes.y[1] else 0.0  # on the way up to it, below the corridor
    at = (first - back, (1.0 - back) * known.lowers[first])
    canvas.label("lower bound", at, Ink.GAP, toward=(1.0, -1.0), style=TextStyle.CAPTION)
