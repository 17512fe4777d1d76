"""Drawing verbs for projections on an axis: the axis, the bars, and the slab between two of their ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from numpy.typing import ArrayLike

from geometry.interval import Interval
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.mark import Pair
from viz.lesson.measures import measure
from viz.lesson.screen import across, on_screen, point_at, xy

LANE = 6.5  # pixels between an axis and the middle of a bar beside it


def axis(
    canvas: Canvas,
    base: ArrayLike,
    direction: ArrayLike,
    span: Interval,
    text: str = "",
    ink: Ink = Ink.CONSTRUCTION,
) -> None:
    """The line base + t direction for t in `span`, base being its 0, with a quiet name at its end."""
    low, high = point_at(base, direction, span.low), point_at(base, direction, span.high)
    canvas.stroke((low, high), ink, line=Line.THIN)
    if text:
        ax, ay = across(canvas, low, high)
        canvas.label(text, high, Ink.QUIET, toward=on_screen(canvas, (ax, ay)), style=TextStyle.CAPTION)


def projection(
    canvas: Canvas,
    base: ArrayLike,
    direction: ArrayLike,
    interval: Interval,
    ink: Ink,
    *,
    lane: float = LANE,
    supports: Sequence[ArrayLike | None] = (),
    opacity: float = 1.0,
) -> None:
    """A projection as a bar beside the axis base + t direction (a unit vector), `lane` pixels to the left of it
    (negative: to the right). From each of the support vertices, that of the low end first (None for one that the
    border of a slab stands for), a dashed projector runs to its end of the bar."""
    low, high = point_at(base, direction, interval.low), point_at(base, direction, interval.high)
    ax, ay = across(canvas, xy(base), point_at(base, direction, 1.0))
    ends = [(x + lane * ax, y + lane * ay) for x, y in (low, high)]
    for vertex, end in zip(supports, ends, strict=False):
        if vertex is None:
            continue
        canvas.stroke((xy(vertex), end), ink, line=Line.DASHED)
        canvas.dot(vertex, ink)
    canvas.stroke(ends, ink, line=Line.BAR, opacity=opacity)


def slab(
    canvas: Canvas,
    normal: ArrayLike,
    between: Interval,
    ink: Ink,
    *,
    along: Interval | None = None,
    opacity: float = 0.13,
) -> None:
    """All points x with `between.low` <= x · normal <= `between.high`, with dashed borders: a gap or an overlap as an
    area. `along`: cut off at these lengths to the left of the normal; without it, as far as the view reaches."""
    (nx, ny), (low, high) = xy(normal), (between.low, between.high)
    side = (-ny, nx)
    if along is None:
        through = ((low * nx, low * ny), (high * nx, high * ny))
        canvas.region(through, ((-nx, -ny), (nx, ny)), ink, opacity)
        for at in through:
            canvas.unbounded(at, side, ink, line=Line.DASHED)
        return
    corners = [(n * nx + t * side[0], n * ny + t * side[1]) for n, t in _corners(low, high, along)]
    canvas.area(corners, ink, opacity=opacity)
    canvas.stroke((corners[0], corners[3]), ink, line=Line.DASHED)
    canvas.stroke((corners[1], corners[2]), ink, line=Line.DASHED)


def _corners(low: float, high: float, along: Interval) -> tuple[Pair, ...]:
    return (low, along.low), (high, along.low), (high, along.high), (low, along.high)


def facing_ends(a: Interval, b: Interval) -> Interval:
    """What lies between two projections: the gap, or the least overlap that a move along the axis could undo."""
    first, second = (a.high, b.low) if b.low - a.high >= a.low - b.high else (b.high, a.low)
    return Interval(min(first, second), max(first, second))


class Part(NamedTuple):
    """One piece of a stacked bar."""

    length: float
    ink: Ink
    text: str = ""
    opacity: float = 0.85


def stacked_bar(
    canvas: Canvas, start: ArrayLike, parts: Sequence[Part], *, thickness: float = 20.0, level: bool = True
) -> None:
    """Lengths laid end to end from a point, to the right (or upwards), 2 pixels apart, each with its words in it:
    a sum as a bar. `thickness` in pixels."""
    x, y = xy(start)
    half_x, half_y = thickness / 2.0 * canvas.pixel, thickness / 2.0 * canvas.pixel_y
    gap = canvas.pixel if level else canvas.pixel_y
    for part in parts:
        end = part.length - gap
        if end > 0.0:
            corners = (
                ((x, y - half_y), (x + end, y - half_y), (x + end, y + half_y), (x, y + half_y))
                if level
                else ((x - half_x, y), (x + half_x, y), (x + half_x, y + end), (x - half_x, y + end))
            )
            canvas.area(corners, part.ink, opacity=part.opacity)
            if part.text:
                middle = (x + end / 2.0, y) if level else (x, y + end / 2.0)
                canvas.label(part.text, middle, Ink.TEXT, style=TextStyle.BOLD, fixed=True)
        x, y = (x + part.length, y) if level else (x, y + part.length)


def length_bar(
    canvas: Canvas, start: ArrayLike, length: float, ink: Ink, text: str = "", *, opacity: float = 1.0
) -> None:
    """A length as a level bar with end ticks, one of several to be compared, its number at its end."""
    x, y = xy(start)
    tick = 11.0 * canvas.pixel_y
    canvas.stroke(((x, y), (x + length, y)), ink, line=Line.BAR, opacity=opacity)
    for end in (x, x + length):
        canvas.stroke(((end, y - tick), (end, y + tick)), ink, line=Line.MEASURE)
    if text:
        canvas.label(text, (x + length, y), ink, toward=(1.0, 0.0))


def dimension(
    canvas: Canvas, base: ArrayLike, direction: ArrayLike, span: Interval, ink: Ink, text: str, *, off: float = 0.0
) -> None:
    """A measured stretch of the axis base + t direction, `off` pixels to its left, with its number in a pill."""
    start, end = point_at(base, direction, span.low), point_at(base, direction, span.high)
    measure(canvas, start, end, ink, text, off=off, style=TextStyle.PILL)
