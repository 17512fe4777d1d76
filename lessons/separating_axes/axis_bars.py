"""A diagram of chapter 2: one bar an axis, as long as the overlap or the gap that it shows."""

from __future__ import annotations

from geometry.sat.separating_axis import AxisTested
from viz.lesson import projections
from viz.lesson.canvas import Canvas
from viz.lesson.ink import Ink, Line, TextStyle
from viz.lesson.text import fixed

ICON = 15.0  # pixels, half the room for an edge's icon
PALE = 0.4  # opacity of a bar that is not the one that counts


def draw_bar(
    canvas: Canvas,
    y: float,
    test: AxisTested,
    name: str,
    ink: Ink,
    *,
    counts: bool,
) -> None:
    """The bar of an axis, with the direction of its normal at the left and its name above it; `counts`: whether it is
    the one that counts."""
    s = 0.0 if test.is_touching else test.separation
    draw_name(canvas, y, test, name, ink, counts=counts)
    bar = Ink.GAP if test.is_gap else Ink.OVERLAP
    words = f"gap {fixed(s)}" if test.is_gap else fixed(-s)
    words = f"**{words}**" if counts else words
    projections.length_bar(canvas, (0.0, y), abs(s), bar, words, opacity=1.0 if counts else PALE)


def draw_name(canvas: Canvas, y: float, test: AxisTested, name: str, ink: Ink, *, counts: bool = False) -> None:
    """An axis in its row, without its bar."""
    (nx, ny), half = test.normal_xy, ICON * canvas.pixel
    x = -2.2 * ICON * canvas.pixel
    canvas.arrow((x - half * nx, y - half * ny), (x + half * nx, y + half * ny), ink, line=Line.MEASURE)
    above, style = (0.0, y + 21.0 * canvas.pixel), TextStyle.BOLD if counts else TextStyle.LABEL
    canvas.label(name, above, Ink.EXAMINED if counts else ink, toward=(1.0, 0.0), style=style, fixed=True)
