"""Both charts of the table of routines: how the routines grow with the kinds, and the pairs with the bodies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry.primitives.kind_table import GenericCounted, KindAdded
from lessons.pairs.dispatch_counts import BEGUN, are_coming, asks_growth, bodies_in, kinds_in, pairs_of, routines_of
from viz.lesson.canvas import Canvas
from viz.lesson.charts import TITLE_UNDER, UNDER, round_ticks
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.lesson import Moment

SIZE = (4.4, 3.2)  # of a chart
ALONE = 6.4  # height of one that stands alone beside the figure
MOST = 7  # kinds on the chart of the first kinds: one more than the table has
RUNS_AWAY = 10  # on that of the full table


class Scale(NamedTuple):
    """From a number and a count to a place of the chart."""

    last: float
    top: float
    high: float = SIZE[1]  # of the chart

    def at(self, number: float, count: float) -> NDArray[np.float64]:
        return np.array((number / self.last * SIZE[0], count / self.top * self.high))

    def along(self, numbers: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same of many."""
        return np.stack((numbers / self.last * SIZE[0], counts / self.top * self.high), axis=1)


ROUTINES = Scale(MOST, routines_of(MOST))
FULL = Scale(RUNS_AWAY, routines_of(RUNS_AWAY))


def _axes(canvas: Canvas, scale: Scale, upright: str, along: str, known: Sequence[int] = ()) -> None:
    """Both axes with their titles, round numbers on the upright one, and quiet ones along the other."""
    canvas.stroke(((0.0, scale.high), (0.0, 0.0), (SIZE[0], 0.0)), Ink.CONSTRUCTION, line=Line.THIN)
    rows = [y for y in round_ticks(0.0, scale.top, 4) if y > 0.0]
    for y in rows:
        left, right = scale.at(0.0, y), scale.at(scale.last, y)
        canvas.stroke((left, right), Ink.CONSTRUCTION, line=Line.THIN, opacity=0.16)
        canvas.label(f"{y:,.0f}", left, Ink.QUIET, toward=(-1.0, 0.0), style=TextStyle.CAPTION, fixed=True)
    for x in known:
        under = scale.at(x, 0.0) - (0.0, UNDER * canvas.pixel)
        canvas.label(f"{x}", under, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    if upright:
        canvas.label(upright, (0.0, scale.high), Ink.QUIET, toward=(1.0, 0.0), style=TextStyle.CAPTION)
    title = SIZE[0] / 2.0, -TITLE_UNDER * canvas.pixel
    canvas.label(along, title, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)


def _curve(
    canvas: Canvas,
    scale: Scale,
    of: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    until: float,
    inks: tuple[Ink, Ink],
    line: Line,
    points: int = 40,
    goes_on: bool = True,
) -> None:
    """Solid as far as things have come, dotted beyond, where that may be seen; of a straight one two points do."""
    if goes_on:
        places = np.linspace(until, scale.last, points)
        canvas.stroke(scale.along(places, of(places)), inks[1], line=Line.DOTTED)
    places = np.linspace(1.0, until, points)
    canvas.stroke(scale.along(places, of(places)), inks[0], line=line)


def draw_routines(canvas: Canvas, moment: Moment[Any]) -> None:
    """A routine for each pair against generic ones, over the kinds: solid up to the newest kind."""
    step = moment.step
    k = kinds_in(moment)
    scale = ROUTINES if isinstance(step, KindAdded) and step.kinds <= BEGUN else FULL
    last = round(scale.last)
    ink = Ink.EXAMINED if isinstance(step, KindAdded | GenericCounted) else Ink.TEXT
    _axes(canvas, scale, "", "kinds $k$", (1, last))
    asks = asks_growth(moment)
    is_asked = asks and moment.is_open  # the curve would tell
    _curve(canvas, scale, lambda x: x + 1.0, k, (Ink.QUIET, Ink.QUIET), Line.OUTLINE, 2)
    _curve(canvas, scale, routines_of, k, (Ink.TEXT, Ink.QUIET), Line.CURVE, goes_on=not is_asked)
    if asks:
        most = moment.scene.kinds
        top = scale.top if is_asked else routines_of(most)
        canvas.stroke((scale.at(most, 0.0), scale.at(most, top)), Ink.QUIET, line=Line.DASHED)
        under = scale.at(most, 0.0) - (0.0, UNDER * canvas.pixel)
        canvas.label(f"{most}", under, Ink.QUIET, style=TextStyle.CAPTION, fixed=True)
    along = (4.4, 8.0)[scale is FULL]
    named = (
        scale.at(2.0, 9.0) if is_asked else scale.at(along, routines_of(along))
    )  # at its stub, while there is no more
    canvas.label("pair routines", named, Ink.TEXT, toward=(0.0, 1.0) if is_asked else (-1.0, 0.4), fixed=True)
    canvas.label("generic", scale.at(8.9, 16.5) if scale is FULL else scale.at(4.7, 2.4), Ink.QUIET, fixed=True)
    pair, generic = scale.at(k, routines_of(k)), scale.at(k, k + 1.0)
    canvas.stroke((pair, scale.at(k, 0.0)), ink, line=Line.DASHED)
    if not are_coming(moment):
        canvas.label(f"{routines_of(k):.0f}", pair, ink, toward=(-1.0, 0.6), style=TextStyle.BOLD)
    if k > 2:  # else both are 3
        canvas.label(
            f"{k + 1}", generic, ink, toward=(1.0, 0.9 if scale is FULL else -0.7), style=TextStyle.BOLD, fixed=True
        )
    for place in (pair, generic):
        canvas.dot(place, ink)
    under = scale.at(k, 0.0) - (0.0, UNDER * canvas.pixel)
    canvas.label(f"{k}", under, ink, style=TextStyle.BOLD, fixed=True)


def draw_body_pairs(canvas: Canvas, moment: Moment[Any]) -> None:
    """The pairs of 1 to 2 n bodies as a curve, solid as far as bodies have come."""
    last, now = 2 * moment.step.bodies, bodies_in(moment)
    scale = Scale(last, pairs_of(last), ALONE)
    _axes(canvas, scale, "pairs", "bodies $n$")
    _curve(canvas, scale, lambda n: n * (n - 1.0) / 2.0, now, (Ink.EXAMINED, Ink.QUIET), Line.CURVE)
    for bodies, ink, style in ((last, Ink.QUIET, TextStyle.LABEL), (now, Ink.EXAMINED, TextStyle.BOLD)):
        top, foot = scale.at(bodies, pairs_of(bodies)), scale.at(bodies, 0.0)
        canvas.stroke((top, foot), ink, line=Line.DASHED)
        canvas.dot(top, ink)
        canvas.label(f"{pairs_of(bodies):,}", top, ink, toward=(-1.0, 0.5), style=style)
        under = foot - (0.0, UNDER * canvas.pixel)
        canvas.label(f"{bodies}", under, ink, style=TextStyle.CAPTION, fixed=True)
