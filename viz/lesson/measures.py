"""Drawing verbs for measured lengths, angles and directions, each with its name or number at it."""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from geometry.feature import FeatureRef
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.marks import circle_points
from viz.lesson.screen import across, midway, on_screen, scaled, xy

UNIT_ARROW = 48.0  # pixels: an arrow of a unit vector says a direction, no length
TICK = 7.0  # pixels, of the end ticks of a measured length, to each side
_SQUARE = 9.0  # pixels, of the sign for a right angle


def measure(
    canvas: Canvas,
    start: ArrayLike,
    end: ArrayLike,
    ink: Ink,
    text: str = "",
    *,
    off: float = 0.0,
    side: float = 1.0,
    line: Line = Line.MEASURE,
    style: TextStyle = TextStyle.LABEL,
) -> None:
    """A measured length with end ticks, and what it measures on its left, going from start to end (`side` -1: on its
    right). `off`: so many pixels to the left (negative: to the right) of what is measured, with thin lines from its
    ends."""
    p, q = xy(start), xy(end)
    ax, ay = across(canvas, p, q)
    if off:
        low, high = (p[0] + off * ax, p[1] + off * ay), (q[0] + off * ax, q[1] + off * ay)
        for here, there in ((p, low), (q, high)):
            canvas.stroke((here, there), Ink.CONSTRUCTION, line=Line.DASHED)
        p, q, side = low, high, math.copysign(1.0, off)
    canvas.stroke((p, q), ink, line=line)
    for x, y in (p, q):
        canvas.stroke(((x - TICK * ax, y - TICK * ay), (x + TICK * ax, y + TICK * ay)), ink, line=line)
    if text:
        canvas.label(text, midway(p, q), ink, toward=on_screen(canvas, (side * ax, side * ay)), style=style)


def bracket(canvas: Canvas, start: ArrayLike, end: ArrayLike, ink: Ink, text: str = "", *, off: float = 12.0) -> None:
    """A bracket beside a length, `off` pixels to the left of it (negative: to the right), and what it means."""
    p, q = xy(start), xy(end)
    ax, ay = across(canvas, p, q)
    hook = off - math.copysign(6.0, off)
    (x, y), (u, v) = p, q
    canvas.stroke(
        (
            (x + hook * ax, y + hook * ay),
            (x + off * ax, y + off * ay),
            (u + off * ax, v + off * ay),
            (u + hook * ax, v + hook * ay),
        ),
        ink,
        line=Line.THIN,
    )
    if text:
        middle = midway((x + off * ax, y + off * ay), (u + off * ax, v + off * ay))
        sign = math.copysign(1.0, off)
        canvas.label(text, middle, ink, toward=on_screen(canvas, (sign * ax, sign * ay)))


def angle_arc(
    canvas: Canvas,
    center: ArrayLike,
    start: float,
    end: float,
    ink: Ink,
    text: str = "",
    *,
    radius: float = 34.0,
    arrow: bool = False,
    line: Line = Line.THIN,
) -> None:
    """An angle from direction `start` to `end` (radians, counter-clockwise where end > start), `radius` pixels around
    its corner, with its name; `arrow`: with a head at its end, for a turn."""
    x, y = xy(center)
    size, turn = radius * canvas.pixel, end - start
    if turn == 0.0:
        return
    head = math.copysign(min(9.0 / radius, abs(turn) / 2.0), turn) if arrow else 0.0
    canvas.stroke(circle_points(canvas, (x, y), size, start, turn - head), ink, line=line)
    if arrow:
        # The head is a short straight arrow, which ends on the arc.
        before, tip = end - 1.5 * head, end
        canvas.arrow(
            (x + size * math.cos(before), y + size * math.sin(before)),
            (x + size * math.cos(tip), y + size * math.sin(tip)),
            ink,
            line=line,
        )
    if text:
        way = (math.cos(start + turn / 2.0), math.sin(start + turn / 2.0))
        canvas.label(text, (x + size * way[0], y + size * way[1]), ink, toward=way)


def right_angle(
    canvas: Canvas, corner: ArrayLike, along: ArrayLike, up: ArrayLike, ink: Ink = Ink.CONSTRUCTION
) -> None:
    """The little square that says: perpendicular. `along` and `up` are its two sides."""
    x, y = xy(corner)
    px, py = scaled(canvas, along, _SQUARE)
    qx, qy = scaled(canvas, up, _SQUARE)
    canvas.stroke(((x + px, y + py), (x + px + qx, y + py + qy), (x + qx, y + qy)), ink, line=Line.THIN)


def unit_arrow(
    canvas: Canvas,
    start: ArrayLike,
    direction: ArrayLike,
    symbol: str = r"\hat{\mathbf n}",
    ink: Ink = Ink.EXAMINED,
    *,
    at_most: float = math.inf,
    feature: FeatureRef | None = None,
) -> None:
    """A direction with its symbol: 48 pixels, and never longer than half of `at_most`, the length (in the pane's
    units) of the gap or overlap that it explains."""
    x, y = xy(start)
    dx, dy = scaled(canvas, direction, UNIT_ARROW)
    part = min(1.0, at_most / 2.0 / math.hypot(dx, dy))
    tip = (x + part * dx, y + part * dy)
    canvas.arrow((x, y), tip, ink, line=Line.MEASURE)
    if symbol:
        canvas.symbol(symbol, tip, ink, toward=on_screen(canvas, (dx, dy)), feature=feature)


def vector_arrow(
    canvas: Canvas, start: ArrayLike, vector: ArrayLike, ink: Ink, symbol: str = "", *, side: float = 1.0
) -> None:
    """A vector at its true length, its symbol on its left (`side` -1: on its right); nothing for the zero vector."""
    (x, y), (dx, dy) = xy(start), xy(vector)
    if dx or dy:
        canvas.arrow((x, y), (x + dx, y + dy), ink)
        if symbol:
            ax, ay = across(canvas, (x, y), (x + dx, y + dy))
            middle = (x + dx / 2.0, y + dy / 2.0)
            canvas.symbol(symbol, middle, ink, toward=on_screen(canvas, (side * ax, side * ay)))
